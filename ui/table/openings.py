"""What a person may open over a table: the pause, the score, the log, the tricks of the deal, the cards gone."""

from __future__ import annotations

from typing import Protocol

from game.i18n import _
from ui.table.desk import Desk
from ui.table.face import Face
from ui.table.log import Log
from ui.table.look_back import LookBack
from ui.table.memory import MemoryAid
from ui.table.pad import Pad
from ui.table.pause import Pause


class Opening(Desk, Protocol):
    """The table's scene, as far as something is opened over it."""

    face: Face

    def tell(self, words: str) -> None:
        """Show a line to the person, and say it."""
        ...


class Openings:
    """Each lies over the table, which goes on under it, until it is closed."""

    def __init__(self, scene: Opening) -> None:
        self.scene = scene

    def pause(self) -> None:
        self.scene.stage.push(Pause(self.scene.stage, self.scene))

    def pad(self) -> None:
        self.scene.stage.push(Pad(self.scene.stage, self.scene, self.scene.face))

    def log(self) -> None:
        self.scene.stage.push(Log(self.scene.stage, self.scene))

    def tricks(self) -> None:
        """The last trick, and as many before it as the table has agreed on."""
        self.scene.stage.push(LookBack(self.scene.stage, self.scene, self.scene.face))

    def memory(self) -> None:
        """The memory aid, or a line that there is none."""
        if self.scene.table.aids.memory == "off":
            self.scene.tell(_("This table plays without a memory aid."))
        else:
            self.scene.stage.push(MemoryAid(self.scene.stage, self.scene, self.scene.face))
