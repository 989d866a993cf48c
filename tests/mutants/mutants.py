#!/usr/bin/env python3
"""Switches off one numbered rule after another and looks which tests notice.

usage: mutants.py BUILD [RULE…]       BUILD: a folder with unit, perft and property, built with -DAISE_MUTANTS

The rules are those the code names, in AISE_RULE(…) and in the variants' texts. Each must stand behind an AISE_RULE, and
the test named after it must fail without it. Ends with `N passed, N failed`.
"""
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

LIMIT = '20000'  # sequences: larger rows of the perft tables are left out
SECONDS = 300    # a suite that takes longer has noticed


def texts(*patterns):
    for pattern in patterns:
        for path in sorted(glob.glob(pattern)):
            with open(path, encoding='utf-8') as file:
                yield file.read()


def in_order(rules):
    return sorted(rules, key=lambda rule: (rule[:2], int(rule[2:])))


def used_rules():
    """Those the code can do without."""
    return set(re.findall(r'AISE_RULE\(([A-Z]{2}[0-9]+)\)', '\n'.join(texts('rules/*.[ch]', 'src/*/*.[ch]'))))


def told_rules():
    """Those the variants are said to have, here and, where they are at hand, in the rules of play."""
    told = set(re.findall(r'\{\s*"([A-Z]{2}[0-9]+)",', '\n'.join(texts('rules/*.c', 'rules/*.def'))))
    return told | set(re.findall(r'\*\*([A-Z]{2}[0-9]+)\*\*', '\n'.join(texts('../shared/RULES.md'))))


def run(rule, *command, **environment):
    """Output and whether it went well."""
    environment = dict(os.environ, AISE_RULE_OFF=rule, **environment)
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, env=environment, check=False)
    except subprocess.TimeoutExpired:
        return '', False
    return done.stdout.decode('utf-8', 'replace'), done.returncode == 0


def suites():
    """Suite by test, of the suites with tests named after rules."""
    found = {}
    for text in texts('tests/unit/test_*.c'):
        suite = re.search(r'^Suite \*(\w+)\(void\)', text, re.M)
        for test in re.findall(r'^START_TEST\(([A-Z]{2}[0-9]+)\)', text, re.M):
            found[test] = suite.group(1)
    return found


def unit_tests(build, rule, suite):
    """Names of the suite's tests that fail."""
    if suite is None:
        return set()
    output, good = run(rule, build + '/unit', suite, CK_VERBOSITY='verbose')
    failing = set(re.findall(r'^\S+:\d+:[FE]:[^:]*:([^:]*):', output, re.M))
    return failing | ({suite} if not good and not failing else set())


def perft_rows(build, rule):
    output, good = run(rule, build + '/perft', '--limit', LIMIT, *sorted(glob.glob('rules/perft/*.perft')))
    variants = sorted(set(re.findall(r'^\S+:\d+: (\S+) depth', output, re.M)))
    return variants or ([] if good else ['perft'])


def properties(build, rule):
    output, good = run(rule, build + '/property', '--games', '2')
    variants = re.findall(r'^(\S+) .* checks, [1-9]\d* bad', output, re.M)
    return variants or ([] if good else ['property'])


def notice(build, rule, suite):
    return unit_tests(build, rule, suite), perft_rows(build, rule), properties(build, rule)


def faults(rule, suite, found):
    """What is wrong with a rule's tests."""
    if found is None:
        return ['no AISE_RULE(%s) in the code' % rule]
    wrong = []
    if suite is None:
        wrong.append('no test is named after it')
    elif rule not in found[0]:
        wrong.append('its test does not notice')
    if not any(found):
        wrong.append('nothing notices')
    return wrong


def report(rule, suite, found):
    wrong = faults(rule, suite, found)
    failing, perft, property_ = found or (set(), [], [])
    parts = ['test %s' % rule] if rule in failing else []
    parts += ['tests ' + ', '.join(sorted(failing - {rule}))] if failing - {rule} else []
    parts += ['perft of ' + ', '.join(perft)] if perft else []
    parts += ['property of ' + ', '.join(property_)] if property_ else []
    print('%-5s %s' % (rule, '; '.join(parts) or '-'))
    for fault in wrong:
        print('      BAD: ' + fault)
    sys.stdout.flush()
    return not wrong


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build, only = sys.argv[1], sys.argv[2:]
    used = used_rules()
    rules = in_order(only or used | told_rules())
    suite = suites()
    failing, perft, property_ = notice(build, 'none', '_suite')
    if failing or perft or property_:
        print('with all rules on: %s' % ', '.join(sorted(failing) + perft + property_))
        print('0 passed, 1 failed')
        return 1
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        found = [pool.submit(notice, build, rule, suite.get(rule)) if rule in used else None for rule in rules]
        good = [report(rule, suite.get(rule), each and each.result()) for rule, each in zip(rules, found)]
    print('%d passed, %d failed' % (good.count(True), good.count(False)))
    return 0 if all(good) else 1


if __name__ == '__main__':
    sys.exit(main())
