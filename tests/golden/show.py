#!/usr/bin/env python3
"""What `aise show` draws: boards and diagrams against tests/golden/show/, and its options.

usage: show.py AISE [--update]     --update writes what came out instead; ends with `N passed, N failed`
"""
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

AISE = os.path.abspath(sys.argv[1])
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'show')
DYNAMO = 'corpus/double-dynamo/forzoni-dulcich.txt'
OVERLOADER = 'corpus/overloader-restorer/fahys-castelli.txt'
DRAWN = {
    'final.txt': ('corpus/doublemove/castelli-de-angelis.txt',),
    'start.txt': ('--at', '0', '--lang', 'it', OVERLOADER),
    'overloaded.txt': ('--at', '11w', '--lang', 'it', OVERLOADER),
    'pushed.txt': ('--ascii', '--at', '1b2', DYNAMO),
    'steps.txt': ('--all', '--ascii', DYNAMO),
    'color.txt': ('--color=always', '--at', '10b', OVERLOADER),
    'expelled.svg': ('--svg', '--at', '2b1', DYNAMO),
    'pushed.svg': ('--svg', '--at', '1b', '--lang', 'it', DYNAMO),
    'overloaded.svg': ('--svg', '--at', '11w', OVERLOADER),
    'restored.svg': ('--svg', '--at', '21b', OVERLOADER),
}
MISUSE = (
    ('--game', '0', DYNAMO), ('--game', 'x', DYNAMO), ('--game', '2', DYNAMO), ('--at', '99', DYNAMO), ('--at', '1x', DYNAMO),
    ('--svg', '--html', DYNAMO), ('--svg', '--all', DYNAMO), ('--html', '--ascii', DYNAMO), ('--html', '--at', '1', DYNAMO),
    ('--nothing', DYNAMO), ('-V', 'nothing', DYNAMO),
)


class Tally:
    passed = failed = 0

    def check(self, what, want, got):
        if want == got:
            self.passed += 1
            return
        self.failed += 1
        print('FAIL %s\n     expected %r\n     got      %r' % (what, want, got))


def show(*arguments):
    environment = dict(os.environ, LC_ALL='C', NO_COLOR='1')
    done = subprocess.run([AISE, 'show', *arguments], capture_output=True, timeout=60, env=environment, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


def read(path):
    if not os.path.exists(path):
        return None
    with open(path, 'rb') as file:
        return file.read()


def drawings(tally, update):
    for name, arguments in DRAWN.items():
        path = os.path.join(HERE, name)
        status, out, err = show(*arguments)
        if update:
            with open(path, 'wb') as file:
                file.write(out)
        tally.check(name, (0, read(path), ''), (status, out, err))
        if name.endswith('.svg'):
            xml.fromstring(out)  # raises where it is no XML


def options(tally):
    for arguments in MISUSE:
        status, out, err = show(*arguments)
        tally.check('misuse %s' % (arguments,), (2, b'', 1, True), (status, out, err.count('\n'), err.startswith('aise: ')))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'out.svg')
        tally.check('-o', (0, b'', ''), show('--svg', '-o', path, DYNAMO))
        tally.check('-o, the file', show('--svg', DYNAMO)[1], read(path))
        show('--svg', '--game', '7', '-o', path, DYNAMO)
        tally.check('a failure leaves the old file', show('--svg', DYNAMO)[1], read(path))
    overwriting(tally)
    tally.check('games are counted over all inputs', show(OVERLOADER)[1], show('--game', '2', DYNAMO, OVERLOADER)[1])
    page = show('--html', DYNAMO, OVERLOADER)[1]
    tally.check('two games in a page', 2, page.count(b'class="game"'))
    tally.check('one of them', 1, show('--html', '--game', '2', DYNAMO, OVERLOADER)[1].count(b'class="game"'))
    tally.check('no address in the page', [], [word for word in (b'http:', b'https:', b'url(') if
                                               word in page.replace(b'http://www.w3.org/', b'').replace(b'url(#', b'')])


def overwriting(tally):
    """What is written is not read: a refusal where it is named, left out of a folder."""
    with tempfile.TemporaryDirectory() as folder:
        sheet, page, link = (os.path.join(folder, name) for name in ('in.txt', 'page.html', 'link.txt'))
        with open(sheet, 'wb') as file:
            file.write(read(DYNAMO))
        os.symlink(sheet, link)
        for form in ((), ('--svg',), ('--html',)):
            for path in (sheet, link):
                tally.check('%s over its input' % (form,), (2, b'', 'aise: %s is both input and output\n' % sheet),
                            show(*form, '-o', path, sheet))
        tally.check('the input stays', read(DYNAMO), read(sheet))
        os.remove(link)
        want = show('--html', folder)[1].count(b'class="game"')
        for _ in range(2):
            tally.check('--html beside its input', 0, show('--html', '-o', page, folder)[0])
            tally.check('its games', want, read(page).count(b'class="game"'))


def main():
    tally = Tally()
    drawings(tally, '--update' in sys.argv)
    options(tally)
    print('%d passed, %d failed' % (tally.passed, tally.failed))
    return tally.failed > 0


sys.exit(main())
