"""One list of the shortcuts: F1 shows all of it, and what it says is what the keys do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from tests.ui.stage import AppByHand, opened
from tests.ui.table.test_table_scene import your_turn
from ui.scenes.settings import SettingsScene
from ui.scenes.shortcuts import ShortcutsPage
from ui.shortcuts import SHORTCUTS
from ui.table.pause import Pause
from ui.widgets.words import Words


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppByHand]:
    with opened(tmp_path) as one:
        yield one


def texts(app: AppByHand) -> str:
    return " ".join(" ".join(one.lines) for one in app.widgets() if isinstance(one, Words))


def test_f1_lists_every_shortcut_and_leads_back(app: AppByHand) -> None:
    app.stage.push(SettingsScene(app.stage))
    app.key(pygame.K_F1)
    assert isinstance(app.stage.scene, ShortcutsPage)
    shown = texts(app)
    for _title, shortcuts in SHORTCUTS:
        for one in shortcuts:
            assert one.shown in shown and one.does in shown
    app.key(pygame.K_F1)
    assert isinstance(app.stage.scene, SettingsScene)


def test_the_list_shows_no_cards_and_leads_back_to_the_table_or_its_pause(app: AppByHand) -> None:
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
    every = [one for _title, shortcuts in SHORTCUTS for one in shortcuts]
    for one, other in combinations(every, 2):
        assert set(one.keys) & set(other.keys) <= letters
