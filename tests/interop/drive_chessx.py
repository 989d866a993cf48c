"""drive_chessx.py FILE GAMES: opens the PGN file in ChessX and steps through its games with the keyboard, as a user
would: copies the game as PGN, goes to its end, copies the position, goes to the next game. Needs an X display, xdotool
and GTK (for the clipboard). One JSON object a game on standard output: the PGN and FEN that ChessX copied."""
import json
import re
import subprocess
import sys
import time

import gi
gi.require_version('Gdk', '3.0')
gi.require_version('Gtk', '3.0')
from gi.repository import Gdk, Gtk  # noqa: E402

GAME = r'\[Event '
NO_GAME = '[Event ""]'
POSITION = r'\S+/\S+ [wb] '


def xdotool(*words):
    return subprocess.run(['xdotool', *words], stdout=subprocess.PIPE, text=True, check=True, timeout=60).stdout.split()


def copy(key, shape, clipboard):
    """What the key copies; the other shape stood in the clipboard before."""
    for _ in range(5):
        xdotool('key', key)
        for _ in range(40):
            time.sleep(.02)
            text = clipboard.wait_for_text()
            if text and re.match(shape, text):
                return text
    raise SystemExit('ChessX does not answer to %s' % key)


def next_game(before, clipboard):
    """The game that comes up behind `before`."""
    for tries in range(30):
        game = copy('ctrl+c', GAME, clipboard)
        if game != before and not game.startswith(NO_GAME):
            return game
        if tries == 15:  # behind a game it cannot read to the end it shows none until told again
            xdotool('key', 'F3')
        copy('ctrl+shift+c', POSITION, clipboard)
        time.sleep(.05)
    return game


def main():
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    program = subprocess.Popen(['chessx', sys.argv[1]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        window = xdotool('search', '--sync', '--onlyvisible', '--class', 'chessx')[-1]
        time.sleep(2)  # it reads the file once the window stands
        xdotool('windowfocus', window)
        time.sleep(.5)
        game = None
        for _ in range(int(sys.argv[2])):
            game = next_game(game, clipboard)
            xdotool('key', 'End')
            print(json.dumps([game, copy('ctrl+shift+c', POSITION, clipboard)]), flush=True)
            xdotool('key', 'F3')  # its list stands upside down: the next game is the previous line
    finally:
        program.terminate()
        program.wait()


main()
