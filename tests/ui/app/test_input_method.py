"""Words of an input method are shown in the text field, with the proposals of the system beside it.

There is no input method in a test: the events are those of SDL, and the calls to it are recorded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

import main
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.scenes.main_menu.scene import MainMenuScene

COMPOSED = "にほん"


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return MainMenuScene


@pytest.fixture
def entry_rects(monkeypatch: pytest.MonkeyPatch) -> list[pygame.Rect]:
    """Return a list to which every place is added that is given to the input method of the system."""
    rects = list[pygame.Rect]()
    monkeypatch.setattr(pygame.key, "set_text_input_rect", rects.append)
    return rects


@pytest.fixture
def code_field(app: AppDriver) -> Iterator[Any]:
    """Yield the text field of the deal code in a new match, with the focus."""
    app.click_button("new-match")
    run_settling_frames(app)
    app.click_button("more-options")
    app.context.scenes.top.focus.focus_widget(app.get_widget("code"))
    app.advance_frame()
    yield app.get_widget("code")


def compose(app: AppDriver, text: str) -> None:
    app.post_event(pygame.TEXTEDITING, text=text, start=len(text), length=0)


def is_word_shown(app: AppDriver) -> bool:
    """Return whether the field shows a word as composed: with a golden line, wider than the cursor, below it."""
    image = app.get_widget("code").image
    gold = pygame.mask.from_threshold(image, pygame.Color(theme.GOLD), (8, 8, 8, 255))
    return max((rect.width for rect in gold.get_bounding_rects()), default=0) > 10


def test_start_asks_the_system_to_show_its_proposals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_IME_SHOW_UI", raising=False)
    with pytest.raises(SystemExit):
        main.main(["--version"])
    assert os.environ["SDL_IME_SHOW_UI"] == "1"


def test_word_is_shown_while_it_is_composed(app: AppDriver, code_field: Any) -> None:
    assert not is_word_shown(app)
    compose(app, COMPOSED)
    picture = pygame.image.tobytes(code_field.image, "RGBA")
    assert is_word_shown(app) and code_field.get_text() == ""
    compose(app, "日本")
    assert is_word_shown(app) and pygame.image.tobytes(code_field.image, "RGBA") != picture
    app.post_event(pygame.TEXTINPUT, text="日本")
    compose(app, "")
    assert app.get_widget("code").get_text() == "日本" and not is_word_shown(app)


@check_rows(
    "key",
    [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_TAB, pygame.K_DOWN, pygame.K_LEFT, pygame.K_F1],
)
def test_keys_belong_to_the_word_that_is_composed(app: AppDriver, code_field: Any, key: int) -> None:
    app.post_event(pygame.TEXTINPUT, text="B")
    scene, focused_id = app.context.scenes.top, app.context.scenes.top.focus.focused_id
    compose(app, COMPOSED)
    app.press_key(key)
    field = app.get_widget("code")
    assert app.context.scenes.top is scene and scene.focus.focused_id == focused_id
    assert field.get_text() == "B" and field.composition == COMPOSED
    compose(app, "")
    app.press_key(pygame.K_BACKSPACE)
    assert app.get_widget("code").get_text() == "", "the keys work again"


def test_window_or_field_that_loses_the_focus_ends_the_word(app: AppDriver, code_field: Any) -> None:
    compose(app, COMPOSED)
    app.post_event(pygame.WINDOWFOCUSLOST)
    assert code_field.composition == ""
    compose(app, COMPOSED)
    app.context.ui_manager.set_focus_set(None)
    assert code_field.composition == ""
    compose(app, COMPOSED)
    app.press_key(pygame.K_ESCAPE)
    assert "code" not in app.widget_ids, "a word without a field keeps no key"


def test_place_follows_the_cursor_the_word_and_the_field(
    app: AppDriver, entry_rects: list[pygame.Rect], code_field: Any
) -> None:
    app.advance_frame()
    (first_rect,) = entry_rects
    assert code_field.get_abs_rect().contains(first_rect)
    app.post_event(pygame.TEXTINPUT, text="BBBB")
    app.advance_frame()
    app.advance_frame()
    assert entry_rects[-1].left > first_rect.left and entry_rects[-1].top == first_rect.top
    app.press_key(pygame.K_HOME)
    assert entry_rects[-1].left == first_rect.left
    app.post_event(pygame.TEXTINPUT, text="B" * 20)
    compose(app, COMPOSED * 3)
    assert app.get_widget("code").get_abs_rect().contains(entry_rects[-1]), "a long word stays in the field"
    for size in ((1600, 900), (960, 540)):
        app.resize(size)
        run_settling_frames(app)
        assert app.get_widget("code").get_abs_rect().contains(entry_rects[-1])
    page: Any = app.context.scenes.top
    area = page.scroll_areas["deal"]
    area.move_to(0)
    app.advance_frame()
    before = entry_rects[-1]
    area.move_to(30)
    app.advance_frame()
    assert entry_rects[-1].top == app.get_widget("code").get_abs_rect().top
    assert entry_rects[-1].top < before.top or area.offset == 0
