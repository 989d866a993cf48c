#!/usr/bin/env python3
"""What an attacker would look for: unsafe calls in the sources, a program without hardening, outputs that carry on what
a listing says as markup or as commands to a terminal.

usage: security.py AISE [--plain]     --plain: the program is not built with hardening (sanitizers). Ends with
`N passed, N failed`
"""
import glob
import os
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

AISE = os.path.abspath(sys.argv[1])
PLAIN = '--plain' in sys.argv
SOURCES = sorted(path for top in ('src', 'rules', 'grammar') for suffix in ('c', 'h', 're', 'y')
                 for path in glob.glob('%s/**/*.%s' % (top, suffix), recursive=True))

# Copies without bounds, shells, names that others may guess, state behind one's back.
UNSAFE = re.compile(r'\b(strcpy|stpcpy|strcat|strncat|sprintf|vsprintf|gets|scanf|sscanf|fscanf|system|popen|execl|execlp|execle|execv|'
                    r'execvp|execve|posix_spawn|tmpnam|tempnam|mktemp|strtok|alloca|setuid|getwd|putenv)\s*\(')
# A format that is no literal: the words of a game could be one.
FORMATS = {'printf': 0, 'fprintf': 1, 'dprintf': 1, 'snprintf': 2, 'asprintf': 1, 'syslog': 1, 'aise_cli_trouble': 0}


class Tally:
    passed = failed = 0

    def check(self, what, good, problem=''):
        self.passed += bool(good)
        self.failed += not good
        if not good:
            print('FAIL %s %s' % (what, problem))


# ---- sources ----

def without_comments(text):
    """Comments and the insides of strings blanked out, lines kept."""
    def blank(match):
        found = match.group(0)
        if found[0] in '"\'':
            return found[0] + ' ' * (len(found) - 2) + found[0]
        return re.sub(r'[^\n]', ' ', found)
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.S)


def arguments(text, at):
    """The arguments of the call whose parenthesis opens at `at`."""
    depth, begin, found = 0, at + 1, []
    for i in range(at, len(text)):
        if text[i] in '([{':
            depth += 1
        elif text[i] in ')]}':
            depth -= 1
            if depth == 0:
                return found + [text[begin:i].strip()]
        elif text[i] == ',' and depth == 1:
            found.append(text[begin:i].strip())
            begin = i + 1
    return found


def is_literal(argument):
    parts = re.split(r'[?:]', argument)  # a choice of literals is one too
    return all(re.match(r'^\s*(?:"|[A-Z_]+\b)', part) or i == 0 and len(parts) == 3 for i, part in enumerate(parts))


def test_sources(tally):
    for path in SOURCES:
        with open(path, encoding='utf-8') as file:
            text = without_comments(file.read())
        for match in UNSAFE.finditer(text):
            tally.check('%s:%d' % (path, text.count('\n', 0, match.start()) + 1), False, 'calls ' + match.group(1))
        for match in re.finditer(r'\b(%s)\s*\(' % '|'.join(FORMATS), text):
            given = arguments(text, match.end() - 1)
            index = FORMATS[match.group(1)]
            declared = re.search(r'[*;]\s*$|\bint\s*$|\bvoid\s*$', text[:match.start()].rsplit('\n', 1)[-1] + '') and given and \
                given[0].startswith(('const char', 'FILE'))
            tally.check('%s:%d' % (path, text.count('\n', 0, match.start()) + 1),
                        declared or (len(given) > index and is_literal(given[index])), 'a format that is no literal: %s' % given)
        tally.check(path, True)


# ---- the program ----

def test_hardening(tally):
    with open(AISE, 'rb') as file:
        elf = file.read()
    if elf[:4] != b'\x7fELF' or elf[4] != 2:
        return
    kind, = struct.unpack_from('<H', elf, 16)
    offset, = struct.unpack_from('<Q', elf, 32)
    size, count = struct.unpack_from('<HH', elf, 54)
    segments = [struct.unpack_from('<IIQQQQQQ', elf, offset + i * size) for i in range(count)]
    tally.check('position-independent', kind == 3)
    stack = [s for s in segments if s[0] == 0x6474e551]
    tally.check('stack not executable', stack and not stack[0][1] & 1)
    tally.check('no segment writable and executable', not any(s[0] == 1 and s[1] & 3 == 3 for s in segments))
    dynamic = {}
    for s in segments:
        if s[0] == 2:
            for at in range(s[2], s[2] + s[5], 16):
                tag, value = struct.unpack_from('<QQ', elf, at)
                dynamic.setdefault(tag, value)
    if not PLAIN:
        tally.check('relocations read-only', any(s[0] == 0x6474e552 for s in segments))
        tally.check('bound at start', dynamic.get(24) is not None or dynamic.get(30, 0) & 8 or dynamic.get(0x6ffffffb, 0) & 1)
        tally.check('stack protector', b'__stack_chk_fail' in elf)
        tally.check('_FORTIFY_SOURCE', re.search(rb'__(?:mem|str|f?printf|vs?n?printf|snprintf|read|fprintf|asprintf)\w*_chk', elf))
    tally.check('no search path for libraries', 15 not in dynamic and 29 not in dynamic)


# ---- outputs ----

MARKUP = '<script>alert(1)</script><img src=x onerror=alert(1)>&lt;"\'>]]></svg></title>{{7*7}}${7*7}`id`'
TERMINAL = '\033[31m\033]0;title\007\x9b31m\x7f\x00\x08\r\u202e\u200b\u2028'
HOSTILE = [MARKUP, TERMINAL, '%s%n%d%p%x', '$(touch hurt)', '`touch hurt`', '; touch hurt;', '../../hurt', '=HYPERLINK("x")', '\udcff\udcfe']


def listing(word):
    line = word.replace('\r', ' ').replace('\u2028', ' ')
    tag = line.replace('\\', '\\\\').replace('"', '\\"')
    return '\n'.join([
        'DOPPIA MOSSA', '', '%s-Beta (%s) 1-0' % (line, line), '1.e4// e6/Cc6 {%s}' % line.replace('}', ')'), '2.Ab5/%s Cd4/C:f3' % line,
        '3.A:d7/A:e8#', '', '[Event "%s"]' % tag, '[White "%s"]' % tag, '[Black "%s"]' % tag, '[%s "x"]' % 'Quote', '[Annotator "%s"]' % tag,
        '[Variant "Doublemove"]', '', '1. e4 {%s} (%s) 1... e6 Nc6 %s 2. Bb5 Td3 *' % (line.replace('}', ')'), line, line), '', line, ''])


def run(folder, *args):
    environment = dict(os.environ, LC_ALL='C.UTF-8', TMPDIR=folder)
    environment.pop('NO_COLOR', None)
    done = subprocess.run([AISE, *args], cwd=folder, capture_output=True, env=environment, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def harmless(output, color=False):
    """Nothing that a terminal obeys, but for our own colours."""
    try:
        text = output.decode('utf-8')
    except UnicodeDecodeError:
        return False
    if color:
        text = re.sub('\033\\[[0-9;]*m', '', text)
    return not any((ord(c) < 32 and c not in '\n\t') or 0x80 <= ord(c) < 0xa0 for c in text)


def svg_elements(output):
    return {element.tag.rsplit('}', 1)[-1] for element in xml.etree.ElementTree.fromstring(output).iter()}


def test_outputs(tally):
    drawn = {'svg', 'title', 'desc', 'defs', 'g', 'path', 'rect', 'circle', 'line', 'text', 'use', 'marker', 'symbol'}
    commands = [('convert',), ('convert', '--to', 'listing'), ('convert', '--to', 'jsonl'), ('convert', '--to', 'viewer'), ('convert', '--viewer=cards'),
                ('convert', '--source'), ('convert', '--variations'), ('lint',), ('lint', '--format=json'), ('lint', '--color=always'), ('lint', '--lang', 'it'),
                ('lint', '--diff'), ('lint', '--format=sarif'), ('verify',), ('verify', '--report', 'json'), ('verify', '--report', 'csv'),
                ('verify', '--report', 'html'), ('show',), ('show', '--all', '--ascii'), ('show', '--color=always'), ('show', '--svg'), ('show', '--svg', '--game', '2'),
                ('show', '--html')]
    for index, word in enumerate(HOSTILE):
        with tempfile.TemporaryDirectory() as folder:
            name = b'in.txt' if index % 2 else os.fsencode(re.sub('[/\0]', '_', word))[:200] + b'.txt'
            with open(os.path.join(os.fsencode(folder), name), 'wb') as file:
                file.write(listing(word).encode('utf-8', errors='surrogateescape'))
            before = sorted(os.listdir(folder))
            for command in commands:
                status, out, err = run(folder, command[0], *command[1:], '--', os.fsdecode(name))
                what = '%s, word %d' % (' '.join(command), index)
                if b'unknown option' in err or b'does not know' in err:
                    continue  # not there yet
                if b'there is no game' in err:
                    continue  # the words made a page of it
                tally.check(what + ': status', status in (0, 1), '%d %r' % (status, err[-200:]))
                color = '--color=always' in command
                csv = 'csv' in command
                if '--diff' in command:
                    continue  # made to be fed to patch: the bytes as they are
                tally.check(what + ': standard output', harmless(out.replace(b'\r\n', b'\n') if csv else out, color), repr(out[:600]))
                tally.check(what + ': standard error', harmless(err, color), repr(err[:300]))
                if '--svg' in command:
                    tally.check(what + ': elements', svg_elements(out) <= drawn, svg_elements(out) - drawn)
                if command[-1] == '--html' or command[-1] == 'html':
                    tally.check(what + ': scripts', b'<script>alert' not in out and b'<img' not in out, '')
            for by in ('event', 'player', 'year', 'variant'):
                status, _, err = run(folder, 'convert', '--split', by, '-o', 'split-' + by, '--', os.fsdecode(name))
                tally.check('split by %s, word %d' % (by, index), status in (0, 1), err)
            after = sorted(os.listdir(folder))
            tally.check('word %d: files' % index, [n for n in after if not n.startswith('split-')] == before, after)
            tally.check('word %d: outside' % index, not os.path.exists(os.path.join(folder, '..', 'hurt')))


def main():
    tally = Tally()
    test_sources(tally)
    test_hardening(tally)
    test_outputs(tally)
    print('%d passed, %d failed' % (tally.passed, tally.failed))
    return tally.failed > 0


sys.exit(main())
