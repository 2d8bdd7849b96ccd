"""What is on the screen in lines of text: the scene that is entered, what the keys have come to, what is announced.

The table says the rest: what happens at it, and what who is on turn needs to know (`ui.table.telling`).
"""

from __future__ import annotations

from typing import Protocol

from game.i18n import _
from game.narration import sentence
from ui.page import Page
from ui.scene import Scene, Stage
from ui.widgets.focus import Stop


class Lines(Protocol):
    """Where lines go; ``fault``: what was in their way, empty if nothing was."""

    fault: str

    def say(self, line: str) -> None:
        """Write a line; never waits."""
        ...


class Narrator:
    """A `ui.scene.Beside` that looks at the stage after every frame; while it lives ``stage.narrate`` is its own."""

    busy = False

    def __init__(self, stage: Stage, transcript: Lines) -> None:
        self._stage = stage
        self._transcript = transcript
        self._scene: Scene | None = None
        self._golden = ""
        self._stop: Stop | None = None
        self._complained = False
        stage.narrate = self._say

    def _say(self, words: str) -> None:
        for line in words.splitlines():
            self._transcript.say(line)

    def update(self) -> None:
        """Say what another frame has brought."""
        scene = self._stage.scene
        if scene is not self._scene:
            self._scene, self._golden, self._stop = scene, "", None
            for line in scene.told:
                self._say(sentence(line))
        if isinstance(scene, Page):
            self._look_for_golden(scene)
        self._look_at_ring(scene)
        fault = self._transcript.fault
        if fault and not self._complained:
            self._complained = True
            self._stage.notify(fault)

    def _look_at_ring(self, scene: Scene) -> None:
        """Say what the ring has come to, with the keys for it; of a value that was changed only that."""
        stop, before = scene.focus.stop, self._stop
        self._stop = stop
        if stop is None or stop == before:
            return
        self._say(sentence(stop.words))
        if before is None or stop.widget_id != before.widget_id:
            self._say(sentence(stop.how))

    def _look_for_golden(self, page: Page) -> None:
        """Say what Enter means on a page, once that is so; a table says it with what may be chosen."""
        golden = page.focus.golden
        words = golden.text if golden is not None else ""
        if words and words != self._golden:
            self._say(_("Enter: {button}. Tab: the other buttons.").format(button=words))
        self._golden = words

    def close(self) -> None:
        """The program ends: nothing more is said."""
        self._stage.narrate = None
