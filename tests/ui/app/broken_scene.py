"""A scene that fails."""

from __future__ import annotations

from ui.app.scene import Scene
from ui.graphics.canvas import Canvas


class BrokenScene(Scene):
    """A scene that raises an error when it is painted or exited."""

    def draw(self, canvas: Canvas) -> None:
        raise ZeroDivisionError("the seven of coins")

    def on_exit(self) -> None:
        raise LookupError("nothing to leave")
