#!/usr/bin/env python3
"""Runs the examples of README.md and the manual: what stands in a ```console block below a `$ command` must be what it
prints.

usage: readme.py AISE [FILE…]       ends with `N passed, N failed`

Commands run in the project's folder, one shell a block, with AISE's folder first in PATH; `> ` continues a command.
Standard error is part of the output. `…` stands for anything in a line, alone on its line for any lines. Empty lines at
the end do not count.
"""
import os
import re
import subprocess
import sys


def blocks(text):
    for match in re.finditer(r'^```console\n(.*?)^```', text, re.M | re.S):
        yield text.count('\n', 0, match.start()) + 2, match.group(1).split('\n')[:-1]


def examples(first, lines):
    """(line, command, expected lines) of a block."""
    found = []
    for number, line in enumerate(lines, first):
        if line.startswith('$ '):
            found.append((number, line[2:], []))
        elif (line + ' ').startswith('> ') and found and not found[-1][2]:
            found[-1] = (found[-1][0], found[-1][1] + '\n' + line[2:], [])
        elif found:
            found[-1][2].append(line)
    return found


def fits(want, got):
    pattern = ''.join(r'(?:.*\n)*' if line == '…' else re.escape(line).replace('…', '.*') + r'\n' for line in want)
    return re.fullmatch(pattern + r'\n*', got) is not None


def main():
    program = os.path.abspath(sys.argv[1])
    environment = dict(os.environ, LC_ALL='C.UTF-8', NO_COLOR='1',
                       PATH=os.path.dirname(program) + os.pathsep + os.environ['PATH'])
    passed = failed = 0
    for path in sys.argv[2:] or ['README.md', 'src/cli/manual.md']:
        with open(path, encoding='utf-8') as file:
            text = file.read()
        for number, command, want in (one for first, lines in blocks(text) for one in examples(first, lines)):
            done = subprocess.run(['sh', '-c', command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, env=environment, timeout=120, check=False)
            got = done.stdout.decode('utf-8', 'replace')
            if fits(want, got):
                passed += 1
                continue
            failed += 1
            print('FAIL %s:%d: %s\n%s' % (path, number, command, got))
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
