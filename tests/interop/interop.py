#!/usr/bin/env python3
"""Drives real chess programs on what `aise` writes and compares what they understood with what was meant.

usage: interop.py BUILD [WORD…]      BUILD: folder with aise, games and interop/node_modules;
                                     words: only programs or variants of that name

Every game of the corpus and INTEROP_GAMES (default 10) random ones of each variant go through each program in the
dialects it is for. Compared are the number of games, half-moves (null moves included), the result and the final
placement, which comes from the game's own rules (`aise show`), not from an orthodox board. Prints a line for every
program, dialect and variant, what went wrong below it, a table, and `N passed, N failed` (games).
"""
import collections
import contextlib
import glob
import itertools
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DEBIAN_PYTHON = '/usr/bin/python3'
PADDED = ['doublemove', 'marseillais', 'progressive', 'mutation-progressive', 'overloader-restorer']
SLIDES = ['dynamo', 'dynamo-kk', 'double-dynamo']
VARIANTS = ['orthodox'] + PADDED + SLIDES
# Of these PGN's symbols go further than an orthodox program's grammar: `_`, `E`, `=P`.
UNSPELT = SLIDES + ['mutation-progressive']
RESULTS = ('1-0', '0-1', '1/2-1/2', '*')
TIMEOUT = 900

# What is asked of a program: dialect and variants.
COLUMNS = {
    'orthodox': ('aise', ['orthodox']),
    'viewer, O/R': ('viewer', ['overloader-restorer']),
    'viewer, null moves': ('viewer', PADDED[:-1]),
    'viewer, slides': ('viewer', SLIDES),
    'cards': ('cards', PADDED + SLIDES),
    'aise, O/R': ('aise', ['overloader-restorer']),
    'aise, any': ('aise', VARIANTS),
}

Meant = collections.namedtuple('Meant', 'plies least placement result whole source')
Read = collections.namedtuple('Read', 'plies placement result stopped')


# ---- what was meant ----

def run(*command, **more):
    done = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=False, **more)
    return done.returncode, done.stdout.decode('utf-8', 'replace'), done.stderr.decode('utf-8', 'replace')


def split_games(text):
    return [game.strip('\n') + '\n\n' for game in re.split(r'\n\n(?=\[Event ")', text.strip('\n')) if game.strip()]


def tags_of(game):
    return {name: re.sub(r'\\(.)', r'\1', value)
            for name, value in re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', game, re.M)}


def plies_of(game):
    """The main line's plies: movetext without comments, variations, glyphs, numbers and result."""
    text = re.sub(r'\{[^}]*\}', ' ', game.split('\n\n', 1)[1])
    while '(' in text:
        text, found = re.subn(r'\([^()]*\)', ' ', text)
        if not found:
            break
    words = [re.sub(r'^\d+\.+', '', word) for word in text.split()]
    return [word for word in words if word and not word.startswith('$') and word not in RESULTS]


def placement_of(board):
    """Placement field of eight lines of letters and dots."""
    ranks = (re.sub(r'\.+', lambda dots: str(len(dots.group())), rank) for rank in board)
    return '/'.join(ranks)


def without_edge_pawns(placement):
    def open_up(rank):
        return re.sub(r'\d', lambda digit: '.' * int(digit.group()), rank)
    ranks = [open_up(rank) for rank in placement.split('/')]
    for edge in (0, 7):
        ranks[edge] = re.sub('[Pp]', '.', ranks[edge])
    return placement_of(ranks)


def colours_of(placement):
    return re.sub('[A-Z]', 'X', re.sub('[a-z]', 'x', placement))


def positions(aise, path, number):
    """Placements of the game from its start on, as the variant's rules have them."""
    text = run(aise, 'show', '--all', '--ascii', '--color=never', '--lang', 'en', '--game', str(number), path)[1]
    boards = re.findall(r'^8 .*\n(?:[1-7] .*\n){7}', text, re.M)
    return [placement_of(re.sub(r'[^.A-Za-z]', '', line[1:]) for line in board.splitlines()) for board in boards]


def same_up_to(plies, others):
    """How many plies are spelt alike, check marks aside."""
    pairs = zip((ply.rstrip('+#') for ply in plies), (ply.rstrip('+#') for ply in others))
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


class Games:
    """The games of one variant: text and meaning in each dialect."""

    def __init__(self):
        self.text = collections.defaultdict(list)
        self.meant = collections.defaultdict(list)

    def add(self, aise, path, most=None):
        told = [json.loads(line) for line in run(aise, 'convert', '--to', 'jsonl', path)[1].splitlines()][:most]
        for dialect, options in (('aise', []), ('viewer', ['--to', 'viewer']), ('cards', ['--viewer=cards'])):
            games = split_games(run(aise, 'convert', *options, path)[1])
            for number, game in enumerate(told):
                here = positions(aise, path, number + 1)
                count = self.count(game, dialect)
                self.note(dialect, game, games[:count], here, '%s:%d' % (path, game['line']))
                games = games[count:]

    @staticmethod
    def count(game, dialect):
        """How many games of the dialect this one becomes."""
        turns = {(ply['turn'], ply['side']) for ply in game['plies']}
        if dialect == 'cards':
            return max(len(game['plies']), 1)
        return max(len(turns), 1) if dialect == 'viewer' and game['variant'] in SLIDES else 1

    def note(self, dialect, game, texts, here, source):
        self.text[dialect] += texts
        ends = [i + 1 for i, ply in enumerate(game['plies'])
                if i + 1 == len(game['plies']) or self.turn(game, i) != self.turn(game, i + 1)]
        for i, text in enumerate(texts):
            plies = plies_of(text)
            real = [ply for ply in plies if ply != '--']
            if dialect == 'cards':
                at = i + len(real)
            elif dialect == 'viewer' and game['variant'] in SLIDES:
                at = ends[i] if ends else 0
            else:
                at = len(real)
            placement = without_edge_pawns(here[at]) if 'FEN' in tags_of(text) else here[at]
            if 'cannot show the position' in ' '.join(text.split()):
                placement = tags_of(text)['FEN'].split()[0]
            if game['variant'] == 'mutation-progressive':
                placement = colours_of(placement)  # an orthodox board shows what a mutated man was
            self.meant[dialect].append(Meant(len(plies), len(plies), placement, game['result'],
                                             len(real) == len(game['plies']), source))

    @staticmethod
    def turn(game, i):
        return game['plies'][i]['turn'], game['plies'][i]['side']

    def finish(self):
        """Of an O/R game in dialect aise an orthodox board can show what the viewer dialect shows, unless it misses a
        letter or digit that only the orthodox rules need."""
        for shown, spelt, said in zip(self.meant['viewer'], self.text['aise'], self.text['viewer']):
            least = same_up_to(plies_of(spelt), plies_of(said))
            whole = shown.whole and least == shown.plies
            self.meant['aise, O/R'].append(shown._replace(least=least, whole=whole))


# ---- the programs ----

def from_json(output):
    for line in output.splitlines():
        if line.startswith('{'):
            told = json.loads(line)
            yield Read(told['plies'], told['placement'], told['result'], told['stopped'])


class Programs:
    def __init__(self, build):
        self.folder = os.path.join(build, 'interop')
        self.display = None
        home = os.path.join(self.folder, 'home')
        shutil.rmtree(home, ignore_errors=True)
        os.makedirs(os.path.join(home, '.config/chessx'))
        with open(os.path.join(home, '.config/chessx/chessx.ini'), 'w', encoding='ascii') as file:
            file.write('[%General]\nonlineVersionCheck=false\nBuiltinDbInstalled=true\n')
        self.environment = dict(os.environ, HOME=home, LC_ALL='C.UTF-8', XDG_RUNTIME_DIR=home,
                                PATH=os.environ['PATH'] + ':/usr/games')
        shutil.copy(os.path.join(HERE, 'drive.mjs'), self.folder)

    @contextlib.contextmanager
    def screen(self):
        """An X server without a screen for the programs that want one."""
        reader, writer = os.pipe()
        command = ['Xvfb', '-displayfd', str(writer), '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
        server = subprocess.Popen(command, pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        try:
            with os.fdopen(reader) as number:
                self.environment['DISPLAY'] = ':' + number.readline().strip()
            yield
        finally:
            server.terminate()
            server.wait()

    def run(self, *command, **more):
        return run(*command, env=self.environment, **more)

    def module(self, name):
        def drive(path, _):
            return list(from_json(self.run('node', os.path.join(self.folder, 'drive.mjs'), name, path)[1]))
        return drive

    def scid(self, path, _):
        games = []
        for line in self.run('tkscid', os.path.join(HERE, 'drive.tcl'), path)[1].splitlines():
            fields = line.split('\t')
            if len(fields) == 4:
                result = {'1': '1-0', '0': '0-1', '=': '1/2-1/2'}.get(fields[2], '*')
                games.append(Read(int(fields[0]), fields[1].split()[0], result, fields[3] or None))
        return games

    def pychess(self, path, _):
        index = os.path.splitext(path)[0] + '.sqlite'  # PyChess keeps one beside the file
        with contextlib.suppress(FileNotFoundError):
            os.remove(index)
        return list(from_json(self.run(DEBIAN_PYTHON, os.path.join(HERE, 'drive_pychess.py'), path)[1]))

    def pgn_extract(self, path, _):
        output, errors = self.run('pgn-extract', '-s', '-F', '--plycount', '--allownullmoves', '--keepbroken',
                                  '-w', '9999', path)[1:]
        games = []
        for game in split_games(output):
            fen = re.findall(r'\{ "(\S+/\S+) [^"]*" \} (?:1-0|0-1|1/2-1/2|\*)\s*$', game)
            tags = tags_of(game)
            games.append(Read(int(tags['PlyCount']), fen[0] if fen else None, tags['Result'],
                              errors.strip()[-120:] or None))
        return games

    def xboard(self, path, count):
        """A match of engines that resign, from the games of the file. XBoard saves those with moves."""
        saved, fens, log = (os.path.join(self.folder, 'xboard.' + end) for end in ('pgn', 'fen', 'log'))
        for name in (saved, fens, log):
            with open(name, 'w', encoding='ascii'):
                pass  # it adds to them
        engine = '%s %s ' % (DEBIAN_PYTHON, os.path.join(HERE, 'resign.py'))
        with self.screen():
            self.run('xboard', '-fcp', engine + log, '-scp', engine + '/dev/null', '-loadGameFile', path,
                     '-loadGameIndex', '-1', '-matchGames', str(count), '-timeDelay', '0', '-matchPause', '100',
                     '-saveGameFile', saved, '-savePositionFile', fens, '-xexit', '-xpopup',
                     '-saveSettingsOnExit', 'false')
        with open(saved, encoding='utf-8') as games, open(fens, encoding='utf-8') as places, \
                open(log, encoding='utf-8') as sent:
            played = [Read(len(plies_of(game)), fen.split()[0], None, None)
                      for game, fen in zip(split_games(games.read()), places)]
            blocks = re.split(r'^new$', sent.read(), flags=re.M)
        games = []
        for block in blocks:
            if re.search(r'^usermove ', block, re.M):
                games.append(played.pop(0) if played else Read(0, None, None, 'not saved'))
            elif re.search(r'^setboard ', block, re.M):
                games.append(Read(0, re.findall(r'^setboard (\S+)', block, re.M)[-1], None, None))
        return games

    def chessx(self, path, count):
        with self.screen():
            output = self.run(DEBIAN_PYTHON, os.path.join(HERE, 'drive_chessx.py'), path, str(count))[1]
        games = []
        for line in output.splitlines():
            game, fen = json.loads(line)
            games.append(Read(len(plies_of(game)), fen.split()[0], tags_of(game).get('Result'), None))
        return games


Program = collections.namedtuple('Program', 'name command drive most wants partial')


def list_programs(programs):
    """Name, what must be there, how it is driven, how many games of a file at most, the columns where every game must
    come out right, and whether it keeps the beginning of a game it cannot read to the end."""
    every = {'orthodox', 'viewer, O/R', 'viewer, slides', 'cards'}
    null = every | {'viewer, null moves'}
    deaf = null | {'aise, O/R'}  # to the tag Variant
    return [
        Program('Scid', 'tkscid', programs.scid, 5000, deaf, True),
        Program('XBoard', 'xboard', programs.xboard, 150, deaf - {'cards'}, True),
        Program('PyChess', 'pychess', programs.pychess, 5000, null, True),
        Program('ChessX', 'chessx', programs.chessx, 60, deaf - {'cards'}, False),
        Program('kokopu', 'kokopu', programs.module('kokopu'), 5000, null, False),
        Program('pgn-extract', 'pgn-extract', programs.pgn_extract, 5000, deaf, True),
        Program('chess.js', 'chess.js', programs.module('chess.js'), 5000, every, False),
        Program('chessops', 'chessops', programs.module('chessops'), 5000, every, True),
        Program('@mliebelt/pgn-parser', '@mliebelt/pgn-parser', programs.module('pgn-parser'), 5000,
                null | {'aise, any'}, False),
    ]


def absent(program, build):
    """Why it cannot be driven, or None."""
    if os.path.exists(os.path.join(build, 'interop/node_modules', program.command)):
        return None if shutil.which('node') else 'node is not installed'
    if shutil.which(program.command, path=os.environ['PATH'] + ':/usr/games'):
        return None
    return '%s is not installed' % program.command


def version(program, build):
    """`4.7.4`, as Debian or npm tells it."""
    package = os.path.join(build, 'interop/node_modules', program.command, 'package.json')
    with contextlib.suppress(OSError), open(package, encoding='utf-8') as file:
        return json.load(file)['version']
    told = run('dpkg-query', '-W', '-f', '${Version}', program.name.lower())[1]
    return re.sub(r'^\d+:|[-+].*', '', told)


# ---- the comparison ----

def difference(meant, read, refuses, lenient):
    """What is wrong, or None. `refuses`: it may refuse a game that no orthodox board can show whole; `lenient`: it may
    go on where a strict board stops."""
    if refuses and not meant.whole and (read.stopped or read.plies == 0):
        return None
    if read.plies < meant.least or (read.plies > meant.plies and not lenient):
        return '%d half-moves, not %d (%s)' % (read.plies, meant.plies, read.stopped)
    if read.result is not None and read.result != meant.result:
        return 'result %s, not %s' % (read.result, meant.result)
    if read.placement is not None and read.plies == meant.plies and \
            meant.placement not in (read.placement, colours_of(read.placement)):
        return 'placement %s, not %s (%s)' % (read.placement, meant.placement, read.stopped)
    return None


class Tally:
    def __init__(self):
        self.passed = self.failed = 0
        self.table = collections.defaultdict(dict)

    def group(self, program, column, dialect, variant, meant, read):
        lenient = column == 'aise, O/R'
        refuses = lenient and not program.partial and any(one.plies for one in read)
        said = [(one, difference(one, other, refuses, lenient)) for one, other in zip(meant, read)]
        wrong = [(one, text) for one, text in said if text]
        wrong += [(one, 'not read') for one in meant[len(read):]]
        wrong += [(meant[-1], 'a game too many')] * max(0, len(read) - len(meant))
        good = len(meant) - len(wrong)
        asked = column in program.wants and not (column == 'aise, any' and variant in UNSPELT)
        word = ('pass' if not wrong else 'FAIL') if asked else 'info'
        print('%s  %-20s %-7s %-21s %5d of %d games' % (word, program.name, dialect, variant, good, len(meant)),
              flush=True)
        for one, text in wrong[:3] if asked else wrong[:1]:
            print('      %s: %s' % (one.source, text))
        before = self.table[program.name].get(column, (0, 0))
        self.table[program.name][column] = (before[0] + good, before[1] + len(meant))
        if asked:
            self.passed += good
            self.failed += len(wrong)

    def print_table(self, programs, build):
        columns = list(COLUMNS)
        print('\n| | %s |\n|---|%s' % (' | '.join(columns), '---|' * len(columns)))
        for program in programs:
            cells = []
            for column in columns:
                good, count = self.table[program.name].get(column, (0, 0))
                cells.append('–' if count == 0 else 'all %d' % count if good == count else '%d of %d' % (good, count))
            print('| %s %s | %s |' % (program.name, version(program, build), ' | '.join(cells)))
        print()


def prepare(build, words):
    """The games of every variant, corpus first, written to BUILD/interop/<variant>.<dialect>.pgn as they are driven."""
    aise, most = os.path.join(build, 'aise'), int(os.environ.get('INTEROP_GAMES', '10'))
    sets = {}
    for variant in VARIANTS:
        if words and variant not in words and any(word in VARIANTS for word in words):
            continue
        games = sets[variant] = Games()
        for path in sorted(glob.glob('corpus/%s/*.txt' % variant)):
            games.add(aise, path)
        path = os.path.join(build, 'interop', variant + '.random.pgn')
        run(os.path.join(build, 'games'), variant, str(most * .002 + .01), path)
        games.add(aise, path, most)
        if variant == 'overloader-restorer':
            games.finish()
    return sets


def drive(program, build, sets, tally):
    for column, (dialect, variants) in COLUMNS.items():
        if column in ('cards', 'aise, any') and column not in program.wants:
            continue
        for variant in (v for v in variants if v in sets):
            games = sets[variant]
            meant = games.meant[column if column == 'aise, O/R' else dialect][:program.most]
            path = os.path.join(build, 'interop', '%s.%s.pgn' % (variant, dialect))
            with open(path, 'w', encoding='utf-8') as file:
                file.write(''.join(games.text[dialect][:program.most]))
            try:
                read = program.drive(path, len(meant))
            except (OSError, subprocess.TimeoutExpired) as error:
                print('FAIL  %s cannot be driven: %s' % (program.name, error))
                tally.failed += 1
                return
            tally.group(program, column, dialect, variant, meant, read)


def main():
    build, words = sys.argv[1], sys.argv[2:]
    tally = Tally()
    programs = [p for p in list_programs(Programs(build))
                if not any(w not in VARIANTS for w in words) or p.name.lower() in [w.lower() for w in words]]
    sets = prepare(build, words)
    for program in programs:
        why = absent(program, build)
        if why:
            print('FAIL  %s cannot be driven: %s' % (program.name, why))
            tally.failed += 1
            continue
        drive(program, build, sets, tally)
    tally.print_table(programs, build)
    print('%d passed, %d failed' % (tally.passed, tally.failed))
    return tally.failed > 0


sys.exit(main())
