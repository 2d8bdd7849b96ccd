"""What a deal of Briscola chiamata was for each seat: caller, partner or defender; what was called and how it went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.engine.events import Event
from game.engine.phases import DealResult
from game.i18n import N_
from game.rules.chiamata.events import AuctionWon, Called, CalledSolo, PartnerRevealed
from game.rules.chiamata.score import PLAIN
from game.rules.family import RANKING
from game.rules.parts import Group, Part, Parts

SOLO: Final = "solo"
GROUPS: Final = (
    Group(
        "role", N_("By part in the deal"),
        {
            "caller": N_("Caller"), "alone": N_("Caller, alone"), "partner": N_("Partner"), "defender": N_("Defender"),
        },
        N_("deals won"), N_("points a deal"),
    ),
    Group(
        "call", N_("As caller, by what was called"), {**dict.fromkeys(RANKING, ""), SOLO: N_("Solo")},
        N_("contracts made"), N_("points asked"),
    ),
)  # fmt: skip


def parts(events: Sequence[Event], result: DealResult) -> Parts:
    """What each seat was in a deal that was scored; nothing where it was void or annulled."""
    if result.state != "scored":
        return ((),) * len(result.scores)
    caller = next(one.seat for one in events if isinstance(one, (AuctionWon, CalledSolo)))
    call = next((one for one in reversed(events) if isinstance(one, Called) and one.seat == caller), None)
    solo = any(isinstance(one, CalledSolo) for one in events)
    partner = next((one.seat for one in events if isinstance(one, PartnerRevealed)), caller)
    made = tuple(float(score > 0) for score in result.scores)

    def role(seat: int) -> str:
        if seat == caller:
            return "alone" if solo or partner == caller else "caller"
        return "partner" if seat == partner and not solo else "defender"

    roles = [Part("role", role(seat), made[seat], float(score)) for seat, score in enumerate(result.scores)]
    asked = PLAIN if call is None or solo or call.points is None else call.points
    rank = SOLO if solo or call is None else call.rank
    contract = Part("call", rank, made[caller], float(asked))
    return tuple((one, contract) if seat == caller else (one,) for seat, one in enumerate(roles))
