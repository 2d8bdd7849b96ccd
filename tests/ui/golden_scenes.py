"""The golden texts of the scenes: what each view draws and narrates, in a file that a person can read."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.tracer import pause_tracer
from tests.ui.scene_interactions import describe_interactions
from tests.ui.scene_registry.scenes import NEW_WINDOW_SIZE, SCENES, open_scene_app, show_views
from tests.ui.scene_transcript import record_scene

FOLDER: Final = Path(__file__).parents[1] / "golden_scenes"
GOLDEN_SCENES: Final = tuple(name for name, scene in SCENES.items() if scene.has_golden_text)
VIEW_MARK: Final = "== "
"""The beginning of the line before a view."""


class Look(NamedTuple):
    """A size of the window in pixels and the changed settings."""

    size: tuple[int, int]
    changes: dict[str, Any]

    @property
    def size_text(self) -> str:
        """The size as in 1280x720."""
        return f"{self.size[0]}x{self.size[1]}"


NEW_LOOK: Final = Look(NEW_WINDOW_SIZE, {})
SMALL_LOOK: Final = Look((960, 540), {"scale": 2.0, "language": "it"})
"""The smallest window with the largest text."""


def get_path(name: str) -> Path:
    """Return the file of a scene."""
    return FOLDER / f"{name}.txt"


def list_looks(name: str) -> tuple[Look, ...]:
    """Return the looks in which a scene has a golden text."""
    return (NEW_LOOK, SMALL_LOOK) if SCENES[name].has_small_golden_text else (NEW_LOOK,)


def iter_views(name: str, looks: Iterable[Look]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each view of a scene, as the program shows it now."""
    for look in looks:
        tracer = nullcontext() if look == NEW_LOOK else pause_tracer()  # another size reaches no other statement
        with tracer, record_scene() as recorder, open_scene_app(look.size, **look.changes) as app:
            for view in show_views(name, app):
                yield f"{view} {look.size_text}", recorder.describe_view(app)
            if look == NEW_LOOK:
                app.skips_painting = False
                for name_of_change, lines in describe_interactions(app, recorder):
                    yield f"{view} {name_of_change}", lines


def read_golden_views(name: str) -> dict[str, str]:
    """Return the golden text of each view of a scene; none if it has no file."""
    if not get_path(name).exists():
        return {}
    sections = get_path(name).read_text("utf-8").split(f"\n{VIEW_MARK}")
    views = (section.removeprefix(VIEW_MARK).rstrip("\n").partition("\n") for section in sections)
    return {view: f"{text}\n" for view, _line_end, text in views}


def compare_views(golden_views: dict[str, str], views: dict[str, str]) -> str:
    """Return the unified difference of the views; "" if they are equal."""
    lines: list[str] = []
    for view in dict.fromkeys([*golden_views, *views]):
        golden, text = (views.get(view, "").splitlines() for views in (golden_views, views))
        lines += difflib.unified_diff(golden, text, f"golden/{view}", f"now/{view}", n=1, lineterm="")
    return "\n".join(lines)


def write_views(name: str, views: dict[str, str]) -> None:
    """Write the golden file of a scene."""
    FOLDER.mkdir(exist_ok=True)
    get_path(name).write_text("\n".join(f"{VIEW_MARK}{view}\n{text}" for view, text in views.items()), "utf-8")
