"""A scene that is seen below another one keeps its contents, and has each new look like the scene above it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pygame
import pytest

from game.text.gettext import use_language
from tests.fakes import make_match_setup
from tests.lanes import choose_sample
from tests.ui.app_driver import AppDriver, make_settings, open_table, open_test_app
from tests.ui.fake_analysis import use_fake_analysis
from tests.ui.match_driver import play_until, run_settling_frames
from tests.ui.scene_openers import PAGE_OPENERS, Opener
from tests.ui.scene_registry.examples import fill_history
from ui.app.settings import Settings
from ui.graphics.canvas import record_commands
from ui.graphics.shapes import draw_scrim
from ui.scenes.dialogs.box import ConfirmDialog, DialogBox
from ui.scenes.dialogs.prompts import TextPrompt, report_export
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.settings.scene import SettingsScene
from ui.table.overlays.chat import ChatOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.pause import PauseOverlay
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay

START_SIZE = (1280, 720)


def open_played_table(app: AppDriver, kinds: str, game: str) -> None:
    open_table(app, make_match_setup(kinds, game=game))
    play_until(app, lambda table: table.session.is_your_turn)


def open_overlay(app: AppDriver, kind: str, *, kinds: str = "you club", game: str = "briscola") -> None:
    open_played_table(app, kinds, game)
    table = app.table_scene
    overlays: Mapping[str, Callable[[], Any]] = {
        "pause": lambda: PauseOverlay(table),
        "log": lambda: LogOverlay(table),
        "proof": lambda: ShuffleProofOverlay(table),
        "chat": lambda: ChatOverlay(table, 0),
    }
    app.context.scenes.push(overlays[kind]())


TABLE_OPENERS: Mapping[str, Opener] = {
    "table": partial(open_played_table, kinds="you club", game="briscola"),
    "table of spades": partial(open_played_table, kinds="you club club club", game="spades"),
    "table of two people": partial(open_played_table, kinds="you you", game="briscola"),
    "pause": partial(open_overlay, kind="pause"),
    "pause of two people": partial(open_overlay, kind="pause", kinds="you you"),
    "log of two people": partial(open_overlay, kind="log", kinds="you you"),
    "pause of five": partial(open_overlay, kind="pause", kinds="you club club club club", game="chiamata"),
    "log": partial(open_overlay, kind="log"),
    "proof": partial(open_overlay, kind="proof"),
    "chat": partial(open_overlay, kind="chat", kinds="you club club club", game="spades"),
}


def confirm(app: AppDriver) -> None:
    """Open a question whose own words are in no language."""
    app.context.scenes.push(ConfirmDialog(app.context, app.context.scenes.top, "?", "+", lambda: None, no_label="-"))


def prompt(app: AppDriver) -> None:
    """Open a prompt for a line of text."""
    app.context.scenes.push(TextPrompt(app.context, "?", "-", "+", lambda _text: Future(), lambda _done: None))


def open_more_options(app: AppDriver) -> None:
    """Open the sheet of all options over the page of a new match."""
    app.context.router.open_new_match()
    settle(app)
    app.click_button("more-options")


def report_after_prompt(app: AppDriver) -> None:
    """Close a prompt and open a message in the same frame, as an export does."""
    prompt(app)
    app.context.scenes.pop()
    report_export(app.context, "{file}", Path("file"))


DIALOG_OPENERS: Mapping[str, Opener] = {"confirm": confirm, "prompt": prompt, "report": report_after_prompt}
COVERED_OPENERS: Mapping[str, Opener] = {
    **PAGE_OPENERS,
    "cards": lambda app: app.context.router.open_settings("cards"),
    "more options": open_more_options,
    **TABLE_OPENERS,
}
STACKS: Mapping[str, tuple[Opener, ...]] = {
    **{
        f"{name} below a question": (opener, confirm)
        for name, opener in COVERED_OPENERS.items()
        if name not in TABLE_OPENERS or name in ("table", "table of two people", "pause")
    },
    **{name: (opener,) for name, opener in TABLE_OPENERS.items()},
    "house rules below two questions": (PAGE_OPENERS["house rules"], confirm, confirm),
}
FIXED_LANGUAGE_PAGES = ("more options", "history", "statistics", "help")
"""The pages whose words are stored or loaded; no way leads from them to the settings."""
CHANGES: Mapping[str, Mapping[str, Any]] = {
    "scale": {"scale": 1.5},
    "language": {"language": "it"},
    "theme": {"felt": "blue"},
    "deck": {"deck": "french"},
    "back": {"back": "maiolica"},
    "size": {"size": (1600, 900)},
}
DIALOG_PAIRS = choose_sample([*zip(COVERED_OPENERS, cycle(DIALOG_OPENERS))], 8)
"""For each scene one of the dialogs."""
CHANGE_PAIRS = choose_sample(
    [
        (name, "scale" if kind == "language" and name.split(" below")[0] in FIXED_LANGUAGE_PAGES else kind)
        for name, kind in zip(STACKS, cycle(CHANGES))
    ],
    7,
)
"""For each stack one of the changes."""


def show(app: AppDriver, openers: tuple[Opener, ...]) -> None:
    if openers[0] not in TABLE_OPENERS.values():
        fill_history(app, 4, unfinished_count=1)
    use_fake_analysis(app)
    app.context.scenes.push(MainMenuScene(app.context))
    run_settling_frames(app)
    for opener in openers:
        opener(app)
        settle(app)


def settle(app: AppDriver) -> None:
    """Advance until nothing moves, all pictures are ready and the pointer is over nothing."""

    def is_still() -> bool:
        app.wait_for_card_images()
        return not app.context.is_busy

    app.move_mouse((0, 0))
    app.advance_until(is_still)
    run_settling_frames(app)


def take_picture(app: AppDriver) -> np.ndarray[Any, Any]:
    settle(app)
    app.repaint()
    return pygame.surfarray.array3d(app.surface)


def change(app: AppDriver, changes: Mapping[str, Any]) -> None:
    """Change the size of the window, or go to the settings, change one and come back."""
    if "size" in changes:
        app.resize(changes["size"])
        return
    scene = app.context.scenes.top
    app.show_over(SettingsScene(app.context))
    app.context.apply_settings(msgspec.structs.replace(app.context.settings, **changes))
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is scene


def open_changed(home: Path, changes: Mapping[str, Any]) -> Any:
    values = {name: value for name, value in changes.items() if name != "size"}
    settings: Settings = make_settings(name="Anna", **values)
    return open_test_app(home, size=changes.get("size", START_SIZE), settings=settings)


def find_difference(picture: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> pygame.Rect | None:
    """Return the rectangle in which two pictures differ; None if they do not."""
    places = np.argwhere((picture != other).any(axis=2))
    return None if not len(places) else pygame.Rect(places.min(axis=0), places.max(axis=0) - places.min(axis=0) + 1)


@pytest.mark.nightly
@pytest.mark.parametrize(("page", "dialog"), DIALOG_PAIRS)
def test_a_dialog_covers_nothing_but_its_box(app: AppDriver, page: str, dialog: str) -> None:
    show(app, (COVERED_OPENERS[page],))
    app.advance_until(lambda: not app.context.notices and not app.context.shown_notices)
    plain_picture, ring_rect = take_picture(app), find_focus_ring(app)
    dimmed = pygame.surfarray.make_surface(plain_picture)
    for command in record_commands(app.context.size, draw_scrim):
        command.paint(dimmed)
    before = pygame.surfarray.array3d(dimmed)
    DIALOG_OPENERS[dialog](app)
    after = take_picture(app)
    for rect in (app.expect_scene(DialogBox).panel_rect.inflate(8, 8), ring_rect):
        part = slice(rect.left, rect.right), slice(rect.top, rect.bottom)
        before[part] = after[part]
    assert find_difference(before, after) is None
    app.context.scenes.pop()
    assert find_difference(plain_picture, take_picture(app)) is None


def find_focus_ring(app: AppDriver) -> pygame.Rect:
    """Return the rectangle with the focus ring, which the dialog takes; an empty one if there is none."""
    focus = app.context.scenes.top.focus
    widget = focus.find(focus.focused_id) if focus.is_ring_shown else None
    return pygame.Rect(0, 0, 0, 0) if widget is None else pygame.Rect(widget.get_abs_rect()).inflate(16, 16)


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "kind"), CHANGE_PAIRS)
def test_a_new_look_is_that_of_scenes_made_afresh(tmp_path: Path, name: str, kind: str) -> None:
    changes = CHANGES[kind]
    with use_language("en"), open_changed(tmp_path / "before", {}) as app:
        show(app, STACKS[name])
        change(app, changes)
        changed_picture = take_picture(app)
    with use_language(changes.get("language", "en")), open_changed(tmp_path / "afresh", changes) as app:
        show(app, STACKS[name])
        fresh_picture = take_picture(app)
    assert find_difference(changed_picture, fresh_picture) is None
