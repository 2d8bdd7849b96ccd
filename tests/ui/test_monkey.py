"""Thousands of random events in the window break nothing, and cause nothing illegal."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.core.cards import HIDDEN_CARD, Card
from game.session.local import LocalSession
from tests.fakes import make_match_setup
from tests.lanes import choose_count
from tests.ui.app_driver import AppDriver, get_full_record, make_settings, open_test_app
from tests.ui.random_input import RandomInput, restart_program
from ui.app.match_launcher import start_match
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.scenes.help.scene import HelpScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.settings.scene import SettingsScene
from ui.table.overlays.pause import PauseOverlay
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

EVENT_COUNT = choose_count(1_500, 8_000)
EVENTS_PER_FRAME = 10


class BlankCardImages(CardImages):
    """Card images without pictures, which make frames cheap."""

    def prepare(self, cards: object, widths: object, first_jobs: object = ()) -> None:
        """Do nothing."""

    def _get_card_with_margin(self, card: Card, width: int) -> tuple[pygame.Surface, pygame.Surface]:
        key = (card.name, width)
        if key not in self._upright:
            plain = pygame.Surface((width, round(width * CARD_ASPECT_RATIO)))
            plain.fill("white" if card is not HIDDEN_CARD else "brown")
            self._upright[key] = plain, plain
        return self._upright[key]


def test_thousands_of_random_events_break_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # it exports matches into files with any name
    with open_test_app(tmp_path, seed=3) as app:
        monkey = RandomInput(app, seed=15)
        app.context.card_images = {deck: BlankCardImages(deck) for deck in ("italian", "french")}
        app.context.scenes.push(MainMenuScene(app.context))
        for frame_number in range(EVENT_COUNT // EVENTS_PER_FRAME):
            if frame_number % 50 == 30:  # random events rarely find the way to these pages, and soon leave them
                page = (NewMatchScene, SettingsScene, HelpScene)[frame_number // 50 % 3]
                app.show_over(page(app.context))
                monkey.scene_counts[page.__name__] += 1
            if frame_number % 160 == 80:  # computer players act at once, so that a result comes soon
                app.context.apply_settings(make_settings(speed=0.0))
                start_match(app.context, make_match_setup("club club"))
                if frame_number == 80:  # one of them is played without interruption
                    app.advance_until(lambda: isinstance(app.context.scenes.top, ResultOverlay))
                    monkey.scene_counts[ResultOverlay.__name__] += 1
            for _event in range(EVENTS_PER_FRAME):
                monkey.post_random_event()
            app.advance_frame(monkey.rng.choice((1 / 60, 1 / 60, 0.2)))
            if not app.context.is_running:
                restart_program(app)
            monkey.scene_counts[type(app.context.scenes.top).__name__] += 1
            if frame_number % 100 == 0:
                check_stored_matches(app)
        check_stored_matches(app)
        scenes = (MainMenuScene, NewMatchScene, SettingsScene, HelpScene, TableScene, PauseOverlay, ResultOverlay)
        assert {scene.__name__ for scene in scenes} <= set(monkey.scene_counts)


def check_stored_matches(app: AppDriver) -> None:
    """Check that every saved match replays, and that the one at the table is the stored one."""
    for match in app.storage.get_repository().archive.list_unfinished_matches():
        assert not match.error, match.error
    for scene in app.context.scenes:
        table = scene.session if isinstance(scene, TableScene) else None
        if isinstance(table, LocalSession) and table.status.match_id is not None and not table.is_saving:
            record = get_full_record(table)
            assert app.storage.load_record(table.status.match_id) == record
            record.replay()
