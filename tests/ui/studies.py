"""Analyses in a test's hand: gone through here and now, as far as the test says."""

from __future__ import annotations

from game.analysis.study import SEED, Progress, Study
from game.analysis.values import MatchAnalysis
from game.analysis.whole import analyse
from game.record import Record
from tests.ui.stage import AppByHand
from ui.studies import Studies


class StudyByHand(Study):
    """Looks at one turn for each `poll`, or at all of them; ``until``: after so many it waits."""

    until: int | None = None

    def __init__(self, record: Record, seats: tuple[int, ...]) -> None:
        super().__init__(record, seats)
        self._news = analyse(record, seats, SEED)
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


def by_hand(app: AppByHand, study: type[StudyByHand] = StudyByHand) -> Studies:
    """From now on analyses are gone through in this process."""
    studies = next(one for one in app.stage.besides if isinstance(one, Studies))
    studies.begin = study
    return studies
