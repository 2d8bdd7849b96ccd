"""Analyses in a test's hand: gone through here and now, as far as the test says."""

from __future__ import annotations

from functools import cache

from game.analysis.study import SEED, Progress, Study
from game.analysis.values import MatchAnalysis
from game.analysis.whole import analyse
from game.record import Record, dump, load
from tests.ui.stage import AppByHand
from ui.studies import Studies


@cache
def news_of(record: bytes, seats: tuple[int, ...]) -> tuple[Progress | MatchAnalysis, ...]:
    """All that is heard of an analysis; the same match is gone through once."""
    return tuple(analyse(load(record), seats, SEED))


class StudyByHand(Study):
    """Looks at all turns in the first `poll`; ``until``: after so many it waits."""

    until: int | None = None

    def __init__(self, record: Record, seats: tuple[int, ...]) -> None:
        super().__init__(record, seats)
        self._news = iter(news_of(dump(record), seats))
        self.closed = False

    def start(self) -> None: ...

    def poll(self) -> None:
        while self.found is None and (self.until is None or self.progress.done < self.until):
            news = next(self._news)
            if isinstance(news, Progress):
                self.progress = news
            else:
                assert isinstance(news, MatchAnalysis)
                self.found = news

    def close(self) -> None:
        self.closed = True

    def join(self, timeout_s: float) -> bool:
        return True


def by_hand(
    app: AppByHand, study: type[StudyByHand] = StudyByHand, begun: list[StudyByHand] | None = None
) -> Studies:
    """From now on analyses are gone through in this process; each that begins is added to ``begun``."""

    def begin(record: Record, seats: tuple[int, ...]) -> StudyByHand:
        one = study(record, seats)
        if begun is not None:
            begun.append(one)
        return one

    studies = next(one for one in app.stage.besides if isinstance(one, Studies))
    studies.begin = begin
    return studies
