"""What is kept of a daily deal while its match goes on: that it was begun, then how it went."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.daily import DailyResult
from game.match import Match
from game.seating import Player


def so_far(date: str, match_id: int, match: Match, players: Sequence[Player]) -> DailyResult | None:
    """What the first person at the table has done in the daily deal of ``date``, which is the first of the match.

    None if it is no daily deal (``date`` is empty), or nobody sits there.
    """
    seat = next((at for at, player in enumerate(players) if player.is_person), None)
    if not date or seat is None:
        return None
    begun = DailyResult(date=date, game=match.name, name=players[seat].name, match=match_id)
    if match.phase is None or (match.deal_open and not match.results):
        return begun
    result = match.results[0] if match.results else match.deal_result()
    return msgspec.structs.replace(
        begun, state=result.state, score=result.scores[seat], points=result.points[seat]
    )  # fmt: skip
