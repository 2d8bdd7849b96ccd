"""One list of the shortcuts: F1 shows all of it, and what it says is what the keys do."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from pygame_gui.elements import UIButton

from tests.ui.stage import AppByHand, settings
from tests.ui.table.test_table_scene import your_turn
from ui.remapping import FIXED, REMAPPABLE, resolved, why_not
from ui.scenes.settings import SettingsScene
from ui.scenes.shortcuts import ShortcutsPage
from ui.settings import load_settings
from ui.shortcuts import ALL, EVERYWHERE, LARGE, LAST, LIST, LOG, NAME, SHORTCUTS, Shortcut
from ui.table.closeup import Closeup
from ui.table.look_back import LookBack
from ui.table.pause import Pause
from ui.widgets.words import Line, Words


def texts(app: AppByHand) -> str:
    drawn = (" ".join(one.lines) for one in app.widgets() if isinstance(one, Words))
    return " ".join((*drawn, *(one.text for one in app.widgets() if isinstance(one, UIButton))))


def said(app: AppByHand) -> str:
    """The line at the foot of the page."""
    return next(one.words for one in app.widgets() if isinstance(one, Line))


def give(app: AppByHand, shortcut: Shortcut, key: int) -> None:
    """On the page: press the shortcut's button by keys, then the key that it is to have."""
    app.stage.scene.focus.go(app.button(f"key-{shortcut.name}"))
    app.key(pygame.K_RETURN)
    app.key(key)


def test_the_page_lists_every_shortcut_and_f1_leads_back(app: AppByHand) -> None:
    app.stage.push(SettingsScene(app.stage))
    app.stage.push(ShortcutsPage(app.stage))
    shown, told = texts(app), app.stage.scene.told
    for one in ALL:
        assert one.shown in shown and one.does in shown
        assert f"{one.shown}: {one.does}" in told
    app.key(pygame.K_F1)
    assert isinstance(app.stage.scene, SettingsScene)


@pytest.mark.slow
def test_the_help_leads_back_to_the_table_or_its_pause(app: AppByHand) -> None:
    scene = your_turn(app)
    app.key(pygame.K_F1)
    app.key(pygame.K_ESCAPE)
    assert app.stage.scene is scene
    app.key(pygame.K_ESCAPE)
    app.key(pygame.K_F1)
    app.key(pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, Pause)


def test_no_key_has_two_meanings_but_letters_that_begin_a_name() -> None:
    letters = set(range(pygame.K_a, pygame.K_z + 1))
    for _title, group in SHORTCUTS:
        for one, other in combinations(dict.fromkeys((*EVERYWHERE, *group)), 2):
            assert set(one.keys) & set(other.keys) <= letters


def test_every_key_that_is_not_fixed_can_be_changed_and_its_usual_key_is_one_that_may_be_given(app: AppByHand) -> None:
    assert {one.name for one in REMAPPABLE} == {one.name for one in ALL} - {""}
    assert len({one.name for one in REMAPPABLE}) == len(REMAPPABLE)
    for one in ALL:
        assert bool(one.name) == (bool(one.keys) and one is not NAME and not set(one.keys) <= FIXED)
    for one in REMAPPABLE:
        assert not any(why_not(one, key) for key in one.usual)


@pytest.mark.slow
def test_another_key_does_it_at_once_and_after_the_next_start_and_the_usual_one_no_more(app: AppByHand) -> None:
    scene = your_turn(app)
    app.stage.push(ShortcutsPage(app.stage))
    give(app, LAST, pygame.K_F5)
    assert said(app) == f"F5: {LAST.does}" and LAST.shown in texts(app)
    app.key(pygame.K_ESCAPE)
    app.key(pygame.K_l)
    assert app.stage.scene is scene
    app.key(pygame.K_F5)
    assert isinstance(app.stage.scene, LookBack)
    again, damage = load_settings(app.stage.folders)
    assert not damage and resolved(again.keys) == {"last_trick": pygame.K_F5}


def test_the_button_leads_back_to_the_usual_keys(app: AppByHand) -> None:
    app.stage.push(ShortcutsPage(app.stage))
    give(app, LOG, pygame.K_F6)
    assert LOG.keys == (pygame.K_F6,)
    app.press("usual-keys")
    assert LOG.keys == LOG.usual and not app.stage.settings.keys
    with pytest.raises(AssertionError):
        app.button("usual-keys")


@pytest.mark.parametrize("shortcut, key, words", [
    (LAST, pygame.K_g, "G is taken: What happened in this deal, in words"),
    (LAST, pygame.K_F11, "F11 is taken: Full screen, and back to a window"),
    (LAST, pygame.K_RETURN, "Return stays what it is."),
    (LAST, pygame.K_1, "1 stays what it is."),
    (LAST, pygame.K_LSHIFT, "Left Shift stays what it is."),
    (LAST, pygame.K_k, "K begins the name of a card."),
    (LIST, pygame.K_x, "X is needed to write."),
    (LIST, pygame.K_KP5, "Keypad 5 is needed to write."),
])  # fmt: skip
def test_a_key_that_may_not_be_given_is_refused_in_a_line(
    app: AppByHand, shortcut: Shortcut, key: int, words: str
) -> None:
    app.stage.push(ShortcutsPage(app.stage))
    give(app, shortcut, key)
    assert said(app) == words
    assert not app.stage.settings.keys and shortcut.keys == shortcut.usual
    app.key(pygame.K_F7)  # it still waits for one that may be given
    assert shortcut.keys == (pygame.K_F7,)


def test_esc_leaves_the_key_and_the_page_is_still_there(app: AppByHand) -> None:
    app.stage.push(ShortcutsPage(app.stage))
    give(app, LAST, pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, ShortcutsPage) and app.stage.scene.asked is None
    assert LAST.keys == LAST.usual and not said(app)


@pytest.mark.parametrize("kept", [
    {"last_trick": "no such key"}, {"nothing": "F5"}, {"last_trick": ""}, {"last_trick": "Return"},
    {"last_trick": "K"}, {"list": "X"}, {"last_trick": "G"}, {"last_trick": "F5", "log": "F5"},
])  # fmt: skip
def test_what_is_kept_and_makes_no_sense_is_as_usual(app: AppByHand, kept: dict[str, str]) -> None:
    app.stage.apply(settings(keys=kept))
    assert all(one.keys == one.usual for one in ALL)


def test_two_shortcuts_may_change_their_keys_one_after_the_other(app: AppByHand) -> None:
    app.stage.push(ShortcutsPage(app.stage))
    for shortcut, key in ((LAST, pygame.K_F5), (LOG, pygame.K_l), (LAST, pygame.K_g)):
        give(app, shortcut, key)
    assert (LAST.keys, LOG.keys) == ((pygame.K_g,), (pygame.K_l,))


def test_the_chosen_card_is_shown_large_by_a_key(app: AppByHand) -> None:
    scene = your_turn(app)
    app.key(LARGE.keys[0])
    assert app.stage.scene is scene
    app.key(pygame.K_RIGHT)
    app.key(LARGE.keys[0])
    assert isinstance(app.stage.scene, Closeup) and app.stage.scene.card == scene.hand[0]
