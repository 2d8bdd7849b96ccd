"""Plan of a simulation, and the error for invalid arguments.

The module does not import the libraries of the computer players, because every start of the program imports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from game.core.options import Options

MAX_JOBS: Final = 61
"""The size of the largest process pool that works on every system."""


class BadArgumentError(ValueError):
    """An invalid argument of the command line; ``str(error)`` is one line that names it."""


class BotFile(msgspec.Struct, frozen=True):
    """A bot: a class in a Python file, or a program (docs/bots.md).

    ``label``: as it was typed; ``path``: absolute; ``class_name``: "" for a program.
    """

    label: str
    path: str
    class_name: str = ""

    @property
    def name(self) -> str:
        """The name of the class, or of the program's file."""
        return self.class_name or Path(self.path).name


class SimulationPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The deals of a simulation and their players.

    ``players``: levels, or the labels of bots; ``pack_count``: number of packs; ``is_duplicate``: play each pack once
    for each rotation of the players; ``record_folder``: folder for the records, or None; ``bots``: the file of each
    player that is a bot, by label.
    """

    game_id: str
    preset: str
    options: Options
    seats: int
    players: tuple[str, ...]
    pack_count: int
    is_duplicate: bool
    seed: int
    time_limit_ms: int
    record_folder: str | None
    bots: Mapping[str, BotFile] = {}

    @property
    def rotations(self) -> int:
        """The number of times that each pack is played."""
        return len(self.players) if self.is_duplicate else 1

    def get_player_at(self, seat: int, rotation: int) -> int:
        """Return the index in ``players`` of the player at ``seat``; ``rotation`` counts from 0."""
        return (seat + rotation) % len(self.players)

    def get_bot(self, player: int) -> BotFile | None:
        """Return the file of a player that is a bot, else None."""
        return self.bots.get(self.players[player])
