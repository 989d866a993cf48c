// drive.mjs LIBRARY FILE: reads the PGN file with a library from npm. One JSON object a game on standard output:
// half-moves of the main line, final placement (null where the library has no board), result, why it stopped.
import fs from 'node:fs';
import kokopu from 'kokopu';
import { Chess } from 'chess.js';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { makeBoardFen } from 'chessops/fen';
import pgnParser from '@mliebelt/pgn-parser';

const tell = (plies, placement, result, stopped = null) =>
  console.log(JSON.stringify({ plies, placement, result, stopped }));

const firstLine = error => String(error.message).split('\n')[0].slice(-160);

const library = {
  kokopu(text) {
    const database = kokopu.pgnRead(text);
    for (let i = 0; i < database.gameCount(); i++) {
      try {
        const game = database.game(i);
        tell(game.nodes().length, game.finalPosition().fen().split(' ')[0], game.result());
      } catch (error) {
        tell(0, null, null, firstLine(error));
      }
    }
  },
  chessops(text) {
    for (const game of parsePgn(text)) {
      const start = startingPosition(game.headers);
      if (start.isErr) {
        tell(0, null, null, firstLine(start.error));
        continue;
      }
      const position = start.value;
      let plies = 0;
      let stopped = null;
      for (const { san } of game.moves.mainline()) {
        const move = parseSan(position, san);
        if (move === undefined) {
          stopped = `no move ${san}`;
          break;
        }
        position.play(move);
        plies++;
      }
      tell(plies, makeBoardFen(position.board), game.headers.get('Result'), stopped);
    }
  },
  'chess.js'(text) {
    for (const one of split(text)) {
      const game = new Chess();
      try {
        game.loadPgn(one);
        tell(game.history().length, game.fen().split(' ')[0], game.getHeaders().Result);
      } catch (error) {
        tell(0, null, null, firstLine(error));
      }
    }
  },
  // A parser without a board. It takes a file whole or not at all, so it is given one game at a time.
  'pgn-parser'(text) {
    for (const one of split(text)) {
      try {
        const game = pgnParser.parse(one, { startRule: 'game' });
        tell(game.moves.length, null, game.tags.Result);
      } catch (error) {
        tell(0, null, null, firstLine(error));
      }
    }
  },
};

function split(text) {
  return text.split(/\n\n(?=\[Event ")/);
}

const [, , name, file] = process.argv;
library[name](fs.readFileSync(file, 'utf8'));
