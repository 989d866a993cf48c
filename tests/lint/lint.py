#!/usr/bin/env python3
"""Static analysis of all sources: cppcheck, clang-tidy and clang's analyser (scan-build's), side by side.

usage: lint.py BUILD "FLAGS" [WORD]     BUILD holds the made sources; WORD: only files whose name holds it.
Prints what they find, then `N passed, N failed` (files)
"""
import concurrent.futures
import glob
import os
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD, FLAGS = sys.argv[1], [flag for flag in shlex.split(sys.argv[2]) if flag not in ('-Werror', '-MMD', '-MP')]
WORD = sys.argv[3] if len(sys.argv) > 3 else ''
SOURCES = [path for pattern in ('src/*/*.c', 'rules/*.c', 'grammar/*.c') for path in sorted(glob.glob(pattern)) if WORD in path]
MADE = [path for path in (BUILD + '/lexer.c', BUILD + '/text_line.c', BUILD + '/score.c') if os.path.exists(path) and WORD in path]
ANALYSER = ['-Xclang', '-analyzer-output=text', '-Xclang', '-analyzer-checker=core,deadcode,security,unix,nullability,alpha.security.taint',
            '-Xclang', '-analyzer-disable-checker=security.insecureAPI.DeprecatedOrUnsafeBufferHandling']


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def cppcheck(path):
    return run(['cppcheck', '--std=c11', '--enable=warning,performance,portability', '--error-exitcode=1', '--quiet',
                '--library=' + HERE + '/cppcheck.cfg', '--suppressions-list=' + HERE + '/cppcheck.suppress', '-I.', '-I' + BUILD,
                '--suppress=missingIncludeSystem', '--template={file}:{line}: {severity}: {message} [{id}]', path])


def tidy(path):
    status, text = run(['clang-tidy', '--quiet', '--config-file=' + HERE + '/clang-tidy.yaml', path, '--', *FLAGS])
    return status, '\n'.join(line for line in text.splitlines() if 'warnings generated' not in line and 'Suppressed ' not in line)


def analyse(path):
    dead = ['-Xclang', '-analyzer-disable-checker=deadcode'] if path in MADE else []  # re2c stores what it may not need
    _, text = run(['clang', '--analyze', '-Werror', *ANALYSER, *dead, *FLAGS, '-o', os.devnull, path])
    return int('warning:' in text or 'error:' in text), text


def main():
    passed = failed = 0
    jobs = [(check, path) for path in SOURCES for check in (cppcheck, tidy, analyse)]
    jobs += [(analyse, path) for path in MADE]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda job: (job, job[0](job[1])), jobs)
        for (check, path), (status, text) in results:
            passed += status == 0
            failed += status != 0
            if status != 0:
                print('FAIL %s %s\n%s' % (check.__name__, path, text))
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
