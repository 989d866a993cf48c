#!/usr/bin/env python3
"""Speed and memory of `aise convert`, on games made for it.

usage: bench.py --build FOLDER [--mb 50] [--pairs 5] [--variant-mb 20] [--memory-mb 500]

Orthodox PGN in, PGN out, in alternating pairs with `pgn-extract -s --quiet`; the same games as an Italian listing;
every other variant; peak memory of a small and a large input. What comes out is compared with the canonical input.
Exit status 1 if that differs. Everything made stays in FOLDER/bench.
"""
import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys


class Bench:
    def __init__(self, options):
        self.build = options.build
        self.aise = os.path.join(options.build, 'aise')
        self.folder = os.path.join(options.build, 'bench')
        self.pairs = options.pairs
        self.failed = False
        os.makedirs(self.folder, exist_ok=True)

    def games(self, variant, megabytes, listing=False):
        """Paths of PGN (and listing), number of plies; made once."""
        maker = os.path.join(self.build, 'games')
        path = os.path.join(self.folder, '%s-%g.pgn' % (variant, megabytes))
        other = path[:-4] + '.txt'
        counts = path + '.counts'
        wanted = [path, counts] + ([other] if listing else [])
        newest = os.path.getmtime(maker)
        if not all(os.path.exists(p) and os.path.getmtime(p) > newest for p in wanted):
            command = [maker, variant, str(megabytes), path] + ([other] if listing else [])
            out = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
            with open(counts, 'w', encoding='ascii') as file:
                file.write(out)
        with open(counts, encoding='ascii') as file:
            return path, other, int(file.read().split()[1])

    def measure(self, command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL):
        """Wall seconds, processor seconds, peak KiB."""
        run = subprocess.run([os.path.join(self.build, 'measure'), *command], stdin=stdin, stdout=stdout,
                             stderr=subprocess.PIPE, check=True, text=True)
        wall, processor, peak, status = run.stderr.splitlines()[-1].split()
        if int(status) != 0:
            self.fail('%s: exit status %s\n%s' % (' '.join(command), status, run.stderr[:500]))
        return float(wall), float(processor), int(peak)

    def fail(self, text):
        self.failed = True
        print('FAILED', text)

    def convert(self, path, *options):
        out = path + '.out'
        with open(out, 'wb') as file:
            self.measure([self.aise, 'convert', *options, path], stdout=file)
        return out

    def repeat(self, *commands):
        """Medians of wall and processor seconds, the commands alternating."""
        runs = [[self.measure(command) for command in commands] for _ in range(self.pairs)]
        return [tuple(statistics.median(run[i][k] for run in runs) for k in (0, 1)) for i in range(len(commands))]


def same(a, b):
    return subprocess.run(['cmp', '-s', a, b], check=False).returncode == 0


def moves(path):
    """The file without tags."""
    with open(path, encoding='utf-8') as file:
        return re.sub(r'(?m)^\[.*\]\n', '', file.read())


def report(name, path, plies, seconds):
    size = os.path.getsize(path) / 1e6
    print('%-26s %7.1f MB/s %8.1f ns/ply   (processor: %.1f MB/s, %.1f ns/ply)'
          % (name, size / seconds[0], seconds[0] / plies * 1e9, size / seconds[1], seconds[1] / plies * 1e9))


def orthodox(bench, megabytes):
    path, listing, plies = bench.games('orthodox', megabytes, listing=True)
    if not same(bench.convert(path), path):
        bench.fail('%s does not come back byte for byte' % path)
    if moves(bench.convert(listing)) != moves(path):
        bench.fail('%s: not the moves of %s' % (listing, path))
    commands = [[bench.aise, 'convert', path], [bench.aise, 'convert', listing]]
    if shutil.which('pgn-extract'):
        commands.append(['pgn-extract', '-s', '--quiet', path])
    times = bench.repeat(*commands)
    print('orthodox, %.0f MB, %d plies, %d runs each, medians' % (os.path.getsize(path) / 1e6, plies, bench.pairs))
    report('aise, PGN to PGN', path, plies, times[0])
    report('aise, listing to PGN', listing, plies, times[1])
    print('%-26s %7.2f times the PGN, per ply (processor)' % ('', times[1][1] / times[0][1]))
    if len(times) > 2:
        report('pgn-extract -s --quiet', path, plies, times[2])
        print('%-26s %7.2f times pgn-extract (processor: %.2f)'
              % ('', times[2][0] / times[0][0], times[2][1] / times[0][1]))
    else:
        print('pgn-extract is not there (make deps)')
    return times[0][1] / plies


def variants(bench, megabytes, yardstick):
    table = subprocess.run([bench.aise, 'variants', '--lang', 'en'], stdout=subprocess.PIPE, check=True, text=True)
    for variant in re.findall(r'(?m)^([a-z][a-z-]+)(?=\s|$)', table.stdout):
        if variant == 'orthodox':
            continue
        path, _, plies = bench.games(variant, megabytes)
        if not same(bench.convert(path), path):
            bench.fail('%s does not come back byte for byte' % path)
        seconds, = bench.repeat([bench.aise, 'convert', path])
        report(variant, path, plies, seconds)
        print('%-26s %7.2f times orthodox, per ply (processor)' % ('', seconds[1] / plies / yardstick))


def memory(bench, megabytes):
    path, _, _ = bench.games('orthodox', 2)
    peaks = []
    for times in (1, max(1, megabytes // 2)):
        feed = subprocess.Popen(['sh', '-c', 'i=0; while [ $i -lt %d ]; do cat "$0"; i=$((i+1)); done' % times, path],
                                stdout=subprocess.PIPE)
        peaks.append(bench.measure([bench.aise, 'convert', '-'], stdin=feed.stdout)[2])
        feed.stdout.close()
        feed.wait()
    print('peak memory: 2 MB %d KiB, %d MB %d KiB, difference %d KiB'
          % (peaks[0], megabytes, peaks[1], peaks[1] - peaks[0]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--build', required=True)
    parser.add_argument('--mb', type=float, default=50)
    parser.add_argument('--pairs', type=int, default=5)
    parser.add_argument('--variant-mb', type=float)
    parser.add_argument('--memory-mb', type=int)
    options = parser.parse_args()
    bench = Bench(options)
    yardstick = orthodox(bench, options.mb)
    variants(bench, options.variant_mb or options.mb * 0.4, yardstick)
    memory(bench, options.memory_mb or int(options.mb * 10))
    return 1 if bench.failed else 0


sys.exit(main())
