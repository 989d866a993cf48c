#!/usr/bin/env python3
"""The page of `make web` in a real browser, opened from disk: what is pasted, findings, fixes, PGN, languages, hostile texts.

usage: live.py AISE PAGE [WORD]     only tests whose name holds WORD; needs chromium; ends with `N passed, N failed`
"""
import glob
import json
import os
import subprocess
import sys
import time

from browser import Browser, Failed

AISE = os.path.abspath(sys.argv[1])
PAGE = 'file://' + os.path.abspath(sys.argv[2])
SHEETS = sorted(glob.glob('corpus/doublemove/*.txt')) + sorted(set(glob.glob('corpus/*/*.txt')) - set(glob.glob('corpus/doublemove/*.txt')))
LISTINGS = sorted(glob.glob('../shared/listings/00[0-2]*'))
DESKTOP, PHONE = (1400, 900), (390, 844, True)
BROKEN = 'DOPPIA MOSSA\n\nDelta-Beta (GP94) 1-0\n1.e4// e6/Cc6\n2.Ab5/Df4 Cd4/C:f3\n3.A:d7/A:e8#\n'
HOSTILE = '<img src=x onerror="window.hurt=1"><script>window.hurt=2</script>'


class Tally:
    passed = failed = 0

    def check(self, what, want, got):
        if want == got:
            self.passed += 1
            return
        self.failed += 1
        print('FAIL %s\n     expected %r\n     got      %r' % (what, want, got))


def aise(*arguments, text):
    environment = dict(os.environ, LC_ALL='C', NO_COLOR='1')
    done = subprocess.run([AISE, *arguments], input=text.encode(), capture_output=True, timeout=120, env=environment, check=False)
    assert done.returncode < 2, done.stderr
    return done.stdout.decode()


# ---- the page ----

def fresh(page, language='en'):
    page.open(PAGE)
    page.run('localStorage.clear()')
    page.open(PAGE)
    until(page, 'document.querySelector("#variant").options.length > 1')
    if page.run('document.documentElement.lang') != language:
        page.click('#language')


def until(page, condition, seconds=20):
    end = time.monotonic() + seconds
    while not page.run(condition):
        if time.monotonic() > end:
            raise Failed('never: ' + condition)
        page.rest(20)


def settled(page):
    until(page, 'document.body.dataset.settled === "true"')


def paste(page, text):
    """Replaces what stands in the field, as typing would."""
    page.run('document.querySelector("#text").focus(); document.querySelector("#text").select()')
    page.run('delete document.body.dataset.settled')
    page.call('Input.insertText', text=text)
    settled(page)


def findings(page):
    """What the list under the text says: place, severity, message, code, hint, texts of the fixes."""
    return page.run('''Array.from(document.querySelectorAll('#findings li'), item => ({
      place: item.querySelector('.place').textContent, severity: item.className, message: item.querySelector('.message').textContent,
      code: item.querySelector('.code').textContent.slice(1, -1), hint: item.querySelector('.hint')?.textContent ?? null,
      fixes: Array.from(item.querySelectorAll('.fixes button'), one => one.querySelector('ins')?.textContent ?? '')}))''')


def said_by_lint(text, *options):
    lines = aise('lint', '--format=json', *options, '-', text=text).splitlines()
    return [{'place': '%d:%d' % (one['line'], one['column']), 'severity': one['severity'], 'message': one['message'], 'code': one['code'],
             'hint': one.get('hint'), 'fixes': [fix['text'] for fix in one.get('fixes', [])]} for one in map(json.loads, lines)]


def pgn(page):
    """Of all games, one after the other, as the page shows it."""
    count = page.run('document.querySelector("#game").hidden ? 0 : document.querySelector("#which").options.length')
    text = ''
    for game in range(count):
        page.run('''(() => { const which = document.querySelector('#which'); which.value = %d; which.dispatchEvent(new Event('change')); })()''' % game)
        text += page.run('document.querySelector("details.pgn pre").textContent')
    return text


# ---- tests ----

def compare(page, tally, name, text):
    paste(page, text)
    tally.check(name + ': findings', said_by_lint(text), findings(page))
    tally.check(name + ': PGN', aise('convert', '--empty', '-', text=text), pgn(page))
    places = page.run('Array.from(document.querySelectorAll("#under mark"), mark => mark.textContent)')
    tally.check(name + ': underlined', True, all(place in text for place in places))


def test_corpus(page, tally):
    page.size(*DESKTOP)
    fresh(page)
    for sheet in SHEETS + LISTINGS:
        with open(sheet, encoding='utf-8', errors='replace') as file:
            compare(page, tally, sheet, file.read())


def test_listing(page, tally):
    """Every ply of the last game of the first listing with games, against the program."""
    for sheet in SHEETS[:1] + LISTINGS[1:2]:
        page.size(*DESKTOP)
        fresh(page)
        with open(sheet, encoding='utf-8') as file:
            text = file.read()
        paste(page, text)
        games = [json.loads(line) for line in aise('convert', '--to', 'jsonl', '--empty', '-', text=text).splitlines()]
        pgn(page)
        page.click('#last')
        board = page.run('''(() => { const rows = Array.from({length: 8}, () => Array(8).fill('1'));
          for (const man of document.querySelectorAll('#men use')) rows[8 - man.dataset.square[1]]['abcdefgh'.indexOf(man.dataset.square[0])] = man.dataset.man;
          return rows.map(row => row.join('').replace(/1+/g, run => run.length)).join('/'); })()''')
        tally.check(sheet + ': final position', games[-1]['final']['fen'].split()[0], board)
        tally.check(sheet + ': plies', len(games[-1]['plies']), page.run('document.querySelectorAll(".turn a").length'))


def test_fix(page, tally):
    page.size(*DESKTOP)
    fresh(page)
    paste(page, BROKEN)
    tally.check('a misprint is an error', 'error', findings(page)[0]['severity'])
    tally.check('with a correction', True, bool(findings(page)[0]['fixes']))
    tally.check('underlined', ['Df4'], page.run('Array.from(document.querySelectorAll("#under mark.error"), mark => mark.textContent)'))
    tally.check('as lint says', said_by_lint(BROKEN), findings(page))
    wanted = findings(page)[0]['fixes'][0]
    page.run('delete document.body.dataset.settled')
    page.click('#findings .fixes button')
    settled(page)
    text = page.run('document.querySelector("#text").value')
    tally.check('one click takes it', BROKEN.replace('Df4', wanted), text)
    tally.check('and it helps', [], [one for one in findings(page) if one['severity'] == 'error'])
    page.run('document.execCommand("undo")')
    tally.check('it can be undone', BROKEN, page.run('document.querySelector("#text").value'))
    settled(page)
    page.click('#findings .place')
    tally.check('a place is a link into the text', 'Df4',
                page.run('(f => f.value.slice(f.selectionStart, f.selectionEnd))(document.querySelector("#text"))'))


def test_typing(page, tally):
    """Findings follow what is typed; what was underlined moves along; the page never stands still."""
    page.size(*DESKTOP)
    fresh(page)
    sheet = open(SHEETS[0], encoding='utf-8').read()
    paste(page, BROKEN)
    page.run('document.querySelector("#text").setSelectionRange(0, 0)')
    page.run('delete document.body.dataset.settled')
    page.call('Input.insertText', text='\n\n')
    tally.check('the underline moves along', 'Df4', page.run('document.querySelector("#under mark.error").textContent'))
    settled(page)
    tally.check('so does the finding', '7:7', findings(page)[0]['place'])
    many = ''.join(sheet.replace('GP94', 'GP%02d' % (i % 90 + 1)) + '\n' for i in range(400))
    # The field itself is slow with many lines, in every page: what counts is what its event costs.
    slowest = page.run("""(async text => {
      const field = document.querySelector('#text'), wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));
      let most = 0;
      delete document.body.dataset.settled;
      for (let i = 0; i < 12; i++) {
        field.value = text.slice(0, 10) + 'x'.repeat(i) + text.slice(10);
        const began = performance.now();
        field.dispatchEvent(new Event('input'));
        most = Math.max(most, performance.now() - began);
        await wait(60);
      }
      field.value = text;
      field.dispatchEvent(new Event('input'));
      return most;
    })(%s)""" % json.dumps(many))
    tally.check('a key in 400 games takes less than 50 milliseconds', (True, slowest), (slowest < 50, slowest))
    settled(page)
    tally.check('all games are there', 400, page.run('document.querySelector("#which").options.length'))
    page.run('document.querySelector("#text").select()')
    page.run('document.execCommand("delete")')
    settled(page)
    tally.check('nothing typed, nothing shown', (True, 0, ''), (page.run('document.querySelector("#game").hidden'), len(findings(page)),
                                                               page.run('document.querySelector("#summary").textContent')))


def test_long(page, tally):
    """A place far down comes into sight, and the underline lies under its word."""
    page.size(*DESKTOP)
    fresh(page)
    paste(page, '\n'.join('Riga %d. %s' % (i, 'parole ' * 30) for i in range(60)) + '\n\n' + BROKEN)
    page.click('#findings .error .place')
    seen = page.run("""(() => {
      const box = e => e.getBoundingClientRect(), paper = box(document.querySelector('.paper')), mark = box(document.querySelector('#under mark.error'));
      return [mark.top > paper.top && mark.bottom < paper.bottom, document.querySelector('#text').scrollTop,
              Math.abs(box(document.querySelector('#text')).height - box(document.querySelector('#under')).height) < 2];
    })()""")
    tally.check('a place far down comes into sight', [True, 0, True], seen)


def test_slow(page, tally):
    """A text that takes for ever keeps nobody waiting: another one gets a new worker, and in the end one is told."""
    page.size(*DESKTOP)
    script = page.call('Page.addScriptToEvaluateOnNewDocument', source="""{
      const Real = Worker;
      window.Worker = class extends Real { postMessage(message) { if (!(message.text || '').includes('SLOW')) super.postMessage(message); } };
    }""")['identifier']
    fresh(page)
    page.run('document.querySelector("#text").focus()')
    page.call('Input.insertText', text='SLOW')
    page.rest(300)
    tally.check('no answer yet', None, page.run('document.body.dataset.settled ?? null'))
    began = time.monotonic()
    paste(page, BROKEN)
    tally.check('another text is answered soon', True, time.monotonic() - began < 5)
    tally.check('rightly', said_by_lint(BROKEN), findings(page))
    page.run('document.querySelector("#text").select(); delete document.body.dataset.settled')
    page.call('Input.insertText', text='SLOW')
    settled(page)
    tally.check('one is told', True, 'takes too long' in page.run('document.querySelector("#summary").textContent'))
    page.call('Page.removeScriptToEvaluateOnNewDocument', identifier=script)


def test_variant(page, tally):
    page.size(*DESKTOP)
    fresh(page)
    text = 'Alfa-Beta (GP94) 1-0\n1.e4\n2.e5/Cc6\n'
    names = page.run('Array.from(document.querySelector("#variant").options, option => option.textContent)')
    tally.check('all variants', 10, len(names))
    paste(page, text)
    page.run('delete document.body.dataset.settled')
    page.run('(e => { e.value = String(Array.from(e.options).findIndex(o => o.textContent === "Progressive") - 1); e.dispatchEvent(new Event("change")); })(document.querySelector("#variant"))')
    settled(page)
    tally.check('chosen', said_by_lint(text, '-V', 'progressive'), findings(page))


def test_copy(page, tally):
    page.size(*DESKTOP)
    fresh(page)
    with open(SHEETS[0], encoding='utf-8') as file:
        text = file.read() + '\n' + BROKEN
    paste(page, text)
    wanted = aise('convert', '-', text=text)
    page.run('navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }')
    page.click('#copy-all')
    tally.check('PGN of all games', (wanted, 'Copied'), (page.run('window.copied'), page.run('document.querySelector("#said").textContent')))
    page.run('navigator.clipboard.writeText = () => Promise.reject(new Error("no")); document.execCommand = () => { window.copied = document.activeElement.value; return true; }')
    page.run('delete window.copied')
    page.click('#copy-all')
    page.rest(50)
    tally.check('where the clipboard is refused too', wanted, page.run('window.copied'))


def test_languages(page, tally):
    page.size(*DESKTOP)
    fresh(page, 'it')
    paste(page, BROKEN)
    settled(page)
    tally.check('Italian', said_by_lint(BROKEN, '--lang', 'it'), findings(page))
    page.run('delete document.body.dataset.settled')
    page.click('#language')
    settled(page)
    tally.check('and English', said_by_lint(BROKEN), findings(page))


def test_keeping(page, tally):
    page.size(*DESKTOP)
    fresh(page)
    paste(page, BROKEN)
    page.open(PAGE)
    settled(page)
    tally.check('the text outlives the page', BROKEN, page.run('document.querySelector("#text").value'))
    tally.check('with its findings', True, bool(findings(page)))
    page.run('localStorage.clear()')


def test_phone(page, tally):
    page.size(*PHONE)
    fresh(page)
    page.click('#sample-button')
    settled(page)
    visible = lambda selector: page.run('document.querySelector(%s).checkVisibility()' % json.dumps(selector))
    tally.check('a phone begins with the text', (True, False), (visible('#text'), visible('#board')))
    tally.check('nothing sticks out at the side', True, page.run('document.scrollingElement.scrollWidth <= innerWidth'))
    page.click('#to-game')
    tally.check('and turns to the board', (False, True), (visible('#text'), visible('#board')))
    tally.check('nothing sticks out there', True, page.run('document.scrollingElement.scrollWidth <= innerWidth'))


def test_reading_aloud(page, tally):
    page.size(*DESKTOP)
    fresh(page)
    paste(page, BROKEN)
    seen = [node for node in page.call('Accessibility.getFullAXTree')['nodes'] if not node.get('ignored')]
    role = lambda node: node.get('role', {}).get('value')
    name = lambda node: node.get('name', {}).get('value', '')
    for kind in ('button', 'link', 'textbox', 'combobox', 'toolbar', 'list'):
        these = [node for node in seen if role(node) == kind]
        tally.check('every %s has a name' % kind, (True, []), (bool(these), [name(node) for node in these if not name(node).strip()]))
    tally.check('a correction says what it does', True, any(name(node).startswith('replace “Df4” by ') for node in seen))
    tally.check('the summary is spoken', True, any(role(node) == 'status' and node.get('childIds') for node in seen))
    tally.check('the position can be read', 1, len([1 for node in seen if role(node) in ('image', 'img') and 'White: king' in name(node)]))


def test_hostile(page, tally):
    page.size(*DESKTOP)
    fresh(page)
    text = ('DOPPIA MOSSA\n\n[Bianco "%s"]\n[Nero "&lt;i&gt; \'"]\n\n{%s} 1.e4// e6/Cc6\n{%s}\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/Xx9 %s\n'
            % (HOSTILE.replace('"', '\\"'), HOSTILE, HOSTILE, HOSTILE))
    compare(page, tally, 'hostile', text)
    tally.check('hostile text is text', None, page.run('window.hurt ?? null'))
    tally.check('no element came of it', 0, page.run('document.querySelectorAll("img, b, i").length'))
    for odd in ('\x00\x01', 'PK\x03\x04', '%PDF-1.4\n1.e4 e5', '\ufeff1.e4 e5', '\u2028\U0001f600 1.e4 e5\n', '((((' * 5000, '1.e4// ' * 20000):
        paste(page, odd)
        tally.check('odd text %r leaves the page alive' % odd[:8], odd[:4], page.run('document.querySelector("#text").value')[:4])


def quiet(page, tally, name):
    """No script error, and nothing asked of any network."""
    errors = [e['params'] for e in page.events if e['method'] in ('Runtime.exceptionThrown', 'Log.entryAdded')]
    asked = [e['params']['request']['url'] for e in page.events if e['method'] == 'Network.requestWillBeSent']
    tally.check(name + ': no script error', [], [str(e)[:300] for e in errors])
    tally.check(name + ': no network', [], [url for url in asked if not url.startswith(('file:///', 'about:', 'blob:'))])
    tally.check(name + ': nothing but the page', True, len({url.split('#')[0] for url in asked if url.startswith('file:')}) <= 1)


def main():
    word = sys.argv[3] if len(sys.argv) > 3 else ''
    tally = Tally()
    with Browser() as page:
        for name, test in list(globals().items()):
            if not name.startswith('test_') or word not in name:
                continue
            try:
                test(page, tally)
                quiet(page, tally, name)
            except (Failed, AssertionError, subprocess.SubprocessError) as error:
                tally.check(name, 'no error', '%s: %s' % (type(error).__name__, error))
    print('%d passed, %d failed' % (tally.passed, tally.failed))
    return tally.failed > 0


sys.exit(main())
