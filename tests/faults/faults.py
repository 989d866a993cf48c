#!/usr/bin/env python3
"""Whatever fails, the program says so, ends with 2, gives its memory back and leaves no half file.

usage: faults.py AISE FAULT.SO [--all] [WORD]    --all: every N, not a sample; WORD: only commands that hold it
"""
import concurrent.futures
import gzip
import os
import subprocess
import sys
import tempfile
import zipfile

ARGUMENTS = [a for a in sys.argv[3:] if a != '--all']
AISE, SHIM = (os.path.abspath(a) for a in sys.argv[1:3])
EVERY = '--all' in sys.argv
WORD = ARGUMENTS[0] if ARGUMENTS else ''
SAMPLE = 48  # of the N of one command

SOUND = 'DOPPIA MOSSA\n\nAlfa-Beta (GP94) 1-0\n1.e4// e6/Cc6 {nota}\n2.Ab5/Df3! Cd4/C:f3 (2..d5/Cf6)\n3.A:d7/A:e8#\n'
SLASH = SOUND.replace('2.Ab5/Df3!', '2.Ab5Df3!')
BROKEN = 'DOPPIA MOSSA\n\nDelta-Beta (GP94) 1-0\n1.e4// e6/Cc6\n2.Ab5/Td3 Cd4/C:f3\n3.A:d7/A:e8#\n'
NAMELESS = 'Uno-Due (AISE) *\n1.e4\n2.e5/Cf6\n3.Ac4/Dh5/D:f7#\n'
DYNAMO = 'DOPPIO DYNAMO\n\nForzoni-Kustrin (GP96) 0-1\n1.Cb1d2/d2f3, Dd8/d7d3 Cb8d7\n2.Cf3/f3e5 e2/d3c4, Dd8/Cd7d3 Cd3/Re1E#\n'
PAGE = '<html><body><h2>DOPPIA MOSSA</h2><p>Alfa-Beta (GP94) 1-0<br>1.e4// e6/Cc6<br>2.Ab5/Df3 Cd4/C&#58;f3</p></body></html>'
INPUTS = {'sound.txt': SOUND, 'slash.txt': SLASH, 'broken.txt': BROKEN, 'nameless.txt': NAMELESS, 'dynamo.txt': DYNAMO,
          'page.html': PAGE, 'many/a.txt': SOUND, 'many/b.txt': BROKEN + '\n' + DYNAMO, 'many/c/d.pgn': NAMELESS}

# Arguments; `out` is written to, and holds an older file.
COMMANDS = [
    'convert in/sound.txt', 'convert in/dynamo.txt -o out/x.pgn', 'convert --to listing in/sound.txt -o out/new.txt',
    'convert --to jsonl in/broken.txt', 'convert --to viewer in/sound.txt', 'convert --viewer=cards in/sound.txt',
    'convert --variations --source in/broken.txt -o out/x.pgn', 'convert in/nameless.txt', 'convert in/page.html',
    'convert in/games.zip', 'convert in/sound.txt.gz -o out/x.pgn', 'convert --split player in/many -o out/split',
    'convert in/dos.txt', 'convert -j 3 in/many -o out/x.pgn', 'convert -j 3 --split year in/many -o out/split',
    'lint in/sound.txt', 'lint in/broken.txt', 'lint --format=json in/slash.txt in/broken.txt', 'lint --explain B201',
    'lint -j 2 in/many', 'lint --fix out/slash.txt', 'lint --diff out/slash.txt',
    'verify in/many', 'verify -j 2 in/many', 'verify --report json in/many -o out/x.pgn', 'verify --report csv -j 2 in/many',
    'verify --report html in/many -o out/new.html', 'verify --sqlite out/new.db in/many', 'verify --resume out/resume in/many',
    'verify -j 1 --resume out/resume --sqlite out/resume.db in/many', 'convert --split variant in/many -o out',
    'verify --merge in/one.json in/two.json', 'verify -j 1 --report html -o out/x.pgn in/many',
    'verify -j 1 --report csv in/games.zip', 'verify -j 1 --sqlite out/x.pgn in/many', 'verify --merge --report json in/report.json', 'show in/sound.txt --at 2b', 'show --all --ascii in/dynamo.txt',
    'show --svg in/dynamo.txt -o out/x.pgn', 'show --html in/many -o out/x.pgn', 'perft --variant orthodox 2',
    'perft --variant dynamo --divide 1', 'moves --variant doublemove', 'variants', 'variants dynamo', '--help', '--version',
]
FILES = {'x.pgn': 'old\n', 'slash.txt': SLASH}


def build_inputs(folder):
    for name, text in INPUTS.items():
        path = os.path.join(folder, 'in', name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
    with zipfile.ZipFile(os.path.join(folder, 'in', 'games.zip'), 'w', zipfile.ZIP_DEFLATED) as file:
        file.writestr('a.txt', SOUND)
        file.writestr('b.html', PAGE)
    with open(os.path.join(folder, 'in', 'report.json'), 'wb') as file:
        file.write(subprocess.run([AISE, 'verify', '--report', 'json', 'many'], stdout=subprocess.PIPE, check=False,
                                  cwd=os.path.join(folder, 'in')).stdout)
    with gzip.open(os.path.join(folder, 'in', 'sound.txt.gz'), 'wb') as file:
        file.write(SOUND.encode())
    with open(os.path.join(folder, 'in', 'dos.txt'), 'wb') as file:
        file.write((SOUND + 'Perch\x82 \x8a cos\x8d.\n').encode('latin-1'))
    for name, path in (('one', 'sound.txt'), ('two', 'broken.txt')):
        subprocess.run([AISE, 'verify', '--report', 'json', '-o', 'in/%s.json' % name, 'in/' + path], cwd=folder, check=False)


def tree(folder):
    found = {}
    for root, folders, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            with open(path, 'rb') as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


class Outcome:
    """One run in a folder of its own."""

    def __init__(self, inputs, command, fault, limit=None):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.join(inputs, 'in'), os.path.join(folder, 'in'))
            os.makedirs(os.path.join(folder, 'tmp'))
            os.makedirs(os.path.join(folder, 'out'))
            for name, text in FILES.items():
                with open(os.path.join(folder, 'out', name), 'w', encoding='utf-8') as file:
                    file.write(text)
            log = os.path.join(folder, 'log')
            environment = dict(os.environ, LC_ALL='C', NO_COLOR='1', LD_PRELOAD=SHIM, AISE_FAULT=fault,
                               AISE_FAULT_LOG=log, TMPDIR=os.path.join(folder, 'tmp'))
            arguments = command.split()
            if limit is not None:
                arguments = arguments[:]
                runner = ['sh', '-c', 'trap "" XFSZ; ulimit -f %d; exec "$@"' % limit, 'sh', AISE]
            else:
                runner = [AISE]
            done = subprocess.run(runner + arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=120, check=False)
            self.status, self.out, self.err = done.returncode, done.stdout, done.stderr.decode(errors='replace')
            self.files = tree(os.path.join(folder, 'out'))
            self.left = os.listdir(os.path.join(folder, 'tmp'))
            self.log = {}
            if os.path.exists(log):
                with open(log, encoding='ascii') as file:
                    self.log = {key: int(value) for key, value in (line.split() for line in file)}


def complaint_of_foreign(outcome, sound):
    """Libraries may crash, end the program or take want of memory for damage; but nothing half written is left."""
    for name, content in outcome.files.items():
        if outcome.status >= 0 and name not in sound.files and name not in FILES:
            return 'ended with %d and left a file: %s' % (outcome.status, name)
        if outcome.status < 0 and content not in (FILES.get(name, '').encode(), b''):
            return 'ended with %d and left a half file: %s' % (outcome.status, name)
    return None


def complaint(outcome, sound, words):
    """What is wrong with a run in which something failed; None: nothing."""
    if words == FAULTS['foreign']:
        return complaint_of_foreign(outcome, sound)
    if outcome.status < 0 or outcome.status > 2:
        return 'ended with %d: %s' % (outcome.status, outcome.err[-200:])
    if outcome.log.get('live', 0) != 0:
        return '%d blocks not given back' % outcome.log['live']
    if outcome.left:
        return 'left in TMPDIR: %s' % outcome.left
    if (outcome.status, outcome.out, outcome.files) == (sound.status, sound.out, sound.files):
        return None  # it could do without
    if outcome.status != 2:
        return 'status %d, but not what it should have written' % outcome.status
    told = [line for line in outcome.err.splitlines() if line.startswith(('aise: ', 'Fatal Internal Error in'))]
    if not told or not any(word in line for word in words for line in told):
        return 'says %r' % outcome.err[-200:]
    for name, content in outcome.files.items():
        if name.startswith('resume'):
            continue  # made to be gone on with
        if name not in sound.files and name not in FILES:
            return 'left a file: %s' % name
        if content not in (FILES.get(name, '').encode(), sound.files.get(name)) and words not in (FAULTS['read'], FAULTS['dlopen']):
            return 'left a half file: %s' % name
    return None


FAULTS = {
    'alloc': ('out of memory', 'allocate memory', 'Internal Error in libarchive', 'iconv does not know'),
    'foreign': ('',),
    'write': ('No space left',),
    'read': ('Input/output error', 'rror'),
    'close': ('No space left',),
    'rename': ('ermission denied',),
    'dlopen': ('cannot open shared object',),
}


def some(count):
    """All of 1 … count, or a sample: the first ones and some of the rest."""
    if EVERY or count <= SAMPLE:
        return range(1, count + 1)
    return sorted(set(range(1, SAMPLE // 2)) | {1 + i * count // SAMPLE for i in range(SAMPLE)} | {count})


class Tally:
    passed = failed = 0

    def note(self, what, problem):
        if problem is None:
            self.passed += 1
            return
        self.failed += 1
        if self.failed <= 40:
            print('FAIL %s: %s' % (what, problem))


def test_command(pool, tally, inputs, command):
    sound = Outcome(inputs, command, 'none')
    tally.note(command, None if sound.status in (0, 1) and sound.log.get('live') == 0 else
               'without a fault: %d, %s, %s' % (sound.status, sound.log, sound.err[-200:]))
    for kind, words in FAULTS.items():
        count = Outcome(inputs, command, kind + '=0').log.get('count', 0)
        runs = [(n, pool.submit(Outcome, inputs, command, '%s=%d' % (kind, n))) for n in some(count)]
        for n, run in runs:
            tally.note('%s, %s %d' % (command, kind, n), complaint(run.result(), sound, words))
        if EVERY:
            print('%-50s %-6s %d' % (command, kind, count))
    hindered = Outcome(inputs, command, 'short')
    same = (hindered.status, hindered.out, hindered.err, hindered.files) == (sound.status, sound.out, sound.err, sound.files)
    tally.note(command + ', short reads and writes', None if same else 'differs: %d %s' % (hindered.status, hindered.err[-200:]))


def test_limit(tally, inputs, command):
    """Files may not grow beyond a block: as on a full disk, also for what goes through the C library."""
    sound = Outcome(inputs, command, 'none')
    small = Outcome(inputs, command, 'none', limit=0)
    tally.note(command + ', no room for files', complaint(small, sound, ('too large',)))


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory() as inputs, concurrent.futures.ThreadPoolExecutor(2) as pool:
        build_inputs(inputs)
        for command in COMMANDS:
            if WORD in command:
                test_command(pool, tally, inputs, command)
                test_limit(tally, inputs, command)
    print('%d passed, %d failed' % (tally.passed, tally.failed))
    return tally.failed > 0


sys.exit(main())
