"""The scenes by name, and the program in which they are shown with fixed time, random numbers and folders."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias
from unittest.mock import patch

from game.lessons import LESSONS
from game.rules import GAMES
from game.text.gettext import SOURCE_LANGUAGE, use_language
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.scene_registry import (
    ViewNames,
    analysis,
    any_game,
    assistance,
    banners,
    briscola,
    chiamata,
    examples,
    fairness,
    hands,
    lessons,
    lobby,
    long_pages,
    looking_back,
    muscio,
    network_tables,
    pages,
    past_matches,
    spades,
    trainer,
)

NEW_WINDOW_SIZE: Final = (1280, 720)
"""Width and height of a new window in pixels."""
ShowFunction: TypeAlias = Callable[[AppDriver], ViewNames]
"""A function that leads the program to a scene and yields the name of each view while the window shows it."""

LONG_PAGES: Final[Mapping[str, ShowFunction]] = {
    f"long-{name.replace(',', '').replace(' ', '-')}": partial(long_pages.show_long_page, make)
    for name, make in long_pages.PAGE_OPENERS.items()
}
"""Pages with the longest contents that they can have. Each has one view."""
SCENES: Final[Mapping[str, ShowFunction]] = {
    "menu": pages.show_main_menu,
    "new-match": pages.show_new_match,
    "settings": pages.show_settings_and_help,
    "network": lobby.show_pages,
    "daily": pages.show_daily_deal,
    "toasts": pages.show_toasts,
    "talk": pages.show_chat,
    "keys": pages.show_key_bindings,
    "history": past_matches.show_history,
    "same-cards": examples.show_comparison,
    "statistics": past_matches.show_statistics,
    **{f"replay-{game}": partial(past_matches.show_replay, game) for game in GAMES},
    **{f"table-{seats}": partial(briscola.show_dealing, f"you{' club' * (seats - 1)}") for seats in range(2, 7)},
    "table": briscola.show_table_of_four,
    "exchange": briscola.show_exchange,
    "hands": hands.show_hands,
    "help": assistance.show_help,
    "fairness": fairness.show_fairness,
    "lessons": examples.show_lesson_menu,
    **{f"lesson-{lesson}": partial(lessons.show_lesson_answers, lesson) for lesson in LESSONS},
    "looking-back": looking_back.show_trick_history,
    "covers": looking_back.show_hand_over_screens,
    "hot-seat": briscola.show_hot_seat,
    "network-table": network_tables.show_network_table,
    "network-absence": network_tables.show_network_absence,
    "network-result": network_tables.show_network_result,
    "network-offer": network_tables.show_network_offer,
    "network-bar": network_tables.show_network_bar,
    "network-false-host": network_tables.show_network_false_host,
    "network-people": network_tables.show_network_people,
    **{f"result-{seats}": partial(briscola.show_results, f"you{' club' * (seats - 1)}") for seats in (2, 4, 5, 6)},
    "chiamata-auction": chiamata.show_auction,
    "chiamata-play": chiamata.show_play,
    "chiamata-result": chiamata.show_results,
    "chiamata-table": chiamata.show_discipline,
    "moments": banners.show_banners,
    **{
        f"analysis-{game}": partial(analysis.show_analysis, game, seats, deals)
        for game, seats, deals in (("briscola", 2, 3), ("chiamata", 5, 3), ("spades", 4, 2), ("muscio", 4, 5))
    },
    **{f"trainer-{game}": partial(trainer.show_trainer, game) for game in GAMES},
    **{f"spades-{seats}": partial(spades.show_table, seats) for seats in (2, 3, 4, 5)},
    "spades-partners": spades.show_partners,
    **{f"muscio-{seats}": partial(muscio.show_table, seats) for seats in (3, 4, 5, 6)},
    **LONG_PAGES,
}
"""The ways to the scenes. Each gets a program of its own."""


def list_scenes() -> Mapping[str, ShowFunction]:
    """Return `SCENES` and a deal of each registered game."""
    return {**SCENES, **{f"any-{game}": partial(any_game.show_deal, game) for game in GAMES}}


@contextmanager
def open_scene_app(size: tuple[int, int] = NEW_WINDOW_SIZE, **changes: Any) -> Iterator[AppDriver]:
    """Return a context manager that gives its block a program that is the same in every run and on every machine.

    ``size``: of the window, in pixels; ``changes``: settings.
    """
    with (
        use_language(changes.get("language", SOURCE_LANGUAGE)),
        patch("time.localtime", time.gmtime),
        tempfile.TemporaryDirectory() as folder,
        chdir(folder),
        open_test_app(Path("home"), size=size, settings=make_settings(**changes), seed=7) as app,
    ):
        yield app


def show_views(name: str, app: AppDriver) -> ViewNames:
    """Show the scene of a name and yield the name of each view, with all its images drawn.

    Nothing is painted on the way there. Raise KeyError for an unknown name.
    """
    app.skips_painting = True
    for view in list_scenes()[name](app):
        app.wait_for_card_images()
        app.skips_painting = False
        app.advance_frame()
        yield view or name
        app.skips_painting = True
