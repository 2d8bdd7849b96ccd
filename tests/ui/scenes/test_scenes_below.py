"""A scene that is seen below another one keeps its contents, and has each new look like the scene above it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pygame
import pytest

from game.text.gettext import use_language
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, get_session, make_settings, open_table, open_test_app
from tests.ui.match_driver import play_until, run_settling_frames
from tests.ui.scene_examples import fill_history
from ui.app.settings import Settings
from ui.scenes.dialogs.confirm import ConfirmDialog
from ui.scenes.dialogs.text_prompt import TextPrompt
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.overlays.chat import ChatOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.pause import PauseOverlay
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay

START_SIZE = (1280, 720)
MAX_PIXEL_DIFFERENCE = 0
Opener = Callable[[AppDriver], None]

PAGE_OPENERS: Mapping[str, Opener] = {
    "menu": lambda _app: None,
    "new match": lambda app: app.context.router.open_new_match(),
    "daily deal": lambda app: app.context.router.open_daily_deal(),
    "trainer": lambda app: app.context.router.open_trainer(),
    "settings": lambda app: app.context.router.open_settings(),
    "cards": lambda app: app.context.router.open_settings("cards"),
    "house rules": lambda app: app.context.router.open_settings("house-rules"),
    "profiles": lambda app: app.context.router.open_settings("profiles"),
    "shortcuts": lambda app: app.context.router.open_shortcuts(),
    "help": lambda app: app.context.router.toggle_help(),
    "history": lambda app: app.context.router.open_history(lambda: None),
    "statistics": lambda app: app.context.router.open_statistics(),
    "lessons": lambda app: app.context.router.open_lessons(),
    "replay": lambda app: app.context.router.open_replay(2),
    "comparison": lambda app: app.context.router.open_comparison(2),
}


def open_played_table(app: AppDriver, kinds: str, game: str) -> None:
    open_table(app, make_match_setup(kinds, game=game))
    play_until(app, lambda table: table.session.is_your_turn)


def open_overlay(app: AppDriver, kind: str, *, kinds: str = "you club", game: str = "briscola") -> None:
    open_played_table(app, kinds, game)
    table = app.table_scene
    session = get_session(table)
    overlays: Mapping[str, Callable[[], Any]] = {
        "pause": lambda: PauseOverlay(app.context, table, session.course),
        "log": lambda: LogOverlay(app.context, table),
        "proof": lambda: ShuffleProofOverlay(app.context, table, session.course),
        "chat": lambda: ChatOverlay(app.context, table, session.chat, 0),
    }
    app.context.scenes.push(overlays[kind]())


TABLE_OPENERS: Mapping[str, Opener] = {
    "table": partial(open_played_table, kinds="you club", game="briscola"),
    "table of spades": partial(open_played_table, kinds="you club club club", game="spades"),
    "pause": partial(open_overlay, kind="pause"),
    "pause of five": partial(open_overlay, kind="pause", kinds="you club club club club", game="chiamata"),
    "log": partial(open_overlay, kind="log"),
    "proof": partial(open_overlay, kind="proof"),
    "chat": partial(open_overlay, kind="chat", kinds="you club club club", game="spades"),
}


def confirm(app: AppDriver) -> None:
    """Open a question whose own words are in no language."""
    app.context.scenes.push(ConfirmDialog(app.context, app.context.scenes.top, "?", "+", lambda: None, no_label="-"))


def prompt(app: AppDriver) -> None:
    app.context.scenes.push(
        TextPrompt(app.context, app.context.scenes.top, "?", "-", "+", lambda _text: pytest.fail(), lambda _done: None)
    )


def open_settings_over(app: AppDriver) -> None:
    app.context.router.open_settings()


DIALOG_OPENERS: Mapping[str, Opener] = {"confirm": confirm, "prompt": prompt}
STACKS: Mapping[str, tuple[Opener, ...]] = {
    **{
        f"{dialog} over {page}": (open_page, open_dialog)
        for page, open_page in {**PAGE_OPENERS, **TABLE_OPENERS}.items()
        for dialog, open_dialog in DIALOG_OPENERS.items()
    },
    **{name: (opener,) for name, opener in TABLE_OPENERS.items()},
    "confirm over confirm over house rules": (PAGE_OPENERS["house rules"], confirm, confirm),
}
CHANGES: Mapping[str, Mapping[str, Any]] = {
    "language": {"language": "it"},
    "scale": {"scale": 1.5},
    "theme": {"felt": "blue"},
    "deck": {"deck": "french"},
    "back": {"back": "net"},
    "size": {"size": (1600, 900)},
}


def show(app: AppDriver, openers: tuple[Opener, ...]) -> None:
    fill_history(app, 4, unfinished_count=1)
    app.context.scenes.push(MainMenuScene(app.context))
    run_settling_frames(app)
    for opener in openers:
        opener(app)
        settle(app)


def settle(app: AppDriver) -> None:
    run_settling_frames(app)
    app.wait_for_card_images()
    run_settling_frames(app)


def take_picture(app: AppDriver) -> np.ndarray[Any, Any]:
    app.move_mouse((0, 0))
    settle(app)
    app.repaint()
    return pygame.surfarray.array3d(app.surface)


def change(app: AppDriver, changes: Mapping[str, Any]) -> None:
    """Change the size of the window, or a setting."""
    if "size" in changes:
        app.resize(changes["size"])
    else:
        app.context.apply_settings(msgspec.structs.replace(app.context.settings, **changes))


def open_changed(home: Path, changes: Mapping[str, Any]) -> Any:
    settings: Settings = make_settings(**{name: value for name, value in changes.items() if name != "size"})
    return open_test_app(home, size=changes.get("size", START_SIZE), settings=settings)


@pytest.mark.slow
@pytest.mark.parametrize("name", STACKS)
@pytest.mark.parametrize("kind", CHANGES)
def test_a_new_look_is_that_of_scenes_made_afresh(tmp_path: Path, name: str, kind: str) -> None:
    changes = CHANGES[kind]
    with use_language("en"), open_changed(tmp_path / "before", {}) as app:
        show(app, STACKS[name])
        change(app, changes)
        changed_picture = take_picture(app)
    with use_language(changes.get("language", "en")), open_changed(tmp_path / "afresh", changes) as app:
        show(app, STACKS[name])
        fresh_picture = take_picture(app)
    difference = np.abs(changed_picture.astype(int) - fresh_picture).max(axis=2)
    places = np.argwhere(difference > MAX_PIXEL_DIFFERENCE)
    assert not len(places), (len(places), places.min(axis=0), places.max(axis=0))
