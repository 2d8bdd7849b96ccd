"""How the cards move: what is shown of a beat at this moment, how long it takes, how briskly it goes."""

from __future__ import annotations

from game.core.events import CardPlayed
from game.match.observation import Observation
from ui.games.presentation import GamePresentation
from ui.graphics import timings
from ui.table.animation.events import animate_event
from ui.table.animation.playback import EventPlayback, EventStep
from ui.table.animation.tempo import is_only_computer_play
from ui.table.animation.tween import Animation, find_moving_keys, remove_motion, with_start_point
from ui.table.context import TableContext, get_human_seats, get_your_seat
from ui.table.hand.interaction import HandInteraction
from ui.table.hud.banner import Banner
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.pose import CardPose


class TableAnimator:
    """The beats of a scene's `EventPlayback` in its window; it keeps nothing."""

    def __init__(
        self,
        table: TableContext,
        presentation: GamePresentation,
        playback: EventPlayback,
        hand_interaction: HandInteraction,
    ) -> None:
        self.table = table
        self.presentation = presentation
        self.playback = playback
        self.hand_interaction = hand_interaction

    @property
    def card_poses(self) -> dict[str, CardPose]:
        """Every card picture with its pose, at this moment."""
        table, step = self.table, self.playback.current_step
        poses: dict[str, CardPose | None] = dict(
            compute_card_poses(step.board_after if step else table.board, table.layout)
        )
        if step:
            poses.update(
                self.make_animation(step).compute_poses(self.playback.elapsed_seconds * self.get_step_speed(step))
            )
        else:
            poses.update(self.hand_interaction.find_changed_poses(poses))
        return {key: pose for key, pose in poses.items() if pose is not None}

    @property
    def highlighted_keys(self) -> frozenset[str]:
        """With reduced motion: the cards that would travel now."""
        step = self.playback.current_step
        return (
            find_moving_keys(self.make_animation(step))
            if step and self.table.context.settings.reduced_motion
            else frozenset()
        )

    def make_animation(self, step: EventStep) -> Animation:
        """How a beat moves; a card that was dropped falls from where it was let go."""
        hand_interaction = self.hand_interaction
        animation = animate_event(step.event, step.board_before, step.board_after, self.table.layout)
        if hand_interaction.dropped_card is not None and isinstance(step.event, CardPlayed):
            card, (x, y) = hand_interaction.dropped_card
            animation = with_start_point(animation, card.name, x, y)
        return remove_motion(animation) if self.table.context.settings.reduced_motion else animation

    def get_duration(self, step: EventStep) -> float:
        """Seconds that a beat takes."""
        min_seconds = timings.BANNER_SHOWN_S if self.make_banner(step) is not None else 0.0
        return max(self.make_animation(step).duration, min_seconds) / self.get_step_speed(step)

    def make_banner(self, step: EventStep) -> Banner | None:
        """What is shown large while a beat is."""
        session = self.table.session
        return self.presentation.make_banner(
            step.event, step.observation, step.result, session.info.names, get_your_seat(session)
        )

    def get_step_speed(self, step: EventStep) -> float:
        """How briskly a beat is shown: what is shown again is, and what others do without the people at the table.

        What is shown large is there to be read, by them too, unless somebody plays on.
        """
        replay_speed = timings.CATCH_UP_SPEED_FACTOR if step.is_replayed else 1.0
        needs_reading_time = self.make_banner(step) is not None and not self.table.is_playing_on
        return replay_speed if needs_reading_time else max(self.get_speed_factor(step.observation), replay_speed)

    def get_speed_factor(self, observation: Observation) -> float:
        """So many times quicker than usual it goes now."""
        table = self.table
        if table.is_playing_on:
            return timings.PLAY_ON_SPEED_FACTOR
        return (
            timings.NO_PERSON_SPEED_FACTOR
            if is_only_computer_play(self.presentation, observation, get_human_seats(table.session))
            else 1.0
        )
