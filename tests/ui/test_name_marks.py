"""No name is cut without a mark: on every page, at every table, and in every result that shows names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Final
from unittest.mock import patch

import pygame
import pytest
from msgspec.structs import replace

from game.match.record import Record
from tests import helpers
from tests.fakes import make_match_setup
from tests.game.analysis import computer_matches
from tests.joint_records import make_revealed_record
from tests.lanes import choose_sample
from tests.ui import network_window
from tests.ui.app_driver import AppDriver
from tests.ui.golden_scenes import NEW_LOOK, Look
from tests.ui.scene_registry import briscola, examples, long_pages, looking_back, network_tables, past_matches
from tests.ui.scene_registry.scenes import LONG_PAGES, open_scene_app, show_views
from tests.ui.text_recorder import find_texts_outside, record_texts
from ui.graphics import theme

pytestmark = pytest.mark.slow

NAMES: Final = (
    "Massimiliano Bartolomeis", "Wolfeschlegelsteinhausen", "Zaccaria Antonio Savoiar", "Gioacchino Della Rovere",
    "Ermenegilda Pappalettera", "Quirino Xaverio Yvesmont",
)  # fmt: skip
"""The longest names, of one to three words that begin differently."""
MIN_PART: Final = 4
"""The number of letters from which a text has a part of a name."""
LOOKS: Final = (Look((960, 540), {"scale": 2.0}), NEW_LOOK)
SCENES_WITH_NAMES: Final = choose_sample((
    "table-6", "result-6", "result-4", "covers", "chiamata-play", "chiamata-result", "chiamata-table", "spades-4",
    "spades-5", "spades-partners", "muscio-3", "muscio-6", "history", "statistics", "replay-briscola", "replay-muscio",
    "analysis-muscio", "network-table", "network-bar", "network-absence", "network-people",
), 3)  # fmt: skip


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


def find_faults(app: AppDriver) -> list[str]:
    """Return the texts of the top scene with an unmarked part of a name, and those that leave their background.

    The texts are as they are drawn, so cut ones have their end.
    """
    texts, scene = list[str](), app.context.scenes.top
    theme.render_fitted_text.cache_clear()
    with record_texts() as recorder:

        def record(text: str, *style: Any) -> pygame.Surface:
            texts.append(text)
            return recorder.draw_text(text, *style)

        with patch.object(theme, "render_text", record):
            app.context.scenes.rebuild()
            app.wait_for_card_images()
            app.advance_until(lambda: scene.is_ready)
            app.advance_frame()
            outside = find_texts_outside(recorder.list_texts(app))
    faults = [text for text in dict.fromkeys(texts) for name in NAMES if has_unmarked_part(text, name, texts)]
    parts = [name[:MIN_PART] for name in NAMES]
    return faults + [f"outside: {text}" for text in outside if any(part in text for part in parts)]


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
    """Let the players of the scenes have the names."""
    for module in (helpers, examples, past_matches, computer_matches):
        monkeypatch.setattr(module, "PLAYER_NAMES", NAMES)
    for module in (briscola, looking_back):
        monkeypatch.setattr(module, "make_match_setup", partial(make_match_setup, names=NAMES))
    monkeypatch.setattr(past_matches, "make_revealed_record", make_record_with_names)
    monkeypatch.setattr(long_pages, "LONG_NAMES", NAMES)
    saved = tuple(replace(match, names=NAMES[: len(match.names)]) for match in long_pages.SAVED_MATCHES)
    monkeypatch.setattr(long_pages, "SAVED_MATCHES", saved)
    for module in (network_window, network_tables):
        monkeypatch.setattr(module, "LONG_NAMES", ("Ann", *(name[:24] for name in NAMES[:2]), "Dino"))


def make_record_with_names(game: str) -> Record:
    record = make_revealed_record(game)
    return replace(record, names=NAMES[: len(record.names)])


@pytest.mark.nightly
@pytest.mark.usefixtures("long_names")
@pytest.mark.parametrize(
    ("names", "look"),
    [
        *(pytest.param(choose_sample([*LONG_PAGES], 5, n), look, id=f"pages {look}") for n, look in enumerate(LOOKS)),
        *(
            pytest.param([name], LOOKS[number % 2], id=name)
            for number, name in choose_sample([*enumerate(SCENES_WITH_NAMES)], 2)
        ),
    ],
)
def test_names_are_marked_in_every_view_that_shows_them(names: Sequence[str], look: Look) -> None:
    faults = list[str]()
    for name in names:
        with open_scene_app(look.size, **look.changes) as app:
            for view in show_views(name, app):
                if view != "history-menu":  # a rebuild closes the menu
                    faults += [f"{view}: {fault}" for fault in find_faults(app)]
    assert faults == []
