"""Score of a deal of Briscola chiamata: base × points × cappotto (sources 000 and 004).

See docs/rules.md, "Briscola chiamata", "Score".
"""

from __future__ import annotations

from typing import Final

import msgspec

from game.core.cards import Card, Rank
from game.core.messages import Reason
from game.core.options import Options
from game.core.phase import DealResult, DecisiveTrick, ScoreLine, ScoreTerm, build_score_lines
from game.core.trick_taking import CompletedTrick, find_trick_reaching
from game.rules.briscola_family import HALF_PACK_POINTS, PACK_POINTS
from game.rules.chiamata.options import ChiamataOptions
from game.rules.game import ScoreSum, Standing

PLAIN_CONTRACT_POINTS: Final = 61
PRINTED_TRIPLE_STAKES: Final = (6, 4, 4)


class Contract(msgspec.Struct, frozen=True, kw_only=True):
    """The contract of the caller. ``rank`` is None in solo, ``points`` None for a plain call."""

    caller: int
    rank: Rank | None
    points: int | None = None

    @property
    def required_points(self) -> int:
        """The card points that the caller's side needs."""
        return PLAIN_CONTRACT_POINTS if self.points is None else self.points

    @property
    def is_forced(self) -> bool:
        """Whether it was won with a forced call: points on a rank other than the 2."""
        return self.points is not None and self.rank != "2"


def get_points_multiplier(options: ChiamataOptions, contract: Contract) -> int:
    """Return the multiplier for the points called (house rule ``points_ladder``); 1 if none were called."""
    called_points = contract.points
    if called_points is None or options.points_ladder == "none":
        return 1
    if options.points_ladder == "from_62":
        return 2 if called_points < 80 else 3 + (called_points - 80) // 10
    return 1 + (called_points - PLAIN_CONTRACT_POINTS) // 10


def get_contract_outcome(options: ChiamataOptions, contract: Contract, caller_points: int) -> int:
    """Return 1 if the caller's side wins with ``caller_points``, -1 if it loses, 0 for a draw."""
    if contract.points is None and caller_points == HALF_PACK_POINTS:
        return {"draw": 0, "caller": 1, "defenders": -1}[options.sixty_all]
    return 1 if caller_points >= contract.required_points else -1


def compute_base_stakes(options: ChiamataOptions, contract: Contract, is_alone: bool) -> tuple[int, int, int]:
    """Return the stakes of caller, partner and each defender, before outcome and cappotto.

    They are positive. ``is_alone``: in mano or solo; then the partner's stake is 0.
    """
    multiplier = get_points_multiplier(options, contract)
    if is_alone:
        return 4 * multiplier, 0, multiplier
    if options.triple_as_printed and multiplier == 3:
        return PRINTED_TRIPLE_STAKES
    return 2 * multiplier, multiplier, multiplier


def get_cappotto_multiplier(caller_points: int) -> int:
    """Return 2 if one side took all 120 points, else 1."""
    return 2 if caller_points in (0, PACK_POINTS) else 1


def compute_stakes(
    options: ChiamataOptions, contract: Contract, is_alone: bool, caller_points: int
) -> tuple[int, int, int]:
    """Return the scores of caller, partner and each defender, negative for a side that loses.

    ``caller_points``: card points of the caller's side. All are 0 after a draw.
    """
    outcome = get_contract_outcome(options, contract, caller_points)
    cappotto = get_cappotto_multiplier(caller_points)
    caller_stake, partner_stake, defender_stake = compute_base_stakes(options, contract, is_alone)
    return outcome * caller_stake * cappotto, outcome * partner_stake * cappotto, -outcome * defender_stake * cappotto


def score_deal(
    options: ChiamataOptions,
    contract: Contract,
    called_card: Card | None,
    partner: int | None,
    completed_tricks: tuple[CompletedTrick, ...],
    seats: int,
) -> DealResult:
    """Return the result of a deal in which every card was played.

    ``called_card``: None in solo; ``partner``: the seat that was dealt the called card, the caller in mano, None in
    solo; ``completed_tricks``: the oldest first.
    """
    caller = contract.caller
    is_alone = partner is None or partner == caller
    caller_side = {caller} if partner is None else {caller, partner}
    points = tuple(
        sum(completed.points for completed in completed_tricks if completed.winner == seat) for seat in range(seats)
    )
    caller_points = sum(points[seat] for seat in caller_side)
    caller_score, partner_score, defender_score = compute_stakes(options, contract, is_alone, caller_points)
    scores = tuple(
        caller_score if seat == caller else partner_score if seat in caller_side else defender_score
        for seat in range(seats)
    )
    reasons = (
        *_build_contract_reasons(contract, called_card, partner),
        *_build_trick_reasons(completed_tricks, caller_side),
        *_find_decisive_tricks(options, contract, called_card, partner, completed_tricks),
        *_build_result_reasons(options, contract, caller_points),
        *_build_stake_lines(options, contract, partner, caller_points, seats),
        Reason("line_scores", {"scores": scores, "sum": sum(scores)}),
    )
    return DealResult(state="scored", scores=scores, points=points, reasons=reasons)


def _build_contract_reasons(contract: Contract, called_card: Card | None, partner: int | None) -> tuple[Reason, ...]:
    if called_card is None or partner is None:
        return (Reason("line_solo", {"seat": contract.caller, "points": contract.required_points}),)
    partner_reason = Reason("line_in_hand") if partner == contract.caller else Reason("line_partner", {"seat": partner})
    return (
        Reason("line_contract", {"seat": contract.caller, "called": called_card, "points": contract.required_points}),
        partner_reason,
    )


def _build_trick_reasons(completed_tricks: tuple[CompletedTrick, ...], caller_side: set[int]) -> tuple[Reason, ...]:
    reasons, caller_points, defender_points = [], 0, 0
    for number, completed in enumerate(completed_tricks, 1):
        if completed.winner in caller_side:
            caller_points += completed.points
        else:
            defender_points += completed.points
        values = {
            "number": number,
            "seat": completed.winner,
            "points": completed.points,
            "ours": caller_points,
            "theirs": defender_points,
        }
        reasons.append(Reason("line_trick", values))
    return tuple(reasons)


def _find_decisive_tricks(
    options: ChiamataOptions,
    contract: Contract,
    called_card: Card | None,
    partner: int | None,
    completed_tricks: tuple[CompletedTrick, ...],
) -> tuple[DecisiveTrick, ...]:
    """Return the trick of the called card, and the one that made or lost the contract, if there are such."""
    caller_side = (contract.caller,) if partner is None else (contract.caller, partner)
    defender_winners = tuple(completed.winner for completed in completed_tricks if completed.winner not in caller_side)
    is_lost = (
        get_contract_outcome(
            options,
            contract,
            sum(completed.points for completed in completed_tricks if completed.winner in caller_side),
        )
        < 0
    )
    called_card_index = next(
        (index for index, completed in enumerate(completed_tricks) if called_card in completed.trick.cards), None
    )
    made_index, lost_index = (
        find_trick_reaching(completed_tricks, caller_side, contract.required_points),
        find_trick_reaching(completed_tricks, defender_winners, PACK_POINTS - contract.required_points + 1),
    )
    decisive_tricks = list[DecisiveTrick]()
    if called_card_index is not None:
        decisive_tricks.append(
            DecisiveTrick(
                "turned_called",
                {"number": called_card_index + 1, "seat": partner, "called": called_card},
                trick_index=called_card_index,
            )
        )
    if made_index is not None:
        decisive_tricks.append(
            DecisiveTrick(
                "turned_made", {"number": made_index + 1, "points": contract.required_points}, trick_index=made_index
            )
        )
    elif is_lost and lost_index is not None:
        values = {"number": lost_index + 1, "points": contract.required_points}
        decisive_tricks.append(DecisiveTrick("turned_lost", values, trick_index=lost_index))
    return tuple(decisive_tricks)


def _build_result_reasons(options: ChiamataOptions, contract: Contract, caller_points: int) -> tuple[Reason, ...]:
    points_reason = Reason("line_points", {"ours": caller_points, "theirs": PACK_POINTS - caller_points})
    if contract.points is None and caller_points == HALF_PACK_POINTS:
        return points_reason, Reason(f"line_sixty_{options.sixty_all}")
    return points_reason, Reason(
        "line_made" if get_contract_outcome(options, contract, caller_points) > 0 else "line_lost"
    )


def _build_stake_lines(
    options: ChiamataOptions, contract: Contract, partner: int | None, caller_points: int, seats: int
) -> tuple[ScoreLine, ...]:
    """Return the lines of the stake: the caller's step by step, then those of partner and defenders."""
    outcome = get_contract_outcome(options, contract, caller_points)
    if not outcome:
        return ()
    caller, cappotto = contract.caller, get_cappotto_multiplier(caller_points)
    is_alone = partner in (None, caller)
    multiplier = get_points_multiplier(options, contract)
    caller_terms = [ScoreTerm(Reason("rung_base_alone" if is_alone else "rung_base"), "+", (4 if is_alone else 2,))]
    if multiplier > 1:
        caller_terms.append(ScoreTerm(Reason("rung_asked", {"points": contract.required_points}), "×", (multiplier,)))
    if cappotto > 1:
        caller_terms.append(ScoreTerm(Reason("rung_cappotto"), "×", (cappotto,)))
    caller_terms.append(ScoreTerm(Reason("rung_made" if outcome > 0 else "rung_lost"), "×", (outcome,)))
    _caller_stake, partner_stake, defender_stake = compute_stakes(options, contract, is_alone, caller_points)
    defenders = tuple(seat for seat in range(seats) if seat not in (caller, partner))
    defender_lines = build_score_lines(
        defenders, ScoreTerm(Reason("rung_each_alone" if is_alone else "rung_each"), "+", (defender_stake,))
    )
    if is_alone or partner is None:
        return (*build_score_lines((caller,), *caller_terms), *defender_lines)
    is_as_printed = compute_base_stakes(options, contract, is_alone) == PRINTED_TRIPLE_STAKES
    partner_lines = build_score_lines(
        (partner,),
        ScoreTerm(Reason("rung_partner_printed" if is_as_printed else "rung_partner"), "+", (partner_stake,)),
    )
    return (*build_score_lines((caller,), *caller_terms), *partner_lines, *defender_lines)


def compute_standing(options: Options, added: ScoreSum) -> Standing:
    """Return the match points of each seat; the most win after the last deal or at the target.

    Seats with equal most points all win. ``winners`` is () as long as the match goes on.
    """
    assert isinstance(options, ChiamataOptions)
    totals = added.scores
    is_target_reached = options.match_target != "off" and max(totals) >= options.match_target
    is_over = added.scored >= options.match_deals or is_target_reached
    winners = tuple(seat for seat, total in enumerate(totals) if is_over and total == max(totals))
    return Standing(totals=totals, is_over=is_over, winners=winners)
