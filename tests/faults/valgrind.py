#!/usr/bin/env python3
"""valgrind on every command and the whole corpus: no wrong access, no value used before it was set, no leak.

usage: valgrind.py AISE     ends with `N passed, N failed`
"""
import glob
import os
import subprocess
import sys
import tempfile

AISE = os.path.abspath(sys.argv[1])
SHEETS = sorted(glob.glob('corpus/*/*.txt') + glob.glob('corpus/*/*.pgn') + glob.glob('tests/cases/*.in') + glob.glob('tests/fuzz/seeds/*'))
FORMS = [['convert'], ['convert', '--to', 'listing', '--variations'], ['convert', '--to', 'jsonl', '-j', '2'], ['convert', '--to', 'viewer'],
         ['convert', '--viewer=cards', '--source'], ['lint'], ['lint', '--format=json', '-j', '2'], ['verify', '-j', '2'],
         ['verify', '--report', 'json'], ['verify', '--report', 'csv'], ['verify', '--report', 'html'],
         ['verify', '--sqlite', 'OUT/games.db'], ['verify', '--resume', 'OUT/resume'], ['show', '--html'], ['show', '--all'], ['show', '--svg']]
OTHERS = [['variants'], ['variants', 'dynamo'], ['lint', '--explain', 'B201'], ['--help'], ['convert', 'absent'],
          *(['moves', '-V', v] for v in ('orthodox', 'doublemove', 'double-dynamo', 'overloader-restorer', 'mutation-progressive')),
          *(['perft', '-V', v, '2'] for v in ('orthodox', 'progressive', 'marseillais'))]


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for command in [form + SHEETS for form in FORMS] + OTHERS:
            command = [word.replace('OUT', folder) for word in command]
            done = subprocess.run(['valgrind', '--quiet', '--error-exitcode=99', '--leak-check=full', '--show-leak-kinds=definite,indirect',
                                   '--errors-for-leak-kinds=definite,indirect', '--track-fds=no', AISE, *command], capture_output=True,
                                  env=dict(os.environ, LC_ALL='C'), check=False)
            good = done.returncode in (0, 1, 2)
            passed += good
            failed += not good
            if not good:
                lines = [line for line in done.stderr.decode(errors='replace').splitlines() if line.startswith('==')]
                print('FAIL %s\n%s' % (' '.join(command[:6]), '\n'.join(lines[:30])))
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
