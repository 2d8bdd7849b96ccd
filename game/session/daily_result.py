"""The stored result of a daily deal: first that it was started, then its score."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.match.match import Match
from game.match.setup import PlayerInfo
from game.shuffling.daily_deal import DailyResult


def compute_daily_result(date: str, match_id: int, match: Match, players: Sequence[PlayerInfo]) -> DailyResult | None:
    """Return the result so far of the daily deal of ``date``, for the first person.

    The daily deal is the first deal of the match. While it goes on, the result only says that it was started. Return
    None if ``date`` is empty, that is, the match has no daily deal, or if no person is among ``players``.
    """
    seat = next((index for index, player in enumerate(players) if player.is_person), None)
    if not date or seat is None:
        return None
    started = DailyResult(date=date, game=match.game_id, match=match_id)
    if match.phase is None or (match.is_deal_in_progress and not match.results):
        return started
    result = match.results[0] if match.results else match.get_deal_result()
    tally, winners = match.game.tally_deal(result, match.sides), match.game.find_deal_winners(result, match.sides)
    return msgspec.structs.replace(
        started, state=result.state, score=round(tally.scores[seat]), is_won=seat in winners,
        is_tied=min(tally.wins) > 0, is_shared=seat in winners and match.game.is_win_shared(result, match.sides),
    )  # fmt: skip
