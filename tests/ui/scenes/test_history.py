"""The history in the window: search, opening, export, import, and deletion only after confirmation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.match.match import Match
from game.match.record import Record, encode_record
from game.match.setup import PERSON_KIND
from game.match.tallies import tally_record
from game.storage.archive import IMPORTED_FLAG, MatchListEntry
from game.storage.match_previews import load_preview
from game.text.formatting import format_change
from tests.helpers import make_match, make_record, parse_seat_action, play_random_actions
from tests.joint_records import make_joint_record
from tests.same_deals import import_match
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.text_recorder import list_all_texts
from tests.ui.widgets.toast_examples import LONG_TEXT, SHORT_TEXT, SIZES_AND_SCALES, list_covered
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics.canvas import Canvas
from ui.scenes.dialogs.confirm import ConfirmDialog
from ui.scenes.dialogs.file_prompt import FilePrompt
from ui.scenes.dialogs.text_prompt import TextPrompt
from ui.scenes.history.list_model import (
    ROWS_SEARCHED_PER_FRAME,
    HistoryRow,
    HistorySearch,
    find_own_seat,
    list_player_texts,
    list_sides,
    make_row,
)
from ui.scenes.history.scene import HistoryScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.replay.scene import ReplayScene
from ui.services.file_dialogs import FileDialog, build_open_command, build_save_command
from ui.table.scene import TableScene
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.scroll_area import ScrollArea
from ui.widgets.virtual_list import VirtualList


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return MainMenuScene


def make_history_record(game: str = "briscola", seed: int = 1, deals: int = 30) -> Record:
    match = make_match(game, seats={"briscola": 2, "chiamata": 5, "muscio": 4}[game])
    return make_record(match, list(play_random_actions(match, seed, deal_count=deals)))


def store_match(app: AppDriver, record: Record, *, is_finished: bool = True) -> int:
    journal = app.storage.get_repository()
    number = journal.create_match(record, (PERSON_KIND, *["club"] * (len(record.names) - 1)), 1, {})
    if is_finished:
        journal.finish_match(number)
    journal.release_match(number)
    return number


def open_history(app: AppDriver) -> HistoryScene:
    app.context.router.open_history(lambda: None)
    for _frame in range(4):
        app.advance_frame()
    scene = app.context.scenes.top
    assert isinstance(scene, HistoryScene)
    return scene


def list_shown_ids(scene: HistoryScene) -> list[int]:
    return [row.entry.id for row in scene.rows]


def type_search(app: AppDriver, words: str) -> None:
    for sign in words:
        app.post_event(pygame.TEXTINPUT, text=sign)
    app.advance_frame()


def select_match(app: AppDriver, scene: HistoryScene, number: int) -> None:
    app.get_widget("matches").select(list_shown_ids(scene).index(number))
    app.advance_frame()


def test_main_menu_opens_history_and_escape_returns(app: AppDriver) -> None:
    app.advance_frame()
    app.click_button("history")
    assert isinstance(app.context.scenes.top, HistoryScene)
    app.press_key(pygame.K_ESCAPE)
    assert isinstance(app.context.scenes.top, MainMenuScene)


def test_every_match_is_listed_newest_first_with_its_state(app: AppDriver) -> None:
    over, open_ = (
        store_match(app, make_history_record()),
        store_match(app, make_history_record("chiamata", deals=2).without_last_action(), is_finished=False),
    )
    scene = open_history(app)
    assert list_shown_ids(scene) == [open_, over]
    assert "saved" in scene.rows[0].badges and scene.rows[1].badges == ()
    assert scene.rows[0].outcome_text == "Saved in deal 2"
    assert scene.rows[1].outcome_text.startswith(("Won 2 – ", "Lost "))


def describe_ending(match: Match, *texts: str, people: Collection[int] = (0,), **entry_fields: Any) -> str:
    """Return the outcome of a match that ends with these actions of its first deal."""
    record = make_record(match, []).with_deal(match.dealer, match.pack)
    for text in texts:
        record = record.with_action(parse_seat_action(match, text))
    kinds = tuple(PERSON_KIND if seat in people else "club" for seat in range(match.seats))
    entry = MatchListEntry(
        id=1, game_id=match.game_id, names=record.names, player_kinds=kinds, started_at=0.0, updated_at=0.0,
        tally=tally_record(record), **entry_fields,
    )  # fmt: skip
    return make_row(entry, 0.0).outcome_text


def test_row_says_who_or_what_ended_a_match_early() -> None:
    match = make_match(exit_votes=2)
    assert describe_ending(match, "0 unlock", "1 unlock") == "Ended by vote"
    assert describe_ending(match) == "Abandoned by you"
    assert describe_ending(match, people=(0, 1)) == "Abandoned", "several people played at this screen"
    assert describe_ending(match, flags=frozenset({IMPORTED_FLAG})) == "Not played to the end"
    assert describe_ending(match, "1 leave", people=(0, 1), is_networked=True) == "Ended by the host"
    assert describe_ending(match, "1 leave", "0 leave", people=(0, 1), is_networked=True) == "Everybody left"


def test_row_says_whose_timeout_ended_a_match() -> None:
    match = make_match("chiamata", seats=5, dealer=4, turn_seconds=30)
    assert describe_ending(match, "0 timeout") == "You ran out of time"
    assert describe_ending(match, "0 timeout", people=(1,)) == "Anna ran out of time"


def test_match_over_the_network_is_listed_as_such(app: AppDriver) -> None:
    store_match(app, make_history_record())
    store_match(app, make_joint_record())
    entries = app.storage.get_repository().archive.list_entries()
    assert [entry.is_networked for entry in entries] == [True, False]


def test_typing_filters_the_list_at_once(app: AppDriver) -> None:
    first, second = store_match(app, make_history_record()), store_match(app, make_history_record("chiamata"))
    scene = open_history(app)
    type_search(app, "chiam")
    assert list_shown_ids(scene) == [second]
    scene.search("BRISCOLA anna today")
    assert first in list_shown_ids(scene)
    scene.search("nobody like that")
    assert list_shown_ids(scene) == []
    assert not {"replay", "continue", "analyze", "match-menu"} & set(app.widget_ids)
    app.press_key(pygame.K_RETURN)
    assert app.context.scenes.top is scene


def test_saved_and_finished_matches_are_told_apart(app: AppDriver) -> None:
    over, open_ = (
        store_match(app, make_history_record()),
        store_match(app, make_history_record().without_last_action(), is_finished=False),
    )
    scene = open_history(app)
    for state, numbers in (("saved", [open_]), ("finished", [over]), ("all", [open_, over])):
        scene.show_state(state)
        assert list_shown_ids(scene) == numbers


def test_search_finds_text_of_a_row(app: AppDriver) -> None:
    zoe = MatchListEntry(
        id=1, game_id="chiamata", names=("Zoë", "B", "C", "D", "E"), player_kinds=(), started_at=0.0, updated_at=0.0
    )
    rows = (make_row(zoe, 0.0),)
    for words in ("zoë", "ZOË", "chiamata zoë", "briscola", "1970", ""):
        assert search_rows(rows, words) == [1], words
    assert search_rows(rows, "zoe spades") == []


def search_rows(rows: Sequence[HistoryRow], words: str, *, state: str = "all", chosen: int | None = None) -> list[int]:
    search = HistorySearch(rows, words, state, chosen)
    while not search.search_more(2):
        pass
    assert chosen is None or search.results[search.selected_index].entry.id == chosen
    return [row.entry.id for row in search.results]


@given(st.integers(0, 9), st.sampled_from(["", "a", "b", "a b"]))
def test_search_in_slices_equals_search_of_all_rows(count: int, words: str) -> None:
    names = ("ab", "a", "b", "c")
    rows = tuple(make_row(make_entry(number, names[number * 7 % 4]), 0.0) for number in range(count))
    whole = HistorySearch(rows, words, "all")
    assert whole.search_more(count)
    ids = [row.entry.id for row in whole.results]
    assert search_rows(rows, words) == ids
    assert all(search_rows(rows, words, chosen=match_id) == ids for match_id in ids)


def make_entry(number: int, name: str) -> MatchListEntry:
    return MatchListEntry(id=number, game_id="", names=(name,), player_kinds=(), started_at=0.0, updated_at=0.0)


def test_each_frame_searches_one_slice_and_last_typed_text_wins(app: AppDriver) -> None:
    scene = open_history(app)
    scene.all_rows = tuple(
        make_row(make_entry(number, f"n{number % 2}"), 0.0) for number in range(3 * ROWS_SEARCHED_PER_FRAME)
    )
    scene.search("")
    assert scene.is_busy and scene.rows == []
    type_search(app, "n1")
    app.advance_until(lambda: not scene.is_busy)
    assert {row.entry.names for row in scene.rows} == {("n1",)} and len(scene.rows) == 3 * ROWS_SEARCHED_PER_FRAME // 2


def test_match_is_selected_and_replayed_by_keys_alone(app: AppDriver) -> None:
    first = store_match(app, make_history_record(seed=1))
    store_match(app, make_history_record(seed=2))
    open_history(app)
    app.press_key(pygame.K_DOWN)
    app.press_key(pygame.K_DOWN)
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    scene = app.context.scenes.top
    assert isinstance(scene, ReplayScene) and scene.cursor is not None
    assert scene.cursor.replay.get_deal(0).pack == app.storage.load_record(first).deals[0].pack


def test_saved_match_is_resumed_from_the_history(app: AppDriver) -> None:
    open_ = store_match(app, make_history_record().without_last_action(), is_finished=False)
    select_match(app, open_history(app), open_)
    app.click_button("continue")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene), max_frames=200)


def test_match_is_free_again_when_the_history_is_left_before_it_opens(app: AppDriver) -> None:
    open_ = store_match(app, make_history_record().without_last_action(), is_finished=False)
    select_match(app, open_history(app), open_)
    app.storage.is_paused = True
    app.click_button("continue")
    app.advance_frame()
    app.press_key(pygame.K_ESCAPE)
    app.storage.finish_writes()
    for _frame in range(4):
        app.advance_frame()
    assert isinstance(app.context.scenes.top, MainMenuScene) and app.can_other_window_claim(open_)


def test_deleting_is_confirmed_and_default_button_keeps_the_match(app: AppDriver) -> None:
    number = store_match(app, make_history_record())
    scene = open_history(app)
    app.click_menu_entry("match-menu", "delete")
    assert isinstance(app.context.scenes.top, ConfirmDialog)
    lines = app.context.scenes.top.question.splitlines()
    assert lines[2:] == list(list_player_texts(scene.rows[0].entry)) and scene.rows[0].title in lines[1]
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    assert list_shown_ids(scene) == [number]
    app.click_menu_entry("match-menu", "delete")
    app.click_button("confirm")
    for _frame in range(4):
        app.advance_frame()
    assert list_shown_ids(scene) == [] and app.storage.get_repository().archive.list_entries() == ()


def test_menu_is_gone_below_the_dialog_that_it_opens(app: AppDriver) -> None:
    store_match(app, make_history_record())
    scene = open_history(app)
    pictures = []

    def ask() -> None:
        app.context.router.confirm("Sure?", "Yes", lambda: None, "No")

    def open_menu() -> None:
        scene.open_menu(pygame.Rect(300, 100, 9, 9), [MenuEntry("ask", "Ask", ask)])

    for open_dialog in (ask, open_menu):
        open_dialog()
        if "ask" in app.widget_ids:
            app.advance_frame()
            app.press_key(pygame.K_RETURN)
        app.move_mouse((0, 0))
        app.repaint()
        pictures.append(app.surface.get_buffer().raw)
        app.press_key(pygame.K_ESCAPE)
    assert pictures[0] == pictures[1]


def test_match_is_exported_by_path_and_imported_by_drop(
    app: AppDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr("ui.scenes.dialogs.export_report.clipboard_copy", copied.append)
    number = store_match(app, make_history_record())
    scene = open_history(app)
    app.click_menu_entry("match-menu", "export")
    prompt = app.context.scenes.top
    assert isinstance(prompt, FilePrompt)
    prompt.text = str(tmp_path / "mine")
    app.click_button("confirm")
    app.advance_frame()
    app.advance_frame()
    assert (tmp_path / "mine.tvr").exists()
    assert "mine.tvr" in app.expect_scene(ConfirmDialog).question
    app.click_button("confirm")
    assert copied == [str(tmp_path / "mine.tvr")] and app.context.scenes.top is scene
    app.click_button("match-menu")
    own_text = app.get_button_text("same-cards")
    app.press_key(pygame.K_ESCAPE)
    app.storage.get_repository().delete_match(number)
    for _file in range(2):
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "mine.tvr")))
    for _frame in range(6):
        app.advance_frame()
    assert [row.badges for row in scene.rows] == [("imported",)]
    assert "1 match was already in the history." in (app.toast_text, *app.context.notices)
    app.click_button("match-menu")
    assert app.get_button_text("same-cards") != own_text, "cards of others are played, one's own compared"


@pytest.mark.parametrize("data", [b"", b"[" * 100_000, b"{}", b"\xff\xfe", encode_record(make_history_record())[:300]])
def test_hostile_file_is_one_error_line_and_changes_nothing(app: AppDriver, tmp_path: Path, data: bytes) -> None:
    scene = open_history(app)
    (tmp_path / "bad.tvr").write_bytes(data)
    app.post_event(pygame.DROPFILE, file=str(tmp_path / "bad.tvr"))
    for _frame in range(4):
        app.advance_frame()
    assert app.toast_text.startswith(str(tmp_path / "bad.tvr")) and "\n" not in app.toast_text
    assert not scene.rows and app.context.scenes.top is scene


def test_all_listed_matches_are_exported_to_a_folder(app: AppDriver, tmp_path: Path) -> None:
    for seed in range(3):
        store_match(app, make_history_record(seed=seed))
    open_history(app)
    app.click_menu_entry("page-menu", "export-all")
    prompt: Any = app.context.scenes.top
    prompt.text = str(tmp_path / "out")
    app.click_button("confirm")
    app.advance_frame()
    app.advance_frame()
    assert len(list((tmp_path / "out").glob("*.tvr"))) == 3
    assert str(tmp_path / "out") in app.expect_scene(ConfirmDialog).question


@pytest.mark.slow
def test_thousand_matches_draw_only_the_visible_rows(app: AppDriver) -> None:
    record = make_history_record()
    journal = app.storage.get_repository()
    for _match in range(300):
        number = journal.create_match(record, (PERSON_KIND, "club"), 1, {})
        journal.finish_match(number)
        journal.release_match(number)
    scene = open_history(app)
    assert len(scene.rows) == 300
    before = len(app.list_widgets())
    app.press_key(pygame.K_DOWN)
    for key in (pygame.K_END, pygame.K_HOME, pygame.K_PAGEDOWN):
        app.press_key(key)
    assert len(app.list_widgets()) == before


def test_only_visible_rows_are_painted(app: AppDriver) -> None:
    painted = list[int]()
    rows = VirtualList(
        pygame.Rect(0, 0, 600, 400), app.context.ui_manager, 1.0, row_height=60, row_count=300,
        describe_row=str, paint_row=lambda row, _canvas: painted.append(row), on_chosen=lambda: None,
    )  # fmt: skip
    rows.draw(Canvas(app.context.size))
    assert painted == list(range(7))
    rows.select(299)
    rows.draw(Canvas(app.context.size))
    assert set(painted[7:]) == set(range(293, 300))


def test_list_in_a_scroll_area_scrolls_with_it(app: AppDriver) -> None:
    painted = list[int]()
    scroll_area = ScrollArea(pygame.Rect(0, 0, 600, 400), app.context.ui_manager, 1.0)
    rows = VirtualList(
        pygame.Rect(0, 0, 500, 60 * 300), app.context.ui_manager, 1.0, row_height=60, row_count=300,
        describe_row=str, paint_row=lambda row, _canvas: painted.append(row), scroll_area=scroll_area,
    )  # fmt: skip
    scroll_area.set_height(60 * 300)
    scroll_area.move_to(6000)
    rows.draw(Canvas(app.context.size))
    assert painted == list(range(99, 107))


@pytest.mark.slow
def test_list_does_not_wait_for_the_storage(app: AppDriver) -> None:
    store_match(app, make_history_record())
    app.storage.is_paused = True
    app.context.router.open_history(lambda: None)
    app.advance_frame()
    scene: Any = app.context.scenes.top
    assert scene.is_busy and not scene.rows
    app.storage.run_waiting_calls()
    app.advance_frame()
    app.storage.run_waiting_calls()
    app.advance_frame()
    assert len(scene.rows) == 1


def test_unreadable_history_is_reported(app: AppDriver) -> None:
    app.storage.failure_message = "Could not read the matches: the disk reports an error."
    scene = open_history(app)
    assert not scene.rows and app.toast_text == app.storage.failure_message


# -- the file dialog of the system


def make_program_finder(*programs: str) -> Any:
    return lambda name: f"/usr/bin/{name}" if name in programs else None


def test_system_file_dialog_is_offered_only_where_it_exists() -> None:
    is_available = Path("/home/anna")
    for platform, program in (
        ("linux", "zenity"), ("linux", "kdialog"), ("darwin", "osascript"), ("win32", "powershell"),
    ):  # fmt: skip
        file = is_available / "a.tvr"
        for command in (
            build_open_command("Import", is_available, make_program_finder(program), platform),
            build_save_command("Export", file, make_program_finder(program), platform),
        ):
            assert command is not None and command[0] == program
    assert build_open_command("Import", is_available, make_program_finder(), "linux") is None
    assert build_save_command("Export", is_available, make_program_finder("osascript"), "linux") is None


def test_all_files_chosen_in_the_dialog_are_imported(app: AppDriver, tmp_path: Path) -> None:
    for name in ("one", "three"):
        (tmp_path / f"{name}.tvr").write_bytes(encode_record(make_history_record(seed=len(name))))
    scene = open_history(app)
    lines = "\n".join(str(tmp_path / f"{name}.tvr") for name in ("one", "three"))
    app.click_menu_entry("page-menu", "import")
    prompt: Any = app.context.scenes.top
    prompt.command = [sys.executable, "-c", f"print({lines!r})"]
    app.context.scenes.rebuild()
    app.click_button("choose-file")
    while prompt.is_busy:
        app.advance_frame()
        if app.context.scenes.top is scene:
            break
    for _frame in range(6):
        app.advance_frame()
    assert app.context.scenes.top is scene
    assert len(scene.rows) == 2


def test_dialog_that_does_not_open_leaves_the_text_input(app: AppDriver) -> None:
    open_history(app)
    app.click_menu_entry("page-menu", "import")
    prompt: Any = app.context.scenes.top
    prompt.command = ["/no/such/program"]
    app.context.scenes.rebuild()
    app.click_button("choose-file")
    app.advance_frame()
    assert app.expect_scene(TextPrompt) is prompt and "Type the path" in " ".join(app.list_line_texts())


def test_open_dialog_closes_with_its_prompt() -> None:
    dialog = FileDialog([sys.executable, "-c", "import time; time.sleep(60)"])
    assert dialog.is_open
    dialog.close()
    while dialog.is_open:
        pass
    assert dialog.read_paths() == ()


def measure_search_text_width(app: AppDriver, scene: HistoryScene) -> int:
    """Return the width of the text in the search field, in pixels."""
    app.repaint()
    line = app.surface.subsurface(app.get_widget("search").rect.inflate(-12, -12))
    ink = pygame.mask.from_threshold(line, pygame.Color(app.context.theme.disabled_button_color), (16, 16, 16, 255))
    ink.invert()
    rects = ink.get_bounding_rects()
    return rects[0].unionall(rects[1:]).width if rects else 0


def test_search_input_shows_its_hint_until_text_is_typed(app: AppDriver) -> None:
    scene = open_history(app)
    assert app.get_widget("search").is_focused
    hint = measure_search_text_width(app, scene)
    type_search(app, "c")
    letter = measure_search_text_width(app, scene)
    app.press_key(pygame.K_BACKSPACE)
    app.advance_frame()
    assert hint > 100 > letter
    assert measure_search_text_width(app, scene) > 100


@pytest.mark.parametrize(("size", "scale"), SIZES_AND_SCALES)
def test_toast_covers_no_widget(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    with open_test_app(tmp_path, size=size, settings=make_settings(scale=scale)) as app:
        store_match(app, make_history_record())
        app.context.scenes.replace(MainMenuScene(app.context))
        open_history(app)
        assert list_covered(app, SHORT_TEXT) == list_covered(app, LONG_TEXT) == []


def test_own_result_comes_first_in_the_preview(app: AppDriver) -> None:
    store_match(app, make_history_record())
    scene = open_history(app)
    (entry,) = (row.entry for row in scene.rows)
    assert list_sides(entry) == ((0,), (1,)) and find_own_seat(entry) == 0


@pytest.mark.parametrize(("size", "scale"), SIZES_AND_SCALES)
def test_preview_has_the_totals_of_all_players_at_every_size(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    pictures = set()
    with open_test_app(tmp_path, size=size, settings=make_settings(scale=scale)) as app:
        for seed in (1, 2):
            store_match(app, make_history_record("chiamata", seed, deals=2))
        app.context.scenes.replace(MainMenuScene(app.context))
        scene = open_history(app)
        assert len({row.players_text for row in scene.rows}) == len(scene.rows) == 2
        for _row in scene.rows:
            app.press_key(pygame.K_DOWN)
            app.advance_frame()
            app.repaint()
            left = size[0] * 3 // 5
            right_part = app.surface.subsurface((left, 0, size[0] - left, size[1]))
            pictures.add(pygame.image.tobytes(right_part, "RGB"))
    assert len(pictures) == 2


def test_unseen_cards_of_a_foreign_match_are_not_previewed(app: AppDriver) -> None:
    import_match(app.storage.get_repository(), make_history_record())
    scene = open_history(app)
    loaded = list[int]()
    app.storage.get_repository().archive.load_match = loaded.append  # type: ignore[assignment, method-assign]
    scene.search("")
    for _frame in range(4):
        app.advance_frame()
    assert len(scene.rows) == 1 and loaded == []


def test_preview_has_the_finished_deals_and_the_best_own_trick(app: AppDriver) -> None:
    number = store_match(app, make_history_record())
    preview = load_preview(app.storage.get_repository().archive, number, 0)
    assert [deal.number for deal in preview.deals] == list(range(1, len(preview.deals) + 1))
    assert all(sum(deal.scores) == 120 for deal in preview.deals)
    trick = preview.best_trick
    assert trick is not None and len(trick.cards) == 2 and trick.points > 10
    assert load_preview(app.storage.get_repository().archive, number, None).best_trick is None


def test_preview_shows_deals_with_the_sign_of_the_score(app: AppDriver) -> None:
    record = make_history_record("muscio", 1, deals=6)
    store_match(app, record)
    scores = [result.scores[0] for result in record.replay().results]
    app.context.scenes.replace(MainMenuScene(app.context))
    open_history(app)
    app.press_key(pygame.K_DOWN)
    for _frame in range(4):
        app.advance_frame()
    assert any(scores) and {format_change(score) for score in scores} <= set(list_all_texts(app))
