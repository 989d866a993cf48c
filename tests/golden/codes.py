#!/usr/bin/env python3
"""A test for every code of src/base/codes.def: what `aise lint` says of small inputs, in English and Italian.

usage: codes.py AISE [--update] [WORD…]      words: only cases with one of them in title or code

tests/codes/*.test hold the cases:

    === TITLE | OPTIONS
    the input, as it is; a line `!EXPRESSION` is Python's for bytes
    ---
    LINE:COLUMN+LENGTH SEVERITY CODE     a finding; they must be these and no others, in this order
      en: message [-> hint]
      it: the same
      fix: LINE:COLUMN+LENGTH "text"     the best correction, if there is one

Every code must occur. `--explain` must know it in both languages and either case. --update writes what came out
instead. Ends with `N passed, N failed`.
"""
import ast
import glob
import gzip
import io
import json
import os
import re
import subprocess
import sys
import zipfile

AISE = os.path.abspath(sys.argv[1])


def packed(**members):
    """A zip of members, `.` in names written `_`."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name.replace('_', '.'), (2000, 1, 1, 0, 0, 0)), content)
    return file.getvalue()


def locked(archive):
    """A zip whose first member has the flag of a password."""
    whole, central = bytearray(archive), archive.index(b'PK\1\2')
    whole[6] |= 1
    whole[central + 8] |= 1
    return bytes(whole)


def zipped(content):
    return gzip.compress(content, mtime=0)


NAMES = {'packed': packed, 'locked': locked, 'zipped': zipped}


class Case:
    def __init__(self, path, number, text):
        head, rest = text.split('\n', 1)
        title, _, options = head.partition(' | ')
        given, _, expected = ('\n' + rest).rpartition('\n---\n')
        self.title, self.options = title, options.split()
        self.place = '%s:%d: %s' % (path, number, title)
        self.given, self.expected = given[1:] + '\n', expected.rstrip('\n')

    def input(self):
        parts = []
        for line in self.given.splitlines(keepends=True):
            parts.append(eval(line[1:], NAMES.copy()) if line.startswith('!') else line.encode())
        return b''.join(parts)

    def text(self):
        head = self.title + (' | ' + ' '.join(self.options) if self.options else '')
        return '=== %s\n%s---\n%s\n' % (head, self.given, self.expected)


def lint(*arguments, text=b''):
    environment = dict(os.environ, LC_ALL='C', NO_COLOR='1')
    done = subprocess.run([AISE, 'lint', *arguments], input=text, capture_output=True, timeout=120, env=environment,
                          check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def sentence(finding):
    return finding['message'] + (' -> ' + finding['hint'] if 'hint' in finding else '')


def told(case):
    """What is said of a case, as in the files; the exit status must fit."""
    text = case.input()
    english = lint('--format=json', *case.options, text=text)
    italian = lint('--format=json', '--lang', 'it', *case.options, text=text)
    lines = []
    pairs = list(zip(*[[json.loads(line) for line in out.splitlines()] for _, out, _ in (english, italian)]))
    for en, it in pairs:
        lines.append('%d:%d+%d %s %s' % (en['line'], en['column'], en['length'], en['severity'], en['code']))
        lines.append('  en: ' + sentence(en))
        lines.append('  it: ' + sentence(it))
        if [en[k] for k in ('line', 'column', 'length', 'code')] != [it[k] for k in ('line', 'column', 'length', 'code')]:
            lines.append('  in Italian elsewhere')
        for fix in en.get('fixes', [])[:1]:
            lines.append('  fix: %d:%d+%d "%s"' % (fix['line'], fix['column'], fix['length'], fix['text']))
    status = 1 if any(en['severity'] == 'error' for en, _ in pairs) else 0
    if (english[0], italian[0], english[2]) != (status, status, ''):
        lines.append('exit status %d, %s' % (english[0], english[2]))
    return '\n'.join(lines)


def read(path):
    with open(path, encoding='utf-8') as file:
        text = file.read()
    cases, number = [], text.index('=== ')
    for part in re.split(r'^=== ', text, flags=re.M)[1:]:
        cases.append(Case(path, text.count('\n', 0, number) + 1, part))
        number += len('=== ') + len(part)
    return text[:text.index('=== ')], cases


def table():
    """Codes with what must be in their manual: their severity and four sentences, as Python reads C's strings."""
    with open('src/base/codes.def', encoding='utf-8') as file:
        text = re.sub(r'/\*.*?\*/', '', file.read(), flags=re.S)
    codes = {}
    for entry in re.split(r'^CODE\(', text, flags=re.M)[1:]:
        name = entry[:4]
        strings = re.findall(r'((?:"(?:[^"\\]|\\.)*"\s*)+)', entry)
        codes[name] = [''.join(ast.literal_eval('u' + s) for s in re.findall(r'"(?:[^"\\]|\\.)*"', one)) for one in strings]
    return codes


def explained(codes):
    """What --explain gets wrong."""
    wrong = []
    for code, (en, it, hint_en, hint_it, manual_en, manual_it) in codes.items():
        for language, parts in (('en', (en, hint_en, manual_en)), ('it', (it, hint_it, manual_it))):
            entry = lint('--lang', language, '--explain', code)
            parts = [re.sub(r'\{\d\w?\}', '…', part) for part in parts]
            if entry[0] != 0 or any(part not in entry[1] for part in parts) or not entry[1].startswith(code + ' ('):
                wrong.append((code, language, entry))
            if lint('--lang', language, '--explain', code.lower()) != entry:
                wrong.append((code.lower(), language))
    return wrong


def main():
    update, words = '--update' in sys.argv, [w for w in sys.argv[2:] if w != '--update']
    passed = failed = 0

    def check(what, good, detail=''):
        nonlocal passed, failed
        passed, failed = passed + bool(good), failed + (not good)
        if not good:
            print('FAIL %s\n%s' % (what, detail))

    seen = set()
    for path in sorted(glob.glob('tests/codes/*.test')):
        head, cases = read(path)
        for case in cases:
            if words and not any(word in case.title + case.expected for word in words):
                continue
            got = told(case)
            if update:
                case.expected = got
            seen.update(re.findall(r'^\S+ \S+ ([A-Z]\d\d\d)$', case.expected, re.M))
            check(case.place, case.expected == got, got)
        if update:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(head + '\n'.join(case.text() for case in cases))
    codes = table()
    if not words:
        check('each code has a case', set(codes) == seen, 'without: %s; unknown: %s' % (
            ' '.join(sorted(set(codes) - seen)), ' '.join(sorted(seen - set(codes)))))
        wrong = explained(codes)
        check('--explain', not wrong, wrong[:3])
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
