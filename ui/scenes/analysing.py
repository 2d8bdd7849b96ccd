"""A match is gone through: how far it is. It goes on whatever scene is shown, until somebody gives it up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import pygame

from game.analysis.telling import promise
from game.analysis.values import MatchAnalysis
from game.i18n import _, ngettext
from ui import theme
from ui.page import BAR as FOOT
from ui.page import Page
from ui.scene import Stage
from ui.widgets.column import Column
from ui.widgets.controls import HEIGHT
from ui.widgets.progress import ProgressBar
from ui.widgets.words import Line

BAR: Final = 16
"""How high the bar is, in design pixels."""


class Ongoing(Protocol):
    """An analysis, from when it was asked for."""

    fault: str
    """A line for a person when it came to nothing."""

    @property
    def busy(self) -> bool:
        """Whether something is still to come."""
        ...

    @property
    def found(self) -> MatchAnalysis | None:
        """What it found, None before its end."""
        ...

    @property
    def done(self) -> tuple[int, int]:
        """How many turns it has looked at, of how many; (0, 0) while that is not known."""
        ...

    def cancel(self) -> None:
        """Give it up."""
        ...


class Analysing(Page):
    """When the analysis is there, the page is gone and ``then`` is called with it."""

    largest_scale = 1.5

    def __init__(self, stage: Stage, going: Ongoing, then: Callable[[MatchAnalysis], None]) -> None:
        super().__init__(stage)
        self.title = _("Analysis")
        self.going = going
        self._then = then
        self._bar: ProgressBar | None = None
        self._line: Line | None = None
        self._fault = going.fault

    @property
    def busy(self) -> bool:
        return self.going.busy

    @property
    def told(self) -> tuple[str, ...]:
        return self.title, self._state

    @property
    def _state(self) -> str:
        """How far it is, or why it goes no further."""
        done, whole = self.going.done
        if self.going.fault:
            return self.going.fault
        if not whole:
            return _("The computer sits down to the match…")
        return ngettext(
            "The computer goes through the match: {done} of {count} turn",
            "The computer goes through the match: {done} of {count} turns", whole,
        ).format(done=done, count=whole)  # fmt: skip

    @property
    def _share(self) -> float:
        done, whole = self.going.done
        return done / max(1, whole)

    def update(self, seconds: float) -> None:
        found = self.going.found
        if found is not None:
            self.stage.back()
            self._then(found)
        elif self.going.fault != self._fault:
            self._fault = self.going.fault
            self.stage.rebuild()
        elif self._bar is not None and self._line is not None:
            self._bar.fill(self._share)
            self._line.say(self._state)

    def compose(self) -> None:
        self._bar = self._line = None
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(760)), min(body.height, px(250)))
        board.center = body.center
        self.board(board)
        column = Column(self.scroll("waiting", board), self.stage.manager)
        column.words(promise())
        column.gap()
        if self.going.fault:
            column.words(self._state, colour=theme.RED_LIGHT)
        else:
            self._how_far(column)
        self.end_scroll("waiting", column.y)
        self.foot_button("back", _("Back"), self.escape)
        if not self.going.fault:
            self._cancel_button()

    def _cancel_button(self) -> None:
        """At the right, and not golden: it is nothing that Enter should mean."""
        words, px, area = _("Cancel"), self.stage.px, self.area
        wide = max(px(170), self.button_width(words))
        rect = pygame.Rect(area.right - wide, area.bottom - px(FOOT), wide, px(FOOT))
        self.button("cancel", words, rect, self._cancel)

    def _how_far(self, column: Column) -> None:
        """A line and a bar, both of which change without the page being made anew."""
        px, manager, inside = self.stage.px, self.stage.manager, column.scroll.inside
        line = column.place(column.width, HEIGHT)
        self._line = Line(self._state, line, manager, size=px(theme.BODY), colour=theme.MUTED, container=inside)
        column.y = line.bottom
        bar = column.place(column.width, BAR)
        self._bar = ProgressBar(self._share, bar, manager, self.stage.unit, inside)
        column.y = bar.bottom
        column.gap()
        column.words(_("Back leads away, and it goes on meanwhile; Cancel gives it up."), size=theme.SMALL,
                     colour=theme.MUTED)  # fmt: skip

    def _cancel(self) -> None:
        self.going.cancel()
        self.escape()
