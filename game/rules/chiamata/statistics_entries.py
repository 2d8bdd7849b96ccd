"""Statistics entries of Briscola chiamata: role in the deal, and the caller's contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.events import Event
from game.core.messages import N_
from game.core.phase import DealResult
from game.rules.briscola_family import RANKING
from game.rules.chiamata.events import AuctionWon, CallMade, PartnerRevealed, SoloCalled
from game.rules.chiamata.scoring import PLAIN_CONTRACT_POINTS
from game.rules.statistics_entries import StatCategory, StatEntriesBySeat, StatEntry

SOLO_KEY: Final = "solo"
DEAL_VALUE_LABEL: Final = N_("match points per deal")
"""The name of the mean score of deals."""
STAT_CATEGORIES: Final = (
    StatCategory(
        "role", N_("By role"),
        {
            "caller": N_("Caller"), "alone": N_("Caller alone"), "partner": N_("Partner"), "defender": N_("Defender"),
        },
        N_("deals won"), DEAL_VALUE_LABEL,
    ),
    StatCategory(
        "call", N_("As caller, by call"), {**dict.fromkeys(RANKING, ""), SOLO_KEY: N_("Solo")},
        N_("contracts made"), N_("card points needed"), N_("{won} of {count} made"),
    ),
)  # fmt: skip


def list_stat_entries(events: Sequence[Event], result: DealResult) -> StatEntriesBySeat:
    """Return by seat its entries: its role, and the contract for the caller; none if the deal was not scored.

    ``events``: those of the deal.
    """
    if result.state != "scored":
        return ((),) * len(result.scores)
    caller = next(item.seat for item in events if isinstance(item, (AuctionWon, SoloCalled)))
    last_call = next((item for item in reversed(events) if isinstance(item, CallMade) and item.seat == caller), None)
    is_solo = any(isinstance(item, SoloCalled) for item in events)
    partner = next((item.seat for item in events if isinstance(item, PartnerRevealed)), caller)
    success = tuple(float(score > 0) for score in result.scores)

    def get_role(seat: int) -> str:
        if seat == caller:
            return "alone" if is_solo or partner == caller else "caller"
        return "partner" if seat == partner and not is_solo else "defender"

    role_entries = [
        StatEntry("role", get_role(seat), success[seat], float(score)) for seat, score in enumerate(result.scores)
    ]
    required_points = (
        PLAIN_CONTRACT_POINTS if last_call is None or is_solo or last_call.points is None else last_call.points
    )
    rank = SOLO_KEY if is_solo or last_call is None else last_call.rank
    contract_entry = StatEntry("call", rank, success[caller], float(required_points))
    return tuple((item, contract_entry) if seat == caller else (item,) for seat, item in enumerate(role_entries))
