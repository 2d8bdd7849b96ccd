"""Analyses in a test's hand: gone through here and now, as far as the test says."""

from __future__ import annotations

from functools import cache

from game.analysis.client import ANALYSIS_SEED, AnalysisClient
from game.analysis.judge import analyze_match
from game.analysis.model import AnalysisProgress, MatchAnalysis
from game.match.record import Record, decode_record, encode_record
from tests.ui.app_driver import AppDriver
from ui.services.analysis_jobs import AnalysisService


@cache
def list_analysis_messages(record: bytes, seats: tuple[int, ...]) -> tuple[AnalysisProgress | MatchAnalysis, ...]:
    """All that is heard of an analysis; the same match is gone through once."""
    return tuple(analyze_match(decode_record(record), seats, ANALYSIS_SEED))


class FakeAnalysisClient(AnalysisClient):
    """Looks at all turns in the first `poll`; ``stop_at``: after so many it waits."""

    stop_at: int | None = None

    def __init__(self, record: Record, seats: tuple[int, ...]) -> None:
        super().__init__(record, seats)
        self._messages_left = iter(list_analysis_messages(encode_record(record), seats))
        self.closed = False

    def start(self) -> None: ...

    def poll(self) -> None:
        while self.analysis is None and (self.stop_at is None or self.progress.done < self.stop_at):
            message = next(self._messages_left)
            if isinstance(message, AnalysisProgress):
                self.progress = message
            else:
                assert isinstance(message, MatchAnalysis)
                self.analysis = message

    def close(self) -> None:
        self.closed = True

    def join(self, timeout_s: float) -> bool:
        return True


def use_fake_analysis(
    app: AppDriver,
    client_class: type[FakeAnalysisClient] = FakeAnalysisClient,
    begun: list[FakeAnalysisClient] | None = None,
) -> AnalysisService:
    """From now on analyses are gone through in this process; each that begins is added to ``begun``."""

    def start_client(record: Record, seats: tuple[int, ...]) -> FakeAnalysisClient:
        client = client_class(record, seats)
        if begun is not None:
            begun.append(client)
        return client

    analysis_service = next(service for service in app.context.services if isinstance(service, AnalysisService))
    analysis_service.start_analysis = start_client
    return analysis_service
