"""Tables with long names in the middle of random matches, under rules in which each two options meet."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from game.core.phase import DealOverPhase
from game.text.chat import MAX_MESSAGE_CHARACTERS
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.playouts import Playout, play_deals
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import resume_at, run_settling_frames
from tests.ui.scene_registry import ViewNames
from tests.ui.scene_registry.long_pages import LONG_NAMES
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.scene import TableScene

LONG_SPEECH = " ".join(f"What did {name} play?" for name in LONG_NAMES)


def show_tables(game: str, app: AppDriver) -> ViewNames:
    """Show the middle and the end of a deal at some tables of a game, and the menu that offers to continue."""
    tables = sorted((table for table in PAIRWISE_TABLES if table.game == game), key=lambda table: table.seats)
    for number, table in enumerate((tables[0], tables[-1]), 1):
        playout = play_deals(table)
        for name, moment_count in list_moments(playout):
            scene = resume_with_long_names(app, playout, moment_count)
            yield f"{game}-{number}-{name}"
            if name == "play" and scene.session.say(LONG_SPEECH[:MAX_MESSAGE_CHARACTERS]) is None:
                app.advance_frame()
                app.advance_frame(0.5)
                yield f"{game}-{number}-talk"
    app.context.scenes.replace(MainMenuScene(app.context))
    run_settling_frames(app)
    yield f"{game}-menu"


def list_moments(playout: Playout) -> Iterator[tuple[str, int]]:
    """Yield names of moments and their numbers: a turn of seat 0 late in a deal, and the end of a later deal."""
    moments = playout.moments
    ends = [index for index, moment in enumerate(moments, 1) if isinstance(moment.match.phase, DealOverPhase)]
    turns = [index for index, moment in enumerate(moments[: ends[-1]], 1) if moment.match.turn == 0]
    yield "play", turns[-2]
    yield "end", ends[-1]


def resume_with_long_names(app: AppDriver, playout: Playout, moment_count: int) -> TableScene:
    """Continue a match after some of its moments, with the longest names."""
    record = playout.record(moment_count)
    return resume_at(app, msgspec.structs.replace(record, names=LONG_NAMES[: playout.table.seats]))
