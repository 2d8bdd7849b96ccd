"""The reasons for an action that may be said: those that speak for it, or against it, and set it apart from another.

A reason is a fact about an action. This module decides from the codes alone; `game.ai.advice` finds the facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from game.core.messages import Reason
from game.text.messages import ADVICE_MESSAGES, Direction

Reasons: TypeAlias = Sequence[Reason]
REASON_DIRECTIONS: Final[Mapping[str, Direction]] = {
    code: direction for direction, messages in ADVICE_MESSAGES.items() for code in messages
}
"""The direction of each reason for or against an action, by its code."""

SURE_WIN_CODES: Final = frozenset({"why_takes_points", "why_takes", "why_takes_empty", "why_nobody_beats"})
"""The codes of the reasons that a card is sure to win the trick."""
UNSURE_WIN_CODE: Final = "why_may_be_taken"
"""The code of the reason that a card is winning a trick that it may still lose."""

_LOST_POINTS_CODES: Final = frozenset({"why_costs", "why_risks"})
_SAFE_CODES: Final = frozenset({"why_gives_nothing", "why_no_points"})
"""The codes of the reasons that no points are lost; they hold for each card that loses none."""
_LIKE_CODES: Final = (
    SURE_WIN_CODES,
    _LOST_POINTS_CODES,
    frozenset({"why_none_of_suit", "why_few_of_suit"}),
    frozenset({"why_for_partner", "why_for_likely_partner"}),
)
"""Groups of reasons of one kind, which hold more or less."""
_SAME_FACT_CODES: Final = (
    frozenset({"why_takes_empty", "why_leaves_empty"}),
    frozenset({"why_contract", "why_risky_contract", "why_unlikely_contract", "why_pass"}),
    frozenset({"why_made", "why_unlikely", "why_nil", "why_higher_bid"}),
    frozenset({"why_tricks", "why_few_tricks", "why_more_tricks"}),
    frozenset({"why_trumps", "why_none_beats", "why_one_beats", "why_two_beat", "why_only_trump", "why_highest_trump"}),
)
"""Groups of reasons that are one fact in other words if the values that both have are equal."""


def list_reasons_for(reasons: Reasons, other: Reasons = (), said: Reasons = ()) -> tuple[Reason, ...]:
    """Return those of ``reasons`` that speak for an action, and not as much for another action with reasons ``other``.

    ``said``: the reasons given for the other action, which are not repeated. Without ``other``, reasons against the
    neighbors of the action are among them.
    """
    directions = ("for", "neutral") if other else ("for", "neutral", "background")
    return tuple(
        reason
        for reason in (_praise(reason, other) for reason in reasons)
        if _get_direction(reason) in directions
        and not _holds_for(reason, other)
        and not any(_is_same_fact(reason, told) for told in said)
    )


def list_reasons_against(reasons: Reasons, better: Reasons) -> tuple[Reason, ...]:
    """Return those of ``reasons`` that speak against an action, and not as much against the better one."""
    return tuple(
        reason
        for reason in reasons
        if _get_direction(reason) in ("against", "neutral") and not _holds_for(reason, better)
    )


def _get_direction(reason: Reason) -> Direction:
    """Return the direction of a reason; one of a game that is not declared above is neutral."""
    return REASON_DIRECTIONS.get(reason.code, "neutral")


def _praise(reason: Reason, other: Reasons) -> Reason:
    """Return a loss of points that is less than that of the other action as a reason for it, others unchanged."""
    points = reason.values.get("points", 0)
    is_less = any(lost.values["points"] > points for lost in other if lost.code in _LOST_POINTS_CODES)
    return Reason("why_costs_less", {"points": points}) if reason.code == "why_costs" and is_less else reason


def _holds_for(reason: Reason, others: Reasons) -> bool:
    """Return whether a reason holds as much for an action with the reasons ``others``, which is False without any."""
    can_win = any(other.code in SURE_WIN_CODES for other in others)
    if reason.code in _SAFE_CODES:
        return bool(others) and not any(other.code in _LOST_POINTS_CODES for other in others)
    if reason.code == "why_leaves_empty":
        return not can_win
    if reason.code == "why_few_higher" and can_win:
        return True
    like_codes = next((codes for codes in _LIKE_CODES if reason.code in codes), {reason.code})
    return any(_is_as_strong(other, reason) for other in others if other.code in like_codes)


def _is_as_strong(other: Reason, reason: Reason) -> bool:
    """Return whether a reason of the same kind says as much as ``reason``, by its points, its chances or its cards."""
    is_against = _get_direction(reason) == "against"
    for key, is_more_stronger in (("points", True), ("times", not is_against), ("count", is_against)):
        if key in reason.values:
            value, other_value = reason.values[key], other.values.get(key, 0)
            return bool(other_value >= value if is_more_stronger else other_value <= value)
    return True


def _is_same_fact(reason: Reason, other: Reason) -> bool:
    """Return whether two reasons tell the same."""
    is_like = any({reason.code, other.code} <= codes for codes in _SAME_FACT_CODES)
    shared_keys = reason.values.keys() & other.values.keys()
    return reason == other or (is_like and all(reason.values[key] == other.values[key] for key in shared_keys))
