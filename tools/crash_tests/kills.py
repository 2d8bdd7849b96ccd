"""Programs that are killed while they write: every action they had accepted must be there afterwards."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NoReturn

from game.engine.actions import Deal
from game.fairness import shuffled
from game.match import Match
from game.record import Record
from game.store.files import Folders
from game.store.journal import Journal
from tests.game.store.test_storage import ROOT, empty_record, folders_below
from tools.crash_tests.counts import Counts

KEPT, MORE, LOST, DAMAGED, FAILED = "all there", "and one more", "accepted, lost", "damaged", "failed"
OUTCOMES: Final = (KEPT, MORE, LOST, DAMAGED, FAILED)
"""One action more than was told of: it was saved, and the program killed before it could say so."""
LONGEST: Final = 0.06
PATIENCE: Final = 120.0
"""Seconds until a process that has told nothing counts as one that never will."""
TAKEN_BACK: Final = 0.1
"""How often something is taken back instead of something done."""
MEANT: Final = "? "
"""So begins what a process tells before it takes back: killed in between it leaves the one match or the other."""


def writer_kills(home: Path, rng: Random, times: int) -> Counts:
    """A process that writes as fast as it can is killed at any moment; its successors go on with the same match."""
    folders, counts = folders_below(home), Counts("killed in the write loop", OUTCOMES)
    for _time in range(times):
        told = _killed_writer(folders, rng)
        counts.add(*_found(folders, told))
    return counts


def _killed_writer(folders: Folders, rng: Random) -> list[str]:
    """What a process told before it was killed. It is a copy of this one: it need not begin from nothing."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _write_for_ever(folders, writing, rng.randrange(2**32))
    os.close(writing)
    told, deadline = b"", None
    try:
        while deadline is None or time.monotonic() < deadline:
            wait = PATIENCE if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([reading], [], [], wait)[0]:
                break
            chunk = os.read(reading, 65536)
            if not chunk:
                break
            told += chunk
            deadline = deadline or time.monotonic() + rng.random() * LONGEST
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    while chunk := os.read(reading, 65536):
        told += chunk
    os.close(reading)
    return told.decode().splitlines()


def _write_for_ever(folders: Folders, told: int, seed: int) -> NoReturn:
    """Play at random in the latest match, or in a new one; tell of each action once it is accepted."""
    try:
        journal, rng = Journal(folders, time.time), Random(seed)
        if any("may be missing" not in one.text for one in journal.notices):
            os.write(told, f"! {journal.notices[0].text}\n".encode())
        listed = journal.unfinished()
        if listed and journal.claim(listed[0].id):
            match_id = listed[0].id
            record = journal.load(match_id).record
        else:
            record = empty_record()
            match_id = journal.create(record, ("you", "club"), 1, {})
        match = record.replay()
        if record.deals:
            os.write(told, _standing(match_id, record))
        while True:
            if match.over:
                # Also at the beginning: the one before was killed between the last action and this.
                journal.finish(match_id)
                record = empty_record()
                match_id, match = journal.create(record, ("you", "club"), 1, {}), record.start()
            if record.deals and record.deals[-1].actions and rng.random() < TAKEN_BACK:
                record = _shortened(record, rng)
                os.write(told, MEANT.encode() + _standing(match_id, record))
                journal.cut(match_id, record, {"assisted": True})
                match = record.replay()
            else:
                record, match = _step(journal, match_id, record, match, rng)
            if record.deals:
                os.write(told, _standing(match_id, record))
    except BaseException as error:
        os.write(told, f"! {error!r}\n".encode())
    os._exit(1)


def _standing(match_id: int, record: Record) -> bytes:
    return f"{match_id} {len(record.deals)} {record.deals[-1].actions}\n".encode()


def _shortened(record: Record, rng: Random) -> Record:
    """Without some of the actions of its last deal."""
    for _one in range(rng.randrange(1, 1 + min(4, len(record.deals[-1].actions)))):
        record = record.undo()
    return record


def _step(journal: Journal, match_id: int, record: Record, match: Match, rng: Random) -> tuple[Record, Match]:
    if match.awaits_deal:
        record = record.dealt(match.dealer, shuffled(match.pack, rng))
        journal.add_deal(match_id, len(record.deals), record.deals[-1])
        return record, match.apply(Deal(record.deals[-1].pack)).match
    action = rng.choice(match.legal())
    record = record.acted(action)
    journal.add_action(match_id, len(record.deals), len(record.deals[-1].actions), action)
    return record, match.apply(action).match


def _found(folders: Folders, told: list[str]) -> tuple[str, str]:
    """What of the last thing that was told is in the file; of what was meant to be taken back, all or nothing."""
    if not told or told[-1].startswith("!"):
        return FAILED, told[-1] if told else "it told nothing"
    number = int(told[-1].removeprefix(MEANT).split(" ", 1)[0])
    journal = Journal(folders, time.time)
    try:
        if any("may be missing" not in one.text for one in journal.notices):
            return DAMAGED, journal.notices[0].text
        saved = journal.load(number)
        if saved.loss:
            return DAMAGED, saved.loss
        if not told[-1].startswith(MEANT):
            return _held(saved.record, told[-1])
        shorter, _words = _held(saved.record, told[-1].removeprefix(MEANT))
        if shorter == KEPT and saved.extra.get("assisted") is True:
            return KEPT, ""
        return _held(saved.record, told[-2])
    finally:
        journal.close()


def _held(record: Record, told: str) -> tuple[str, str]:
    """Whether a match stands as a line says, or an action further."""
    _number, deal, actions = told.split(" ", 2)
    held = record.deals[int(deal) - 1 :]
    if not held or not str(held[0].actions).startswith(actions.removesuffix(")").removesuffix(",")):
        return LOST, told
    exact = len(held) == 1 and str(held[0].actions) == actions
    return (KEPT, "") if exact else (MORE, "")


# -- the program itself ----------------------------------------------------------------------------

WINDOW: Final = """
import os, sys, time
import game.local_table, main
done = game.local_table.LocalTable._happened
def telling(table, record, match, events):
    done(table, record, match, events)
    os.write(1, f"{table._id} {len(record.deals)} {record.deals[-1].actions}\\n".encode())
game.local_table.LocalTable._happened = telling
sys.exit(main.main(["play", "briscola", "--autoplay", "--deals", "1000", "--seed", sys.argv[1]]))
"""


def window_kills(home: Path, rng: Random, times: int) -> Counts:
    """The whole program, playing by itself in a window that nobody sees, is killed at any moment."""
    counts = Counts("killed in the window loop", OUTCOMES)
    environment = {
        **os.environ, "TAVOLOVERDE_HOME": str(home), "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }  # fmt: skip
    for seed in range(times):
        command = [sys.executable, "-c", WINDOW, str(seed)]
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        assert process.stdout is not None
        told = list(_lines(process.stdout.fileno(), rng))
        os.killpg(process.pid, signal.SIGKILL)
        rest, errors = process.communicate()
        told += rest.decode().rpartition("\n")[0].splitlines()
        counts.add(*(_found(folders_below(home), told) if told else (FAILED, errors.decode()[-200:])))
    return counts


def _lines(handle: int, rng: Random) -> Iterator[str]:
    """What is told until the moment comes: some actions and a part of a second later."""
    with os.fdopen(os.dup(handle), "rb", buffering=0) as stream:
        for _line in range(rng.randrange(1, 12)):
            line = stream.readline()
            if not line:
                return
            if line.startswith(b"pygame"):
                continue
            yield line.decode().rstrip("\n")
    time.sleep(rng.random() * 0.2)
