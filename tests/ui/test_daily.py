"""The daily deal on its page, and a deal code in the new match and on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from game.daily import daily_deal
from game.deal_code import code_of
from game.rules import GAMES
from game.seating import Seating
from game.store.daily import load_daily
from tests.ui.driving import still
from tests.ui.stage import AppByHand, record_at
from ui import form as forms
from ui import front
from ui.scene import Scene, Stage
from ui.scenes.daily import Daily, seating_of
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.table.scene import TableScene

DATE = "2026-11-22"


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Menu


def page(app: AppByHand) -> Daily:
    app.press("daily-deal")
    still(app)
    assert isinstance(app.stage.scene, Daily)
    return app.stage.scene


def kept(app: AppByHand) -> list[tuple[str, str]]:
    return [(one.game, one.state) for one in load_daily(app.stage.folders)[0].results]


def play_out(app: AppByHand) -> None:
    """To the end of the first deal, without the pictures."""
    table, rng = app.table.table, Random(1)
    while not table.between_deals or table.saving:
        app.clock.go(5.0)
        if table.your_turn:
            table.act(rng.choice(table.view.choices))
        table.update(idle=True)
    table.update(idle=True)


# -- the page


def test_the_daily_deal_is_played_from_the_menu_and_its_first_result_stays(app: AppByHand) -> None:
    page(app)
    first = next(iter(GAMES))
    app.key(pygame.K_TAB)
    app.key(pygame.K_RETURN)
    app.steps(lambda: isinstance(app.stage.scene, TableScene))
    still(app)
    assert kept(app) == [(first, "begun")]
    play_out(app)
    assert kept(app) == [(first, "scored")]
    before = load_daily(app.stage.folders)[0]
    app.stage.go(Menu(app.stage))
    still(app)
    page(app)
    app.press(f"play-{first}")
    app.steps(lambda: isinstance(app.stage.scene, TableScene))
    assert "does not count" in app.toasts.words
    play_out(app)
    assert load_daily(app.stage.folders)[0] == before


@pytest.mark.parametrize("game", GAMES)
def test_everybody_gets_the_same_daily_deal_whatever_the_house_agrees_on(game: str) -> None:
    deal = daily_deal(DATE, game)
    for name in ("Anna", "Zoë", "Bruno"):
        agreed = seating_of(DATE, game, name)
        assert (agreed.key, agreed.dealer, agreed.options) == (deal.key, deal.dealer, deal.options)
        assert len(agreed.players) == deal.seats
        assert [one.name for one in agreed.players if one.is_person] == [name]


# -- the new match


@pytest.mark.parametrize("game", GAMES)
def test_a_code_brings_its_game_its_rules_and_its_seats(game: str) -> None:
    deal = daily_deal(DATE, game)
    form = forms.with_code(forms.first_form("Anna"), code_of(deal).lower())
    assert forms.fault(form) == ""
    agreed = forms.seating(form)
    assert isinstance(agreed, Seating)
    assert (agreed.game, agreed.options, agreed.dealer, agreed.key) == (game, deal.options, deal.dealer, deal.key)


def test_a_wrong_code_is_one_line_and_changes_nothing_else() -> None:
    form = forms.first_form("Anna")
    for wrong in ("X", "B2-U", code_of(daily_deal(DATE, "chiamata"))[:-1]):
        typed = forms.with_code(form, wrong)
        assert forms.replace(typed, code="") == form
        assert forms.fault(typed).startswith("Deal code: ") and forms.seating(typed) == forms.fault(typed)


def test_other_rules_than_those_of_the_code_are_a_line() -> None:
    form = forms.with_code(forms.first_form("Anna"), code_of(daily_deal(DATE, "briscola")))
    for other in (
        forms.with_seats(form, 3),
        forms.with_game(form, "muscio"),
        forms.with_rule(form, "count_aloud", True),
    ):
        assert "another game, other rules or seats" in forms.fault(other)
    assert forms.seating(forms.with_code(form, "")) != forms.fault(form)


def test_a_code_is_typed_and_played(app: AppByHand) -> None:
    app.press("new-match")
    still(app)
    scene = app.stage.scene
    assert isinstance(scene, NewMatch)
    deal = daily_deal(DATE, "muscio")
    entry: Any = app.widget("code")
    scene.focus.go(entry)
    for letter in code_of(deal).lower():
        app.post(pygame.TEXTINPUT, text=letter)
    app.step()
    assert scene.form.game == "muscio" and scene.form.code == code_of(deal).lower()
    app.press("play")
    app.steps(lambda: isinstance(app.stage.scene, TableScene))
    still(app)
    record = record_at(app.table)
    assert record.deals[0].extra["fairness"] == {"key": deal.key}
    assert deal.key not in (app.stage.folders.config / "new_match.json").read_text()


@pytest.mark.parametrize("by_key", [True, False])
def test_what_is_typed_on_at_once_after_a_whole_code_is_not_lost(app: AppByHand, by_key: bool) -> None:
    """The code brings another form: what came in the same frame was typed into the line of the one before."""
    app.press("new-match")
    still(app)
    scene: Any = app.stage.scene
    entry = app.widget("code")
    scene.scrolls["match"].reveal(entry)
    if by_key:
        scene.focus.go(entry)
    else:
        app.click(entry.get_abs_rect().center)
    code = code_of(daily_deal(DATE, "chiamata"))
    for sign in (*code, "7", "8"):
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=sign))
    app.step()
    app.step()
    assert scene.form.code == app.widget("code").get_text() == code + "78"
    for _sign in "78":
        app.key(pygame.K_BACKSPACE)
    app.step()
    assert scene.form.code == app.widget("code").get_text() == code and scene.form.game == "chiamata"
    app.post(pygame.TEXTINPUT, text="9")
    app.step()
    line = app.widget("code")
    assert scene.form.code == line.get_text() == code + "9"
    assert scene.scrolls["match"].window.contains(line.get_abs_rect())


# -- the command line


def call(*words: str) -> argparse.Namespace:
    import main

    return main.make_parser().parse_args(["play", *words])


def test_play_takes_a_code() -> None:
    deal = daily_deal(DATE, "spades")
    agreed = front.read_seating(call("--code", code_of(deal), "--players", "you,club"))
    assert (agreed.game, agreed.key, agreed.dealer, len(agreed.players)) == (
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
def test_a_wrong_call_is_one_line(words: tuple[str, ...], line: str) -> None:
    with pytest.raises(front.CallError) as caught:
        front.read_seating(call(*words))
    assert str(caught.value) == line


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_is_the_same_for_everyone_is_played_without_help(game: str) -> None:
    seating = seating_of("2026-05-01", game, "Anna")
    assert not seating.aids.undo and not seating.aids.hints
