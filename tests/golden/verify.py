#!/usr/bin/env python3
"""Tests `aise verify` and reading on several threads, each in a folder of its own.

usage: verify.py AISE [WORD]     WORD: only tests whose name holds it; ends with `N passed, N failed`
"""
import csv
import fcntl
import gzip
import html.parser
import io
import itertools
import json
import os
import pty
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
import zipfile

AISE = os.path.abspath(sys.argv[1])
ROOT = os.getcwd()
ONE = 'DOPPIA MOSSA\n\nAlfa-Beta (GP94) 1-0\n1.e4// e6/Cc6\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/A:e8#\n'
SAME = 'DOPPIA MOSSA\n\nGamma-Delta (GP95) 1-0\n1.e2-e4 // e7-e6 / Cb8-c6\n2. Af1-b5/Dd1-f3 Cd4/Cxf3\n3.A:d7/A:e8#\n'
SHORT = 'DOPPIA MOSSA\n\nUno-Due (GP95) *\n1.e4// e6/Cc6\n2.Ab5/Df3\n'
BROKEN = 'DOPPIA MOSSA\n\nDelta-Beta (GP94) 1-0\n1.e4// e6/Cc6\n2.Ab5/Td3 Cd4/C:f3\n3.A:d7/A:e8#\n'
EMPTY = 'DYNAMO\n\nOmega-Psi (GP93) 1-0\n\n'
LINES = ['DOPPIA MOSSA', 'DYNAMO', 'PROGRESSIVI', '', 'Un testo qualunque.', '[Commenti di A. Castelli]',
         '1.e4 e così via // non è mossa', '1.xx yy zz parole', '1.e4 e5 segue una nota', 'Rossi-Verdi (GP94) 1-0']


def run(*arguments, text='', **more):
    environment = dict(os.environ, LC_ALL='C.UTF-8', NO_COLOR='1', TMPDIR=os.getcwd())
    environment.update(more.pop('environment', {}))
    given = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run([AISE, *arguments], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
                          env=environment, check=False, **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def put(name, text):
    os.makedirs(os.path.dirname(name) or '.', exist_ok=True)
    with open(name, 'wb') as file:
        file.write(text if isinstance(text, bytes) else text.encode())


def get(name):
    with open(name, encoding='utf-8') as file:
        return file.read()


def report(*arguments, **more):
    status, out, err = run('verify', '--report', 'json', *arguments, **more)
    return status, json.loads(out), err


def corpus():
    """The texts of the corpus, and what breaks them a little."""
    found = []
    for folder, folders, names in os.walk(os.path.join(ROOT, 'corpus')):
        folders.sort()
        for name in sorted(names):
            if name.endswith(('.txt', '.pgn')):
                with open(os.path.join(folder, name), 'rb') as file:
                    found.append(file.read())
    return found + [t.encode() for t in (ONE, SAME, SHORT, BROKEN, EMPTY)]


def mixture(size, seed):
    """So many bytes of listings with text, titles, credits and talk between them, in several encodings."""
    draw, texts, out, length = random.Random(seed), corpus(), [], 0
    while length < size:
        piece = draw.choice(texts)
        if draw.random() < 0.2:
            piece = piece.decode('utf-8', 'replace').encode('cp1252', 'replace')
        if draw.random() < 0.1:
            at = draw.randrange(len(piece))
            piece = piece[:at] + bytes([draw.randrange(256)]) + piece[at + 1:]
        lines = ''.join(draw.choice(LINES) + '\n' for _ in range(draw.randrange(5)))
        out += [piece, b'\n', lines.encode()]
        length += len(piece) + len(lines) + 1
    return b''.join(out)


# ---- threads ----

def same_for_all(*arguments, counts=('2', '3', '7'), **more):
    """The same output, findings and status on any number of threads; returns them."""
    want = run(arguments[0], '-j', '1', *arguments[1:], **more)
    for count in counts:
        got = run(arguments[0], '-j', count, *arguments[1:], **more)
        assert got[0] == want[0], (arguments, count, got[0], want[0])
        for name, one, other in (('output', want[1], got[1]), ('findings', want[2], got[2])):
            if one != other:
                at = next((i for i, (a, b) in enumerate(itertools.zip_longest(one, other)) if a != b))
                raise AssertionError('-j %s, %s differ: %r, %r' % (count, name, one[at - 80:at + 80], other[at - 80:at + 80]))
    return want


def inputs():
    put('big.txt', mixture(3000000, 1))
    page = mixture(40000, 2).decode('utf-8', 'replace').replace('<', '&lt;').replace('\n', '<br>\n')
    put('page.html', '<html><body><p>%s</p></body></html>' % (page * 12))
    for i in range(40):
        put('many/%d/%02d.txt' % (i % 3, i), mixture(3000 + 700 * i, 10 + i))
    with zipfile.ZipFile('many/mixed.zip', 'w', zipfile.ZIP_DEFLATED) as file:
        for i in range(30):
            file.writestr('%02d.txt' % i, mixture(20000, 100 + i))
        file.writestr('large.txt', mixture(400000, 3))
        file.writestr('page.html', '<html><body>%s</body></html>' % page)
        file.writestr('bad.doc', b'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' + bytes(600))
    put('many/broken.zip', get_bytes('many/mixed.zip')[:200000])
    put('many/nothing.txt', '')
    put('many/utf16.txt', 'Alfa-Beta'.encode('utf-16'))


def get_bytes(name):
    with open(name, 'rb') as file:
        return file.read()


def test_threads_convert():
    inputs()
    everything = ('many', 'absent.txt', 'big.txt', 'page.html', 'many/mixed.zip')
    for options in ((), ('--to', 'listing', '--empty'), ('--to', 'jsonl', '--source'), ('--strict', '-V', 'DM')):
        same_for_all('convert', *options, *everything)
    with open('big.txt', 'rb') as file:
        same_for_all('convert', text=file.read(), counts=('2',))


def test_threads_split():
    inputs()
    for count in ('1', '4'):
        status, _, err = run('convert', '-j', count, '--split', 'player', '-o', 'out' + count, 'many', 'big.txt')
        assert status == 1, (status, err)
    names = sorted(os.listdir('out1'))
    assert names == sorted(os.listdir('out4')) and len(names) > 10
    assert all(get('out1/' + name) == get('out4/' + name) for name in names)


def test_threads_lint():
    put('big.txt', mixture(400000, 5))
    for options in ((), ('--format', 'json'), ('-W', 'error', '--lang', 'it')):
        same_for_all('lint', *options, 'big.txt', 'absent', 'big.txt', counts=('2', '4'))


def test_threads_verify():
    inputs()
    for form in ('text', 'json', 'csv', 'html'):
        status, out, err = same_for_all('verify', '--report', form, 'many', 'absent', 'big.txt', counts=('2', '5'))
        assert status == 2 and err == 'aise: absent: No such file or directory\n', err
    assert run('verify', 'many', 'big.txt')[1] == run('verify', '-j', '1', 'many', 'big.txt')[1]


def test_pipe_ends():
    put('big.txt', mixture(2000000, 7))
    with subprocess.Popen([AISE, 'convert', '-j', '3', 'big.txt'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdout.read(1000)
        process.stdout.close()
        assert process.wait(30) != 0
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([AISE, 'convert', '-j', '3', 'big.txt'], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2 and b'No space left' in done.stderr


# ---- what is counted ----

def test_table():
    put('in/a.txt', ONE + '\n' + SHORT)
    put('in/b.txt', BROKEN + '\n' + EMPTY)
    status, out, err = run('verify', 'in')
    lines = [line.split() for line in out.splitlines()]
    assert status == 1 and err == '', err
    assert lines[0] == ['variant', 'games', 'plies', 'ok', 'damaged', 'empty']
    assert lines[1] == ['doublemove', '3', '18', '2', '1', '0'], lines[1]
    assert lines[2] == ['dynamo', '1', '0', '0', '0', '1'], lines[2]
    assert lines[3] == ['total', '4', '18', '2', '1', '1'], lines[3]
    assert out.splitlines()[-1].startswith('in/b.txt:3: Delta-Beta, doublemove, 4 [R'), out
    assert 'guaste' in run('verify', '--lang', 'it', 'in')[1]
    assert run('verify', '-o', 'out.txt', 'in') == (1, '', '') and get('out.txt') == out
    assert run('verify', 'in/a.txt')[0] == 0
    put('in/c.txt', 'Solo parole.\n')
    assert run('verify', 'in/c.txt')[0] == 0 and run('verify', text='')[0] == 0


def test_nothing_inside():
    """What holds nothing is reported as an empty file is; what cannot be read is not."""
    os.makedirs('empty/below')
    put('empty.txt', '')
    put('nothing.gz', gzip.compress(b''))
    zipfile.ZipFile('nothing.zip', 'w').close()
    for form in ('text', 'json', 'csv', 'html'):
        want = run('verify', '--report', form, 'empty.txt')
        assert want[0] == 0 and want[1] != '' and want[2] == '', form
        for names in (('empty',), ('nothing.gz',), ('nothing.zip',), ('empty', 'nothing.gz', 'nothing.zip')):
            assert run('verify', '--report', form, *names) == want, (form, names)
        assert run('verify', '--report', form, '-o', 'report', 'empty') == (0, '', '') and get_bytes('report').decode() == want[1]
        assert run('verify', '--report', form, 'absent', 'nothing.gz')[:2] == (2, want[1])
        assert run('verify', '--report', form, 'absent')[:2] == (2, '')
    assert run('verify', '--sqlite', 'db', 'empty')[0] == 0 and contents('db')['games'] == []
    assert run('verify', '--resume', 'state', 'empty')[1] == run('verify', 'empty')[1]


def test_twins():
    put('a.txt', ONE)
    put('b.txt', SAME + '\n' + SHORT)
    put('c.txt', ONE.replace('Alfa', 'Zeta') + '\n' + BROKEN)
    status, out, _ = run('verify', 'a.txt', 'b.txt', 'c.txt')
    assert status == 1
    assert '\nDuplicates (the same plies)\n' \
           'b.txt:3: Gamma-Delta, doublemove, 9, same as a.txt:3\n' \
           'c.txt:3: Zeta-Beta, doublemove, 9, same as a.txt:3\n' in out, out
    assert '\nBeginnings of other games\nb.txt:10: Uno-Due, doublemove, 5, goes on in a.txt:3, 9\n' in out, out
    _, found, _ = report('b.txt', 'c.txt', 'a.txt')
    assert [(d['source'], d['same_as']['source']) for d in found['duplicates']] == [('c.txt', 'b.txt'), ('a.txt', 'b.txt')]
    assert [(d['plies'], d['goes_on']['plies']) for d in found['beginnings']] == [(5, 9)]
    assert len({g['hash'] for g in found['games'] if g['status'] == 'ok'}) == 2
    assert 'Duplicates' not in run('verify', 'a.txt', text='')[1]
    # Another variant, or another start, is another game.
    put('x.pgn', '[Variant "Doublemove"]\n\n1. e4 *\n\n[White "B"]\n[Variant "Progressive"]\n\n1. e4 *\n')
    assert 'Duplicates' not in run('verify', 'x.pgn')[1]


def many_games(count, same=0):
    """Games of seven plies, all different; then `same` of them again."""
    firsts = ['%s%d' % (f, r) for f in 'abcdefgh' for r in (3, 4)]
    plies = list(itertools.islice(itertools.product(firsts, ['a6', 'b6', 'c6', 'd6', 'e6'], firsts, ['h6', 'g6', 'h5', 'g5'],
                                                    ['Nc3', 'Nf3', 'Nh3', 'Na3']), count))
    games = ['1. %s %s 2. %s %s 3. %s' % p for p in plies if p[0][0] != p[2][0]]
    random.Random(3).shuffle(games)
    return games + games[:same]


def test_many_twins():
    games = many_games(20000, 500)
    games += [g.rsplit(' ', 2)[0] for g in games[:300]]  # each the beginning of four
    put('x.pgn', ''.join('[White "%d"]\n[Black "x"]\n[Result "*"]\n\n%s *\n\n' % (i, g) for i, g in enumerate(games)))
    status, found, _ = report('x.pgn')
    seen, first, want = {}, {}, []
    for number, game in enumerate(found['games']):
        seen[game['line']] = number
        if game['status'] != 'ok':  # of a damaged game nobody knows how it went on
            continue
        first.setdefault(game['moves'], number)
        if first[game['moves']] != number:
            want.append((number, first[game['moves']]))
    got = [(seen[d['line']], seen[d['same_as']['line']]) for d in found['duplicates']]
    assert status == 1 and got == want and len(got) > 400, (len(got), len(want))
    longer = {}
    for moves, number in first.items():
        words = moves.split(' ')
        for end in range(1, len(words)):
            text = ' '.join(words[:end])
            if text in first:
                longer[first[text]] = min(longer.get(first[text], number), number)
    got = {seen[d['line']]: seen[d['goes_on']['line']] for d in found['beginnings']}
    assert got == longer and len(got) > 100, (len(got), len(longer))


# ---- reports ----

def test_json():
    put('a.txt', ONE + '\n' + BROKEN)
    status, found, _ = report('a.txt')
    assert status == 1 and found['report'] == 'aise verify'
    assert found['total'] == {'games': 2, 'plies': 13, 'ok': 1, 'damaged': 1, 'empty': 0}, found['total']
    assert found['variants'][0]['variant'] == 'doublemove' and found['variants'][0]['damaged'] == 1
    one, broken = found['games']
    assert one['moves'] == 'e4 e6 Nc6 Bb5 Qf3 Nd4 Nxf3 Bxd7 Bxe8#' and one['line'] == 3 and 'break' not in one
    assert broken['moves'] == 'e4 e6 Nc6 Bb5' and broken['break']['code'].startswith('R')
    assert (broken['break']['line'], broken['break']['column']) == (12, 7), broken
    assert broken['break']['board'].startswith('r1bqkbnr/pppp1ppp/2n1p3/1B6/4P3/8/PPPP1PPP/RNBQK1NR w')
    assert broken['break']['quote'] == '2.Ab5/Td3 Cd4/C:f3'
    assert found['findings'][0]['severity'] == 'error'


def test_csv():
    put('a, "b".txt', ONE + '\n' + BROKEN + '\n' + SAME + '\n[White "Al\\"f,a"]\n[Black "x"]\n\n1. e4 *\n')
    status, out, _ = run('verify', '--report', 'csv', 'a, "b".txt')
    rows = list(csv.DictReader(io.StringIO(out, newline='')))
    assert status == 1 and len(rows) == 4 and out.endswith('\r\n')
    assert rows[3]['white'] == 'Al"f,a' and rows[0]['source'] == 'a, "b".txt' and rows[0]['status'] == 'ok'
    assert rows[1]['status'] == 'damaged' and rows[1]['break_line'] == '12' and rows[1]['board'].startswith('r1bqkbnr/')
    assert (rows[2]['same_as_source'], rows[2]['same_as_line']) == ('a, "b".txt', '3')


class Page(html.parser.HTMLParser):
    """Checks that tags close in order, and keeps what is needed."""
    VOID = {'meta', 'input', 'br', 'link', 'img'}

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text, self.links = [], {}, '', []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.links += [v for k, v in attrs if k in ('src', 'href', 'onclick', 'onerror', 'onload')]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open, self.getpos())
        self.open.pop()

    def handle_data(self, data):
        self.text += data


def test_html():
    evil = '<script>alert(1)</script>&amp;"\''
    put('<b>&.txt', ONE + '\n[White "%s"]\n[Black "x"]\n[Variant "Doublemove"]\n\n1. e4 1... e6 Nc6 2. Bb5 Rd3 <b> *\n\n%s'
        % (evil.replace('"', '\\"'), SAME))
    status, out, _ = run('verify', '--report', 'html', '<b>&.txt')
    page = Page()
    page.feed(out)
    page.close()
    assert status == 1 and not page.open and page.links == [], page.links
    assert page.tags['script'] == 1 and 'b' not in page.tags and evil in page.text
    assert '<script>alert' not in out and out.startswith('<!DOCTYPE html>')
    assert page.tags['i'] == 64 and out.count('♟') == 8 and out.count('<i>♜</i>') == 2 and '<mark>' in out
    assert 'http' not in out.replace('http-equiv', '')
    assert 'lang="it"' in run('verify', '--report', 'html', '--lang', 'it', '<b>&.txt')[1]


def test_progress():
    put('big.txt', mixture(2000000, 9))
    status, out, err = run('verify', '--progress', 'always', 'big.txt')
    assert status == 1 and err.startswith('\r\033[K[') and ' % ' in err and 'MB/s' in err and ' left' in err, err[:200]
    assert err.endswith('\r\033[K') and out == run('verify', 'big.txt')[1]
    status, _, err = run('verify', '--progress', 'always', '--lang', 'it', text=get_bytes('big.txt'))
    assert 'partite' in err and ' % ' not in err.split('MB/s')[0] or '[' in err, err[:200]
    master, slave = pty.openpty()
    with subprocess.Popen([AISE, 'verify', 'big.txt'], stdout=slave, stderr=slave) as process:
        os.close(slave)
        seen = b''
        try:
            while piece := os.read(master, 65536):
                seen += piece
        except OSError:
            pass
        assert process.wait(60) == 1
    os.close(master)
    assert seen.startswith(b'\r\033[K[') and b'total' in seen.split(b'\r\033[K')[-1], seen[:300]


# ---- several machines ----

def strip(found):
    """A report without what tells how it came about."""
    return {k: v for k, v in found.items() if k != 'piece'}


def test_merge():
    for i in range(12):
        put('in/%02d.txt' % i, mixture(30000, 40 + i))
    status, whole, _ = report('in')
    parts = []
    for i in range(12):
        parts.append('%02d.json' % i)
        run('verify', '--report', 'json', '-o', parts[-1], 'in/%02d.txt' % i)
    again, merged, err = report('--merge', *parts)
    assert (again, err) == (status, '') and merged == whole
    for form in ('text', 'csv', 'html'):
        assert run('verify', '--report', form, '--merge', *parts)[:2] == run('verify', '--report', form, 'in')[:2], form
    joined = ''.join(get(name) for name in parts)
    assert run('verify', '--merge', text=joined) == run('verify', 'in')
    put('nested.json', json.dumps(merged, indent=3))
    assert report('--merge', 'nested.json')[1] == whole


def test_merge_letters():
    """Every way to write a character in JSON."""
    name = 'Àlfa € 𝄞 \\\\ \\" /'
    put('a.txt', '[White "%s"]\n[Black "B"]\n[Variant "Doublemove"]\n\n1. e4 1... e6 Rd3 *\n' % name)
    status, whole, _ = report('a.txt')
    white = whole['games'][0]['white']
    assert status == 1 and white == 'Àlfa € 𝄞 \\ " /', white
    plain = json.dumps(whole, ensure_ascii=False)
    inside = json.dumps(white, ensure_ascii=False)[1:-1]
    for spelt in (inside, json.dumps(white)[1:-1], json.dumps(white)[1:-1].replace('u00c0', 'u00C0').replace('/', '\\/'),
                  ''.join('\\u%04x' % int.from_bytes(white.encode('utf-16-be')[i:i + 2], 'big')
                          for i in range(0, len(white.encode('utf-16-be')), 2))):
        put('spelt.json', plain.replace(inside, spelt))
        assert json.loads(get('spelt.json')) == whole
        assert report('--merge', 'spelt.json') == (1, whole, ''), spelt
    put('spelt.json', plain.replace(inside, 'a\\tb\\nc\\b\\f\\rd'))
    assert report('--merge', 'spelt.json') == (1, json.loads(get('spelt.json')), '')
    for spelt in ('\\ud834', '\\ud834x', '\\ud834\\u0041', '\\udd1e', '\\u0000', '\\u12', '\\u12g4', '\\q', '\\'):
        put('spelt.json', plain.replace(inside, spelt))
        assert run('verify', '--merge', 'spelt.json') == (2, '', 'aise: spelt.json: not a JSON report of aise verify\n'), spelt


def test_merge_misuse():
    put('a.txt', ONE)
    good = run('verify', '--report', 'json', 'a.txt')[1]
    for text in ('', '{}', '[]', 'x', good[:-20], good.replace('"aise verify"', '"other"'), good.replace('doublemove', 'no'),
                 good.replace('"ok":1', '"ok":-1'), good.replace('"line":3', '"line":"3"'), '[' * 100000, good + '}',
                 good.replace('"games":[', '"games":{'), good[:-3], good.replace('"line"', '"line'), good.replace('"line":', '"line"'),
                 good.replace('"ok":1', '"ok":'), good.replace('"ok":1', '"ok":%s' % ('1' * 25)), good.replace('"ok":1', '"ok":1.5'),
                 good.replace('"report"', '7'), '{"report":"aise verify","x":%s}' % ('[' * 40 + ']' * 40), '{"report":"aise verify","games":[[[1]]]}'):
        put('x.json', text)
        status, out, err = run('verify', '--merge', 'x.json')
        assert (status, out) == (2, '') and err == 'aise: x.json: not a JSON report of aise verify\n', (text[:50], err)
    assert run('verify', '--merge', 'absent.json') == (2, '', 'aise: absent.json: No such file or directory\n')
    for options in (('--merge', '--resume', 'r'), ('--merge', '--sqlite', 's'), ('--merge', '--piece', 'p'),
                    ('--resume', 'r'), ('--resume', 'r', '-'), ('--piece', 'p', 'a.txt'), ('--report', 'xml', 'a.txt')):
        status, out, err = run('verify', *options)
        assert (status, out) == (2, '') and err.startswith('aise: ') and err.count('\n') == 1, (options, err)


def pgn(count):
    return ''.join('[Event "E"]\n[White "W%d"]\n[Black "B"]\n[Result "*"]\n\n%s *\n\n' % (i, g)
                   for i, g in enumerate(many_games(count, 40)))


def test_pieces():
    text = pgn(3000) + BROKEN.replace('DOPPIA MOSSA\n', '') + '\n' + pgn(200)
    put('x.pgn', text)
    pieces = ['[Event ' + p for p in text.split('[Event ')[1:]]
    cut = [''.join(pieces[i:i + 700]) for i in range(0, len(pieces), 700)]
    reports = ''
    for piece in cut:
        reports += run('verify', '--report', 'json', '--piece', 'x.pgn', text=piece)[1]
    status, merged, err = report('--merge', text=reports)
    again, whole, _ = report('x.pgn')
    assert (status, err) == (again, '') and merged == whole
    assert merged['games'][-1]['line'] > len(text.split('\n')) - 20


def test_parallel():
    """The manual's recipe, with smaller blocks and local workers."""
    if shutil.which('parallel') is None:
        return
    text = get(os.path.join(ROOT, 'README.md')) + get(os.path.join(ROOT, 'src/cli/manual.md'))
    recipe = next(block for block in text.split('```') if '--pipepart' in block)
    command = recipe.split('sh\n', 1)[1].replace('--block 20M', '--block 60k -j 3')
    put('games.pgn', pgn(6000))
    environment = dict(os.environ, PATH=os.path.dirname(AISE) + os.pathsep + os.environ['PATH'], LC_ALL='C.UTF-8')
    done = subprocess.run(['sh', '-c', command.rstrip() + ' --report json'], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment, check=False, timeout=120)
    assert done.returncode == 1 and b'aise' not in done.stderr, done.stderr
    assert json.loads(done.stdout) == report('games.pgn')[1]


# ---- going on ----

def interrupted(arguments, inputs_done):
    """Starts, interrupts as soon as so many inputs are noted; true if it was still running."""
    with subprocess.Popen([AISE, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env=dict(os.environ, TMPDIR=os.getcwd())) as process:
        while process.poll() is None:
            try:
                if get('state').count('\n') >= inputs_done:
                    break
            except FileNotFoundError:
                pass
            time.sleep(0.001)
        running = process.poll() is None
        process.send_signal(random.choice((signal.SIGINT, signal.SIGKILL)))
        process.wait(30)
    return running


def test_resume():
    for i in range(30):
        put('in/%d/%02d.txt' % (i % 4, i), mixture(60000, 70 + i))
    put('in/big.txt', mixture(900000, 68))
    forms = {form: run('verify', '--report', form, 'in') for form in ('text', 'json', 'csv', 'html')}
    caught = 0
    for stop in (1, 3, 9, 20):
        caught += interrupted(['verify', '--resume', 'state', '-j', '2', 'in'], stop)
    with open('state', 'a', encoding='utf-8') as file:
        file.write('{"input":"in/2/')  # a line that was being written
    for form, want in forms.items():
        assert run('verify', '--resume', 'state', '--report', form, 'in') == want, form
    lines = [json.loads(line) for line in get('state').splitlines()]
    assert caught > 0 and len(lines) == 31 and len({line['input'] for line in lines}) == 31
    put('in/1/new.txt', SAME)
    assert report('--resume', 'state', 'in')[1]['total'] == report('in')[1]['total']
    os.remove('in/0/00.txt')
    assert report('--resume', 'state', 'in')[1]['total'] == report('in')[1]['total']


def test_resume_unreadable():
    put('in/a.txt', ONE)
    put('in/c.txt', BROKEN)
    shutil.copy('in/a.txt', 'b.txt')
    status, _, err = run('verify', '--resume', 'state', 'in', 'b', 'b.txt')
    assert status == 2 and err == 'aise: b: No such file or directory\n'
    put('b', SHORT)
    status, out, err = run('verify', '--resume', 'state', 'in', 'b', 'b.txt')
    lines = [json.loads(line) for line in get('state').splitlines()]
    assert (status, err) == (1, '') and [line.get('failed', False) for line in lines] == [False, False, True, False, False]
    assert sorted(out.splitlines()) == sorted(run('verify', 'in', 'b', 'b.txt')[1].splitlines())
    assert run('verify', '--resume', 'state', '-V', 'orthodox', 'in')[2] == 'aise: state: was begun with other options\n'
    os.remove('state.games')
    assert run('verify', '--resume', 'state', 'in') == (2, '', 'aise: state: the games beside it are gone\n')
    line = '{"input":"in/a.txt","settings":%s,"log":%s,"variants":%s,"outside":%s}\n'
    for values in (('""', '"x"', '[]', '[]'), ('""', '-1', '[]', '[]'), ('""', '0', '[7]', '[]'), ('""', '0', '[]', '[7]')):
        put('state', line % values)
        put('state.games', '')
        assert run('verify', '--resume', 'state', 'in') == (2, '', 'aise: state: not a file of --resume\n'), values
    put('state', '')
    with open('state', 'rb') as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert run('verify', '--resume', 'state', 'in') == (2, '', 'aise: state: another run is using it\n')
    put('state', 'something else\n')
    assert run('verify', '--resume', 'state', 'in') == (2, '', 'aise: state: not a file of --resume\n')


def same_games(*arguments):
    """A resumed run tells of the same games as a new one, in whatever order."""
    status, resumed, err = report('--resume', 'state', *arguments)
    new_status, new, _ = report(*[a for a in arguments if a not in ('--sqlite', 'base')])
    assert (status, err, resumed['total'], resumed['findings']) == (new_status, "", new["total"], new["findings"]), (arguments, status, resumed["total"], new["total"], resumed["findings"], new["findings"])
    assert sorted(map(str, resumed['games'])) == sorted(map(str, new['games'])), arguments


def test_resume_changed():
    """An input that has another size or time is read again; one that is gone counts no more, and does when it is back."""
    for i in range(6):
        put('in/%d.txt' % i, ONE.replace('Alfa', 'Alfa%d' % i) + '\n' + BROKEN.replace('Delta', 'Delta%d' % i))
    for base in ((), ('--sqlite', 'base')):
        same_games(*base, 'in')
        put('in/1.txt', 'Niente.\n')
        same_games(*base, 'in')
        old = os.stat('in/2.txt')
        put('in/2.txt', get('in/2.txt').replace('Alfa2', 'Beta2'))
        os.utime('in/2.txt', ns=(old.st_atime_ns, old.st_mtime_ns + 1))
        same_games(*base, 'in')
        os.rename('in/3.txt', 'away')
        same_games(*base, 'in')
        same_games(*base, 'in')
        os.rename('away', 'in/3.txt')
        same_games(*base, 'in')
        os.utime('in/4.txt', ns=(0, -5))
        same_games(*base, 'in')
        before = get('state')
        same_games(*base, 'in')
        assert get('state') == before, 'read again without need'
        if base:
            kept = contents('base')
            run('verify', '--sqlite', 'new', 'in')
            assert sorted(row[1:] for row in kept['games']) == sorted(row[1:] for row in contents('new')['games'])
            assert all(len(kept[table]) == len(rows) for table, rows in contents('new').items())
        os.remove('state')
        os.remove('state.games')


def test_resume_names():
    """Any name of an input can be gone on with."""
    os.mkdir('in')
    for i, name in enumerate((b'\xff.txt', b'\xfe.txt', b'?.txt', b'a"b\\.txt', b'"failed":false.txt', 'è.txt'.encode(), b'x\ny.txt')):
        with open(b'in/' + name, 'wb') as file:
            file.write(ONE.replace('Alfa', 'Alfa%d' % i).encode())
    want = run('verify', '--report', 'csv', 'in')
    for _ in range(3):
        assert run('verify', '--resume', 'state', '--report', 'csv', 'in') == want
    assert get('state').count('\n') == 7 and all(json.loads(line)['failed'] is False for line in get('state').splitlines())
    os.rename(b'in/\xff.txt', b'away')
    assert report('--resume', 'state', 'in')[1]['total']['games'] == 6


def test_resume_spares():
    """What is not a file of --resume stays as it is, and nothing is left behind."""
    put('a.txt', ONE)
    put('x.games', 'important\n' * 100)
    put('y', 'important')
    put('z', 'important\n')
    put('short.games', 'x')
    os.mkdir('folder')
    os.mkfifo('pipe')
    os.mkfifo('w.games')
    put('t.games', '')
    for name, says in (('x', 'x.games: not a file of --resume'), ('y', 'y: not a file of --resume'),
                       ('z', 'z: not a file of --resume'), ('short', 'short.games: not a file of --resume'),
                       ('folder', 'folder: not a regular file'), ('pipe', 'pipe: not a regular file'),
                       ('w', 'w.games: not a regular file'), ('absent/s', 'absent/s: No such file or directory')):
        before = sorted(os.listdir('.'))
        assert run('verify', '--resume', name, 'a.txt') == (2, '', 'aise: %s\n' % says), name
        assert run('verify', '--resume', name, '--sqlite', 'base', 'a.txt') == (2, '', 'aise: %s\n' % says), name
        assert sorted(os.listdir('.')) == before, name
    assert get('x.games') == 'important\n' * 100 and get('y') == 'important' and get('z') == 'important\n'
    want = run('verify', 'a.txt')
    assert run('verify', '--resume', 't', 'a.txt') == want
    put('t', get('t') + 'important')
    assert run('verify', '--resume', 't', 'a.txt') == (2, '', 'aise: t: not a file of --resume\n')
    os.remove('t')  # its games alone are of no use, and are ours
    assert run('verify', '--resume', 't', 'a.txt') == want


def test_own_files():
    """What it writes it does not read, also below the folder."""
    put('a.txt', ONE)
    put('b.txt', BROKEN)
    want = run('verify', '.')[1]
    for _ in range(2):
        assert run('verify', '--resume', 'state', '--sqlite', 'base', '-o', 'report.txt', '.')[::2] == (1, '')
        assert get('report.txt') == want and get('state').count('\n') == 2
    for options in (('-o', './a.txt'), ('--sqlite', 'a.txt'), ('--resume', 'a.txt')):
        assert run('verify', *options, 'a.txt') == (2, '', 'aise: a.txt is both input and output\n'), options
    put('out.pgn', 'Solo parole.\n')
    assert run('convert', '-o', 'out.pgn', 'a.txt')[0] == 0
    before = get('out.pgn')
    os.remove('b.txt')
    for name in ('state', 'state.games', 'base', 'report.txt'):
        os.remove(name)
    assert run('convert', '-o', 'out.pgn', '.')[0] == 0 and get('out.pgn') == before


def test_written_twice():
    put('a.txt', ONE)
    put('there', 'older')
    os.symlink('gone', 'dangling')
    os.symlink('there', 'link')
    os.mkdir('in')
    for name, other in (('there', 'there'), ('there', './there'), ('new', 'in/../new'), ('there', 'link'), ('link', 'there'),
                        ('gone', 'dangling'), ('dangling', './gone'), ('new', os.path.abspath('new'))):
        for options in (('--sqlite', name, '-o', other), ('--resume', name, '--sqlite', other), ('--resume', name, '-o', other),
                        ('--resume', 'x', '--sqlite', 'x.games'), ('--resume', 'x', '-o', './x.games')):
            status, out, err = run('verify', *options, 'a.txt')
            assert (status, out) == (2, '') and err.endswith(' would be written twice\n') and err.count('\n') == 1, (options, err)
    with open('report', 'w', encoding='ascii') as file:
        done = subprocess.run([AISE, 'verify', '--sqlite', 'report', 'a.txt'], stdout=file, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b'aise: report is also standard output\n'), done
    assert sorted(os.listdir('.')) == ['a.txt', 'dangling', 'in', 'link', 'report', 'there'] and get('there') == 'older'
    assert run('verify', '--sqlite', 'new', '-o', 'in/new', 'a.txt')[0] == 0  # the name alone says nothing


# ---- the database ----

def test_sqlite():
    put('in/a.txt', ONE + '\n' + SHORT)
    put('in/b.txt', BROKEN + '\nParole fuori.\n')
    put('db', 'an older file')
    assert run('verify', '--sqlite', 'db', 'in')[:2] == run('verify', 'in')[:2]
    base = sqlite3.connect('db')
    rows = base.execute('SELECT source, line, variant, status, white, black, result, plies, moves FROM games ORDER BY id').fetchall()
    assert [r[:2] for r in rows] == [('in/a.txt', 3), ('in/a.txt', 10), ('in/b.txt', 3)], rows
    assert rows[0][2:] == ('doublemove', 'ok', 'Alfa', 'Beta', '1-0', 9, 'e4 e6 Nc6 Bb5 Qf3 Nd4 Nxf3 Bxd7 Bxe8#')
    plies = base.execute('SELECT ply, turn, side, san FROM plies WHERE game = 1 ORDER BY ply').fetchall()
    assert plies[:3] == [(1, 1, 'w', 'e4'), (2, 1, 'b', 'e6'), (3, 1, 'b', 'Nc6')] and len(plies) == 9
    keys = base.execute('SELECT key FROM positions WHERE game = 1 ORDER BY ply').fetchall()
    short = base.execute('SELECT key FROM positions WHERE game = 2 ORDER BY ply').fetchall()
    assert len(keys) == 10 and keys[:6] == short and len(set(keys)) == 10
    findings = base.execute('SELECT game, source, line, severity FROM findings ORDER BY id').fetchall()
    assert (3, 'in/b.txt', 5, 'error') in findings and (None, 'in/b.txt', 8, 'note') in findings, findings
    base.close()
    assert sorted(os.listdir('.')) == ['db', 'in']
    status, _, err = run('verify', '--sqlite', 'absent/db', 'in')
    assert status == 2 and err == 'aise: absent/db: No such file or directory\n', err


def test_sqlite_resume_gone():
    """The database of a resumed run must be the one that was begun; where nothing was done it is begun anew."""
    put('a.txt', ONE)
    put('b.txt', SHORT)
    command = ('verify', '--resume', 'state', '--sqlite', 'base', 'a.txt')
    assert run(*command)[0] == 0
    other = get_bytes('base')
    assert run('verify', '--sqlite', 'base', 'b.txt', 'a.txt')[0] == 0  # another one
    os.remove('base')
    for content in (None, b''):
        if content is not None:
            put('base', content)
        assert run(*command) == (2, '', 'aise: state: its database is gone\n')
    put('base', 'some text ' * 1000)
    status, _, err = run(*command)
    assert status == 2 and err.count('\n') == 1 and get('base') == 'some text ' * 1000, err
    sqlite3.connect('empty.db').executescript('CREATE TABLE t (x); INSERT INTO t VALUES (1);').close()
    shutil.copy('empty.db', 'base')
    assert run(*command) == (2, '', 'aise: base: not a database of aise verify\n')
    run('verify', '--sqlite', 'base', 'nothing.txt')
    put('nothing.txt', '')
    run('verify', '--sqlite', 'base', 'nothing.txt')
    assert run(*command) == (2, '', 'aise: state: its database is gone\n')
    put('base', other)
    assert run(*command)[::2] == (0, '') and len(contents('base')['games']) == 1
    assert run('verify', '--resume', 'state', '--sqlite', 'other', 'a.txt') == (2, '', 'aise: state: was begun with other options\n')
    assert not os.path.exists('other')
    for older in (other, b'some text', b''):  # nothing was done yet: it is replaced, as without --resume
        put('base', older)
        os.remove('state')
        os.remove('state.games')
        assert run('verify', '--resume', 'state', '--sqlite', 'base', 'b.txt', 'a.txt')[0] == 0
        assert len(contents('base')['games']) == 2


def test_sqlite_resume_early():
    """However early it is stopped, the same command goes on."""
    put('in/a.txt', mixture(300000, 31))
    put('in/b.txt', mixture(20000, 32))
    run('verify', '-j', '1', '--sqlite', 'whole', 'in')
    for delay in range(0, 60, 3):
        with subprocess.Popen([AISE, 'verify', '--resume', 'state', '--sqlite', 'base', 'in'], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, env=dict(os.environ, TMPDIR=os.getcwd())) as process:
            time.sleep(delay / 1000)
            process.send_signal((signal.SIGTERM, signal.SIGKILL)[delay % 2])
            err = process.stderr.read()
        assert err == b'', (delay, err)
    assert run('verify', '--resume', 'state', '--sqlite', 'base', 'in')[::2] == (1, '')
    assert contents('base') == contents('whole')


def test_sqlite_place():
    """The database takes its file's place as any output does: behind links, never instead of a device or pipe."""
    put('a.txt', ONE)
    put('deep/real', 'older')
    os.chmod('deep/real', 0o640)
    os.symlink('deep/real', 'link')
    os.symlink('deep/new', 'dangling')
    for link, real in (('link', 'deep/real'), ('dangling', 'deep/new')):
        assert run('verify', '--sqlite', link, 'a.txt')[::2] == (0, ''), link
        assert os.path.islink(link) and len(contents(real)['games']) == 1, link
    assert os.stat('deep/real').st_mode & 0o777 == 0o640
    os.mkfifo('pipe')
    try:
        os.mknod('device', 0o600 | stat.S_IFCHR, os.makedev(1, 3))
    except PermissionError:  # only root may make one
        os.mkfifo('device')
    os.mkdir('folder')
    before = {name: os.lstat(name).st_mode for name in ('pipe', 'device', 'folder')}
    for name, mode in before.items():
        for options in ((), ('--resume', 'state')):
            why = 'Is a directory' if name == 'folder' else 'only a regular file can be a database'
            assert run('verify', '--sqlite', name, *options, 'a.txt') == (2, '', 'aise: %s: %s\n' % (name, why)), name
        assert os.lstat(name).st_mode == mode, name
    assert run('verify', '--sqlite', '-', 'a.txt')[0] == 2
    assert sorted(os.listdir('.')) == ['a.txt', 'dangling', 'deep', 'device', 'folder', 'link', 'pipe']


def contents(name):
    base = sqlite3.connect(name)
    rows = {table: base.execute('SELECT * FROM %s ORDER BY 1, 2' % table).fetchall() for table in
            ('plies', 'positions', 'findings')}
    rows['games'] = base.execute('SELECT * FROM games ORDER BY id').fetchall()
    base.close()
    return rows


def test_sqlite_resume():
    for i in range(12):
        put('in/%02d.txt' % i, mixture(40000, 170 + i))
    run('verify', '-j', '1', '--sqlite', 'one', 'in')
    for stop in (1, 4):
        interrupted(['verify', '--resume', 'state', '--sqlite', 'two', '-j', '2', 'in'], stop)
    status, _, err = run('verify', '--resume', 'state', '--sqlite', 'two', 'in')
    assert err == '' and status == 1
    assert contents('one') == contents('two')


def main():
    passed = failed = 0
    wanted = sys.argv[2] if len(sys.argv) > 2 else ''
    for name, test in list(globals().items()):
        if not name.startswith('test_') or wanted not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                test()
                passed += 1
            except Exception as error:  # one broken promise must not hide the others
                failed += 1
                at = error.__traceback__
                while at.tb_next is not None and at.tb_next.tb_frame.f_code.co_filename == __file__:
                    at = at.tb_next
                print('FAIL %s, line %d: %s: %s' % (name, at.tb_lineno, type(error).__name__, str(error)[:2000]))
            os.chdir(ROOT)
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
