"""The trick history and the card memory: by keys, by clicks and in the narration."""

from __future__ import annotations

from typing import Any

import msgspec
import pygame
import pytest

from game.core.actions import Play
from game.core.events import CardPlayed, TrickTaken
from game.match.assistance import AssistanceOptions, MemoryLimit
from game.text.card_names import format_card_name
from tests.fakes import make_match_setup
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import AppDriver, make_settings, open_table
from tests.ui.match_driver import play_until
from tests.ui.table_driver import start_match_at_turn
from ui.app.settings import Settings
from ui.table.overlays.card_memory import CardMemoryOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.trick_history import TrickHistoryOverlay
from ui.table.scene import TableScene

pytestmark = pytest.mark.slow


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def play_until_tricks_taken(
    app: AppDriver, tricks: int, kinds: str = "you random", memory: MemoryLimit = "all", **table: Any
) -> TableScene:
    """Return the table at the viewer's turn after this number of tricks."""
    open_table(
        app, msgspec.structs.replace(make_match_setup(kinds, **table), assistance=AssistanceOptions(memory=memory))
    )
    play_until(
        app,
        lambda scene: (
            scene.session.is_your_turn and sum(isinstance(e, TrickTaken) for e in scene.shown_events) >= tricks
        ),
    )
    return app.table_scene


def open_trick_history(app: AppDriver) -> TrickHistoryOverlay:
    app.press_key(pygame.K_l)
    return app.expect_scene(TrickHistoryOverlay)


def test_keys_wheel_and_clicks_go_through_the_tricks(app: AppDriver) -> None:
    play_until_tricks_taken(app, 5)
    page, narrated = open_trick_history(app), list[str]()
    app.context.narrate = narrated.append
    walked = [page.tricks[page.selected_index].number]
    back, on = pygame.K_LEFT, pygame.K_RIGHT
    for key in (back, back, pygame.K_HOME, back, on, pygame.K_END, on):
        app.press_key(key)
        walked.append(page.tricks[page.selected_index].number)
    assert walked == [5, 4, 3, 1, 1, 2, 5, 5]
    app.post_event(pygame.MOUSEWHEEL, x=0, y=1, flipped=False)
    assert page.selected_index == 3
    index, rect = page.list_strip_slots()[1]
    for release_point, selected_index in ((page.panel_rect.center, 3), (rect.center, index)):
        app.post_event(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1, touch=False)
        assert page.selected_index == 3, "the press alone does nothing"
        app.post_event(pygame.MOUSEBUTTONUP, pos=release_point, button=1, touch=False)
        assert page.selected_index == selected_index
    app.press_key(pygame.K_RIGHT)
    assert [line for line in narrated if line.startswith("Trick 3: ")]
    app.press_key(pygame.K_m)
    memory = app.expect_scene(CardMemoryOverlay)
    assert list(memory.card_locations.values()).count("gone") == 10
    assert memory.narration[0] == "Cards played" and memory.narration[1].startswith("Trump: ")
    app.press_key(pygame.K_m)
    assert app.context.scenes.top is not memory


@pytest.mark.parametrize("close", ["key", "esc", "beside", "right"])
def test_trick_history_closes_without_playing(app: AppDriver, close: str) -> None:
    scene = play_until_tricks_taken(app, 2)
    page, before = open_trick_history(app), scene.session.view.events
    if close == "beside":
        app.click((page.panel_rect.left - 20, page.panel_rect.centery))
    elif close == "right":
        app.post_event(pygame.MOUSEBUTTONDOWN, pos=page.panel_rect.center, button=3, touch=False)
    else:
        app.press_key(pygame.K_l if close == "key" else pygame.K_ESCAPE)
    assert app.context.scenes.top is scene
    assert scene.session.view.events == before


def test_trick_history_follows_last_trick_unless_moved_back(app: AppDriver) -> None:
    scene = play_until_tricks_taken(app, 3)
    page = open_trick_history(app)
    for walk, shown in ((None, "last"), (pygame.K_LEFT, "kept")):
        if walk is not None:
            app.press_key(walk)
        number, count = page.tricks[page.selected_index].number, len(page.tricks)
        while len(page.tricks) == count:
            if scene.session.is_your_turn and not scene.playback.pending_steps:
                scene.act(next(action for action in scene.observation.legal_actions if isinstance(action, Play)))
            app.advance_frame(1.0)
        assert page.tricks[page.selected_index].number == (len(page.tricks) if shown == "last" else number)


def test_only_the_last_trick_is_shown_without_the_memory_aid(app: AppDriver) -> None:
    scene = play_until_tricks_taken(app, 4, memory="off")
    app.click_button("last-trick")
    page = app.expect_scene(TrickHistoryOverlay)
    assert [trick.number for trick in page.tricks] == [4]
    app.press_key(pygame.K_m)
    assert app.expect_scene(TrickHistoryOverlay) is page
    app.press_key(pygame.K_l)
    app.press_key(pygame.K_m)
    assert app.context.scenes.top is scene
    assert scene.message == "Played cards aren't shown here."
    app.press_key(pygame.K_g)
    log = app.expect_scene(LogOverlay)
    taken = [event for event in scene.shown_events if isinstance(event, TrickTaken)]
    gone = [format_card_name(card) for event in taken[:-1] for card in event.cards]
    assert not [line for line in log.lines if " plays " in line and any(name in line for name in gone)]


def test_both_overlays_close_for_the_next_person(app: AppDriver) -> None:
    for key in (pygame.K_l, pygame.K_m):
        scene = start_match_at_turn(app, "you you")
        app.press_key(key)
        assert app.context.scenes.top is not scene
        scene.act(next(action for action in scene.observation.legal_actions if isinstance(action, Play)))
        app.advance_until(lambda: get_awaited_seat(app.table_scene.session) is not None)
        app.advance_frame()
        assert app.context.scenes.top is scene


def test_trick_is_listed_only_after_it_was_shown(app: AppDriver) -> None:
    scene = play_until_tricks_taken(app, 1)
    app.context.apply_settings(make_settings(speed=1.0))
    app.wait_for_card_images()
    seen = 0
    while scene.session.is_your_turn or scene.playback.pending_steps or seen < 2:
        if scene.session.is_your_turn and not scene.playback.pending_steps:
            scene.act(next(action for action in scene.observation.legal_actions if isinstance(action, Play)))
            seen += 1
        app.advance_frame()
        pending = [
            beat.event for beat in scene.playback.pending_steps if isinstance(beat.event, (CardPlayed, TrickTaken))
        ]
        assert not [event for event in pending if event in scene.shown_events]
        if seen == 2 and not scene.playback.pending_steps:
            return
