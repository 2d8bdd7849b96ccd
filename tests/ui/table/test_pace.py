"""Pace: computer players take a natural time that tells nobody anything; one key goes on to one's own turn."""

from __future__ import annotations

from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.engine.events import Event
from game.rules import GAMES
from game.view import look
from tests.fakes import seating
from tests.helpers import fresh, playout
from tests.ui.stage import AppByHand, at_table, opened, settings
from ui import timings
from ui.games import face_of
from ui.settings import PACES
from ui.table.layout import layout
from ui.table.pace import answer_seconds, is_without
from ui.table.result import Result
from ui.table.scene import TableScene
from ui.table.showing import Beat

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def app(app: AppByHand) -> AppByHand:
    app.unseen = True
    return app


def my_turn(scene: TableScene) -> bool:
    return scene.table.your_turn and not scene.beats


def over(app: AppByHand) -> bool:
    return isinstance(app.stage.scene, Result)


@EVERY_GAME
def test_the_time_taken_tells_nobody_what_he_may_not_know(game: str) -> None:
    """Everybody at the table, and who only watches, can work it out from what he sees."""
    match = fresh(game, seats=GAMES[game].proposed_seats)
    taken = set()
    for moment in islice(playout(match, 3, deals=2), 120):
        seconds = {answer_seconds(look(moment.match, seat)) for seat in (None, *range(match.seats))}
        assert len(seconds) == 1
        taken |= seconds
    assert len(taken) > 5
    assert all(0.2 * timings.COMPUTER_PACE < one < 2 * timings.COMPUTER_PACE for one in taken)


def seconds_to(app: AppByHand, scene: TableScene) -> float:
    """How long it takes to the first turn of the person."""
    before = app.clock.now
    app.steps(lambda: my_turn(scene))
    return app.clock.now - before


@pytest.mark.parametrize("pace", PACES)
def test_the_pace_of_the_settings_is_that_of_the_computer(tmp_path: Path, pace: float) -> None:
    with opened(tmp_path, settings=settings(pace=pace)) as app:
        app.unseen = True
        scene = at_table(app, seating("club you"))
        app.steps(lambda: scene.view.to_act == 0 or my_turn(scene))
        app.step()
        assert scene.table.pace == pytest.approx(answer_seconds(scene.view) * pace)


@pytest.mark.slow
def test_the_same_match_is_played_at_every_pace(tmp_path: Path) -> None:
    records = []
    for pace in (0.0, 2.0):
        with opened(tmp_path / str(pace), settings=settings(pace=pace, speed=2.0)) as app:
            app.unseen = True
            at_table(app, seating("club club"))
            app.steps(partial(over, app), seconds=0.2)
            records.append(app.storage.saved())
    assert records[0] == records[1]


# -- on to my turn


@pytest.mark.slow
@pytest.mark.parametrize("way", ["key", "button"])
def test_play_on_goes_to_my_turn_and_shows_all_that_happens(app: AppByHand, way: str, monkeypatch: Any) -> None:
    scene, rng, shown = at_table(app, seating("you club club")), Random(1), list[Event]()
    begins = scene.begin_beat

    def noted(beat: Beat) -> None:
        shown.append(beat.event)
        begins(beat)

    monkeypatch.setattr(scene, "begin_beat", noted)
    app.steps(lambda: my_turn(scene))
    usual = quick = 0.0
    for turn in range(6):
        scene.act(rng.choice(scene.view.choices))
        app.step()
        hurried = turn % 2 == 1
        if hurried and way == "key":
            app.key(pygame.K_n)
        elif hurried:
            app.press("play-on")
        assert scene.playing_on == hurried
        taken = seconds_to(app, scene)
        assert not scene.playing_on and scene.sprites == layout(scene.table.view.board, scene.spot)
        usual, quick = usual + taken * (not hurried), quick + taken * hurried
    assert quick < usual / 2
    happened = sum(len(deal.actions) for deal in app.storage.saved().deals)
    assert len([event for event in shown if type(event).__name__ == "Played"]) == happened


@pytest.mark.slow
def test_play_on_is_there_only_while_others_play(app: AppByHand) -> None:
    scene = at_table(app, seating("you club"))
    while not over(app):
        app.step(0.1)
        button = scene.controls.on
        if app.stage.scene is scene and button is not None:
            assert bool(button.visible) == (scene.others_play and not scene.playing_on)
        if my_turn(scene):
            assert not scene.play_on() and button is not None and not button.visible
            scene.act(scene.view.choices[0])


@pytest.mark.slow
def test_play_on_ends_with_the_deal_and_where_the_screen_is_covered(app: AppByHand) -> None:
    scene = at_table(app, seating("you you club"))
    for _turn in range(4):
        app.steps(lambda: scene.table.cover is not None and not scene.beats)
        assert not scene.playing_on
        app.key(pygame.K_RETURN)
        app.steps(lambda: my_turn(scene))
        scene.act(scene.view.choices[0])
        app.step()
        app.key(pygame.K_n)
    watched = at_table(app, seating("club club"))
    app.step()
    app.key(pygame.K_n)
    app.steps(lambda: over(app))
    assert not watched.playing_on


# -- without the people


@pytest.mark.parametrize("game, seats", [("chiamata", 5), ("muscio", 4)])
def test_it_goes_fast_once_all_people_are_out_and_only_then(game: str, seats: int) -> None:
    face, seen = face_of(game), set()
    for seed in range(6):
        for moment in playout(fresh(game, seats=seats), seed, deals=1):
            view = look(moment.match, 0)
            out = face.out_of_it(view)
            assert is_without(face, view, (0,)) == (0 in out)
            assert is_without(face, view, (0, 1)) == ({0, 1} <= out)
            assert not is_without(face, view, ())
            seen.add(0 in out)
    assert seen == {True, False}


@pytest.mark.parametrize("game", ["briscola", "spades"])
def test_who_plays_along_is_never_out(game: str) -> None:
    for moment in playout(fresh(game, seats=4), 1, deals=1):
        assert not face_of(game).out_of_it(look(moment.match, 0))


def test_all_is_shown_quickly_to_people_who_are_out(app: AppByHand) -> None:
    scene = at_table(app, seating("you club club club club", game="chiamata"))
    app.steps(lambda: my_turn(scene))
    passing = [one for one in scene.view.choices if one.verb == "pass"]
    assert passing
    scene.act(passing[0])
    app.steps(lambda: not scene.beats and 0 in scene.face.out_of_it(scene.view))
    app.step()
    assert scene.motion.haste(scene.view) == timings.WITHOUT
    assert scene.table.pace < timings.COMPUTER_PACE
