"""Score of a deal of Spades (source 001, "Come tenere il punteggio"; docs/rules.md, "Partners")."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

import msgspec

from game.core.messages import Reason
from game.core.phase import DealResult, DecisiveTrick, ScoreLine, ScoreTerm, build_score_lines
from game.core.trick_taking import CompletedTrick, find_trick_reaching
from game.rules.spades.options import SpadesOptions

POINTS_PER_BID_TRICK: Final = 10
"""Points for each trick of a made bid."""
POINTS_LOST_PER_BAG: Final = 10
"""Points that a side loses for each of its bags when they reach the limit."""
BLIND_NIL_FACTOR: Final = 2
"""The worth of a blind nil, relative to nil."""

NIL_CODES: Final = frozenset(
    f"rung_{kind}{ending}" for kind in ("nil", "partner_nil", "blind_nil") for ending in ("", "_broken")
)
"""The codes of the score lines for a nil bid."""


class SpadesResult(DealResult, frozen=True, kw_only=True):
    """The outcome of a deal.

    ``bids``: by seat; ``bags``: the bags that the side of each seat keeps after the deal, 0 where they do not count;
    ``blind_seats``: the seats that bid blind nil; ``is_nil_trick_counted``: the option ``nil_tricks_count``.
    """

    bids: tuple[int, ...]
    bags: tuple[int, ...]
    blind_seats: tuple[int, ...] = ()
    is_nil_trick_counted: bool = True

    def count_contract_tricks(self, side: Sequence[int]) -> int:
        """Return the tricks of a side that count towards its contract, or as bags."""
        return sum(self.points[seat] for seat in side if self.bids[seat] or self.is_nil_trick_counted)


class SideBid(msgspec.Struct, frozen=True):
    """The bids of a side and the tricks that it took, by its ``seats``.

    A bid of 0 is nil. ``blind_seats``: the seats of the match that bid blind nil.
    """

    seats: tuple[int, ...]
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    blind_seats: tuple[int, ...] = ()

    @property
    def contract(self) -> int:
        """The tricks that the side must take."""
        return sum(self.bids)

    def list_counted_seats(self, options: SpadesOptions) -> tuple[int, ...]:
        """Return the seats whose tricks count towards the contract, or as bags."""
        return tuple(seat for seat, bid in zip(self.seats, self.bids, strict=True) if bid or options.nil_tricks_count)

    def count_contract_tricks(self, options: SpadesOptions) -> int:
        """Return the tricks that count towards the contract, or as bags."""
        return sum(self.tricks[self.seats.index(seat)] for seat in self.list_counted_seats(options))

    @property
    def nil_results(self) -> tuple[tuple[int, int], ...]:
        """The seats that bid nil, with the tricks that they took."""
        return tuple(
            (seat, tricks) for seat, bid, tricks in zip(self.seats, self.bids, self.tricks, strict=True) if bid == 0
        )


class SideScore(msgspec.Struct, frozen=True):
    """The score of a side in a deal.

    ``points``: for contract and nils; ``bags``: bags before the penalty; ``penalty``: points lost for bags;
    ``bags_kept``: bags after the penalty.
    """

    points: int
    bags: int
    penalty: int
    bags_kept: int


def score_side(options: SpadesOptions, side_bid: SideBid, bags: int) -> SideScore:
    """Return the score of a side that has ``bags`` from earlier deals.

    Source 001, "Come tenere il punteggio"; docs/rules.md, "Spades, each for himself" and "Partners".
    """
    contract = side_bid.contract
    extra_tricks = side_bid.count_contract_tricks(options) - contract
    points = sum(_score_nil(options, side_bid, seat, tricks) for seat, tricks in side_bid.nil_results)
    if extra_tricks < 0:
        points -= 0 if options.broken_bid == "zero" else POINTS_PER_BID_TRICK * contract
    else:
        points += POINTS_PER_BID_TRICK * contract + _score_overtricks(options, side_bid)
    bag_count = bags + max(0, extra_tricks) if options.bags else 0
    penalty_count, bags_kept = divmod(bag_count, options.bag_limit)
    return SideScore(points, bag_count, penalty_count * options.bag_limit * POINTS_LOST_PER_BAG, bags_kept)


def _score_nil(options: SpadesOptions, side_bid: SideBid, seat: int, tricks: int) -> int:
    points = options.nil_points * (BLIND_NIL_FACTOR if seat in side_bid.blind_seats else 1)
    return -points if tricks else points


def _score_overtricks(options: SpadesOptions, side_bid: SideBid) -> int:
    """Return the points for tricks over the contract; a player without a partner gets none for a broken nil."""
    is_lone_nil = side_bid.bids == (0,)
    return 0 if is_lone_nil else max(0, side_bid.count_contract_tricks(options) - side_bid.contract)


def build_score_reasons(options: SpadesOptions, side_bid: SideBid, side_score: SideScore) -> tuple[Reason, ...]:
    """Return the score lines of a side, and with the option ``bags`` the bags it keeps."""
    bag_reasons = (_make_bags_reason(side_bid.seats, side_score.bags_kept),) if options.bags else ()
    return (*_build_score_lines(options, side_bid, side_score), *bag_reasons)


def _make_bags_reason(side: tuple[int, ...], bags: int) -> Reason:
    if len(side) == 1:
        return Reason("spades_bags", {"seat": side[0], "bags": bags})
    return Reason("spades_side_bags", {"seats": side, "bags": bags})


def _build_score_lines(options: SpadesOptions, side_bid: SideBid, side_score: SideScore) -> tuple[ScoreLine, ...]:
    contract, tricks = side_bid.contract, side_bid.count_contract_tricks(options)
    values = {"bid": contract, "tricks": tricks, "bags": side_score.bags}
    terms: list[ScoreTerm] = []
    if tricks < contract:
        broken_reason = Reason("rung_broken", values)
        terms.append(
            ScoreTerm(broken_reason, "+", (0,))
            if options.broken_bid == "zero"
            else ScoreTerm(broken_reason, "-", (contract, POINTS_PER_BID_TRICK))
        )
    elif contract:
        terms.append(ScoreTerm(Reason("rung_bid", values), "+", (contract, POINTS_PER_BID_TRICK)))
    overtricks = _score_overtricks(options, side_bid)
    if overtricks:
        terms.append(ScoreTerm(Reason("rung_over"), "+", (overtricks,)))
    terms += [_make_nil_term(options, side_bid, seat, tricks) for seat, tricks in side_bid.nil_results]
    if side_score.penalty:
        limit = options.bag_limit
        factors = (side_score.bags // limit, limit * POINTS_LOST_PER_BAG)
        terms.append(ScoreTerm(Reason("rung_bags" if limit == 10 else "rung_bags_five", values), "-", factors))
    return build_score_lines(side_bid.seats, *terms)


def get_bag_penalty(result: SpadesResult, seat: int) -> int:
    """Return the points that the side of ``seat`` lost for its bags in a deal, 0 or more."""
    return sum(
        prod(line.factors)
        for line in result.reasons
        if isinstance(line, ScoreLine) and line.code in ("rung_bags", "rung_bags_five") and seat in line.seats
    )


def get_nil_points(result: SpadesResult, seat: int) -> int:
    """Return the points that the side of ``seat`` won for its nil bids in a deal, negative if it lost points."""
    return sum(
        prod(line.factors) * (1 if line.operator == "+" else -1)
        for line in result.reasons
        if isinstance(line, ScoreLine) and line.code in NIL_CODES and seat in line.seats
    )


def _make_nil_term(options: SpadesOptions, side_bid: SideBid, seat: int, tricks: int) -> ScoreTerm:
    is_blind = seat in side_bid.blind_seats
    code = "rung_blind_nil" if is_blind else "rung_nil" if len(side_bid.seats) == 1 else "rung_partner_nil"
    reason = Reason(f"{code}_broken" if tricks else code, {"seat": seat, "tricks": tricks})
    factors = (BLIND_NIL_FACTOR, options.nil_points) if is_blind else (options.nil_points,)
    return ScoreTerm(reason, "-" if tricks else "+", factors)


def find_decisive_tricks(
    options: SpadesOptions,
    side_bids: tuple[SideBid, ...],
    side_scores: tuple[SideScore, ...],
    completed_tricks: tuple[CompletedTrick, ...],
) -> tuple[DecisiveTrick, ...]:
    """Return the tricks that broke a nil, and the one with which the best side made its contract.

    They are in the order of the sides. ``completed_tricks``: the oldest first.
    """
    decisive_tricks: list[DecisiveTrick] = []
    best_side = max(range(len(side_bids)), key=lambda side: side_scores[side].points)
    for index, side_bid in enumerate(side_bids):
        for seat, _tricks in side_bid.nil_results:
            trick_index = find_trick_reaching(completed_tricks, (seat,), 1)
            if trick_index is not None:
                values = {"number": trick_index + 1, "seat": seat, "bid": 0}
                decisive_tricks.append(DecisiveTrick("turned_nil", values, trick_index=trick_index))
        if index != best_side or not side_bid.contract:
            continue
        counted_seats = side_bid.list_counted_seats(options)
        trick_index = find_trick_reaching(completed_tricks, counted_seats, side_bid.contract)
        if trick_index is not None:
            decisive_tricks.append(_make_contract_trick(side_bid, trick_index))
    return tuple(decisive_tricks)


def _make_contract_trick(side_bid: SideBid, trick_index: int) -> DecisiveTrick:
    number = trick_index + 1
    if len(side_bid.seats) == 1:
        values = {"number": number, "seat": side_bid.seats[0], "bid": side_bid.contract}
        return DecisiveTrick("turned_bid", values, trick_index=trick_index)
    side_values = {"number": number, "seats": side_bid.seats, "bid": side_bid.contract}
    return DecisiveTrick("turned_side_bid", side_values, trick_index=trick_index)
