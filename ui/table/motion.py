"""How the cards move: what is shown of a beat at this moment, how long it takes, how briskly it goes."""

from __future__ import annotations

from typing import Protocol

from game.engine.events import Played
from game.view import View
from ui import timings
from ui.table.animation import Animation, movers, started_at, still
from ui.table.choreography import animate
from ui.table.desk import Desk, spoken_to
from ui.table.face import Face
from ui.table.hold import Hold
from ui.table.layout import layout
from ui.table.outcome import Moment
from ui.table.pace import is_without
from ui.table.pose import Pose
from ui.table.showing import Beat, Showing


class Moving(Desk, Protocol):
    """The table's scene, as far as its cards move."""

    face: Face
    hold: Hold
    showing: Showing
    playing_on: bool


class Motion:
    """The beats of a scene's `Showing` in its window; it keeps nothing."""

    def __init__(self, scene: Moving) -> None:
        self.scene = scene

    @property
    def sprites(self) -> dict[str, Pose]:
        """Every card picture with its pose, at this moment."""
        scene, beat = self.scene, self.scene.showing.beat
        poses: dict[str, Pose | None] = dict(layout(beat.after if beat else scene.board, scene.spot))
        if beat:
            poses.update(self.animation(beat).at(scene.showing.elapsed * self.pace(beat)))
        else:
            poses.update(scene.hold.poses(poses))
        return {key: pose for key, pose in poses.items() if pose is not None}

    @property
    def lit(self) -> frozenset[str]:
        """With reduced motion: the cards that would travel now."""
        beat = self.scene.showing.beat
        return movers(self.animation(beat)) if beat and self.scene.stage.settings.reduced_motion else frozenset()

    def animation(self, beat: Beat) -> Animation:
        """How a beat moves; a card that was dropped falls from where it was let go."""
        hold = self.scene.hold
        shown = animate(beat.event, beat.before, beat.after, self.scene.spot)
        if hold.dropped is not None and isinstance(beat.event, Played):
            card, (x, y) = hold.dropped
            shown = started_at(shown, card.name, x, y)
        return still(shown) if self.scene.stage.settings.reduced_motion else shown

    def length(self, beat: Beat) -> float:
        """Seconds that a beat takes."""
        shown = timings.MOMENT_SHOWN if self.moment(beat) is not None else 0.0
        return max(self.animation(beat).length, shown) / self.pace(beat)

    def moment(self, beat: Beat) -> Moment | None:
        """What is shown large while a beat is."""
        table = self.scene.table
        return self.scene.face.moment(beat.event, beat.view, beat.result, table.names, spoken_to(table))

    def pace(self, beat: Beat) -> float:
        """How briskly a beat is shown: what is shown again is, and what others do without the people at the table.

        What is shown large is there to be read, by them too, unless somebody plays on.
        """
        again = timings.LATE if beat.late else 1.0
        read = self.moment(beat) is not None and not self.scene.playing_on
        return again if read else max(self.haste(beat.view), again)

    def haste(self, view: View) -> float:
        """So many times quicker than usual it goes now."""
        scene = self.scene
        if scene.playing_on:
            return timings.PLAY_ON
        return timings.WITHOUT if is_without(scene.face, view, scene.table.persons) else 1.0
