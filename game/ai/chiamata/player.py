"""Briscola chiamata by counting on the hand: what to call, how far to go, which suit to name.

A bidder weighs each card it might call by the points its side may then expect (`hand`) and how likely
they reach what is asked; it calls downwards while that is likely enough and passes where it is not. `novice`
guesses the same with a wide error and hopes for the best.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

import msgspec
import numpy as np

from game.ai import strong
from game.ai.characters import Character
from game.ai.chiamata import play as chiamata_play
from game.ai.chiamata.advice import friends, why
from game.ai.chiamata.auction import bids, names
from game.ai.chiamata.craft import ChiamataCraft
from game.ai.chiamata.habits import HABITS
from game.ai.chiamata.hand import FITS, chance, expected, kind_of
from game.ai.chiamata.play import card_to_play
from game.ai.chiamata.suspects import suspects
from game.ai.limit import Limit
from game.ai.mind import Mind
from game.ai.search import Effort, Estimate, best, by_heart
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
    """How a player bids. ``least``: how likely a contract must be made to call it, ``solo`` to play alone;
    ``hope``: points added to what can be expected; ``error``: how wide the guess is.
    """

    least: float
    solo: float
    hope: float
    error: float

    def like(self, character: Character) -> Bidder:
        """The same skill in a bold or careful person."""
        ease = EASE * character.boldness
        return msgspec.structs.replace(self, least=self.least - ease, solo=self.solo - ease)


PLAIN_EFFORT: Final = Effort(worlds=64, guesses=6, ways=0, trust=0.3)
RAISED_EFFORT: Final = Effort(worlds=100, guesses=6, ways=0)
"""How hard a master thinks over a card. Where 61 points are asked, as in the deals that the table was learned from,
fewer worlds with trust in it beat more without; where more are asked it is the other way round."""

LEAST_MS: Final = 40
"""A bid by playouts takes up to so many milliseconds."""

CLUB: Final = Bidder(least=0.41, solo=0.55, hope=1.5, error=0.0)
NOVICE: Final = Bidder(least=0.42, solo=0.6, hope=4.0, error=9.0)

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
    """The call that promises most, if it is likely enough to be made."""
    seat = phase.speaker
    hand, place = phase.hands[seat], (seat - phase.forehand) % phase.seats
    luck = bidder.hope + rng.gauss(0, bidder.error) if bidder.error else bidder.hope
    best: Action = Pass(seat)
    most = 0.0
    for choice in _worth_a_thought(choices):
        if isinstance(choice, Solo):
            found, least = _prospect(hand, place, phase.options, None, None, luck), bidder.solo
        else:
            found, least = _prospect(hand, place, phase.options, choice.rank, choice.points, luck), bidder.least
        if found.made >= least and (isinstance(best, Pass) or found.worth > most):
            best, most = choice, found.worth
    return best


def _worth_a_thought(choices: tuple[Action, ...]) -> list[Call | Solo]:
    """The choices less those that ask more points than another of the same rank."""
    found: dict[Rank | None, Call | Solo] = {}
    for choice in choices:
        if isinstance(choice, Call):
            found.setdefault(choice.rank, choice)
        elif isinstance(choice, Solo):
            found[None] = choice
    return list(found.values())


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


def expert(view: View, rng: Random, limit: Limit, character: Character) -> Action:
    """Bids as `club` does and plays its cards as the playouts have taught."""
    if _in_play(view):
        return by_heart(view, ChiamataCraft(), np.random.default_rng(rng.getrandbits(64)), limit)
    return club(view, rng, limit, character)


def master(view: View, rng: Random, limit: Limit, character: Character) -> Action:
    """Bids by how the auction would end, and plays by playouts in worlds that fit all that the others did.

    Who has no time for that does as an expert does.
    """
    if len(view.choices) == 1:
        return view.choices[0]
    if limit.ms < LEAST_MS or not (_in_play(view) or isinstance(view.phase, (Auction, Naming))):
        return expert(view, rng, limit, character)
    return best(weighed(view, rng, limit, character)).action


def weighed(view: View, rng: Random, limit: Limit, character: Character) -> list[Estimate]:
    """What each choice is worth, in match points and a little for the card points. Nothing in a blind first trick."""
    phase = view.phase
    if isinstance(phase, Auction):
        return bids(phase, view.choices, rng, character)
    if isinstance(phase, Naming):
        return names(view, phase, rng)
    if not _in_play(view):
        return []
    assert isinstance(phase, ChiamataTricks)
    effort = PLAIN_EFFORT if phase.contract.points is None else RAISED_EFFORT
    return strong.weighed(view, ChiamataCraft(), effort, rng, limit)


def _in_play(view: View) -> bool:
    """Whether a card is to be played that the playouts can judge; in a blind first trick the trump is not known."""
    phase = view.phase
    return isinstance(phase, ChiamataTricks) and (phase.trump is not None or phase.contract.rank is None)


CHIAMATA: Final = Mind(
    game="chiamata", players={"novice": novice, "club": club, "expert": expert, "master": master},
    weighed=weighed, friends=friends, habits=HABITS, why=why, stake=4.0, suspects=suspects,
)  # fmt: skip
