"""The narration and the log of a table tell everything that can be known there, once, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pygame
import pytest

from game.core.cards import HIDDEN_CARD
from game.core.events import DealerDrawn
from game.text.card_names import format_card_name
from game.text.chat import ChatMessage
from tests.fakes import FakeTextLog, make_match_setup
from tests.lanes import choose_sample
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import AppDriver, get_match, make_settings, open_table
from tests.ui.table_driver import advance_to_turn, list_played_cards, start_match_at_turn
from tests.ui.text_recorder import record_texts
from ui.app.settings import Settings
from ui.graphics.canvas import record_commands
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.narration import find_new_messages
from ui.table.overlays.log import LogOverlay
from ui.table.scene import TableScene
from ui.widgets.nodes import Text, make_paint_frame


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def test_failed_save_is_narrated_and_retried_with_any_key(app: AppDriver, narration_log: FakeTextLog) -> None:
    scene = start_match_at_turn(app, "you random random")
    card = scene.hand[0]
    narration_log.take_lines()
    app.storage.failure_message = "The disk is full."
    app.press_key(pygame.K_1)
    app.advance_frame()
    app.advance_frame()
    assert narration_log.take_lines() == ["The disk is full.", "Press any key to save it now."]
    assert "The disk is full." in scene.session.error and card in scene.observation.board.hands[0]
    app.storage.failure_message = ""
    app.press_key(pygame.K_SPACE)
    app.advance_frame()
    assert not scene.session.error and list_played_cards(scene) == [card]


def test_time_left_is_narrated_in_whole_seconds(app: AppDriver, narration_log: FakeTextLog) -> None:
    start_match_at_turn(app, "you random random", turn_seconds=90)
    lines = [narration_log.take_lines()[-1]]
    for seconds in (29.0, 59.0, 1.0):
        app.press_key(pygame.K_ESCAPE)
        app.advance_frame(seconds)
        narration_log.take_lines()
        app.press_key(pygame.K_ESCAPE)
        app.advance_frame()
        lines.append(narration_log.take_lines()[-1])
    assert lines == ["90 seconds left.", "61 seconds left.", "2 seconds left.", "1 second left."]


@pytest.mark.slow
def test_hand_is_narrated_and_logged_only_after_hand_over_is_confirmed(
    app: AppDriver, narration_log: FakeTextLog
) -> None:
    open_table(app, make_match_setup("you you"))
    scene, viewer = app.table_scene, None
    for _turn in range(8):
        app.advance_to_other_person()  # the last player is at the screen until then, and sees the drawn card
        app.press_key(pygame.K_g)
        assert app.context.scenes.top is scene and get_awaited_seat(scene.session) is not None
        covered = narration_log.take_lines()
        assert covered[-1].endswith("Press Enter when you're ready.")
        check_lines(scene, viewer, covered)
        check_lines(scene, None, LogOverlay(scene).lines)
        app.press_key(pygame.K_RETURN)
        advance_to_turn(app)
        viewer, narrated = scene.session.observation.seat, narration_log.take_lines()
        assert any(line.startswith("Your hand: ") for line in narrated)
        check_lines(scene, viewer, [*narrated, *LogOverlay(scene).lines])
        app.press_key(pygame.K_1)


def check_lines(scene: TableScene, viewer: int | None, lines: Iterable[str]) -> None:
    """Check that lines name no card that was dealt to another hand than the viewer's."""
    phase = get_match(scene).phase
    assert phase is not None
    hidden = {
        format_card_name(card)
        for seat, hand in enumerate(phase.board().hands)
        if seat != viewer
        for card in hand
        if card is not HIDDEN_CARD and card is not phase.board().turned_card
    }
    assert not [line for line in lines if any(name in line for name in hidden)]


def test_new_messages_are_narrated_when_old_ones_were_dropped() -> None:
    first, second, third = (ChatMessage(seat, "Well!") for seat in (0, 1, 2))
    assert tuple(find_new_messages((), (first, second))) == (first, second)
    assert tuple(find_new_messages((first, second), (first, second, third))) == (third,)
    assert tuple(find_new_messages((first, second), (second, third))) == (third,)
    assert tuple(find_new_messages((first,), (second,))) == (second,)


# -- the log


def test_only_visible_lines_of_a_long_text_are_painted(app: AppDriver) -> None:
    app.context.scenes.push(MainMenuScene(app.context))
    text, frame = Text("\n".join(f"Line {number}" for number in range(400))), make_paint_frame(app.context.place)
    rect = pygame.Rect(0, 0, 600, text.measure_height(frame, 600))
    commands = record_commands((600, rect.height // 100), lambda canvas: text.paint(frame, canvas, rect))
    assert 4 <= len(commands) <= 5


@pytest.mark.slow
def test_log_shows_the_deal_from_dealing_to_the_last_card(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you random")
    for _turn in range(12):
        app.press_key(pygame.K_1)
        advance_to_turn(app)
    app.press_key(pygame.K_g)
    log = app.expect_scene(LogOverlay)
    assert " Your cards: " in log.lines[0]
    assert not any(" is sealed: " in line for line in log.lines), "the seal is in the proof of the shuffle"
    assert len(log.lines) == len(scene.session.view.events) - 1
    assert sum(" plays " in line or line.startswith("You play ") for line in log.lines) >= 24
    scroll = log.scroll_areas["log"]
    assert scroll.offset == scroll.max_offset > 0
    app.press_key(pygame.K_HOME)
    assert scroll.offset == 0
    app.press_key(pygame.K_END)
    app.press_key(pygame.K_UP)
    assert 0 < scroll.offset < scroll.max_offset
    app.press_key(pygame.K_g)
    assert app.context.scenes.top is scene


# -- the draw for the first dealer


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("kinds", "pace"),
    choose_sample(
        [*product(["you random", "you random random random"], ["normal", "play on", "reduced motion"])], 2, 1
    ),
)
def test_dealer_is_shown_and_narrated_once_the_drawn_cards_are_seen(
    app: AppDriver, narration_log: FakeTextLog, kinds: str, pace: str
) -> None:
    app.context.apply_settings(make_settings(speed=1.0, reduced_motion=pace == "reduced motion"))
    scene = open_table(app, make_match_setup(kinds))
    telling, moments = ("Dealer", "drew the highest card", "deals first", "deal first"), list[tuple[bool, bool]]()
    lines = list[str]()
    while scene.playback.current_step is None or isinstance(scene.playback.current_step.event, DealerDrawn):
        app.advance_frame()
        if pace == "play on" and scene.playback.current_step is not None:
            scene.play_on()
        app.context.kept.clear()
        with record_texts() as recorder:
            record_commands(app.context.size, scene.draw)
        lines += narration_log.take_lines()
        shown = [text for _image, text in recorder.pictures.values()] + lines
        is_told = any(word in text for text in shown for word in telling if "Everyone draws" not in text)
        faces = [pose for key, pose in scene.card_poses.items() if key.startswith("draw")]
        step = scene.playback.current_step
        if step is not None and not isinstance(step.event, DealerDrawn):
            break
        are_seen = bool(faces) and all(pose.card is not HIDDEN_CARD for pose in faces)
        moments.append((are_seen or scene.playback.drawn_dealer is not None, is_told))
        assert step is not None or scene.playback.drawn_dealer is None or "Dealer" in shown
    assert not any(is_told for are_seen, is_told in moments if not are_seen)
    assert any(is_told for _are_seen, is_told in moments) and any("highest card" in line for line in lines)
