"""The narration of a table tells everything that can be known there, once, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.core.cards import HIDDEN_CARD
from game.core.events import DealerDrawn
from game.core.sanitizer import capitalize_first
from game.match.claims import find_claim
from game.match.match import Match
from game.match.observation import observe
from game.session.penalties import ChatMessage
from game.text.card_names import format_card_name
from game.text.narration import narrate_event
from tests.fakes import FakeTextLog, make_match_setup
from tests.helpers import PLAYER_NAMES
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import AppDriver, get_match, make_settings, open_table
from tests.ui.match_driver import find_match, resume_at
from tests.ui.table.narrated_tables import advance_to_turn
from tests.ui.text_recorder import record_texts
from ui.app.settings import Settings
from ui.games import get_presentation
from ui.graphics.canvas import record_commands
from ui.table.context import get_your_seat
from ui.table.narration import find_new_messages
from ui.table.scene import TableScene


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def find_hand_line(lines: list[str]) -> str:
    return next(line for line in lines if line.startswith("Your hand: "))


def is_call(match: Match) -> bool:
    return match.turn == 0 and match.phase is not None and not match.phase.is_card_play


def is_third_to_play(match: Match) -> bool:
    view = observe(match, 0)
    return view.turn == 0 and bool(view.illegal_cards) and len(view.board.trick) == 2


def can_win_nothing_more(match: Match) -> bool:
    claim = find_claim(observe(match, 0)) if match.turn == 0 else None
    return claim is not None and not claim.wins_tricks


@pytest.mark.parametrize(
    ("game", "seats", "condition", "lines"),
    [
        (
            "chiamata", 5, is_call,
            """\
Your turn.
You are the dealer.
Last call: king (Carla).
Your hand: 1 seven of coins, 2 six of coins, 3 ace of cups, 4 six of cups, 5 two of cups, 6 knave of swords, \
7 six of swords, 8 four of swords.
Will you call lower than the king?
Choices: Knight, Knave, Seven, Six, Five, Four, Two, Pass (p). Tab: next button. Enter: press it.
""",
        ),
        (
            "muscio", 4, is_third_to_play,
            """\
Your turn.
Play a trump (Bruno has none).
You are the dealer.
Turned card: Anna took it.
On the table: Bruno 1 hidden card, Carla king of swords; trump: swords.
Your hand: 1 king of cups (unplayable), 2 seven of cups (unplayable), 3 seven of swords, \
4 knave of batons (unplayable), 5 six of batons (unplayable).
""",
        ),
        (
            "spades", 3, can_win_nothing_more,
            """\
Your turn: Bruno is winning.
Bids together: 30 · tricks: 18.
On the table: Bruno queen of diamonds, Carla six of diamonds; trump: spades.
Your hand: 1 king of clubs, 2 ten of clubs.
You can't win any more tricks. W: finish quickly.
""",
        ),
    ],
)  # fmt: skip
def test_turn_is_narrated_in_these_lines(
    app: AppDriver, narration_log: FakeTextLog, game: str, seats: int, condition: Callable[[Match], bool], lines: str
) -> None:
    resume_at(app, find_match(game, seats, condition))
    assert narration_log.take_lines() == lines.splitlines()


def test_failed_save_is_narrated_with_what_to_press(app: AppDriver, narration_log: FakeTextLog) -> None:
    open_table(app, make_match_setup("you random random"))
    advance_to_turn(app)
    narration_log.take_lines()
    app.storage.failure_message = "The disk is full."
    app.press_key(pygame.K_1)
    app.advance_frame()
    app.advance_frame()
    assert narration_log.take_lines() == ["The disk is full.", "Press any key to save it now."]


def test_time_left_is_narrated_in_whole_seconds(app: AppDriver, narration_log: FakeTextLog) -> None:
    open_table(app, make_match_setup("you random random", turn_seconds=90))
    advance_to_turn(app)
    lines = [narration_log.take_lines()[-1]]
    for seconds in (29.0, 59.0):
        app.press_key(pygame.K_ESCAPE)
        app.advance_frame(seconds)
        narration_log.take_lines()
        app.press_key(pygame.K_ESCAPE)
        app.advance_frame()
        lines.append(narration_log.take_lines()[-1])
    assert lines == ["90 seconds left.", "61 seconds left.", "2 seconds left."]
    app.press_key(pygame.K_ESCAPE)
    app.advance_frame(1.0)
    app.press_key(pygame.K_ESCAPE)
    app.advance_frame()
    assert narration_log.take_lines()[-1] == "1 second left."


def test_time_without_a_turn_clock_is_not_narrated(app: AppDriver, narration_log: FakeTextLog) -> None:
    open_table(app, make_match_setup("you random random"))
    advance_to_turn(app)
    assert not [line for line in narration_log.take_lines() if "left" in line]


@pytest.mark.parametrize("game", ["muscio", "spades"])
def test_duty_of_the_turn_is_shown_and_narrated(app: AppDriver, narration_log: FakeTextLog, game: str) -> None:
    """Spades may not be led before they are broken, and the first tricks of Muscio ask for trumps."""
    face = get_presentation(game)

    def has_duty(match: Match) -> bool:
        view = observe(match, 0)
        return view.turn == 0 and bool(face.describe_duty(view, PLAYER_NAMES))

    scene = resume_at(app, find_match(game, 4, has_duty))
    duty, prompt = face.describe_duty(scene.observation, scene.session.info.names), scene.view_model.prompt
    assert prompt is not None and duty in prompt.text
    assert f"{capitalize_first(duty)}." in narration_log.take_lines()


@pytest.mark.slow
def test_events_are_narrated_when_shown_and_when_skipped(app: AppDriver, narration_log: FakeTextLog) -> None:
    app.context.apply_settings(make_settings(speed=1.0))
    open_table(app, make_match_setup("you random random"))
    scene, narrated = app.table_scene, list[str]()

    def list_lines() -> list[str]:
        narrated.extend(narration_log.take_lines())
        return [line for line in narrated if line in lines]

    app.advance_until(lambda: bool(scene.session.events))
    you = get_your_seat(scene.session)
    lines = [narrate_event(event, scene.session.info.names, scene.deck, you) for event in scene.session.events]
    assert len(lines) == len(scene.pending_steps) > 1
    app.advance_until(lambda: bool(list_lines()))
    app.advance_frame()
    assert list_lines() == lines[:1]
    assert len(scene.pending_steps) == len(lines)
    app.click((640, 300))
    assert not scene.pending_steps
    assert list_lines() == lines


def test_refusal_reason_is_narrated(app: AppDriver, narration_log: FakeTextLog) -> None:
    open_table(app, make_match_setup("random you"))
    scene = app.table_scene
    app.player_worker.is_paused = True
    app.advance_until(lambda: not scene.pending_steps and scene.observation.turn is not None and bool(scene.hand), 1.0)
    if not scene.session.is_your_turn:
        narration_log.take_lines()
        app.press_key(pygame.K_1)
        assert narration_log.take_lines() == ["It is Anna's turn."]


@pytest.mark.slow
def test_hand_is_narrated_only_after_hand_over_is_confirmed(app: AppDriver, narration_log: FakeTextLog) -> None:
    open_table(app, make_match_setup("you you"))
    scene, viewer = app.table_scene, None
    for _turn in range(8):
        app.advance_to_other_person()  # the last player is at the screen until then, and sees the drawn card
        covered = narration_log.take_lines()
        assert covered[-1].endswith("Press Enter when you are ready.")
        assert get_awaited_seat(scene.session) is not None
        assert not [name for name in list_hidden_card_names(scene, viewer) if any(name in line for line in covered)]
        app.press_key(pygame.K_RETURN)
        advance_to_turn(app)
        viewer, narrated = scene.session.observation.seat, narration_log.take_lines()
        assert find_hand_line(narrated)
        assert not [name for name in list_hidden_card_names(scene, viewer) if any(name in line for line in narrated)]
        app.press_key(pygame.K_1)


def list_hidden_card_names(scene: TableScene, viewer: int | None = None) -> set[str]:
    """Return the names of the cards in all hands except the viewer's."""
    phase = get_match(scene).phase
    assert phase is not None
    hands = phase.board().hands
    return {
        format_card_name(card)
        for seat, hand in enumerate(hands)
        if seat != viewer
        for card in hand
        if card is not HIDDEN_CARD
    }


def test_new_messages_are_narrated_when_old_ones_were_dropped() -> None:
    first, second, third = (ChatMessage(seat, "Well!") for seat in (0, 1, 2))
    assert tuple(find_new_messages((), (first, second))) == (first, second)
    assert tuple(find_new_messages((first, second), (first, second, third))) == (third,)
    assert tuple(find_new_messages((first, second), (second, third))) == (third,)
    assert tuple(find_new_messages((first,), (second,))) == (second,)


# -- the draw for the first dealer


@pytest.mark.parametrize("pace", ["normal", "play on", "reduced motion"])
@pytest.mark.parametrize("kinds", ["you random", "you random random random"])
def test_dealer_is_shown_and_narrated_once_the_drawn_cards_are_seen(
    app: AppDriver, narration_log: FakeTextLog, kinds: str, pace: str
) -> None:
    app.context.apply_settings(make_settings(speed=1.0, reduced_motion=pace == "reduced motion"))
    scene = open_table(app, make_match_setup(kinds))
    telling, moments = ("Dealer", "drew the highest card", "deals first", "deal first"), list[tuple[bool, bool]]()
    lines = list[str]()
    while scene.current_step is None or isinstance(scene.current_step.event, DealerDrawn):
        app.advance_frame()
        if pace == "play on" and scene.current_step is not None:
            scene.play_on()
        with record_texts() as recorder:
            record_commands(app.context.size, scene.draw)
        lines += narration_log.take_lines()
        shown = [text for _image, text in recorder.pictures.values()] + lines
        is_told = any(word in text for text in shown for word in telling if "Everyone draws" not in text)
        faces = [pose for key, pose in scene.card_poses.items() if key.startswith("draw")]
        step = scene.current_step
        if step is not None and not isinstance(step.event, DealerDrawn):
            break
        are_seen = bool(faces) and all(pose.card is not HIDDEN_CARD for pose in faces)
        moments.append((are_seen or scene.playback.drawn_dealer is not None, is_told))
        assert step is not None or scene.playback.drawn_dealer is None or "Dealer" in shown
    assert not any(is_told for are_seen, is_told in moments if not are_seen)
    assert any(is_told for _are_seen, is_told in moments) and any("highest card" in line for line in lines)


def test_skipped_draw_for_the_dealer_is_narrated_before_the_deal(app: AppDriver, narration_log: FakeTextLog) -> None:
    app.context.apply_settings(make_settings(speed=1.0))
    scene = open_table(app, make_match_setup("you random random"))
    app.advance_until(lambda: bool(scene.pending_steps))
    app.advance_until(lambda: not scene.pending_steps or scene.skip_animations())
    lines = narration_log.take_lines()
    (draw,) = (index for index, line in enumerate(lines) if "highest card" in line)
    assert all("sealed" not in line for line in lines[:draw])
