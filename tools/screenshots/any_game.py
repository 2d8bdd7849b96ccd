"""Any game of the registry, as whoever adds one first sees it: the first turn, a trick, the result."""

from __future__ import annotations

from game.rules import GAMES
from tests.fakes import seating
from tests.ui.driving import forward
from tests.ui.stage import AppByHand, at_table
from tools.screenshots import Shots
from ui.table.result import Result


def whole_deal(game: str, app: AppByHand) -> Shots:
    """A deal from its first turn to its result, by chance."""
    seats = GAMES[game].seats[0]
    at_table(app, seating(" ".join(["you", *["random"] * (seats - 1)]), game=game))
    forward(app, lambda table: table.table.your_turn)
    yield f"any-{game}-first-turn"
    forward(app, lambda table: bool(table.board.trick) or bool(table.board.last), eager=True)
    yield f"any-{game}-cards-lie"
    forward(app, lambda _table: isinstance(app.stage.scene, Result))
    yield f"any-{game}-result"
