"""The list of shortcuts: F1 shows all of it, and it agrees with the effect of the keys."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from pygame_gui.elements import UIButton

from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings
from tests.ui.table_driver import start_match_at_turn
from ui.app.settings import load_settings
from ui.input.key_bindings import FIXED_KEYS, REMAPPABLE_SHORTCUTS, explain_key_refusal, make_key_map
from ui.input.key_map import (
    ALL_SHORTCUTS,
    DEFAULT_KEY_MAP,
    GLOBAL_SHORTCUTS,
    SHORTCUT_GROUPS,
    SHOW_LOG,
    SHOW_TRICK_HISTORY,
    TOGGLE_HELP,
    TYPE_CARD_NAME,
    ZOOM_CARD,
    Shortcut,
)
from ui.scenes.shortcuts.scene import KeyCap, ShortcutsScene
from ui.table.overlays.card_zoom import CardZoomOverlay
from ui.table.overlays.trick_history import TrickHistoryOverlay
from ui.widgets.label import LineLabel, TextLabel


def list_texts(app: AppDriver) -> str:
    drawn = (" ".join(widget.lines) for widget in app.list_widgets() if isinstance(widget, TextLabel))
    return " ".join((*drawn, *(widget.text for widget in app.list_widgets() if isinstance(widget, (KeyCap, UIButton)))))


def get_footer_text(app: AppDriver) -> str:
    """Return the line at the bottom of the page; the lines beside the keys are above it."""
    lines = [widget for widget in app.list_widgets() if isinstance(widget, LineLabel)]
    return next((line.text for line in lines if line.ui_container is app.context.ui_manager.get_root_container()), "")


def assign_key(app: AppDriver, shortcut: Shortcut, key: int) -> None:
    """Press the button of a shortcut by keys, then its new key."""
    app.press_on(f"key-{shortcut.name}", pygame.K_RETURN)
    app.press_key(key)


def test_page_lists_every_shortcut_and_f1_returns(app: AppDriver) -> None:
    page = open_shortcuts(app)
    shown = list_texts(app)
    for shortcut in ALL_SHORTCUTS:
        assert shortcut.default_label in shown and shortcut.description in shown
        assert f"{shortcut.default_label}: {shortcut.description}" in page.narration
    app.press_key(pygame.K_F1)
    assert app.context.scenes.top is not page


def test_no_key_has_two_meanings_except_card_letters() -> None:
    letters = set(range(pygame.K_a, pygame.K_z + 1))
    for _title, group in SHORTCUT_GROUPS:
        for shortcut, other_shortcut in combinations(dict.fromkeys((*GLOBAL_SHORTCUTS, *group)), 2):
            assert set(shortcut.default_keys) & set(other_shortcut.default_keys) <= letters
    names = [shortcut.name for shortcut in REMAPPABLE_SHORTCUTS]
    assert {*names, ""} == {shortcut.name for shortcut in ALL_SHORTCUTS} and len(set(names)) == len(names)
    for shortcut in ALL_SHORTCUTS:
        has_free_key = bool(shortcut.default_keys) and not set(shortcut.default_keys) <= FIXED_KEYS
        assert bool(shortcut.name) == (has_free_key and shortcut is not TYPE_CARD_NAME)
        assert not any(explain_key_refusal(shortcut, key, DEFAULT_KEY_MAP)
                       for key in shortcut.default_keys if shortcut.name)  # fmt: skip


@pytest.mark.slow
def test_changed_key_works_at_once_and_after_restart(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    open_shortcuts(app)
    assign_key(app, SHOW_TRICK_HISTORY, pygame.K_F5)
    assert get_footer_text(app) == f"F5: {SHOW_TRICK_HISTORY.description}" and "F5" in list_texts(app)
    app.press_key(pygame.K_ESCAPE)
    app.press_key(pygame.K_l)
    assert app.context.scenes.top is scene
    app.press_key(pygame.K_F5)
    app.expect_scene(TrickHistoryOverlay)
    again, damage = load_settings(app.context.folders)
    assert not damage and make_key_map(again.keys).overrides == {"last_trick": pygame.K_F5}


def test_button_restores_default_keys(app: AppDriver) -> None:
    open_shortcuts(app)
    for shortcut, key in ((SHOW_TRICK_HISTORY, pygame.K_F5), (SHOW_LOG, pygame.K_l), (SHOW_TRICK_HISTORY, pygame.K_g)):
        assign_key(app, shortcut, key)
    keys = app.context.key_map.keys
    assert (keys(SHOW_TRICK_HISTORY), keys(SHOW_LOG)) == ((pygame.K_g,), (pygame.K_l,)), "they swap keys"
    app.click_button("usual-keys")
    assert app.context.key_map == DEFAULT_KEY_MAP and not app.context.settings.keys
    assert not app.get_button("usual-keys").is_enabled


@check_rows("shortcut, key, words", [
    (SHOW_TRICK_HISTORY, pygame.K_g, "G is already used: Show the deal log"),
    (SHOW_TRICK_HISTORY, pygame.K_F11, "F11 is already used: Turn full screen on or off"),
    (SHOW_TRICK_HISTORY, pygame.K_RETURN, "Return cannot be changed."),
    (SHOW_TRICK_HISTORY, pygame.K_1, "1 cannot be changed."),
    (SHOW_TRICK_HISTORY, pygame.K_LSHIFT, "Left Shift cannot be changed."),
    (SHOW_TRICK_HISTORY, pygame.K_k, "K is used to type card names."),
    (TOGGLE_HELP, pygame.K_x, "X is needed for typing."),
    (TOGGLE_HELP, pygame.K_KP5, "Keypad 5 is needed for typing."),
])  # fmt: skip
def test_invalid_key_is_refused_with_one_line(app: AppDriver, shortcut: Shortcut, key: int, words: str) -> None:
    app.context.apply_settings(make_settings())
    open_shortcuts(app)
    assign_key(app, shortcut, key)
    assert app.list_line_texts().count(words) == 1  # its place is in the golden text
    assert not app.context.settings.keys and app.context.key_map == DEFAULT_KEY_MAP
    app.press_key(pygame.K_F7)  # the page still waits for a valid key
    assert app.context.key_map.keys(shortcut) == (pygame.K_F7,)


def test_escape_keeps_the_key_and_the_page(app: AppDriver) -> None:
    page = open_shortcuts(app)
    assign_key(app, SHOW_TRICK_HISTORY, pygame.K_ESCAPE)
    assert app.context.scenes.top is page and page.pending_shortcut is None
    assert app.context.key_map == DEFAULT_KEY_MAP and not get_footer_text(app)


@check_rows("kept", [
    {"last_trick": "no such key"}, {"nothing": "F5"}, {"last_trick": ""}, {"last_trick": "Return"},
    {"last_trick": "K"}, {"list": "X"}, {"last_trick": "G"}, {"last_trick": "F5", "log": "F5"},
])  # fmt: skip
def test_invalid_stored_keys_fall_back_to_defaults(app: AppDriver, kept: dict[str, str]) -> None:
    app.context.apply_settings(make_settings(keys=kept))
    assert app.context.key_map == DEFAULT_KEY_MAP


def test_chosen_card_is_zoomed_by_a_key(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.press_key(ZOOM_CARD.default_keys[0])
    assert app.context.scenes.top is scene
    app.press_key(pygame.K_RIGHT)
    app.press_key(ZOOM_CARD.default_keys[0])
    assert isinstance(app.context.scenes.top, CardZoomOverlay) and app.context.scenes.top.card == scene.hand[0]


def open_shortcuts(app: AppDriver) -> ShortcutsScene:
    return app.show_over(ShortcutsScene(app.context))
