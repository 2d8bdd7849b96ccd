"""A run: matches played by a person who plays by chance and by computers, each checked against the disk."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from game.ai.worker import Thinker
from game.local_table import LocalTable
from game.record import Record
from game.rules import GAMES
from game.seating import PERSON
from game.store.files import Folders, StorageError
from game.store.journal import Journal
from tests.fakes import folders_in, seating
from tests.ui.driving import act
from tests.ui.stage import whole_record
from tools.benchmarks.frames import MeasuredApp, Work, frame
from tools.endurance.faults import FAULTS, Harmed
from ui.app import set_apart
from ui.matches import begin
from ui.scenes.menu import Menu
from ui.settings import Settings
from ui.table.scene import TableScene

EVERY: Final = 60
"""So many frames lie between two faults, more or less."""
PATIENCE: Final = 120.0
"""Seconds without anything happening after which a match is stuck; a process that hangs is waited for twice."""
HARD_LIMIT: Final = 2.0
"""Seconds after which a process that thinks counts as hung."""
SLOW: Final = 50.0
"""Milliseconds that no frame should take."""
SETTLING: Final = 30
"""Frames after a change of scene or size that count with it."""
PAGE: Final = 4096
OVER: Final = "over"
MOST: Final = 300
"""Actions of a match, then it is left for the next."""
SAMPLED: Final = 10.0
"""Seconds between two looks at the memory."""
OLDER: Final = 20
"""So many finished matches are compared once more when the program has ended; of more the last."""


class Found:
    """What came of it."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        self.said: Counter[str] = Counter()
        self.matches: Counter[str] = Counter()
        self.actions = 0
        self.frames: list[Work] = []
        self.memory: list[int] = []
        self.lost: list[str] = []
        self.stuck: list[str] = []


class Run:
    """Plays until the time is over. ``found`` grows."""

    def __init__(self, app: MeasuredApp, seed: int, seconds: float) -> None:
        self.app = app
        self.rng = Random(seed)
        self.harmed = Harmed(app, self.rng)
        self.end = time.perf_counter() + seconds
        self.found = Found()
        self._fault: Iterator[str | None] | None = None
        self._name = ""
        self._until_fault = EVERY
        self._settling = SETTLING
        self._sampled = 0.0

    def run(self) -> None:
        """Matches of all games in turn."""
        self.app.stage.push(Menu(self.app.stage))
        set_apart()
        for game in cycle(GAMES):
            if self._over:
                return
            self._match(game)

    @property
    def _over(self) -> bool:
        """The time is up, and be the machine never so slow, something has gone wrong in it."""
        return time.perf_counter() > self.end and bool(self.found.faults)

    def _match(self, game: str) -> None:
        seats = self.rng.choice(GAMES[game].seats)
        begin(self.app.stage, seating(" ".join([PERSON, *["club"] * (seats - 1)]), game=game))
        scene = self.harmed.table
        table = scene.table
        assert isinstance(table, LocalTable)
        seen, since = -1, time.perf_counter()
        while not scene.view.over and seen < MOST and not self._over:
            self._frame(scene)
            if (now := actions(whole_record(table))) != seen:
                seen, since = now, time.perf_counter()
            if time.perf_counter() - since > PATIENCE:
                self.found.stuck.append(f"{game}: {seen} actions, after {self._name or 'no fault'}")
                break
        self._finish(scene, table)
        self.found.matches[game] += 1
        self.found.actions += actions(whole_record(table))

    def _finish(self, scene: TableScene, table: LocalTable) -> None:
        """Let the fault end and what is on its way reach the disk; then compare."""
        due = time.perf_counter() + PATIENCE
        while (self._fault is not None or table.saving) and time.perf_counter() < due:
            self._frame(scene, new=False)
        if table.saving:
            self.found.stuck.append(f"saving: {table.fault or 'no fault'}")
        elif table.match_id is not None:
            saved = self.app.stage.storage.load(table.match_id).result(PATIENCE).record
            self.harmed.kept[table.match_id] = whole_record(table)
            self.found.lost += missing(whole_record(table), saved, "at the table")
        self.app.stage.go(Menu(self.app.stage))
        self._settling = SETTLING

    def _frame(self, scene: TableScene, *, new: bool = True) -> None:
        before = self.app.stage.scene
        self._harm(new)
        self._play(scene)
        spent = frame(self.app)
        if self.app.stage.scene is not before or self._name in ("window resized", "display changed"):
            self._settling = SETTLING
        if time.perf_counter() > self._sampled:
            self._sampled = time.perf_counter() + SAMPLED
            self.found.memory.append(resident())
        self._settling -= 1
        if self._settling < 0:
            self.found.frames.append(spent)

    def _harm(self, new: bool) -> None:
        """Go on with the fault that there is, or begin another."""
        if self._fault is not None:
            if next(self._fault, OVER) == OVER:
                self._fault, self._until_fault = None, self.rng.randrange(EVERY // 2, EVERY * 3 // 2)
            return
        self._name = ""
        self._until_fault -= 1
        if new and self._until_fault < 0:
            self._name = self.rng.choice(list(FAULTS))
            self._fault = FAULTS[self._name](self.harmed)
            self.found.faults[self._name] += 1

    def _play(self, scene: TableScene) -> None:
        """What the person does now; of what could not be saved he tries again once the disk is well."""
        if scene.table.fault:
            if self._fault is None:
                self.found.said[scene.table.fault] += 1
                scene.table.retry()
        elif not scene.view.over and not scene.table.saving:
            scene.skip()
            act(scene, self.rng, False)


def missing(record: Record, saved: Record, when: str) -> list[str]:
    """A line if what is on the disk is not what was accepted."""
    if saved == record:
        return []
    return [f"{record.game} {when}: {actions(saved)} actions are on the disk, {actions(record)} were accepted"]


def actions(record: Record) -> int:
    """How many actions a record holds."""
    return sum(len(deal.actions) for deal in record.deals)


def resident() -> int:
    """Bytes of memory that the process has; 0 where the system does not say."""
    file = Path("/proc/self/statm")
    return int(file.read_text().split()[1]) * PAGE if file.exists() else 0


@contextmanager
def window(folders: Folders) -> Iterator[MeasuredApp]:
    """The whole program; its disk and its thinking process are waited for only as long as a run has time for."""
    thinker = partial(Thinker, hard_limit_s=HARD_LIMIT)
    with patch("game.store.database.PATIENCE", 0.3):
        app = MeasuredApp(
            folders, Settings(sound=False, speed=0.0), (1280, 720), thinking_ms=50, make_player_worker=thinker
        )
        try:
            yield app
        finally:
            app.close()


def play_with_faults(seconds: float, seed: int) -> Found:
    """Play for ``seconds``, end the program, open the journal again, and compare the last matches once more."""
    with tempfile.TemporaryDirectory() as home:
        folders = folders_in(Path(home))
        with window(folders) as app:
            run = Run(app, seed, seconds)
            run.run()
        journal = Journal(folders, time.time)
        for match_id, record in list(run.harmed.kept.items())[-OLDER:]:
            try:
                run.found.lost += missing(record, journal.load(match_id).record, "afterwards")
            except StorageError as error:
                run.found.lost.append(f"{record.game} afterwards: {error}")
        journal.close()
    return run.found
