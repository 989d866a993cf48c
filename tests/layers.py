#!/usr/bin/env python3
"""Fails on an #include against the direction of the layers.

usage: layers.py [ROOT]        prints each wrong include, then `N passed, N failed` (files)
"""
import os
import re
import sys

# Folder -> folders whose headers it may include, its own being understood.
BASE = {'src/base'}
BOARD = BASE | {'src/board'}
RULES = BOARD | {'rules'}
GRAMMAR = BASE | {'grammar'}
BIND = RULES | GRAMMAR | {'src/bind'}
REPLAY = BIND | {'src/replay'}
SINKS = {'src/pgn', 'src/listing', 'src/jsonl', 'src/lint', 'src/verify', 'src/show'}
MAY = {'src/base': BASE, 'src/board': BOARD, 'rules': RULES, 'grammar': GRAMMAR, 'src/bind': BIND,
       'src/replay': REPLAY, 'src/lib': REPLAY | SINKS, 'src/cli': set()}
MAY.update({sink: REPLAY for sink in SINKS})
# Sinks beside each other; no circles.
MAY['src/listing'] = REPLAY | {'src/pgn'}
MAY['src/jsonl'] = REPLAY | {'src/pgn', 'src/lint'}
MAY['src/show'] = REPLAY | {'src/pgn', 'src/lint', 'src/listing', 'src/web'}
MAY['src/web'] = set()
# What is built beside the library: the module of the page, and what describes the command line.
MAY['src/web/wasm'] = REPLAY | SINKS
MAY['src/cli/doc'] = RULES | {'src/cli'}
# The public header's own files: whoever makes what it promises, and the program, which sees nothing else.
PUBLIC = SINKS | {'src/lib', 'src/cli', 'src/web/wasm'}
PUBLIC_FILES = re.compile(r'^src/(base/output|replay/reader)\.[ch]$')
GLUE = re.compile(r'^src/replay/reader\.c$')  # the library's entry points: everything below and beside it
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)
SOURCE = re.compile(r'\.(c|h|re|y)$')


def sources(root):
    for top in ('src', 'rules', 'grammar'):
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(names):
                if SOURCE.search(name):
                    yield os.path.relpath(os.path.join(folder, name), root)


def faults(root, path):
    here = os.path.dirname(path)
    allowed = MAY['src/lib'] if GLUE.match(path) else MAY.get(here)
    if path == 'src/aise.h':
        allowed = set()
    elif allowed is None:
        return ['%s: folder unknown to the layers' % path]
    found = []
    with open(os.path.join(root, path), encoding='utf-8') as file:
        text = file.read()
    for match in INCLUDE.finditer(text):
        target = match.group(1)
        where = os.path.dirname(target)
        if target == 'src/aise.h':
            good = here in PUBLIC or PUBLIC_FILES.match(path)
        elif not where:  # made by the build from a file of the same folder
            good = here in ('grammar', 'src/board', 'src/web/wasm')
        else:
            good = where == here or where in allowed
        if not good:
            line = text.count('\n', 0, match.start()) + 1
            found.append('%s:%d: error: may not include "%s"' % (path, line, target))
    return found


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else '.'
    passed = failed = 0
    for path in sources(root):
        found = faults(root, path)
        for line in found:
            print(line)
        passed += not found
        failed += bool(found)
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
