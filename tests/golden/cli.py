#!/usr/bin/env python3
"""The command line's promises: options, exit status, files whole or not at all, signals.

usage: cli.py AISE [WORD]      only tests whose name holds WORD; ends with `N passed, N failed`
"""
import gzip
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

AISE = os.path.abspath(sys.argv[1])
SOUND = 'DOPPIA MOSSA\n\nAlfa-Beta (GP94) 1-0\n1.e4// e6/Cc6\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/A:e8#\n'
OTHER = 'DOPPIA MOSSA\n\nGamma-Alfa (GP95) 0-1\n1.e4// e6/Cc6\n2.Abb.\n'
BROKEN = 'DOPPIA MOSSA\n\nDelta-Beta (GP94) 1-0\n1.e4// e6/Cc6\n2.Ab5/Td3 Cd4/C:f3\n3.A:d7/A:e8#\n'
NO_MOVES = 'DOPPIA MOSSA\n\nDelta-Beta (GP94) 1-0\n'
COMMANDS = ('convert', 'lint', 'verify', 'perft', 'moves', 'variants')


def run(*arguments, text='', **more):
    environment = dict(os.environ, LC_ALL='C', NO_COLOR='1')
    environment.update(more.pop('environment', {}))
    done = subprocess.run([AISE, *arguments], input=text.encode(), stdout=more.pop('stdout', subprocess.PIPE),
                          stderr=subprocess.PIPE, timeout=60, env=environment, check=False, **more)
    return done.returncode, (done.stdout or b'').decode(), done.stderr.decode()


def put(name, text):
    os.makedirs(os.path.dirname(name) or '.', exist_ok=True)
    with open(name, 'w', encoding='utf-8') as file:
        file.write(text)


def get(name):
    with open(name, encoding='utf-8') as file:
        return file.read()


def misuse(*arguments, says='', **more):
    """Exit 2, nothing on standard output, one line on standard error."""
    status, out, err = run(*arguments, **more)
    assert (status, out) == (2, ''), (arguments, status, out)
    assert err.startswith('aise: ') and err.count('\n') == 1 and err.endswith('\n'), (arguments, err)
    assert says in err, (arguments, err)


def test_help():
    for arguments in ((), *((c,) for c in COMMANDS)):
        for option in ('--help', '-h'):
            status, out, err = run(*arguments, option)
            assert (status, err) == (0, '') and out.startswith('usage: aise'), (arguments, out, err)
            assert all(len(line) <= 100 for line in out.splitlines())
    status, out, err = run('--version')
    assert status == 0 and out.startswith('aise ') and out.count('\n') == 1


def test_misuse():
    misuse()
    misuse('nothing', says="'nothing'")
    misuse('--nothing', says="'--nothing'")
    for command in COMMANDS:
        misuse(command, '--nothing', says="'--nothing'")
        misuse(command, '-Z', says="'-Z'")
        misuse(command, '--help=no', says='--help=no')
    misuse('convert', '--to', says='--to')
    misuse('convert', '-o', says='-o')
    misuse('convert', '--to', 'nothing', says='nothing')
    misuse('convert', '--viewer=nothing')
    misuse('convert', '--split', 'nothing')
    misuse('convert', '--split', 'event', says='folder')
    misuse('convert', '--viewer=cards', '--to', 'listing', says='--to viewer')
    misuse('lint', '--format=nothing')
    misuse('lint', '-W', 'B201', '-W', 'B999x', says="'B999x'")
    misuse('lint', '-W', 'no-', says="'no-'")
    misuse('lint', '--explain', 'Z999', says='Z999')
    for command in ('convert', 'lint', 'verify'):
        misuse(command, '-V', 'nothing', says='nothing')
        misuse(command, '--encoding', 'nothing')
        misuse(command, '--lang', 'nothing')
        misuse(command, '--color', 'nothing')
        misuse(command, '--progress', 'nothing')
        for jobs in ('0', '-1', 'x', '', '99999999999999999999'):
            misuse(command, '-j', jobs)


ITALIAN = (
    (('convert', '--foo'), 'opzione sconosciuta'), (('convert', '-Z'), 'opzione sconosciuta'),
    (('convert', '--to'), 'vuole un argomento'), (('convert', '--variations=1'), 'non ha argomenti'),
    (('convert', '--to', 'x'), 'non conosce'), (('lint', '-W', 'x'), 'un codice come'),
    (('lint', '--explain', 'Z999'), 'nessuna osservazione'), (('lint', '--fix', '-'), 'vuole un file'),
    (('lint', '--diff', '--format', 'json'), 'non ha senso'), (('convert', '--split', 'year'), 'vuole una cartella'),
    (('convert', '--to', 'aise', '--viewer=cards'), 'va con --to viewer'), (('show', '--game', '0'), 'da 1 in su'),
    (('show', '--svg', '--html'), 'si escludono'), (('show', '--game', '9', 'a.txt'), 'non c’è'),
    (('show', '--at', '99', 'a.txt'), 'non ha la semimossa'), (('verify', '--jobs', '0'), 'da 1 a 1024'),
    (('verify', '--variant', 'x'), 'le elenca'), (('verify', '--resume', 's'), 'non si può rileggere'),
    (('verify', '--piece', 'p', 'a.txt'), 'ingresso standard'), (('verify', '--merge', '--sqlite', 'd'), 'legge resoconti'),
    (('verify', '-o', 'a.txt', 'a.txt'), 'da leggere e da scrivere'), (('variants', 'a', 'b'), 'secondo argomento'),
)


def test_misuse_italian():
    """The language asked for is that of the errors too, wherever it stands; elsewhere the environment's."""
    put('a.txt', SOUND)
    for (command, *arguments), says in ITALIAN:
        misuse(command, '--lang', 'it', *arguments, says=says)
        misuse(command, '--lang=it', *arguments, says=says)
        misuse(command, *arguments, says=says, environment={'LC_ALL': 'it_IT.UTF-8'})
        status, _, err = run(command, *arguments, '--lang', 'en', environment={'LC_ALL': 'it_IT.UTF-8'})
        assert status == 2 and says not in err, (command, arguments, err)
    environment = {'LC_ALL': 'it_IT.UTF-8'}
    misuse('nothing', says='comando sconosciuto', environment=environment)
    misuse('perft', says='vuole --variant', environment=environment)
    misuse('perft', '--variant', 'orthodox', 'x', says='un numero da 0', environment=environment)
    misuse('moves', '--variant', 'orthodox', 'x', says='argomenti come', environment=environment)


def test_input():
    put('a.txt', SOUND)
    named = run('convert', 'a.txt')
    assert named[0] == 0 and '1. e4 1... e6 Nc6' in named[1] and named[2] == '', named
    assert run('convert', text=SOUND) == named
    assert run('convert', '-', text=SOUND) == named
    status, out, err = run('convert', 'absent.txt', 'a.txt')
    assert (status, out) == (2, named[1]) and err.startswith('aise: absent.txt: '), err
    assert run('convert', '--', 'a.txt') == named
    assert run('convert', 'a.txt', '--encoding', 'utf-8', '-V', 'DM', '-j', '2') == named
    assert run('convert', text='') == (0, '', '')


def test_folders():
    put('in/b/1.txt', SOUND)
    put('in/a/2.txt', OTHER)
    put('in/a/.hidden', SOUND)
    os.symlink('..', 'in/a/loop')
    os.mkfifo('in/pipe')
    status, out, err = run('convert', 'in')
    assert status == 0 and err == '', err
    assert out == run('convert', 'in/a/2.txt', 'in/b/1.txt')[1]
    assert out.index('Gamma') < out.index('[Black "Beta"]')


def test_output():
    put('a.txt', SOUND)
    whole = run('convert', 'a.txt')[1]
    assert run('convert', 'a.txt', '-o', 'out.pgn') == (0, '', '') and get('out.pgn') == whole
    os.symlink('out.pgn', 'link.pgn')
    put('out.pgn', 'old')
    assert run('convert', 'a.txt', '-o', 'link.pgn')[0] == 0
    assert get('out.pgn') == whole and os.path.islink('link.pgn')
    misuse('convert', 'a.txt', '-o', 'a.txt', says='a.txt is both input and output')
    misuse('convert', 'a.txt', '-o', 'absent/out.pgn', says='absent/out.pgn')
    misuse('convert', 'a.txt', '-o', '.', says='.')
    assert run('convert', 'a.txt', '-o', '/dev/stdout')[1] == whole
    assert sorted(os.listdir('.')) == ['a.txt', 'link.pgn', 'out.pgn']


def test_full_disk():
    put('a.txt', SOUND)
    misuse('convert', 'a.txt', '-o', '/dev/full', says='No space left')
    for arguments in (('convert', 'a.txt'), ('lint', '--explain', 'B201'), ('verify', 'a.txt'), ('variants',),
                      ('moves', '-V', 'orthodox'), ('perft', '-V', 'orthodox', '2'), ('--help',)):
        with open('/dev/full', 'w', encoding='ascii') as full:
            status, _, err = run(*arguments, stdout=full)
        assert status == 2 and 'No space left' in err and err.count('\n') == 1, (arguments, status, err)


def shell(command):
    done = subprocess.run(['sh', '-c', 'exec "$0" ' + command, AISE], capture_output=True, timeout=60, check=False,
                          env=dict(os.environ, LC_ALL='C', NO_COLOR='1'))
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_closed_descriptors():
    """Findings never go into a file that was given a closed descriptor's number; a report that is lost is told."""
    put('a.txt', BROKEN + '\n' + SOUND)
    want, html = run('convert', 'a.txt')[1], run('show', '--html', '--game', '2', 'a.txt')[1]
    for closed in ('2>&-', '<&- 2>&-', '>&- 2>&-', '<&- >&- 2>&-'):
        assert shell('convert -o out.pgn a.txt ' + closed)[0] == 1 and get('out.pgn') == want, closed
        assert shell('convert --split variant -o split a.txt ' + closed)[0] == 1, closed
        assert get('split/doublemove.pgn') == want, closed
        assert shell('verify --report json -o out.json --resume state a.txt ' + closed)[0] == 1, closed
        assert get('out.json').startswith('{') and 'aise:' not in get('out.json'), closed
        assert all(line.startswith('{') for line in get('state').splitlines()), closed
        assert shell('show --html --game 2 -o out.html a.txt ' + closed)[0] == 0 and get('out.html') == html, closed
    for command in ('convert', 'lint', 'verify', 'verify --report json', 'verify --report html', 'show --game 2'):
        status, _, err = shell(command + ' a.txt >&-')
        assert status == 2 and err.splitlines()[-1] == 'aise: standard output: Bad file descriptor', (command, err)
    for command in ('--help', 'variants', 'moves -V orthodox', 'perft -V orthodox 1', 'lint --explain B201'):
        assert shell(command + ' >&-')[::2] == (2, 'aise: standard output: Bad file descriptor\n'), command
    for command in ('convert', 'lint', 'verify', 'show'):
        status, _, err = shell(command + ' <&-')
        assert status == 2 and 'Bad file descriptor' in err, (command, err)


def test_broken_pipe():
    put('a.txt', SOUND * 2000)
    for ignored in (False, True):
        before = signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL)
        with subprocess.Popen([AISE, 'convert', 'a.txt'], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              restore_signals=False) as process:
            process.stdout.read(10)
            process.stdout.close()
            assert process.stderr.read() == b''
        signal.signal(signal.SIGPIPE, before)
        assert process.returncode != 0


def test_interrupt():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        put('out/x.pgn', 'old')
        with subprocess.Popen([AISE, 'convert', '-', '-o', 'out/x.pgn'], stdin=subprocess.PIPE,
                              preexec_fn=lambda by=number: signal.signal(by, signal.SIG_DFL)) as process:
            process.stdin.write((SOUND * 3000).encode())
            process.stdin.flush()
            for _ in range(200):
                if len(os.listdir('out')) == 2:
                    break
                time.sleep(0.02)
            assert len(os.listdir('out')) == 2
            process.send_signal(number)
            process.wait(10)
        assert process.returncode == -number
        assert os.listdir('out') == ['x.pgn'] and get('out/x.pgn') == 'old'


def test_damaged():
    put('a.txt', BROKEN + '\n' + OTHER)
    status, out, err = run('convert', 'a.txt')
    assert status == 1 and out.count('[Event ') == 2 and '{AISE unparsed: ' in out, out
    assert err.startswith('a.txt:') and ': error: ' in err, err
    status, out, _ = run('convert', '--strict', 'a.txt')
    assert status == 1 and out.count('[Event ') == 1 and 'Gamma' in out
    status, out, err = run('lint', 'a.txt')
    assert status == 1 and ': error: ' in out and err == ''
    assert run('convert', 'absent', 'a.txt')[0] == 2


def test_forms():
    put('a.txt', SOUND + '\n' + NO_MOVES)
    assert run('convert', 'a.txt')[1].count('[Event ') == 1
    assert run('convert', '--empty', 'a.txt')[1].count('[Event ') == 2
    assert '[AiseSource "a.txt:3"]' in run('convert', '--source', 'a.txt')[1]
    assert run('convert', '--to', 'listing', 'a.txt')[1].startswith('DOPPIA MOSSA\n')
    assert run('convert', '--to', 'jsonl', 'a.txt')[1].startswith('{"source":"a.txt","line":3,')
    for options in (('--to', 'viewer'), ('--viewer=cards',)):
        assert '[AiseDialect ' in run('convert', *options, 'a.txt')[1]
    put('b.txt', SOUND.replace('2.Ab5', 'Una nota.\n2.Ab5'))
    assert 'Una nota.' in run('convert', 'b.txt')[1]
    assert 'Una nota.' not in run('convert', '--no-comments', 'b.txt')[1]


def test_split():
    put('a.txt', SOUND + '\n' + OTHER)
    want = {'event': ['Grand Prix AISE 1994.pgn', 'Grand Prix AISE 1995.pgn'], 'year': ['1994.pgn', '1995.pgn'],
            'player': ['Alfa.pgn', 'Beta.pgn', 'Gamma.pgn'], 'variant': ['doublemove.pgn']}
    for by, names in want.items():
        assert run('convert', '--split', by, '-o', by, 'a.txt') == (0, '', ''), by
        assert sorted(os.listdir(by)) == names, os.listdir(by)
    assert get('variant/doublemove.pgn') == run('convert', 'a.txt')[1]
    assert get('player/Alfa.pgn') == get('variant/doublemove.pgn')
    put('many.txt', ''.join(SOUND.replace('Alfa', 'X%03d' % (i % 300)) + '\n' for i in range(600)))
    assert run('convert', '--split', 'player', '-o', 'many', 'many.txt') == (0, '', '')
    assert len(os.listdir('many')) == 301
    assert all(get('many/X%03d.pgn' % i).count('[Event ') == 2 for i in range(300))
    put('c.txt', '[White "../x/y"]\n[Black "Beta"]\n[Variant "Doublemove"]\n\n1. e4 1... e6 Nc6 *\n')
    assert run('convert', '--split', 'player', '-o', 'safe', 'c.txt')[0] == 0
    assert sorted(os.listdir('safe')) == ['Beta.pgn', '_._x_y.pgn'], os.listdir('safe')


def test_split_over_inputs():
    """A file that is read is not written over, whichever way it is named; others of the folder are."""
    put('sp/doublemove.pgn', run('convert', text=SOUND)[1] + '; keep me\n')
    put('sp/below/x.txt', OTHER)
    put('other.pgn', 'old')
    os.symlink('sp', 'link')
    os.symlink('sp/doublemove.pgn', 'sheet.pgn')
    kept = get('sp/doublemove.pgn')
    for names in (('sp/doublemove.pgn',), ('sp',), ('link',), ('sheet.pgn',), ('sp/below/x.txt', 'sp/doublemove.pgn'), ('.',)):
        for folder in ('sp', './sp/', 'link'):
            status, out, err = run('convert', '--split', 'variant', '-o', folder, *names)
            assert (status, out) == (2, '') and '/doublemove.pgn is both input and output\n' in err, (names, folder, err)
            assert get('sp/doublemove.pgn') == kept and sorted(os.listdir('sp')) == ['below', 'doublemove.pgn'], names
    with open('sp/doublemove.pgn', 'rb') as file:
        done = subprocess.run([AISE, 'convert', '--split', 'variant', '-o', 'sp'], stdin=file, capture_output=True, check=False)
    assert done.returncode == 2 and get('sp/doublemove.pgn') == kept, done
    assert run('convert', '--split', 'player', '-o', 'sp', 'sp/doublemove.pgn') [0] == 0
    assert sorted(os.listdir('sp')) == ['Alfa.pgn', 'Beta.pgn', 'below', 'doublemove.pgn']
    assert run('convert', '--split', 'variant', '-o', 'sp', 'sp/below')[0] == 0
    assert get('sp/doublemove.pgn') == run('convert', 'sp/below/x.txt')[1]


def test_lint():
    put('a.txt', SOUND.replace('2.Ab5/Df3', '2.Ab5Df3'))
    status, out, err = run('lint', 'a.txt')
    assert status == 0 and err == '' and ': warning: ' in out, out
    code = out[out.index('[') + 1:out.index(']')]
    assert run('lint', '-W', 'error', 'a.txt')[0] == 1
    assert run('lint', '-W', 'no-' + code, 'a.txt') == (0, '', '')
    assert run('lint', '-W', 'no-' + code, '-W', code, 'a.txt')[1] == out
    status, json_lines, _ = run('lint', '--format=json', 'a.txt')
    assert status == 0 and json_lines.startswith('{"source":"a.txt","code":"%s",' % code), json_lines
    status, manual, _ = run('lint', '--explain', code)
    assert status == 0 and manual.startswith(code)
    assert run('lint', '--explain', code.lower()) == (0, manual, '')
    assert run('lint', '-W', 'no-' + code.lower(), 'a.txt') == (0, '', '')
    misuse('lint', '--diff', '--format=json', 'a.txt', says='--format')
    assert run('lint', '--lang', 'it', 'a.txt')[1] != out
    assert run('lint', 'a.txt', environment={'LC_ALL': '', 'LC_MESSAGES': 'it_IT.UTF-8'})[1] != out
    assert '\033[' in run('lint', '--color=always', 'a.txt')[1]


def test_verify():
    put('in/a.txt', SOUND + '\n' + OTHER)
    put('in/b.txt', BROKEN)
    status, out, err = run('verify', 'in')
    lines = [line.split() for line in out.splitlines()]
    assert status == 1 and err == '', err
    assert lines[0] == ['variant', 'games', 'plies', 'ok', 'damaged', 'empty']
    assert lines[1] == ['doublemove', '3', '16', '2', '1', '0'], lines[1]
    assert lines[2] == ['total', '3', '16', '2', '1', '0'], lines[2]
    assert out.splitlines()[-1].startswith('in/b.txt:3: Delta-Beta, doublemove, 4 ['), out
    assert run('verify', '-j', '2', 'in')[1] == out
    assert run('verify', 'absent')[:2] == (2, '') or run('verify', 'absent')[0] == 2


def test_positions():
    assert run('perft', '--variant', 'orthodox', '3') == (0, '8902\n', '')
    status, out, _ = run('perft', '--variant', 'orthodox', '--divide', '2')
    lines = out.splitlines()
    assert status == 0 and lines[-1] == '400' and 'e4: 20' in lines and len(lines) == 21
    assert run('perft', '-V', 'orthodox', '--divide', '0') == (0, '1\n', '')
    status, out, _ = run('moves', '--variant', 'DM')
    assert status == 0 and out.splitlines() == sorted(out.splitlines()) and len(out.splitlines()) == 20
    choice = ('-V', 'OR', '--fen', '1P1R4/r7/8/4p3/8/8/1B6/R3K1kR w KQ e6 0 5', '--state', 'ov=a7,b8,g1,h1')
    plies = run('moves', *choice)[1].splitlines()
    assert plies == sorted(set(plies)) and [ply for ply in plies if ply.startswith('Rb1')] == [
        f'Rb1 {{[%aise re=b8{kind}]}}' for kind in 'BNQR']
    assert run('perft', *choice, '--divide', '1')[1].splitlines() == [f'{ply}: 1' for ply in plies] + [str(len(plies))]
    misuse('perft', '3', says='--variant')
    misuse('perft', '-V', 'orthodox', says='DEPTH')
    misuse('perft', '-V', 'orthodox', '-1')
    misuse('perft', '-V', 'orthodox', 'x', says="'x'")
    misuse('perft', '-V', 'nothing', '1', says="'nothing'")
    misuse('moves', '-V', 'orthodox', '--fen', '8/8/8/8/8/8/8/8 w - - 0 1')
    misuse('moves', '-V', 'orthodox', '--fen', 'rubbish')
    misuse('moves', '-V', 'orthodox', 'more', says="'more'")


def test_variants():
    status, table, err = run('variants')
    assert status == 0 and err == '' and all(v in table for v in ('orthodox', 'doublemove', 'double-dynamo'))
    status, rules, _ = run('variants', 'doppia mossa')
    assert status == 0 and all('DM%d' % i in rules for i in range(1, 8))
    assert run('variants', '--lang', 'it', 'DM')[1] != rules
    misuse('variants', 'nothing', says="'nothing'")
    misuse('variants', 'orthodox', 'doublemove', says="'doublemove'")


def test_fix():
    mended = SOUND
    slip = SOUND.replace('Df3', 'Dg3')
    put('a.txt', slip)
    status, out, err = run('lint', '--diff', 'a.txt')
    assert (status, err) == (0, ''), (status, err)
    assert out.splitlines()[:3] == ['--- a.txt', '+++ a.txt', '@@ -2,5 +2,5 @@'] and get('a.txt') == slip, out
    assert '-2.Ab5/Dg3 Cd4/C:f3\n+2.Ab5/Df3 Cd4/C:f3\n' in out, out
    assert run('lint', '--diff', text=slip)[1] == out.replace('a.txt', '-')
    assert run('lint', '--fix', 'a.txt') == (0, '', '')
    assert (get('a.txt'), get('a.txt~')) == (mended, slip)
    os.remove('a.txt~')
    assert run('lint', '--fix', 'a.txt') == (0, '', '') and not os.path.exists('a.txt~')
    misuse('lint', '--fix', text=slip, says='standard input')
    two = slip.replace('A:d7', 'A:d6')  # one slip after the other
    put('in/two.txt', two)
    assert run('lint', '--fix', 'in')[0] == 0 and get('in/two.txt') == mended
    put('b.txt', SOUND.replace('Ab5/Df3', 'Th8/Ta5'))
    status, out, err = run('lint', '--fix', 'b.txt')
    assert status == 1 and 'error' in out and not os.path.exists('b.txt~'), (status, out, err)


def test_diff_names():
    """`patch` takes the difference, whatever the file's name."""
    slip = SOUND.replace('Df3', 'Dg3')
    for name in ('con spazi è.txt', 'a"b.txt', 'back\\slash.txt', 'new\n+++ line.txt', 'tab\t.txt'):
        put(name, slip)
        status, out, _ = run('lint', '--diff', name)
        assert status == 0 and out.count('\n') == 9, (name, out)
        if shutil.which('patch'):
            subprocess.run(['patch', '-s', '-p0'], input=out.encode(), check=True, timeout=60)
            assert get(name) == SOUND, name


def test_fix_leaves_alone():
    slip = SOUND.replace('Df3', 'Dg3')
    put('in/a.txt', slip)
    assert run('lint', '--fix', 'in')[0] == 0 and get('in/a.txt~') == slip
    assert run('lint', '--fix', 'in') == (0, '', '') and sorted(os.listdir('in')) == ['a.txt', 'a.txt~']
    put('read-only.txt', slip)
    os.chmod('.', 0o777)
    os.chmod('read-only.txt', 0o444)
    more = {'user': 65534} if os.geteuid() == 0 else {}  # root may write anything
    try:
        run('--version', **more)
    except PermissionError:
        return  # nobody else may run this program
    status, _, err = run('lint', '--fix', 'read-only.txt', **more)
    assert (status, err) == (2, 'aise: read-only.txt: Permission denied\n'), (status, err)
    assert get('read-only.txt') == slip and not os.path.exists('read-only.txt~')


def test_fix_bytes():
    """What is not corrected stays as it was: encoding, line ends, a missing one at the end."""
    old = SOUND.replace('Df3', 'Dg3').replace('\n', '\r\n').rstrip().encode().replace(b'Alfa', b'Al\x92f\xe0 \xc3\xa8\x80')
    with open('a.txt', 'wb') as file:
        file.write(b'\xef\xbb\xbf' + old)
    assert run('lint', '--fix', 'a.txt')[0] == 0
    with open('a.txt', 'rb') as file:
        assert file.read() == b'\xef\xbb\xbf' + old.replace(b'Dg3', b'Df3')
    put('page.html', '<html><body><p>' + SOUND.replace('Df3', 'Dg3').replace('\n', '<br>\n') + '</p></body></html>')
    page = get('page.html')
    status, _, err = run('lint', '--fix', 'page.html')
    assert status == 2 and 'cannot be corrected' in err and get('page.html') == page, err


def test_fix_with_a_turn_missing():
    """Where a line is lost or two are swapped, the numbers behind are right: none is changed, no ply is made to fit."""
    moves = ('1.e4 e5', '2.Cf3 Cc6', '3.Ab5 a6', '4.Aa4 Cf6', '5.0-0 Ae7', '6.Te1 b5', '7.Ab3 d6', '8.c3 0-0')
    lost = moves[:2] + moves[3:]
    swapped = moves[:3] + (moves[4], moves[3]) + moves[5:]
    for turns in (lost, moves[:1] + ('2C.f3 Cc6',) + moves[2:]):
        sheet = 'ORTODOSSI\n\nA-B (AISE)\n' + '\n'.join(turns) + '\n'
        edits = run('lint', '--diff', '-', text=sheet)[1].splitlines()
        assert len([line for line in edits if line[:1] == '-' and line[:3] != '---']) <= 1, (turns, edits)
    for end in ('\n', '\r\n'):
        sheet = 'ORTODOSSI{0}{0}A-B (AISE){0}'.format(end)
        put('swapped.txt', sheet + end.join(swapped) + end)
        assert run('lint', '--fix', 'swapped.txt')[0] == 0
        with open('swapped.txt', newline='') as file:
            text = file.read()
        assert text == sheet + end.join(moves) + end, text


def test_fix_does_no_harm():
    """A correction under which plies are lost is taken back; warnings wait for the error they may come of."""
    stray = 'DOPPIA MOSSA\n\nCastelli-Merola (GP94) 1-0\n1.Cc3// Cc6/e6\n2.Cf3/e3 Ab4/b6\n3.Aa6/A:c8 D:c8/Ad6 ??\n' \
            '4.Ce4/4Cg5 !\n4. ... Cf6/C:e4\n5.C:f7/Dg4 !! Abbandona\n'
    put('a.txt', stray)
    status, out, err = run('lint', '--fix', 'a.txt')
    assert (status, err) == (0, '') and 'write Cfg5' in out, (status, out, err)
    assert get('a.txt') == stray and not os.path.exists('a.txt~')
    sound = 'SCACCHI ORTODOSSI\n\nAlfa-Beta (GP94) 1-0\n1.e4 e5\n2.Cf3 Cc6\n3.Ab5 Ac5\n'
    put('b.txt', sound.replace('1.e4', '1.4'))
    assert run('lint', '--fix', 'b.txt') == (0, '', '') and get('b.txt') == sound, get('b.txt')
    put('c.txt', sound.replace('Alfa', 'Gamma') + '\n' + stray + '\n' + SOUND.replace('Df3', 'Dg3'))  # each game by itself
    assert run('lint', '--fix', 'c.txt')[0] == 0 and get('c.txt').endswith(stray + '\n' + SOUND), get('c.txt')
    nonsense = 'DOPPIA MOSSA\n\nAlfa-Beta (GP94) 1-0\n2.Ab5/Df3 Cd4/C:f3\n'
    put('d.txt', nonsense)
    assert run('lint', '--fix', 'd.txt')[0] == 1 and get('d.txt') == nonsense, get('d.txt')
    joined = 'DYNAMO\nAlfa-Beta 1-0\n1.Cb1d2Pd2f3 Ac8d7Pd7e6 2.Ce4 Ad6e7c5\n'
    put('e.txt', joined)
    assert run('lint', '--fix', 'e.txt')[0] == 0
    assert get('e.txt') == joined.replace('d2P', 'd2/P').replace('d7P', 'd7/P').replace('d6e', 'd6/e'), get('e.txt')


def test_packed_name():
    """A file packed alone is named as it stands on the disk."""
    with gzip.open('a.txt.gz', 'wb') as file:
        file.write(SOUND.replace('Df3', 'Dg3').encode())
    status, out, _ = run('lint', 'a.txt.gz')
    assert status == 1 and out.startswith('a.txt.gz:5:7: '), out
    status, _, err = run('lint', '--fix', 'a.txt.gz')
    assert status == 2 and 'cannot be corrected' in err, err


def main():
    passed = failed = 0
    word = sys.argv[2] if len(sys.argv) > 2 else ''
    for name, test in list(globals().items()):
        if not name.startswith('test_') or word not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                test()
                passed += 1
            except Exception as error:  # one broken promise must not hide the others
                failed += 1
                line = error.__traceback__.tb_next.tb_lineno if error.__traceback__.tb_next else 0
                print('FAIL %s, line %d: %s: %s' % (name, line, type(error).__name__, error))
            os.chdir('/')
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
