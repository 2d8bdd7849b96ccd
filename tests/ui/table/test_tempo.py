"""Pace: computer players take a natural time that reveals nothing, and a key skips to the person's turn."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.core.actions import Play
from game.core.events import Event, TrickTaken
from game.match.observation import observe
from game.rules import GAMES
from tests.fakes import make_match_setup
from tests.helpers import make_match, play_random_actions
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import AppDriver, make_settings, open_table, open_test_app
from tests.ui.table_driver import is_result_shown
from ui.app.settings import COMPUTER_PACES
from ui.games import get_presentation
from ui.graphics import timings
from ui.graphics.canvas import record_commands
from ui.table.animation.motion import get_speed_factor
from ui.table.animation.playback import EventStep
from ui.table.animation.tempo import compute_thinking_seconds, is_only_computer_play
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.pose import compute_bounds
from ui.table.scene import TableScene


@pytest.fixture
def app(app: AppDriver) -> AppDriver:
    app.skips_painting = True
    return app


def is_my_turn(scene: TableScene) -> bool:
    return scene.session.is_your_turn and not scene.playback.pending_steps


@check_rows("game", GAMES)
def test_thinking_time_depends_only_on_what_everybody_sees(game: str) -> None:
    """Check that spectators and every seat compute the same time."""
    match = make_match(game, seats=GAMES[game].proposed_seat_count)
    taken = set()
    for moment in islice(play_random_actions(match, 3, deal_count=2), 120):
        seconds = {compute_thinking_seconds(observe(moment.match, seat)) for seat in (None, *range(match.seats))}
        assert len(seconds) == 1
        taken |= seconds
    assert len(taken) > 5
    assert all(0.2 * timings.COMPUTER_TURN_S < seconds_taken < 2 * timings.COMPUTER_TURN_S for seconds_taken in taken)


@pytest.mark.parametrize("pace", COMPUTER_PACES)
def test_pace_setting_scales_thinking_time(tmp_path: Path, pace: float) -> None:
    with open_test_app(tmp_path, settings=make_settings(pace=pace)) as app:
        app.skips_painting = True
        scene = open_table(app, make_match_setup("club you"))
        app.advance_until(lambda: scene.observation.turn == 0 or is_my_turn(scene))
        app.advance_frame()
        assert scene.min_thinking_s == pytest.approx(compute_thinking_seconds(scene.observation) * pace)


@long_test
@pytest.mark.parametrize(
    ("game", "limit_s"),
    choose_sample([("briscola", 6.5), ("spades", 5.0), ("chiamata", 5.0), ("muscio", 5.0)], 2),
)
def test_tricks_take_few_seconds_with_one_for_the_person(app: AppDriver, game: str, limit_s: float) -> None:
    kinds = " ".join(["you", *["club"] * (4 if game == "chiamata" else 3)])
    scene, shown, waited_s = open_table(app, make_match_setup(kinds, game=game)), list[Event](), 0.0
    ends = list[float]()
    while len(ends) < 5:
        app.advance_frame(1 / 30)
        step = scene.playback.current_step
        if step is not None and isinstance(step.event, TrickTaken) and step.event not in shown[-1:]:
            shown.append(step.event)
            ends.append(app.clock())
        waited_s = waited_s + 1 / 30 if is_my_turn(scene) else 0.0
        if waited_s >= 1:
            actions = scene.session.observation.legal_actions
            scene.act(next((action for action in actions if isinstance(action, Play)), actions[0]))
    assert (ends[-1] - ends[0]) / (len(ends) - 1) <= limit_s


# -- skipping to the person's turn


@pytest.mark.slow
@pytest.mark.parametrize("way", ["key", "button"])
def test_play_on_reaches_my_turn_and_shows_every_event(app: AppDriver, way: str, monkeypatch: Any) -> None:
    scene, rng, shown = open_table(app, make_match_setup("you club club")), Random(1), list[Event]()
    begins = scene.begin_beat

    def record_step(beat: EventStep) -> None:
        shown.append(beat.event)
        begins(beat)

    monkeypatch.setattr(scene, "begin_beat", record_step)
    app.advance_until(lambda: is_my_turn(scene))
    usual = quick = 0.0
    for turn in range(6):
        scene.act(rng.choice(scene.observation.legal_actions))
        app.advance_frame()
        hurried = turn % 2 == 1
        if hurried and way == "key":
            app.press_key(pygame.K_n)
        elif hurried:
            app.click_button("play-on")
        assert scene.is_playing_on == hurried
        before = app.clock.now
        app.advance_until(lambda: is_my_turn(scene))
        taken = app.clock.now - before
        assert not scene.play_on() and not scene.controls.buttons["play-on"].visible
        assert not scene.is_playing_on and scene.card_poses == compute_card_poses(
            scene.session.observation.board, scene.layout
        )
        usual, quick = usual + taken * (not hurried), quick + taken * hurried
    assert quick < usual / 2
    happened = sum(len(deal.actions) for deal in app.storage.load_record().deals)
    assert len([event for event in shown if type(event).__name__ == "CardPlayed"]) == happened


def test_card_that_flies_over_the_button_to_play_on_is_painted_above_it(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you club club club club", game="chiamata"))
    button, images = scene.controls.buttons["play-on"], app.context.scene_card_images

    def list_pictures_over_button() -> list[pygame.Surface]:
        rect, pictures = pygame.Rect(button.get_abs_rect()), list[pygame.Surface]()
        for pose in scene.card_poses.values():
            if compute_bounds(pose).colliderect(rect):
                picture = images.get_posed_card(pose.card, round(pose.width), pose.angle, pose.openness)
                pictures += [picture] * picture.get_rect(center=(pose.x, pose.y)).colliderect(rect)
        return pictures

    app.advance_until(lambda: button.visible and bool(list_pictures_over_button()), seconds=0.05)
    app.skips_painting = False
    app.repaint()
    commands = record_commands(app.context.size, app.paint)
    last_place = {id(command.source): place for place, command in enumerate(commands)}
    assert all(last_place[id(picture)] > last_place[id(button.image)] for picture in list_pictures_over_button())


@pytest.mark.slow
def test_play_on_ends_with_the_deal_and_at_hand_over(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you you club"))
    for _turn in range(4):
        app.advance_until(lambda: get_awaited_seat(scene.session) is not None and not scene.playback.pending_steps)
        assert not scene.is_playing_on
        app.press_key(pygame.K_RETURN)
        app.advance_until(lambda: is_my_turn(scene))
        scene.act(scene.observation.legal_actions[0])
        app.advance_frame()
        app.press_key(pygame.K_n)
    watched = open_table(app, make_match_setup("club club"))
    app.advance_frame()
    app.press_key(pygame.K_n)
    app.advance_until(lambda: is_result_shown(app))
    assert not watched.is_playing_on


# -- without the people


@check_rows("game, seats", [("chiamata", 5), ("muscio", 4)])
def test_play_is_fast_only_when_all_people_are_out_of_play(game: str, seats: int) -> None:
    face, seen = get_presentation(game), set()
    for seed in range(6):
        for moment in play_random_actions(make_match(game, seats=seats), seed, deal_count=1):
            view = observe(moment.match, 0)
            out = face.find_idle_seats(view)
            assert is_only_computer_play(face, view, (0,)) == (0 in out)
            assert is_only_computer_play(face, view, (0, 1)) == ({0, 1} <= out)
            assert not is_only_computer_play(face, view, ())
            seen.add(0 in out)
    assert seen == {True, False}


@check_rows("game", ["briscola", "spades"])
def test_person_who_can_still_play_is_never_out_of_play(game: str) -> None:
    for moment in play_random_actions(make_match(game, seats=4), 1, deal_count=1):
        assert not get_presentation(game).find_idle_seats(observe(moment.match, 0))


def test_events_are_shown_quickly_to_people_out_of_play(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you club club club club", game="chiamata"))
    app.advance_until(lambda: is_my_turn(scene))
    passing = [action for action in scene.observation.legal_actions if action.verb == "pass"]
    assert passing
    scene.act(passing[0])
    app.advance_until(
        lambda: not scene.playback.pending_steps and 0 in scene.presentation.find_idle_seats(scene.observation)
    )
    app.advance_frame()
    assert get_speed_factor(scene, scene.observation) == timings.NO_PERSON_SPEED_FACTOR
    assert scene.min_thinking_s < timings.COMPUTER_TURN_S
