"""Every scene as a picture, at three window sizes: ``python -m tests.gallery OUT [--size 1280x720] [--only table]``.

Time and chance are the gallery's own, so the same program draws the same pictures to the last pixel.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random

import pygame

from game.actions import Action, Play, Sign
from game.ai.players import levels_for
from game.events import DealerDrawn, Dealt, Drew, Event, Played, Signed, Swapped, TrickTaken
from game.rules import GAMES
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, opened
from ui.scenes.result import Result
from ui.scenes.table import TableScene

SIZES = ((960, 540), (1280, 720), (1920, 1080))
Shots = Iterator[str]
"""A scene yields the name of each picture when the window shows it."""


# -- pages --------------------------------------------------------------------------------------------


def menu(app: AppByHand) -> Shots:
    from ui.scenes.menu import Menu

    app.stage.go(Menu(app.stage))
    still(app)
    yield "menu"
    at_table(app, seating("you club club"))
    forward(app, lambda table: table.table.your_turn)
    app.stage.go(Menu(app.stage))
    still(app)
    yield "menu-with-a-match"
    app.press("Saved matches")
    still(app)
    yield "saved-matches"


def new_match(app: AppByHand) -> Shots:
    from ui.scenes.menu import Menu
    from ui.scenes.new_match import NewMatch

    app.stage.go(Menu(app.stage))
    app.stage.push(NewMatch(app.stage))
    still(app)
    yield "new-match"
    for _tab in range(4):
        app.key(pygame.K_TAB)
    yield "new-match-by-keyboard"


def settings_and_help(app: AppByHand) -> Shots:
    from ui.scenes.help import Help
    from ui.scenes.menu import Menu
    from ui.scenes.settings import SettingsScene

    app.stage.go(Menu(app.stage))
    for name, scene in (("settings", SettingsScene), ("help", Help)):
        app.stage.push(scene(app.stage))
        still(app)
        yield name
        app.stage.back()


# -- the table ----------------------------------------------------------------------------------------


def dealing(kinds: str, app: AppByHand) -> Shots:
    """From the draw for the dealer to the first cards in the piles."""
    seats = len(kinds.split())
    at_table(app, seating(kinds, count_aloud=True))
    for event, share in ((DealerDrawn, 0.7), (Dealt, 0.6)):
        until_event(app, event, share)
        yield f"table-{seats}-{event.__name__.lower()}"
    forward(app, lambda table: table.table.your_turn and bool(table.board.last) and len(table.board.trick) > 0)
    yield f"table-{seats}-your-turn"
    until_event(app, Played, 0.5)
    yield f"table-{seats}-card-flying"
    until_event(app, TrickTaken, 0.3)
    yield f"table-{seats}-trick-complete"
    until_event(app, Drew, 0.5)
    yield f"table-{seats}-drawing"


def on_demand(app: AppByHand) -> Shots:
    """What a person asks for at a table of four."""
    scene = at_table(app, seating("you club club club", show_partner_hand=True))
    forward(app, lambda table: table.table.your_turn and offers_a_sign(table))
    yield "table-sign-offered"
    app.press("Make a sign…")
    yield "table-signs-open"
    app.press(next(button.text for button, action in scene.buttons.items() if isinstance(action, Sign)))
    until_event(app, Signed, 0.5)
    yield "table-sign-made"
    forward(app, lambda table: table.table.your_turn)
    app.key(pygame.K_l)
    yield "table-last-trick"
    app.key(pygame.K_l)
    app.key(pygame.K_RIGHT)
    for _frame in range(30):
        app.step()
    yield "table-card-chosen"
    app.key(pygame.K_ESCAPE)
    yield "pause"
    app.key(pygame.K_ESCAPE)
    app.mind.thinking = True
    app.key(pygame.K_1)
    app.steps(lambda: not scene.beats and bool(app.mind.open))
    app.key(pygame.K_1)
    yield "table-refused"
    app.mind.thinking = False
    forward(app, lambda table: table.view.phase is not None and table.board.stock == 0 and table.table.your_turn)
    yield "table-partners-show"


def exchange(app: AppByHand) -> Shots:
    """The exchange of the turned trump."""
    at_table(app, seating("you club", trump_exchange="seven"))
    until_event(app, Swapped, 0.4, eager=True)
    yield "table-exchange"


def hot_seat(app: AppByHand) -> Shots:
    """Two people at one screen, one clock."""
    at_table(app, seating("you club you club", turn_seconds=30))
    app.to_cover()
    yield "cover"
    app.press("Ready")
    app.step()
    yield "table-after-the-cover"
    app.storage.fault = "The match cannot be saved: the disk is full. Free some space and try again."
    app.key(pygame.K_1)
    app.step()
    yield "table-not-saved"
    app.storage.fault = ""


def results(kinds: str, app: AppByHand) -> Shots:
    """The end of a deal and of the match."""
    seats = len(kinds.split())
    at_table(app, seating(kinds))
    forward(app, lambda _table: isinstance(app.stage.scene, Result))
    yield f"result-{seats}"
    while not app.table.table.over:
        result = app.stage.scene
        assert isinstance(result, Result)
        result.go_on()
        forward(app, lambda _table: isinstance(app.stage.scene, Result))
    yield f"match-over-{seats}"


def every_phase(game: str, app: AppByHand) -> Shots:
    """A person's turn in each phase of a game, and what it comes to."""
    kinds = " ".join(["you", *[levels_for(game)[-1]] * (GAMES[game].seats[0] - 1)])
    at_table(app, seating(kinds, game=game))
    seen: set[str] = set()

    def new_phase(table: TableScene) -> bool:
        name = type(table.view.phase).__name__
        return isinstance(app.stage.scene, Result) or (table.table.your_turn and name not in seen)

    while True:
        forward(app, new_phase)
        if isinstance(app.stage.scene, Result):
            yield f"{game}-result"
            return
        seen.add(type(app.table.view.phase).__name__)
        yield f"{game}-{type(app.table.view.phase).__name__.lower()}"


SCENES: Mapping[str, Callable[[AppByHand], Shots]] = {
    "menu": menu,
    "new-match": new_match,
    "settings": settings_and_help,
    **{f"table-{seats}": partial(dealing, " ".join(["you", *["club"] * (seats - 1)])) for seats in range(2, 7)},
    "table": on_demand,
    "exchange": exchange,
    "hot-seat": hot_seat,
    **{f"result-{seats}": partial(results, " ".join(["you", *["club"] * (seats - 1)])) for seats in (2, 4, 5, 6)},
    **{game: partial(every_phase, game) for game in GAMES},
}


# -- going on -----------------------------------------------------------------------------------------


def still(app: AppByHand) -> None:
    """Some frames, for what comes from the disk."""
    for _frame in range(6):
        app.step()


def offers_a_sign(table: TableScene) -> bool:
    return any(isinstance(action, Sign) for action in table.view.choices)


def forward(app: AppByHand, reached: Callable[[TableScene], bool], *, eager: bool = False) -> None:
    """Play on, pictures skipped, until nothing moves and ``reached`` says so."""
    rng = Random(4)

    def there() -> bool:
        table = app.table
        if table.beats or table.table.saving:
            table.skip()
            return False
        if reached(table):
            return True
        act(table, rng, eager)
        return False

    app.step()
    app.steps(there)
    app.step()


def until_event(app: AppByHand, kind: type[Event], share: float, *, eager: bool = False) -> None:
    """Play on until an event of this kind is being shown, so much of it done."""
    rng = Random(4)

    def there() -> bool:
        table = app.table
        if table.beat is None:
            act(table, rng, eager)
            return False
        if isinstance(table.beat.event, kind):
            return table.elapsed >= share * table._animation(table.beat).length
        return False

    app.steps(there)


def act(table: TableScene, rng: Random, eager: bool) -> None:
    """What a person does: any card; ``eager``: anything but a card, if there is a choice."""
    if table.table.cover is not None:
        table.table.ready()
    elif table.table.your_turn:
        table.act(choice(table.view.choices, rng, eager))


def choice(choices: tuple[Action, ...], rng: Random, eager: bool) -> Action:
    wanted = [action for action in choices if isinstance(action, Play) != eager]
    return rng.choice(wanted or list(choices))


# -- drawing ------------------------------------------------------------------------------------------


def draw(out: Path, size: tuple[int, int], name: str) -> Iterator[Path]:
    """The pictures of one entry of `SCENES` at one size, into the folder ``out``."""
    with tempfile.TemporaryDirectory() as home, opened(Path(home), size=size, seed=7) as app:
        for shot in SCENES[name](app):
            app.draw()
            path = out / f"{shot}-{size[0]}x{size[1]}.png"
            pygame.image.save(app.surface, str(path))
            yield path


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--size", action="append", type=_size, help="WIDTHxHEIGHT; may be repeated")
    parser.add_argument("--only", choices=SCENES, help="one entry")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    for size in args.size or SIZES:
        for name in [args.only] if args.only else SCENES:
            for path in draw(args.out, size, name):
                print(path)
    return 0


def _size(text: str) -> tuple[int, int]:
    wide, _by, high = text.partition("x")
    return int(wide), int(high)


if __name__ == "__main__":
    sys.exit(main())
