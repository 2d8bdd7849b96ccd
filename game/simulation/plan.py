"""What a simulation is asked to do, and the error where that makes no sense.

Nothing here needs the libraries that players think with: every start of the program reads this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from game.core.options import Options

MAX_JOBS: Final = 61
"""What a pool of processes can hold on every system."""


class BadArgumentError(ValueError):
    """An argument of the command line that makes no sense; ``str(error)`` is one line that names it."""


class BotFile(msgspec.Struct, frozen=True):
    """A bot: a class in a Python file. ``label``: how it was typed; ``path``: absolute."""

    label: str
    path: str
    class_name: str


class SimulationPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, by which players, how often. ``record_folder``: where records go, None for nowhere.

    ``bots``: the file of each of the ``players`` that is no level.
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
        """How often each pack is played."""
        return len(self.players) if self.is_duplicate else 1

    def get_player_at(self, seat: int, rotation: int) -> int:
        """Which of the players sits at ``seat``."""
        return (seat + rotation) % len(self.players)

    def get_bot(self, player: int) -> BotFile | None:
        """The file of a player that is a bot."""
        return self.bots.get(self.players[player])
