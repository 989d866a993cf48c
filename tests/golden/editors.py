#!/usr/bin/env python3
"""What README.md says of editors is true: their settings, taken from there, find every finding and its place.

usage: editors.py AISE      ends with `N passed, N failed`

Vim's errorformat and VS Code's problem matcher are tried as regular expressions; Vim and Emacs themselves where they are
installed.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

AISE = os.path.abspath(sys.argv[1])
# Letters and signs of several bytes before the place, an error, warnings and notes; a name with a blank.
NAME = 'partite è mosse.txt'
TEXT = ('DOPPIA MOSSA\n\nAlfà-Bèta (GP94) 1-0\n1.e4// e6/Cc6\n{Perché… così} 2.Ab5Df3 Cd4/C:f3\n3.A:d7/A:e8\n\n'
        'SCACCHI ORTODOSSI\n\nGamma-Delta (“Città” 31.4.1994) 0-1\n1.e4 e5 {è} 2.Dh5? Cc6 3.Ac4 Cf6 4.D:f6#\n')


class Tally:
    passed = failed = 0

    def check(self, what, want, got):
        if want == got:
            self.passed += 1
            return
        self.failed += 1
        print('FAIL %s\n     expected %r\n     got      %r' % (what, want, got))


def run(*command, **more):
    environment = dict(os.environ, LC_ALL='C.UTF-8', HOME=os.getcwd(), TERM='dumb',
                       PATH=os.path.dirname(AISE) + os.pathsep + os.environ['PATH'])
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding='utf-8', timeout=60,
                          env=environment, check=False, **more)


def settings():
    with open('README.md', encoding='utf-8') as file:
        text = file.read()
    vim = re.search(r'^```vim\n(.*?)^```', text, re.M | re.S).group(1)
    tasks = json.loads(re.search(r'^```json\n(.*?)^```', text, re.M | re.S).group(1))
    return vim, tasks['tasks'][0]


def as_regex(errorformat):
    """The first pattern of a Vim errorformat."""
    parts = {'%f': '(?P<file>.+?)', '%l': r'(?P<line>\d+)', '%v': r'(?P<column>\d+)', '%t': '(?P<type>.)',
             '%*[a-z]': '[a-z]+', '%m': '(?P<message>.+)'}
    first = errorformat.split(',')[0].replace('\\ ', ' ')
    return re.compile(''.join(parts.get(token) or re.escape(token) for token in re.findall(r'%\*\[a-z\]|%.|.', first)) + '$')


def places(findings, shown=lambda f: f['severity']):
    return [(f['source'], f['line'], f['column'], shown(f), '%s [%s]' % (f['message'], f['code'])) for f in findings]


def letter(finding):
    return finding['severity'][0]


def test_patterns(tally, vim, task, output, findings):
    pattern = as_regex(re.search(r'errorformat=(.*)', vim).group(1))
    matches = [m for m in map(pattern.match, output.splitlines()) if m]
    tally.check('errorformat', places(findings, letter), [
        (m['file'], int(m['line']), int(m['column']), m['type'], m['message']) for m in matches])
    matcher = task['problemMatcher']['pattern']
    matches = [m for m in (re.match(matcher['regexp'], line) for line in output.splitlines()) if m]
    tally.check('problem matcher', places(findings), [
        (m[matcher['file']], int(m[matcher['line']]), int(m[matcher['column']]), m[matcher['severity']],
         '%s [%s]' % (m[matcher['message']], m[matcher['code']])) for m in matches])
    arguments = [a.replace('${file}', NAME) for a in task['args']]
    tally.check('VS Code: the command', output, run(task['command'], *arguments).stdout)


def characters(findings, text):
    lines = text.split('\n')
    return [lines[f['line'] - 1][f['column'] - 1] for f in findings]


VIM = '''set encoding=utf-8 shellpipe=>
edit %s
silent make!
let found = []
for entry in getqflist()
  if entry.valid
    execute 'buffer ' .. entry.bufnr
    call cursor(entry.lnum, 1)
    execute 'normal! ' .. entry.col .. '|'
    let here = strcharpart(getline('.')[col('.') - 1:], 0, 1)
    call add(found, [bufname(entry.bufnr), entry.lnum, entry.col, entry.type, entry.text, here])
  endif
endfor
call writefile([json_encode(found)], 'found.json')
qall!
'''


def test_vim(tally, vim, findings):
    with open('editor.vim', 'w', encoding='utf-8') as file:
        file.write(vim + VIM % NAME.replace(' ', '\\ '))
    run('vim', '-es', '-N', '-u', 'NONE', '-i', 'NONE', '-S', 'editor.vim', stdin=subprocess.DEVNULL)
    with open('found.json', encoding='utf-8') as file:
        found = json.load(file)
    tally.check('Vim, :make', places(findings, letter), [tuple(f[:5]) for f in found])
    tally.check('Vim: the cursor', characters(findings, TEXT), [f[5] for f in found])


EMACS = '''(progn
 (require 'compile)
 (setq compilation-error-screen-columns nil compilation-skip-threshold 0
       next-error-highlight nil enable-local-variables nil)
 (find-file %s)
 (let ((buffer (compilation-start "aise lint %s")) (found nil))
  (while (get-buffer-process buffer) (accept-process-output (get-buffer-process buffer)))
  (with-current-buffer buffer
   (compilation--ensure-parse (point-max))
   (goto-char (point-min))
   (condition-case nil
    (while t
     (compilation-next-error 1)
     (let* ((message (get-text-property (point) 'compilation-message))
            (marker (progn (setq next-error-last-buffer buffer) (setq compilation-current-error (point-marker))
                           (save-window-excursion (save-excursion (compile-goto-error) (point-marker))))))
      (push (list (with-current-buffer (marker-buffer marker) (line-number-at-pos marker))
                  (with-current-buffer (marker-buffer marker) (goto-char marker) (1+ (current-column)))
                  (compilation--message->type message))
            found)))
    (error nil)))
  (princ (json-encode (vconcat (reverse found))))))'''


def test_emacs(tally, findings):
    text = json.dumps(NAME, ensure_ascii=False)
    command = NAME.replace(' ', '\\\\ ')
    done = run('emacs', '-Q', '--batch', '--eval', "(require 'json)", '--eval', EMACS % (text, command),
               stdin=subprocess.DEVNULL)
    types = {'error': 2, 'warning': 1, 'note': 0}
    want = [[f['line'], f['column'], types[f['severity']]] for f in findings]
    try:
        found = json.loads(done.stdout[done.stdout.index('['):])
    except ValueError:
        found = done.stderr
    tally.check('Emacs, compile', want, found)


def main():
    tally = Tally()
    vim, task = settings()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open(NAME, 'w', encoding='utf-8') as file:
            file.write(TEXT)
        output = run(AISE, 'lint', NAME).stdout
        findings = [json.loads(line) for line in run(AISE, 'lint', '--format=json', NAME).stdout.splitlines()]
        tally.check('severities', {'error', 'warning', 'note'}, {f['severity'] for f in findings})
        test_patterns(tally, vim, task, output, findings)
        if shutil.which('vim'):
            test_vim(tally, vim, findings)
        if shutil.which('emacs'):
            test_emacs(tally, findings)
        os.chdir('/')
    print('%d passed, %d failed' % (tally.passed, tally.failed))
    return tally.failed > 0


sys.exit(main())
