"""Bidding of the strong players of Briscola chiamata: how would the auction end, and what would that deal bring?

The others' hands are guessed as their calls suggest; how far each of them goes follows from the hand
(`limits`). Every contract that might be played is played out in the same worlds; so a call is weighed
against passing, the own limit with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, SUIT_BITS, Masks, bits_of, suit_mask
from game.ai.batch.playout import ZERO, Batch, Places, Policy, start_of
from game.ai.batch.policy import by_table, in_time
from game.ai.batch.worlds import Hidden, Worlds, guess
from game.ai.characters import Character
from game.ai.chiamata.craft import POINT, ChiamataCraft, pay_table
from game.ai.chiamata.limits import ASKED, DOUBT, NONE, STEPS, heard, limits, margins, step_of
from game.ai.chiamata.ordinary import all_by_sums
from game.ai.chiamata.prospects import RANKS, Prospects, Values
from game.ai.chiamata.sight import CALLER, ChiamataSight
from game.ai.estimate import Estimate, best
from game.ai.learned import learned
from game.ai.limit import Check, unhurried
from game.engine.actions import Action, Pass
from game.engine.cards import ITALIAN_PACK, card
from game.engine.tricks import Trick, in_order, replace
from game.rules.chiamata.actions import Call, Name, Solo
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.rules.chiamata.score import PLAIN, Contract
from game.rules.family import RANKING
from game.view import View

GUESSES: Final = 8
"""Out of so many times as many are the worlds picked."""
BOLD: Final = 0.4
"""How many match points the boldest thinks a call better than it is."""

JUMPS: Final = (2, 5, 10)
"""So many points more than must be asked are thought of too."""
NEARLY: Final = 0.12
"""Calls worth so much less than the best, in match points, are as good."""
FARTHEST: Final = 40
"""So many steps beyond a call a bidder thinks of going."""
SOLO: Final = -1
"""Stands for the height of a called card where none is called."""

BITS: Final = bits_of(RANKING)


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How contracts are tried. ``worlds``: in how many; ``close``: as ordinary players would play them, by their own
    sums, not by the learned table; ``check``: asked before each card."""

    worlds: int
    close: bool = False
    check: Check = unhurried

    def policy(self, batch: Batch, sight: ChiamataSight) -> Policy:
        """How all play in ``batch``, of which nothing has been seen yet."""
        plain = all_by_sums(batch.start, sight) if self.close else by_table(sight, learned("chiamata"))
        return in_time(plain, self.check)


class _Room(NamedTuple):
    """The moment of an auction in guessed worlds. ``hands``: (players, worlds)."""

    phase: Auction
    seat: int
    hands: Masks
    look: Look

    @property
    def width(self) -> int:
        return int(self.hands.shape[1])

    def prospects(self, seat: int) -> Prospects:
        """What ``seat`` may expect as the caller, by world."""
        place = np.full(self.width, (seat - self.phase.forehand) % self.phase.seats)
        return Prospects(self.hands[seat], place, in_mano=self.phase.options.in_hand)


class _Contracts(NamedTuple):
    """Who might call what, by world: the suit (0-3) and height of the called card."""

    caller: Places
    suit: Places
    height: Places


class _Played(NamedTuple):
    """Contracts played out, by world: the points of the caller's side, whether he was alone, and the bidder's role."""

    points: NDArray[np.int64]
    alone: NDArray[np.int64]
    role: NDArray[np.int64]

    def paid(self, options: ChiamataOptions, contract: Contract) -> Values:
        """What the bidder scores, by world, if this was the contract."""
        paid: Values = pay_table(options, contract)[self.alone, self.role, self.points]
        return paid


class _Race(NamedTuple):
    """How far the others go: by world the last step of the one who goes farthest, of the next, and who the first is.

    ``standing``: the step to beat, and ``holder``: who has called it, None if nobody has.
    """

    first: Places
    second: Places
    who: Places
    standing: int
    holder: int | None

    def sold(self, limit: int) -> Places:
        """Where the auction ends, by world, if the bidder goes to ``limit`` and no farther; `NONE` is void."""
        others = np.maximum(self.second, limit)
        keeps = (self.who == self.holder) if self.holder is not None else np.zeros(len(self.who), bool)
        least = np.where(keeps, np.maximum(self.standing, others + 1), np.maximum(self.standing, others) + 1)
        return np.minimum(self.first, np.where(keeps & (others <= self.standing), self.standing, least))


def bids(
    phase: Auction, choices: tuple[Action, ...], chance: np.random.Generator, character: Character, look: Look
) -> list[Estimate]:
    """What each thing that the seat to act might say is worth to it, in match points; passing first.

    ``phase`` is masked for the seat, ``choices`` is what it may say; of calls that ask more than they must only some
    jumps are looked at.
    ``points`` and ``win`` are those of the contract, if nobody goes on. TimeUp if the ``look`` says so.
    """
    seat = phase.speaker
    room = _guessed(phase, chance, look)
    race = _race(room, chance)
    defended = _Defended(room, race)
    own = _Own(room, race.standing)
    passed = defended.worth(NONE)
    found = [Estimate(action=Pass(seat), worth=float(passed.mean()), error=_error(passed))]
    for choice in _worth_a_thought(choices):
        look.check()
        paid = own.solo() if isinstance(choice, Solo) else _with_best_limit(choice, race, own, defended)
        points = own.points(choice)
        asked = PLAIN if isinstance(choice, Solo) or choice.points is None else choice.points
        found.append(
            Estimate(
                action=choice, worth=float(paid.mean()) + BOLD * character.boldness, error=_error(paid - passed),
                points=float(points.mean()), win=float((points >= asked).mean()),
            )
        )  # fmt: skip
    return found


def _error(worth: Values) -> float:
    return float(worth.std() / len(worth) ** 0.5)


def least_asking(choices: Sequence[Action]) -> list[Call | Solo]:
    """The calls and the solo, of calls with points those that ask least."""
    found: dict[object, Call | Solo] = {}
    for choice in choices:
        if isinstance(choice, (Call, Solo)):
            found.setdefault(choice.rank if isinstance(choice, Call) else None, choice)
    return list(found.values())


def _worth_a_thought(choices: tuple[Action, ...]) -> list[Call | Solo]:
    """The calls that ask least, those that jump from there, and the solo."""
    found = least_asking(choices)
    jumps = {
        (one.rank, one.points + jump)
        for one in found if isinstance(one, Call) and one.points is not None
        for jump in JUMPS
    }  # fmt: skip
    return found + [one for one in choices if isinstance(one, Call) and (one.rank, one.points) in jumps]


def said(found: list[Estimate]) -> Action:
    """What to say after these estimates, passing first: of the calls that are worth nearly as much as the best, the
    one that asks most. Going on point by point brings hardly more, and keeps the table waiting."""
    top = best(found)
    if not isinstance(top.action, Call):
        return top.action
    least = max(found[0].worth, top.worth - NEARLY)
    return max((one.action for one in found if isinstance(one.action, Call) and one.worth >= least), key=step_of)


def _guessed(phase: Auction, chance: np.random.Generator, look: Look) -> _Room:
    seat = phase.speaker
    hand = BITS.mask(phase.hands[seat])
    cards = tuple(number for number in sorted(BITS.numbers[card] for card in ITALIAN_PACK) if not hand >> number & 1)
    rooms = tuple(0 if at == seat else len(phase.hands[seat]) for at in range(phase.seats))
    hidden = Hidden(cards=cards, rooms=rooms, may=np.ones((phase.seats, len(cards))))
    worlds = guess(hidden, chance, look.worlds * GUESSES)
    hands = worlds.held.copy()
    hands[seat] = hand
    weights = worlds.weights + heard(phase.calls, phase.options, phase.forehand, hands, seat)
    return _Room(phase, seat, hands[:, Worlds(hands, weights).pick(chance, look.worlds)], look)


def _race(room: _Room, chance: np.random.Generator) -> _Race:
    phase = room.phase
    standing = NONE if phase.last_call is None else step_of(phase.last_call)
    holder = None if phase.last_call is None else phase.last_call.seat
    ends = np.full((phase.seats, room.width), NONE)
    for seat in range(phase.seats):
        if seat == room.seat or seat in phase.passed:
            continue
        opinion = margins(room.prospects(seat), phase.options) + chance.normal(0, DOUBT, (room.width, 1))
        ends[seat] = limits(opinion)
        ends[seat] = np.maximum(ends[seat], standing) if seat == holder else ends[seat]
        ends[seat] = np.where((ends[seat] > standing) | (seat == holder), ends[seat], NONE)
    order = np.sort(ends, axis=0)
    return _Race(order[-1], order[-2], ends.argmax(axis=0), standing, holder)


def _with_best_limit(call: Call, race: _Race, own: _Own, defended: _Defended) -> Values:
    """What ``call`` is worth, by world, with the best limit that one may set oneself."""
    step = step_of(call)
    now = own.paid(step, call)
    beaten = race.first > step
    later = own.at(np.minimum(race.first + 1, STEPS - 1), beaten)
    limits = range(step, max(step + 1, min(STEPS, max(0, race.standing) + FARTHEST + 1)))
    sold = (np.where(race.first < limit, later, defended.worth(limit)) for limit in limits)
    return max((np.where(beaten, one, now) for one in sold), key=lambda worth: float(worth.mean()))


class _Own:
    """The bidder's own contracts, all played out."""

    def __init__(self, room: _Room, standing: int) -> None:
        self.room, self.options = room, room.phase.options
        prospects = room.prospects(room.seat)
        suits = prospects.suits()[0]
        self.ranked = [(int(suits[height]), height) for height in range(min(RANKS - 1, RANKS - 2 - standing), 0, -1)]
        self.ranked.append((int(suits[0]), 0))
        forced, suit, height = prospects.forced()
        self.forced = (int(suit[0]), int(height[0])) if self.options.forced_call and np.isfinite(forced[0]) else None
        wanted = [*self.ranked, *([self.forced] if self.forced else []), *([(0, SOLO)] if self.options.solo else [])]
        everybody = np.full(room.width, room.seat)
        played = _play(room, [_Contracts(everybody, *(np.full(room.width, at) for at in one)) for one in wanted])
        self.played = dict(zip(wanted, played, strict=True))

    def points(self, call: Call | Solo) -> NDArray[np.int64]:
        """The points of the caller's side, by world, if ``call`` is the contract."""
        if isinstance(call, Solo):
            return self.played[0, SOLO].points
        forced = call.points is not None and call.rank != RANKING[-1] and self.forced is not None
        return self.played[self.forced if forced and self.forced else self._ranked(step_of(call))].points

    def _ranked(self, step: int) -> tuple[int, int]:
        """Suit and height of the card that a call at this step names; with points the lowest."""
        return next(one for one in self.ranked if one[1] == RANKS - 1 - min(step, RANKS - 1))

    def paid(self, step: int, call: Call | None = None) -> Values:
        """By world what the contract at this step of the ladder pays; with points, ``call`` says of which rank."""
        called = self._ranked(step)
        if self.forced is None or step < RANKS:
            return self._of(called, step)
        if call is not None:
            return self._of(called if call.rank == RANKING[-1] else self.forced, step)
        return max(self._of(called, step), self._of(self.forced, step), key=lambda paid: float(paid.mean()))

    def _of(self, called: tuple[int, int], step: int) -> Values:
        rank = RANKING[RANKS - 1 - called[1]]
        return self.played[called].paid(self.options, Contract(caller=0, rank=rank, points=_points(step)))

    def at(self, steps: Places, wanted: NDArray[np.bool_]) -> Values:
        """What the contract at each world's step pays, where it is wanted."""
        worth = np.zeros(self.room.width)
        for step in np.unique(steps[wanted]):
            worth = np.where(steps == step, self.paid(int(step)), worth)
        return worth

    def solo(self) -> Values:
        """What the bidder gets alone without trump, by world."""
        return self.played[0, SOLO].paid(self.options, Contract(caller=0, rank=None))


class _Defended:
    """The others' contracts: what the bidder gets if he lets them play."""

    def __init__(self, room: _Room, race: _Race) -> None:
        self.room, self.race = room, race
        prospects = {seat: room.prospects(seat).suits() for seat in np.unique(race.who) if seat != room.seat}
        limits = range(NONE, min(STEPS, max(0, race.standing) + FARTHEST + 1))
        self.sold = {limit: race.sold(limit) for limit in limits}
        ranks = np.unique(np.minimum(np.stack(list(self.sold.values())), RANKS - 1))
        wanted = [int(rank) for rank in ranks if rank != NONE]
        contracts = []
        for rank in wanted:
            suit = np.zeros(room.width, np.intp)
            for seat, suits in prospects.items():
                suit = np.where(race.who == seat, suits[:, RANKS - 1 - rank], suit)
            contracts.append(_Contracts(race.who, suit, np.full(room.width, RANKS - 1 - rank)))
        self.played = dict(zip(wanted, _play(room, contracts) if contracts else [], strict=True))
        self.steps: dict[int, Values] = {}
        self.limits: dict[int, Values] = {}

    def worth(self, limit: int) -> Values:
        """By world, if the bidder goes to ``limit`` and is outbid; nothing where nobody plays."""
        limit = min(limit, max(self.sold))
        if limit not in self.limits:
            self.limits[limit] = self._worth(limit)
        return self.limits[limit]

    def _worth(self, limit: int) -> Values:
        self.room.look.check()
        steps = self.sold[limit]
        worth = np.zeros(self.room.width)
        for step in np.unique(steps[steps != NONE]):
            worth = np.where(steps == step, self._paid(int(step)), worth)
        return worth

    def _paid(self, step: int) -> Values:
        if step not in self.steps:
            rank = min(step, RANKS - 1)
            contract = Contract(caller=0, rank=RANKING[rank], points=_points(step))
            self.steps[step] = self.played[rank].paid(self.room.phase.options, contract)
        return self.steps[step]


def _points(step: int) -> int | None:
    """The points that a call at this step names."""
    return None if step < RANKS else int(ASKED[step])


def _play(room: _Room, contracts: list[_Contracts]) -> list[_Played]:
    """Play each of these contracts out in all worlds."""
    caller, suit, height = (np.concatenate(part) for part in zip(*contracts, strict=True))
    hands = np.tile(room.hands, (1, len(contracts)))
    solo = height == SOLO
    trump = np.where(solo, ZERO, SUIT_BITS << suit.astype(np.uint64))
    called = np.where(solo, ZERO, ONE << (4 * np.abs(height) + suit).astype(np.uint64))
    partner = np.where(solo, caller, ((hands & called) != ZERO).argmax(axis=0))
    batch = Batch(start_of(_first_card(room.phase)), hands, np.zeros((0, len(suit)), np.uint64), trump)
    sight = ChiamataSight(batch, caller, partner, called)
    batch.finish(room.look.policy(batch, sight))
    points = (batch.points() * sight.with_caller.reshape(batch.players, -1)).sum(axis=0).astype(np.int64)
    role = sight.roles.reshape(batch.players, -1)[room.seat].astype(np.int64)
    alone = (partner == caller).astype(np.int64)
    parts = (np.split(part, len(contracts)) for part in (points, alone, role))
    return [_Played(*one) for one in zip(*parts, strict=True)]


def _first_card(phase: Auction) -> ChiamataTricks:
    """The play that follows, whoever calls what."""
    seats = tuple(range(phase.seats))
    return ChiamataTricks(
        options=phase.options, seats=phase.seats, dealer=phase.dealer, hands=phase.hands, trump=None,
        trick=Trick(in_order(seats, phase.forehand)), contract=Contract(caller=phase.speaker, rank=None), calls=(),
    )  # fmt: skip


def names(view: View, phase: Naming, chance: np.random.Generator, look: Look) -> list[Estimate]:
    """What naming each suit is worth to the caller, in match points and a little for the card points. TimeUp if the
    ``look`` says so."""
    tricks = phase.tricks
    rank, caller = tricks.contract.rank, tricks.contract.caller
    assert rank is not None
    dealing = ChiamataCraft().deal(replace(view, phase=tricks), chance, look.worlds * GUESSES)
    named = [choice for choice in view.choices if isinstance(choice, Name)]
    picked = np.tile(Worlds(dealing.hands, dealing.weights).pick(chance, look.worlds), len(named))
    called = np.repeat(np.array([1 << BITS.numbers[card(rank, one.suit)] for one in named], np.uint64), look.worlds)
    trump = np.repeat(np.array([suit_mask(one.suit) for one in named], np.uint64), look.worlds)
    batch = Batch(dealing.start, dealing.hands[:, picked], dealing.stock[:, picked], trump)
    partner = ((dealing.first_hands[:, picked] & called) != ZERO).argmax(axis=0)
    sight = ChiamataSight(batch, np.full(len(picked), caller), partner, called)
    batch.finish(look.policy(batch, sight))
    points = (batch.points() * sight.with_caller.reshape(batch.players, -1)).sum(axis=0).astype(np.int64)
    alone = (partner == caller).astype(np.int64)
    paid = pay_table(tricks.options, tricks.contract)[alone, CALLER, points] + POINT * points
    worth, points = paid.reshape(len(named), -1), points.reshape(len(named), -1)
    top = worth[worth.mean(axis=1).argmax()]
    return [
        Estimate(
            action=one, worth=float(worth[at].mean()), error=_error(worth[at] - top), points=float(points[at].mean()),
            win=float((points[at] >= tricks.contract.asked).mean()),
        )
        for at, one in enumerate(named)
    ]  # fmt: skip
