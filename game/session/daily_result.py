"""What is kept of a daily deal while its match goes on: that it was begun, then how it went."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.match.match import Match
from game.match.setup import PlayerInfo
from game.shuffling.daily_deal import DailyResult


def compute_daily_result(date: str, match_id: int, match: Match, players: Sequence[PlayerInfo]) -> DailyResult | None:
    """What the first person at the table has done in the daily deal of ``date``, which is the first of the match.

    None if it is no daily deal (``date`` is empty), or nobody sits there.
    """
    seat = next((index for index, player in enumerate(players) if player.is_person), None)
    if not date or seat is None:
        return None
    started = DailyResult(date=date, game=match.game_id, match=match_id)
    if match.phase is None or (match.is_deal_in_progress and not match.results):
        return started
    result = match.results[0] if match.results else match.get_deal_result()
    return msgspec.structs.replace(
        started, state=result.state, score=result.scores[seat], points=result.points[seat]
    )  # fmt: skip
