"""Draw the pictures. Time and chance are set, so the same program draws the same pictures to the last pixel."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from game.i18n import LANGUAGES, SOURCE, speaking
from game.rules import GAMES
from tests.ui.pages import show_lessons, show_same_cards
from tests.ui.stage import AppByHand, opened, settings
from tools import screenshots
from tools.screenshots import (
    Shots,
    after_match,
    analysis,
    any_game,
    briscola,
    chiamata,
    fairness,
    hands,
    help,
    lessons,
    looking_back,
    moments,
    muscio,
    pages,
    spades,
    trainer,
)
from ui.settings import FELTS, SCALES

SIZES = ((960, 540), (1280, 720), (1920, 1080), (3840, 2160))

SCENES: Mapping[str, Callable[[AppByHand], Shots]] = {
    "menu": pages.menu,
    "new-match": pages.new_match,
    "settings": pages.settings_and_help,
    "toasts": pages.toasts,
    "talk": pages.talk,
    "keys": pages.other_keys,
    "history": after_match.history,
    "same-cards": show_same_cards,
    "statistics": after_match.statistics,
    **{f"replay-{game}": partial(after_match.replay, game) for game in GAMES},
    **{
        f"table-{seats}": partial(briscola.dealing, " ".join(["you", *["club"] * (seats - 1)])) for seats in range(2, 7)
    },
    "table": briscola.on_demand,
    "exchange": briscola.exchange,
    "hands": hands.hands,
    "help": help.help_at_the_table,
    "fairness": fairness.fairness,
    "lessons": show_lessons,
    **{f"lesson-{game}": partial(lessons.lesson, game) for game in GAMES},
    "looking-back": looking_back.looking_back,
    "covers": looking_back.covers,
    "hot-seat": briscola.hot_seat,
    **{
        f"result-{seats}": partial(briscola.results, " ".join(["you", *["club"] * (seats - 1)]))
        for seats in (2, 4, 5, 6)
    },
    "chiamata-auction": chiamata.auction,
    "chiamata-play": chiamata.play,
    "chiamata-result": chiamata.results,
    "chiamata-table": chiamata.discipline,
    "moments": moments.moments,
    **{
        f"analysis-{game}": partial(analysis.analysis, game, seats, deals)
        for game, seats, deals in (("briscola", 2, 3), ("chiamata", 5, 3), ("spades", 4, 2), ("muscio", 4, 5))
    },
    **{f"trainer-{game}": partial(trainer.trainer, game) for game in GAMES},
    **{f"spades-{seats}": partial(spades.table, seats) for seats in (2, 3, 4, 5)},
    **{f"muscio-{seats}": partial(muscio.table, seats) for seats in (3, 4, 5, 6)},
}
"""What is shown of the games that have more to show than any game."""


def scenes() -> Mapping[str, Callable[[AppByHand], Shots]]:
    """All that is drawn, each by a program of its own: `SCENES`, and a deal of every game of the registry."""
    return {**SCENES, **{f"any-{game}": partial(any_game.whole_deal, game) for game in GAMES}}


def draw(out: Path, size: tuple[int, int], name: str, **changes: Any) -> Iterator[Path]:
    """The pictures of one entry of `scenes` at one size and with some settings, into the folder ``out``."""
    scale = changes.get("scale", 1.0)
    ending = f"{size[0]}x{size[1]}" + (f"-{scale:.0%}" if scale != 1.0 else "")
    with (
        speaking(changes.get("language", SOURCE)),
        tempfile.TemporaryDirectory() as home,
        opened(Path(home), size=size, settings=settings(**changes), seed=7) as app,
    ):
        for shot in scenes()[name](app):
            for art in app.stage.arts.values():
                art.wait()
            app.draw()
            path = out / f"{shot}-{ending}.png"
            pygame.image.save(app.surface, str(path))
            yield path


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=screenshots.__doc__)
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--size", action="append", type=_size, help="WIDTHxHEIGHT; may be repeated")
    parser.add_argument("--only", choices=scenes(), help="one entry")
    parser.add_argument("--scale", type=float, choices=SCALES, default=1.0, help="of text and buttons")
    parser.add_argument("--language", choices=LANGUAGES, default=SOURCE, help="in which everything is said")
    parser.add_argument("--felt", choices=FELTS, default="green", help="the cloth")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    for size in args.size or SIZES:
        for name in [args.only] if args.only else scenes():
            for path in draw(args.out, size, name, scale=args.scale, felt=args.felt, language=args.language):
                print(path)
    return 0


def _size(text: str) -> tuple[int, int]:
    wide, _by, high = text.partition("x")
    return int(wide), int(high)


if __name__ == "__main__":
    sys.exit(main())
