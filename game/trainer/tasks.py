"""Tasks made of what a seat has seen: a pure function of that for each kind, and of chance where there is a choice."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from game.ai.advice import compute_advice
from game.ai.registry import GAME_AIS
from game.analysis.judge import make_options
from game.core.cards import HIDDEN_CARD, SUITS
from game.core.events import TrickTaken
from game.core.trick_taking import TrickPhase, sort_hand
from game.match.card_memory import group_by_suit
from game.match.observation import Observation, list_unseen_cards
from game.rules import GAMES
from game.trainer.deals import DETERMINISTIC_TIME_LIMIT, ObservedMoment
from game.trainer.model import AnyTask, CallTask, CountTask, OutTask, TaskKind, TrickTask

MIN_PILE_CARDS: Final = 6
MAX_PILE_CARDS: Final = 20
"""So many cards may be in a pile that is to be counted."""
MIN_TRICKS_SHOWN: Final = 2
MAX_TRICKS_SHOWN: Final = 6
"""After so many tricks it is asked what is still out."""
PASS_COUNT: Final = 4
"""So often the choices are weighed, each time in other worlds: nobody is to be told that he is wrong by chance."""


def make_task(kind: TaskKind, moment: ObservedMoment, rng: Random) -> AnyTask | None:
    """A task of a kind out of what a seat has seen; None where there is none, or none worth asking."""
    if kind == "call":
        return make_call_task(moment, rng)
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
        return make_trick_task(observation, phase, tricks)
    return (
        make_count_task(observation, tricks, rng) if kind == "count" else make_out_task(observation, phase, tricks, rng)
    )


def make_trick_task(observation: Observation, phase: TrickPhase, tricks: Sequence[TrickTaken]) -> TrickTask | None:
    """Who has taken the last trick? None where all followed suit, or one card alone lies open: that is no question.

    What fell face down lies so for everybody.
    """
    trick = tricks[-1].seen_by(None)
    face_up_cards = [card for card in trick.cards if card is not HIDDEN_CARD]
    if len(face_up_cards) == 1 or len({card.suit for card in trick.cards}) == 1:
        return None
    return TrickTask(
        game_id=observation.game_id, seat=get_seat(observation), seats=observation.seats, trick=trick, trump=phase.trump
    )


def make_count_task(observation: Observation, tricks: Sequence[TrickTaken], rng: Random) -> CountTask | None:
    """What does a pile count? None where nobody has one of a size to be counted."""
    piles = [
        (side, tuple(card for trick in tricks if trick.winner in side for card in trick.cards))
        for side in observation.sides
    ]
    countable_piles = [(side, pile) for side, pile in piles if MIN_PILE_CARDS <= len(pile) <= MAX_PILE_CARDS]
    if not countable_piles:
        return None
    takers, cards = rng.choice(countable_piles)
    points = sum(observation.points[seat] for seat in takers)
    return CountTask(
        game_id=observation.game_id,
        seat=get_seat(observation),
        seats=observation.seats,
        takers=takers,
        cards=cards,
        points=points,
    )


def make_out_task(
    observation: Observation, phase: TrickPhase, tricks: Sequence[TrickTaken], rng: Random
) -> OutTask | None:
    """Which cards of a suit that was played are still out? None where there are too few tricks to look at, or too many,
    or nothing of any such suit is out."""
    if not MIN_TRICKS_SHOWN <= len(tricks) <= MAX_TRICKS_SHOWN:
        return None
    unseen, played_suits = list_unseen_cards(observation), {card.suit for trick in tricks for card in trick.cards}
    suits = [suit for suit in SUITS if suit in played_suits and any(card.suit == suit for card in unseen)]
    if not suits:
        return None
    suit, board = rng.choice(suits), phase.board()
    (suit_cards,) = group_by_suit(
        GAMES[observation.game_id].make_pack(observation.options, observation.seats), (suit,), phase.ranking
    )
    return OutTask(
        game_id=observation.game_id,
        seat=get_seat(observation),
        seats=observation.seats,
        tricks=tuple(tricks),
        trump=phase.trump,
        hand=sort_hand(board.hands[get_seat(observation)], phase.ranking),
        turned_up_card=board.turned_card,
        put_away=tuple(card for card in phase.discarded_cards if card is not HIDDEN_CARD),
        suit_cards=suit_cards,
        unseen_cards=tuple(card for card in suit_cards if card in unseen),
    )


def make_call_task(moment: ObservedMoment, rng: Random) -> CallTask | None:
    """What is to be said before the play? None where nothing is, or where all that may be said is as good."""
    observation = moment.observation
    if observation.phase is None or observation.phase.is_card_play or len(observation.legal_actions) < 2:
        return None
    options = make_options(
        compute_advice(observation, DETERMINISTIC_TIME_LIMIT, rng, pass_count=PASS_COUNT), GAME_AIS[observation.game_id]
    )
    if all(option.is_as_good_as_best for option in options):
        return None
    return CallTask(
        game_id=observation.game_id,
        seat=get_seat(observation),
        seats=observation.seats,
        observation=observation,
        options=options,
    )


def get_seat(observation: Observation) -> int:
    """Whose view it is."""
    assert observation.seat is not None, "who only watches is asked nothing"
    return observation.seat
