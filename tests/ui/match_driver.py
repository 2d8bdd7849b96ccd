"""Drive the window to what a test or a picture shows: play on, or resume a match that was found."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from game.core.actions import Action, Play
from game.core.events import Event
from game.match.match import Match
from game.match.record import Record
from tests.helpers import make_match, make_record, play_random_actions
from tests.session_driver import confirm_ready, get_awaited_seat
from tests.ui.app_driver import AppDriver
from ui.app.match_launcher import resume_match
from ui.table.animation.motion import make_step_animation
from ui.table.overlays.score_table import ScorePadOverlay
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene

PLAYING_FRAME_S = 0.1
"""Seconds of a frame while a test waits for players, long enough that their pauses take few frames."""
MAX_MATCHES_SEARCHED = 4000
"""The number of matches that are searched before a search fails."""


def run_settling_frames(app: AppDriver) -> None:
    """Run two frames, and more for results from the disk, until nothing is awaited; paint all but the first."""
    with app.skip_painting():
        app.advance_frame()
    for _frame in range(5):
        app.advance_frame()
        if not app.context.is_busy:
            break


def expect_deal_result(app: AppDriver) -> ResultOverlay:
    """Return the scene on top, which must be the result of a deal of a match that goes on."""
    result = app.expect_scene(ResultOverlay)
    assert result.sheet.deal is not None
    return result


def expect_match_result(app: AppDriver) -> ResultOverlay:
    """Return the scene on top, which must be the result of a match."""
    result = app.expect_scene(ResultOverlay)
    assert result.sheet.deal is None
    return result


def play_until(app: AppDriver, condition: Callable[[TableScene], bool], *, prefers_other_actions: bool = False) -> None:
    """Play on without animations until ``condition`` is true and nothing moves.

    ``prefers_other_actions``: see `act_at_random`. Raise AssertionError after 5,000 frames.
    """
    rng = Random(4)

    def is_reached() -> bool:
        table = app.table_scene
        if table.playback.pending_steps or table.session.is_saving:
            table.skip_animations()
            return False
        if condition(table):
            return True
        act_at_random(table, rng, prefers_other_actions)
        return False

    app.advance_frame()
    app.advance_until(is_reached, seconds=PLAYING_FRAME_S)
    app.advance_frame()


def play_until_event(app: AppDriver, kind: type[Event], share: float, *, prefers_other_actions: bool = False) -> None:
    """Play on until an event of this class is animated, up to the ``share`` of its animation, 0 to 1.

    Raise AssertionError after 5,000 frames.
    """
    rng = Random(4)

    def is_reached() -> bool:
        table = app.table_scene
        if table.playback.current_step is None:
            act_at_random(table, rng, prefers_other_actions)
            return False
        if isinstance(table.playback.current_step.event, kind):
            return (
                table.playback.elapsed_seconds
                >= share * make_step_animation(table, table.playback.current_step).duration
            )
        return False

    app.advance_until(is_reached)


def act_at_random(table: TableScene, rng: Random, prefers_other_actions: bool) -> None:
    """Play a random card for the person, or start the next deal at a result.

    ``prefers_other_actions``: choose an action other than a play if there is one.
    """
    top_scene = table.context.scenes.top
    if isinstance(top_scene, ResultOverlay):
        top_scene.go_on()
    elif get_awaited_seat(table.session) is not None:
        confirm_ready(table.session)
    elif table.session.is_your_turn:
        table.act(choose_action(table.observation.legal_actions, rng, prefers_other_actions))


def choose_action(choices: tuple[Action, ...], rng: Random, prefers_other_actions: bool) -> Action:
    wanted = [action for action in choices if isinstance(action, Play) != prefers_other_actions]
    return rng.choice(wanted or list(choices))


def find_match(game: str, seats: int, condition: Callable[[Match], bool], *, deals: int = 1, **options: Any) -> Record:
    """Return the first of many random matches in which ``condition`` becomes true, in that state.

    ``deals``: the most deals of each. Raise AssertionError if there is none among `MAX_MATCHES_SEARCHED`.
    """
    start = make_match(game, seats=seats, **options)
    for seed in count(1):
        assert seed < MAX_MATCHES_SEARCHED, "it never came"
        moments = []
        for moment in play_random_actions(start, seed, deals):
            moments.append(moment)
            if condition(moment.match):
                return make_record(start, moments, options.get("preset"))
    raise AssertionError


def resume_at(app: AppDriver, record: Record, people: tuple[int, ...] = (0,)) -> TableScene:
    """Continue the match of a record and return its table, on which nothing is in motion.

    ``people``: the seats of people; computer players do not act.
    """
    seats = range(len(record.names))
    kinds = tuple("you" if seat in people else "club" for seat in seats)
    app.player_worker.is_paused = True
    journal = app.storage.get_repository()
    resume_match(app.context, journal.load_match(journal.create_match(record, kinds, 1, {})))
    run_settling_frames(app)
    return app.table_scene


def resume_match_with(
    app: AppDriver, game: str, seats: int, condition: Callable[[Match], bool], *, deals: int = 1, **options: Any
) -> TableScene:
    """Continue the match of `find_match` and return its table."""
    return resume_at(app, find_match(game, seats, condition, deals=deals, **options))


def open_score_pad(app: AppDriver, game: str, seats: int, finished_deals: int, **options: Any) -> None:
    """Open the score pad in a match after some deals."""

    def is_wanted(match: Match) -> bool:
        return len(match.results) == finished_deals and match.is_deal_in_progress

    table = resume_match_with(app, game, seats, is_wanted, deals=finished_deals + 1, **options)
    table.open_overlay(ScorePadOverlay)
