"""Where a replay is, and what is to be seen there: the moment of a deal, and what moves on the way to it."""

from __future__ import annotations

from typing import Final

from game.engine.cards import Deck
from game.engine.events import TrickTaken
from game.i18n import _
from game.narration import dealing, narrated
from game.review import Review
from game.text import capital
from game.view import View
from ui import timings
from ui.looks import Looks, looks_at
from ui.scene import Stage
from ui.table import hud
from ui.table.animation import Animation, movers, still
from ui.table.choreography import animate
from ui.table.face import Face
from ui.table.hands import order_of
from ui.table.layout import layout, trick_key
from ui.table.outcome import Moment
from ui.table.picture import Bubble, Picture, Prompt
from ui.table.places import Spot, spot
from ui.table.pose import Pose
from ui.table.showing import Beat, Showing

PAUSE: Final = 0.5
"""Seconds that a moment stands still while the replay runs."""


class Passage:
    """A deal of a review and a moment of it, seen from ``seat`` or with all hands ``open``.

    A step on is shown as at the table; any other way there is at once.
    """

    def __init__(self, stage: Stage, review: Review, face: Face, deck: Deck) -> None:
        self.review, self.face = review, face
        self.seat, self.open = review.person, False
        self.deal, self.at = 0, 0
        self.playing = False
        self._stage, self._deck = stage, deck
        self._still = 0.0
        self.showing = Showing(self.view.board)

    # -- where it is

    @property
    def last(self) -> int:
        """The deal's last moment."""
        return self.review.moments(self.deal)

    @property
    def view(self) -> View:
        """The match at the moment, once nothing moves."""
        return self.review.view(self.deal, self.at, self.seat, open_=self.open)

    @property
    def words(self) -> str:
        """What led to the moment, in a line."""
        happening = self.review.happening(self.deal, self.at, self.seat, open_=self.open)
        review = self.review
        said = [narrated(event, review.names, self._deck, review.you) for event in happening.events[:2]]
        return " ".join(said)

    @property
    def caption(self) -> str:
        """The line above the hand: `words`, but not the cards of a hand that lies there."""
        if self.at:
            return self.words
        return capital(dealing(self.view.dealer, self.review.names, self.review.you))

    @property
    def moving(self) -> bool:
        """Whether frames must go on."""
        return self.playing or self.showing.beat is not None

    def go(self, at: int, deal: int | None = None) -> None:
        """To a moment, of another deal perhaps, as far as there is such a one; at once."""
        self.deal = self.deal if deal is None else min(max(0, deal), self.review.deals - 1)
        self.at = min(max(0, at), self.last)
        self._settle()

    def look(self, seat: int, *, open_: bool) -> None:
        """See it from another seat, or with open hands."""
        self.seat, self.open = seat, open_
        self._settle()

    def _settle(self) -> None:
        self.showing, self._still = Showing(self.view.board), 0.0

    def step(self) -> bool:
        """One moment on, as it was seen then. Whether there was one."""
        if self.at >= self.last:
            return False
        self.showing.skip(_unheard)
        self.at, self._still = self.at + 1, 0.0
        self.showing.add(self.review.happening(self.deal, self.at, self.seat, open_=self.open))
        return True

    def trick(self, way: int) -> None:
        """To the end of the trick before (-1) or of the next one (1), or to the deal's end."""
        ends = (0, *self.review.tricks(self.deal), self.last)
        if way < 0:
            self.go(max((end for end in ends if end < self.at), default=0))
        else:
            self.go(min((end for end in ends if end > self.at), default=self.last))

    def update(self, seconds: float) -> None:
        """Time passes."""
        speed = self._stage.settings.speed
        if self.showing.beat is not None:
            length = seconds * speed if speed else float("inf")
            self.showing.play(length, self._length, _unheard)
        elif self.playing:
            self._still += seconds
            if self._still >= PAUSE / (speed or 1.0):
                self.playing = self.step()
        if self.showing.beat is None:
            self.showing.board = self.view.board

    # -- what is seen

    def _animation(self, beat: Beat) -> Animation:
        shown = animate(beat.event, beat.before, beat.after, self._spot)
        return still(shown) if self._stage.settings.reduced_motion else shown

    def _length(self, beat: Beat) -> float:
        shown = timings.MOMENT_SHOWN if self.moment(beat) is not None else 0.0
        return max(self._animation(beat).length, shown)

    def moment(self, beat: Beat) -> Moment | None:
        """What is shown large while a beat is."""
        return self.face.moment(beat.event, beat.view, beat.result, self.review.names, self.review.you)

    def spot(self, size: tuple[int, int]) -> Spot:
        """The table in a part of the window."""
        game, settings = self.review.game, self._stage.settings
        order = order_of(self.face, self._deck, settings, game, dealt=self.review.dealt(self.deal).pack)
        self._spot = spot(size, len(self.review.names), self.seat, game.clockwise, settings.scale, order)
        return self._spot

    @property
    def looks(self) -> Looks:
        """What the people of the match have chosen to look like."""
        return looks_at(self.review.players, self._stage.looks)

    def picture(self, place: Spot) -> Picture:
        """What is to be seen now."""
        beat = self.showing.beat
        view = beat.view if beat is not None else self.view
        board = self.showing.board
        poses: dict[str, Pose | None] = dict(layout(beat.after if beat is not None else board, place))
        if beat is not None:
            poses.update(self._animation(beat).at(self.showing.elapsed))
        lying = beat.before if beat is not None and isinstance(beat.event, TrickTaken) else board
        wins = hud.winning(lying, view.phase)
        spoken = self.face.spoken(beat.event, self._deck) if beat is not None else None
        return Picture(
            title=_(self.review.game.title), names=self.review.names, looks=self.looks, view=view, spot=place,
            sprites={key: pose for key, pose in poses.items() if pose is not None}, dimmed=frozenset(),
            lit=movers(self._animation(beat)) if beat and self._stage.settings.reduced_motion else frozenset(),
            winning=next((trick_key(seat, card, False) for seat, card in lying.trick if seat == wins), None),
            bubbles=() if spoken is None else (Bubble(*spoken),), prompt=Prompt(self.caption, False), panel=None,
        )  # fmt: skip


def _unheard(_beat: Beat) -> None:
    """Beats of a replay make no sound; its line of words says the moment that they lead to."""
