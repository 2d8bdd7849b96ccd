"""Motion of the cards: poses at this moment, duration and speed of each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.core.cards import Card
from game.core.events import CardPlayed, CardsDealt, TrickTaken
from game.match.observation import Observation
from ui.graphics import timings
from ui.table.animation.events import animate_event
from ui.table.animation.playback import EventStep
from ui.table.animation.tempo import is_only_computer_play
from ui.table.animation.tween import Animation, find_moving_keys, remove_motion, with_start_point
from ui.table.hud.banner import Banner
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.pose import CardPose
from ui.table.layout.seats import TableLayout
from ui.table.screen_seats import get_human_seats, get_your_seat

if TYPE_CHECKING:
    from ui.table.scene import TableScene

DEALER_READ_RATIO: Final = 0.75
"""The share of the time of the last cards of a draw for which the dealer is named."""


def compute_shown_poses(table: TableScene) -> dict[str, CardPose]:
    """Return the pose of each card picture at this moment, by key."""
    step = table.playback.current_step
    board = step.board_after if step else table.board
    poses: dict[str, CardPose | None] = dict(table.context.kept.get(compute_card_poses, board, table.layout))
    if step:
        seconds = table.playback.elapsed_seconds * get_step_speed(table, step)
        poses.update(make_step_animation(table, step).compute_poses(seconds))
    else:
        poses.update(table.hand_interaction.find_changed_poses(poses))
    shows_hands = not table.is_television or (step is not None and isinstance(step.event, CardsDealt))
    return {
        key: pose
        for key, pose in poses.items()
        if pose is not None and (shows_hands or not key.startswith(("hand", "pile")))
    }


def find_highlighted_keys(table: TableScene) -> frozenset[str]:
    """Return the cards that would move now, if motion is reduced; empty otherwise."""
    step, is_motion_reduced = table.playback.current_step, table.context.settings.reduced_motion
    return find_moving_keys(make_step_animation(table, step)) if step and is_motion_reduced else frozenset()


def make_step_animation(table: TableScene, step: EventStep) -> Animation:
    """Return the animation of a step.

    A card that was dropped starts at the point of the drop.
    """
    start = table.hand_interaction.dropped_card if isinstance(step.event, CardPlayed) else None
    return table.context.kept.get(_make_animation, step, table.layout, start, table.context.settings.reduced_motion)


def get_duration(table: TableScene, step: EventStep) -> float:
    """Return how many seconds a step is shown."""
    min_seconds = timings.BANNER_SHOWN_S if make_banner(table, step) is not None else 0.0
    return max(make_step_animation(table, step).duration, min_seconds) / get_step_speed(table, step)


def is_dealer_draw_seen(table: TableScene, step: EventStep) -> bool:
    """Return whether the cards that decide a draw for the dealer, the current step, have been face up for a while.

    In normal speed it is a quarter of the time that they are shown.
    """
    animated_seconds = table.playback.elapsed_seconds * get_step_speed(table, step)
    return animated_seconds >= make_step_animation(table, step).duration - timings.DEALER_SHOWN_S * DEALER_READ_RATIO


def make_banner(table: TableScene, step: EventStep) -> Banner | None:
    """Return the banner of a step, None if it has none."""
    session = table.session
    return table.presentation.make_banner(step, session.info.names, get_your_seat(session))


def get_step_speed(table: TableScene, step: EventStep) -> float:
    """Return the speed factor of a step; 1 is normal.

    Replayed steps are faster, but for complete tricks, and so is play among computer players only. A step with a banner
    is not made faster for the latter, so that it can be read, unless the person plays on.
    """
    is_hurried = step.is_replayed and not isinstance(step.event, TrickTaken)
    replay_speed = timings.CATCH_UP_SPEED_FACTOR if is_hurried else 1.0
    needs_reading_time = make_banner(table, step) is not None and not table.is_playing_on
    return replay_speed if needs_reading_time else max(get_speed_factor(table, step.observation), replay_speed)


def get_speed_factor(table: TableScene, observation: Observation) -> float:
    """Return the speed factor at an observation; 1 is normal."""
    if table.is_playing_on:
        return timings.PLAY_ON_SPEED_FACTOR
    is_watched_only = is_only_computer_play(table.presentation, observation, get_human_seats(table.session))
    return timings.NO_PERSON_SPEED_FACTOR if is_watched_only else 1.0


def _make_animation(
    step: EventStep, layout: TableLayout, start: tuple[Card, tuple[int, int]] | None, is_motion_reduced: bool
) -> Animation:
    """Return the animation of a step; ``start``: a card that begins at another point."""
    animation = animate_event(step.event, step.board_before, step.board_after, layout)
    if start is not None:
        animation = with_start_point(animation, start[0].name, *start[1])
    return remove_motion(animation) if is_motion_reduced else animation
