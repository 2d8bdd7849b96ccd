"""The history in the window: found by typing, opened, taken out, brought in, deleted only when that is meant."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.record import Record, dump
from game.seating import PERSON
from game.store.archive import Entry
from tests.helpers import fresh, playout, recorded
from tests.ui.stage import AppByHand
from ui import theme
from ui.dialogs import Dialog, opening, saving
from ui.scene import Scene, Stage
from ui.scenes.ask import Ask
from ui.scenes.files import FilePrompt
from ui.scenes.history import History
from ui.scenes.listing import SLICE, Search, Shown, shown
from ui.scenes.menu import Menu
from ui.scenes.prompt import Prompt
from ui.scenes.replay import Replay
from ui.table.scene import TableScene
from ui.widgets.rows import Rows


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Menu


def record_of(game: str = "briscola", seed: int = 1, deals: int = 30) -> Record:
    match = fresh(game, seats={"briscola": 2, "chiamata": 5}[game])
    return recorded(match, list(playout(match, seed, deals=deals)))


def keep(app: AppByHand, record: Record, *, over: bool = True) -> int:
    journal = app.storage.journal()
    number = journal.create(record, (PERSON, *["club"] * (len(record.names) - 1)), 1, {})
    if over:
        journal.finish(number)
    journal.release(number)
    return number


def history(app: AppByHand) -> History:
    app.stage.doors.history(lambda: None)
    for _frame in range(4):
        app.step()
    scene = app.stage.scene
    assert isinstance(scene, History)
    return scene


def listed(scene: History) -> list[int]:
    return [row.entry.id for row in scene.rows]


def typed(app: AppByHand, words: str) -> None:
    for sign in words:
        app.post(pygame.TEXTINPUT, text=sign)
    app.step()


def choose(app: AppByHand, scene: History, number: int) -> None:
    app.widget("matches").choose(listed(scene).index(number))
    app.step()


def test_the_menu_leads_there_and_esc_leads_back(app: AppByHand) -> None:
    app.step()
    app.press("history")
    assert isinstance(app.stage.scene, History)
    app.key(pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, Menu)


def test_every_match_is_listed_the_latest_first_with_what_became_of_it(app: AppByHand) -> None:
    over, open_ = keep(app, record_of()), keep(app, record_of("chiamata", deals=2).undo(), over=False)
    scene = history(app)
    assert listed(scene) == [open_, over]
    assert "saved" in scene.rows[0].signs and scene.rows[1].signs == ()
    assert "wins" in scene.rows[1].outcome and "in deal" in scene.rows[0].outcome


def test_what_is_typed_narrows_the_list_at_once(app: AppByHand) -> None:
    one, two = keep(app, record_of()), keep(app, record_of("chiamata"))
    scene = history(app)
    typed(app, "chiam")
    assert listed(scene) == [two]
    scene.search("BRISCOLA anna wins")
    assert one in listed(scene)
    scene.search("nobody like that")
    assert listed(scene) == []
    for button in ("replay", "delete", "export", "export-all", "continue"):
        assert not app.button(button).is_enabled
    app.key(pygame.K_RETURN)
    assert app.stage.scene is scene


def test_saved_and_finished_matches_are_told_apart(app: AppByHand) -> None:
    over, open_ = keep(app, record_of()), keep(app, record_of().undo(), over=False)
    scene = history(app)
    for state, numbers in (("saved", [open_]), ("finished", [over]), ("all", [open_, over])):
        scene.show_state(state)
        assert listed(scene) == numbers


def test_a_search_finds_what_stands_in_a_row(app: AppByHand) -> None:
    zoe = Entry(id=1, game="chiamata", names=("Zoë", "B", "C", "D", "E"), players=(), begun=0.0, when=0.0)
    rows = (shown(zoe),)
    for words in ("zoë", "ZOË", "chiamata zoë", "briscola", "1970", ""):
        assert found(rows, words) == [1], words
    assert found(rows, "zoe spades") == []


def found(rows: Sequence[Shown], words: str, *, state: str = "all", chosen: int | None = None) -> list[int]:
    search = Search(rows, words, state, chosen)
    while not search.go_on(2):
        pass
    assert chosen is None or search.found[search.at].entry.id == chosen
    return [row.entry.id for row in search.found]


@given(st.integers(0, 9), st.sampled_from(["", "a", "b", "a b"]))
def test_a_search_in_parts_finds_what_one_look_at_all_rows_finds(count: int, words: str) -> None:
    names = ("ab", "a", "b", "c")
    rows = tuple(shown(entry(number, names[number * 7 % 4])) for number in range(count))
    whole = Search(rows, words, "all")
    assert whole.go_on(count)
    ids = [row.entry.id for row in whole.found]
    assert found(rows, words) == ids
    assert all(found(rows, words, chosen=one) == ids for one in ids)


def entry(number: int, name: str) -> Entry:
    return Entry(id=number, game="", names=(name,), players=(), begun=0.0, when=0.0)


def test_no_frame_looks_at_more_than_a_slice_and_what_is_typed_last_is_found(app: AppByHand) -> None:
    scene = history(app)
    scene.all = tuple(shown(entry(number, f"n{number % 2}")) for number in range(3 * SLICE))
    scene.search("")
    assert scene.busy and scene.rows == []
    typed(app, "n1")
    app.steps(lambda: not scene.busy)
    assert {row.entry.names for row in scene.rows} == {("n1",)} and len(scene.rows) == 3 * SLICE // 2


def test_by_the_keys_alone_a_match_is_chosen_and_looked_at(app: AppByHand) -> None:
    first = keep(app, record_of(seed=1))
    keep(app, record_of(seed=2))
    history(app)
    app.key(pygame.K_DOWN)
    app.key(pygame.K_DOWN)
    app.key(pygame.K_RETURN)
    app.step()
    scene = app.stage.scene
    assert isinstance(scene, Replay) and scene.passage is not None
    assert scene.passage.review.dealt(0).pack == app.storage.saved(first).deals[0].pack


def test_a_saved_match_goes_on_from_there(app: AppByHand) -> None:
    open_ = keep(app, record_of().undo(), over=False)
    choose(app, history(app), open_)
    app.press("continue")
    app.steps(lambda: isinstance(app.stage.scene, TableScene), most=200)


def test_deleting_is_asked_and_the_golden_button_keeps(app: AppByHand) -> None:
    number = keep(app, record_of())
    scene = history(app)
    app.press("delete")
    assert isinstance(app.stage.scene, Ask)
    app.key(pygame.K_RETURN)
    app.step()
    assert listed(scene) == [number]
    app.press("delete")
    app.press("confirm")
    for _frame in range(4):
        app.step()
    assert listed(scene) == [] and app.storage.journal().archive.entries() == ()


def test_a_match_goes_out_by_a_path_and_comes_in_by_dropping_it(app: AppByHand, tmp_path: Path) -> None:
    number = keep(app, record_of())
    scene = history(app)
    app.press("export")
    prompt = app.stage.scene
    assert isinstance(prompt, FilePrompt)
    prompt.text = str(tmp_path / "mine")
    app.press("confirm")
    app.step()
    app.step()
    assert (tmp_path / "mine.tvr").exists()
    app.storage.journal().delete(number)
    for _file in range(2):
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "mine.tvr")))
    for _frame in range(6):
        app.step()
    assert [row.signs for row in scene.rows] == [("imported",)]
    assert "1 match was here already." in (app.toasts.words, *app.stage.notices)


@pytest.mark.parametrize("data", [b"", b"[" * 100_000, b"{}", b"\xff\xfe", dump(record_of())[:300]])
def test_a_hostile_file_is_one_line_and_changes_nothing(app: AppByHand, tmp_path: Path, data: bytes) -> None:
    scene = history(app)
    (tmp_path / "bad.tvr").write_bytes(data)
    app.post(pygame.DROPFILE, file=str(tmp_path / "bad.tvr"))
    for _frame in range(4):
        app.step()
    assert app.toasts.words.startswith(str(tmp_path / "bad.tvr")) and "\n" not in app.toasts.words
    assert not scene.rows and app.stage.scene is scene


def test_all_that_is_listed_goes_into_a_folder(app: AppByHand, tmp_path: Path) -> None:
    for seed in range(3):
        keep(app, record_of(seed=seed))
    history(app)
    app.press("export-all")
    prompt: Any = app.stage.scene
    prompt.text = str(tmp_path / "out")
    app.press("confirm")
    app.step()
    app.step()
    assert len(list((tmp_path / "out").glob("*.tvr"))) == 3


@pytest.mark.slow
def test_a_thousand_matches_cost_no_more_pictures_than_are_seen(app: AppByHand) -> None:
    record = record_of()
    journal = app.storage.journal()
    for _match in range(300):
        number = journal.create(record, (PERSON, "club"), 1, {})
        journal.finish(number)
        journal.release(number)
    scene = history(app)
    assert len(scene.rows) == 300
    before = len(app.widgets())
    app.key(pygame.K_DOWN)
    for key in (pygame.K_END, pygame.K_HOME, pygame.K_PAGEDOWN):
        app.key(key)
    assert len(app.widgets()) == before


def test_only_rows_that_are_seen_are_painted(app: AppByHand) -> None:
    painted = list[int]()
    rows = Rows(
        pygame.Rect(0, 0, 600, 400), app.stage.manager, 1.0, high=60, count=300,
        say=str, paint=lambda at, _surface: painted.append(at), chosen=lambda: None,
    )  # fmt: skip
    rows.draw(app.surface)
    assert painted == list(range(7))
    rows.choose(299)
    rows.draw(app.surface)
    assert set(painted[7:]) == set(range(293, 300))


@pytest.mark.slow
def test_the_list_waits_for_nobody(app: AppByHand) -> None:
    keep(app, record_of())
    app.storage.holding = True
    app.stage.doors.history(lambda: None)
    app.step()
    scene: Any = app.stage.scene
    assert scene.busy and not scene.rows
    app.storage.let()
    app.step()
    app.storage.let()
    app.step()
    assert len(scene.rows) == 1


def test_what_cannot_be_read_is_a_line(app: AppByHand) -> None:
    app.storage.fault = "The matches cannot be read: the disk reports an error."
    scene = history(app)
    assert not scene.rows and app.toasts.words == app.storage.fault


# -- the system's window for files


def finds(*programs: str) -> Any:
    return lambda name: f"/usr/bin/{name}" if name in programs else None


def test_the_systems_window_is_opened_only_where_there_is_one() -> None:
    here = Path("/home/anna")
    for platform, program in (
        ("linux", "zenity"), ("linux", "kdialog"), ("darwin", "osascript"), ("win32", "powershell"),
    ):  # fmt: skip
        file = here / "a.tvr"
        for command in (
            opening("Import", here, finds(program), platform), saving("Export", file, finds(program), platform),
        ):  # fmt: skip
            assert command is not None and command[0] == program
    assert opening("Import", here, finds(), "linux") is None
    assert saving("Export", here, finds("osascript"), "linux") is None


def test_what_was_chosen_there_is_taken_all_of_it(app: AppByHand, tmp_path: Path) -> None:
    for name in ("one", "three"):
        (tmp_path / f"{name}.tvr").write_bytes(dump(record_of(seed=len(name))))
    scene = history(app)
    lines = "\n".join(str(tmp_path / f"{name}.tvr") for name in ("one", "three"))
    app.press("import")
    prompt: Any = app.stage.scene
    prompt.command = [sys.executable, "-c", f"print({lines!r})"]
    app.stage.rebuild()
    app.press("choose-file")
    while prompt.busy:
        app.step()
        if app.stage.scene is scene:
            break
    for _frame in range(6):
        app.step()
    assert app.stage.scene is scene
    assert len(scene.rows) == 2


def test_a_window_that_does_not_open_leaves_the_line(app: AppByHand) -> None:
    history(app)
    app.press("import")
    prompt: Any = app.stage.scene
    prompt.command = ["/no/such/program"]
    app.stage.rebuild()
    app.press("choose-file")
    app.step()
    assert app.shows(Prompt) is prompt and "type the path" in " ".join(app.lines())


def test_a_window_that_is_left_open_ends_with_the_prompt() -> None:
    dialog = Dialog([sys.executable, "-c", "import time; time.sleep(60)"])
    assert dialog.open
    dialog.close()
    while dialog.open:
        pass
    assert dialog.chosen() == ()


def written_in(app: AppByHand, scene: History) -> int:
    """Pixels across which something is written in the line to search with."""
    app.draw()
    line = app.surface.subsurface(app.widget("search").rect.inflate(-12, -12))
    ink = pygame.mask.from_threshold(line, pygame.Color(theme.BUTTON_OFF), (16, 16, 16, 255))
    ink.invert()
    rects = ink.get_bounding_rects()
    return rects[0].unionall(rects[1:]).width if rects else 0


def test_the_search_shows_its_hint_until_something_is_typed(app: AppByHand) -> None:
    scene = history(app)
    assert app.widget("search").is_focused
    hint = written_in(app, scene)
    typed(app, "c")
    letter = written_in(app, scene)
    app.key(pygame.K_BACKSPACE)
    app.step()
    assert hint > 100 > letter
    assert written_in(app, scene) > 100
