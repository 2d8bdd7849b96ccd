"""The trainer's tasks: they ask only what the player could know, and the right answer follows from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Final

import pytest

from game.core.cards import HIDDEN_CARD, ITALIAN_PACK, Card, Suit
from game.core.events import TrickTaken
from game.core.trick_taking import TrickPhase
from game.match.card_memory import locate_cards
from game.match.match import Match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.game import PairTopic
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from game.trainer.deals import DealMoment, observe_moment, play_deal
from game.trainer.generator import generate_task
from game.trainer.model import (
    PAIR_PRESET,
    PAIR_TOPICS,
    AnyTask,
    CallTask,
    CountTask,
    OutTask,
    PairTask,
    TaskAnswer,
    TaskKind,
    TaskRequest,
    TrainerTask,
    TrickTask,
    list_task_kinds,
)  # fmt: skip
from game.trainer.offered_points import OFFERED_COUNT, list_offered_points
from game.trainer.tasks import make_task
from tests.helpers import PlayoutMoment, make_match, play_random_actions
from tests.lanes import choose_count, choose_sample, long_test
from tests.rows import check_rows
from tests.twin_deals import make_twin_moments
from tests.ui.trainer_answers import get_right_answer

GAMES_AND_KINDS: Final = [(game, kind) for game in GAMES for kind in list_task_kinds(game)]
SEARCHED_KINDS: Final[tuple[TaskKind, ...]] = ("call", "pair")
"""The kinds of tasks that take long to make."""
RANKS_FROM_HIGHEST: Final = {
    "briscola": "A 3 K Q J 7 6 5 4 2", "chiamata": "A 3 K Q J 7 6 5 4 2", "spades": "BJ LJ A K Q J T 9 8 7 6 5 4 3 2",
    "muscio": "A K Q J 7 6 5 4 3 2",
}  # fmt: skip
"""The ranking of cards, as printed in docs/rules.md."""
CARD_POINTS: Final = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


@cache
def make_seeded_task(game: str, kind: TaskKind, seed: int) -> AnyTask:
    return generate_task(TaskRequest(game, kind, seed))


@check_rows("seats", [2, 6])
def test_task_is_made_for_the_number_of_seats_that_is_asked_for(seats: int) -> None:
    assert {generate_task(TaskRequest("briscola", "trick", seed, seats)).seats for seed in range(6)} == {seats}


def iter_tasks(kind: TaskKind, *games: str) -> Iterator[AnyTask]:
    """Yield some tasks of a kind, of all games or of these."""
    return (
        make_seeded_task(game, kind, seed)
        for game, task_kind in GAMES_AND_KINDS
        if task_kind == kind and game in (games or GAMES)
        for seed in range(choose_count(1, 2) if kind in SEARCHED_KINDS else 12)
    )


def find_winner(game: str, cards: Sequence[Card], trump: Suit | None) -> int:
    """Return the winner of a trick as a person sees it.

    It is the highest trump, else the highest card of the led suit, else the first card, if that is face down.
    """
    height = RANKS_FROM_HIGHEST[game].split()
    suit = trump if any(card.suit == trump for card in cards) else cards[0].suit
    fitting = [card for card in cards if card.suit == suit and card is not HIDDEN_CARD]
    return cards.index(min(fitting, key=lambda card: height.index(card.rank))) if fitting else 0


def test_every_game_has_its_task_kinds() -> None:
    assert {game: set(list_task_kinds(game)) for game in GAMES} == {
        "briscola": {"trick", "count", "out"}, "chiamata": {"trick", "count", "out", "call"},
        "muscio": {"trick", "out", "call"}, "spades": {"trick", "out", "call", "pair"},
    }  # fmt: skip


def check_that_only_right_answer_is_accepted(tasks: Iterable[AnyTask]) -> None:
    for task in tasks:
        right = get_right_answer(task)
        assert task.is_right(right)
        assert not task.is_right(TaskAnswer())
        if right.number is not None:
            assert not task.is_right(TaskAnswer(marked_places=right.marked_places, number=right.number + 1))
        if right.marked_places:
            assert not task.is_right(TaskAnswer(marked_places=right.marked_places ^ {0}, number=right.number))


@check_rows("kind", ("trick", "count", "out"))
def test_only_right_answer_is_accepted(kind: TaskKind) -> None:
    check_that_only_right_answer_is_accepted(iter_tasks(kind))


def test_trick_winner_and_points_follow_the_rules() -> None:
    for task in iter_tasks("trick"):
        assert isinstance(task, TrickTask)
        cards = task.trick.cards
        assert task.winning_place == find_winner(task.game_id, cards, task.trump), task
        worth = sum(CARD_POINTS.get(card.rank, 0) for card in cards)
        assert task.trick.points == (worth if GAMES[task.game_id].card_points else None)
        assert len({card.suit for card in cards}) > 1, "there is something to see"
        assert sum(card is not HIDDEN_CARD for card in cards) != 1, "there is something to choose between"
        by_seat = dict(zip(task.trick.seats, cards, strict=True))
        assert all(by_seat[seat] is HIDDEN_CARD for seat in task.trick.face_down_seats)


def test_counted_pile_points_equal_sum_of_cards() -> None:
    for task in iter_tasks("count"):
        assert isinstance(task, CountTask)
        assert task.points == sum(CARD_POINTS.get(card.rank, 0) for card in task.cards)
        assert len(set(task.cards)) == len(task.cards)


@check_rows("game", GAMES)
def test_unseen_cards_task_equals_card_memory(game: str) -> None:
    game_rules = GAMES[game]
    for seed in range(4):
        for moment in play_deal(game, Random(seed)):
            seat = moment.match.turn
            assert seat is not None
            view, story, _previous = observe_moment(moment, seat)
            out_task = make_task("out", observe_moment(moment, seat), Random(seed))
            if isinstance(out_task, OutTask):
                locations = locate_cards(view, view.board, story, "all", game_rules.make_pack(view.options, view.seats))
                assert [card for card in out_task.suit_cards if locations[card] == "out"] == list(out_task.unseen_cards)


@long_test
def test_best_choice_is_the_right_answer() -> None:
    """Check also that the seat sees no other hand."""
    tasks = [task for kind in choose_sample(SEARCHED_KINDS, 2) for task in iter_tasks(kind)]
    check_that_only_right_answer_is_accepted(tasks)
    for task in tasks:
        assert isinstance(task, CallTask)
        view = task.observation
        assert view.phase is not None and view.seat == task.seat
        assert not view.phase.is_card_play or task.kind == "pair"
        assert {option.action for option in task.options} <= set(view.legal_actions)
        assert task.options[0].is_as_good_as_best and any(not option.is_as_good_as_best for option in task.options)
        for option in task.options:
            assert task.is_right(TaskAnswer(action=option.action)) == option.is_as_good_as_best
            assert option.reasons, "everything has its reason"
        hands = enumerate(view.board.hands)
        assert {card for seat, hand in hands if seat != task.seat for card in hand} <= {HIDDEN_CARD}


@long_test
@pytest.mark.parametrize("topic", choose_sample(PAIR_TOPICS, 4, 1))
def test_choice_of_a_pair_has_its_topic(topic: PairTopic) -> None:
    rng = Random(1)
    deals = (play_deal("spades", rng, PAIR_PRESET) for _deal in range(1000))
    tasks = (
        make_task("pair", observe_moment(moment, moment.match.turn or 0), rng, topic)
        for moments in deals
        for moment in moments
    )
    task = next(task for task in tasks if isinstance(task, PairTask))
    view, phase, partner = task.observation, task.observation.phase, (task.seat + 2) % 4
    assert task.topic == topic and view.sides == ((0, 2), (1, 3))
    if isinstance(phase, BiddingPhase):
        assert topic == "bid" and phase.bids[partner] is not None
        return
    assert isinstance(phase, SpadesTrickPhase)
    whole_nil_seats = [seat for seat, bid in enumerate(phase.bids) if bid == view.points[seat] == 0]
    if topic == "bag":
        own_seats = (task.seat, partner)
        assert sum(view.points[seat] for seat in own_seats) >= sum(phase.bids[seat] for seat in own_seats)
        assert not whole_nil_seats
    else:
        assert (partner in whole_nil_seats) == (topic == "cover") and task.seat not in whole_nil_seats


# -- offered points


def list_point_tricks() -> list[TrickTask]:
    """Return tasks with the points of a trick, of all numbers of players."""
    tasks, rng = list[TrickTask](), Random(1)
    for players in (2, 3, 4, 5, 6) * 60:
        cards = tuple(rng.sample(ITALIAN_PACK, players))
        points = sum(CARD_POINTS.get(card.rank, 0) for card in cards)
        trick = TrickTaken(winner=0, cards=cards, points=points, seats=tuple(range(players)))
        tasks.append(TrickTask(observation=observe(make_match("briscola", seats=players), 0), trick=trick))
    return tasks


def test_right_points_are_among_the_offered_ones_at_any_place() -> None:
    places: Counter[int] = Counter()
    for task in list_point_tricks():
        offered = list_offered_points(task)
        assert task.trick.points is not None
        assert list(offered) == sorted(set(offered)) and offered[0] == 0 and len(offered) == OFFERED_COUNT
        assert offered == list_offered_points(task)
        places[offered.index(task.trick.points)] += 1
    assert set(places) == set(range(OFFERED_COUNT))
    assert max(places.values()) < sum(places.values()) / 2


def test_offered_points_are_sums_of_possible_tricks() -> None:
    sums = {first + other for first in (0, *CARD_POINTS.values()) for other in (0, *CARD_POINTS.values())}
    two_cards = [task for task in list_point_tricks() if len(task.trick.cards) == 2]
    assert {points for task in two_cards for points in list_offered_points(task)} == sums


@long_test
@pytest.mark.parametrize(("game", "kind"), choose_sample(GAMES_AND_KINDS, 4, 1))
def test_twin_deals_give_the_same_task(game: str, kind: TaskKind) -> None:
    rng, compared = Random(f"{game} {kind}"), 0
    for seed in range(300):
        preset = PAIR_PRESET if kind == "pair" else next(iter(GAMES[game].presets))
        match = make_match(game, preset, seats=rng.choice(GAMES[game].get_seat_counts(preset)))
        moments = list(play_random_actions(match, f"trainer {seed}", 1))
        turns = [index for index, moment in enumerate(moments) if is_task_possible(kind, moment.match)]
        if not turns:
            continue
        until = rng.choice(turns)
        seat = moments[until].match.turn
        assert seat is not None
        twins = make_twin_moments(moments, seat, until, rng)
        own_task = make_task_from_moments(kind, moments[: until + 1], seat)
        if own_task is not None and len(twins) == until + 1:
            assert make_task_from_moments(kind, twins, seat) == own_task
            compared += twins[-1].match != moments[until].match
        if compared == (1 if kind in {"call", "pair"} else 3):
            return
    raise AssertionError("too little was compared to mean anything")


def is_task_possible(kind: TaskKind, match: Match) -> bool:
    phase = match.phase
    if phase is None or phase.result is not None:
        return False
    if kind == "pair":
        return True
    return not phase.is_card_play if kind == "call" else isinstance(phase, TrickPhase) and not phase.trick.cards


def make_task_from_moments(kind: TaskKind, moments: Sequence[PlayoutMoment], seat: int) -> TrainerTask | None:
    """Return the task made from all that a seat has seen up to the last of these moments."""
    story = tuple(event for moment in moments for event in moment.events)
    previous = moments[-2].match if len(moments) > 1 else None
    return make_task(kind, observe_moment(DealMoment(moments[-1].match, story, previous), seat), Random(1))
