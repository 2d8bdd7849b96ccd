"""SceneStack: the open scenes; the top one is shown and has the widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from ui.app.scene import Scene
from ui.graphics.gui_manager import GuiManager
from ui.widgets.base import get_visible_widgets


class SceneStack:
    """The open scenes, bottom first.

    ``needs_first_paint``: the top scene has been built since its picture was last painted.
    """

    def __init__(
        self,
        ui_manager: GuiManager,
        apply_theme: Callable[[], None],
        get_look: Callable[[], object],
        on_close: Callable[[Scene], None],
    ) -> None:
        """Create an empty stack.

        ``apply_theme`` is called before a scene is built, ``on_close`` before a scene closes. ``get_look`` returns all
        that the widgets of every scene depend on.
        """
        self.needs_first_paint = False
        self._ui_manager = ui_manager
        self._apply_theme = apply_theme
        self._get_look = get_look
        self._on_close = on_close
        self._scenes: list[Scene] = []
        self._current: Scene | None = None

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

    @property
    def current(self) -> Scene:
        """The scene that is built or painted: the top one, or one that is seen below it.

        Raises IndexError if there is none.
        """
        return self.top if self._current is None else self._current

    @contextmanager
    def as_current(self, scene: Scene) -> Iterator[None]:
        """Return a context manager in whose block ``scene``, which is seen below the top one, is the current scene."""
        outer, self._current = self._current, scene
        try:
            yield
        finally:
            self._current = outer

    def push(self, scene: Scene) -> None:
        """Show a scene over the top one."""
        if self._scenes and scene.scene_below is self.top:
            self._keep_widgets(self.top)
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
        self._scenes.append(scene)
        self.rebuild()

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

        Called when the scene was covered or has a new size, scale, theme or language. The scenes that are seen below it
        get new pictures of their widgets if these are out of date. Raise IndexError if the stack is empty.
        """
        scene = self.top
        with scene.focus.preserve():
            for scene_below in _list_scenes_below(scene):
                if self._is_outdated(scene_below):
                    with self.as_current(scene_below), scene_below.focus.preserve():
                        self._build(scene_below)
                    self._keep_widgets(scene_below)
            self._build(scene)
        self.needs_first_paint = True

    def update(self) -> None:
        """Bring the scenes that are seen below the top one up to date."""
        scenes_below = _list_scenes_below(self.top)
        if any(map(self._is_outdated, scenes_below)):
            self.rebuild()
        for scene in scenes_below:
            with self.as_current(scene):
                scene.widgets_below.update_pictures()

    def _is_outdated(self, scene: Scene) -> bool:
        """Return whether the kept widgets of a scene below the top one are for another look or viewer."""
        return scene.widgets_below_look != (self._get_look(), scene.viewer)

    def _build(self, scene: Scene) -> None:
        self._ui_manager.clear_and_reset()
        self._apply_theme()
        scene.focus.remove_dead()
        scene.build()

    def _keep_widgets(self, scene: Scene) -> None:
        """Keep the pictures of the widgets, which are those of ``scene``, for the scene that covers it."""
        scene.widgets_below = get_visible_widgets(self._ui_manager)
        scene.widgets_below_look = self._get_look(), scene.viewer


def _list_scenes_below(scene: Scene) -> list[Scene]:
    """Return the scenes that are seen below ``scene``, the lowest first."""
    below = scene.scene_below
    return [] if below is None else [*_list_scenes_below(below), below]
