#!/usr/bin/env python3
"""Checks PGN against the export format of dialects `aise` and `viewer`.

usage: check_pgn.py [FILE…]        default: standard input

Seven-tag roster first and complete, other tags in ASCII order, none twice, values escaped; SetUp with FEN; one blank
line after tags and after movetext; lines of at most 79 characters, parted by single spaces, none beginning with `%`,
`[` or `;`; result equal to its tag; numbers of turns as the variant wants them; glyphs, commands, comment, variations
in this order behind a ply. Prints FILE:LINE: fault, then `N passed, N failed` (games).
"""
import re
import sys

ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result']
PAIRS = {None, 'orthodox', 'dynamo', 'dynamo-kk', 'overloader-restorer'}
SERIES = {'progressive', 'mutation-progressive'}
TAG = re.compile(r'\[([A-Za-z0-9_]+) "((?:[^"\\]|\\["\\])*)"\]')
RESULTS = ('1-0', '0-1', '1/2-1/2', '*')
MAN = r'[KQRBNP]?[a-h][1-8](?:[a-h][1-8])?E?(?:=[QRBN])?'
SAN = re.compile(r'(?:O-O(?:-O)?|--|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[KQRBNP])?|%s(?:_%s)?)[+#]?' % (MAN, MAN))
TOKEN = re.compile(r'\s*(?:(?P<number>\d+(?:\.\.\.|\.))(?=\s)|(?P<nag>\$\d{1,3})(?=\s)|(?P<comment>\{[^}]*\})|'
                   r'(?P<open>\()|(?P<word>[^\s(){}]+))')
WIDTH = 79


class Fault(Exception):
    pass


def need(good, *words):
    if not good:
        raise Fault(' '.join(str(word) for word in words))


def check_tags(lines):
    tags = []
    for line in lines:
        match = TAG.fullmatch(line)
        need(match, 'no tag:', line)
        tags.append((match.group(1), re.sub(r'\\(.)', r'\1', match.group(2))))
    names = [name for name, _ in tags]
    need(names[:7] == ROSTER, 'roster is', names[:7])
    others = names[7:]
    need(others == sorted(others), 'tags out of order:', others)
    need(len(set(names)) == len(names), 'a tag stands twice:', names)
    found = dict(tags)
    need(('FEN' in found) == (found.get('SetUp') == '1'), 'SetUp and FEN belong together')
    need(re.fullmatch(r'[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}', found['Date']), 'Date', found['Date'])
    need(found['Result'] in RESULTS, 'Result', found['Result'])
    return found


def check_lines(lines):
    # These words may not begin a line; where the line is too long they stay with the word before.
    for line in lines:
        need(line == line.strip() and '  ' not in line, 'stray space:', line)
        need(line[0] not in '%[;', 'line begins badly:', line)
        stuck = re.sub(r' (?=[%[;]|1(?!\d))', '_', line)
        command = re.sub(r'\{\[%aise [^}]*\}', lambda m: m.group().replace(' ', '_'), stuck)
        need(len(line) <= WIDTH or ' ' not in command, len(line), 'characters:', line)


def skip_variation(text, at):
    """Index behind the variation that opens before `at`; parentheses inside comments do not count."""
    depth = 1
    while depth:
        need(at < len(text), 'variation without end')
        if text[at] == '{':
            at = text.find('}', at)
            need(at >= 0, 'comment without end')
        depth += {'(': 1, ')': -1}.get(text[at], 0)
        at += 1
    return at


def tokens(text):
    at = 0
    while text[at:].strip():
        match = TOKEN.match(text, at)
        need(match, 'unreadable:', text[at:at + 30])
        kind = match.lastgroup
        at = match.end()
        if kind == 'open':
            begin, at = at - 1, skip_variation(text, at)
            yield 'variation', text[begin:at]
        else:
            yield kind, match.group(kind)


class Numbers:
    """Which number is due before which ply."""

    def __init__(self, rules, fen):
        fields = fen.split() if fen else ['', 'w', '', '', '0', '1']
        self.style = 'pairs' if rules in PAIRS else 'series' if rules in SERIES else 'turns'
        self.black = fields[1] == 'b'
        self.number = int(fields[5])
        self.first = True
        self.parted = True  # something stands between this ply and the last number or ply
        self.plies = 0
        self.written = None

    def take(self, text):
        need(self.written is None, 'two numbers:', text)
        self.written = text
        if self.style != 'pairs' and not self.first:
            need(self.plies > 0, 'a turn without plies before', text)
            self.advance()
        black = self.black and self.style != 'series'
        due = '%d%s' % (self.number, '...' if black else '.')
        need(text == due, 'number', text, 'but', due, 'is due')
        self.plies = 0

    def advance(self):
        self.number += self.style == 'series' or self.black
        self.black = not self.black

    def ply(self, text):
        if self.style == 'pairs':
            due = not self.black or self.parted
            need((self.written is not None) == due, 'number missing before' if due else 'number not due before', text)
        else:
            need(self.written is not None or not self.first, 'number missing before', text)
        self.first = False
        self.parted = False
        self.written = None
        self.plies += 1
        if self.style == 'pairs':
            self.advance()


def check_moves(text, tags):
    viewer = 'AiseDialect' in tags
    shown = 'AiseVariant' in tags  # other plies than the orthodox, shown on an orthodox board
    numbers = Numbers(None if viewer else tags.get('AiseRules'), tags.get('FEN'))
    order = ['nag', 'command', 'comment', 'variation', 'unparsed']
    stage = order.index('comment')  # before the first ply: one comment
    result = None
    for kind, token in tokens(text):
        need(result is None, 'text behind the result:', token)
        if kind == 'number':
            numbers.take(token)
        elif kind == 'word' and token in RESULTS:
            result = token
        elif kind == 'word':
            need(SAN.fullmatch(token), 'no ply:', token)
            numbers.ply(token)
            stage = 0
        else:
            if kind == 'comment':
                kind = ('command' if token.startswith('{[%aise ') else
                        'unparsed' if token.startswith('{AISE unparsed:') else 'comment')
            need(numbers.written is None, 'a number without ply before', token)
            need(not shown or kind in ('nag', 'comment', 'unparsed'), kind, 'in dialect viewer:', token)
            need(viewer or order.index(kind) >= stage, kind, 'out of order:', token)
            need(not shown or kind == 'nag' or stage < 3, 'two comments in a row:', token)
            stage = order.index(kind) + (kind in ('command', 'comment', 'unparsed'))
            numbers.parted |= kind != 'nag'
    need(numbers.written is None, 'a number without ply at the end')
    need(result is not None, 'no result')
    need(result == tags['Result'], 'result', result, 'but the tag says', tags['Result'])


def check_text(name, text):
    passed = failed = 0
    if not text:
        return passed, failed
    lines = text.split('\n')
    blanks = [i for i, line in enumerate(lines) if line == '']
    if lines[-2:] != ['', '']:
        print('%s:%d: no blank line at the end' % (name, len(lines)))
        return passed, 1
    begin = 0
    for k in range(0, len(blanks) - 1, 2):
        middle, end = blanks[k], blanks[k + 1]
        try:
            need(begin < middle and middle + 1 < end, 'blank lines where none should be')
            tags = check_tags(lines[begin:middle])
            check_lines(lines[middle + 1:end])
            check_moves('\n'.join(lines[middle + 1:end]) + '\n', tags)
            passed += 1
        except Fault as fault:
            print('%s:%d: %s' % (name, begin + 1, fault))
            failed += 1
        begin = end + 1
    if begin != len(lines) - 1:
        print('%s:%d: a game without movetext' % (name, begin + 1))
        failed += 1
    return passed, failed


def main():
    passed = failed = 0
    for name in sys.argv[1:] or ['-']:
        if name == '-':
            text = sys.stdin.buffer.read().decode('utf-8')
        else:
            with open(name, encoding='utf-8', newline='') as file:
                text = file.read()
        good, bad = check_text(name, text)
        passed += good
        failed += bad
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
