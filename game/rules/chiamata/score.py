"""What a deal of Briscola chiamata is worth: base × points × cappotto (seeds 000 and 004, rules.md, "Score")."""

from __future__ import annotations

from typing import Final

import msgspec

from game.engine.cards import Card, Rank
from game.engine.options import Options
from game.engine.phases import DealResult, Item, Reason, Rung, Turning, ladder
from game.engine.tricks import Taken, reached
from game.rules.chiamata.options import ChiamataOptions
from game.rules.family import ALL_POINTS
from game.rules.game import ScoreSum, Standing

PLAIN: Final = 61
HALF: Final = 60
PRINTED: Final = (6, 4, 4)


class Contract(msgspec.Struct, frozen=True, kw_only=True):
    """What the caller has undertaken. ``rank`` is None in solo, ``points`` None in a plain call."""

    caller: int
    rank: Rank | None
    points: int | None = None

    @property
    def asked(self) -> int:
        """The points that win it."""
        return PLAIN if self.points is None else self.points

    @property
    def is_forced(self) -> bool:
        """Whether it was won with a forced call: points on a rank other than the 2."""
        return self.points is not None and self.rank != "2"


def multiplier(options: ChiamataOptions, contract: Contract) -> int:
    """What the points called multiply (`points_ladder`)."""
    asked = contract.points
    if asked is None or options.points_ladder == "none":
        return 1
    if options.points_ladder == "from_62":
        return 2 if asked < 80 else 3 + (asked - 80) // 10
    return 1 if asked <= 70 else 2 + (asked - 71) // 10


def outcome_of(options: ChiamataOptions, contract: Contract, ours: int) -> int:
    """1 if the caller's side with ``ours`` points has won, -1 if it has lost, 0 for a draw."""
    if contract.points is None and ours == HALF:
        return {"draw": 0, "caller": 1, "defenders": -1}[options.sixty_all]
    return 1 if ours >= contract.asked else -1


def pays(options: ChiamataOptions, contract: Contract, alone: bool) -> tuple[int, int, int]:
    """What caller, partner and each defender win or lose, cappotto aside (a partner who is not there: 0)."""
    times = multiplier(options, contract)
    if alone:
        return 4 * times, 0, times
    if options.triple_as_printed and times == 3:
        return PRINTED
    return 2 * times, times, times


def cappotto_of(ours: int) -> int:
    """What it multiplies that one side has taken everything; 1 if none has."""
    return 2 if ours in (0, ALL_POINTS) else 1


def stakes(options: ChiamataOptions, contract: Contract, alone: bool, ours: int) -> tuple[int, int, int]:
    """What caller, partner and each defender score if the caller's side takes ``ours`` points."""
    sign = outcome_of(options, contract, ours)
    cappotto = cappotto_of(ours)
    high, middle, low = pays(options, contract, alone)
    return sign * high * cappotto, sign * middle * cappotto, -sign * low * cappotto


def score(
    options: ChiamataOptions,
    contract: Contract,
    called: Card | None,
    partner: int | None,
    done: tuple[Taken, ...],
    seats: int,
) -> DealResult:
    """The result of a deal played to its end. ``partner``: who was dealt the called card, None in solo."""
    caller = contract.caller
    alone = partner is None or partner == caller
    side = {caller} if partner is None else {caller, partner}
    points = tuple(sum(taken.points for taken in done if taken.winner == seat) for seat in range(seats))
    ours = sum(points[seat] for seat in side)
    high, middle, low = stakes(options, contract, alone, ours)
    scores = tuple(high if seat == caller else middle if seat in side else low for seat in range(seats))
    why = (
        *_contract_lines(contract, called, partner),
        *_trick_lines(done, side),
        *_turned(options, contract, called, partner, done),
        *_end_lines(options, contract, ours),
        *_rungs(options, contract, partner, ours, seats),
        Reason("line_scores", {"scores": scores, "sum": sum(scores)}),
    )
    return DealResult(state="scored", scores=scores, points=points, why=why)


def _contract_lines(contract: Contract, called: Card | None, partner: int | None) -> tuple[Reason, ...]:
    if called is None or partner is None:
        return (Reason("line_solo", {"seat": contract.caller, "points": contract.asked}),)
    who = Reason("line_in_hand") if partner == contract.caller else Reason("line_partner", {"seat": partner})
    return (Reason("line_contract", {"seat": contract.caller, "called": called, "points": contract.asked}), who)


def _trick_lines(done: tuple[Taken, ...], side: set[int]) -> tuple[Reason, ...]:
    lines, ours, theirs = [], 0, 0
    for number, taken in enumerate(done, 1):
        if taken.winner in side:
            ours += taken.points
        else:
            theirs += taken.points
        values = {"number": number, "seat": taken.winner, "points": taken.points, "ours": ours, "theirs": theirs}
        lines.append(Reason("line_trick", values))
    return tuple(lines)


def _turned(
    options: ChiamataOptions, contract: Contract, called: Card | None, partner: int | None, done: tuple[Taken, ...]
) -> tuple[Turning, ...]:
    """The tricks the deal turned on: the called card fell; one side could no longer be caught."""
    side = (contract.caller,) if partner is None else (contract.caller, partner)
    others = tuple(taken.winner for taken in done if taken.winner not in side)
    lost = outcome_of(options, contract, sum(taken.points for taken in done if taken.winner in side)) < 0
    falls = next((at for at, taken in enumerate(done) if called in taken.trick.cards), None)
    ours, theirs = reached(done, side, contract.asked), reached(done, others, ALL_POINTS - contract.asked + 1)
    turns = list[Turning]()
    if falls is not None:
        turns.append(Turning("turned_called", {"number": falls + 1, "seat": partner, "called": called}, trick=falls))
    if ours is not None:
        turns.append(Turning("turned_made", {"number": ours + 1, "points": contract.asked}, trick=ours))
    elif lost and theirs is not None:
        values = {"number": theirs + 1, "points": ALL_POINTS - contract.asked}
        turns.append(Turning("turned_lost", values, trick=theirs))
    return tuple(turns)


def _end_lines(options: ChiamataOptions, contract: Contract, ours: int) -> tuple[Reason, ...]:
    """What the sides have, and how the contract ended."""
    points = Reason("line_points", {"ours": ours, "theirs": ALL_POINTS - ours})
    if contract.points is None and ours == HALF:
        return points, Reason(f"line_sixty_{options.sixty_all}")
    return points, Reason("line_made" if outcome_of(options, contract, ours) > 0 else "line_lost")


def _rungs(
    options: ChiamataOptions, contract: Contract, partner: int | None, ours: int, seats: int
) -> tuple[Rung, ...]:
    """The stake, step by step: of the caller, then what the partner and each of the others have of it."""
    sign = outcome_of(options, contract, ours)
    if not sign:
        return ()
    caller, cappotto = contract.caller, cappotto_of(ours)
    alone = partner in (None, caller)
    times = multiplier(options, contract)
    whole = [Item(Reason("rung_base_alone" if alone else "rung_base"), "+", (4 if alone else 2,))]
    if times > 1:
        whole.append(Item(Reason("rung_asked", {"points": contract.asked}), "×", (times,)))
    if cappotto > 1:
        whole.append(Item(Reason("rung_cappotto"), "×", (cappotto,)))
    whole.append(Item(Reason("rung_made" if sign > 0 else "rung_lost"), "×", (sign,)))
    _high, middle, low = stakes(options, contract, alone, ours)
    others = tuple(seat for seat in range(seats) if seat not in (caller, partner))
    shares = ladder(others, Item(Reason("rung_each_alone" if alone else "rung_each"), "+", (low,)))
    if alone or partner is None:
        return (*ladder((caller,), *whole), *shares)
    printed = pays(options, contract, alone) == PRINTED
    half = ladder((partner,), Item(Reason("rung_partner_printed" if printed else "rung_partner"), "+", (middle,)))
    return (*ladder((caller,), *whole), *half, *shares)


def standing(options: Options, added: ScoreSum) -> Standing:
    """The match points of each seat; most points win once the deals or the target are reached."""
    assert isinstance(options, ChiamataOptions)
    totals = added.scores
    reached = options.match_target != "off" and max(totals) >= options.match_target
    over = added.scored >= options.match_deals or reached
    winners = tuple(seat for seat, total in enumerate(totals) if over and total == max(totals))
    return Standing(totals=totals, over=over, winners=winners)
