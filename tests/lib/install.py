#!/usr/bin/env python3
"""`make install` into a folder: what is there, the library and a program built on it, manual pages, completions.

usage: install.py BUILD        BUILD is the build folder; ends with `N passed, N failed`
Looks at pages and completions only as far as mandoc, groff, bash, zsh and fish are there.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

BUILD = sys.argv[1]
SHEETS = sorted(glob.glob('corpus/*/*.txt'))
FILES = ['bin/aise', 'include/aise.h', 'lib/libaise.a', 'lib/libaise.so', 'lib/libaise.so.0', 'lib/pkgconfig/aise.pc',
         'share/bash-completion/completions/aise', 'share/doc/aise/manual.md', 'share/fish/vendor_completions.d/aise.fish',
         'share/man/it/man1/aise.1', 'share/man/man1/aise.1', 'share/man/man7/aise-manual.7', 'share/zsh/site-functions/_aise']


class Tally:
    passed = failed = 0

    def check(self, what, want, got):
        if want == got:
            self.passed += 1
            return
        self.failed += 1
        print('FAIL %s\n     expected %r\n     got      %r' % (what, want, got))


def run(*command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False,
                          env=dict(os.environ, **{'LC_ALL': 'C.UTF-8', **more}))
    return done.returncode, done.stdout.decode('utf-8', 'replace')


def make(target, root):
    status, said = run('make', '--no-print-directory', 'B=' + BUILD, 'DEPS=no', target, 'DESTDIR=' + root, 'PREFIX=/usr', MAKEFLAGS='')
    assert status == 0, said


def tree(root):
    return sorted(os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root) for name in names)


def test_files(tally, root):
    tally.check('what is installed', ['usr/' + name for name in FILES], tree(root))
    tally.check('a name for the linker', 'libaise.so.0', os.readlink(root + '/usr/lib/libaise.so'))
    status, said = run(root + '/usr/bin/aise', 'convert', SHEETS[0])
    tally.check('the program runs', (0, True), (status, '[Event ' in said))


def test_symbols(tally, root):
    """Nothing but aise_* leaves the shared library, all of it is in the header, and the header promises nothing else."""
    status, said = run('nm', '-D', '--defined-only', root + '/usr/lib/libaise.so')
    exported = {line.split()[-1] for line in said.splitlines()}
    tally.check('symbols of the library', (0, []), (status, sorted(name for name in exported if not name.startswith('aise_'))))
    with open(root + '/usr/include/aise.h', encoding='utf-8') as file:
        header = file.read()
    declared = set(re.findall(r'^AISE_API .*?\b(aise_\w+)\(', header, re.M))
    tally.check('exported and declared', [], sorted(exported ^ declared))
    abi = re.search(r'^#define AISE_ABI (\d+)$', header, re.M).group(1)
    status, said = run('readelf', '-d', root + '/usr/lib/libaise.so')
    tally.check('its own name', True, 'Library soname: [libaise.so.%s]' % abi in said)
    status, said = run('nm', '-g', '--defined-only', root + '/usr/lib/libaise.a')
    names = [line.split()[-1] for line in said.splitlines() if len(line.split()) == 3]
    tally.check('symbols of the static library', [], [name for name in names if not name.startswith('aise_')])


def test_example(tally, root):
    """A program found by pkg-config alone, against the shared and the static library."""
    config = {'PKG_CONFIG_LIBDIR': root + '/usr/lib/pkgconfig:' + subprocess.getoutput('pkg-config --variable pc_path pkg-config'),
              'PKG_CONFIG_SYSROOT_DIR': root}
    version = re.search(r'AISE_VERSION "(.*)"', open('src/aise.h', encoding='utf-8').read()).group(1)
    tally.check('version', (0, version + '\n'), run('pkg-config', '--modversion', 'aise', **config))
    wanted = ''.join(game_lines(root))
    for name, options in (('shared', []), ('static', ['--static'])):
        status, flags = run('pkg-config', '--cflags', '--libs', *options, 'aise', **config)
        assert status == 0, flags
        flags = flags.replace('-I' + root + root, '-I' + root).replace(root + root, root).split()
        if options:
            flags = [root + '/usr/lib/libaise.a' if flag == '-laise' else flag for flag in flags]
        program = os.path.join(root, 'example-' + name)
        status, said = run('cc', '-std=c99', '-Wall', '-Wextra', '-Werror', '-o', program, 'tests/lib/example.c', *flags)
        tally.check(name + ': builds', (0, ''), (status, said))
        status, said = run(program, *SHEETS, LD_LIBRARY_PATH=root + '/usr/lib')
        tally.check(name + ': prints players and moves', (0, wanted), (status, said))
        status, said = run(program, 'absent.txt', LD_LIBRARY_PATH=root + '/usr/lib')
        tally.check(name + ': says why', (1, True), (status, said.startswith('absent.txt: No such file')))
        if os.path.exists(program):
            os.remove(program)
    if shutil.which('c++'):
        status, said = run('c++', '-Wall', '-Wextra', '-Werror', '-x', 'c++', '-fsyntax-only', '-', '-include', root + '/usr/include/aise.h')
        tally.check('C++ takes the header', (0, ''), (status, said))


def game_lines(root):
    """What the example should print, from PGN."""
    _, text = run(root + '/usr/bin/aise', 'convert', '--empty', '--no-comments', '--lang', 'en', '--to', 'jsonl', *SHEETS)
    games = [json.loads(line) for line in text.splitlines() if line.startswith('{')]
    for game in games:
        yield '%s - %s (%s)\n%s%s\n' % (game['tags']['White'], game['tags']['Black'], game['variant'],
                                        ''.join(ply['san'] + ' ' for ply in game['plies']), game['result'])
    yield '%d games\n' % len(games)


def options_of(root, command):
    _, text = run(root + '/usr/bin/aise', command, '--help')
    return re.findall(r'^ {2,6}(?:-\w, )?(--[a-z-]+)', text, re.M), re.findall(r'^  (-\w)\b', text, re.M)


def commands_of(root):
    _, text = run(root + '/usr/bin/aise', '--help')
    return re.findall(r'^  ([a-z]+)  ', text, re.M)


def test_pages(tally, root):
    pages = [root + '/usr/share/man/' + page for page in ('man1/aise.1', 'it/man1/aise.1', 'man7/aise-manual.7')]
    for page in pages:
        with open(page, encoding='ascii') as file:
            source = file.read().replace('\\-', '-')
        if 'man1' in page:
            for command in commands_of(root):
                for option in sum(options_of(root, command), []):
                    tally.check('%s: %s of %s' % (page[len(root):], option, command), True, option in ('--help', '-h') or option in source)
        for tool, command in (('mandoc', ('mandoc', '-T', 'lint', page)), ('groff', ('groff', '-man', '-t', '-ww', '-z', page))):
            if shutil.which(tool):
                tally.check('%s on %s' % (tool, page[len(root):]), (0, ''), run(*command))
    status, said = run(root + '/usr/bin/aise', '--help', LC_ALL='it_IT.UTF-8')
    tally.check('help in Italian', (0, True), (status, said.startswith('uso:')))


def bash_completes(root, line, broken=True):
    """`broken`: a = stands as a word of its own, as it does unless COMP_WORDBREAKS says otherwise."""
    script = ('source %s/usr/share/bash-completion/completions/aise; COMP_LINE=$1; read -ra COMP_WORDS <<< "%s"; '
              '[[ $1 == *" " %s ]] && COMP_WORDS+=(""); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); _aise; printf "%%s\\n" "${COMPREPLY[@]}"' %
              (root, '${1//=/ = }' if broken else '$1', '|| $1 == *=' if broken else ''))
    return sorted(run('bash', '-c', script, 'bash', line)[1].split())


def test_completions(tally, root):
    commands = commands_of(root)
    tally.check('bash: commands', sorted(commands + ['--help', '--version']), bash_completes(root, 'aise '))
    tally.check('bash: one of them', ['convert'], bash_completes(root, 'aise con'))
    for command in commands:
        longs, letters = options_of(root, command)
        tally.check('bash: options of ' + command, sorted(set(longs + letters)), bash_completes(root, 'aise %s -' % command))
    tally.check('bash: values', ['jsonl'], bash_completes(root, 'aise convert --to j'))
    tally.check('bash: values behind =', ['event'], bash_completes(root, 'aise convert --split=ev'))
    forms = ['aise', 'jsonl', 'listing', 'viewer']
    tally.check('bash: all values behind =', forms, bash_completes(root, 'aise convert --to='))
    tally.check('bash: = within the word', ['--to=' + form for form in forms], bash_completes(root, 'aise convert --to=', False))
    tally.check('bash: = within the word, begun', ['--to=jsonl'], bash_completes(root, 'aise convert --to=j', False))
    tally.check('bash: a file behind =', ['--output=README.md'], bash_completes(root, 'aise convert --output=READ', False))
    tally.check('bash: silenced codes', ['no-B201', 'no-B202'], [one for one in bash_completes(root, 'aise lint -W no-B20') if one <= 'no-B202'])
    tally.check('bash: behind the letter', ['-Wno-B201'], bash_completes(root, 'aise lint -Wno-B201'))
    tally.check('bash: -W error', ['error'], bash_completes(root, 'aise lint -W err'))
    tally.check('bash: codes to warn of', ['B201'], bash_completes(root, 'aise lint -W B201'))
    tally.check('bash: no such to explain', [], bash_completes(root, 'aise lint --explain no-B20'))
    tally.check('bash: variants', ['dynamo', 'dynamo-kk'], bash_completes(root, 'aise perft -V dyn'))
    tally.check('bash: variants to show', ['marseillais'], bash_completes(root, 'aise variants mar'))
    tally.check('bash: codes', ['B201'], bash_completes(root, 'aise lint --explain B201'))
    tally.check('bash: files', ['README.md'], bash_completes(root, 'aise convert READ'))
    if shutil.which('zsh'):
        tally.check('zsh can read it', (0, ''), run('zsh', '-n', root + '/usr/share/zsh/site-functions/_aise'))
    if shutil.which('fish'):
        script = root + '/usr/share/fish/vendor_completions.d/aise.fish'
        complete = lambda line: [one.split('\t')[0] for one in run('fish', '--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, line)[1].split('\n') if one]
        tally.check('fish: commands', sorted(commands), sorted(complete('aise ')))
        for command in commands:
            longs, _ = options_of(root, command)
            tally.check('fish: options of ' + command, sorted(longs), sorted(one for one in complete('aise %s --' % command) if one.startswith('--')))
        tally.check('fish: values', ['jsonl'], complete('aise convert --to j'))
        tally.check('fish: silenced codes', ['no-B201'], complete('aise lint -W no-B201'))
        tally.check('fish: -W error', ['error'], complete('aise lint -W err'))
        tally.check('fish: variants', ['dynamo', 'dynamo-kk'], complete('aise perft --variant dyn'))


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory() as root:
        make('install', root)
        for name, test in list(globals().items()):
            if not name.startswith('test_'):
                continue
            try:
                test(tally, root)
            except (AssertionError, OSError, subprocess.SubprocessError) as error:
                tally.check(name, 'no error', '%s: %s' % (type(error).__name__, error))
        make('uninstall', root)
        tally.check('uninstall leaves no file', [], tree(root))
    print('%d passed, %d failed' % (tally.passed, tally.failed))
    return tally.failed > 0


sys.exit(main())
