"""Nothing that a table gives to the person at the screen depends on cards that he may not know.

One person, who talks, sits between computers that do what a deal has them do, the cards dealt as in the deal or as in
its twin (`test_twin_deals`). Frame by frame the screen must get the same: views, happenings, talk, votes, what is left
of the clock, what may be exported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, Final

import pytest

from game import local_table
from game.ai.characters import Character
from game.answers import Answer
from game.discipline import PHRASES, Message, agreeing
from game.engine.actions import Deal, Leave, Unlock
from game.fairness import stream
from game.local_table import LocalTable
from game.match import Match
from game.record import dump
from game.rules.chiamata.play import ChiamataTricks
from game.seating import PERSON
from game.store.reading import SavedMatch
from tests.fakes import Clock
from tests.game.test_talk import Script
from tests.helpers import Moment, conceivable, fresh, playout, recorded
from tests.twins import secret_of, twins_of

CHATTY: Final = Character(name="Chatty", boldness=0.5, talkativeness=0.7)
SEATS: Final = {"briscola": 4, "chiamata": 5, "spades": 4, "muscio": 4}
DEALS: Final = 6
TURN: Final = 60


class Kept:
    """A storage that has everything at once and keeps nothing."""

    def __getattr__(self, _name: str) -> Callable[..., Future[None]]:
        return self._done

    def _done(self, *_args: Any, **_kwargs: Any) -> Future[None]:
        future: Future[None] = Future()
        future.set_result(None)
        return future


def screen(moments: Sequence[Moment], seat: int, vote_at: int, leave_at: int) -> Iterator[Any]:
    """What the person at ``seat`` gets while the deal goes the way of ``moments``; at these steps he votes, leaves."""
    first, *rest = moments
    record = recorded(first.before, [first])
    kinds = tuple(PERSON if at == seat else "random" for at in range(first.match.seats))
    saved = SavedMatch(id=1, record=record, players=kinds, seed=7, extra={}, idle=0.0)
    mind, clock = Script(), Clock()
    storage: Any = Kept()
    table = LocalTable.resume(saved, storage=storage, thinker=mind, clock=clock, characters=lambda _name: CHATTY)
    for at, moment in enumerate(rest):
        assert not isinstance(moment.action, Deal)
        for when, action in ((vote_at, Unlock(seat)), (leave_at, Leave(seat))):
            if at == when:
                yield table.act(action)
                for _frame in range(2 * len(kinds)):
                    yield from shown(table, seat, clock)
        if table.over:
            return
        yield table.say(PHRASES[at % len(PHRASES)], seat)
        if table.your_turn and moment.action.seat == seat:
            yield table.act(moment.action)
        else:
            mind.actions.append(moment.action)
        for _frame in range(3):
            yield from shown(table, seat, clock)


def shown(table: LocalTable, seat: int, clock: Clock) -> Iterator[Any]:
    """One frame, as a screen asks for it."""
    clock.go(1.0)
    yield table.update(idle=True)
    yield table.view
    yield table.story
    yield table.chat
    yield table.votes, table.may_leave(Leave, 0), table.may_leave(Unlock, 0), table.persons, table.speaker, table.viewer
    yield table.seconds_left, table.your_turn, table.saving, table.fault, table.between_deals, table.over
    yield table.why_not_undo, table.why_no_hint, table.hint, table.claimed, table.assisted
    yield dump(table.export()) if not table.over else None
    if table.your_turn:
        yield [table.act(action) for action in conceivable(table.game.name, seat) if table.match.why_not(action)]


def same(game: str) -> int:
    """Compare the screens of twin deals, person and moment chosen at random; how many frames had the same."""
    frames = 0
    for number in range(DEALS):
        rng = stream(8, "twin tables", game, number)
        seats = SEATS[game]
        moments = list(playout(fresh(game, seats=seats, turn_seconds=TURN, exit_votes=seats), f"tables {number}", 1))
        for seat in range(seats):
            twins = twins_of(moments, seat, rng.randrange(len(moments) * 2 // 3), rng)
            vote, leave = rng.randrange(len(twins)), rng.choice([rng.randrange(len(twins)), -1, -1])
            ours, theirs = (list(screen(some[: len(twins)], seat, vote, leave)) for some in (moments, twins))
            for at, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
                assert mine == other, f"{game}, deal {number}: seat {seat} is told the hidden cards, as {at} shows"
            frames += len(ours)
    return frames


@pytest.mark.slow
@pytest.mark.parametrize("game", SEATS)
def test_the_screen_is_the_same_in_twin_deals(game: str) -> None:
    assert same(game) > 1000


# -- the test has teeth ----------------------------------------------------------------------------


def caught(game: str) -> bool:
    try:
        same(game)
    except AssertionError:
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("game", SEATS)
def test_a_vote_at_the_table_that_tells_the_secret_partner_is_caught(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(match: Match, seats: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(seat for seat in agreeing(match, seats) if not ties(match, seat))

    monkeypatch.setattr(local_table, "agreeing", told)
    assert caught(game)


def ties(match: Match, seat: int) -> bool:
    phase = match.phase
    return phase.partner() == seat if isinstance(phase, ChiamataTricks) else secret_of(phase, seat)


@pytest.mark.parametrize("game", ["chiamata", "spades", "muscio"])
def test_talk_that_depends_on_a_hand_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        LocalTable, "_remark", lambda self, seat, _events: "Well!" if secret_of(self.match.phase, seat) else "Oh!"
    )
    assert caught(game)


@pytest.mark.slow
@pytest.mark.parametrize("game", SEATS)
def test_an_answer_that_depends_on_a_hand_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(self: LocalTable, said: Message) -> None:
        other = (said.seat + 1) % len(self.players)
        words = "Well!" if secret_of(self.match.phase, other) else "Oh!"
        self._answering.think(Answer(Message(other, words), 1.0))

    monkeypatch.setattr(LocalTable, "_think_of_answer", told)
    assert caught(game)


@pytest.mark.parametrize("game", SEATS)
def test_a_clock_that_depends_on_a_hand_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it began the later, the longer the others had thought about their cards."""
    honest: Any = LocalTable.seconds_left.fget  # type: ignore[attr-defined]

    def told(self: LocalTable) -> float | None:
        left: float | None = honest(self)
        other = ((self.viewer or 0) + 1) % len(self.players)
        return left if left is None or not secret_of(self.match.phase, other) else left - 1

    monkeypatch.setattr(LocalTable, "seconds_left", property(told))
    assert caught(game)


@pytest.mark.parametrize("game", SEATS)
def test_an_export_with_the_open_deal_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalTable, "export", lambda self: self.record)
    assert caught(game)
