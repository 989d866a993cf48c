#!/usr/bin/env python3
"""Writes the seeds of every fuzz target into FOLDER/TARGET/.

usage: seeds.py FOLDER
"""
import glob
import gzip
import io
import os
import sys
import tarfile
import zipfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
VARIANTS = ('orthodox', 'doublemove', 'dynamo', 'dynamo-kk', 'double-dynamo', 'overloader-restorer', 'progressive',
            'mutation-progressive', 'marseillais')  # as rules/registry.c has them
PLIES = {
    'orthodox': 'e4 Cf3 e:d5 0-0 O-O-O a8=D a7-a8(D) Cge2 C1f3 Cb1-c3 ed exd6 e.p. D:f7# --'.split(),
    'doublemove': 'e4 d5 Cc3 e:d5 Ab5 A:e8# 0-0 f5f4'.split(),
    'dynamo': 'Cb1d2/Pd2f3 Dd8/d7d3 e2/d3c4 Ra1E Dd8/Re1E# Ra1a5/Ba5E Nb1d2_Pd2f3 Qa5E_Pc7E e8=D/d7d8=T'.split(),
    'overloader-restorer': 'Dh5/Pe5 (D)g4 Aa6+/Cc6 b:a6 D:e5+/(P)e5/Dh4/e4 a8=D/Pe8=D 0-0'.split(),
    'mutation-progressive': 'e4 d:c5 A:g2=P g:h1=T a8=D R:g1'.split(),
}


def write(folder, target, name, content):
    path = os.path.join(folder, target)
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, name), 'wb') as file:
        file.write(content)


def texts():
    """Whole listings and games by name."""
    found = {}
    places = ('corpus/*/*.txt', 'corpus/*/*.pgn', 'tests/fuzz/seeds/*', 'tests/cases/*.in',
              'tests/property/damage/*.txt', '../shared/cases/*.in')
    for pattern in places:
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            with open(path, 'rb') as file:
                found['-'.join(path.split(os.sep)[-2:])] = file.read()
    return found


def readings(folder, found):
    for number, (name, content) in enumerate(found.items()):
        write(folder, 'grammar', name, content)
        options = bytes([ord('@'), ord('`') + number % (len(VARIANTS) + 1), ord('0') + number * 5 % 48])
        for target in ('convert', 'roundtrip', 'report'):
            write(folder, target, name, content)
            write(folder, target, name + '@', options + content)


def positions(folder):
    for path in sorted(glob.glob(os.path.join(ROOT, 'rules', 'perft', '*.perft'))):
        with open(path, encoding='utf-8') as file:
            rows = [line.rstrip('\n').split('\t') for line in file if not line.startswith('#')]
        seen = set()
        for variant, fen, state, *_ in (row for row in rows if len(row) >= 5):
            if (fen, state) not in seen and variant in VARIANTS:
                seen.add((fen, state))
                text = chr(ord('a') + VARIANTS.index(variant)) + fen + '\n' + state
                write(folder, 'position', '%s-%d' % (variant, len(seen)), text.encode())


def plies(folder):
    for number, variant in enumerate(VARIANTS):
        for family, written in PLIES.items():
            for played in (0, 1, 7, 30):
                choices = bytes((17 * i * (number + 3)) % 256 for i in range(played))
                head = bytes([ord('a') + number, ord('a') + played])
                write(folder, 'written', '%s-%s-%d' % (variant, family, played),
                      head + choices + '\n'.join(written).encode())


def pages(folder, found):
    for name, content in found.items():
        lines = content.replace(b'&', b'&amp;').replace(b'<', b'&lt;').splitlines()
        write(folder, 'page', name, content if content.startswith(b'<') else b'<p>' + b'<br>\n'.join(lines[:60]) + b'</p>')


def archives(folder, found):
    name, content = next(iter(found.items()))
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, 'w', zipfile.ZIP_DEFLATED) as file:
        file.writestr('../' + name, content)
        file.writestr('b/\u00e8.txt', content)
    write(folder, 'archive', 'two.zip', plain.getvalue())
    for kind in ('', 'gz', 'bz2', 'xz'):
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode='w:' + kind) as file:
            member = tarfile.TarInfo('/abs/../' + name)
            member.size = len(content)
            file.addfile(member, io.BytesIO(content))
        write(folder, 'archive', 'one.tar.' + kind, packed.getvalue())
    write(folder, 'archive', 'text.gz', gzip.compress(content, mtime=0))
    for letter in b'tz':
        write(folder, 'archive', 'built-' + chr(letter),
              bytes([letter]) + b'a.txt\x01' + content[:400] + b'\x01../b\x01PK\x03\x04\x01c.html\x01<html><p>1.e4 e5')


def main():
    folder = sys.argv[1]
    found = texts()
    readings(folder, found)
    positions(folder)
    plies(folder)
    pages(folder, found)
    archives(folder, found)


main()
