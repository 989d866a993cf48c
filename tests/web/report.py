#!/usr/bin/env python3
"""The page of `aise verify --report html` in a real browser: sorting, sifting, boards, hostile texts.

usage: report.py AISE [PICTURE]     needs chromium; ends with `N passed, N failed`
"""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from browser import Browser  # noqa: E402

AISE = os.path.abspath(sys.argv[1])
HOSTILE = '</script><script>window.hurt = 1</script><img src=x onerror="window.hurt = 2">'
GAMES = '''[White "Zorzi"]
[Black "B"]
[Variant "Doublemove"]

1. e4 1... e6 Nc6 2. Bb5 Rd3 *

[White "Alfa"]
[Black "%s"]
[Variant "Doublemove"]

1. e4 1... e6 Nc6 2. Bb5 Nf3 2... Qxh8 *

[White "Mori"]
[Black "B"]
[Variant "Progressive"]

1. Ke5 *

[White "Sano"]
[Black "B"]
[Variant "Progressive"]

1. e4 *
''' % HOSTILE.replace('"', '\\"')
PLAYERS = '[...document.querySelectorAll("#damaged tbody tr:not([hidden])")].map(r => r.cells[1].textContent.slice(0, 4)).join()'
passed = failed = 0


def check(what, want, got):
    global passed, failed
    if want == got:
        passed += 1
        return
    failed += 1
    print('FAIL %s: %r, not %r' % (what, got, want))


def sort_by(page, column):
    page.click('#damaged th:nth-child(%d) button' % column)
    return page.run(PLAYERS)


def sift(page, field, value):
    page.run('{ const f = document.querySelector(%r); f.value = %r; f.dispatchEvent(new Event("input")); 0 }' % (field, value))
    return page.run(PLAYERS)


def main():
    with tempfile.TemporaryDirectory() as folder, Browser() as page:
        sheet, report = os.path.join(folder, 'a.pgn'), os.path.join(folder, 'report.html')
        with open(sheet, 'w', encoding='utf-8') as file:
            file.write(GAMES)
        subprocess.run([AISE, 'verify', '--report', 'html', '--lang', 'en', '-o', report, sheet], check=False)
        page.size(1280, 800)
        page.open('file://' + report)
        check('in the order of the input', 'Zorz,Alfa,Mori', page.run(PLAYERS))
        check('count', '3 / 3', page.run('document.querySelector("#shown").textContent'))
        check('by players', 'Alfa,Mori,Zorz', sort_by(page, 2))
        check('by players, backwards', 'Zorz,Mori,Alfa', sort_by(page, 2))
        check('by plies', 'Mori,Zorz,Alfa', sort_by(page, 4))
        check('how it is sorted', 'ascending', page.run('document.querySelector("#damaged th:nth-child(4)").ariaSort'))
        check('words', 'Zorz', sift(page, '#words', 'zorzi rook'))
        check('no words', 'Mori,Zorz,Alfa', sift(page, '#words', ''))
        check('variant', 'Mori', sift(page, '#variant', 'progressive'))
        check('count of what is left', '1 / 3', page.run('document.querySelector("#shown").textContent'))
        check('all variants', 'Mori,Zorz,Alfa', sift(page, '#variant', ''))
        codes = page.run('[...document.querySelectorAll("#code option")].map(o => o.textContent)')
        check('codes', True, codes[0] == 'all codes' and len(codes) >= 2 and sorted(codes[1:]) == codes[1:])
        squares = page.run('[...document.querySelectorAll("#damaged tr:nth-child(2) .board i")].map(i => i.textContent)')
        check('board', 64, len(squares))
        check('a8', '♜', squares[0])
        box = page.run('(b => [b.width, b.height])(document.querySelector(".board").getBoundingClientRect())')
        check('the board is square', True, abs(box[0] - box[1]) < 3)
        dark = page.run('[...document.querySelector(".board").children].map(i => +(getComputedStyle(i).backgroundColor !== "rgba(0, 0, 0, 0)")).join("")')
        check('squares', '0101010110101010' * 4, dark)
        check('hostile text', None, page.run('window.hurt'))
        check('stands as it is', True, page.run('document.body.textContent.includes(%r)' % HOSTILE))
        asked = [e['params']['request']['url'] for e in page.events if e['method'] == 'Network.requestWillBeSent']
        check('nothing but the page', ['file://' + report], asked)
        errors = [e['params'] for e in page.events if e['method'] in ('Runtime.exceptionThrown', 'Log.entryAdded')]
        check('no script error', [], errors)
        if len(sys.argv) > 2:
            page.picture(sys.argv[2])
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
