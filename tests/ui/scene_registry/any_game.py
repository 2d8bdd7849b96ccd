"""Scenes of any registered game, for a contributor who adds one: the first turn, a trick, the result."""

from __future__ import annotations

from game.rules import GAMES
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, open_table
from tests.ui.match_driver import play_until
from tests.ui.scene_registry import ViewNames
from ui.table.result.overlay import ResultOverlay


def show_deal(game: str, app: AppDriver) -> ViewNames:
    """Show a random deal from its first turn to its result."""
    seats = GAMES[game].seat_counts[0]
    open_table(app, make_match_setup(" ".join(["you", *["random"] * (seats - 1)]), game=game))
    play_until(app, lambda table: table.session.is_your_turn)
    yield f"any-{game}-first-turn"
    play_until(app, lambda table: bool(table.board.trick) or bool(table.board.last_trick), prefers_other_actions=True)
    yield f"any-{game}-cards-lie"
    play_until(app, lambda _table: isinstance(app.context.scenes.top, ResultOverlay))
    yield f"any-{game}-result"
