"""A match is gone through in a process of its own: nobody waits for it, and it can be given up."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.analysis import study
from game.analysis.judging import choices
from game.analysis.study import Progress, Study
from game.analysis.values import MatchAnalysis
from game.analysis.whole import analyse
from game.record import Record
from tests.game.ai.test_thinker import Unreadable, lives, until
from tests.game.analysis.matches import played

pytestmark = pytest.mark.slow


def crashes(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[Progress | MatchAnalysis]:
    yield Progress(1, 2)
    raise ZeroDivisionError("lost count")


def vanishes(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[Progress | MatchAnalysis]:
    yield Progress(0, 2)
    os._exit(3)


def answers_what_cannot_be_read(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[object]:
    yield Unreadable()


def reads_missing_model(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[Progress | MatchAnalysis]:
    Path("strong-model.npz").read_bytes()
    yield Progress(1, 2)


def never_ends(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[Progress | MatchAnalysis]:
    yield Progress(os.getpid(), 2)
    while True:
        time.sleep(0.01)


def begun(analyse_: Callable[..., Iterator[object]] = analyse) -> Study:
    record = played("muscio", ["novice", "club", "club"], deals=1)
    one = Study(record, (0,), analyse=f"{analyse_.__module__}:{analyse_.__qualname__}")
    one.start()
    return one


def heard(one: Study, true: Callable[[], object]) -> None:
    def polled() -> object:
        one.poll()
        return true()

    until(polled)


def test_what_the_process_finds_is_what_is_found_here() -> None:
    one = begun()
    heard(one, lambda: one.over)
    record = played("muscio", ["novice", "club", "club"], deals=1)
    *progress, found = analyse(record, (0,), study.SEED)
    assert one.found == found
    assert one.progress == progress[-1] == Progress(len(choices(record, (0,))), len(choices(record, (0,))))
    assert one.join(20)


@pytest.mark.parametrize(("fails", "says"), [
    (crashes, "lost count"),
    (vanishes, "died"),
    (answers_what_cannot_be_read, "cannot be read"),
    (reads_missing_model, "strong-model.npz"),
])  # fmt: skip
def test_an_analysis_that_comes_to_nothing_says_so(fails: Callable[..., Iterator[object]], says: str) -> None:
    one = begun(fails)
    heard(one, lambda: one.over)
    assert says in one.fault
    assert one.found is None
    assert one.join(20)


def test_an_analysis_that_is_given_up_leaves_no_process_behind() -> None:
    one = begun(never_ends)
    heard(one, lambda: one.progress.done)
    pid = one.progress.done
    one.close()
    assert one.join(20)
    assert not lives(pid)
    assert not one.over
