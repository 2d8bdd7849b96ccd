"""Toasts report events at the top of the window, and cover no button and no card of the viewer."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.rules import GAMES
from tests.fakes import make_match_setup
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, get_main_menu_class, make_settings, open_table, open_test_app
from tests.ui.match_driver import expect_deal_result, find_match, resume_at, run_settling_frames
from tests.ui.scene_registry.examples import find_longest_step, show_lesson
from tests.ui.scene_registry.long_pages import make_more_options
from tests.ui.widgets.toast_examples import LONG_TEXT, SHORT_TEXT, SIZES_AND_SCALES, list_covered
from ui.graphics import timings
from ui.table.overlays.chat import ChatOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.pause import PauseOverlay
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay
from ui.table.result.overlay import ResultOverlay
from ui.widgets.toasts import layout_toasts


@long_test
@check_rows(("size", "scale"), choose_sample(SIZES_AND_SCALES, 5, 2))
def test_toasts_at_a_table_cover_no_button_and_no_card_of_yours(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    with open_test_app(tmp_path, size=size, settings=make_settings(scale=scale, speed=0.0)) as app:
        app.skips_painting = True
        for game, game_rules in GAMES.items():
            for seats in game_rules.seat_counts:
                open_table(app, make_match_setup("you" + " club" * (seats - 1), game=game))
                for _frame in range(3):
                    app.advance_frame(1.0)
                for text in (SHORT_TEXT, LONG_TEXT):
                    assert not list_covered(app, text), (game, seats, text)
            resume_at(app, find_match(game, game_rules.seat_counts[-1], lambda match: match.turn == 0))
            assert not list_covered(app, LONG_TEXT), game
            show_lesson(app, game, find_longest_step(game))
            assert not list_covered(app, LONG_TEXT), game


def test_toast_at_a_table_covers_no_seat_and_no_score(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(speed=0.0)) as app:
        app.skips_painting = True
        for game, game_rules in GAMES.items():
            for seats in game_rules.seat_counts:
                table = open_table(app, make_match_setup("you" + " club" * (seats - 1), game=game))
                for _frame in range(3):
                    app.advance_frame(1.0)
                plates = [table.layout.get_seat_layout(seat).plate_rect for seat in range(seats)]
                for place in (*plates, table.layout.corner_rect, table.layout.pause_rect):
                    check_that_toasts_leave_free(app, place)


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "scale"), choose_sample([*SIZES_AND_SCALES, ((1280, 720), 1.0)], 4, 1))
def test_toast_over_a_sheet_leaves_its_title_free(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    with open_test_app(tmp_path, size=size, settings=make_settings(scale=scale)) as app:
        app.skips_painting = True
        context, table = app.context, open_table(app, make_match_setup("you club"))
        for overlay in (
            PauseOverlay(table),
            LogOverlay(table),
            ChatOverlay(table, 0),
            ShuffleProofOverlay(table),
        ):
            context.scenes.push(overlay)
            app.advance_frame()
            panel = overlay.panel_rect
            check_that_toasts_leave_free(app, pygame.Rect(panel.topleft, (panel.width, overlay.head_height)))
            context.scenes.pop()
        sheet = make_more_options(context, "briscola", "classic")
        context.scenes.push(sheet)
        app.advance_frame()
        check_that_toasts_leave_free(app, sheet.title_rect)


def check_that_toasts_leave_free(app: AppDriver, place: pygame.Rect) -> None:
    """Check that no toast covers a part of ``place``, and that each is inside the window."""
    for text in (SHORT_TEXT, LONG_TEXT):
        (toast,) = layout_toasts(app.context, (text,))
        assert not place.colliderect(toast.rect), (app.context.scenes.top, text)
        assert pygame.Rect((0, 0), app.context.size).contains(toast.rect)


def test_toasts_on_the_menu_wait_for_room_and_leave_no_word_alone(app: AppDriver) -> None:
    app.skips_painting = True
    menu = app.show_over(get_main_menu_class()(app.context))
    for text in ("One.", "Two."):
        app.context.notify(text)
    app.advance_frame()
    assert app.toast_text == "One." and app.context.notices == ["Two."], "there is no room"
    app.advance_frame(timings.TOAST_SHOWN_S)
    assert app.toast_text == "Two."
    app.click_button("settings")
    assert app.context.scenes.top is not menu, "a button below it can be clicked"
    for word_count in range(8, 40):
        (toast,) = layout_toasts(app.context, ("word " * word_count,))
        assert all(line.count(" ") for line in toast.lines), word_count


def test_toasts_are_stacked_newest_last_and_narrated(app: AppDriver) -> None:
    narrated: list[str] = []
    app.context.narrate = narrated.append
    open_table(app, make_match_setup("you club"))
    narrated.clear()
    app.context.notify("One.")
    app.advance_frame()
    app.context.notify("Two.")
    app.advance_frame()
    assert [text for text in narrated if text in ("One.", "Two.")] == ["One.", "Two."]
    assert app.toast_text == "One.\nTwo."
    first, second = layout_toasts(app.context, app.toasts.texts)
    assert first.rect.bottom < second.rect.top
    app.advance_frame(timings.TOAST_SHOWN_S - 1 / 60)
    assert app.toast_text == "Two."
    app.advance_frame(timings.TOAST_SHOWN_S)
    assert not app.toasts.is_visible
    app.context.narrate = None


def test_result_makes_room_for_a_toast_that_has_none_beside_it(tmp_path: Path) -> None:
    with open_test_app(tmp_path, size=(1280, 720), settings=make_settings(scale=2.0, speed=0.0)) as app:
        open_table(app, make_match_setup("club club club club", deals_to_win=2, teams=False))
        app.advance_until(lambda: isinstance(app.context.scenes.top, ResultOverlay), seconds=0.2)
        result = expect_deal_result(app)
        usual_height = result.scroll_areas["result"].viewport.height
        app.context.notify(LONG_TEXT)
        run_settling_frames(app)
        (toast,) = layout_toasts(app.context, app.toasts.texts)
        viewport = result.scroll_areas["result"].viewport
        assert toast.rect.top >= result.panel_rect.top + result.head_height and toast.rect.bottom <= viewport.top
        app.advance_until(lambda: not app.toasts.texts, seconds=0.5)
        run_settling_frames(app)
        assert result.scroll_areas["result"].viewport.height == usual_height and not result.is_busy
