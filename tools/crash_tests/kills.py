"""Programs that are killed while they write: every action that they accepted must be stored."""

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

from game.core.actions import Deal
from game.match.match import Match
from game.match.record import Record
from game.shuffling.shuffle import shuffle_pack
from game.storage.files import Folders
from game.storage.matches import MatchRepository
from tests.stored_matches import empty_record, make_folders_below
from tools import ROOT
from tools.crash_tests.counts import OutcomeCounts

ALL_PRESENT, ONE_MORE, LOST, DAMAGED, FAILED = "all there", "and one more", "accepted, lost", "damaged", "failed"
OUTCOMES: Final = (ALL_PRESENT, ONE_MORE, LOST, DAMAGED, FAILED)
"""The outcomes. `ONE_MORE`: an action was saved, and the program was killed before it could report that."""
MAX_KILL_DELAY_S: Final = 0.06
FIRST_OUTPUT_TIMEOUT_S: Final = 120.0
"""The seconds after which a process without any output counts as failed."""
UNDO_PROBABILITY: Final = 0.1
"""The probability that a step takes actions back instead of adding one."""
INTENT_PREFIX: Final = "? "
"""The prefix of a line that a process writes before it takes actions back.

If it is killed in between, the match before or the match after is stored.
"""


def run_writer_kills(home: Path, rng: Random, tries: int) -> OutcomeCounts:
    """Kill a process that writes without pause at random moments, ``tries`` times; return the outcomes.

    Each next process continues the same match.
    """
    folders, counts = make_folders_below(home), OutcomeCounts("killed in the write loop", OUTCOMES)
    for _time in range(tries):
        lines = _run_and_kill_writer(folders, rng)
        counts.add(*_judge_stored_match(folders, lines))
    return counts


def _run_and_kill_writer(folders: Folders, rng: Random) -> list[str]:
    """Return the lines, the oldest first, that a process wrote before it was killed.

    The process is a fork, which saves the start of Python.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _write_forever(folders, writing, rng.randrange(2**32))
    os.close(writing)
    output, deadline = b"", None
    try:
        while deadline is None or time.monotonic() < deadline:
            wait = FIRST_OUTPUT_TIMEOUT_S if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([reading], [], [], wait)[0]:
                break
            chunk = os.read(reading, 65536)
            if not chunk:
                break
            output += chunk
            deadline = deadline or time.monotonic() + rng.random() * MAX_KILL_DELAY_S
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    while chunk := os.read(reading, 65536):
        output += chunk
    os.close(reading)
    return output.decode().splitlines()


def _write_forever(folders: Folders, output_fd: int, seed: int) -> NoReturn:
    """Play at random in the latest match or a new one, and write a line for each accepted action."""
    try:
        journal, rng = MatchRepository(folders, time.time), Random(seed)
        if journal.notices:
            os.write(output_fd, f"! {journal.notices[0].text}\n".encode())
        listed = journal.archive.list_unfinished_matches()
        if listed and journal.claim_match(listed[0].id):
            match_id = listed[0].id
            record = journal.load_match(match_id).record
        else:
            record = empty_record()
            match_id = journal.create_match(record, ("you", "club"), 1, {})
        match = record.replay()
        if record.deals:
            os.write(output_fd, _format_progress(match_id, record))
        while True:
            if match.is_over:
                # True also at the start if the last process was killed between the last action and this call.
                journal.finish_match(match_id)
                record = empty_record()
                match_id, match = journal.create_match(record, ("you", "club"), 1, {}), record.create_match()
            if record.deals and record.deals[-1].actions and rng.random() < UNDO_PROBABILITY:
                record = _undo_some_actions(record, rng)
                os.write(output_fd, INTENT_PREFIX.encode() + _format_progress(match_id, record))
                journal.truncate_match(match_id, record, {"assisted": True})
                match = record.replay()
            else:
                record, match = _play_step(journal, match_id, record, match, rng)
            if record.deals:
                os.write(output_fd, _format_progress(match_id, record))
    except BaseException as error:
        os.write(output_fd, f"! {error!r}\n".encode())
    os._exit(1)


def _format_progress(match_id: int, record: Record) -> bytes:
    return f"{match_id} {len(record.deals)} {record.deals[-1].actions}\n".encode()


def _undo_some_actions(record: Record, rng: Random) -> Record:
    """Return the record without some actions of its last deal."""
    for _undo in range(rng.randrange(1, 1 + min(4, len(record.deals[-1].actions)))):
        record = record.without_last_action()
    return record


def _play_step(
    journal: MatchRepository, match_id: int, record: Record, match: Match, rng: Random
) -> tuple[Record, Match]:
    if match.needs_deal:
        record = record.with_deal(match.dealer, shuffle_pack(match.pack, rng))
        journal.add_deal(match_id, len(record.deals), record.deals[-1])
        return record, match.apply(Deal(record.deals[-1].pack)).match
    action = rng.choice(match.legal_actions())
    record = record.with_action(action)
    journal.add_action(match_id, len(record.deals), len(record.deals[-1].actions), action)
    return record, match.apply(action).match


def _judge_stored_match(folders: Folders, lines: list[str]) -> tuple[str, str]:
    """Return the outcome, and its description: whether the last of ``lines`` is in the database.

    An announced undo must be there completely or not at all.
    """
    if not lines or lines[-1].startswith("!"):
        return FAILED, lines[-1] if lines else "it told nothing"
    match_id = int(lines[-1].removeprefix(INTENT_PREFIX).split(" ", 1)[0])
    journal = MatchRepository(folders, time.time)
    try:
        if journal.notices:
            return DAMAGED, journal.notices[0].text
        saved = journal.load_match(match_id)
        if not lines[-1].startswith(INTENT_PREFIX):
            return _compare_with_line(saved.record, lines[-1])
        shorter, _words = _compare_with_line(saved.record, lines[-1].removeprefix(INTENT_PREFIX))
        if shorter == ALL_PRESENT and saved.notes.get("assisted") is True:
            return ALL_PRESENT, ""
        return _compare_with_line(saved.record, lines[-2])
    finally:
        journal.close()


def _compare_with_line(record: Record, line: str) -> tuple[str, str]:
    """Return the outcome, and its description, of comparing the record with ``line``.

    The record may be in that state, or one action further.
    """
    _number, deal, actions = line.split(" ", 2)
    stored_deals = record.deals[int(deal) - 1 :]
    if not stored_deals or not str(stored_deals[0].actions).startswith(actions.removesuffix(")").removesuffix(",")):
        return LOST, line
    is_exact = len(stored_deals) == 1 and str(stored_deals[0].actions) == actions
    return (ALL_PRESENT, "") if is_exact else (ONE_MORE, "")


# -- the complete program ---------------------------------------------------------------------------

WINDOW_SCRIPT: Final = """
import os, sys, time
import main
from game.session.host_connection import HostConnection
tell_transition = HostConnection.tell_transition
def tell_and_write(connection, moment, *arguments, **options):
    tell_transition(connection, moment, *arguments, **options)
    deals = moment.record.deals
    if deals:
        os.write(1, f"{connection.host.match_id} {len(deals)} {deals[-1].actions}\\n".encode())
HostConnection.tell_transition = tell_and_write
sys.exit(main.main(["play", "briscola", "--autoplay", "--deals", "1000", "--seed", sys.argv[1]]))
"""


def run_window_kills(home: Path, rng: Random, tries: int) -> OutcomeCounts:
    """Kill the complete program at random moments while it plays by itself in a window without a screen."""
    counts = OutcomeCounts("killed in the window loop", OUTCOMES)
    environment = {
        **os.environ, "TAVOLOVERDE_HOME": str(home), "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }  # fmt: skip
    for seed in range(tries):
        command = [sys.executable, "-c", WINDOW_SCRIPT, str(seed)]
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        assert process.stdout is not None
        lines = list(_read_until_moment(process.stdout.fileno(), rng))
        os.killpg(process.pid, signal.SIGKILL)
        rest, errors = process.communicate()
        lines += rest.decode().rpartition("\n")[0].splitlines()
        counts.add(
            *(_judge_stored_match(make_folders_below(home), lines) if lines else (FAILED, errors.decode()[-200:]))
        )
    return counts


def _read_until_moment(handle: int, rng: Random) -> Iterator[str]:
    """Yield the lines of some actions, then wait for a part of a second."""
    with os.fdopen(os.dup(handle), "rb", buffering=0) as stream:
        for _line in range(rng.randrange(1, 12)):
            line = stream.readline()
            if not line:
                return
            if line.startswith(b"pygame"):
                continue
            yield line.decode().rstrip("\n")
    time.sleep(rng.random() * 0.2)
