#!/usr/bin/env python3
"""Converts every score sheet of the corpus and compares.

usage: run.py AISE [--update] [WORD…]       words: only sheets whose path holds one

corpus/<variant>/<slug>.txt must give <slug>.pgn on standard output and <slug>.diag (none: nothing) on standard error,
with the exit status that the findings ask for; <slug>.pgn must come back byte for byte, also by way of a listing.
--update writes what came out instead. Ends with `N passed, N failed`.
"""
import difflib
import glob
import os
import subprocess
import sys


def run(program, *arguments, text=b''):
    environment = dict(os.environ, LC_ALL='C', NO_COLOR='1')
    done = subprocess.run([program, *arguments], input=text, capture_output=True, timeout=60, env=environment, check=False)
    return done.returncode, done.stdout, done.stderr


def read(path):
    if not os.path.exists(path):
        return b''
    with open(path, 'rb') as file:
        return file.read()


def write(path, text):
    if text:
        with open(path, 'wb') as file:
            file.write(text)
    elif os.path.exists(path):
        os.remove(path)


class Tally:
    passed = failed = 0

    def check(self, what, want, got):
        if want == got:
            self.passed += 1
            return
        self.failed += 1
        print('FAIL %s' % what)
        if isinstance(want, bytes):
            lines = [t.decode('utf-8', 'replace').splitlines() for t in (want, got)]
            for line in list(difflib.unified_diff(*lines, 'expected', 'got', lineterm='', n=1))[:20]:
                print('     ' + line)
        else:
            print('     expected %r, got %r' % (want, got))


def sheet(tally, program, path, update):
    stem = path[:-len('.txt')]
    status, pgn, diag = run(program, 'convert', path)
    if update:
        write(stem + '.pgn', pgn)
        write(stem + '.diag', diag)
    tally.check(path + ': PGN', read(stem + '.pgn'), pgn)
    tally.check(path + ': findings', read(stem + '.diag'), diag)
    tally.check(path + ': exit status', 1 if b': error: ' in diag else 0, status)
    tally.check(stem + '.pgn: comes back', pgn, run(program, 'convert', stem + '.pgn')[1])
    listing = run(program, 'convert', '--to', 'listing', stem + '.pgn')[1]
    tally.check(stem + '.pgn: comes back by way of a listing', pgn, run(program, 'convert', '-', text=listing)[1])


def main():
    program, words = sys.argv[1], sys.argv[2:]
    update = '--update' in words
    words = [w for w in words if w != '--update']
    tally = Tally()
    sheets = sorted(glob.glob('corpus/*/*.txt'))
    for path in sheets:
        if not words or any(w in path for w in words):
            sheet(tally, program, path, update)
    if not sheets:
        tally.check('the corpus holds score sheets', True, False)
    print('%d passed, %d failed' % (tally.passed, tally.failed))
    return tally.failed > 0


sys.exit(main())
