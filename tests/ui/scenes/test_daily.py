"""The page of the daily deal, and deal codes in the new match and on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from game.match.setup import MatchSetup
from game.rules import GAMES
from game.shuffling.daily_deal import get_daily_deal
from game.shuffling.deal_codes import encode_deal
from game.storage.daily_results import open_daily_results
from tests.ui.app_driver import AppDriver, get_record, get_session
from tests.ui.match_driver import run_settling_frames
from ui.app import launch
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.daily.scene import DailyDealScene, make_daily_setup
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.scene import NewMatchScene
from ui.table.scene import TableScene

DAILY_DATE = "2026-11-22"


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return MainMenuScene


def open_daily(app: AppDriver) -> DailyDealScene:
    app.click_button("daily-deal")
    run_settling_frames(app)
    assert isinstance(app.context.scenes.top, DailyDealScene)
    return app.context.scenes.top


def load_results(app: AppDriver) -> list[tuple[str, str]]:
    return [(result.game, result.state) for result in open_daily_results(app.context.folders).read()[0].results]


def play_deal_to_end(app: AppDriver) -> None:
    """Play to the end of the first deal without animations."""
    table, rng = get_session(app.table_scene), Random(1)
    while not table.course.is_between_deals or table.is_saving:
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
    app.context.scenes.replace(MainMenuScene(app.context))
    run_settling_frames(app)
    open_daily(app)
    app.click_button(f"play-{first}")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene))
    assert "does not count" in app.toast_text
    play_deal_to_end(app)
    assert open_daily_results(app.context.folders).read()[0] == before


@pytest.mark.parametrize("game", GAMES)
def test_daily_deal_does_not_depend_on_house_rules(game: str) -> None:
    deal = get_daily_deal(DAILY_DATE, game)
    for name in ("Anna", "Zoë", "Bruno"):
        agreed = make_daily_setup(DAILY_DATE, game, name)
        assert (agreed.shuffle_key, agreed.first_dealer, agreed.options) == (deal.key, deal.dealer, deal.options)
        assert len(agreed.players) == deal.seats
        assert [player.name for player in agreed.players if player.is_person] == [name]


# -- the new match


@pytest.mark.parametrize("game", GAMES)
def test_deal_code_sets_game_rules_and_seats(game: str) -> None:
    deal = get_daily_deal(DAILY_DATE, game)
    form = forms.with_code(forms.make_default_form("Anna"), encode_deal(deal).lower())
    assert forms.find_error(form) == ""
    agreed = forms.make_match_setup(form)
    assert isinstance(agreed, MatchSetup)
    assert (agreed.game_id, agreed.options, agreed.first_dealer, agreed.shuffle_key) == (
        game,
        deal.options,
        deal.dealer,
        deal.key,
    )


def test_wrong_deal_code_is_one_line_and_changes_nothing() -> None:
    form = forms.make_default_form("Anna")
    for wrong in ("X", "B2-U", encode_deal(get_daily_deal(DAILY_DATE, "chiamata"))[:-1]):
        typed = forms.with_code(form, wrong)
        assert forms.replace_fields(typed, code="") == form
        assert forms.find_error(typed).startswith("Deal code: ") and forms.make_match_setup(typed) == forms.find_error(
            typed
        )


def test_rules_different_from_the_deal_code_are_reported() -> None:
    form = forms.with_code(forms.make_default_form("Anna"), encode_deal(get_daily_deal(DAILY_DATE, "briscola")))
    for other_form in (
        forms.with_seats(form, 3),
        forms.with_game(form, "muscio"),
        forms.with_rule(form, "count_aloud", True),
    ):
        assert "another game, other rules or seats" in forms.find_error(other_form)
    assert forms.make_match_setup(forms.with_code(form, "")) != forms.find_error(form)


def test_deal_code_is_typed_and_played(app: AppDriver) -> None:
    app.click_button("new-match")
    run_settling_frames(app)
    scene = app.context.scenes.top
    assert isinstance(scene, NewMatchScene)
    deal = get_daily_deal(DAILY_DATE, "muscio")
    entry: Any = app.get_widget("code")
    scene.focus.focus_widget(entry)
    for letter in encode_deal(deal).lower():
        app.post_event(pygame.TEXTINPUT, text=letter)
    app.advance_frame()
    assert scene.form.game == "muscio" and scene.form.code == encode_deal(deal).lower()
    app.click_button("play")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene))
    run_settling_frames(app)
    record = get_record(app.table_scene)
    assert record.deals[0].extra["fairness"] == {"key": deal.key}
    assert deal.key not in (app.context.folders.config / "new_match.json").read_text()


@pytest.mark.parametrize("by_key", [True, False])
def test_text_typed_right_after_a_deal_code_is_not_lost(app: AppDriver, by_key: bool) -> None:
    """Enter the text in the frame in which the code replaces the form."""
    app.click_button("new-match")
    run_settling_frames(app)
    scene: Any = app.context.scenes.top
    entry = app.get_widget("code")
    scene.scroll_areas["match"].reveal(entry)
    if by_key:
        scene.focus.focus_widget(entry)
    else:
        app.click(entry.get_abs_rect().center)
    code = encode_deal(get_daily_deal(DAILY_DATE, "chiamata"))
    for sign in (*code, "7", "8"):
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=sign))
    app.advance_frame()
    app.advance_frame()
    assert scene.form.code == app.get_widget("code").get_text() == code + "78"
    for _sign in "78":
        app.press_key(pygame.K_BACKSPACE)
    app.advance_frame()
    assert scene.form.code == app.get_widget("code").get_text() == code and scene.form.game == "chiamata"
    app.post_event(pygame.TEXTINPUT, text="9")
    app.advance_frame()
    line = app.get_widget("code")
    assert scene.form.code == line.get_text() == code + "9"
    assert scene.scroll_areas["match"].viewport.contains(line.get_abs_rect())


# -- the command line


def run_command(*words: str) -> argparse.Namespace:
    import main

    return main.make_parser().parse_args(["play", *words])


def test_play_command_takes_a_deal_code() -> None:
    deal = get_daily_deal(DAILY_DATE, "spades")
    agreed = launch.read_seating(run_command("--code", encode_deal(deal), "--players", "you,club"))
    assert (agreed.game_id, agreed.shuffle_key, agreed.first_dealer, len(agreed.players)) == (
        "spades",
        deal.key,
        deal.dealer,
        deal.seats,
    )


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--code", "B2-U"), "--code: letter 3: 'U' is no letter of deal codes"),
        (("--code", ""), "--code: letter 1: a deal code begins with one of B, C, S, M"),
        (("briscola", "--code", "B2"), "GAME: the deal code says it already"),
        (("--seats", "3", "--code", "B2"), "--seats: the deal code says it already"),
        ((), "GAME: one of briscola, chiamata, spades, muscio is needed, or --code"),
    ],
)
def test_invalid_arguments_are_one_error_line(words: tuple[str, ...], line: str) -> None:
    with pytest.raises(launch.CommandLineError) as caught:
        launch.read_seating(run_command(*words))
    assert str(caught.value) == line


@pytest.mark.parametrize("game", GAMES)
def test_same_deal_for_everyone_is_played_without_assistance(game: str) -> None:
    seating = make_daily_setup("2026-05-01", game, "Anna")
    assert not seating.assistance.undo and not seating.assistance.hints
