"""Nothing that a session gives to its person depends on cards that they may not know.

A person, who also chats, sits between computer players that follow a deal, with the cards of the deal or of its twin
(`test_twin_deals`). In each frame the screen must get the same observations, events, chat, votes, time left, and
export, and every byte that a host in another process would send (the deals here have no seals).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, Final

import pytest

from game.ai.client import AIClient
from game.ai.personas import Persona
from game.core.actions import Deal, LeaveMatch, VoteToEnd
from game.match.match import Match
from game.match.record import encode_record
from game.match.setup import PERSON_KIND
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.session import host
from game.session.chat import ChatReply
from game.session.host_connection import HostConnection
from game.session.hosted_match import HostedMatch
from game.session.local import LocalSession
from game.session.match_info import find_active_seat, list_human_seats
from game.session.messages import HostMessage
from game.session.penalties import CHAT_PHRASES, ChatMessage, decide_computer_votes
from game.session.wire import encode_message
from game.shuffling.shuffle import derive_random
from game.storage.match_rows import SavedMatch
from tests.fakes import FakeClock
from tests.game.session.test_chat_remarks import ScriptedWorker
from tests.helpers import PlayoutMoment, list_conceivable_actions, make_match, make_record, play_random_actions
from tests.twin_deals import has_secret_odd_hand, make_twin_moments

CHATTY_PERSONA: Final = Persona(name="Chatty", boldness=0.5, talkativeness=0.7)
SEAT_COUNTS: Final = {"briscola": 4, "chiamata": 5, "spades": 4, "muscio": 4}
DEAL_COUNT: Final = 6
TURN_LIMIT_S: Final = 60


class InstantStorage:
    """A storage that answers at once and keeps nothing."""

    def __getattr__(self, _name: str) -> Callable[..., Future[None]]:
        return self._return_done

    def _return_done(self, *_args: Any, **_kwargs: Any) -> Future[None]:
        future: Future[None] = Future()
        future.set_result(None)
        return future


def play_on_screen(moments: Sequence[PlayoutMoment], seat: int, vote_at: int, leave_at: int) -> Iterator[Any]:
    """Yield what the person at ``seat`` gets while the deal follows ``moments``.

    ``vote_at``, ``leave_at``: the steps at which they vote and leave.
    """
    first, *rest = moments
    record = make_record(first.match_before, [first])
    kinds = tuple(PERSON_KIND if index == seat else "random" for index in range(first.match.seats))
    saved = SavedMatch(id=1, record=record, player_kinds=kinds, seed=7, notes={}, idle_seconds=0.0)
    worker, clock = ScriptedWorker(), FakeClock()
    storage: Any = InstantStorage()
    table = LocalSession.resume(
        saved, storage=storage, ai_client=AIClient(worker, 0), clock=clock, characters=lambda _name: CHATTY_PERSONA
    )
    sent = list[bytes]()
    connection: Any = table.host._state.listeners[0]
    receive = connection.receive

    def receive_and_note() -> list[HostMessage]:
        messages: list[HostMessage] = receive()
        sent.extend(map(encode_message, messages))
        return messages

    connection.receive = receive_and_note
    for index, moment in enumerate(rest):
        yield tuple(sent)
        sent.clear()
        assert not isinstance(moment.action, Deal)
        for when, action in ((vote_at, VoteToEnd(seat)), (leave_at, LeaveMatch(seat))):
            if index == when:
                yield table.act(action)
                for _frame in range(2 * len(kinds)):
                    yield from show_frame(table, seat, clock)
        if table.observation.is_over:
            return
        yield table.chat.say(CHAT_PHRASES[index % len(CHAT_PHRASES)], seat)
        if table.is_your_turn and moment.action.seat == seat:
            yield table.act(moment.action)
        else:
            worker.scripted_actions.append(moment.action)
        for _frame in range(3):
            yield from show_frame(table, seat, clock)


def show_frame(session: LocalSession, seat: int, clock: FakeClock) -> Iterator[Any]:
    """Yield all that a screen asks for in a frame."""
    clock.advance(1.0)
    yield session.update(is_idle=True)
    newcomer = HostConnection(session.host._state, (seat,), lambda _connection, _command: None)
    yield [encode_message(message) for message in newcomer.receive()]
    yield session.observation
    yield session.events
    yield session.chat.messages
    yield (
        session.penalties.vote_counts,
        session.penalties.can_leave(LeaveMatch, 0),
        session.penalties.can_leave(VoteToEnd, 0),
        list_human_seats(session.info, session.observation),
        find_active_seat(session.info, session.observation, session.hot_seat),
        session.observation.seat,
    )
    yield (
        session.penalties.turn_seconds_left,
        session.is_your_turn,
        session.is_saving,
        session.error,
        session.course.is_between_deals,
        session.observation.is_over,
    )
    yield (
        session.assistance.undo_refusal_reason,
        session.assistance.hint_refusal_reason,
        session.assistance.hint,
        session.assistance.has_claimed,
        session.assistance.is_assisted,
    )
    yield encode_record(session.host.export_record()) if not session.observation.is_over else None
    if session.is_your_turn:
        yield [
            session.act(action)
            for action in list_conceivable_actions(session.info.game.id, seat)
            if session.host.match.illegal_reason(action)
        ]


def count_equal_frames(game: str) -> int:
    """Compare the screens of twin deals for random people and moments. Return the number of equal frames."""
    frames = 0
    for number in range(DEAL_COUNT):
        rng = derive_random(8, "twin tables", game, number)
        seats = SEAT_COUNTS[game]
        moments = list(
            play_random_actions(
                make_match(game, seats=seats, turn_seconds=TURN_LIMIT_S, exit_votes=seats), f"tables {number}", 1
            )
        )
        for seat in range(seats):
            twins = make_twin_moments(moments, seat, rng.randrange(len(moments) * 2 // 3), rng)
            vote, leave = rng.randrange(len(twins)), rng.choice([rng.randrange(len(twins)), -1, -1])
            own_frames, twin_frames = (
                list(play_on_screen(some_moments[: len(twins)], seat, vote, leave)) for some_moments in (moments, twins)
            )
            for frame_number, (own_frame, other) in enumerate(zip(own_frames, twin_frames, strict=True)):
                assert own_frame == other, (
                    f"{game}, deal {number}: seat {seat} is told the hidden cards, as {frame_number} shows"
                )
            frames += len(own_frames)
    return frames


@pytest.mark.slow
@pytest.mark.parametrize("game", SEAT_COUNTS)
def test_screen_is_equal_in_twin_deals(game: str) -> None:
    assert count_equal_frames(game) > 1000


# -- planted leaks ---------------------------------------------------------------------------------


def is_leak_detected(game: str) -> bool:
    try:
        count_equal_frames(game)
    except AssertionError:
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("game", SEAT_COUNTS)
def test_session_vote_depending_on_secret_partner_is_detected(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak_in_votes(match: Match, seats: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(seat for seat in decide_computer_votes(match, seats) if not has_secret_tie(match, seat))

    monkeypatch.setattr(host, "decide_computer_votes", leak_in_votes)
    assert is_leak_detected(game)


def has_secret_tie(match: Match, seat: int) -> bool:
    phase = match.phase
    return phase.find_partner() == seat if isinstance(phase, ChiamataTrickPhase) else has_secret_odd_hand(phase, seat)


@pytest.mark.parametrize("game", ["chiamata", "spades", "muscio"])
def test_remark_depending_on_a_hand_is_detected(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        HostedMatch,
        "choose_remark",
        lambda self, seat, _events: "Well!" if has_secret_odd_hand(self.match.phase, seat) else "Oh!",
    )
    assert is_leak_detected(game)


@pytest.mark.slow
@pytest.mark.parametrize("game", SEAT_COUNTS)
def test_reply_depending_on_a_hand_is_detected(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak_in_reply(self: HostedMatch, message: ChatMessage) -> None:
        other = (message.seat + 1) % len(self.players)
        words = "Well!" if has_secret_odd_hand(self.match.phase, other) else "Oh!"
        self.chat.schedule_reply(ChatReply(ChatMessage(other, words), 1.0))

    monkeypatch.setattr(HostedMatch, "show_message", leak_in_reply)
    assert is_leak_detected(game)


@pytest.mark.parametrize("game", SEAT_COUNTS)
def test_turn_clock_depending_on_a_hand_is_detected(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a clock that starts later if the others have thought longer about their cards."""
    honest: Any = HostedMatch.turn_seconds_left.fget  # type: ignore[attr-defined]

    def leak_in_clock(self: HostedMatch) -> float | None:
        left: float | None = honest(self)
        other = (self.original_human_seats[0] + 1) % len(self.players)
        return left if left is None or not has_secret_odd_hand(self.match.phase, other) else left - 1

    monkeypatch.setattr(HostedMatch, "turn_seconds_left", property(leak_in_clock))
    assert is_leak_detected(game)


@pytest.mark.parametrize("game", SEAT_COUNTS)
def test_exported_open_deal_is_detected(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HostedMatch, "export_record", lambda self: self.record)
    assert is_leak_detected(game)
