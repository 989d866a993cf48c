#!/usr/bin/env python3
"""The page of `aise show --html` in a real browser: positions, going about, both languages, hostile texts.

usage: show.py AISE [WORD]     only tests whose name holds WORD; needs chromium; ends with `N passed, N failed`
"""
import glob
import json
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # the tests leave nothing behind in the sources
from browser import Browser, Failed  # noqa: E402

AISE = os.path.abspath(sys.argv[1])
SHEETS = sorted(glob.glob('corpus/*/*.txt'))
PHONE = (390, 844, True)
DESKTOP = (1280, 800)
SERIES = ('progressive', 'mutation-progressive')
HOSTILE = '</script><script>window.hurt = 1</script><img src=x onerror="window.hurt = 2">'

# Men by where they stand on the screen, as a FEN's first field; overloaded men; whether names and places agree.
READ = '''() => {
  const edge = document.querySelector('#board .edge').getBoundingClientRect();
  const flipped = document.querySelector('.coordinates').textContent.startsWith('a') &&
    document.querySelector('.coordinates text').getBoundingClientRect().x > edge.x + edge.width / 2;
  const rows = Array.from({length: 8}, () => Array(8).fill(''));
  const over = [];
  let agree = true;
  for (const man of document.querySelectorAll('#men use')) {
    const box = man.getBoundingClientRect();
    let column = Math.floor((box.x + box.width / 2 - edge.x) / edge.width * 8);
    let row = Math.floor((box.y + box.height / 2 - edge.y) / edge.height * 8);
    if (flipped) { column = 7 - column; row = 7 - row; }
    const square = 'abcdefgh'[column] + (8 - row);
    const black = man.classList.contains('b');
    const sign = man.getAttribute('href').slice(-1);
    agree = agree && square === man.dataset.square && man.dataset.man === (black ? sign : sign.toUpperCase()) && !rows[row][column];
    rows[row][column] = black ? sign : sign.toUpperCase();
    if (man.classList.contains('over')) over.push(square);
  }
  const fen = rows.map(row => row.map(sign => sign || '1').join('').replace(/1+/g, run => run.length)).join('/');
  return {fen, over: over.sort().join(), agree, flipped};
}'''
WALK = '''count => {
  const read = %s, places = [read()];
  for (let i = 0; i < count; i++) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, cancelable: true}));
    places.push(read());
  }
  return places;
}''' % READ


class Tally:
    passed = failed = 0

    def check(self, what, want, got):
        if want == got:
            self.passed += 1
            return
        self.failed += 1
        print('FAIL %s\n     expected %r\n     got      %r' % (what, want, got))


def aise(*arguments, text=None):
    environment = dict(os.environ, LC_ALL='C', NO_COLOR='1')
    done = subprocess.run([AISE, *arguments], input=text, capture_output=True, timeout=120, env=environment, check=False)
    assert done.returncode < 2, done.stderr
    return done.stdout.decode()


def page_of(folder, *arguments, text=None):
    path = os.path.join(folder, 'page.html')
    aise('show', '--html', '-o', path, *arguments, text=text)
    return 'file://' + path


# ---- what the program says of every ply ----

def beginnings(game):
    """The first k plies of a game as PGN, for every k."""
    tags = ''.join('[%s "%s"]\n' % (name, '*' if name == 'Result' else value.replace('\\', '\\\\').replace('"', '\\"'))
                   for name, value in game['tags'].items())
    words, text = [], tags + '\n*\n\n'
    turn = None
    for ply in game['plies']:
        if turn != (ply['turn'], ply['side']):
            turn = (ply['turn'], ply['side'])
            dots = '...' if ply['side'] == 'b' and game['variant'] not in SERIES else '.'
            words.append('%d%s' % (ply['turn'], dots))
        words.append(ply['san'])
        words.extend('{[%%aise %s]}' % effect for effect in ply.get('effects', []))
        text += tags + '\n' + ' '.join(words) + ' *\n\n'
    return text


def final_place(game):
    state = dict(pair.split('=') for pair in game['final']['state'].split(';') if pair)
    return game['final']['fen'].split()[0], ','.join(sorted(state.get('ov', '').split(','))) if 'ov' in state else ''


def expected_places(game):
    """Placement and overloaded men after each ply, from the final positions of the game's beginnings."""
    lines = aise('convert', '--to', 'jsonl', '--empty', text=beginnings(game).encode()).splitlines()
    return [final_place(json.loads(line)) for line in lines]


# ---- tests ----

def test_corpus(page, tally, folder):
    url = page_of(folder, *SHEETS)
    games = [json.loads(line) for sheet in SHEETS
             for line in aise('convert', '--to', 'jsonl', '--empty', sheet).splitlines()]
    page.size(*DESKTOP)
    page.open(url)
    tally.check('games in the page', len(games), page.run('document.querySelectorAll("#games li").length'))
    for number, game in enumerate(games, 1):
        want = expected_places(game)
        page.run('location.hash = "#g=%d&p=0"' % number)
        page.rest()
        places = page.run('(%s)(%d)' % (WALK, len(game['plies'])))
        name = '%s, line %d' % (game['source'], game['line'])
        tally.check(name + ': plies', len(game['plies']) + 1, len(want))
        for i, (fen_over, place) in enumerate(zip(want, places)):
            tally.check('%s, ply %d' % (name, i), (*fen_over, True), (place['fen'], place['over'], place['agree']))
        tally.check(name + ': final position', final_place(game)[0], places[-1]['fen'])
        tally.check(name + ': PGN', aise('convert', '--empty', game['source']),
                    page.run('document.querySelector("details.pgn pre").textContent'))
        tally.check(name + ': listing', aise('convert', '--empty', '--to', 'listing', game['source']),
                    page.run('document.querySelector("details.listing pre").textContent'))
        notes = [part for ply in game['plies'] for part in ([ply['comment']] if 'comment' in ply else [])]
        shown = page.run('Array.from(document.querySelectorAll(".moves .note"), note => note.textContent).join(" ")')
        tally.check(name + ': notes', ' '.join(notes), shown)


def ply(page):
    return page.run('Number(document.querySelector("#board").dataset.ply)')


def test_going(page, tally, folder):
    url = page_of(folder, *SHEETS)
    page.size(*DESKTOP)
    page.open(url + '#g=2&p=3')
    tally.check('link to a ply', ['2', '3'], page.run('Object.values({...document.querySelector("#board").dataset})'))
    for key, want in (('ArrowRight', 4), ('ArrowLeft', 3), ('Home', 0), ('ArrowLeft', 0), ('End', None), ('ArrowRight', None)):
        page.key(key)
        last = page.run('document.querySelectorAll(".turn a").length')
        tally.check(key, last if want is None else want, ply(page))
    for button, want in (('#first', 0), ('#on', 1), ('#on', 2), ('#back', 1), ('#last', page.run('document.querySelectorAll(".turn a").length'))):
        page.click(button)
        tally.check(button, want, ply(page))
    page.rest(300)
    tally.check('the address follows', '#g=2&p=%d' % ply(page), page.run('location.hash'))
    page.click('.turn a')
    tally.check('click on a ply', 1, ply(page))
    tally.check('one ply is current', 1, page.run('document.querySelectorAll(".turn a[aria-current=step]").length'))
    before = page.run('(%s)()' % READ)
    page.click('#flip')
    after = page.run('(%s)()' % READ)
    tally.check('flip', (before['fen'], True, True), (after['fen'], after['flipped'], after['agree']))
    page.open(url + '#g=99999&p=1e9')
    tally.check('nonsense in the address', '1', page.run('document.querySelector("#board").dataset.game'))


def test_touch(page, tally, folder):
    url = page_of(folder, *SHEETS)
    page.size(*PHONE)
    page.open(url + '#g=4&p=2')
    page.swipe('#frame', -160)
    tally.check('swipe to the left', 3, ply(page))
    page.swipe('#frame', 160)
    tally.check('swipe to the right', 2, ply(page))
    page.swipe('#frame', 20)
    tally.check('a tap is no swipe', 2, ply(page))
    tally.check('nothing sticks out at the side', True, page.run('document.scrollingElement.scrollWidth <= innerWidth'))
    page.open(url)
    tally.check('a phone begins with the list', True, page.run('document.querySelector("#list").checkVisibility()'))
    page.click('#games li:nth-child(5) a')
    tally.check('and goes to the game', (False, '5'),
                (page.run('document.querySelector("#list").checkVisibility()'), page.run('document.querySelector("#board").dataset.game')))


def test_list(page, tally, folder):
    page.size(*DESKTOP)
    page.open(page_of(folder, *SHEETS))
    shown = 'Array.from(document.querySelectorAll("#games li:not([hidden]) .names"), name => name.textContent)'
    every = len(page.run(shown))
    put = '(([id, value]) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event("input", {bubbles: true})); })(%s)'
    page.run(put % json.dumps(['by-player', 'DE ANGELIS']))
    names = page.run(shown)
    tally.check('filter by player', True, 0 < len(names) < every and all('De Angelis' in name for name in names))
    page.run(put % json.dumps(['by-player', '']))
    page.run(put % json.dumps(['by-variant', 'doublemove']))
    doublemove = len(page.run(shown))
    tally.check('filter by variant', len(glob.glob('corpus/doublemove/*.txt')), doublemove)
    page.run(put % json.dumps(['by-result', '0-1']))
    tally.check('filter by result', True, 0 < len(page.run(shown)) < doublemove)
    tally.check('count', True, page.run('document.querySelector("#count").textContent').startswith('%d of ' % len(page.run(shown))))
    page.click('#language')
    tally.check('the filter outlives the language', True, 0 < len(page.run(shown)) < doublemove)


def test_languages(page, tally, folder):
    page.size(*DESKTOP)
    for option, language, move, king in (('en', 'en', 'Nf3', 'king e1'), ('it', 'it', 'Cf3', 're e1')):
        page.open(page_of(folder, '--lang', option, 'corpus/orthodox/morphy-opera.txt') + '#g=1&p=3')
        tally.check(option + ': page', language, page.run('document.documentElement.lang'))
        tally.check(option + ': move', True, move in page.run('document.querySelector("#caption").textContent'))
        label = page.run('document.querySelector("#board").getAttribute("aria-label")')
        tally.check(option + ': position in words', True, king in label)
        page.click('#language')
        tally.check(option + ': other language', {'en': 'it', 'it': 'en'}[language], page.run('document.documentElement.lang'))
        tally.check(option + ': same place', 3, ply(page))
    tally.check('one game has no list', False, page.run('document.querySelector("#list").checkVisibility()'))


def test_reading_aloud(page, tally, folder):
    page.size(*DESKTOP)
    page.open(page_of(folder, *SHEETS) + '#g=1&p=2')
    role = lambda node: node.get('role', {}).get('value')
    name = lambda node: node.get('name', {}).get('value', '')
    for _ in range(40):  # the browser works the names out when it has the time
        seen = [node for node in page.call('Accessibility.getFullAXTree')['nodes'] if not node.get('ignored')]
        if all(name(node).strip() for node in seen if role(node) == 'link'):
            break
        time.sleep(0.25)
    for kind in ('button', 'link', 'searchbox', 'combobox', 'navigation', 'toolbar'):
        these = [node for node in seen if role(node) == kind]
        tally.check('every %s has a name' % kind, (True, []), (bool(these), [name(node) for node in these if not name(node).strip()]))
    boards = [name(node) for node in seen if role(node) in ('image', 'img') and 'White: king' in name(node)]
    tally.check('the position can be read', 1, len(boards))
    tally.check('headings', True, any(role(node) == 'heading' for node in seen))


def test_hostile(page, tally, folder):
    sheet = ('DOPPIA MOSSA\n\n[Bianco "%s"]\n[Nero "\\u003cb\\u003e &lt;i&gt; \'"]\n[Torneo "<!--<script>"]\n\n{<!-- <script> %s} 1.e4// e6/Cc6\n'
             '{%s}\n2.Ab5/Df3 Cd4/C:f3\n( %s )\n3.A:d7/Xx9 <script>window.hurt = 3</script>\n' % ((HOSTILE.replace('"', '\\"'),) + (HOSTILE,) * 3))
    path = os.path.join(folder, '<img src=x onerror=hurt=4>.txt')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(sheet)
    page.size(*DESKTOP)
    page.open(page_of(folder, path))
    tally.check('hostile text is text', None, page.run('window.hurt ?? null'))
    tally.check('no element came of it', 0, page.run('document.querySelectorAll("img, b, i, body > script:not(.game):not(:last-of-type)").length'))
    tally.check('it is shown as it stood', True, HOSTILE in page.run('document.querySelector(".moves .note").textContent'))
    tally.check('names too', True, HOSTILE in page.run('document.querySelector("#players").textContent'))
    tally.check('markup cannot come in later', True, page.run(
        '(() => { try { document.body.insertAdjacentHTML("beforeend", "<p>"); return false; } catch { return true; } })()'))
    with open(path, encoding='utf-8') as file:
        svg = aise('show', '--svg', text=file.read().encode())
    tally.check('the diagram escapes it', (1, 0), (svg.count('<svg'), svg.count('<script')))


def test_arrows(page, tally, folder):
    page.size(*DESKTOP)
    page.open(page_of(folder, 'corpus/double-dynamo/forzoni-dulcich.txt') + '#g=1&p=7')
    count = lambda selector: page.run('document.querySelectorAll("#strokes %s").length' % selector)
    tally.check('expelled king', (1, 1, 1), (count('.stroke.move'), count('.stroke.push'), count('.badge.expelled[data-off=K]')))
    page.open(page_of(folder, 'corpus/overloader-restorer/fahys-castelli.txt') + '#g=1&p=42')
    tally.check('restored queen', 1, count('.restored'))


def test_variations(page, tally, folder):
    sheet = ('[Event "x"]\n[White "Alfa"]\n[Black "Beta"]\n[Result "1-0"]\n[Variant "Doublemove"]\n\n1. e4 1... e6 Nc6 2. Bb5 Qf3 '
             '2... Nd4 Nxf3 ( 2... a6 axb5 3. Qxf7 Qxe8# ) (2... Qd2) 3. Bxd7 Bxe8# 1-0\n')
    page.size(*DESKTOP)
    page.open(page_of(folder, text=sheet.encode()) + '#g=1&p=7')
    fen = lambda: page.run('(%s)()' % READ)['fen']
    home = fen()
    tally.check('plies of a variation', 4, page.run('document.querySelectorAll(".note button").length'))
    tally.check('what cannot be played stays text', 1, page.run('document.querySelectorAll(".note.variation:not(:has(button))").length'))
    page.click('.note button')
    tally.check('into it', 'r1bqkbnr/1ppp1ppp/p1n1p3/1B6/4P3/5Q2/PPPP1PPP/RNB1K1NR', fen())
    for _ in range(9):
        page.key('ArrowRight')
    tally.check('to its end', 'r1bqQbnr/1ppp2pp/2n1p3/1p6/4P3/8/PPPP1PPP/RNB1K1NR', fen())
    for _ in range(4):
        page.key('ArrowLeft')
    tally.check('and back to the game', (home, 7), (fen(), ply(page)))


def test_empty(page, tally, folder):
    page.size(*DESKTOP)
    page.open(page_of(folder, text=b''))
    tally.check('no games', 'No moves', page.run('document.querySelector("#game").textContent'))


def quiet(page, tally, name):
    """No script error, and nothing asked of any network."""
    errors = [e['params'] for e in page.events if e['method'] in ('Runtime.exceptionThrown', 'Log.entryAdded')]
    asked = [e['params']['request']['url'] for e in page.events if e['method'] == 'Network.requestWillBeSent']
    tally.check(name + ': no script error', [], [str(e)[:300] for e in errors] if name != 'test_hostile' else [])
    tally.check(name + ': no network', [], [url for url in asked if not url.startswith(('file:///', 'about:'))])
    tally.check(name + ': nothing but the page', True, len({url.split('#')[0] for url in asked if url.startswith('file:')}) <= 1)


def main():
    word = sys.argv[2] if len(sys.argv) > 2 else ''
    tally = Tally()
    with Browser() as page:
        for name, test in list(globals().items()):
            if not name.startswith('test_') or word not in name:
                continue
            with tempfile.TemporaryDirectory() as folder:
                try:
                    test(page, tally, folder)
                    quiet(page, tally, name)
                except (Failed, AssertionError, subprocess.SubprocessError) as error:
                    tally.check(name, 'no error', '%s: %s' % (type(error).__name__, error))
    print('%d passed, %d failed' % (tally.passed, tally.failed))
    return tally.failed > 0


sys.exit(main())
