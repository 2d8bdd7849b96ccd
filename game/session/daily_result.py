"""The stored result of a daily deal: first that it was started, then its score."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from game.match.match import Match
from game.match.setup import PlayerInfo
from game.session.match_store import MatchStore
from game.shuffling.daily_deal import DailyResult
from game.statistics.daily_results import finish_daily_deal, start_daily_deal
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread


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


class DailyDeal:
    """The daily deal with which one hosted match begins; ``date``: "" without one, and once its result is stored."""

    def __init__(
        self, date: str, players: Sequence[PlayerInfo], store: MatchStore, storage: StorageThread
    ) -> None:  # fmt: skip
        self.date = date
        self._players = players
        self._store = store
        self._storage = storage

    def start(self, match: Match) -> None:
        """Begin to store that the deal was started."""
        result = self._compute_result(match)
        if result is not None:
            self._save(start_daily_deal, result)

    def finish(self, match: Match) -> None:
        """Begin to store the result once the deal is over; called in each frame without a pending step."""
        result = self._compute_result(match)
        if result is not None and result.is_over:
            self.date = ""
            self._save(finish_daily_deal, result)

    def _compute_result(self, match: Match) -> DailyResult | None:
        return compute_daily_result(self.date, self._store.match_id or 0, match, self._players)

    def _save(self, method: Callable[[MatchRepository, DailyResult], None], result: DailyResult) -> None:
        self._store.add(lambda: self._storage.call(method, result), lambda _done: None)
