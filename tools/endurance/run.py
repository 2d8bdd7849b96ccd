"""A run of matches between a person who plays at random and computer players, each compared with the disk."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from game.session.local import LocalSession
from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository
from tests.fakes import make_folders, make_match_setup
from tests.ui.app_driver import get_full_record
from tests.ui.match_driver import act_at_random
from tools.benchmarks.frames import FrameTimes, MeasuredApp, measure_frame
from tools.endurance.faults import FAULTS, FaultTarget
from ui.app.app import freeze_gc
from ui.app.match_launcher import start_match
from ui.app.settings import Settings
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.scene import TableScene

FRAMES_BETWEEN_FAULTS: Final = 60
"""The average number of frames between two faults."""
STUCK_AFTER_S: Final = 120.0
"""The seconds without an action after which a match is stuck; a process that hangs can cost two time-outs."""
WORKER_TIMEOUT_S: Final = 2.0
"""The seconds after which a worker process counts as hung."""
SLOW_FRAME_MS: Final = 50.0
"""The duration that no frame should exceed, in milliseconds."""
SETTLING_FRAMES: Final = 30
"""The frames after a change of scene or size that are not measured."""
PAGE_BYTES: Final = 4096
FAULT_ENDED: Final = "over"
MAX_ACTIONS_PER_MATCH: Final = 300
"""The actions after which a match is left for the next one."""
MEMORY_SAMPLE_INTERVAL_S: Final = 10.0
"""The seconds between two measurements of memory."""
MAX_MATCHES_COMPARED: Final = 20
"""The number of last matches that are compared again after the end of the program."""


class EnduranceReport:
    """The figures of a run."""

    def __init__(self) -> None:
        self.fault_counts: Counter[str] = Counter()
        self.message_counts: Counter[str] = Counter()
        self.match_counts: Counter[str] = Counter()
        self.action_count = 0
        self.frame_times: list[FrameTimes] = []
        self.memory_bytes: list[int] = []
        self.lost_matches: list[str] = []
        self.stuck_matches: list[str] = []


class EnduranceRun:
    """A run of ``seconds`` seconds. ``report`` grows while it plays."""

    def __init__(self, app: MeasuredApp, seed: int, seconds: float) -> None:
        self.app = app
        self.rng = Random(seed)
        self.target = FaultTarget(app, self.rng)
        self.deadline = time.perf_counter() + seconds
        self.report = EnduranceReport()
        self._fault: Iterator[str | None] | None = None
        self._fault_name = ""
        self._frames_until_fault = FRAMES_BETWEEN_FAULTS
        self._settling_frames = SETTLING_FRAMES
        self._next_memory_sample = 0.0

    def run(self) -> None:
        """Play matches of all games in turn until the time is over."""
        self.app.context.scenes.push(MainMenuScene(self.app.context))
        freeze_gc()
        for game in cycle(GAMES):
            if self._is_over:
                return
            self._play_match(game)

    @property
    def _is_over(self) -> bool:
        """Whether the time is over and at least one fault has happened, also on a slow machine."""
        return time.perf_counter() > self.deadline and bool(self.report.fault_counts)

    def _play_match(self, game: str) -> None:
        seats = self.rng.choice(GAMES[game].seat_counts)
        start_match(self.app.context, make_match_setup(" ".join([PERSON_KIND, *["club"] * (seats - 1)]), game=game))
        scene = self.target.table
        table = scene.session
        assert isinstance(table, LocalSession)
        action_count, last_progress = -1, time.perf_counter()
        while not scene.observation.is_over and action_count < MAX_ACTIONS_PER_MATCH and not self._is_over:
            self._advance_frame(scene)
            if (new_count := count_actions(get_full_record(table))) != action_count:
                action_count, last_progress = new_count, time.perf_counter()
            if time.perf_counter() - last_progress > STUCK_AFTER_S:
                self.report.stuck_matches.append(
                    f"{game}: {action_count} actions, after {self._fault_name or 'no fault'}"
                )
                break
        self._finish_match(scene, table)
        self.report.match_counts[game] += 1
        self.report.action_count += count_actions(get_full_record(table))

    def _finish_match(self, scene: TableScene, table: LocalSession) -> None:
        """Wait for the end of the fault and of the pending write, then compare the match with the disk."""
        deadline = time.perf_counter() + STUCK_AFTER_S
        while (self._fault is not None or table.is_saving) and time.perf_counter() < deadline:
            self._advance_frame(scene, may_begin_fault=False)
        if table.is_saving:
            self.report.stuck_matches.append(f"saving: {table.error or 'no fault'}")
        elif table.status.match_id is not None:
            saved = (
                self.app.context.storage.call(MatchRepository.load_match, table.status.match_id)
                .result(STUCK_AFTER_S)
                .record
            )
            self.target.records_by_id[table.status.match_id] = get_full_record(table)
            self.report.lost_matches += describe_difference(get_full_record(table), saved, "at the table")
        self.app.context.scenes.replace(MainMenuScene(self.app.context))
        self._settling_frames = SETTLING_FRAMES

    def _advance_frame(self, scene: TableScene, *, may_begin_fault: bool = True) -> None:
        previous_scene = self.app.context.scenes.top
        self._advance_fault(may_begin_fault)
        self._act(scene)
        frame_times = measure_frame(self.app)
        if self.app.context.scenes.top is not previous_scene or self._fault_name in (
            "window resized",
            "display changed",
        ):
            self._settling_frames = SETTLING_FRAMES
        if time.perf_counter() > self._next_memory_sample:
            self._next_memory_sample = time.perf_counter() + MEMORY_SAMPLE_INTERVAL_S
            self.report.memory_bytes.append(get_memory_bytes())
        self._settling_frames -= 1
        if self._settling_frames < 0:
            self.report.frame_times.append(frame_times)

    def _advance_fault(self, may_begin_fault: bool) -> None:
        """Continue the present fault, or begin another."""
        if self._fault is not None:
            if next(self._fault, FAULT_ENDED) == FAULT_ENDED:
                self._fault, self._frames_until_fault = (
                    None,
                    self.rng.randrange(FRAMES_BETWEEN_FAULTS // 2, FRAMES_BETWEEN_FAULTS * 3 // 2),
                )
            return
        self._fault_name = ""
        self._frames_until_fault -= 1
        if may_begin_fault and self._frames_until_fault < 0:
            self._fault_name = self.rng.choice(list(FAULTS))
            self._fault = FAULTS[self._fault_name](self.target)
            self.report.fault_counts[self._fault_name] += 1

    def _act(self, scene: TableScene) -> None:
        """Act as the person. After a failed write, retry once the fault is over."""
        if scene.session.error:
            if self._fault is None:
                self.report.message_counts[scene.session.error] += 1
                scene.session.retry()
        elif not scene.observation.is_over and not scene.session.is_saving:
            scene.skip_animations()
            act_at_random(scene, self.rng, False)


def describe_difference(record: Record, saved: Record, when: str) -> list[str]:
    """Return a line if the record on disk is not the accepted one, else no line."""
    if saved == record:
        return []
    return [
        f"{record.game_id} {when}: {count_actions(saved)} actions are on the disk, "
        f"{count_actions(record)} were accepted"
    ]


def count_actions(record: Record) -> int:
    """Return the number of actions in a record."""
    return sum(len(deal.actions) for deal in record.deals)


def get_memory_bytes() -> int:
    """Return the memory of this process in bytes, or 0 if the system does not report it."""
    file = Path("/proc/self/statm")
    return int(file.read_text().split()[1]) * PAGE_BYTES if file.exists() else 0


@contextmanager
def open_window(folders: Folders) -> Iterator[MeasuredApp]:
    """Return a context manager that gives its block the complete program.

    It has short time-outs for the disk and the worker process.
    """
    with (
        patch("game.ai.client.ANSWER_TIMEOUT_S", WORKER_TIMEOUT_S),
        patch("game.storage.database.BUSY_TIMEOUT_S", 0.3),
    ):
        app = MeasuredApp(folders, Settings(sound=False, speed=0.0), (1280, 720), thinking_ms=50)
        try:
            yield app
        finally:
            app.close()


def play_with_faults(seconds: float, seed: int) -> EnduranceReport:
    """Play for ``seconds`` with faults and return the report.

    After the end of the program, the last matches are compared with the database again.
    """
    with tempfile.TemporaryDirectory() as home:
        folders = make_folders(Path(home))
        with open_window(folders) as app:
            run = EnduranceRun(app, seed, seconds)
            run.run()
        journal = MatchRepository(folders, time.time)
        for match_id, record in list(run.target.records_by_id.items())[-MAX_MATCHES_COMPARED:]:
            try:
                run.report.lost_matches += describe_difference(
                    record, journal.load_match(match_id).record, "afterwards"
                )
            except StorageError as error:
                run.report.lost_matches.append(f"{record.game_id} afterwards: {error}")
        journal.close()
    return run.report
