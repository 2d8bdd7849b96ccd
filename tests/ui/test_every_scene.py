"""Every scene of the registry looks and sounds as it should, and fits its window with every setting."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import cycle
from typing import Final

import pytest

from tests.lanes import choose_sample, long_test
from tests.ui.golden_scenes import (
    FOLDER,
    GOLDEN_SCENES,
    NEW_LOOK,
    SMALL_LOOK,
    Look,
    compare_views,
    get_path,
    iter_views,
    list_looks,
    read_golden_views,
)
from tests.ui.scene_checks import (
    find_narration_faults,
    find_place_faults,
    find_rebuild_faults,
    find_tab_faults,
    find_text_faults,
    find_toast_faults,
)
from tests.ui.scene_registry.scenes import LONG_PAGES, SCENES, open_scene_app, show_views
from tests.ui.scene_transcript import record_scene
from tests.ui.text_recorder import record_texts
from ui.scenes.page import Page
from ui.widgets.popup_menu import MenuPanel

MAX_GOLDEN_BYTES: Final = 4_000_000
TAB_SCENES: Final = (
    *LONG_PAGES, "menu", "new-match", "settings", "network", "talk", "history", "statistics", "replay-briscola",
    "same-cards", "analysis-muscio", "looking-back", "result-2", "chiamata-result", "lessons", "daily",
    "medals",
)  # fmt: skip
"""Scenes in whose views Tab goes round all widgets; in the others it also plays, or closes what is shown."""
SLOW_SCENES: Final = (
    "fairness", "covers", "looking-back", "history", "statistics", "analysis-muscio", "settings", "help", "medals",
    "network-table", "network-people", "network-result", "network-offer", "television", "long-tables-spades",
    "chiamata-result", "result-2", "result-5", "spades-2", "spades-4", "spades-partners", "muscio-4", "muscio-6",
    "moments", "trainer-muscio", "trainer-briscola", "trainer-chiamata", "chiamata-auction", "lesson-briscola",
    "lesson-ends", "table", "table-4", "table-6", "long-tables-muscio", "long-tables-briscola",
    "long-tables-chiamata",
)  # fmt: skip
"""Scenes whose golden texts take a second, always three that are alike: each change is tried with the first."""
COUNTED_SCENES: Final = (
    "fairness", "settings", "trainer-chiamata", "spades-partners", "analysis-muscio", "network", "looking-back",
    "network-table", "help", "result-5", "moments", "table", "muscio-4", "chiamata-table", "chiamata-play", "hot-seat",
)  # fmt: skip
"""Scenes whose golden texts the coverage counts; the others reach hardly any other statement."""
LOOKS: Final = [
    Look(size, {"scale": scale, "language": language, "felt": felt})
    for (size, scale), language, felt in zip(
        [
            ((960, 540), 2.0), ((1280, 720), 1.5), ((2560, 1080), 2.0), ((960, 2160), 0.75), ((1920, 1080), 1.0),
            ((960, 2160), 2.0), ((960, 540), 0.75),
        ],
        cycle(("it", "fr", "en")), cycle(("green", "contrast")),
    )
]  # fmt: skip
"""Looks of pages: the smallest and largest that fit each shape of a window, in all languages and table colors."""
VIEW_LOOKS: Final = [
    Look(NEW_LOOK.size, {"scale": scale, "language": language})
    for scale, language in ((0.75, "en"), (2.0, "fr"), (1.0, "it"), (1.5, "en"))
]
"""Looks of every second other scene, each of which has one; windows of other shapes have other buttons."""
SMALL_SCENES: Final = choose_sample([name for name in GOLDEN_SCENES if SCENES[name].has_small_golden_text], 4)
"""Scenes whose golden text is compared in the smallest window too."""


def find_faults(name: str, look: Look) -> Iterator[str]:
    """Show a scene and yield what is wrong with any of its views; of a page also with its places and Tab."""
    with record_texts() as recorder, open_scene_app(look.size, **look.changes) as app:
        for view in show_views(name, app):
            scene = app.context.scenes.top
            faults = find_narration_faults(app)
            faults += find_text_faults(app, recorder)
            is_menu_open = any(isinstance(widget, MenuPanel) for widget in app.list_widgets())
            if name in TAB_SCENES and isinstance(scene, Page) and not is_menu_open:  # Tab would close the menu
                faults += find_toast_faults(app) if name in (*LONG_PAGES, "history") else []
                faults += [*find_place_faults(app, scene), *find_tab_faults(app)]  # Tab scrolls
            yield from (f"{view}: {fault}" for fault in faults)


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="pygame measures letters with another FreeType there")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=[pytest.mark.slow] * (name in SLOW_SCENES) + [pytest.mark.golden] * (name in COUNTED_SCENES)
        )
        for name in GOLDEN_SCENES
        if name not in (*SLOW_SCENES, *LONG_PAGES)
        or name in (*choose_sample(SLOW_SCENES, 3), *choose_sample([*LONG_PAGES], 2))
    ],
)
def test_scene_is_drawn_and_narrated_as_in_its_golden_text(name: str) -> None:
    looks, golden_views = list_looks(name), read_golden_views(name)
    if SCENES[name].has_small_golden_text and name not in SMALL_SCENES:
        looks = (NEW_LOOK,)
        golden_views = {view: text for view, text in golden_views.items() if not view.endswith(SMALL_LOOK.size_text)}
    difference = compare_views(golden_views, dict(iter_views(name, looks)))
    assert not difference, f"python -m tools.golden_scenes --only {name} accepts this:\n{difference}"


def test_golden_texts_are_those_of_the_scenes_and_small() -> None:
    assert set(FOLDER.iterdir()) == {get_path(name) for name in GOLDEN_SCENES}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= MAX_GOLDEN_BYTES


@pytest.mark.nightly
@pytest.mark.parametrize("name", choose_sample([*LONG_PAGES], 3))
def test_page_fits_is_narrated_and_is_reached_by_tab(name: str) -> None:
    assert list(find_faults(name, NEW_LOOK)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", choose_sample([*LONG_PAGES], 3, 1))
def test_rebuild_leaves_the_same_picture(name: str) -> None:
    with record_scene() as recorder, open_scene_app() as app:
        assert [fault for _view in show_views(name, app) for fault in find_rebuild_faults(app, recorder)] == []


@long_test
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_page_fits_with_every_setting(look: Look) -> None:
    """Show each page in every second look; for each change half of the pages in one."""
    pages = choose_sample([*LONG_PAGES][LOOKS.index(look) % 2 :: 2], 7, LOOKS.index(look))
    assert {fault for name in pages for fault in find_faults(name, look)} == set()


@long_test
@pytest.mark.parametrize("name", choose_sample([name for name in GOLDEN_SCENES if name not in LONG_PAGES][::2], 8))
def test_every_view_of_a_scene_fits_and_is_narrated(name: str) -> None:
    look = VIEW_LOOKS[list(SCENES).index(name) % len(VIEW_LOOKS)]
    assert set(find_faults(name, look)) == set()
