"""No name is cut without a mark: on every page, at every table, and in every result that shows names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final
from unittest.mock import patch

import msgspec
import pygame
import pytest

from game.match.match import Match
from game.match.record import Record
from game.rules import GAMES
from tests.ui import network_window
from tests.ui.app_driver import AppDriver, make_settings
from tests.ui.fake_analysis import open_finished_analysis, store_played_match
from tests.ui.match_driver import find_match, resume_at, run_settling_frames
from tests.ui.scene_registry import long_pages, network_tables
from tests.ui.scene_registry.examples import fill_history
from tests.ui.text_recorder import find_texts_outside, record_texts
from ui.app.settings import Settings
from ui.graphics import theme
from ui.scenes.history.scene import HistoryScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.statistics.scene import StatisticsScene

pytestmark = pytest.mark.slow

NAMES: Final = (
    "Massimiliano Bartolomeis", "Wolfeschlegelsteinhausen", "Zaccaria Antonio Savoiar", "Gioacchino Della Rovere",
    "Ermenegilda Pappalettera", "Quirino Xaverio Yvesmont",
)  # fmt: skip
"""The longest names, of one to three words that begin differently."""
MIN_PART: Final = 4
"""The number of letters from which a text has a part of a name."""
PLACES: Final = [((960, 540), 2.0), ((1280, 720), 1.0)]


@pytest.fixture(params=PLACES, ids=lambda place: f"{place[0][0]}x{place[0][1]} at {place[1]:.0%}")
def place(request: Any) -> tuple[tuple[int, int], float]:
    """Return a size of the window and a scale."""
    chosen: tuple[tuple[int, int], float] = request.param
    return chosen


@pytest.fixture
def app_size(place: tuple[tuple[int, int], float]) -> tuple[int, int]:
    return place[0]


@pytest.fixture
def app_settings(place: tuple[tuple[int, int], float]) -> Settings:
    return make_settings(scale=place[1])


def list_shown_texts(app: AppDriver) -> list[str]:
    """Return the texts of the top scene as they are drawn, so cut ones with their end."""
    texts, original, scene = list[str](), theme.render_text, app.context.scenes.top

    def record(text: str, *style: Any) -> pygame.Surface:
        texts.append(text)
        return original(text, *style)

    theme.render_fitted_text.cache_clear()
    with patch.object(theme, "render_text", record):
        app.context.scenes.rebuild()
        app.wait_for_card_images()
        app.advance_until(lambda: scene.is_ready)
        app.advance_frame()
        app.repaint()
    return texts


def has_unmarked_part(text: str, name: str, other_texts: list[str]) -> bool:
    """Return whether a text has a part of a name without a mark: an ellipsis, or the initial of the last word.

    The rest of the name may be in the next line, and the first word may stand for the whole before an apostrophe.
    """
    for match in re.finditer(re.escape(name[:MIN_PART]), text):
        tail = text[match.start() :]
        first_word, *other_words = name.split()
        if tail.startswith(name) or (other_words and tail.startswith(f"{first_word} {other_words[-1][0]}.")):
            continue
        length = next((length for length in range(len(name), 0, -1) if tail.startswith(name[:length])), 0)
        end, rest = tail[length:], name[length:].strip()
        is_continued = not end.strip() and any(other.startswith(rest[:MIN_PART]) for other in other_texts)
        if not (end.lstrip().startswith("…") or is_continued):
            return True
    return False


def list_faults(app: AppDriver, place_name: str) -> list[object]:
    """Return the texts of the top scene with an unmarked part of a name, and those that leave their background."""
    texts = list_shown_texts(app)
    faults: list[object] = [
        text for text in dict.fromkeys(texts) for name in NAMES if has_unmarked_part(text, name, texts)
    ]
    with record_texts() as recorder:
        app.context.scenes.rebuild()
        app.wait_for_card_images()
        app.advance_frame()
        drawn = recorder.list_texts(app)
    parts = [name[:MIN_PART] for name in NAMES]
    faults += [("outside", text) for text in find_texts_outside(drawn) if any(part in text for part in parts)]
    return [(place_name, *faults)] if faults else []


def with_names(record: Record) -> Record:
    return msgspec.structs.replace(record, names=NAMES[: len(record.names)])


@cache
def find_record(game: str, seats: int, condition: Callable[[Match], bool], deals: int) -> Record:
    return with_names(find_match(game, seats, condition, deals=deals))


def is_choice_of_seat_0(match: Match) -> bool:
    return match.turn == 0


def is_deal_over(match: Match) -> bool:
    return bool(match.results)


def is_match_over(match: Match) -> bool:
    return match.is_over


def test_unmarked_parts_of_names_are_found() -> None:
    name = NAMES[0]
    for text in (name, f"{name}: 3", "Massimiliano B.", "Massim…", "Massimiliano…", "Massimiliano Bart…", "Elsa"):
        assert not has_unmarked_part(text, name, [])
    for text in ("Massimiliano", "Massimiliano Bart", "Massimilian", "Massimiliano: 3", "Massimiliano, Elsa"):
        assert has_unmarked_part(text, name, [])
    assert not has_unmarked_part("Massimiliano", name, ["Bartolomeis"])


def test_last_line_has_all_the_rest_of_a_text() -> None:
    pygame.font.init()
    for text in (" and ".join(NAMES), NAMES[1], "one\ntwo three", ""):
        for width, max_lines in ((60, 1), (60, 3), (150, 2), (4000, 2)):
            lines = theme.wrap_to_lines(text, "sans", 18, width, max_lines)
            assert 1 <= len(lines) <= max_lines
            assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")


@pytest.fixture
def long_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pages of the tests have the names."""
    monkeypatch.setattr(long_pages, "LONG_NAMES", NAMES)
    saved = tuple(msgspec.structs.replace(match, names=NAMES[: len(match.names)]) for match in long_pages.SAVED_MATCHES)
    monkeypatch.setattr(long_pages, "SAVED_MATCHES", saved)
    for module in (network_window, network_tables):
        monkeypatch.setattr(module, "LONG_NAMES", ("Ann", *(name[:24] for name in NAMES[:2]), "Dino"))


@pytest.mark.usefixtures("long_names")
def test_names_are_marked_on_every_page(app: AppDriver) -> None:
    faults: list[object] = []
    for name, make in long_pages.PAGE_OPENERS.items():
        app.context.scenes.replace(MainMenuScene(app.context))
        app.context.scenes.push(make(app.context))
        faults += list_faults(app, name)
    assert faults == []


@pytest.mark.parametrize("game", GAMES)
def test_names_are_marked_at_tables_in_results_and_on_the_card_to_continue(app: AppDriver, game: str) -> None:
    faults: list[object] = []
    for seats in sorted({GAMES[game].seat_counts[0], 4, GAMES[game].seat_counts[-1]} & {*GAMES[game].seat_counts}):
        for condition, deals in ((is_choice_of_seat_0, 1), (is_deal_over, 1), (is_match_over, 300)):
            table = resume_at(app, find_record(game, seats, condition, deals))
            faults += list_faults(app, f"{condition.__name__} {seats}")
            for open_overlay in (table.open_pause, table.overlays.open_score_pad, table.overlays.open_log):
                if condition is is_choice_of_seat_0:
                    open_overlay()
                    run_settling_frames(app)
                    faults += list_faults(app, f"{open_overlay.__name__} {seats}")
                    app.context.scenes.pop()
            app.context.scenes.replace(MainMenuScene(app.context))
            app.advance_until(lambda: not app.context.scenes.top.is_busy)
            run_settling_frames(app)
            faults += list_faults(app, f"card after {condition.__name__} {seats}")
    assert faults == []


def test_names_are_marked_on_the_screen_between_two_people(app: AppDriver) -> None:
    faults: list[object] = []
    for game in GAMES:
        seats = GAMES[game].seat_counts[-1]
        resume_at(app, find_record(game, seats, is_choice_of_seat_0, 1), people=tuple(range(seats)))
        faults += list_faults(app, game)
    assert faults == []


def test_names_are_marked_in_the_history_a_replay_and_the_statistics(
    app: AppDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.ui.scene_registry.examples.PLAYER_NAMES", NAMES)
    fill_history(app, 8, unfinished_count=1)
    faults: list[object] = []
    app.context.scenes.replace(MainMenuScene(app.context))
    history = HistoryScene(app.context, lambda: None)
    app.context.scenes.push(history)
    app.advance_until(lambda: not history.is_busy)
    for number in range(len(history.rows)):
        run_settling_frames(app)
        faults += list_faults(app, f"history {number}")
        app.press_key(pygame.K_DOWN)
    for match_id in range(1, 5):
        app.context.scenes.replace(MainMenuScene(app.context))
        app.context.router.open_replay(match_id)
        run_settling_frames(app)
        faults += list_faults(app, f"replay {match_id}")
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.scenes.push(StatisticsScene(app.context))
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    faults += list_faults(app, "statistics")
    assert faults == []


@pytest.mark.parametrize("game", ["muscio", "chiamata"])
def test_names_are_marked_in_the_analysis(app: AppDriver, game: str) -> None:
    page = open_finished_analysis(app, with_names(store_played_match(game)))
    faults = list_faults(app, "analysis")
    page.learn(0)
    run_settling_frames(app)
    faults += list_faults(app, "learn")
    assert faults == []


@pytest.mark.usefixtures("long_names")
@pytest.mark.parametrize(
    "show",
    [
        network_tables.show_network_table,
        network_tables.show_network_bar,
        network_tables.show_network_absence,
        network_tables.show_network_people,
    ],
)
def test_names_are_marked_at_a_table_over_the_network(
    app: AppDriver, show: Callable[[AppDriver], Iterator[str]]
) -> None:
    faults: list[object] = []
    for name in show(app):
        faults += list_faults(app, name)
    assert faults == []
