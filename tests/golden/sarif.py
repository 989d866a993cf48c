#!/usr/bin/env python3
"""`aise lint --format sarif`: every log is what SARIF 2.1.0 says it must be, and says the same as the text.

usage: sarif.py AISE [SCHEMA]     ends with `N passed, N failed`

Checked are the properties we write, with their types, words and bounds, and that there are no others. With SCHEMA, the
published JSON schema, all logs are validated against that too (tests/interop/sarif.mjs).
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import zipfile

AISE = os.path.abspath(sys.argv[1])
SCHEMA = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
HERE = os.path.dirname(os.path.abspath(__file__))
SLIP = 'DOPPIA MOSSA\n\nAlfa-Beta (GP94) 1-0\n1.e4// e6/Cc6\n2.Ab5/Dg3 Cd4/C:f3\n3.A:d7/A:e8#\n'
LINE_END = SLIP.replace('Dg3', 'Df3').replace('/C:f3', '\nC:f3')
SOUND = SLIP.replace('Dg3', 'Df3')


# ---- the shape: name: (shape, required); a list holds any number of its one shape ----

def text(value):
    return isinstance(value, str)


def uri(value):
    return text(value) and re.fullmatch(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?#\[\]-]|%[0-9A-F]{2})+", value) is not None


def count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def index(value):
    return value == 0 or count(value)


def one_of(*words):
    return lambda value: value in words


LEVEL = one_of('none', 'note', 'warning', 'error')
MESSAGE = {'text': (text, True)}
REGION = {'startLine': (count, True), 'startColumn': (count, True), 'endLine': (count, False), 'endColumn': (count, True)}
LOCATION = {'uri': (uri, True)}
RULE = {'id': (text, True), 'fullDescription': (MESSAGE, True), 'defaultConfiguration': ({'level': (LEVEL, True)}, True)}
REPLACEMENT = {'deletedRegion': (REGION, True), 'insertedContent': (MESSAGE, True)}
CHANGE = {'artifactLocation': (LOCATION, True), 'replacements': ([REPLACEMENT], True)}
RESULT = {
    'ruleId': (text, True), 'ruleIndex': (index, True), 'level': (LEVEL, True), 'message': (MESSAGE, True),
    'locations': ([{'physicalLocation': ({'artifactLocation': (LOCATION, True), 'region': (REGION, False)}, True)}], True),
    'fixes': ([{'artifactChanges': ([CHANGE], True)}], False)}
DRIVER = {'name': (one_of('aise'), True), 'version': (text, True), 'rules': ([RULE], True)}
RUN = {'tool': ({'driver': (DRIVER, True)}, True), 'columnKind': (one_of('unicodeCodePoints'), True),
       'results': ([RESULT], True)}
LOG = {'$schema': (uri, True), 'version': (one_of('2.1.0'), True), 'runs': ([RUN], True)}


def fits(shape, value, where):
    """What is wrong, a line each."""
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [where + ': no array']
        return [wrong for i, one in enumerate(value) for wrong in fits(shape[0], one, '%s[%d]' % (where, i))]
    if not isinstance(shape, dict):
        return [] if shape(value) else ['%s: %r' % (where, value)]
    if not isinstance(value, dict):
        return [where + ': no object']
    wrong = ['%s: %s is unknown' % (where, key) for key in value if key not in shape]
    wrong += ['%s: %s is missing' % (where, key) for key in shape if shape[key][1] and key not in value]
    for key in value:
        if key in shape:
            wrong += fits(shape[key][0], value[key], where + '.' + key)
    return wrong


# ---- the logs ----

class Tally:
    passed = failed = 0

    def check(self, what, want, got):
        if want == got:
            self.passed += 1
            return
        self.failed += 1
        print('FAIL %s\n     expected %r\n     got      %r' % (what, want, got))


class Linter:
    def __init__(self, tally):
        self.tally = tally
        self.logs = []

    def run(self, *arguments, text=''):
        environment = dict(os.environ, LC_ALL='C', NO_COLOR='1')
        done = subprocess.run([AISE, 'lint', *arguments], input=text.encode(), capture_output=True, timeout=60,
                              env=environment, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def log(self, what, *arguments, status=None, **more):
        """The results; the log itself is checked."""
        got, out, _ = self.run('--format=sarif', *arguments, **more)
        if status is not None:
            self.tally.check(what + ': exit status', status, got)
        try:
            log = json.loads(out)
        except ValueError as error:
            self.tally.check(what + ': JSON', '', str(error))
            return []
        self.logs.append(out)
        self.tally.check(what + ': shape', [], fits(LOG, log, 'log')[:5])
        run = log['runs'][0]
        rules = [rule['id'] for rule in run['tool']['driver']['rules']]
        self.tally.check(what + ': rules', [], [r['ruleId'] for r in run['results'] if rules[r['ruleIndex']] != r['ruleId']])
        return run['results']


def place(result):
    where = result['locations'][0]['physicalLocation']
    return urllib.parse.unquote(where['artifactLocation']['uri']), where.get('region')


def in_text(results, found):
    """As `lint` has it in its first lines."""
    lines = []
    for result in results:
        name, region = place(result)
        where = '%s:%d:%d' % (name, region['startLine'], region['startColumn']) if region else name
        lines.append('%s: %s: %s [%s]' % (where, result['level'], result['message']['text'].split('\n')[0], result['ruleId']))
    return lines == [line for line in found.split('\n') if re.search(r' (?:note|warning|error): .* \[[A-Z]\d+\]$', line)]


def offsets(lines, region):
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    end_line = region.get('endLine', region['startLine'])
    for line, column in ((region['startLine'], region['startColumn']), (end_line, region['endColumn'])):
        length = len(lines[line - 1].rstrip('\r\n')) if line <= len(lines) else 0
        if line > len(lines) + 1 or column > length + 1:
            return None
    return starts[region['startLine'] - 1] + region['startColumn'] - 1, starts[end_line - 1] + region['endColumn'] - 1


def mended(content, results):
    """The text with the best correction of each result, as an editor would put it in."""
    lines = content.splitlines(keepends=True)
    edits = []
    for result in results:
        for fix in result.get('fixes', [])[:1]:
            replacement = fix['artifactChanges'][0]['replacements'][0]
            edits.append((offsets(lines, replacement['deletedRegion']), replacement['insertedContent']['text']))
    for (begin, end), new in sorted(edits, reverse=True):
        content = content[:begin] + new + content[end:]
    return content


def put(name, content):
    with open(name, 'w', encoding='utf-8', newline='') as file:
        file.write(content)


def test_inputs(linter, tally):
    put('slip.txt', SLIP)
    put('sound.txt', SOUND)
    put('line end è.txt', LINE_END)
    with zipfile.ZipFile('all.zip', 'w') as archive:
        archive.writestr('in/slip.txt', SLIP)
        archive.writestr('in/image.png', b'\x89PNG\r\n\x1a\n\x00')
    tally.check('nothing to say', [], linter.log('nothing to say', 'sound.txt', status=0))
    tally.check('empty input', [], linter.log('empty input', status=0))
    names = ['slip.txt', 'sound.txt', 'all.zip', 'line end è.txt', 'slip.txt']
    results = linter.log('several inputs', *names, status=1)
    tally.check('several inputs: as in the text', True, in_text(results, linter.run(*names)[1]))
    tally.check('several inputs: findings', 5, len(results))
    one = linter.run('--format=sarif', *names)[1]
    for jobs in '248':
        tally.check('-j ' + jobs, one, linter.run('--format=sarif', '-j', jobs, *names)[1])
    tally.check('standard input', ('-', 5), (lambda r: (r[0], r[1]['startLine']))(
        place(linter.log('standard input', text=SLIP, status=1)[0])))
    status, out, err = linter.run('--format=sarif', 'absent.txt', 'slip.txt')
    tally.check('an input that is not there', (2, 1, True),
                (status, len(json.loads(out)['runs'][0]['results']), err.startswith('aise: absent.txt: ')))
    tally.check('a bad code: nothing written', (2, ''), linter.run('--format=sarif', '-W', 'Z999', 'slip.txt')[:2])
    italian = linter.log('Italian', '--lang', 'it', 'slip.txt', status=1)
    tally.check('Italian: as in the text', True, in_text(italian, linter.run('--lang', 'it', 'slip.txt')[1]))
    large = linter.log('a large input', '-j', '3', text=(SLIP + '\n') * 3000, status=1)
    tally.check('a large input: findings', 3000, len(large))


def test_fixes(linter, tally):
    for name, content in (('slip.txt', SLIP), ('line end è.txt', LINE_END)):
        put(name, content)
        tally.check(name + ': corrected by the log', SOUND, mended(content, linter.log(name, name)))
    tally.check('--fix: what remains', [], linter.log('--fix', '--fix', 'slip.txt', status=0))
    put('slip.txt', SLIP.replace('Dg3', 'Dg3?') + '\n' + SLIP.replace('1.e4', '1.Th8'))
    tally.check('--fix: what remains', ['R104'],
                [r['ruleId'] for r in linter.log('--fix', '--fix', 'slip.txt', status=1) if r['level'] == 'error'])


def test_places(linter, tally, paths):
    for path in paths:
        try:
            with open(path, encoding='utf-8', newline='') as file:
                lines = re.split(r'(?<=\n)|(?<=\r)(?!\n)', file.read().removeprefix('\ufeff'))
        except ValueError:
            continue
        results = linter.log(path, path)
        regions = [place(r)[1] for r in results] + [f['artifactChanges'][0]['replacements'][0]['deletedRegion']
                                                    for r in results for f in r.get('fixes', [])]
        tally.check(path + ': places', [], [r for r in regions if r is not None and offsets(lines, r) is None])


def test_schema(logs, tally):
    with tempfile.NamedTemporaryFile('w', suffix='.jsonl', encoding='utf-8') as file:
        file.writelines(json.dumps(json.loads(log)) + '\n' for log in logs)
        file.flush()
        done = subprocess.run(['node', os.path.join(HERE, '../interop/sarif.mjs'), SCHEMA, file.name],
                              capture_output=True, text=True, timeout=300, check=False)
    tally.check('the published schema', (0, '%d valid\n' % len(logs), ''), (done.returncode, done.stdout, done.stderr))


def main():
    tally = Tally()
    linter = Linter(tally)
    paths = sorted(os.path.abspath(p) for pattern in ('corpus/*/*.txt', 'tests/cases/*.in',
                                                      'tests/property/damage/*.txt') for p in glob.glob(pattern))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        test_inputs(linter, tally)
        test_fixes(linter, tally)
        test_places(linter, tally, paths)
    os.chdir('/')
    if SCHEMA is not None:
        test_schema(linter.logs, tally)
    print('%d passed, %d failed' % (tally.passed, tally.failed))
    return tally.failed > 0


sys.exit(main())
