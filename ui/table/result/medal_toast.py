"""The toast over a result with the medals that the match has given."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final

import pygame

from game.medals.finder import EarnedMedal
from game.medals.medals import MEDALS, Medal
from game.text.formatting import join_with_and
from game.text.gettext import ngettext
from game.text.narration import make_sentence
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.services.background_count import MedalSearch
from ui.table.overlays.base import Overlay
from ui.widgets.base import Place
from ui.widgets.fields import Widget
from ui.widgets.layout import Anchored, Column, Framed, Padded, Row, Sized
from ui.widgets.medal import make_medal
from ui.widgets.nodes import Line, Node, make_paint_frame
from ui.widgets.tile import Tile
from ui.widgets.toasts import layout_toasts

STILL_S: Final = 1.0
SHOWN_S: Final = 4.0
SLIDE_S: Final = 0.24
"""The time for which the result is still before the toast, that of the toast, and that in which it slides in."""
HEIGHT: Final = 80
MIN_WIDTH: Final = 180
PICTURE_SIZE: Final = 52
SLIDE_WIDTH: Final = 32
"""Sizes in design pixels, and the way on which it slides in."""
CORNERS: Final = ("topright", "topleft", "bottomright", "bottomleft")
"""The corners of the window, in which it is where it covers nothing."""


class NewMedalsTile(Tile):
    """A new medal, or several with the sign of the first."""

    def __init__(self, medals: list[Medal], images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self._medals = medals
        super().__init__(images, rect, place)

    def paint(self, canvas: Canvas) -> None:
        manager: Any = self.ui_manager
        line_color = theme.CREAM if self.hovered_part is not None else None
        toast = Framed(
            describe_medals(self._medals), padding=theme.LARGE_GAP, top=theme.SMALL_GAP, line_color=line_color
        )
        toast.paint(make_paint_frame(Place(manager, self.ui_scale)), canvas, canvas.rect)


def describe_medals(medals: list[Medal]) -> Node:
    """Return a medal with its name, or the sign of the first of several with their number."""
    title = ngettext("New medal", "{count} new medals", len(medals)).format(count=len(medals))
    lines: Node = Line(title, face="bold")
    if len(medals) == 1:
        small_title = Line(title, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        lines = Column(small_title, Line(medals[0].name_text, face="bold"))
    return Row(make_medal(medals[0], PICTURE_SIZE, is_earned=True), lines, gap=theme.GAP, align="middle")


class MedalToast:
    """The toast of a result. The medals are searched when the result has been still for a second."""

    def __init__(
        self, overlay: Overlay, is_moving: Callable[[], bool], list_taken_rects: Callable[[], list[pygame.Rect]]
    ) -> None:
        """Create the toast of a result; ``list_taken_rects``: the places that it leaves free, in pixels."""
        self.medals: list[Medal] = []
        self._overlay, self._is_moving, self._list_taken_rects = overlay, is_moving, list_taken_rects
        self._search: MedalSearch | None = None
        self._elapsed_s = 0.0

    @property
    def _can_search(self) -> bool:
        """Whether the result may give a medal: that of a match, or that of a first deal, which can be a daily deal."""
        observation = self._overlay.table.session.observation
        return self._overlay.table.match_id is not None and (observation.is_over or len(observation.results) == 1)

    @property
    def is_busy(self) -> bool:
        """Whether the toast is shown, or will be searched; not while another scene covers the result."""
        is_on_top = self._overlay.context.scenes.top is self._overlay
        return is_on_top and (bool(self.medals) or (self._search is None and self._can_search))

    def update(self, seconds: float) -> None:
        """Advance by ``seconds``: search the medals, move the toast in, or remove it when its time is over."""
        overlay = self._overlay
        self._elapsed_s += seconds
        if self._search is None:
            if not self._can_search or self._is_moving():
                self._elapsed_s = 0.0
            elif self._elapsed_s >= STILL_S:
                self._search = MedalSearch(overlay.context, overlay, self._show)
                self._search.start()
        elif self.medals and self._elapsed_s >= SHOWN_S:
            self.medals = []
            overlay.recompose("medal-toast")
        elif self.medals and (rect := self._find_rect()) is not None and overlay.find("new-medals") is not None:
            overlay.find("new-medals").set_relative_position(self._slide(rect).topleft)

    def _show(self, found: tuple[EarnedMedal, ...]) -> None:
        context, match_id = self._overlay.context, self._overlay.table.match_id
        self.medals = [
            MEDALS[earned.medal]
            for earned in found
            if (earned.profile, earned.match) == (context.own_profile.id, match_id)
        ]
        if self.medals:
            self._elapsed_s = 0.0
            self._overlay.recompose("medal-toast")
            context.speak(make_sentence(self._label))

    @property
    def _label(self) -> str:
        names = join_with_and([medal.name_text for medal in self.medals])
        return ngettext("New medal: {names}", "New medals: {names}", len(self.medals)).format(names=names)

    def compose(self) -> None:
        """Make the toast, if there are medals and a corner is free."""
        rect, context = self._find_rect(), self._overlay.context
        if rect is not None:
            toast = Widget(NewMedalsTile, (self.medals, context.scene_card_images), id="new-medals", label=self._label)
            toast.on_change = lambda _value: context.router.open_medals()
            toast.make(self._overlay.frame, self._slide(rect))

    def _slide(self, rect: pygame.Rect) -> pygame.Rect:
        """Return where the toast is now on the way to its place."""
        context, rest = self._overlay.context, max(0.0, 1 - self._elapsed_s / SLIDE_S)
        step = 0 if context.settings.reduced_motion else round(context.px(SLIDE_WIDTH) * rest)
        return rect.move(step if rect.centerx > context.size[0] // 2 else -step, 0)

    def _find_rect(self) -> pygame.Rect | None:
        """Return the place of the toast in a corner, where it covers nothing; None if there is none."""
        context = self._overlay.context
        if not self.medals:
            return None
        frame, words, margin = make_paint_frame(context.place), describe_medals(self.medals), theme.LARGE_MARGIN
        notices = [toast.rect for toast in layout_toasts(context, context.shown_notices)]
        taken_rects = [*self._list_taken_rects(), *notices]
        sizes = Padded(words, padding=theme.LARGE_GAP), Sized(words, width=MIN_WIDTH)
        for toast, corner in product(sizes, CORNERS):
            rect = Anchored(Sized(toast, height=HEIGHT), corner, margin=margin).place(frame, context.window_rect)
            if rect.collidelist(taken_rects) < 0:
                return rect
        return None
