#!/usr/bin/env python3
"""Compares `aise perft` with Stockfish's `go perft` at orthodox chess.

usage: stockfish.py AISE [DEPTH]      both count DEPTH (6) plies from the start, alternating, three times
"""
import shutil
import subprocess
import sys
import time


def stockfish(depth):
    """Seconds and nodes of `go perft`, without the time it takes to start."""
    with subprocess.Popen(['stockfish'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        engine.stdin.write('isready\n')
        while engine.stdout.readline().strip() != 'readyok':
            pass
        before = time.monotonic()
        engine.stdin.write('go perft %d\n' % depth)
        for line in engine.stdout:
            if line.startswith('Nodes searched:'):
                seconds, nodes = time.monotonic() - before, int(line.split(':')[1])
                engine.stdin.write('quit\n')
                return seconds, nodes
    raise RuntimeError('stockfish gave no count')


def aise(program, depth):
    before = time.monotonic()
    out = subprocess.run([program, 'perft', '--variant', 'orthodox', str(depth)], stdout=subprocess.PIPE, check=True)
    return time.monotonic() - before, int(out.stdout.split()[-1])


def main():
    program, depth = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 6
    if shutil.which('stockfish') is None:
        sys.exit('aise: missing: stockfish (make deps installs it)')
    runs = [(aise(program, depth), stockfish(depth)) for _ in range(3)]
    ours, theirs = min(r[0] for r in runs), min(r[1] for r in runs)
    if ours[1] != theirs[1]:
        sys.exit('perft %d: aise counts %d, stockfish %d' % (depth, ours[1], theirs[1]))
    rate = [nodes / seconds / 1e6 for seconds, nodes in (ours, theirs)]
    print('orthodox perft %d: aise %.0f Mnodes/s, stockfish %.0f, ratio %.2f' % (depth, *rate, rate[0] / rate[1]))


main()
