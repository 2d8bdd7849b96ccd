"""Players in programs of their own, in any language, which speak JSON lines (docs/bots.md)."""

from __future__ import annotations

import subprocess
import threading
from functools import cache
from queue import Empty, SimpleQueue
from random import Random
from typing import Final

import msgspec

from game.core.actions import Action
from game.core.sanitizer import escape_to_one_line
from game.match.observation import Observation
from game.session.encoding import to_plain
from game.simulation.bots import MAX_DETAIL_CHARACTERS, Player, ProgramError, check_is_file, load_bot
from game.simulation.plan import BotFile
from game.text.file_errors import describe_os_error

MAX_ANSWER_S: Final = 10.0
"""Seconds in which a program must answer."""
SEED_BITS: Final = 32


class ProgramPlayer:
    """The player of one seat in a program that is started when it must choose, and again after a fault."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: SimpleQueue[bytes] = SimpleQueue()

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the action that the program names. Raise ProgramError if there is none that is legal."""
        question = {"observation": to_plain(observation), "seed": rng.getrandbits(SEED_BITS)}
        answer = self._ask(msgspec.json.encode(question) + b"\n")
        try:
            text = msgspec.json.decode(answer)["action"]
        except (LookupError, RecursionError, TypeError, ValueError):
            text = None
        actions = [action for action in observation.legal_actions if str(action) == text]
        if not actions:
            self.stop()
            shown = escape_to_one_line(answer.decode(errors="replace").strip(), MAX_DETAIL_CHARACTERS)
            raise ProgramError("illegal", shown)
        return actions[0]

    def stop(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _ask(self, question: bytes) -> bytes:
        process = self._process or self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(question)
            process.stdin.flush()
            answer = self._lines.get(timeout=MAX_ANSWER_S)
        except OSError:
            answer = b""
        except Empty:
            self.stop()
            raise ProgramError("silent", f"{MAX_ANSWER_S:g}") from None
        if not answer:
            self.stop()
            raise ProgramError("ended")
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen([self._path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ProgramError("not_started", describe_os_error(error)) from None
        self._process, self._lines = process, SimpleQueue()
        threading.Thread(target=_read_lines, args=(process, self._lines), daemon=True).start()
        return process


@cache
def load_player(bot: BotFile, seat: int) -> Player:
    """Return the bot at ``seat``, the same object for the whole process.

    Raise BotError if it cannot be loaded; a program is started later.
    """
    if bot.class_name:
        return load_bot(bot)
    check_is_file(bot)
    return ProgramPlayer(bot.path)


def _read_lines(process: subprocess.Popen[bytes], lines: SimpleQueue[bytes]) -> None:
    """Put the lines that a program writes into a queue, and an empty one at its end."""
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put(b"")
