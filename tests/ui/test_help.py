"""F1: the help opens at what is on the screen, and says all of it in lines too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.engine.phases import Over
from game.rules import GAMES
from tests.fakes import seating
from tests.gallery.going import forward
from tests.ui.stage import AppByHand, at_table, menu, opened
from ui.scenes.help import KEYS, Help, page_of
from ui.scenes.house_rules import HouseRules
from ui.scenes.new_match import NewMatch
from ui.scenes.settings import SettingsScene
from ui.scenes.shortcuts import ShortcutsPage
from ui.shortcuts import ALL
from ui.table.pause import Pause


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppByHand]:
    with opened(tmp_path) as one:
        one.stage.push(menu()(one.stage))
        yield one


def asked(app: AppByHand) -> Help:
    """F1 was pressed."""
    app.key(pygame.K_F1)
    shown = app.stage.scene
    assert isinstance(shown, Help)
    return shown


def heading(page: Help) -> str:
    """The first heading that is seen."""
    scroll = page.scrolls[page.game]
    return next(line.words for line in page._lines if line.part and line.y >= scroll.offset - scroll.pad)


def test_f1_opens_the_controls_where_nothing_else_is_to_be_said_and_leads_back(app: AppByHand) -> None:
    below = app.stage.scene
    assert asked(app).game == "playing"
    app.key(pygame.K_F1)
    assert app.stage.scene is below
    app.stage.push(SettingsScene(app.stage))
    assert asked(app).game == "playing"


@pytest.mark.parametrize("people, game, headings", [
    ("you club", "briscola", ("Play",)), ("you club club club", "spades", ("Bidding", "Play")),
    ("you club club club club", "chiamata", ("The auction", "Play")), ("you club club", "muscio", ("Declaring",)),
])  # fmt: skip
def test_at_a_table_f1_opens_the_game_at_what_is_done_now_with_its_rules_marked(
    app: AppByHand, people: str, game: str, headings: tuple[str, ...]
) -> None:
    scene = at_table(app, seating(people, game=game))
    for number, words in enumerate(headings):
        in_play = number == len(headings) - 1 and words == "Play"
        forward(app, lambda table, play=in_play: table.table.your_turn and table.view.phase.in_play == play, eager=True)
        page = asked(app)
        assert (page.game, heading(page)) == (game, words)
        assert page.told[1] == words
        assert any(line.words.startswith("At this table: ") for line in page._lines)
        app.key(pygame.K_ESCAPE)
        assert app.stage.scene is scene


def test_from_the_pause_too(app: AppByHand) -> None:
    at_table(app, seating("you club", game="briscola"))
    forward(app, lambda table: table.table.your_turn)
    app.key(pygame.K_ESCAPE)
    pause = app.stage.scene
    assert isinstance(pause, Pause)
    assert heading(asked(app)) == "Play"
    app.key(pygame.K_F1)
    assert app.stage.scene is pause


def test_when_a_deal_is_over_f1_opens_the_score(app: AppByHand) -> None:
    at_table(app, seating("you club", game="briscola"))
    forward(app, lambda table: isinstance(table.view.phase, Over), eager=True)
    assert heading(asked(app)) == "Winning a deal"


def test_at_the_house_rules_f1_opens_those_and_in_the_new_match_its_game(app: AppByHand) -> None:
    game = list(GAMES)[-1]
    app.stage.push(HouseRules(app.stage, game))
    page = asked(app)
    assert (page.game, heading(page)) == (game, "House rules")
    app.stage.go(NewMatch(app.stage))
    page = asked(app)
    assert page.game == NewMatch(app.stage).form.game and page.scrolls[page.game].offset == 0


def test_the_shortcuts_are_one_of_the_pages_and_their_keys_can_be_changed_from_there(app: AppByHand) -> None:
    page = asked(app)
    page._show(KEYS)
    assert all(one.shown in page.told and one.does in page.told for one in ALL)
    app.press("Change the keys")
    assert isinstance(app.stage.scene, ShortcutsPage)
    app.key(pygame.K_ESCAPE)
    assert app.stage.scene is page


def test_another_page_is_told_when_it_is_chosen(app: AppByHand) -> None:
    page = asked(app)
    said: list[str] = []
    app.stage.narrate = said.append
    page._show("glossary")
    assert said == [one.words for one in page_of("glossary")]


def test_a_page_keeps_its_place_when_the_window_changes(app: AppByHand) -> None:
    at_table(app, seating("you club", game="briscola"))
    page = asked(app)
    page.scrolls[page.game].move_to(0)
    app.resize((1920, 1080))
    assert page.scrolls[page.game].offset == 0
