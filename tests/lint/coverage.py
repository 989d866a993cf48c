#!/usr/bin/env python3
"""Lines and branches of grammar, rules and src that a build with --coverage has run.

usage: coverage.py BUILD [FILE]     FILE: its lines and branches that were not run. Else a table; files below LINES or
BRANCHES are marked. Ends with `N passed, N failed` (files)
"""
import glob
import gzip
import json
import os
import subprocess
import sys
import tempfile

LINES, BRANCHES = 95.0, 85.0
TOPS = ('src/', 'rules/', 'grammar/')


def read(build):
    """File -> line -> [times, [times of each branch]]; the same file built twice (obj, pic) counts once."""
    root, found = os.getcwd(), {}
    data = [os.path.abspath(path) for path in glob.glob(build + '/**/*.gcda', recursive=True) if '/tests/' not in path]
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, len(data), 40):
            subprocess.run(['gcov', '--branch-probabilities', '--json-format', '--preserve-paths', *data[begin:begin + 40]], cwd=folder,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        for path in glob.glob(folder + '/*.json.gz'):
            with gzip.open(path, 'rt', encoding='utf-8') as file:
                report = json.load(file)
            for source in report['files']:
                name = os.path.relpath(os.path.join(report['current_working_directory'], source['file']), root)
                if name.startswith(TOPS) and not name.startswith('src/web/wasm/'):
                    add(found.setdefault(name, {}), source['lines'])
    return found


def add(lines, new):
    for line in new:
        known = lines.setdefault(line['line_number'], [0, []])
        known[0] += line['count']
        branches = [branch['count'] for branch in line['branches'] if not branch['throw']]
        if len(branches) == len(known[1]):
            known[1] = [a + b for a, b in zip(known[1], branches)]
        elif len(branches) > len(known[1]):  # an inline function, compiled differently elsewhere
            known[1] = branches


def percent(part, whole):
    return 100.0 if whole == 0 else 100.0 * part / whole


def show(name, lines):
    with open(name, encoding='utf-8') as file:
        text = file.read().splitlines()
    for number, (times, branches) in sorted(lines.items()):
        missed = sum(count == 0 for count in branches)
        if times == 0 or missed:
            print('%5d %-9s %s' % (number, 'not run' if times == 0 else '%d of %d' % (missed, len(branches)), text[number - 1]))


def main():
    found = read(sys.argv[1])
    if len(sys.argv) > 2:
        show(sys.argv[2], found[sys.argv[2]])
        return 0
    passed = failed = 0
    total = [0, 0, 0, 0]
    for name, lines in sorted(found.items()):
        branches = [count for _, counts in lines.values() for count in counts]
        sums = [sum(times > 0 for times, _ in lines.values()), len(lines), sum(count > 0 for count in branches), len(branches)]
        total = [a + b for a, b in zip(total, sums)]
        good = percent(*sums[:2]) >= LINES and percent(*sums[2:]) >= BRANCHES
        passed += good
        failed += not good
        print('%-40s lines %6.2f %% of %5d   branches %6.2f %% of %5d%s' %
              (name, percent(*sums[:2]), sums[1], percent(*sums[2:]), sums[3], '' if good else '   below'))
    print('%-40s lines %6.2f %% of %5d   branches %6.2f %% of %5d' %
          ('all', percent(*total[:2]), total[1], percent(*total[2:]), total[3]))
    print('%d passed, %d failed' % (passed, failed))
    return percent(*total[:2]) < LINES or percent(*total[2:]) < BRANCHES


sys.exit(main())
