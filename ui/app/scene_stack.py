"""SceneStack: the open scenes; the top one is shown and has the widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

from ui.app.scene import Scene
from ui.graphics.gui_manager import GuiManager


class SceneStack:
    """The open scenes, bottom first.

    ``needs_first_paint``: the top scene has been built since its picture was last painted.
    """

    def __init__(
        self, ui_manager: GuiManager, apply_theme: Callable[[], None], on_close: Callable[[Scene], None]
    ) -> None:
        """Create an empty stack.

        ``apply_theme`` is called before a scene is built, ``on_close`` before a scene closes.
        """
        self.needs_first_paint = False
        self._ui_manager = ui_manager
        self._apply_theme = apply_theme
        self._on_close = on_close
        self._scenes: list[Scene] = []

    def __len__(self) -> int:
        return len(self._scenes)

    def __iter__(self) -> Iterator[Scene]:
        return iter(self._scenes)

    def __reversed__(self) -> Iterator[Scene]:
        return reversed(self._scenes)

    @property
    def top(self) -> Scene:
        """The scene that is shown. Raises IndexError if there is none."""
        return self._scenes[-1]

    @property
    def covered(self) -> tuple[Scene, ...]:
        """The scenes below the top one."""
        return tuple(self._scenes[:-1])

    def push(self, scene: Scene) -> None:
        """Show a scene over the top one."""
        self._scenes.append(scene)
        self.rebuild()

    def pop(self) -> None:
        """Close the top scene and show the scene below it, if there is one. Raise IndexError if the stack is empty."""
        self._close(self._scenes.pop())
        if self._scenes:
            self.rebuild()

    def replace_top(self, scene: Scene) -> None:
        """Close the top scene and show ``scene`` in its place."""
        self._close(self._scenes.pop())
        self.push(scene)

    def replace(self, scene: Scene) -> None:
        """Close all scenes and show ``scene``."""
        self.close_all()
        self.push(scene)

    def close_all(self) -> None:
        """Close all scenes, the top one first; each is closed even if another raises an exception.

        That exception is raised again at the end.
        """
        with ExitStack() as last_to_first:
            for _scene in self._scenes:
                last_to_first.callback(lambda: self._close(self._scenes.pop()))

    def _close(self, scene: Scene) -> None:
        self._on_close(scene)
        scene.on_exit()

    def rebuild(self) -> None:
        """Make the widgets of the top scene again; the focus stays on its id.

        Called when the scene was covered or has a new size, scale, theme or language. Raise IndexError if the stack is
        empty.
        """
        scene = self.top
        with scene.focus.preserve():
            self._ui_manager.clear_and_reset()
            self._apply_theme()
            scene.focus.remove_dead()
            scene.build()
        self.needs_first_paint = True
