"""Tasks made of what a seat has seen: a pure function of that for each kind, and of chance where there is a choice."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from game.ai.explain import explain
from game.ai.players import MINDS
from game.analysis.judging import options_of
from game.engine.cards import HIDDEN, SUITS
from game.engine.events import TrickTaken
from game.engine.tricks import Tricks, sorted_hand
from game.recall import rows_of
from game.rules import GAMES
from game.trainer.deals import UNHURRIED, Seen
from game.trainer.values import AnyTask, CallTask, CountTask, Kind, OutTask, TrickTask
from game.unseen import unseen_cards
from game.view import View

FEWEST_COUNTED: Final = 6
MOST_COUNTED: Final = 20
"""So many cards may be in a pile that is to be counted."""
FEWEST_TRICKS: Final = 2
MOST_TRICKS: Final = 6
"""After so many tricks it is asked what is still out."""
LOOKS: Final = 4
"""So often the choices are weighed, each time in other worlds: nobody is to be told that he is wrong by chance."""


def make(kind: Kind, seen: Seen, rng: Random) -> AnyTask | None:
    """A task of a kind out of what a seat has seen; None where there is none, or none worth asking."""
    if kind == "call":
        return call_task(seen, rng)
    view, phase = seen.view, seen.view.phase
    if not isinstance(phase, Tricks) or view.seat not in phase.trick.seats or phase.trick.cards or not phase.done:
        return None
    tricks = tuple(event for event in seen.story if isinstance(event, TrickTaken))
    if kind == "trick":
        return trick_task(view, phase, tricks)
    return count_task(view, tricks, rng) if kind == "count" else out_task(view, phase, tricks, rng)


def trick_task(view: View, phase: Tricks, tricks: Sequence[TrickTaken]) -> TrickTask | None:
    """Who has taken the last trick? None where all followed suit, or one card alone lies open: that is no question.

    What fell face down lies so for everybody.
    """
    trick = tricks[-1].seen_by(None)
    lying_open = [card for card in trick.cards if card is not HIDDEN]
    if len(lying_open) == 1 or len({card.suit for card in trick.cards}) == 1:
        return None
    return TrickTask(game=view.game, seat=seat_of(view), seats=view.seats, trick=trick, trump=phase.trump)


def count_task(view: View, tricks: Sequence[TrickTaken], rng: Random) -> CountTask | None:
    """What does a pile count? None where nobody has one of a size to be counted."""
    piles = [(side, tuple(card for one in tricks if one.winner in side for card in one.cards)) for side in view.sides]
    fitting = [(side, pile) for side, pile in piles if FEWEST_COUNTED <= len(pile) <= MOST_COUNTED]
    if not fitting:
        return None
    takers, cards = rng.choice(fitting)
    points = sum(view.points[seat] for seat in takers)
    return CountTask(
        game=view.game, seat=seat_of(view), seats=view.seats, takers=takers, cards=cards, points=points
    )  # fmt: skip


def out_task(view: View, phase: Tricks, tricks: Sequence[TrickTaken], rng: Random) -> OutTask | None:
    """Which cards of a suit that was played are still out? None where there are too few tricks to look at, or too many,
    or nothing of any such suit is out."""
    if not FEWEST_TRICKS <= len(tricks) <= MOST_TRICKS:
        return None
    unseen, fallen = unseen_cards(view), {card.suit for trick in tricks for card in trick.cards}
    suits = [suit for suit in SUITS if suit in fallen and any(card.suit == suit for card in unseen)]
    if not suits:
        return None
    suit, board = rng.choice(suits), phase.board()
    (row,) = rows_of(GAMES[view.game].pack_for(view.options, view.seats), (suit,), phase.ranking)
    return OutTask(
        game=view.game, seat=seat_of(view), seats=view.seats, tricks=tuple(tricks), trump=phase.trump,
        hand=sorted_hand(board.hands[seat_of(view)], phase.ranking), turned=board.turned,
        away=tuple(card for card in phase.away if card is not HIDDEN), row=row,
        out=tuple(card for card in row if card in unseen),
    )  # fmt: skip


def call_task(seen: Seen, rng: Random) -> CallTask | None:
    """What is to be said before the play? None where nothing is, or where all that may be said is as good."""
    view = seen.view
    if view.phase is None or view.phase.in_play or len(view.choices) < 2:
        return None
    options = options_of(explain(view, UNHURRIED, rng, looks=LOOKS), MINDS[view.game])
    if all(one.as_good for one in options):
        return None
    return CallTask(game=view.game, seat=seat_of(view), seats=view.seats, view=view, options=options)


def seat_of(view: View) -> int:
    """Whose view it is."""
    assert view.seat is not None, "who only watches is asked nothing"
    return view.seat
