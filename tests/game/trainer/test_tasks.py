"""The trainer's tasks: what is right follows from the rules, and is asked of who could know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from game.engine.actions import Play
from game.engine.cards import HIDDEN, Card, Suit
from game.engine.events import TrickTaken
from game.recall import whereabouts
from game.rules import GAMES
from game.trainer.deals import played, seen_by
from game.trainer.making import make
from game.trainer.setting import set_task
from game.trainer.telling import ABOUT, TITLES, asks, shown, why
from game.trainer.values import (
    KINDS,
    Answer,
    AnyTask,
    CallTask,
    CountTask,
    Kind,
    Order,
    OutTask,
    TrickTask,
    kinds_of,
)  # fmt: skip
from tests.ui.tasks import right_answer

ALL: Final = [(game, kind) for game in GAMES for kind in kinds_of(game)]
SEEDS: Final = range(12)
FEW: Final = range(3)
"""For what takes long to set."""
HEIGHT: Final = {
    "briscola": "A 3 K Q J 7 6 5 4 2", "chiamata": "A 3 K Q J 7 6 5 4 2", "spades": "BJ LJ A K Q J T 9 8 7 6 5 4 3 2",
    "muscio": "A K Q J 7 6 5 4 3 2",
}  # fmt: skip
"""How cards rank, as rules.md prints it."""
POINTS: Final = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


@cache
def task(game: str, kind: Kind, seed: int) -> AnyTask:
    return set_task(Order(game, kind, seed))


def tasks(kind: Kind, *games: str) -> Iterator[AnyTask]:
    """Some of a kind, of all games or of these."""
    seeds = FEW if kind == "call" else SEEDS
    return (task(game, kind, seed) for game, one in ALL if one == kind and game in (games or GAMES) for seed in seeds)


def takes(game: str, cards: Sequence[Card], trump: Suit | None) -> int:
    """Who takes a trick, as a person would see it: the highest trump, else the highest of the suit led, else the first
    card, where that lies face down."""
    height = HEIGHT[game].split()
    suit = trump if any(card.suit == trump for card in cards) else cards[0].suit
    fitting = [card for card in cards if card.suit == suit and card is not HIDDEN]
    return cards.index(min(fitting, key=lambda card: height.index(card.rank))) if fitting else 0


def test_every_game_has_the_kinds_that_make_sense() -> None:
    assert set(kinds_of("briscola")) == {"trick", "count", "out"}, "nothing is said before the play"
    assert set(kinds_of("chiamata")) == set(KINDS)
    for game in ("spades", "muscio"):
        assert set(kinds_of(game)) == {"trick", "out", "call"}, "tricks have no points"
    assert TITLES.keys() == ABOUT.keys() == set(KINDS)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), ALL)
def test_the_same_order_gives_the_same_task(game: str, kind: Kind) -> None:
    assert set_task(Order(game, kind, 2)) == task(game, kind, 2)
    made = list(tasks(kind, game))
    assert len({str(one) for one in made}) > len(made) // 2, "another seed, another task"


@pytest.mark.parametrize(("game", "kind"), ALL)
def test_only_the_right_answer_is_right(game: str, kind: Kind) -> None:
    for one in tasks(kind, game):
        right = right_answer(one)
        assert one.is_right(right)
        assert not one.is_right(Answer())
        if right.number is not None:
            assert not one.is_right(Answer(marked=right.marked, number=right.number + 1))
        if right.marked:
            assert not one.is_right(Answer(marked=right.marked ^ {0}, number=right.number))


def test_who_takes_the_trick_and_its_points_are_what_the_rules_say() -> None:
    for one in tasks("trick"):
        assert isinstance(one, TrickTask)
        cards = one.trick.cards
        assert one.place == takes(one.game, cards, one.trump), one
        worth = sum(POINTS.get(card.rank, 0) for card in cards)
        assert one.trick.points == (worth if GAMES[one.game].values else None)
        assert len({card.suit for card in cards}) > 1, "there is something to see"
        assert sum(card is not HIDDEN for card in cards) != 1, "there is something to choose between"


def test_a_trick_is_one_that_fell_when_the_deal_is_played_again() -> None:
    """Card by card in the match itself: the last of the trick is played, and the rules give it to that seat."""
    for game in GAMES:
        moments, asked = list(played(game, Random(5))), 0
        for before, after in pairwise(moments):
            taken = [event for event in after.story[len(before.story) :] if isinstance(event, TrickTaken)]
            phase = after.match.phase
            if not taken or phase is None or not phase.in_play:
                continue
            one = make("trick", seen_by(after, taken[0].winner), Random(1))
            seat, card = taken[0].seats[-1], taken[0].cards[-1]
            again = [event for event in before.match.apply(Play(seat, card)).events if isinstance(event, TrickTaken)]
            assert one is None or (isinstance(one, TrickTask) and one.trick == again[0].seen_by(None))
            asked += one is not None
        assert asked or len(moments) < 20, game


def test_a_pile_counts_what_its_cards_count() -> None:
    for one in tasks("count"):
        assert isinstance(one, CountTask)
        assert one.points == sum(POINTS.get(card.rank, 0) for card in one.cards)
        assert len(set(one.cards)) == len(one.cards)


def test_what_is_out_is_what_has_not_been_seen() -> None:
    for one in tasks("out"):
        assert isinstance(one, OutTask)
        seen = {*one.hand, *one.away, one.turned, *(card for trick in one.tricks for card in trick.cards)}
        assert [card for card in one.row if card not in seen] == list(one.out), one
        assert one.out, "there is something to mark"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_out_is_what_the_memory_aid_says(game: str) -> None:
    one = GAMES[game]
    for seed in range(4):
        for moment in played(game, Random(seed)):
            seat = moment.match.to_act
            assert seat is not None
            view, story = seen_by(moment, seat)
            asked = make("out", seen_by(moment, seat), Random(seed))
            if isinstance(asked, OutTask):
                found = whereabouts(view, view.board, story, "all", one.pack_for(view.options, view.seats))
                assert [card for card in asked.row if found[card] == "out"] == list(asked.out)


def test_what_to_say_is_one_of_the_choices_and_the_best_is_right() -> None:
    for one in tasks("call"):
        assert isinstance(one, CallTask)
        view = one.view
        assert view.phase is not None and not view.phase.in_play and view.seat == one.seat
        assert {option.action for option in one.options} <= set(view.choices)
        assert one.options[0].as_good and any(not option.as_good for option in one.options)
        for option in one.options:
            assert one.is_right(Answer(action=option.action)) == option.as_good
            assert option.why, "everything has its reason"


def test_no_task_holds_a_card_that_its_seat_may_not_know() -> None:
    for one in tasks("call"):
        assert isinstance(one, CallTask)
        hands = one.view.board.hands
        assert all(card is HIDDEN for seat, hand in enumerate(hands) if seat != one.seat for card in hand)
    for one in tasks("trick"):
        assert isinstance(one, TrickTask)
        trick = one.trick
        down = [card for seat, card in zip(trick.seats, trick.cards, strict=True) if seat in trick.face_down]
        assert all(card is HIDDEN for card in down)


@pytest.mark.parametrize(("game", "kind"), ALL)
def test_every_task_is_said_in_words(game: str, kind: Kind) -> None:
    for one in tasks(kind, game):
        names = ["Someone"] * one.seats
        names[one.seat] = "YOU"
        deck = GAMES[game].deck
        all_marked = Answer(marked=frozenset(range(len(one.row) if isinstance(one, OutTask) else 0)))
        answers = (Answer(), all_marked, right_answer(one))
        said = (line for answer in answers for line in why(one, answer, names, deck))
        lines = (asks(one, names, deck), *shown(one, names, deck), *said)
        assert all(line and "{" not in line for line in lines)
        assert not any(line.startswith("YOU") or "YOU takes" in line for line in lines), "who is asked is called you"
