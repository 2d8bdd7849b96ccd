"""The page of the daily deal, and deal codes in the new match and on the command line."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone, tzinfo
from random import Random
from typing import Any

import pygame

import main
from game.core.messages import Reason
from game.core.phase import Board, DealOverPhase, DealResult
from game.match.match import replace
from game.match.setup import MatchSetup, PlayerInfo
from game.rules import GAMES
from game.shuffling.deal_codes import encode_deal
from game.statistics.daily_deals import (
    DailyResult,
    compute_daily_result,
    get_daily_deal,
    open_daily_results,
    store_daily_start,
)
from game.storage.archive import Archive
from tests.helpers import make_match
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, get_record, get_session
from tests.ui.match_driver import run_settling_frames
from tests.ui.text_recorder import record_texts
from ui.app import launch
from ui.app.app import MAX_IDLE_S
from ui.scenes.daily.month_grid import format_result
from ui.scenes.daily.scene import DailyDealScene, make_daily_setup
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match import form_state as forms
from ui.table.scene import TableScene

DAILY_DATE = "2026-11-22"


def open_daily(app: AppDriver) -> DailyDealScene:
    app.click_button("daily-deal")
    run_settling_frames(app)
    return app.expect_scene(DailyDealScene)


def load_results(app: AppDriver) -> list[tuple[str, str]]:
    return [(result.game, result.state) for result in open_daily_results(app.context.folders).read()[0].results]


def play_deal_to_end(app: AppDriver) -> None:
    """Play to the end of the first deal without animations."""
    table, rng = get_session(app.table_scene), Random(1)
    while not table.status.is_between_deals or table.is_saving:
        app.clock.advance(5.0)
        if table.is_your_turn:
            table.act(rng.choice(table.observation.legal_actions))
        table.update(is_idle=True)
    table.update(is_idle=True)


# -- the page


def test_daily_deal_is_played_and_keeps_its_first_result(app: AppDriver) -> None:
    open_daily(app)
    first = next(iter(GAMES))
    app.press_key(pygame.K_TAB)
    app.press_key(pygame.K_RETURN)
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene))
    run_settling_frames(app)
    assert load_results(app) == [(first, "begun")]
    play_deal_to_end(app)
    assert load_results(app) == [(first, "scored")]
    before = open_daily_results(app.context.folders).read()[0]
    menu = MainMenuScene(app.context)
    app.context.scenes.replace(menu)
    run_settling_frames(app)
    assert "daily deal" in menu.continue_text, "until the match is over"
    assert {entry.is_daily for entry in app.context.storage.submit_to_archive(Archive.list_entries).result()} == {True}
    open_daily(app)
    app.click_button(f"play-{first}")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene))
    assert "doesn't count" in app.toast_text
    play_deal_to_end(app)
    assert open_daily_results(app.context.folders).read()[0] == before


@check_rows(
    ("game", "scores", "text"),
    [
        ("briscola", (60, 60), "Tie, 60 pts"),
        ("briscola", (61, 59), "Won, 61 pts"),
        ("briscola", (59, 61), "Lost, 59 pts"),
        ("spades", (41, 20, 41, -30), "Shared win, 41 pts"),
        ("spades", (41, 20, 30, -30), "Won, 41 pts"),
        ("chiamata", (1, -1, -1, 2, -1), "Won, +1"),
        ("chiamata", (1, 1, -2, -1, 1), "Won, +1"),
        ("chiamata", (-1, 1, 2, -1, -1), "Lost, −1"),
    ],
)
def test_win_is_shared_only_with_other_sides(game: str, scores: tuple[int, ...], text: str) -> None:
    seats = len(scores)
    outcome = DealResult(state="scored", scores=scores, points=scores, reasons=(Reason("most_points"),))
    match, board = make_match(game, seats=seats), Board(hands=((),) * seats)
    over = DealOverPhase(options=match.options, seats=seats, dealer=0, deal_result=outcome, final_board=board)
    match = replace(match, phase=over, results=(outcome,))
    players = (PlayerInfo("Anna", "you"), *(PlayerInfo(f"Bot {seat}", "club") for seat in range(1, seats)))
    result = compute_daily_result(DAILY_DATE, 1, match, players)
    assert result is not None and format_result(result) == text


# -- the calendar


def store_results(app: AppDriver, *results: tuple[int, int, bool], state: str = "scored") -> None:
    """Store results in Briscola: days before today, points and whether the deal was won."""
    today = date.fromisoformat(app.context.daily_date)
    for days, score, is_won in results:
        result = DailyResult(
            date=(today - timedelta(days=days)).isoformat(), game="briscola", match=1,
            profile=app.context.own_profile.id, state=state, score=score, is_won=is_won,
        )  # fmt: skip
        store_daily_start(app.context.folders, result)


def list_day_texts(app: AppDriver, day: date) -> list[str]:
    """Return the texts of a day of the shown month."""
    grid = app.get_widget("calendar")
    with record_texts() as recorder:
        texts = recorder.list_painted_texts(grid.rect.size, grid.paint)
    return [text.text for text in texts if grid.part_rects[day.day].contains(text.area)]


# -- midnight

NEW_YORK = timezone(timedelta(hours=-5))
NOON, LATE, MIDNIGHT = "2026-11-24 12:00", "2026-11-24 23:59:58", "2026-11-25 00:00:01"


def set_local_time(app: AppDriver, local_time: str, zone: tzinfo = NEW_YORK) -> None:
    """Set the clock of the computer to a local time such as 2026-11-24 23:59, and its time zone."""
    moment = datetime.fromisoformat(local_time).replace(tzinfo=zone).timestamp()
    app.context.zone, app.context.now = zone, lambda: moment


def open_daily_at(app: AppDriver, local_time: str, *results: tuple[int, int, bool]) -> DailyDealScene:
    set_local_time(app, local_time)
    store_results(app, *results)
    return open_daily(app)


@check_rows("hours, local_time", [
    (-11, "00:00"), (-8, "15:59"), (0, "23:59:59"), (5.75, "00:00"), (13, "15:59"), (14, "23:59:59"), (14, "00:00"),
])  # fmt: skip
def test_page_shows_the_local_day_at_any_time_of_it(app: AppDriver, hours: float, local_time: str) -> None:
    set_local_time(app, f"2026-11-24 {local_time}", timezone(timedelta(hours=hours)))
    app.context.scenes.replace(MainMenuScene(app.context))
    run_settling_frames(app)
    open_daily(app)
    assert list_day_texts(app, date(2026, 11, 24)) == ["24", "Today"]


def test_idle_window_notices_midnight(app: AppDriver) -> None:
    """Sleep as a window does in which nothing happens: a frame without events."""
    page = open_daily_at(app, LATE)
    assert not page.is_busy
    app.clock.advance(MAX_IDLE_S)
    set_local_time(app, MIDNIGHT)
    app.run_frame()
    assert app.get_widget("calendar").value == date(2026, 11, 25)


def test_deal_begun_before_midnight_counts_for_its_own_date(app: AppDriver) -> None:
    open_daily_at(app, LATE)
    app.click_button("play-briscola")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene))
    set_local_time(app, MIDNIGHT)
    play_deal_to_end(app)
    results = open_daily_results(app.context.folders).read()[0].results
    assert [(result.date, result.state) for result in results] == [("2026-11-24", "scored")]
    app.context.scenes.replace(MainMenuScene(app.context))
    run_settling_frames(app)
    assert open_daily(app).narration[-1] == "1 day played in a row. Best: 1"
    assert "play-briscola" in app.widget_ids, "the deal of the new day"


# -- a new player


# -- the match of the deal


# -- the new match


@check_rows("game", GAMES)
def test_deal_code_sets_game_rules_and_seats(game: str) -> None:
    deal = get_daily_deal(DAILY_DATE, game)
    form = forms.with_code(forms.make_default_form("Anna"), encode_deal(deal).lower())
    command = main.make_parser().parse_args(["play", "--code", encode_deal(deal), "--players", "you,club"])
    for agreed in (forms.make_match_setup(form), launch.read_seating(command)):
        assert isinstance(agreed, MatchSetup)
        assert (agreed.game_id, agreed.options, agreed.first_dealer, agreed.shuffle_key, len(agreed.players)) == (
            game, deal.options, deal.dealer, deal.key, deal.seats,
        )  # fmt: skip


def test_wrong_deal_code_is_one_line_and_changes_nothing() -> None:
    form = forms.make_default_form("Anna")
    for wrong in ("X", "B2-U", encode_deal(get_daily_deal(DAILY_DATE, "chiamata"))[:-1]):
        typed = forms.with_code(form, wrong)
        assert forms.replace_fields(typed, code="") == form
        assert forms.make_match_setup(typed) == forms.find_error(typed)
        assert forms.find_error(typed).startswith("Deal code: ")


def open_code_field(app: AppDriver) -> Any:
    """Open the options of a new match and put the focus on the deal code; return the scene of the options."""
    app.click_button("new-match")
    run_settling_frames(app)
    app.click_button("more-options")
    app.press_on("code")
    return app.context.scenes.top


def test_rules_different_from_the_deal_code_are_reported() -> None:
    form = forms.with_code(forms.make_default_form("Anna"), encode_deal(get_daily_deal(DAILY_DATE, "briscola")))
    for other_form in (
        forms.with_seats(form, 3),
        forms.with_game(form, "muscio"),
        forms.with_rule(form, "count_aloud", True),
    ):
        assert "doesn't match the game, the rules or the number of players" in forms.find_error(other_form)
    assert forms.make_match_setup(forms.with_code(form, "")) != forms.find_error(form)


def test_deal_code_is_typed_and_played(app: AppDriver) -> None:
    sheet, deal = open_code_field(app), get_daily_deal(DAILY_DATE, "muscio")
    app.type_text(encode_deal(deal).lower())
    assert sheet.form.game == "muscio" and sheet.form.code == encode_deal(deal).lower()
    app.click_button("done")
    app.click_button("play")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene))
    run_settling_frames(app)
    record = get_record(app.table_scene)
    assert record.deals[0].extra["fairness"] == {"key": deal.key}
    assert deal.key not in (app.context.folders.config / "new_match.json").read_text()


def test_text_typed_right_after_a_deal_code_is_not_lost(app: AppDriver) -> None:
    """Enter the text in the frame in which the code replaces the form."""
    scene: Any = open_code_field(app)
    code = encode_deal(get_daily_deal(DAILY_DATE, "chiamata"))
    for sign in (*code, "7", "8"):
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=sign))
    run_settling_frames(app)
    assert scene.form.code == app.get_widget("code").get_text() == code + "78"
    for _sign in "78":
        app.press_key(pygame.K_BACKSPACE)
    app.advance_frame()
    assert scene.form.code == app.get_widget("code").get_text() == code and scene.form.game == "chiamata"
    app.type_text("9")
    line = app.get_widget("code")
    assert scene.form.code == line.get_text() == code + "9"
    assert scene.scroll_areas["deal"].viewport.contains(line.get_abs_rect())


@check_rows("game", GAMES)
def test_same_deal_for_everyone_is_played_without_assistance(game: str) -> None:
    deal = get_daily_deal(DAILY_DATE, game)
    for name in ("Anna", "Zoë", "Bruno"):
        agreed = make_daily_setup(DAILY_DATE, game, name)
        assert (agreed.shuffle_key, agreed.first_dealer, agreed.options) == (deal.key, deal.dealer, deal.options)
        assert not agreed.assistance.undo and not agreed.assistance.hints
        assert len(agreed.players) == deal.seats
        assert [player.name for player in agreed.players if player.is_person] == [name]
