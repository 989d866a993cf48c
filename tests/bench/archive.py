#!/usr/bin/env python3
"""Archives: threads, `verify` beside `convert`, memory, games that are there twice.

usage: archive.py --build FOLDER [--mb 200] [--pairs 3] [--games 1000000] [--big]

A listing of all variants, mixed, of so many megabytes: one thread and two, alternating; output and report must be the
same. Peak memory of a small and a large input, of a pipe, and by threads. A million games that all differ, and the same
with a tenth of them repeated. --big: 2 GB files and a 1 GB pipe. Times are wall clock: nothing else should be running.
Exit status 1 if something is not as it must be. Everything made stays in FOLDER/bench.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import zlib

BASE, THREAD = 10, 4  # MB of memory allowed, and for each thread
RATIO = 1.8           # two threads to one
SLACK = 1.1           # verify to convert, one thread


class Archive:
    def __init__(self, options):
        self.build, self.pairs = options.build, options.pairs
        self.aise = os.path.join(options.build, 'aise')
        self.folder = os.path.join(options.build, 'bench')
        self.failed = False
        os.makedirs(self.folder, exist_ok=True)

    def must(self, good, text):
        print('%s %s' % ('      ' if good else 'FAILED', text))
        self.failed |= not good

    def measure(self, command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL):
        """Wall and processor seconds, peak MB."""
        run = subprocess.run([os.path.join(self.build, 'measure'), *command], stdin=stdin, stdout=stdout,
                             stderr=subprocess.PIPE, check=True)
        wall, processor, peak, status = run.stderr.split(b'\n')[-2].split()
        if int(status) > 1:
            self.must(False, '%s: exit status %d' % (' '.join(command), int(status)))
        return float(wall), float(processor), int(peak) / 1024

    def path(self, name):
        return os.path.join(self.folder, name)

    def listing(self, megabytes):
        """All variants as listings, in pieces of a few megabytes that begin with their titles."""
        path = self.path('mixed-%d.txt' % megabytes)
        if os.path.exists(path) and os.path.getmtime(path) > os.path.getmtime(self.aise):
            return path
        table = subprocess.run([self.aise, 'variants', '--lang', 'en'], stdout=subprocess.PIPE, check=True, text=True)
        variants = re.findall(r'(?m)^([a-z][a-z-]+)(?=\s|$)', table.stdout)
        pieces = []
        for variant in variants:
            pgn = self.path('piece-%s.pgn' % variant)
            subprocess.run([os.path.join(self.build, 'games'), variant, str(megabytes / len(variants) * 1.3), pgn],
                           stdout=subprocess.DEVNULL, check=True)
            piece = pgn[:-4] + '.txt'
            subprocess.run([self.aise, 'convert', '--to', 'listing', '-o', piece, pgn], stderr=subprocess.DEVNULL, check=True)
            pieces.append(piece)
            os.remove(pgn)
        with open(path, 'wb') as out:
            for piece in pieces:
                with open(piece, 'rb') as file:
                    while block := file.read(1 << 20):
                        out.write(block)
                os.remove(piece)
        return path

    def repeated(self, path, megabytes):
        """The file again and again, up to a size."""
        large = self.path('repeated-%d.txt' % megabytes)
        if not os.path.exists(large) or os.path.getsize(large) < megabytes * 1000000:
            with open(large, 'wb') as out:
                while out.tell() < megabytes * 1000000:
                    with open(path, 'rb') as file:
                        while block := file.read(1 << 20):
                            out.write(block)
        return large


def digest(command):
    """Of standard output."""
    value, process = 0, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while block := process.stdout.read(1 << 20):
        value = zlib.crc32(block, value)
    process.wait()
    return value


def threads(archive, path):
    size = os.path.getsize(path) / 1e6
    print('mixed listings, %.0f MB, %d runs each, medians' % (size, archive.pairs))
    medians = {}
    commands = [(c, j) for c in ('convert', 'verify') for j in ('1', '2')]
    runs = [[archive.measure([archive.aise, c, '-j', j, path]) for c, j in commands] for _ in range(archive.pairs)]
    for i, (command, jobs) in enumerate(commands):
        wall, processor, peak = (statistics.median(run[i][k] for run in runs) for k in range(3))
        medians[command, jobs] = wall, processor
        print('       %-8s -j %s %8.1f MB/s (processor: %.1f MB/s), %.1f MB of memory'
              % (command, jobs, size / wall, size / processor, peak))
        archive.must(peak <= BASE + THREAD * int(jobs), 'memory at most %d MB' % (BASE + THREAD * int(jobs)))
    for command in ('convert', 'verify'):
        ratio = medians[command, '1'][0] / medians[command, '2'][0]
        archive.must(ratio >= RATIO, '%s: two threads %.2f times one, at least %.1f' % (command, ratio, RATIO))
        same = len({digest([archive.aise, command, '-j', j, path]) for j in ('1', '2', '3')}) == 1
        archive.must(same, '%s: the same output on one, two and three threads' % command)
    ratio = medians['verify', '1'][1] / medians['convert', '1'][1]
    archive.must(ratio <= SLACK, 'verify takes %.2f times what convert does (processor), at most %.1f' % (ratio, SLACK))


def memory(archive, path, sizes, pipe):
    print('peak memory, MB')
    peaks = {}
    for jobs in (1, 2):
        for size in sizes:
            large = archive.repeated(path, size)
            for command in ('convert', 'verify'):
                peaks[command, jobs, size] = archive.measure([archive.aise, command, '-j', str(jobs), large])[2]
        line = ', '.join('%s %d MB: %.1f' % (c, s, peaks[c, jobs, s]) for c in ('convert', 'verify') for s in sizes)
        archive.must(max(peaks[c, jobs, s] for c in ('convert', 'verify') for s in sizes) <= BASE + THREAD * jobs,
                     '-j %d: %s' % (jobs, line))
    feed = subprocess.Popen(['sh', '-c', 'while cat "$0"; do :; done 2>/dev/null | head -c %d' % (pipe * 1000000), path],
                            stdout=subprocess.PIPE)
    peak = archive.measure([archive.aise, 'verify', '-j', '2', '-'], stdin=feed.stdout)[2]
    feed.stdout.close()
    feed.wait()
    archive.must(peak <= BASE + 2 * THREAD, 'verify -j 2, %d MB through a pipe: %.1f' % (pipe, peak))


def numbered_games(path, count, repeated):
    """Games of eight plies that all differ, then some of them again."""
    white = ['%s%d' % (f, r) for f in 'abcdefgh' for r in (3, 4)]
    black = ['%s%d' % (f, r) for f in 'abcdefgh' for r in (5, 6)]
    with open(path, 'w', encoding='ascii') as file:
        for i in list(range(count)) + list(range(0, count, count // repeated)) * (repeated > 1):
            n, plies = i, []
            for k in range(4):  # eight plies: each pawn once, by the mixed digits of the number
                for men in (white, black):
                    files = [m for m in men if all(m[0] != p[0] for p in plies[len(plies) % 2::2])]
                    n, m = divmod(n, len(files))
                    plies.append(files[m])
            text = ' '.join('%d. %s %s' % (k + 1, plies[2 * k], plies[2 * k + 1]) for k in range(4))
            file.write('[White "%d"]\n[Black "x"]\n[Result "*"]\n\n%s *\n\n' % (i, text))


def twins(archive, count):
    print('games that are there twice')
    taken = {}
    for games in (count // 4, count // 2, count):
        path = archive.path('twins-%d.pgn' % games)
        if not os.path.exists(path):
            numbered_games(path, games, 10000)
        wall, processor, peak = archive.measure([archive.aise, 'verify', '-j', '1', path])
        converted = archive.measure([archive.aise, 'convert', '-j', '1', path])[1]
        found = subprocess.run([archive.aise, 'verify', path], stdout=subprocess.PIPE, check=True).stdout
        taken[games] = processor
        print('       %8d games: %.2f s (convert: %.2f s), %.1f MB of memory' % (games, processor, converted, peak))
        archive.must(peak <= BASE + THREAD, 'memory at most %d MB' % (BASE + THREAD))
        archive.must(found.count(b', same as ') >= 10000, '%d found' % found.count(b', same as '))
    slope = (taken[count] - taken[count // 2]) / (count / 2) * 1e6
    print('       each further million games: %.2f s' % slope)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--build', required=True)
    parser.add_argument('--mb', type=int, default=200)
    parser.add_argument('--pairs', type=int, default=3)
    parser.add_argument('--games', type=int, default=1000000)
    parser.add_argument('--big', action='store_true')
    options = parser.parse_args()
    archive = Archive(options)
    mixed = archive.listing(options.mb)
    threads(archive, mixed)
    memory(archive, archive.listing(2), (2, 200, 2000) if options.big else (2, 200), 1000 if options.big else 100)
    twins(archive, options.games)
    return archive.failed


sys.exit(main())
