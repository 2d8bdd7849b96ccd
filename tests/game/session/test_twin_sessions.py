"""Nothing that a session gives to its person depends on cards that they may not know.

A person, who also chats, sits between computer players that follow a deal, with the cards of the deal or of its twin
(`test_twin_deals`). In each frame the screen must get the same observations, events, chat, votes, time left, and
export, and the same messages as in another process (the deals here have no seals). Twins of blind nil are also played
with undo, with the match closed and continued, and by people who share the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from game.ai.client import JUDGE_FUNCTION, AIClient
from game.ai.personas import Persona
from game.analysis.model import ChoiceJudgment
from game.core.actions import Deal, LeaveMatch, VoteToEnd
from game.core.cards import Hand
from game.core.events import mask_hands
from game.match.match import Match
from game.match.record import Record, encode_record
from game.match.setup import PERSON_KIND
from game.match.table_discipline import decide_computer_votes
from game.rules.spades.events import HandSeen
from game.rules.spades.phases import BiddingPhase
from game.session import automatic_actions
from game.session.assistance import Assistance
from game.session.encoding import to_plain
from game.session.host import MatchHost
from game.session.host_connection import HostConnection
from game.session.local import LocalSession
from game.session.match_chat import Chat
from game.session.match_info import find_active_seat, list_human_seats
from game.session.messages import HostMessage
from game.session.moment import Moment
from game.shuffling.shuffle import derive_random
from game.storage.match_rows import SavedMatch
from game.text.chat import CHAT_PHRASES, ChatMessage
from game.text.narration import narrate_event
from tests.fakes import FakeClock, FakeTask, judge_as_costly
from tests.helpers import PlayoutMoment, list_conceivable_actions, make_match, make_record, play_random_actions
from tests.lanes import choose_count, choose_sample, long_test
from tests.scripted_worker import ScriptedWorker
from tests.twin_deals import are_equal, has_secret_odd_hand, has_secret_tie, make_twin_moments, play_blind_nil_match

CHATTY_PERSONA: Final = Persona(name="Chatty", boldness=0.5, talkativeness=0.7)
SEAT_COUNTS: Final = {"briscola": 4, "chiamata": 5, "spades": 4, "muscio": 4}
DEAL_COUNT: Final = choose_count(2, 6)
TURN_LIMIT_S: Final = 60


class InstantStorage:
    """A storage that answers at once and keeps nothing."""

    def __getattr__(self, _name: str) -> Callable[..., Future[None]]:
        return self._return_done

    def _return_done(self, *_args: Any, **_kwargs: Any) -> Future[None]:
        future: Future[None] = Future()
        future.set_result(None)
        return future


def open_screen(record: Record, people: Collection[int], worker: ScriptedWorker, clock: FakeClock) -> LocalSession:
    """Return the session of a saved match; ``people``: the seats that are not played by computers."""
    kinds = tuple(PERSON_KIND if seat in people else "random" for seat in range(len(record.names)))
    saved = SavedMatch(id=1, record=record, player_kinds=kinds, seed=7, notes={}, idle_seconds=0.0)
    storage: Any = InstantStorage()
    return LocalSession.resume(
        saved, storage=storage, ai_client=AIClient(worker, 0), clock=clock, characters=lambda _name: CHATTY_PERSONA
    )


def play_on_screen(moments: Sequence[PlayoutMoment], seat: int, vote_at: int, leave_at: int) -> Iterator[Any]:
    """Yield what the person at ``seat`` gets while the deal follows ``moments``.

    ``vote_at``, ``leave_at``: the steps at which they vote and leave.
    """
    first, *rest = moments
    record = make_record(first.match_before, [first])
    worker, clock = ScriptedWorker(), FakeClock()
    table = open_screen(record, (seat,), worker, clock)
    sent = list[Any]()
    transport: Any = table._transport
    receive = transport.receive

    def receive_and_note() -> list[HostMessage]:
        messages: list[HostMessage] = receive()
        sent.extend(map(to_plain, messages))
        return messages

    transport.receive = receive_and_note
    for index, moment in enumerate(rest):
        yield tuple(sent)
        sent.clear()
        assert not isinstance(moment.action, Deal)
        for when, action in ((vote_at, VoteToEnd(seat)), (leave_at, LeaveMatch(seat))):
            if index == when:
                yield table.act(action)
                for _frame in range(2 * len(record.names)):
                    yield from show_frame(table, seat, clock)
        if table.observation.is_over:
            return
        yield table.say(CHAT_PHRASES[index % len(CHAT_PHRASES)], seat)
        if table.is_your_turn and moment.action.seat == seat:
            yield table.act(moment.action)
        else:
            worker.scripted_actions.append(moment.action)
        for _frame in range(3):
            yield from show_frame(table, seat, clock)
        yield len(worker.tasks)


def show_frame(session: LocalSession, seat: int, clock: FakeClock) -> Iterator[Any]:
    """Yield all that a screen asks for in a frame, and what it narrates."""
    clock.advance(1.0)
    transitions = session.update(is_idle=True)
    yield transitions
    yield [
        narrate_event(event, session.info.names, session.info.game.deck, seat)
        for transition in transitions
        for event in transition.events
    ]
    newcomer = HostConnection(session.host, (seat,))
    yield [to_plain(message) for message in newcomer.receive()]
    yield session.observation
    yield session.view.events
    yield session.chat_messages
    status, info, view = session.status, session.info, session.observation
    yield status
    yield list_human_seats(info, view), find_active_seat(info, view, session.hot_seat), view.seat, view.is_over
    yield session.turn_seconds_left, session.seconds_until_next_update, session.is_your_turn, session.is_saving
    yield session.error, session.hint, session.check, session.has_claimed
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
        match = make_match(game, seats=seats, turn_seconds=TURN_LIMIT_S, exit_votes=seats)
        moments = list(play_random_actions(match, f"tables {number}", 1))
        for seat in range(seats):
            twins = make_twin_moments(moments, seat, rng.randrange(len(moments) * 2 // 3), rng)
            vote, leave = rng.randrange(len(twins)), rng.choice([rng.randrange(len(twins)), -1, -1])
            own_frames, twin_frames = (
                list(play_on_screen(some_moments[: len(twins)], seat, vote, leave)) for some_moments in (moments, twins)
            )
            frames += compare_frames(own_frames, twin_frames, f"{game}, deal {number}, seat {seat}")
    return frames


def compare_frames(own_frames: Sequence[Any], twin_frames: Sequence[Any], name: str) -> int:
    """Return the number of frames. Raise AssertionError if those of the deal and of its twin differ."""
    assert len(own_frames) == len(twin_frames), f"{name}: the hidden cards change the number of frames"
    for number, (own_frame, twin_frame) in enumerate(zip(own_frames, twin_frames, strict=True)):
        assert are_equal(own_frame, twin_frame), f"{name}: the person is told the hidden cards, as {number} shows"
    return len(own_frames)


@long_test
@pytest.mark.parametrize("game", choose_sample([*SEAT_COUNTS], 2))
def test_screen_is_equal_in_twin_deals(game: str) -> None:
    assert count_equal_frames(game) > 160 * DEAL_COUNT


# -- notes on plays --------------------------------------------------------------------------------


class JudgingWorker(ScriptedWorker):
    """A worker that finds every choice bad; the better one depends on everything that it is given."""

    def run_task(self, task: FakeTask) -> None:
        if task.function != JUDGE_FUNCTION:
            super().run_task(task)
            return
        observation, seed, *_values = task.args
        choices = list(observation.legal_actions)
        derive_random(seed, repr(to_plain(observation))).shuffle(choices)
        task.set_result(judge_as_costly(msgspec.structs.replace(observation, legal_actions=tuple(choices)), loss=30.0))


def play_checked(moments: Sequence[PlayoutMoment], seat: int) -> Iterator[Any]:
    """Yield what the person at ``seat`` gets while their plays are checked."""
    first, *rest = moments
    worker, clock = JudgingWorker(), FakeClock()
    table = open_screen(make_record(first.match_before, [first]), (seat,), worker, clock)
    table.set_computer_play(0.0, is_chat_enabled=False, checks_plays=True)
    for moment in rest:
        assert not isinstance(moment.action, Deal)
        if moment.action.seat == seat:
            yield table.act(moment.action)
        else:
            worker.scripted_actions.append(moment.action)
        for _frame in range(3):
            yield from show_frame(table, seat, clock)
            yield table.check.judgment
        table.leave_choice()


def count_equal_notes(game: str) -> int:
    """Compare the notes on plays in a deal and its twins. Return the number of frames with a note."""
    rng, seats, count = derive_random(9, "twin notes", game), SEAT_COUNTS[game], 0
    moments = list(play_random_actions(make_match(game, seats=seats), "notes", 1))
    for seat in range(seats):
        twins = make_twin_moments(moments, seat, len(moments) * 2 // 3, rng)
        own_frames, twin_frames = (list(play_checked(some[: len(twins)], seat)) for some in (moments, twins))
        compare_frames(own_frames, twin_frames, f"{game}, seat {seat}")
        count += sum(isinstance(frame, ChoiceJudgment) for frame in own_frames)
    return count


@pytest.mark.parametrize("game", SEAT_COUNTS)
def test_note_on_a_play_is_the_same_at_the_same_time_in_twin_deals(game: str) -> None:
    assert count_equal_notes(game) > 5


def test_note_that_depends_on_hidden_cards_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare_check = Assistance.prepare_check

    def prepare_if_secret(assistance: Assistance, moment: Moment, make_rng: Callable[[], Random]) -> None:
        match = moment.match
        if match.turn is not None and has_secret_odd_hand(match.phase, (match.turn + 1) % match.seats):
            prepare_check(assistance, moment, make_rng)

    monkeypatch.setattr(Assistance, "prepare_check", prepare_if_secret)
    with pytest.raises(AssertionError, match="the hidden cards"):
        count_equal_notes("spades")


# -- blind nil -------------------------------------------------------------------------------------


class BlindNilMatch(NamedTuple):
    """A match up to a deal, or its twin, in which seats decide about blind nil."""

    preset: str
    earlier: list[PlayoutMoment]
    moments: list[PlayoutMoment]

    def make_record(self, step_count: int) -> Record:
        moments = [*self.earlier, *self.moments[:step_count]]
        return make_record(moments[0].match_before, moments, self.preset)


def play_alone(match: BlindNilMatch, seat: int, *, undoes: bool = False, reopens: bool = False) -> Iterator[Any]:
    """Yield what the only person, at ``seat``, gets.

    ``undoes``: they take back each choice and make it again; ``reopens``: the match is closed and continued before each
    step.
    """
    worker, clock = ScriptedWorker(), FakeClock()
    table = open_screen(match.make_record(1), (seat,), worker, clock)
    yield from show_frame(table, seat, clock)
    for index, moment in enumerate(match.moments[1:], 1):
        assert not isinstance(moment.action, Deal)
        if reopens:
            table.close()
            worker.scripted_actions.clear()
            table = open_screen(match.make_record(index), (seat,), worker, clock)
            yield from show_frame(table, seat, clock)
        if moment.action.seat != seat:
            worker.scripted_actions.append(moment.action)
        else:
            yield table.act(moment.action)
            yield from show_frame(table, seat, clock)
            if undoes and moment.action.can_be_undone and len(moment.match_before.legal_actions()) > 1:
                yield table.undo()
                yield from show_frame(table, seat, clock)
                yield table.act(moment.action)
        for _frame in range(3):
            yield from show_frame(table, seat, clock)
        yield len(worker.tasks)


def play_undoing(match: BlindNilMatch, seat: int) -> Iterator[Any]:
    return play_alone(match, seat, undoes=True)


def play_reopening(match: BlindNilMatch, seat: int) -> Iterator[Any]:
    return play_alone(match, seat, reopens=True)


def play_shared(match: BlindNilMatch, seat: int) -> Iterator[Any]:
    """Yield what all people share: the screen while nobody or the person at ``seat`` is there."""
    worker, clock = ScriptedWorker(), FakeClock()
    table = open_screen(match.make_record(1), range(match.moments[0].match.seats), worker, clock)
    hot_seat = table.hot_seat
    assert hot_seat is not None
    for action in [*(moment.action for moment in match.moments[1:]), None]:
        for is_ready in (False, False, True, True):
            if is_ready:
                hot_seat.confirm_ready()
            viewers = {hot_seat.viewer}
            frame = list(show_frame(table, seat, clock))
            if viewers | {hot_seat.viewer} <= {None, seat}:
                yield from frame
        if action is not None:
            assert not isinstance(action, Deal)
            assert table.act(action) is None


@long_test
@pytest.mark.parametrize(
    ("preset", "seats", "play_screen"),
    choose_sample(
        [
            (preset, seats, play_screen)
            for play_screen in (play_alone, play_undoing, play_reopening, play_shared)
            for preset, seats in (("partners", 4), ("individual", 3))
        ],
        3,
    ),
)
def test_screen_tells_nothing_of_a_hand_before_the_decision_on_blind_nil(
    preset: str, seats: int, play_screen: Callable[[BlindNilMatch, int], Iterator[Any]]
) -> None:
    assert count_equal_blind_nil_frames(preset, seats, play_screen, range(1)) > 500


def count_equal_blind_nil_frames(
    preset: str, seats: int, play_screen: Callable[[BlindNilMatch, int], Iterator[Any]], seeds: Iterable[int]
) -> int:
    """Compare screens up to the decision of each person on blind nil, after it, and late in the deal.

    Up to the decision the person's own hand is another in the twin. Return the number of equal frames.
    """
    frames = 0
    for seed in seeds:
        earlier, moments = play_blind_nil_match(preset, seats, seed)
        rng = derive_random(seed, "blind nil screens")
        decision_indexes = {
            event.seat: index
            for index, moment in enumerate(moments)
            for event in moment.events
            if isinstance(event, HandSeen)
        }
        for seat in range(seats):
            index = decision_indexes.get(seat, seats)
            for last_index in (index - 1, index, rng.randrange(index, len(moments) * 2 // 3)):
                twins = make_twin_moments(moments, seat, last_index, rng)
                own_frames, twin_frames = (
                    list(play_screen(BlindNilMatch(preset, earlier, some_moments[: len(twins)]), seat))
                    for some_moments in (moments, twins)
                )
                frames += compare_frames(own_frames, twin_frames, f"{preset}, seed {seed}, seat {seat}")
                if last_index == index - 1 and seat in decision_indexes:
                    own_hand, twin_hand = (
                        find_hand(some_moments[last_index], seat) for some_moments in (moments, twins)
                    )
                    assert own_hand != twin_hand, "there is nothing to tell"
    return frames


def find_hand(moment: PlayoutMoment, seat: int) -> Hand:
    phase = moment.match.phase
    assert isinstance(phase, BiddingPhase) and phase.is_blind_nil_open
    return phase.hands[seat]


@pytest.mark.parametrize("play_screen", [play_alone, play_shared])
def test_hand_seen_before_the_decision_on_blind_nil_is_detected(
    play_screen: Callable[[BlindNilMatch, int], Iterator[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        BiddingPhase, "seen_by", lambda phase, seat: msgspec.structs.replace(phase, hands=mask_hands(phase.hands, seat))
    )
    with pytest.raises(AssertionError, match="is told the hidden cards"):
        count_equal_blind_nil_frames("partners", 4, play_screen, range(1))


# -- planted leaks ---------------------------------------------------------------------------------


def leak_in_votes(match: Match, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in decide_computer_votes(match, seats) if not has_secret_tie(match, seat))


def leak_in_remark(chat: Chat, seat: int, _events: Any = ()) -> str:
    return "Well!" if has_secret_odd_hand(chat._get_moment().match.phase, seat) else "Oh!"


def leak_in_reply(chat: Chat, message: ChatMessage) -> None:
    assert message.seat is not None
    other = (message.seat + 1) % chat._get_moment().match.seats
    chat.reply = ChatMessage(other, leak_in_remark(chat, other)), chat._clock() + 1.0


UNCHANGED_SECONDS_LEFT: Final[Any] = vars(MatchHost)["turn_seconds_left"].fget


def leak_in_clock(match_host: MatchHost) -> float | None:
    """Return a time as of a clock that starts later if the others have thought longer about their cards."""
    left: float | None = UNCHANGED_SECONDS_LEFT(match_host)
    other = (match_host.original_human_seats[0] + 1) % len(match_host.players)
    return left if left is None or not has_secret_odd_hand(match_host.match.phase, other) else left - 1


LEAKS: Final[dict[str, tuple[object, str, object]]] = {
    "vote": (automatic_actions, "decide_computer_votes", leak_in_votes),
    "remark": (Chat, "choose_remark", leak_in_remark),
    "reply": (Chat, "_schedule_reply", leak_in_reply),
    "clock": (MatchHost, "turn_seconds_left", property(leak_in_clock)),
    "export": (MatchHost, "export_record", lambda match_host: match_host.record),
}
QUICK_LEAKS: Final = {("spades", "remark"), ("muscio", "clock"), ("chiamata", "export")}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "leak"),
    [
        pytest.param(game, leak, marks=() if (game, leak) in QUICK_LEAKS else pytest.mark.slow)
        for number, leak in enumerate(LEAKS)
        for game in choose_sample([*SEAT_COUNTS], 4, number % 4)
        if (game, leak) != ("briscola", "remark")
    ],
)
def test_planted_leak_is_detected(game: str, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*LEAKS[leak])
    with pytest.raises(AssertionError, match="the hidden cards"):
        count_equal_frames(game)
