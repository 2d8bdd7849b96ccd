"""A widget with the faces of players, to choose one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.graphics.symbols import render_symbol
from ui.scenes.trainer.card_picker import DIGIT_KEYS, KEY_DIRECTIONS
from ui.table.hud.seats import make_disc
from ui.table.overlays.content_layout import draw_fitted_text
from ui.widgets.base import CustomWidget, Place

FACE_SIZE: Final = 64
FACE_RING: Final = 3
CHOICE_RING: Final = 6
CHOICE_GAP: Final = 5
"""Widths in design pixels: the gold ring around the chosen face, and the gap between them."""
NAME_HEIGHT: Final = 26
SEAT_PICKER_HEIGHT: Final = FACE_SIZE + 2 * (CHOICE_RING + CHOICE_GAP) + NAME_HEIGHT
"""The height of the widget, in design pixels."""
CHECK_SIZE: Final = 28


class Face(NamedTuple):
    """The name and the portrait of a player."""

    name: str
    portrait_number: int


class SeatPicker(CustomWidget):
    """Faces side by side. ``value``: the index of the chosen face, None before a choice.

    ``takes_digits``: digits choose a face; elsewhere they are points.
    """

    def __init__(
        self,
        faces: Sequence[Face],
        card_images: CardImages,
        rect: pygame.Rect,
        place: Place,
        value: int | None = None,
        *,
        takes_digits: bool = True,
    ) -> None:
        self.takes_digits = takes_digits
        self.faces = tuple(faces)
        self.value = value
        self._card_images = card_images
        super().__init__(rect, place)

    @property
    def value_text(self) -> str:
        return _("nothing") if self.value is None else self.faces[self.value].name

    @property
    def key_help(self) -> str:
        text = _("Player {number} of {count}: choose with Left and Right; digits enter the points")
        if self.takes_digits:
            text = _("Player {number} of {count}: choose with Left and Right, or digits")
        return text.format(number=(self.value or 0) + 1, count=len(self.faces))

    def get_face_rect(self, index: int) -> pygame.Rect:
        """Return the place of a face with its name in the widget, in pixels."""
        left, right = (self.rect.width * place // len(self.faces) for place in (index, index + 1))
        return pygame.Rect(left, 0, right - left, self.rect.height)

    def paint(self, canvas: Canvas) -> None:
        for index in range(len(self.faces)):
            self._paint_face(canvas, index)

    def _paint_face(self, canvas: Canvas, index: int) -> None:
        face, cell, px = self.faces[index], self.get_face_rect(index), self.px
        is_chosen, size = index == self.value, px(FACE_SIZE)
        disc = pygame.Rect(0, 0, size, size)
        disc.midtop = cell.centerx, px(CHOICE_RING + CHOICE_GAP)
        if is_chosen:
            outer = disc.inflate(*[2 * px(CHOICE_RING + CHOICE_GAP)] * 2)
            canvas.blit(make_disc(outer.width, theme.GOLD), outer)
            gap_rect = disc.inflate(*[2 * px(CHOICE_GAP)] * 2)
            canvas.blit(make_disc(gap_rect.width, self.theme.panel_color), gap_rect)
        is_hovered = index == self.hovered_part
        ring_color = theme.GOLD if is_chosen else theme.CREAM if is_hovered else self.theme.panel_line_color
        canvas.blit(make_disc(size, ring_color), disc)
        portrait_rect = disc.inflate(*[-2 * px(FACE_RING)] * 2)
        canvas.blit(self._card_images.get_portrait(face.portrait_number, portrait_rect.width), portrait_rect)
        if is_chosen:
            badge = pygame.Rect(0, 0, px(CHECK_SIZE), px(CHECK_SIZE))
            badge.bottomright = disc.right + px(8), disc.bottom + px(4)
            canvas.blit(make_disc(badge.width, theme.GOLD), badge)
            check = render_symbol("check", px(CHECK_SIZE * 0.7), theme.INK)
            canvas.blit(check, check.get_rect(center=badge.center))
        name_rect = pygame.Rect(cell.left + px(2), cell.bottom - px(NAME_HEIGHT), cell.width - px(4), px(NAME_HEIGHT))
        draw_fitted_text(
            canvas, face.name, "bold" if is_chosen else "sans", px(16),
            theme.GOLD if is_chosen else theme.CREAM, name_rect, "centre",
        )  # fmt: skip

    def find_part(self, position: tuple[int, int]) -> int | None:
        return next(
            (index for index in range(len(self.faces)) if self.get_face_rect(index).collidepoint(position)), None
        )

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.choose(part)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Choose with the arrows, Home, End and digits; Enter is left to the page."""
        end_indices, count = {pygame.K_HOME: 0, pygame.K_END: len(self.faces) - 1}, len(self.faces)
        if event.key in KEY_DIRECTIONS:
            self.choose(0 if self.value is None else (self.value + KEY_DIRECTIONS[event.key]) % count)
        elif event.key in end_indices:
            self.choose(end_indices[event.key])
        elif self.takes_digits and event.key in DIGIT_KEYS and DIGIT_KEYS.index(event.key) < count:
            self.choose(DIGIT_KEYS.index(event.key))
        else:
            return False
        return True

    def choose(self, index: int) -> None:
        """Choose a face, as a person does."""
        if index != self.value:
            self.value = index
            self.notify_changed()
