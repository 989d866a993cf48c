"""drive_pychess.py FILE: loads each game of the PGN file as PyChess does. One JSON object a game on standard output:
half-moves, final placement, result, why it stopped."""
import json
import sys

import pychess  # noqa: F401  sets up what the modules below want
from pychess.Savers import pgn
from pychess.Savers.ChessFile import LoadingError
from pychess.System.protoopen import protoopen
from pychess.Utils.const import BLACKWON, DRAW, WHITEWON
from pychess.Utils.GameModel import GameModel

RESULTS = {WHITEWON: '1-0', BLACKWON: '0-1', DRAW: '1/2-1/2'}


def main():
    file = pgn.load(protoopen(sys.argv[1]))
    file.limit = 1 << 20
    file.init_tag_database()
    for record in file.get_records()[0]:
        model = GameModel()
        stopped = None
        try:
            file.loadToModel(record, -1, model)
        except LoadingError as error:
            stopped = ' '.join(str(word) for word in error.args)
        placement = model.boards[-1].asFen().split()[0] if model.boards else None
        print(json.dumps({'plies': len(model.moves), 'placement': placement,
                          'result': RESULTS.get(record['Result'], '*'), 'stopped': stopped}))


main()
