"""The host need not trust its sessions: it checks the seat first, then the turn, then the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import inf, nan
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from game.ai.client import AIClient
from game.core.actions import Action, Deal, LeaveMatch, Play, Timeout, VoteToEnd
from game.core.messages import Reason
from game.match.match import Match
from game.match.observation import observe
from game.session.host import MatchHost
from game.session.host_connection import HostConnection
from game.session.messages import (
    MAX_MARK_CHARACTERS,
    MAX_THINKING_S,
    Answer,
    ArrangeHand,
    ChatLine,
    Command,
    DeadlineMessage,
    FirstMessage,
    GiveUp,
    HostMessage,
    MarkSeat,
    MatchStatus,
    Ready,
    ReportShown,
    Request,
    RequestLeave,
    RequestProof,
    Retry,
    Say,
    SetComputerPlay,
    TakeAction,
    TransitionMessage,
    Turn,
)
from game.session.turn_clock import identify_turn
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders, make_match_setup
from tests.helpers import list_conceivable_actions
from tests.session_driver import TURN_LIMIT_S, SessionDriver, confirm_ready, get_awaited_seat


class TwoSessions:
    """A host with two people at a session each; ``heard``: the messages to each."""

    def __init__(self, home: Path) -> None:
        self.clock = FakeClock()
        self.storage = FakeStorageThread(make_folders(home), self.clock)
        setup = make_match_setup("you you", turn_seconds=TURN_LIMIT_S, exit_votes=2, talk="free")
        ai_client = AIClient(FakeWorker(), 0)
        self.host = MatchHost.start(setup, 3, storage=self.storage, ai_client=ai_client, clock=self.clock)
        self.connections = [self.host.connect((seat,)) for seat in (0, 1)]
        self.heard: list[list[HostMessage]] = [[], []]
        self.number = 0
        while self.host.match.turn is None or self.host.is_saving:
            self.advance()

    def advance(self, seconds: float = 0.0) -> None:
        """Run a frame in which both screens have shown everything."""
        self.clock.advance(seconds)
        for connection in self.connections:
            connection.send(Command(ReportShown(self.host.revision)))
        self.host.update()
        for connection, heard in zip(self.connections, self.heard, strict=True):
            heard += connection.receive()

    def send(
        self, session: int, request: Request, seat: int | None = None, turn: Turn | None = None
    ) -> Reason | None:  # fmt: skip
        """Send a command of a session. Return the reason if it is refused at once, else None."""
        self.number += 1
        now = identify_turn(self.host.record) if turn is None else turn
        connection: HostConnection = self.connections[session]
        connection.send(Command(request, self.number, session if seat is None else seat, now))
        messages = connection.receive()
        self.heard[session] += messages
        answers = [message for message in messages if isinstance(message, Answer) and message.number == self.number]
        return answers[0].reason if answers else None

    @property
    def turn(self) -> int:
        turn = self.host.match.turn
        assert turn is not None
        return turn

    def choose_legal_action(self) -> Action:
        return next(action for action in self.host.match.legal_actions() if isinstance(action, Play))

    def play_cards(self, count: int) -> None:
        for _card in range(count):
            assert self.send(self.turn, TakeAction(self.choose_legal_action())) is None
            self.advance()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TwoSessions]:
    table = TwoSessions(tmp_path)
    yield table
    table.storage.close()


def list_table_actions(seat: int) -> tuple[Action, ...]:
    return LeaveMatch(seat), VoteToEnd(seat), Timeout(seat)


# -- seat, turn, rules -----------------------------------------------------------------------------


def test_other_seat_is_refused_equally_whatever_it_holds(table: TwoSessions) -> None:
    plays = [action for action in list_conceivable_actions("briscola", table.turn) if isinstance(action, Play)]
    for action in (*plays, *list_table_actions(table.turn)):
        assert table.send(1 - table.turn, TakeAction(action)) == Reason("not_here")
    table.host.update()
    assert not table.host.record.deals[-1].actions


def test_every_action_for_a_computer_seat_is_refused_equally(tmp_path: Path) -> None:
    """Check that the cards that it has and those that it does not have are refused alike."""
    driver = SessionDriver(tmp_path, turn_seconds=TURN_LIMIT_S, exit_votes=2)
    driver.advance_to_person()
    table_actions = list_table_actions(1)
    plays = [action for action in list_conceivable_actions("briscola", 1) if action not in table_actions]
    assert all(driver.session.act(action) == Reason("not_your_turn", {"seat": 0}) for action in plays)
    driver.session.act(driver.observation.legal_actions[0])
    driver.worker.is_paused = True
    driver.advance_until(lambda: driver.match.turn == 1 and not driver.session.is_saving)
    before = driver.record
    assert all(driver.session.act(action) == Reason("not_here") for action in (*plays, *table_actions))
    driver.advance_frame()
    assert driver.record == before


def test_person_plays_only_after_hand_over_is_confirmed(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you")
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    choices = driver.match.legal_actions()
    assert all(driver.session.act(action) == Reason("not_here") for action in choices)
    confirm_ready(driver.session)
    other_play = Play(1 - driver.seat, driver.match.pack[0])
    assert driver.session.act(other_play) == Reason("not_your_turn", {"seat": driver.seat})
    assert driver.session.act(choices[0]) is None


@pytest.mark.parametrize("odd", [None, "0 play Kd", 7, Deal(())], ids=str)
def test_command_that_is_no_action_raises_an_error(driver: SessionDriver, odd: Any) -> None:
    driver.advance_to_person()
    with pytest.raises(TypeError, match="is not an action"):
        driver.session.act(odd)


def test_seat_is_checked_before_turn_and_turn_before_rules(table: TwoSessions) -> None:
    turn = table.turn
    foreign, illegal = (TakeAction(table.choose_legal_action()), TakeAction(Play(1 - turn, table.host.match.pack[0])))
    assert table.send(1 - turn, foreign, turn=(0, 0)) == Reason("not_here")
    assert table.send(1 - turn, illegal, turn=(0, 0)) == Reason("out_of_date")
    assert table.send(1 - turn, illegal) not in (None, Reason("out_of_date"))


def test_action_at_the_deadline_counts_by_its_arrival(table: TwoSessions) -> None:
    """Check an action that is held during a write: the clock must not run out before it is checked."""
    turn = table.turn
    table.advance()
    table.storage.is_paused = True
    assert table.send(1 - turn, TakeAction(VoteToEnd(1 - turn))) is None
    table.clock.advance(TURN_LIMIT_S - 0.1)
    action = table.choose_legal_action()
    table.send(turn, TakeAction(action))
    table.clock.advance(5.0)
    table.storage.finish_writes()
    for _frame in range(3):
        table.advance()
    assert table.host.record.deals[-1].actions[:2] == (VoteToEnd(1 - turn), action)
    assert all(not isinstance(taken, Timeout) for taken in table.host.record.deals[-1].actions)


def test_chat_and_notes_neither_delay_nor_replace_an_action(table: TwoSessions) -> None:
    table.play_cards(2)  # chat is not allowed in the first trick
    turn = table.turn
    hand = observe(table.host.match, turn).board.hands[turn]
    table.storage.is_paused = True
    for request in (Say("One"), MarkSeat(1 - turn, "partner"), ArrangeHand(hand[::-1])):
        assert table.send(turn, request) is None
    action = table.choose_legal_action()
    assert table.send(turn, TakeAction(action)) is None
    assert table.send(turn, Say("Two")) is None
    table.storage.finish_writes()
    table.advance()
    assert table.host.record.deals[-1].actions[2:] == (action,)
    for heard in table.heard:
        assert [message.message.text for message in heard if isinstance(message, ChatLine)] == ["One", "Two"]


def test_session_hears_of_its_own_hand_deadline_and_status(table: TwoSessions) -> None:
    table.send(table.turn, TakeAction(table.choose_legal_action()))
    table.advance()
    for seat, heard in enumerate(table.heard):
        views = [view.seat for message in heard if isinstance(message, FirstMessage) for view in message.views]
        transitions = [message for message in heard if isinstance(message, TransitionMessage)]
        assert views == [seat] and transitions
        assert {view.seat for message in transitions for view in message.views} == {seat}
        deadlines = [message.seconds_left for message in heard if isinstance(message, DeadlineMessage)]
        assert deadlines[-1] == TURN_LIMIT_S
        assert any(isinstance(message, MatchStatus) and message.leaving_seats == (0, 1) for message in heard)


def test_only_the_last_person_may_give_up_the_match(table: TwoSessions) -> None:
    assert table.send(1, GiveUp()) == Reason("not_here")
    table.play_cards(1)
    assert table.send(0, TakeAction(LeaveMatch(0))) is None
    table.advance()
    assert table.send(1, GiveUp()) is None


def test_session_without_a_seat_changes_nothing(table: TwoSessions) -> None:
    spectator = table.host.connect(())
    for request in (Ready(), Retry(), GiveUp(), SetComputerPlay(0.0, is_chat_enabled=False)):
        spectator.send(Command(request, 1))
        assert Answer(1, Reason("not_here")) in spectator.receive()


NOT_HERE, NOT_SAYABLE = Reason("not_here"), Reason("not_sayable", {"most": MAX_MARK_CHARACTERS})


def test_request_out_of_bounds_or_for_another_seat_is_refused_and_stores_nothing(table: TwoSessions) -> None:
    own, other = (observe(table.host.match, seat).board.hands[seat] for seat in (0, 1))
    unseen = next(card for card in table.host.match.pack if card not in (*own, *other))
    refused: list[tuple[Request, Reason]] = [
        *((RequestProof(number), Reason("not_now")) for number in (0, 2)),
        *((SetComputerPlay(seconds, is_chat_enabled=False), NOT_HERE)
          for seconds in (-1.0, MAX_THINKING_S + 1.0, inf, nan)),
        *((MarkSeat(seat, "partner"), NOT_HERE) for seat in (0, 2, -1)),
        *((MarkSeat(1, word), NOT_SAYABLE) for word in ("x" * (MAX_MARK_CHARACTERS + 1), "a\nb", " ")),
        *((ArrangeHand(hand), NOT_HERE) for hand in (other, (*own, unseen), (own[0], own[0]))),
    ]  # fmt: skip
    assert [table.send(0, request) for request, _reason in refused] == [reason for _request, reason in refused]
    for other_seats_request in (Say("Me"), MarkSeat(0, "partner"), ArrangeHand(()), RequestLeave()):
        assert table.send(0, other_seats_request, seat=1) is not None
    table.advance()
    assert table.host.chat.is_computer_chat_enabled
    assert "notes" not in table.storage.get_repository().load_match(1).notes
    for request in (RequestProof(1), SetComputerPlay(MAX_THINKING_S, is_chat_enabled=False), MarkSeat(1, "partner"),
                    MarkSeat(1, ""), ArrangeHand(own[::-1]), ArrangeHand(())):  # fmt: skip
        assert table.send(0, request) is None
    assert not table.host.chat.is_computer_chat_enabled


def test_card_of_a_person_is_checked_by_the_host_and_by_the_rules_alone(tmp_path: Path) -> None:
    driver, checks = SessionDriver(tmp_path), list[FrameType]()

    def note_check(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code is Match.illegal_reason.__code__:
            checks.append(frame)

    driver.advance_to_shown_turn()
    driver.play_turn()
    driver.worker.is_paused = True
    sys.setprofile(note_check)
    try:
        assert driver.session.act(driver.observation.legal_actions[0]) is None
        assert driver.session.update(is_idle=True)
    finally:
        sys.setprofile(None)
    assert len(checks) == 2
