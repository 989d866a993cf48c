#!/usr/bin/env python3
"""Large and deep inputs: the time grows as the input does, the memory hardly at all.

usage: large.py AISE [WORD]     only inputs whose name holds WORD. Each is read at a size and at FACTOR times that size;
prints time and peak memory of both, and `N passed, N failed`
"""
import os
import resource
import subprocess
import sys
import threading

AISE = os.path.abspath(sys.argv[1])
WORD = sys.argv[2] if len(sys.argv) > 2 else ''
FACTOR = 4
SLACK = 1.9      # the time may grow by FACTOR * SLACK: caches, a busy machine
FREE = 0.15      # seconds that are not looked at
SECONDS = 600

HEAD = b'DOPPIA MOSSA\n\nAlfa-Beta (GP94) 1-0\n'
GAME = HEAD + b'1.e4// e6/Cc6\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/A:e8#\n\n'
MOVES = b'1.e4// e6/Cc6\n'


def repeat(piece, n, chunk=1 << 16):
    times = max(1, chunk // len(piece))
    block = piece * times
    while n >= times:
        yield block
        n -= times
    yield piece * n


def around(before, piece, n, after=b''):
    yield before
    yield from repeat(piece, n)
    yield after


def knights(n):
    """A sound game of 4n + 3 plies, knights to and fro; a turn number has four digits at most, then lines have none."""
    yield HEAD + b'1.Cc3// Cc6/Cf6\n'
    for turn in range(2, n + 2):
        there = turn % 2 == 0
        number = b'%d.' % turn if turn < 10000 else b''
        white = b'Cb1/Cf3' if there else b'Cg1/Cc3'
        black = b'Cb8/Cg8' if there else b'Cc6/Cf6'
        yield b'%s%s %s\n' % (number, white, black)


def numbered(pattern, n):
    block = []
    for i in range(n):
        block.append(pattern % i)
        if len(block) == 4096:
            yield b''.join(block)
            block = []
    yield b''.join(block)


def tags(n):
    yield from numbered(b'[T%d "x"]\n', n)
    yield b'\n1. e4 *\n'


PAGE = b'<html><body><p>DOPPIA MOSSA<br>Alfa-Beta (GP94) 1-0<br>1.e4// e6/Cc6<br>'

# Name, arguments, size, most memory in MiB at the large size, the input.
INPUTS = [
    ('games', 'convert', 250000, 24, lambda n: repeat(GAME, n)),
    ('games, linted', 'lint', 250000, 24, lambda n: repeat(GAME, n)),
    ('games, damaged', 'convert', 10000, 24, lambda n: repeat(GAME.replace(b'Df3', b'Td3'), n)),
    ('games, damaged, linted', 'lint', 500, 32, lambda n: repeat(GAME.replace(b'Df3', b'Td3'), n)),
    ('games in JSON lines', 'convert --to jsonl', 10000, 32, lambda n: repeat(GAME, n)),
    ('games, verified', 'verify', 100000, 64, lambda n: repeat(GAME, n)),
    ('games, read by two', 'convert -j 2', 100000, 64, lambda n: repeat(GAME, n)),
    ('headers', 'convert', 100000, 24, lambda n: repeat(b'Alfa-Beta (GP94) 1-0\n', n)),
    ('turns of one game', 'convert', 62500, 600, knights),
    ('turns of one game, linted', 'lint', 62500, 600, knights),
    ('turns of one game as a listing', 'convert --to listing', 62500, 700, knights),
    ('a line', 'convert', 512 << 20, 24, lambda n: repeat(b'a', n)),
    ('a line of words', 'convert', 4 << 20, 24, lambda n: repeat(b'ab ', n)),
    ('a line of plies', 'convert', 200000, 64, lambda n: around(HEAD + b'1.', b'e4 ', n)),
    ('a line of numbers', 'convert', 200000, 64, lambda n: around(HEAD + MOVES, b'2. ', n)),
    ('a line of games', 'convert', 50000, 64, lambda n: around(HEAD + b'1.e4// ', b'A-B (GP94) 1-0 1.e4// ', n)),
    ('a line of games behind titles', 'convert', 20000, 64,
     lambda n: around(HEAD + b'1.e4// ', b'DYNAMO - A-B (GP94) 1-0 1.e4 ', n)),
    ('a line of results and turns 1', 'convert', 50000, 64, lambda n: around(HEAD + b'1.e4// ', b'1-0 1.e4// ', n)),
    ('lines of bullets', 'convert', 100000, 64, lambda n: around(HEAD + MOVES, b'* 2.', n)),
] + [
    ('turns begun by %s' % name, 'convert', 100000, 128,
     lambda n, piece=piece: (b for part in (around(HEAD + MOVES, piece, n), around(MOVES + b'2.Ab5 ', piece, n)) for b in part))
    for name, piece in {
        'colons': b'2: ', 'degrees': b'2\xb0 ', 'points and dashes': b'2.- ', 'noughts': b'02. ', 'brackets': b'2) ... ',
        'letters': b'l. ', 'dashes': b'- 2: ', 'results': b'(1-0) ', 'words': b'(abb. ', 'checks': b'sc. ', 'mates': b'matto ',
        'daggers': b'e4 \xe2\x80\xa0 ', 'novelties': b'N ', 'plies and dashes': b'e4 - ', 'bare numbers': b'2 2. ',
    }.items()
] + [
    ('a line of braces', 'convert', 100000, 64, lambda n: around(HEAD + MOVES, b'{', n)),
    ('lines of braces', 'convert', 100000, 64, lambda n: around(HEAD + MOVES, b'{\n', n)),
    ('lines of closed braces', 'convert', 100000, 200, lambda n: around(HEAD + MOVES, b'{a}\n', n)),
    ('a line of parentheses', 'convert', 100000, 64, lambda n: around(HEAD + MOVES, b'(', n)),
    ('lines of parentheses', 'convert', 100000, 64, lambda n: around(HEAD + MOVES, b'(\n', n)),
    ('lines with a move and a parenthesis', 'convert', 50000, 256, lambda n: around(HEAD + MOVES, b'2.Cf3 (\n', n)),
    ('lines of parentheses around moves', 'convert', 50000, 100, lambda n: around(HEAD + MOVES, b'(2.Cf3\n', n)),
    ('parentheses closed at the end', 'convert', 100000, 100,
     lambda n: (b for part in (around(HEAD + MOVES, b'(', n), repeat(b')', n)) for b in part)),
    ('comments with turn 1', 'convert', 50000, 100, lambda n: around(HEAD + MOVES + b'{', b'Alfa-Beta\n1.e5\n', n)),
    ('brackets', 'convert', 100000, 64, lambda n: repeat(b'[a\n', n)),
    ('a line of brackets', 'convert', 100000, 64, lambda n: repeat(b'[', n)),
    ('quotes', 'convert', 100000, 64, lambda n: around(b'[Event "', b'\\"', n, b'"]\n\n1. e4 *\n')),
    ('tags of one game', 'convert', 10000, 64, tags),
    ('the same tag', 'convert', 100000, 256, lambda n: around(b'', b'[White "x"]\n', n, b'\n1. e4 *\n')),
    ('marks', 'convert', 200000, 64, lambda n: around(HEAD + MOVES + b'2.Ab5', b'!', n)),
    ('blanks behind a slip', 'lint', 50000, 64, lambda n: around(HEAD + MOVES + b'2.Ab5/Dg3 x', b' ', n, b'Cd4/C:f3\n')),
    ('detached marks', 'convert', 200000, 64, lambda n: around(HEAD + MOVES + b'2.Ab5/Df3 ', b'! ', n)),
    ('slashes', 'convert', 200000, 64, lambda n: around(HEAD + MOVES + b'2.Ab5', b'/', n)),
    ('affected men', 'convert', 100000, 64, lambda n: around(b'O/R CHESS\n\nA-B (GP94)\n1.e4', b'/e5', n)),
    ('ambiguous plies', 'lint', 400, 64, lambda n: around(b'DOPPIO DYNAMO\n\nA-B (GP94)\n', b'1.Cf3/Cc3 Cf6/Cc6\n', n)),
    ('warnings on one line', 'lint', 4000, 200, lambda n: knights_on_a_line(n)),
    ('blank lines', 'convert', 1000000, 24, lambda n: around(HEAD, b'\n', n, MOVES)),
    ('blank lines in a comment', 'convert', 200000, 64, lambda n: around(HEAD + MOVES + b'{', b'\n', n, b'}\n')),
    ('NULs', 'convert', 4 << 20, 24, lambda n: repeat(b'\0', n)),
    ('high bytes', 'convert', 4 << 20, 24, lambda n: repeat(b'\xe8\x85', n)),
    ('prose', 'convert', 100000, 24, lambda n: repeat(b'Una riga di prosa, senza mosse, come tante altre.\n', n)),
    ('prose behind moves', 'convert', 50000, 160, lambda n: repeat(b'1.e4 prosa\n', n)),
    ('titles', 'convert', 50000, 24, lambda n: repeat(b'DOPPIA MOSSA\n', n)),
    ('credits', 'convert', 50000, 24, lambda n: repeat(b'[Commenti di A. Beta]\n', n)),
    ('a page of tags', 'convert', 100000, 64, lambda n: around(PAGE, b'<b>a</b>', n)),
    ('a page of open tags', 'convert', 20000, 64, lambda n: around(PAGE, b'<div>', n)),
    ('a page of lines', 'convert', 100000, 64, lambda n: around(PAGE, b'una riga<br>', n)),
    ('a page without tags', 'convert', 1 << 20, 64, lambda n: around(PAGE, b'a ', n)),
    ('a page of entities', 'convert', 100000, 64, lambda n: around(PAGE, b'&egrave;', n)),
    ('a page of open comments', 'convert', 100000, 64, lambda n: around(PAGE, b'<!-- ', n)),
    ('a page of open scripts', 'convert', 100000, 64, lambda n: around(PAGE, b'<script>', n)),
]


def knights_on_a_line(n):
    """Every ply with a letter too many."""
    yield HEAD + b'1.Cc3// Cc6/Cf6 '
    for turn in range(2, n + 2):
        there = turn % 2 == 0
        yield b'%d.%s %s ' % (turn, b'Ccb1/Cgf3' if there else b'Cfg1/Cbc3', b'Ccb8/Cfg8' if there else b'Cbc6/Cgf6')


def feed(pipe, pieces):
    try:
        with pipe:
            pipe.writelines(pieces)
    except BrokenPipeError:
        pass  # it has read enough


def run(arguments, pieces):
    """Seconds, peak MiB, exit status."""
    child = subprocess.Popen([AISE, *arguments.split(), '-'], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, env=dict(os.environ, LC_ALL='C'))
    feeder = threading.Thread(target=feed, args=(child.stdin, pieces))
    timer = threading.Timer(SECONDS, child.kill)
    feeder.start()
    timer.start()
    _, status, usage = os.wait4(child.pid, 0)
    timer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stdin.close()
    feeder.join()
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, child.returncode


def main():
    passed = failed = 0
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for name, arguments, size, most, pieces in INPUTS:
        if WORD not in name:
            continue
        small = run(arguments, pieces(size))
        large = run(arguments, pieces(size * FACTOR))
        problem = ''
        if small[2] not in (0, 1) or large[2] not in (0, 1):
            problem = 'ended with %d and %d' % (small[2], large[2])
        elif large[0] > FREE and large[0] > small[0] * FACTOR * SLACK + FREE:
            problem = 'time does not grow as the input'
        elif large[1] > most:
            problem = 'more than %d MiB' % most
        passed += not problem
        failed += bool(problem)
        print('%-36s %9d: %6.2f s %4.0f MiB   %9d: %6.2f s %4.0f MiB  %s' %
              (name, size, small[0], small[1], size * FACTOR, large[0], large[1], problem and 'FAIL ' + problem), flush=True)
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
