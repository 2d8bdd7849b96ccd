"""Undo, hint and claim in the window: by key, by button and by the lines of the narration alone."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from game.ai.weighed import Weighed
from game.aids import Aids
from game.claim import claim_of
from game.engine.actions import Play
from game.engine.cards import Card
from game.view import look
from tests.fakes import Paper, seating
from tests.ui.driving import found, stand
from tests.ui.stage import AppByHand, at_table, opened, settings
from tests.ui.table.test_telling import to_turn
from ui.settings import Settings
from ui.table.claim import ClaimOffer
from ui.table.hint import bars, on_cards
from ui.table.layout import layout
from ui.table.pad import Pad
from ui.table.scene import TableScene


@pytest.fixture
def app_settings() -> Settings:
    return settings(speed=0.0)


def turn(app: AppByHand, kinds: str = "you club", **options: Any) -> TableScene:
    """At a table where it is the person's turn."""
    at_table(app, seating(kinds, **options))
    return to_turn(app)


def hint(app: AppByHand, scene: TableScene) -> None:
    app.key(pygame.K_h)
    app.steps(lambda: scene.table.hint is not None)
    app.step()


def lies_still(scene: TableScene) -> bool:
    return scene.sprites == layout(scene.table.view.board, scene.spot)


# -- undo ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["key", "button", "pause"])
def test_a_choice_is_taken_back_and_the_table_is_as_it_was(app: AppByHand, paper: Paper, way: str) -> None:
    scene = turn(app)
    before, story = scene.table.view, scene.table.story
    app.key(pygame.K_1)
    to_turn(app)
    assert scene.table.view != before
    if way == "key":
        app.key(pygame.K_u)
    elif way == "button":
        app.press("undo")
    else:
        app.key(pygame.K_ESCAPE)
        app.press("undo")
    app.steps(lambda: scene.table.view == before)
    app.step()
    assert scene.table.story == story
    assert scene.table.your_turn
    assert lies_still(scene)
    assert not scene.beats
    assert "Your last choice is taken back, and all that followed." in paper.take()


def test_an_undo_in_mid_animation_leaves_nothing_of_it(tmp_path: Path) -> None:
    with opened(tmp_path, settings=settings(speed=1.0)) as app:
        at_table(app, seating("you club"))
        scene = app.table
        app.steps(lambda: (scene.skip() and False) or (scene.table.your_turn and not scene.beats))
        app.step()
        before = scene.table.view
        app.key(pygame.K_1)
        app.steps(lambda: bool(scene.beats))
        scene.undo()
        app.steps(lambda: scene.table.view == before)
        app.step()
        assert not scene.beats
        assert scene.board == before.board


def test_where_there_is_nothing_to_take_back_the_person_hears_why(app: AppByHand, paper: Paper) -> None:
    scene = turn(app)
    assert not scene.aid.buttons["undo"].visible
    app.key(pygame.K_u)
    assert "There is no choice of yours in this deal to take back." in paper.take()


def test_an_assisted_match_says_so_on_the_table_and_the_pad(app: AppByHand) -> None:
    scene = turn(app)
    plain = scene.glance.picture.title
    hint(app, scene)
    assert scene.glance.picture.title == f"{plain} · assisted"
    scene.openings.pad()
    app.step()
    assert isinstance(app.stage.scene, Pad)


# -- hints -----------------------------------------------------------------------------------------


def test_a_hint_has_a_bar_over_every_card_that_may_be_played_and_is_told(app: AppByHand, paper: Paper) -> None:
    scene = turn(app)
    paper.take()
    hint(app, scene)
    of = bars(scene.table.hint or ())
    places = on_cards(scene.aid.poses(scene.spot, scene.hand), scene.spot)
    assert {card for card in places if Play(0, card) in of} == set(scene.hand)
    assert sum(bar.best for bar in of.values()) == 1
    lines = paper.take()
    assert "A hint, the best first:" in lines
    best = scene.aid.words(scene.spot)
    assert best in " ".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("kinds", ["you club", "you club club"])
def test_what_marks_the_cards_stays_on_them(tmp_path: Path, size: tuple[int, int], scale: float, kinds: str) -> None:
    """Stars and figures lie where their card is seen, bars over it and not over their neighbours."""
    with opened(tmp_path, size=size, settings=settings(speed=0.0, scale=scale)) as app:
        scene = turn(app, kinds, game="spades")
        shown = scene.aid.poses(scene.spot, scene.hand)
        places = on_cards(shown, scene.spot)
        assert len(places) == len(scene.hand)
        for card, pose in shown:
            place = places[card]
            assert abs(place.star[0] - pose.x) <= pose.width / 2
            assert place.figure is None or abs(place.figure[0] - pose.x) <= pose.width / 2
        rows = [place.bar for place in places.values()]
        assert not any(one.colliderect(other) for one, other in pairwise(rows))


def test_bars_tell_how_often_a_choice_wins_or_where_that_is_all_the_same_what_it_is_worth() -> None:
    def weighed(card: str, worth: float, win: float | None) -> Weighed:
        return Weighed(action=Play(0, Card(card)), worth=worth, error=0.1, win=win, reasons=())

    won = bars([weighed("Ad", 3.0, 0.8), weighed("2d", 1.0, 0.4)])
    assert [(bar.share, bar.words, bar.best) for bar in won.values()] == [(0.8, "80%", True), (0.4, "40%", False)]
    lost = bars([weighed("Ad", 3.0, 0.0), weighed("2d", 2.0, 0.0), weighed("4d", 1.0, 0.001)])
    assert [(bar.share, bar.words) for bar in lost.values()] == [(1.0, ""), (0.5, ""), (0.06, "")]
    assert [bar.words for bar in bars([weighed("Ad", 3.0, 0.5), weighed("2d", 1.0, None)]).values()] == ["", ""]


@pytest.mark.slow
def test_escape_puts_a_hint_off_before_it_pauses_and_playing_ends_it(app: AppByHand) -> None:
    scene = turn(app)
    app.mind.thinking = True
    app.key(pygame.K_h)
    app.step()
    assert scene.table.hinting
    assert scene.busy
    app.key(pygame.K_ESCAPE)
    assert not scene.table.hinting
    assert app.stage.scene is scene
    app.mind.thinking = False
    hint(app, scene)
    app.key(pygame.K_h)
    assert scene.table.hint is None
    hint(app, scene)
    app.key(pygame.K_1)
    to_turn(app)
    assert scene.table.hint is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kinds"),
    [("chiamata", "you club club club club"), ("spades", "you club club"), ("muscio", "you club club club")],
)
def test_the_choices_of_a_panel_are_marked_on_their_buttons(app: AppByHand, game: str, kinds: str) -> None:
    scene = turn(app, kinds, game=game)
    assert scene.offered
    hint(app, scene)
    best = (scene.table.hint or ())[0].action
    button = scene.panel.button_of(best)
    assert button is not None
    drawn = [place.bar for place, bar in scene.aid.places(bars(scene.table.hint or ())) if bar.best]
    assert any(button.get_abs_rect().contains(bar) for bar in drawn)


def test_tab_comes_to_undo_and_hint_and_enter_presses_them(app: AppByHand) -> None:
    scene = turn(app)
    app.key(pygame.K_1)
    to_turn(app)
    for widget_id in ("hint", "undo"):
        for _tab in range(12):
            app.key(pygame.K_TAB)
            if scene.focus.stop is not None and scene.focus.stop.widget_id == widget_id:
                break
        assert scene.focus.stop is not None and scene.focus.stop.widget_id == widget_id
    app.key(pygame.K_RETURN)
    app.steps(lambda: scene.table.assisted)


@pytest.mark.parametrize("off", ["undo", "hints"])
def test_a_table_that_does_without_shows_no_button_and_says_why(app: AppByHand, paper: Paper, off: str) -> None:
    fair = msgspec.structs.replace(seating("you club"), aids=msgspec.structs.replace(Aids(), **{off: False}))
    at_table(app, fair)
    scene = to_turn(app)
    app.key(pygame.K_1)
    to_turn(app)
    paper.take()
    button, key = (scene.aid.buttons["undo"], pygame.K_u) if off == "undo" else (scene.aid.buttons["hint"], pygame.K_h)
    assert not button.visible
    app.key(key)
    assert any(line.endswith("at this table.") for line in paper.take())
    assert not scene.table.assisted


# -- claims ----------------------------------------------------------------------------------------


def certain(app: AppByHand) -> TableScene:
    """A table of Spades at which the rest is certain for the person on turn."""
    record = found("spades", 3, lambda match: match.to_act == 0 and claim_of(look(match, 0)) is not None)
    scene = stand(app, record)
    to_turn(app)
    return scene


@pytest.mark.slow
def test_what_is_certain_is_offered_shown_and_finished(app: AppByHand, paper: Paper) -> None:
    scene = certain(app)
    app.mind.thinking = False
    before = scene.table.view.points[0]
    claim = scene.aid.claim
    assert claim is not None
    assert "The rest is certain. W: finish the deal." in paper.take()
    assert scene.aid.buttons["claim"].visible
    app.key(pygame.K_w)
    assert isinstance(app.stage.scene, ClaimOffer)
    app.step()
    assert "The rest is certain." in paper.take()
    app.key(pygame.K_RETURN)
    assert scene.table.claimed
    assert scene.others_play
    app.steps(lambda: scene.table.between_deals, 1.0)
    gained = scene.table.view.points[0] - before
    assert gained == (0 if claim.why.code == "claim_none" else len(claim.order))


def test_an_offer_may_be_turned_down(app: AppByHand) -> None:
    scene = certain(app)
    before = scene.table.view
    app.press("claim")
    app.shows(ClaimOffer)
    app.key(pygame.K_ESCAPE)
    app.step()
    assert app.stage.scene is scene
    assert scene.table.your_turn
    assert scene.table.view == before
