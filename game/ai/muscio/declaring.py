"""Declaring, exchanging and standing in Muscio by playouts: deals that fit what was said, each choice played out.

Whoever has not spoken yet says in each deal what somebody with his hand would say (`reading`); then the cards
are played by the learned table, for as many deals together as have as many participants.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import SUIT_BITS, Masks, bits_of, suit_mask
from game.ai.batch.playout import ZERO, Batch, Places, Start
from game.ai.batch.policy import by_table, in_time
from game.ai.batch.worlds import Worlds
from game.ai.characters import Character
from game.ai.estimate import Estimate
from game.ai.limit import Check, Limit, unhurried
from game.ai.muscio.craft import PACK, bit, dealing_of, opening, scattered, table
from game.ai.muscio.match import chances as match_chances
from game.ai.muscio.match import changes, worth
from game.ai.muscio.reading import DRAWS, PASSES, chances, exchanged, kind_of, likelihood, stands, strength
from game.ai.muscio.sight import MuscioSight
from game.ai.search import Effort
from game.engine.actions import Action, Pass, Swap
from game.engine.tricks import in_order
from game.rules.muscio.actions import Blinde, Forfeit, In, Keep, Lay, Stand
from game.rules.muscio.declaring import DealByHand, Declaring
from game.rules.muscio.play import FEW, Exchange, MuscioTricks, Saying, Standing, taker_of
from game.rules.muscio.score import ALONE, DEALER_GATTA, FORFEIT, HAND_SIZE, PASSED, PLAIN_GATTA, RANKING, TRUMP_GATTA
from game.view import View

EVEN: Final = 0.5
"""Who stands less often than this is taken to give up."""
NOBODY: Final = -1
"""Nobody took the blinde."""


EASE: Final = 0.4
"""How much less, in points, a hand may promise for the boldest to play it, and how much more it must for the most
careful."""


def before_play(
    view: View, effort: Effort, margin: float, rng: Random, character: Character, limit: Limit
) -> list[Estimate]:
    """What each choice before the first card is worth, in points. A dealer always deals rightly. TimeUp if there is no
    time to find it out.

    ``margin``: how much more, in points, playing must promise than passing; the best of several guesses promises too
    much, and the more so the less effort is made.
    """
    phase, chance = view.phase, np.random.default_rng(rng.getrandbits(64))
    effort, check = effort.within(limit.ms), limit.begin().check
    check()
    if isinstance(phase, Declaring):
        asked = margin - EASE * character.boldness
        return _estimated(view, declaration(phase, chance, effort, check), asked)
    if isinstance(phase, Exchange):
        return _estimated(view, exchange(phase, chance, effort, check))
    if isinstance(phase, Standing):
        return _estimated(view, standing(phase, chance, effort, check))
    assert isinstance(phase, DealByHand)
    return [Estimate(action=Lay(phase.dealer), worth=0.0, error=0.0, points=0.0, win=_won(view, _unchanged(view)))]


Found: TypeAlias = dict[Action, NDArray[np.int64]]
"""What each choice changes for each seat, (seats, deals), in the same deals."""


def _estimated(view: View, found: Found, asked: float = 0.0) -> list[Estimate]:
    """``asked``: how much more than passing another declaration must promise."""
    seat = view.seat
    assert seat is not None
    worths = {
        one: worth(view.totals, change)[seat] - (0.0 if isinstance(one, Pass) else asked)
        for one, change in found.items()
    }
    top = max(worths.values(), key=lambda worth: float(worth.mean()))
    return [
        Estimate(
            action=one, worth=float(value.mean()), error=float((value - top).std() / len(value) ** 0.5),
            points=-float(found[one][seat].mean()), win=_won(view, found[one]),
        )
        for one, value in worths.items()
    ]  # fmt: skip


def _won(view: View, change: NDArray[np.int64]) -> float:
    """How likely the seat of the view wins the match if this is what changes."""
    assert view.seat is not None
    return float(match_chances(np.array(view.totals)[:, None] + change)[view.seat].mean())


def _unchanged(view: View) -> NDArray[np.int64]:
    return np.zeros((view.seats, 1), np.int64)


class Said(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Deals of which everybody has spoken. ``hands``: (seats, deals) as they will be played, but for the exchange;
    ``plays``: (seats, deals) who does; ``taker``: by deal who has the blinde."""

    hands: Masks
    plays: NDArray[np.bool_]
    taker: Places


def declaration(
    phase: Declaring, rng: np.random.Generator, effort: Effort, check: Check = unhurried
) -> Found:
    """What each declaration changes."""
    seat = phase.to_act
    choices = [choice for choice in phase.legal() if isinstance(choice, (In, Pass, Blinde))]
    hands, drawn = _guessed(phase, seat, rng, effort)
    luck = rng.random(hands.shape)
    every = [_spoken(phase, (*phase.said, choice), hands, drawn, luck) for choice in choices]
    said = Said(
        hands=np.concatenate([one.hands for one in every], axis=1),
        plays=np.concatenate([one.plays for one in every], axis=1),
        taker=np.concatenate([one.taker for one in every]),
    )
    return _parted(choices, _ended(phase, said, check))


def _parted(choices: Sequence[Action], change: NDArray[np.int64]) -> Found:
    """What is changed in the deals of each choice, which lie side by side."""
    return dict(zip(choices, np.split(change, len(choices), axis=1), strict=True))


def _guessed(phase: Declaring, seat: int, rng: np.random.Generator, effort: Effort) -> tuple[Masks, Masks]:
    """Deals that fit what was said: the hands with which the seats spoke or will speak, (seats, deals), and the
    blinde's five cards."""
    own, turned = np.uint64(bits_of(RANKING).mask(phase.hands[seat])), np.uint64(bit(phase.turned))
    count = effort.worlds * effort.guesses
    *fives, drawn = scattered(np.full(count, np.uint64(PACK) & ~own & ~turned), (HAND_SIZE,) * phase.seats, rng)
    hands = np.full((phase.seats, count), own)
    hands[[one for one in range(phase.seats) if one != seat]] = fives
    spoke = {one.seat: hands[one.seat] for one in phase.said}
    weights = np.zeros(count) + likelihood(phase.said, spoke, suit_mask(phase.trump), phase.seats)
    picked = Worlds(hands, weights).pick(rng, effort.worlds)
    return hands[:, picked], drawn[picked]


def _spoken(phase: Declaring, said: tuple[Saying, ...], hands: Masks, drawn: Masks, luck: NDArray[np.float64]) -> Said:
    """Everybody behind says what he is likely to say; ``luck``: (seats, deals) his whim, 0 to 1."""
    trump, turned, width = suit_mask(phase.trump), np.uint64(bit(phase.turned)), hands.shape[1]
    plays, taker = np.zeros(hands.shape, bool), np.full(width, NOBODY)
    for at, seat in enumerate(in_order(tuple(range(phase.seats)), phase.forehand)):
        if at < len(said):
            kinds: Places = np.full(width, kind_of(said[at]))
        else:
            hand = exchanged(hands[seat], np.uint64(trump), turned) if seat == phase.dealer else hands[seat]
            chance = chances(strength(hand, trump), plays.sum(axis=0), phase.seats - 1 - at, taker == NOBODY)
            kinds = (luck[seat] > np.cumsum(chance, axis=0)[:-1]).sum(axis=0)
        plays[seat] = kinds != PASSES
        taker = np.where(kinds == DRAWS, seat, taker)
    played, column = hands.copy(), np.flatnonzero(taker != NOBODY)
    played[taker[column], column] = drawn[column]
    return Said(hands=played, plays=plays, taker=taker)


# -- how a deal goes on ----------------------------------------------------------------------------


def _ended(phase: Declaring, said: Said, check: Check) -> NDArray[np.int64]:
    """What each deal changes for each seat, (seats, deals)."""
    trump, turned = np.uint64(suit_mask(phase.trump)), np.uint64(bit(phase.turned))
    count = said.plays.sum(axis=0)
    change = np.where(said.plays & (count == 1), -ALONE, 0)
    points = _gatte(phase, said, trump)
    shown = points.sum(axis=0)
    holders = points > 0
    paid = shown - np.where(said.plays, 0, PASSED) * holders.sum(axis=0)
    change = np.where(shown > 0, np.where(holders, -points, paid), change)
    hands = said.hands.copy()
    dealer = phase.dealer
    takes = said.plays[dealer] & (said.taker != dealer)
    hands[dealer] = np.where(takes, exchanged(hands[dealer], trump, turned), hands[dealer])
    order = np.array(in_order(tuple(range(phase.seats)), phase.forehand))
    for players in range(FEW, phase.seats + 1):
        deals = np.flatnonzero((count == players) & (shown == 0))
        if len(deals):
            plays = said.plays[:, deals][order]
            seats = order[(~plays).argsort(axis=0, kind="stable")[:players]]
            stays = said.taker[deals] == seats
            change[seats, deals] = _played(opening(players, phase.trump), hands[seats, deals], stays, check)
    return change


def _gatte(phase: Declaring, said: Said, trump: np.uint64) -> NDArray[np.int64]:
    """What gatta each participant has, (seats, deals): its points, 0 for none."""
    trumps = np.bitwise_count(said.hands & trump).astype(np.int64)
    trumps[phase.dealer] += said.taker != phase.dealer
    plain = np.zeros(said.hands.shape, bool)
    for shift in range(4):
        plain |= (said.hands & ~(SUIT_BITS << np.uint64(shift))) == ZERO
    points = np.where(plain, PLAIN_GATTA, 0)
    points = np.where(trumps == HAND_SIZE, TRUMP_GATTA, points)
    points = np.where(trumps > HAND_SIZE, DEALER_GATTA, points)
    return np.where(said.plays, points, 0)


def _played(start: Start, hands: Masks, stays: NDArray[np.bool_], check: Check) -> NDArray[np.int64]:
    """What is changed for the players of ``hands``, (players, deals), if the cards are played now.

    ``stays``: who may or would not give up; else, of two, who is likely to lose does.
    """
    batch = Batch(start, hands, np.zeros((0, hands.shape[1]), np.uint64))
    policy = by_table(MuscioSight.of(batch, hands, np.zeros(batch.width, np.uint64)), table())
    batch.finish(in_time(policy, check))
    change = changes(batch.points())
    if len(hands) > FEW:
        return change
    weak = (stands(strength(hands, start.trump)) < EVEN) & ~stays
    one, other = start.first, 1 - start.first
    weak[other] &= ~weak[one]
    change[:, weak.any(axis=0)] = 0
    change[other, weak[one]] = -FORFEIT
    change[one, weak[other]] = -FORFEIT
    return change


# -- once everybody has spoken ---------------------------------------------------------------------


def exchange(
    phase: Exchange, rng: np.random.Generator, effort: Effort, check: Check = unhurried
) -> Found:
    """What the dealer's taking the turned trump for each card, or leaving it, changes."""
    numbers = bits_of(RANKING)
    choices = [choice for choice in phase.legal() if isinstance(choice, (Keep, Swap))]
    turned = bit(phase.tricks.turned)
    start, hands = _picked(phase.tricks, phase.dealer, rng, effort)
    gifts = [numbers.mask((one.card,)) | turned if isinstance(one, Swap) and one.card else 0 for one in choices]
    every = np.tile(hands, len(choices))
    every[start.players.index(phase.dealer)] ^= np.repeat(np.array(gifts, np.uint64), hands.shape[1])
    stays = [seat == taker_of(phase.tricks.said) for seat in start.players]
    return _parted(choices, _valued(phase.seats, start, every, stays, check))


def standing(
    phase: Standing, rng: np.random.Generator, effort: Effort, check: Check = unhurried
) -> Found:
    """What standing and giving up change."""
    me = phase.to_act
    start, hands = _picked(phase.tricks, me, rng, effort)
    stays = [seat == me or seat not in phase.asked for seat in start.players]
    stood = _valued(phase.seats, start, hands, stays, check)
    given_up = np.zeros_like(stood)
    given_up[[seat for seat in start.players if seat != me]] = -FORFEIT
    return {Stand(me): stood, Forfeit(me): given_up}


def _picked(tricks: MuscioTricks, seat: int, rng: np.random.Generator, effort: Effort) -> tuple[Start, Masks]:
    """The moment before the first card, and hands that fit what was said."""
    dealing = dealing_of(tricks, seat, rng, effort.worlds * effort.guesses)
    worlds = Worlds(dealing.hands, dealing.weights)
    return dealing.start, dealing.hands[:, worlds.pick(rng, effort.worlds)]


def _valued(seats: int, start: Start, hands: Masks, stays: list[bool], check: Check) -> NDArray[np.int64]:
    """What playing ``hands`` changes for each seat, (seats, deals)."""
    change = np.zeros((seats, hands.shape[1]), np.int64)
    change[list(start.players)] = _played(start, hands, np.array(stays)[:, None], check)
    return change
