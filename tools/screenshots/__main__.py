"""Draw the pictures. Time and random numbers are fixed, so that the same program draws the same pixels."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from game.lessons import LESSONS
from game.rules import GAMES
from game.text.gettext import LANGUAGE_NAMES, SOURCE_LANGUAGE, use_language
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.network_window import (
    show_network_absence,
    show_network_bar,
    show_network_false_host,
    show_network_offer,
    show_network_people,
    show_network_result,
    show_network_table,
)
from tests.ui.scene_examples import show_comparison, show_lesson_menu
from tools import screenshots
from tools.screenshots import (
    ShotNames,
    analysis,
    any_game,
    banners,
    briscola,
    chiamata,
    fairness,
    hands,
    help,
    lessons,
    looking_back,
    muscio,
    network,
    pages,
    past_matches,
    spades,
    trainer,
)
from ui.app.settings import TABLE_THEME_NAMES, UI_SCALES

WINDOW_SIZES = ((960, 540), (1280, 720), (1920, 1080), (3840, 2160))

CAPTURE_BY_ENTRY: Mapping[str, Callable[[AppDriver], ShotNames]] = {
    "menu": pages.capture_main_menu,
    "new-match": pages.capture_new_match,
    "settings": pages.capture_settings_and_help,
    "network": network.capture_pages,
    "daily": pages.capture_daily_deal,
    "toasts": pages.capture_toasts,
    "talk": pages.capture_chat,
    "keys": pages.capture_key_bindings,
    "history": past_matches.capture_history,
    "same-cards": show_comparison,
    "statistics": past_matches.capture_statistics,
    **{f"replay-{game}": partial(past_matches.capture_replay, game) for game in GAMES},
    **{
        f"table-{seats}": partial(briscola.capture_dealing, " ".join(["you", *["club"] * (seats - 1)]))
        for seats in range(2, 7)
    },
    "table": briscola.capture_table_of_four,
    "exchange": briscola.capture_exchange,
    "hands": hands.capture_hands,
    "help": help.capture_help,
    "fairness": fairness.capture_fairness,
    "lessons": show_lesson_menu,
    **{f"lesson-{lesson}": partial(lessons.capture_lesson, lesson) for lesson in LESSONS},
    "looking-back": looking_back.capture_trick_history,
    "covers": looking_back.capture_hand_over_screens,
    "hot-seat": briscola.capture_hot_seat,
    "network-table": show_network_table,
    "network-absence": show_network_absence,
    "network-result": show_network_result,
    "network-offer": show_network_offer,
    "network-bar": show_network_bar,
    "network-false-host": show_network_false_host,
    "network-people": show_network_people,
    **{
        f"result-{seats}": partial(briscola.capture_results, " ".join(["you", *["club"] * (seats - 1)]))
        for seats in (2, 4, 5, 6)
    },
    "chiamata-auction": chiamata.capture_auction,
    "chiamata-play": chiamata.capture_play,
    "chiamata-result": chiamata.capture_results,
    "chiamata-table": chiamata.capture_discipline,
    "moments": banners.capture_banners,
    **{
        f"analysis-{game}": partial(analysis.capture_analysis, game, seats, deals)
        for game, seats, deals in (("briscola", 2, 3), ("chiamata", 5, 3), ("spades", 4, 2), ("muscio", 4, 5))
    },
    **{f"trainer-{game}": partial(trainer.capture_trainer, game) for game in GAMES},
    **{f"spades-{seats}": partial(spades.capture_table, seats) for seats in (2, 3, 4, 5)},
    "spades-partners": spades.capture_partners,
    **{f"muscio-{seats}": partial(muscio.capture_table, seats) for seats in (3, 4, 5, 6)},
}
"""The functions that show the scenes, by the name for ``--only``."""


def list_captures() -> Mapping[str, Callable[[AppDriver], ShotNames]]:
    """Return `CAPTURE_BY_ENTRY` and a deal of each registered game. Each entry gets a program of its own."""
    return {**CAPTURE_BY_ENTRY, **{f"any-{game}": partial(any_game.capture_deal, game) for game in GAMES}}


def draw_pictures(out: Path, size: tuple[int, int], name: str, **changes: Any) -> Iterator[Path]:
    """Draw the pictures of one entry of `list_captures` and yield their paths in ``out``, once written.

    ``size``: of the window, in pixels; ``changes``: settings. Raise KeyError for an unknown entry.
    """
    scale = changes.get("scale", 1.0)
    suffix = f"{size[0]}x{size[1]}" + (f"-{scale:.0%}" if scale != 1.0 else "")
    with (
        use_language(changes.get("language", SOURCE_LANGUAGE)),
        tempfile.TemporaryDirectory() as home,
        open_test_app(Path(home), size=size, settings=make_settings(**changes), seed=7) as app,
    ):
        for shot in list_captures()[name](app):
            for images in app.context.card_images.values():
                images.wait()
            app.advance_frame()
            app.repaint()
            path = out / f"{shot}-{suffix}.png"
            pygame.image.save(app.surface, str(path))
            yield path


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=screenshots.__doc__)
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--size", action="append", type=_parse_size, help="WIDTHxHEIGHT; may be repeated")
    parser.add_argument("--only", choices=list_captures(), help="one entry")
    parser.add_argument("--scale", type=float, choices=UI_SCALES, default=1.0, help="of text and buttons")
    parser.add_argument(
        "--language", choices=LANGUAGE_NAMES, default=SOURCE_LANGUAGE, help="in which everything is said"
    )
    parser.add_argument("--felt", choices=TABLE_THEME_NAMES, default="green", help="the cloth")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    for size in args.size or WINDOW_SIZES:
        for name in [args.only] if args.only else list_captures():
            for path in draw_pictures(args.out, size, name, scale=args.scale, felt=args.felt, language=args.language):
                print(path)
    return 0


def _parse_size(text: str) -> tuple[int, int]:
    width, _by, height = text.partition("x")
    return int(width), int(height)


if __name__ == "__main__":
    sys.exit(main())
