"""How a deal of Briscola may have come to where it is: who drew what, guessed backwards from guessed hands.

The card drawn at a draw is as likely any of those held after it, but for what everybody saw: who drew the turned
card, and who exchanged it. An exchange counts as made before the first card: its maker held the card that he took
from the beginning, and the one that he gave was turned.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.ai.batch.bits import Masks, lowest
from game.ai.batch.playout import Start, start_of
from game.engine.cards import Hand
from game.engine.tricks import Trick, replace
from game.rules.briscola.game import pack_for
from game.rules.briscola.play import HAND_SIZE, BriscolaTricks


class Past(NamedTuple):
    """``start``: the moment before the first card; ``hands`` (players, worlds) and ``stock`` (cards, worlds) then;
    ``plays``: the cards since, (cards, worlds), in order."""

    start: Start
    hands: Masks
    stock: Masks
    plays: Masks


def past_of(phase: BriscolaTricks, hands: Masks, stock: Masks, rng: np.random.Generator) -> Past:
    """A past for each of the worlds in which ``phase`` has these ``hands`` and this ``stock``."""
    bits, seats, width = start_of(phase).tables.bits, phase.seats, hands.shape[1]
    hands = hands.copy()
    drawn: list[Masks] = list(stock[::-1])
    plays: list[int] = []
    tricks = [*(taken.trick for taken in phase.done), phase.trick]
    draws = len(pack_for(phase.options, seats)) // seats - HAND_SIZE
    for at in range(len(tricks) - 1, -1, -1):
        for seat, card in reversed(tricks[at].plays()):
            plays.append(1 << bits.numbers[card])
            hands[seat] |= np.uint64(plays[-1])
        if not 0 < at <= draws:
            continue
        for step in range(seats - 1, -1, -1):
            seat = (phase.done[at - 1].winner + step) % seats
            able = hands[seat] if drawn else np.full(width, 1 << bits.numbers[phase.turned], np.uint64)
            drawn.append(_any_of(able & ~np.uint64(bits.mask(_exchanged(phase, seat))), rng))
            hands[seat] ^= drawn[-1]
    full = (phase.turned,) * HAND_SIZE
    first = replace(
        phase, done=(), trick=Trick(tricks[0].seats), hands=(full,) * seats, stock=(phase.turned,) * len(drawn)
    )
    return Past(
        start=start_of(first), hands=hands, stock=np.array(drawn[::-1], np.uint64).reshape(len(drawn), width),
        plays=np.repeat(np.array(plays[::-1], np.uint64)[:, None], width, axis=1),
    )  # fmt: skip


def _exchanged(phase: BriscolaTricks, seat: int) -> Hand:
    """The card that ``seat`` took in exchange, and so did not draw, if it did."""
    if phase.exchange is None or phase.exchange[0] != seat:
        return ()
    return (phase.exchange[1],)


def _any_of(masks: Masks, rng: np.random.Generator) -> Masks:
    """Any of the one to three cards of each set."""
    first = lowest(masks)
    rest = masks ^ first
    second = lowest(rest)
    number = (rng.random(len(masks)) * np.bitwise_count(masks)).astype(np.uint8)
    return np.where(number == 0, first, np.where(number == 1, second, rest ^ second))
