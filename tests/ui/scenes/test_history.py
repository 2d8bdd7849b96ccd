"""The history in the window: search, opening, export, import, and deletion only after confirmation."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.match.archived_match import IMPORTED_FLAG
from game.match.match import Match
from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.match.tallies import tally_record
from game.statistics.match_previews import load_preview
from game.storage.archive import MatchListEntry
from tests.helpers import make_match, make_record, parse_seat_action, play_random_actions
from tests.joint_records import make_joint_record
from tests.same_deals import import_match
from tests.ui.app_driver import AppDriver, open_test_app
from tests.ui.match_driver import run_settling_frames
from ui.graphics.canvas import Canvas
from ui.scenes.history.list_model import (
    ROWS_SEARCHED_PER_FRAME,
    HistoryRow,
    HistorySearch,
    find_own_seat,
    list_sides,
    make_row,
)
from ui.scenes.history.scene import HistoryScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.replay.scene import ReplayScene
from ui.widgets.base import Place
from ui.widgets.nodes import Node, Space, make_paint_frame
from ui.widgets.virtual_list import VirtualList


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
    run_settling_frames(app)
    return app.expect_scene(HistoryScene)


def list_shown_ids(scene: HistoryScene) -> list[int]:
    return [row.entry.id for row in scene.rows]


def select_match(app: AppDriver, scene: HistoryScene, number: int) -> None:
    app.get_widget("matches").select(list_shown_ids(scene).index(number))
    app.advance_frame()


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
    assert describe_ending(match) == "You gave up"
    assert describe_ending(match, people=(0, 1)) == "Given up", "several people played at this screen"
    assert describe_ending(match, flags=frozenset({IMPORTED_FLAG})) == "Not finished"
    assert describe_ending(match, "1 leave", people=(0, 1), is_networked=True) == "Ended by the host"
    assert describe_ending(match, "1 leave", "0 leave", people=(0, 1), is_networked=True) == "Everybody left"
    match = make_match("chiamata", seats=5, dealer=4, turn_seconds=30)
    assert describe_ending(match, "0 timeout") == "You ran out of time"
    assert describe_ending(match, "0 timeout", people=(1,)) == "Anna ran out of time"


def search_rows(rows: Sequence[HistoryRow], words: str, *, chosen: int | None = None) -> list[int]:
    search = HistorySearch(rows, words, "all", chosen)
    while not search.search_more(2):
        pass
    assert chosen is None or search.results[search.selected_index].entry.id == chosen
    return [row.entry.id for row in search.results]


@given(st.integers(0, 9), st.sampled_from(["", "A", "b", "briscola", "1970 c", "a spades"]))
def test_search_in_slices_equals_search_of_all_rows(count: int, words: str) -> None:
    names = ("ab", "a", "b", "c")
    rows = tuple(make_row(make_entry(number, names[number * 7 % 4]), 0.0) for number in range(count))
    found = [number for number in range(count) if all(
        word.lower() in f"{names[number * 7 % 4]} briscola 1970" for word in words.split())]  # fmt: skip
    assert search_rows(rows, words) == found
    assert all(search_rows(rows, words, chosen=match_id) == found for match_id in found)


def make_entry(number: int, name: str) -> MatchListEntry:
    return MatchListEntry(id=number, game_id="briscola", names=(name,), player_kinds=(), started_at=0.0, updated_at=0.0)


def test_each_frame_searches_one_slice_and_last_typed_text_wins(app: AppDriver) -> None:
    scene = open_history(app)
    scene.all_rows = tuple(
        make_row(make_entry(number, f"n{number % 2}"), 0.0) for number in range(3 * ROWS_SEARCHED_PER_FRAME)
    )
    scene.search("")
    assert scene.is_busy and scene.rows == []
    app.type_text("n1")
    app.advance_until(lambda: not scene.is_busy)
    assert {row.entry.names for row in scene.rows} == {("n1",)} and len(scene.rows) == 3 * ROWS_SEARCHED_PER_FRAME // 2


def test_match_is_free_again_when_the_history_is_left_before_it_opens(app: AppDriver) -> None:
    _over, open_ = store_both_states(app)
    select_match(app, open_history(app), open_)
    app.storage.is_paused = True
    app.click_button("continue")
    app.advance_frame()
    app.press_key(pygame.K_ESCAPE)
    app.storage.finish_writes()
    run_settling_frames(app)
    app.expect_scene(MainMenuScene)
    assert app.can_other_window_claim(open_)


def test_only_visible_rows_are_painted(app: AppDriver) -> None:
    painted, area = list[int](), pygame.Rect(0, 0, 500, 400)
    frame = make_paint_frame(Place(app.context.ui_manager))

    def describe_row(row: int) -> Node:
        painted.append(row)
        return Space()

    rows = VirtualList(area, frame, row_height=60, row_count=300, narrate_row=str, describe_row=describe_row)
    for selected, visible in ((0, range(7)), (299, range(293, 300))):
        rows.select(selected)
        rows.draw(Canvas(app.context.size))
        assert set(visible) == set(painted[-7:])


def test_foreign_match_is_marked_and_its_cards_are_not_previewed(
    app: AppDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_match(app.storage.get_repository(), make_history_record())
    store_match(app, make_joint_record())
    scene = open_history(app)
    assert [row.entry.is_networked for row in scene.rows] == [True, False]
    loaded = list[int]()
    monkeypatch.setattr(app.storage.get_repository().archive, "load_match", loaded.append)
    scene.search("briscola")
    select_match(app, scene, 1)
    run_settling_frames(app)
    assert loaded == []


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


# -- the file dialog of the system


def test_preview_has_the_finished_deals_and_the_best_own_trick(app: AppDriver) -> None:
    number = store_match(app, make_history_record())
    archive = app.storage.get_repository().archive
    (entry,) = archive.list_entries()
    assert list_sides(entry) == ((0,), (1,)) and find_own_seat(entry) == 0
    preview = load_preview(archive, number, 0)
    assert [deal.number for deal in preview.deals] == list(range(1, len(preview.deals) + 1))
    assert all(sum(deal.scores) == 120 for deal in preview.deals)
    trick = preview.best_trick
    assert trick is not None and len(trick.cards) == 2 and trick.points > 10
    assert load_preview(archive, number, None).best_trick is None


def store_both_states(app: AppDriver) -> tuple[int, int]:
    """Store a finished match and after it one that is saved; return their ids."""
    saved = make_history_record("chiamata", deals=2).without_last_action()
    return store_match(app, make_history_record()), store_match(app, saved, is_finished=False)


@pytest.mark.parametrize("size", [(960, 540), (1366, 768)])
def test_replay_is_a_button_beside_the_other_ways_into_a_match(tmp_path: Path, size: tuple[int, int]) -> None:
    with open_test_app(tmp_path, size=size) as app:
        for number in store_both_states(app):
            scene = open_history(app)
            select_match(app, scene, number)
            assert {"replay", "analyze", "match-menu"} <= set(app.widget_ids)
        assert "continue" in app.widget_ids
        app.click_button("replay")
        run_settling_frames(app)
        app.expect_scene(ReplayScene)
