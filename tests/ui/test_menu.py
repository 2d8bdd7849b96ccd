"""The title screen: go on with a saved match, begin one; its entries lead to their scenes."""

from __future__ import annotations

import sqlite3
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from game.i18n import speaking
from game.store.journal import FILE
from game.store.reading import SavedMatch
from tests.fakes import seating
from tests.ui.stage import AppByHand, opened, settings
from ui.scenes.daily import Daily
from ui.scenes.help import Help
from ui.scenes.history import History
from ui.scenes.lessons import Lessons
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.settings import SettingsScene
from ui.widgets.button import Button


def save(app: AppByHand, kinds: str = "you club") -> int:
    """A match that was left: saved, and claimed by nobody."""
    seats = seating(kinds)
    number = app.storage.journal().create(seats.record(0), tuple(one.kind for one in seats.players), 1, {})
    app.storage.journal().release(number)
    return number


def damage(app: AppByHand, number: int) -> None:
    change_database(app, f"UPDATE matches SET header = 'x' WHERE id = {number}")


def change_database(app: AppByHand, order: str) -> None:
    """Change the file of the matches behind the program's back."""
    with closing(sqlite3.connect(app.stage.folders.data / FILE)) as database, database:
        database.execute(order)


def show(app: AppByHand) -> Menu:
    menu = Menu(app.stage)
    app.stage.push(menu)
    app.step()
    return menu


def test_without_saved_matches_there_is_nothing_to_continue(app: AppByHand) -> None:
    show(app)
    assert app.ids == ["new-match", "learn", "daily-deal", "history", "settings", "help", "quit"]


def golden(app: AppByHand) -> str | None:
    focus = app.stage.scene.focus
    return focus.id_of(focus.golden) if focus.golden is not None else None


def test_the_lessons_are_offered_once_to_who_is_new_here(app: AppByHand) -> None:
    show(app)
    assert golden(app) == "learn" and app.words_of("learn") == "New here? Learn by playing"
    app.press("settings")
    app.key(pygame.K_ESCAPE)
    assert golden(app) == "new-match"
    show(app)
    assert golden(app) == "new-match"
    assert app.words_of("learn") == "Learn by playing"


def test_who_has_played_here_is_offered_no_lessons(app: AppByHand) -> None:
    app.stage.settings = settings(name="Anna")
    number = save(app)
    app.storage.journal().give_up(number)
    show(app)
    assert golden(app) == "new-match"


def test_a_match_to_go_on_with_comes_before_the_lessons(app: AppByHand) -> None:
    save(app)
    show(app)
    assert golden(app) == "continue"


def test_continue_goes_on_with_the_latest_match(app: AppByHand, monkeypatch: pytest.MonkeyPatch) -> None:
    resumed: list[SavedMatch] = []
    app.replace_doors(resume=resumed.append)
    save(app)
    latest = save(app, "you club club")
    show(app)
    assert app.ids[:3] == ["continue", "new-match", "learn"] and app.words_of("learn") == "Learn by playing"
    app.press("continue")
    for _frame in range(4):
        app.step()
    assert [one.id for one in resumed] == [latest]
    assert not app.stage.scene.busy


def test_the_menu_never_waits_for_the_storage(app: AppByHand) -> None:
    save(app)
    app.storage.holding = True
    menu = show(app)
    assert menu.busy and app.ids[0] == "new-match"
    app.storage.let()
    app.step()
    assert not menu.busy and app.ids[0] == "continue"


def test_a_match_open_in_another_window_is_not_opened(app: AppByHand, monkeypatch: pytest.MonkeyPatch) -> None:
    save(app)
    show(app)
    monkeypatch.setattr(app.storage, "claim", lambda number: app.storage.run(lambda: False))
    app.press("continue")
    app.step()
    app.step()
    assert isinstance(app.stage.scene, Menu)
    assert app.toasts.words == "This match is open in another window."


def test_a_match_that_cannot_be_read_says_why(app: AppByHand) -> None:
    number = save(app)
    show(app)
    damage(app, number)
    app.press("continue")
    for _frame in range(4):
        app.step()
    assert isinstance(app.stage.scene, Menu)
    assert "damaged" in app.toasts.words


def test_a_match_whose_end_is_damaged_goes_on_and_says_so(app: AppByHand, monkeypatch: pytest.MonkeyPatch) -> None:
    resumed: list[SavedMatch] = []
    app.replace_doors(resume=resumed.append)
    save(app)
    change_database(app, "UPDATE matches SET tip = x'00'")
    show(app)
    app.press("continue")
    for _frame in range(4):
        app.step()
    assert len(resumed) == 1
    assert "damaged" in app.toasts.words and "is kept in match-1.damaged" in app.toasts.words


def test_what_the_storage_says_later_is_shown(app: AppByHand) -> None:
    save(app)
    show(app)
    number = app.storage.journal().create(seating("you club").record(0), ("you", "club"), 1, {})
    for file in app.stage.folders.data.glob("matches.db*"):
        file.unlink()
    app.storage.note(number, "chat", [])
    app.step()
    assert "was deleted or replaced while the program ran" in app.toasts.words


def test_a_storage_that_fails_leaves_a_menu_and_a_line(app: AppByHand) -> None:
    app.storage.fault = "The saved matches cannot be read: the disk reports an error."
    show(app)
    app.step()
    assert app.ids[0] == "new-match"
    assert app.toasts.words == app.storage.fault


@pytest.mark.parametrize("entry, scene", [
    ("new-match", NewMatch), ("settings", SettingsScene), ("help", Help), ("history", History),
    ("daily-deal", Daily), ("learn", Lessons),
])  # fmt: skip
def test_each_entry_opens_its_scene_by_keys_and_esc_comes_back(app: AppByHand, entry: str, scene: type) -> None:
    save(app)
    menu = show(app)
    for _entry in range(app.ids.index(entry) + 1):
        app.key(pygame.K_DOWN)
    app.key(pygame.K_RETURN)
    app.step()
    assert isinstance(app.stage.scene, scene)
    app.key(pygame.K_ESCAPE)
    assert app.stage.scene is menu
    app.key(pygame.K_ESCAPE)
    assert app.stage.scene is menu


def test_quit_ends_the_program(app: AppByHand) -> None:
    show(app)
    app.press("quit")
    app.step()
    assert not app.stage.running


def in_history(app: AppByHand) -> History:
    show(app)
    app.press("history")
    app.steps(lambda: not app.stage.scene.busy)
    scene = app.stage.scene
    assert isinstance(scene, History)
    return scene


def test_a_damaged_match_is_listed_and_can_only_be_deleted(app: AppByHand) -> None:
    damage(app, save(app))
    scene = in_history(app)
    assert len(scene.rows) == 1
    assert app.button("delete").is_enabled
    assert not any(app.button(one).is_enabled for one in ("continue", "replay", "export", "analyze"))


def test_what_is_deleted_in_the_history_is_gone_from_the_menu(app: AppByHand) -> None:
    gone, kept = save(app), save(app, "you you")
    scene = in_history(app)
    app.widget("matches").choose([row.entry.id for row in scene.rows].index(gone))
    app.press("delete")
    app.press("confirm")
    app.steps(lambda: not app.stage.scene.busy)
    assert [row.entry.id for row in scene.rows] == [kept]
    app.key(pygame.K_ESCAPE)
    app.steps(lambda: not app.stage.scene.busy)
    menu = app.stage.scene
    assert isinstance(menu, Menu) and [one.id for one in menu.saved] == [kept]


def test_the_match_to_go_on_with_is_offered_before_the_file_is_looked_through(app: AppByHand) -> None:
    save(app)
    told = app.storage.journal().unfinished()
    app.storage.opened, app.storage.glimpse, app.storage.holding = Future(), Future(), True
    show(app)
    assert "continue" not in app.ids
    app.storage.glimpse.set_result(told)
    app.step()
    assert "continue" in app.ids
    app.storage.journal().delete(told[0].id)
    app.storage.let()
    app.step()
    assert "continue" not in app.ids


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_at_a_scale_of_two_no_letter_of_an_entry_touches_its_border(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    with speaking(language), opened(tmp_path, size=size, settings=settings(scale=2.0, language=language)) as app:
        save(app)
        show(app)
        app.step()
        app.draw()
        for widget in app.widgets():
            if isinstance(widget, Button):
                inner = pygame.Rect(widget.rect).inflate(-60, -2 * app.stage.px(3))
                for y in (inner.top, inner.bottom - 1):
                    row = app.surface.subsurface((inner.left, y, inner.width, 1))
                    assert len({tuple(row.get_at((x, 0))) for x in range(row.get_width())}) == 1, widget.text
