"""Briscola chiamata by counting on the hand: what to call, how far to go, which suit to name.

A bidder weighs each card it might call by the points its side may then expect (`hand`) and how likely
they reach what is asked; it calls downwards while that is likely enough and passes where it is not. `novice`
guesses the same with a wide error and hopes for the best.
"""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import Final, NamedTuple

import msgspec

from game.ai.characters import Character
from game.ai.chiamata import play as chiamata_play
from game.ai.chiamata.auction import least_asking
from game.ai.chiamata.hand import FITS, chance, expected, kind_of
from game.ai.chiamata.play import card_to_play
from game.ai.limit import Limit
from game.engine.actions import Action, Pass, Play
from game.engine.cards import SUITS, Hand, Rank, Suit, card
from game.rules.chiamata.actions import Call, Name, Solo
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.calls import forced_suits
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.rules.chiamata.score import Contract, multiplier
from game.view import View


class Bidder(msgspec.Struct, frozen=True, kw_only=True):
    """How a player bids. ``least``: how likely a contract must be made to call it, ``raised`` one with points, ``solo``
    to play alone; ``hope``: points added to what can be expected; ``error``: how wide the guess is.
    """

    least: float
    raised: float
    solo: float
    hope: float
    error: float

    def like(self, character: Character) -> Bidder:
        """The same skill in a bold or careful person."""
        ease = EASE * character.boldness
        return msgspec.structs.replace(
            self, least=self.least - ease, raised=self.raised - ease, solo=self.solo - ease
        )  # fmt: skip

    def asked_of(self, call: Call | Solo) -> float:
        """How likely it must be made."""
        if isinstance(call, Solo):
            return self.solo
        return self.least if call.points is None else self.raised


CLUB: Final = Bidder(least=0.41, raised=0.52, solo=0.55, hope=1.5, error=0.0)
NOVICE: Final = Bidder(least=0.42, raised=0.6, solo=0.6, hope=4.0, error=9.0)

JUMP: Final = 0.3
"""Once somebody has called, of plain calls that promise so nearly the same, in match points, the lowest is called."""
FAR: Final = 0.6
"""How far people go at once towards the points that they would bear."""

EASE: Final = 0.08
"""How much less likely a contract may be for the boldest to call it, and how much more it must be for the most
careful."""


class Prospect(NamedTuple):
    """A contract that might be played: what it is likely to bring the caller, in match points, and in which suit."""

    worth: float
    made: float
    suit: Suit | None


def club(view: View, rng: Random, _limit: Limit, character: Character) -> Action:
    """Sound bidding and play by role, reading who plays with whom."""
    return _choose(view, rng, CLUB.like(character), chiamata_play.CLUB)


def novice(view: View, rng: Random, _limit: Limit, character: Character) -> Action:
    """The bidding and play of a beginner."""
    return _choose(view, rng, NOVICE.like(character), chiamata_play.NOVICE)


def _choose(view: View, rng: Random, bidder: Bidder, temper: chiamata_play.Temper) -> Action:
    phase, seat = view.phase, view.seat
    assert seat is not None
    if isinstance(phase, Auction):
        return _bid(phase, view.choices, rng, bidder)
    if isinstance(phase, Naming):
        return _name(phase, view.choices, rng, bidder)
    assert isinstance(phase, ChiamataTricks)
    return card_to_play(phase, [choice for choice in view.choices if isinstance(choice, Play)], rng, temper)


def _bid(phase: Auction, choices: tuple[Action, ...], rng: Random, bidder: Bidder) -> Action:
    """The call that promises most of those that are likely enough to be made, and on from there as people jump."""
    seat = phase.speaker
    hand, place = phase.hands[seat], (seat - phase.forehand) % phase.seats
    luck = bidder.hope + rng.gauss(0, bidder.error) if bidder.error else bidder.hope

    def promised(call: Call | Solo) -> Prospect | None:
        rank, points = (None, None) if isinstance(call, Solo) else (call.rank, call.points)
        found = _prospect(hand, place, phase.options, rank, points, luck)
        return found if found.made >= bidder.asked_of(call) else None

    calls = [choice for choice in choices if isinstance(choice, (Call, Solo))]
    likely = [(one, found) for one in least_asking(calls) if (found := promised(one)) is not None]
    if not likely:
        return Pass(seat)
    best, most = max(likely, key=lambda one: one[1].worth)
    if isinstance(best, Solo):
        return best
    if best.points is None:
        near = most.worth - (JUMP if phase.last_call else 0.0)
        return [one for one, found in likely if _is_plain(one) and found.worth >= near][-1]
    higher = [one for one in calls if isinstance(one, Call) and one.rank == best.rank and one.points is not None]
    bearable = list(takewhile(lambda one: promised(one) is not None, higher))
    return bearable[int(FAR * (len(bearable) - 1))]


def _is_plain(call: Call | Solo) -> bool:
    return isinstance(call, Call) and call.points is None


def _prospect(
    hand: Hand, place: int, options: ChiamataOptions, rank: Rank | None, points: int | None, luck: float
) -> Prospect:
    """The best that can be made of this call."""
    contract = Contract(caller=0, rank=rank, points=points)
    if rank is None:
        return _valued(hand, place, options, contract, None, luck)
    suits = forced_suits(hand, rank) if contract.is_forced else SUITS
    able = [suit for suit in suits if options.in_hand or card(rank, suit) not in hand]
    return max(_valued(hand, place, options, contract, suit, luck) for suit in able)


def _valued(
    hand: Hand, place: int, options: ChiamataOptions, contract: Contract, suit: Suit | None, luck: float
) -> Prospect:
    called = card(contract.rank, suit) if contract.rank is not None and suit is not None else None
    kind = kind_of(hand, called)
    likely = expected(hand, suit, called, place) + luck
    made = chance(likely, contract.asked, FITS[kind].scatter)
    base = 2 if kind == "partner" else 4
    return Prospect(base * multiplier(options, contract) * (2 * made - 1), made, suit)


def _name(phase: Naming, choices: tuple[Action, ...], rng: Random, bidder: Bidder) -> Action:
    """The suit that promises most."""
    seat, contract = phase.to_act, phase.tricks.contract
    hand, place = phase.tricks.dealt_to(seat), (seat - phase.forehand) % phase.seats
    worth = {
        choice: _valued(hand, place, phase.options, contract, choice.suit, rng.gauss(0, bidder.error)).worth
        for choice in choices
        if isinstance(choice, Name)
    }
    return max(worth, key=worth.__getitem__)
