"""The list of shortcuts: F1 shows all of it, and it agrees with the effect of the keys."""

from __future__ import annotations

from itertools import combinations

import pygame

from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings
from tests.ui.table_driver import start_match_at_turn
from ui.input.key_bindings import FIXED_KEYS, REMAPPABLE_SHORTCUTS, explain_key_refusal
from ui.input.key_map import (
    ALL_SHORTCUTS,
    DEFAULT_KEY_MAP,
    GLOBAL_SHORTCUTS,
    SHORTCUT_GROUPS,
    TYPE_CARD_NAME,
    ZOOM_CARD,
)
from ui.table.overlays.card_zoom import CardZoomOverlay


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
