"""Making of tasks from what a seat has seen: a pure function for each kind, with random choices."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from game.ai.advice import compute_advice
from game.ai.registry import GAME_AIS
from game.analysis.judge import make_options
from game.analysis.model import JudgedOption
from game.core.cards import HIDDEN_CARD, SUITS
from game.core.events import TrickTaken
from game.core.trick_taking import TrickPhase
from game.match.card_memory import group_by_suit
from game.match.observation import Observation, list_unseen_cards
from game.rules import GAMES
from game.rules.game import PairTopic
from game.trainer.deals import DETERMINISTIC_TIME_LIMIT, ObservedMoment
from game.trainer.model import (
    AnyTask,
    CallTask,
    CountTask,
    OutTask,
    PairTask,
    TaskKind,
    TrickTask,
)

MIN_PILE_CARDS: Final = 6
MAX_PILE_CARDS: Final = 20
"""Cards in a pile that is to be counted."""
MIN_TRICKS_SHOWN: Final = 2
MAX_TRICKS_SHOWN: Final = 6
"""Tricks after which the unseen cards are asked for."""
PASS_COUNT: Final = 4
"""Search passes for the options of a choice, so that no answer is called wrong by chance."""


def make_task(kind: TaskKind, moment: ObservedMoment, rng: Random, topic: PairTopic | None = None) -> AnyTask | None:
    """Return a task of a kind from what a seat has seen; None if the moment is not suitable.

    Questions about tricks need a seat that plays, between two tricks; a call needs a seat on turn before cards are
    played, a choice for a pair one on turn. ``topic``: of the kind "pair", None for any.
    """
    if kind in ("call", "pair"):
        return make_choice_task(kind, moment, rng, topic)
    observation, phase = moment.observation, moment.observation.phase
    if (
        not isinstance(phase, TrickPhase)
        or observation.seat not in phase.trick.seats
        or phase.trick.cards
        or not phase.completed_tricks
    ):
        return None
    tricks = tuple(event for event in moment.events if isinstance(event, TrickTaken))
    if kind == "trick":
        return make_trick_task(moment.previous, tricks[-1].seen_by(None))
    return (
        make_count_task(observation, tricks, rng) if kind == "count" else make_out_task(observation, phase, tricks, rng)
    )


def make_trick_task(observation: Observation | None, trick: TrickTaken) -> TrickTask | None:
    """Return the question for the winner of a trick, whose face-down cards are hidden from all seats.

    ``observation``: before its last card. None if all cards are of one suit, or only one is face up: then the answer
    is obvious.
    """
    face_up_cards = [card for card in trick.cards if card is not HIDDEN_CARD]
    if observation is None or len(face_up_cards) == 1 or len({card.suit for card in trick.cards}) == 1:
        return None
    return TrickTask(observation=observation, trick=trick)


def make_count_task(observation: Observation, tricks: Sequence[TrickTaken], rng: Random) -> CountTask | None:
    """Return the question for the points of a random pile of suitable size; None without one."""
    piles = [
        (side, tuple(card for trick in tricks if trick.winner in side for card in trick.cards))
        for side in observation.sides
    ]
    countable_piles = [(side, pile) for side, pile in piles if MIN_PILE_CARDS <= len(pile) <= MAX_PILE_CARDS]
    if not countable_piles:
        return None
    takers, cards = rng.choice(countable_piles)
    points = sum(observation.points[seat] for seat in takers)
    return CountTask(observation=observation, takers=takers, cards=cards, points=points)


def make_out_task(
    observation: Observation, phase: TrickPhase, tricks: Sequence[TrickTaken], rng: Random
) -> OutTask | None:
    """Return the question for the unseen cards of a suit that was played.

    None if too few or too many tricks were taken, or all cards of these suits were seen.
    """
    if not MIN_TRICKS_SHOWN <= len(tricks) <= MAX_TRICKS_SHOWN:
        return None
    unseen, played_suits = list_unseen_cards(observation), {card.suit for trick in tricks for card in trick.cards}
    suits = [suit for suit in SUITS if suit in played_suits and any(card.suit == suit for card in unseen)]
    if not suits:
        return None
    suit = rng.choice(suits)
    (suit_cards,) = group_by_suit(
        GAMES[observation.game_id].make_pack(observation.options, observation.seats), (suit,), phase.ranking
    )
    return OutTask(
        observation=observation,
        tricks=tuple(tricks),
        suit_cards=suit_cards,
        unseen_cards=tuple(card for card in suit_cards if card in unseen),
    )


def make_choice_task(kind: TaskKind, moment: ObservedMoment, rng: Random, topic: PairTopic | None) -> CallTask | None:
    """Return the question for the best action before cards are played, or of the kind "pair" for the best of a pair.

    ``topic``: what the choice of a pair is about, None for any. None at other moments, with one legal action, or if all
    options are as good as the best.
    """
    observation, phase = moment.observation, moment.observation.phase
    pair_topic = find_pair_topic(observation) if kind == "pair" else None
    if kind == "pair":
        is_suitable = pair_topic is not None and topic in (None, pair_topic)
    else:
        is_suitable = phase is not None and not phase.is_card_play
    options = find_distinct_options(observation, rng) if is_suitable else ()
    if not options:
        return None
    if pair_topic is None:
        return CallTask(observation=observation, options=options)
    return PairTask(observation=observation, options=options, topic=pair_topic)


def find_pair_topic(observation: Observation) -> PairTopic | None:
    """Return the question of partners behind a choice, None if there is none."""
    phase, seat = observation.phase, observation.seat
    return None if phase is None or seat is None else GAMES[observation.game_id].find_pair_topic(phase, seat)


def find_distinct_options(observation: Observation, rng: Random) -> tuple[JudgedOption, ...]:
    """Return the options of a seat on turn, the best first.

    () with one legal action, or if all options are as good as the best.
    """
    if len(observation.legal_actions) < 2:
        return ()
    options = make_options(
        compute_advice(observation, DETERMINISTIC_TIME_LIMIT, rng, pass_count=PASS_COUNT), GAME_AIS[observation.game_id]
    )
    return () if all(option.is_as_good_as_best for option in options) else options
