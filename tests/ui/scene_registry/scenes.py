"""The scenes by name, and the program in which they are shown with fixed time, random numbers and folders."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from unittest.mock import patch

from game.lessons import LESSONS
from game.rules import GAMES
from game.text.gettext import SOURCE_LANGUAGE, use_language
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.match_driver import run_settling_frames
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
    long_tables,
    looking_back,
    muscio,
    network_tables,
    pages,
    past_matches,
    spades,
    trainer,
)
from ui.graphics.card_images import CardImages
from ui.scenes.page import Page

NEW_WINDOW_SIZE: Final = (1280, 720)
"""Width and height of a new window in pixels."""
LOADING_ROUNDS: Final = 8
"""The most times that a page may ask for images after it got others."""
ShowFunction: TypeAlias = Callable[[AppDriver], ViewNames]
"""A function that leads the program to a scene and yields the name of each view while the window shows it."""


class ShownScene(NamedTuple):
    """A way to a scene.

    ``has_golden_text``: whether its text is compared with a golden one; not if that takes seconds and the views of
    another scene look alike. ``has_small_golden_text``: whether also with large text in the smallest window.
    ``is_in_motion``: whether views are moments of an animation, so that only the scene itself lets frames pass.
    """

    show: ShowFunction
    has_golden_text: bool = True
    has_small_golden_text: bool = False
    is_in_motion: bool = False


LONG_PAGES: Final[Mapping[str, ShownScene]] = {
    f"long-{name.replace(',', '').replace(' ', '-')}": ShownScene(
        partial(long_pages.show_long_page, make), has_small_golden_text=True
    )
    for name, make in long_pages.PAGE_OPENERS.items()
}
"""Pages with the longest contents that they can have. Each has one view."""
SCENES: Final[Mapping[str, ShownScene]] = {
    "menu": ShownScene(pages.show_main_menu),
    "new-match": ShownScene(pages.show_new_match),
    "settings": ShownScene(pages.show_settings_and_help),
    "network": ShownScene(lobby.show_pages),
    "phones": ShownScene(lobby.show_phones, has_small_golden_text=True),
    "daily": ShownScene(pages.show_daily_deal),
    "toasts": ShownScene(pages.show_toasts, is_in_motion=True),
    "talk": ShownScene(pages.show_chat),
    "keys": ShownScene(pages.show_key_bindings),
    "history": ShownScene(past_matches.show_history),
    "same-cards": ShownScene(examples.show_comparison),
    "statistics": ShownScene(past_matches.show_statistics),
    "medals": ShownScene(past_matches.show_medals),
    **{
        f"replay-{game}": ShownScene(
            partial(past_matches.show_replay, game), has_golden_text=game in ("briscola", "chiamata")
        )
        for game in GAMES
    },
    **{
        f"table-{seats}": ShownScene(
            partial(briscola.show_dealing, f"you{' club' * (seats - 1)}"),
            has_golden_text=seats in (2, 4, 6),
            has_small_golden_text=seats == 4,
            is_in_motion=True,
        )
        for seats in range(2, 7)
    },
    "table": ShownScene(briscola.show_table_of_four, has_small_golden_text=True, is_in_motion=True),
    "exchange": ShownScene(briscola.show_exchange, is_in_motion=True),
    "hands": ShownScene(hands.show_hands),
    "help": ShownScene(assistance.show_help),
    "fairness": ShownScene(fairness.show_fairness, is_in_motion=True),
    "lessons": ShownScene(examples.show_lesson_menu),
    **{
        f"lesson-{lesson}": ShownScene(
            partial(lessons.show_lesson_answers, lesson), has_golden_text=lesson in ("briscola", "muscio")
        )
        for lesson in LESSONS
    },
    "lesson-ends": ShownScene(lessons.show_lesson_ends, has_small_golden_text=True),
    "looking-back": ShownScene(looking_back.show_trick_history),
    "covers": ShownScene(looking_back.show_hand_over_screens, has_small_golden_text=True),
    "hot-seat": ShownScene(briscola.show_hot_seat, is_in_motion=True),
    "network-table": ShownScene(network_tables.show_network_table, is_in_motion=True),
    "network-absence": ShownScene(network_tables.show_network_absence, is_in_motion=True),
    "network-result": ShownScene(network_tables.show_network_result, is_in_motion=True),
    "network-offer": ShownScene(network_tables.show_network_offer, is_in_motion=True),
    "network-bar": ShownScene(network_tables.show_network_bar, is_in_motion=True),
    "network-watching": ShownScene(network_tables.show_network_watching),
    "television": ShownScene(network_tables.show_television, has_small_golden_text=True),
    "network-false-host": ShownScene(network_tables.show_network_false_host, is_in_motion=True),
    "network-people": ShownScene(network_tables.show_network_people, is_in_motion=True),
    **{
        f"result-{seats}": ShownScene(
            partial(briscola.show_results, f"you{' random' * (seats - 1)}"),
            has_golden_text=seats in (2, 5),
            has_small_golden_text=seats == 5,
        )
        for seats in (2, 4, 5, 6)
    },
    "chiamata-auction": ShownScene(chiamata.show_auction),
    "chiamata-play": ShownScene(chiamata.show_play, has_small_golden_text=True),
    "chiamata-result": ShownScene(chiamata.show_results),
    "chiamata-table": ShownScene(chiamata.show_discipline, has_small_golden_text=True),
    "moments": ShownScene(banners.show_banners, has_small_golden_text=True, is_in_motion=True),
    **{
        f"analysis-{game}": ShownScene(
            partial(analysis.show_analysis, game, seats, deals), has_golden_text=game == "muscio"
        )
        for game, seats, deals in (("briscola", 2, 3), ("chiamata", 5, 3), ("spades", 4, 2), ("muscio", 4, 5))
    },
    **{
        f"trainer-{game}": ShownScene(partial(trainer.show_trainer, game), has_golden_text=game != "spades")
        for game in GAMES
    },
    **{
        f"spades-{seats}": ShownScene(partial(spades.show_table, seats), has_golden_text=seats in (2, 4))
        for seats in (2, 3, 4, 5)
    },
    "spades-partners": ShownScene(spades.show_partners),
    **{
        f"muscio-{seats}": ShownScene(partial(muscio.show_table, seats), has_golden_text=seats in (4, 6))
        for seats in (3, 4, 5, 6)
    },
    **{
        f"long-tables-{game}": ShownScene(partial(long_tables.show_tables, game), has_small_golden_text=True)
        for game in GAMES
    },
    **LONG_PAGES,
}
"""The ways to the scenes. Each gets a program of its own."""


def list_scenes() -> Mapping[str, ShownScene]:
    """Return `SCENES` and a deal of each registered game."""
    return {**SCENES, **{f"any-{game}": ShownScene(partial(any_game.show_deal, game)) for game in GAMES}}


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
        patch.object(CardImages, "prepare", prepare_images_at_once),
        open_test_app(Path("home"), size=size, settings=make_settings(**changes), seed=7) as app,
    ):
        yield app


def prepare_images_at_once(images: CardImages, *values: Any) -> None:
    """Rasterize images as `CardImages.prepare`, but before it returns: no view depends on the speed of a thread."""
    ORIGINAL_PREPARE(images, *values)
    images.wait()


ORIGINAL_PREPARE: Final = CardImages.prepare


def show_views(name: str, app: AppDriver) -> ViewNames:
    """Show the scene of a name and yield the name of each view, with all its images drawn.

    Nothing is painted on the way there. Raise KeyError for an unknown name.
    """
    app.skips_painting = True
    scene = list_scenes()[name]
    for view in scene.show(app):
        if not scene.is_in_motion:
            run_settling_frames(app)
        app.skips_painting = False
        for _round in range(LOADING_ROUNDS):
            app.advance_frame()
            if not isinstance(app.context.scenes.top, Page) or not app.context.scenes.top.is_busy:
                break
        yield view or name
        app.skips_painting = True
