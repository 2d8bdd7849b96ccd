"""A closer look at the others of Spades: in what manner does each of them bid and play?

Each may be an ordinary player, who bids and plays as `club` does, or one who does as has been learned, or one who does
anything: as likely as he has bid and played so. In every world each has his manner, and goes on in it.

Few worlds fit all that was done, but where most of these have a card is surer than any one of them: there the cards are
guessed again, a few times over, and that stands beside what the last worlds say themselves.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks
from game.ai.batch.playout import ZERO, Batch, Places, Policy
from game.ai.batch.policy import Sight, by_table, spread
from game.ai.batch.worlds import Weights, Worlds, drawn, tempered, whole
from game.ai.estimate import Estimate
from game.ai.limit import Check, unhurried
from game.ai.search import Craft, Dealing, Effort, Taken, chance, judged, suspicion
from game.ai.spades.bids import Numbers
from game.ai.spades.craft import SpadesCraft
from game.ai.spades.crowd import BROAD, crowd_bids, doubts
from game.ai.spades.ordinary import chosen, ordinary_bids, weighed
from game.ai.spades.sight import CROWD, OWN, WILD, SpadesSight
from game.engine.tricks import replace
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import SpadesTricks
from game.view import View

COMMON: Final = {OWN: 0.45, CROWD: 0.45, WILD: 0.1}
"""How likely each manner is before anything is said: as has been learned, as an ordinary player, or anyhow."""
DOUBT: Final = 0.12
"""How much less, in points, a card may be worth to an ordinary player and still be played nearly as often."""
FREAK: Final = 0.03
"""How often he plays one for other reasons."""
SURE: Final = 0.7
"""How often he bids just what his sums say; else about so."""
ABOUT: Final = 1.0
"""How far, in tricks, his other bids scatter around that."""
ANY_BID: Final = 0.02
"""How often a bid has nothing to do with the cards, whoever makes it."""
SIEVE: Final = 0.5
"""The part of the closely looked at worlds that count at least when they are chosen by a first look."""
LEANING: Final = 0.5
"""The part of them that count at least when they say where the cards are guessed."""
OPEN: Final = 0.3
"""How far that is left open: all of it, and they are guessed anywhere."""


class Look(NamedTuple):
    """How closely one looks. ``rounds``: so often worlds are guessed only to see where the likely ones have the cards,
    each time where the last ones had them."""

    effort: Effort
    rounds: int = 0


class Looked(NamedTuple):
    """Worlds that were looked at closely. ``told``: as `told` says; ``weights``: how likely each is by all that."""

    dealing: Dealing
    told: Weights
    weights: Weights

    def leaning(self) -> Numbers:
        """(seats, bits): where the cards are in the likely ones of them."""
        flat = tempered(self.weights, LEANING * len(self.weights))
        likely = np.exp(flat - flat.max())
        held = self.dealing.hands[:, None] >> np.arange(64, dtype=np.uint64)[:, None] & ONE
        share: Numbers = (held * likely).sum(axis=-1) / likely.sum()
        return (1 - OPEN) * share + OPEN / len(share)


def likely_places(
    view: View, craft: SpadesCraft, look: Look, rng: np.random.Generator, check: Check
) -> Numbers | None:
    """(seats, bits): where the cards are by all rounds of a ``look``; None if it has none."""
    effort, leaning = look.effort, None
    for _round in range(look.rounds):
        dealing = craft.deal(view, rng, effort.worlds * effort.guesses, leaning)
        leaning = looked(view, craft, dealing, effort.close, rng, check).leaning()
    return leaning


def estimates(
    view: View, craft: SpadesCraft, effort: Effort, leaning: Numbers | None, rng: np.random.Generator, check: Check
) -> list[Estimate]:
    """`search.estimates`, with a closer look at the others. ``leaning``: where the cards are guessed, as
    `likely_places` says. TimeUp if not even the first part came to its end."""
    dealing = craft.deal(view, rng, effort.worlds * effort.guesses, leaning)
    found = looked(view, craft, dealing, effort.close, rng, check)
    flat = tempered(found.weights, effort.enough * effort.worlds)
    picked = Worlds(found.dealing.hands, flat).pick(rng, effort.worlds)
    manners = drawn(found.told, rng)
    manners[found.dealing.start.turn] = OWN
    taken = Taken(craft, picked, partial(goes_on, craft, manners))
    return judged(view, found.dealing, [taken], effort, check)


def looked(
    view: View, craft: SpadesCraft, dealing: Dealing, close: int, rng: np.random.Generator, check: Check
) -> Looked:
    """A close look at so many of the worlds, at those rather that are likely by a first look."""
    phase = _tricks(view)
    rough = tempered(dealing.weights + suspicion(view, craft, dealing, check), SIEVE * close)
    kept = np.unique(Worlds(dealing.hands, rough).pick(rng, min(close, len(rough))))
    some, seen = _only(dealing, kept), np.minimum(1, close * np.exp(rough[kept]) / np.exp(rough).sum())
    found = told(view, craft, some, check)
    by_cards = some.weights - doubts(phase.options, phase.bids, dealing.start.turn, some.first_hands)
    return Looked(some, found, by_cards + whole(found) - np.log(seen))


def goes_on(craft: SpadesCraft, manners: NDArray[np.intp], view: View, sight: Sight, worlds: Places) -> Policy:
    """All play on in their ``manners``, (seats, worlds looked at); ``worlds``: which of those each is."""
    assert isinstance(sight, SpadesSight)
    sight = sight.playing(manners[:, worlds])
    return by_sums(_tricks(view).options, sight, by_table(sight, craft.table(view)))


def by_sums(options: SpadesOptions, sight: SpadesSight, others: Policy) -> Policy:
    """The crowd plays by its own sums, who plays in another manner as ``others`` says."""

    def play(batch: Batch, legal: Masks) -> Masks:
        crowd = sight.crowd(batch)
        cards = legal.copy() if crowd.all() else np.where(crowd, legal, others(batch, legal))
        asked = np.flatnonzero(crowd & _several(legal))
        if len(asked):
            cards[asked] = chosen(weighed(options, batch, sight.bids, asked), legal[asked])
        return cards

    return play


def told(view: View, craft: Craft, dealing: Dealing, check: Check = unhurried) -> Weights:
    """(manners, seats, worlds): how likely each of the others has this manner and has bid and played as he did;
    logarithms."""
    phase, me = _tricks(view), dealing.start.turn
    batch = Batch(dealing.first, dealing.first_hands, dealing.first_stock)
    sight, table = craft.sight(view, batch, dealing.first_hands), craft.table(view)
    assert isinstance(sight, SpadesSight)
    learned = sight.playing(np.full(dealing.hands.shape, OWN, np.int32))
    found = np.zeros((len(COMMON), *dealing.hands.shape))
    for seat, bid in enumerate(phase.bids):
        if seat != me:
            found[:, seat] = _bid(phase.options, phase.seats, bid, dealing.first_hands[seat])
    for played in dealing.plays:
        check()
        seat, legal = int(batch.turns()[0]), batch.legal()
        asked = np.flatnonzero(_several(legal))
        if seat != me and len(asked):
            cards, sums = spread(legal), weighed(phase.options, batch, sight.bids, asked)
            found[OWN, seat] += chance(cards, table.take(learned.cells(batch, cards)), played)
            found[CROWD, seat, asked] += chance(sums.cards & legal[asked], sums.worth, played[asked], DOUBT, FREAK)
            found[WILD, seat] -= np.log(np.bitwise_count(legal))
        batch.play(played)
    return found


def _bid(options: SpadesOptions, seats: int, bid: int | None, hands: Masks) -> Weights:
    """How likely somebody has each manner and bids so on each of these hands, (manners, worlds): logarithms."""
    crowd = crowd_bids(seats, options)
    off = ordinary_bids(options, seats, hands).astype(np.float64) - (bid or 0)
    about = crowd.expected(hands, options.jokers) - (bid or 0)
    anything = np.full(len(hands), 1 / (1 + np.bitwise_count(hands[0])))
    by_hand = {
        OWN: _bell(about, BROAD * crowd.wide), CROWD: SURE * (off == 0) + (1 - SURE) * _bell(off, ABOUT),
        WILD: anything,
    }  # fmt: skip
    likely = (COMMON[one] * ((1 - ANY_BID) * by_hand[one] + ANY_BID * anything) for one in sorted(COMMON))
    found: Weights = np.log(np.stack(list(likely)))
    return found


def _bell(off: Numbers, wide: float) -> Numbers:
    """How likely a bid is that is so far off."""
    likely: Numbers = np.exp(-((off / wide) ** 2) / 2) / (wide * (2 * np.pi) ** 0.5)
    return likely


def _several(legal: Masks) -> NDArray[np.bool_]:
    """Where there is a choice."""
    found: NDArray[np.bool_] = (legal & (legal - ONE)) != ZERO
    return found


def _only(dealing: Dealing, worlds: Places) -> Dealing:
    """The dealing with these worlds alone."""
    return replace(
        dealing, hands=dealing.hands[:, worlds], stock=dealing.stock[:, worlds], weights=dealing.weights[worlds],
        first_hands=dealing.first_hands[:, worlds], first_stock=dealing.first_stock[:, worlds],
        plays=dealing.plays[:, worlds],
    )  # fmt: skip


def _tricks(view: View) -> SpadesTricks:
    assert isinstance(view.phase, SpadesTricks)
    return view.phase
