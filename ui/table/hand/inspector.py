"""Inspection of cards: the name of a card, why it may not be played, and its zoom.

The name and the reason are shown while the pointer or the selection is on the card; the zoom, after a long press or a
right click.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game.core.cards import HIDDEN_CARD, Card
from game.text.card_letters import format_rank_figure
from game.text.card_names import format_card_name
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.settings import INDEXED_DECKS
from ui.graphics import theme, timings
from ui.graphics.canvas import Canvas
from ui.table.hud.deck_area import find_called_card
from ui.table.hud.frame import make_table_frame
from ui.table.layout.pose import CardPose, compute_bounds, contains_point
from ui.table.layout.seats import TableLayout
from ui.table.overlays.card_zoom import CardZoomOverlay
from ui.widgets.base import get_window_rect
from ui.widgets.layout import Column, Framed
from ui.widgets.nodes import ROUND, Line, Text

if TYPE_CHECKING:
    from ui.table.scene import TableScene

MAX_REFUSAL_LINES: Final = 2
"""The most lines for the reason why a card may not be played."""


class CardInspector:
    """The card under the pointer, and the pressed card.

    Each has its start time on the context's clock.
    """

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self._hovered: tuple[Card, tuple[int, int], float] | None = None
        self._pressed: tuple[Card, float] | None = None

    @property
    def seconds_until_next_update(self) -> float:
        """Seconds until a label or the zoom is due, infinity if none is."""
        now, delays = self.table.context.clock(), list[float]()
        if self._hovered is not None and now < self._hovered[2] + timings.HOVER_DELAY_S:
            delays.append(self._hovered[2] + timings.HOVER_DELAY_S - now)
        if self._pressed is not None:
            delays.append(max(0.0, self._pressed[1] + timings.LONG_PRESS_S - now))
        return min(delays, default=inf)

    def update(self) -> None:
        """Update the card under the pointer, and zoom a card after a long press.

        Called once per frame.
        """
        now = self.table.context.clock()
        point = self.table.context.ui_manager.get_mouse_position() if pygame.mouse.get_focused() else None
        can_inspect = self.table.is_idle and not self.table.hand_interaction.is_dragging
        hovered_card = self.find_card(point) if point is not None and can_inspect else None
        if hovered_card is None or point is None:
            self._hovered = None
        elif (
            self._hovered is None
            or self._hovered[0] is not hovered_card.card
            or (point != self._hovered[1] and not self._has_hovered_long_enough(now))
        ):
            self._hovered = hovered_card.card, point, now
        if not self.table.is_idle:
            self._pressed = None
        if self._pressed is not None and now >= self._pressed[1] + timings.LONG_PRESS_S:
            self.zoom_card(self._pressed[0])

    def _has_hovered_long_enough(self, now: float) -> bool:
        return self._hovered is not None and now >= self._hovered[2] + timings.HOVER_DELAY_S

    def find_card(self, point: tuple[int, int]) -> VisibleCard | None:
        """Return the face-up card at a point in pixels, or the called card in the corner.

        None if there is neither.
        """
        table = self.table
        called_card = find_called_card(self.table.presentation, table.observation, table.layout)
        if called_card is not None and called_card[1].collidepoint(point):
            return VisibleCard(*called_card)
        return find_visible_card(table.card_poses, point)

    @property
    def labeled_card(self) -> VisibleCard | None:
        """The card whose name is shown, None if there is none.

        It is the selected card, else the card under the pointer.
        """
        table, hovered = self.table, self._hovered
        if not table.is_idle:
            return None
        if 0 <= self.table.hand_interaction.selected_index < len(table.hand) and not table.focus.is_ring_shown:
            pose = table.card_poses.get(table.hand[self.table.hand_interaction.selected_index].name)
            return get_visible_card(pose) if pose is not None else None
        return (
            self.find_card(hovered[1])
            if hovered is not None and self._has_hovered_long_enough(table.context.clock())
            else None
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw the name of the labeled card, and why it may not be played, where it covers as little as possible."""
        labeled_card, layout = self.labeled_card, self.table.layout
        if labeled_card is not None:
            widgets = (get_window_rect(widget) for widget in self.table.focus.widgets if widget.visible)
            cards = (
                compute_bounds(pose) for pose in self.table.card_poses.values() if pose.card is not labeled_card.card
            )
            occupied_rects = (
                layout.prompt_rect,
                layout.corner_rect,
                *(seat_layout.bounds.union(seat_layout.pile_rect) for seat_layout in layout.seat_layouts),
                *widgets,
                *cards,
            )
            draw_card_label(
                canvas,
                self.table.context,
                layout,
                self._describe_card(labeled_card.card),
                self.table.describe_refused_card(labeled_card.card),
                labeled_card.rect,
                occupied_rects,
            )

    def _describe_card(self, card: Card) -> str:
        """Return the name of a card, and the letter in its corner, which stands for a rank in the own language."""
        settings, deck, name = self.table.context.settings, self.table.deck, format_card_name(card, self.table.deck)
        letter = format_rank_figure(card.rank, deck)
        has_letter = deck == "italian" and settings.corner_indices and settings.deck in INDEXED_DECKS
        return _("{card} ({letter})").format(card=name, letter=letter) if has_letter and letter.isalpha() else name

    # -- the pointer's buttons

    def press(self, point: tuple[int, int]) -> None:
        """Note a press of the left button at a point in pixels.

        A long press on a card shows it large.
        """
        pressed_card = self.find_card(point)
        self._pressed = (pressed_card.card, self.table.context.clock()) if pressed_card is not None else None

    def cancel_press(self) -> None:
        """Forget the press, because the button was released or the card is dragged."""
        self._pressed = None

    def zoom_at(self, point: tuple[int, int]) -> None:
        """Show the card at a point large, if there is one."""
        visible_card = self.find_card(point)
        if visible_card is not None:
            self.zoom_card(visible_card.card)

    def zoom_card(self, card: Card) -> None:
        """Show a card large."""
        self._pressed = None
        self.table.hand_interaction.cancel_press()
        self.table.open_overlay(CardZoomOverlay, card)


class VisibleCard(NamedTuple):
    """A face-up card, and the rectangle around it in pixels."""

    card: Card
    rect: pygame.Rect


def find_visible_card(card_poses: Mapping[str, CardPose], point: tuple[int, int]) -> VisibleCard | None:
    """Return the card at a point, if the uppermost picture there is face up."""
    poses = [pose for pose in card_poses.values() if contains_point(pose, point)]
    return get_visible_card(max(poses, key=lambda pose: pose.z)) if poses else None


def get_visible_card(pose: CardPose) -> VisibleCard | None:
    """Return the card of a picture; None if it is face down."""
    return None if pose.card is HIDDEN_CARD else VisibleCard(pose.card, compute_bounds(pose))


def draw_card_label(
    canvas: Canvas,
    context: AppContext,
    layout: TableLayout,
    name: str,
    refusal: str,
    card_rect: pygame.Rect,
    occupied_rects: Iterable[pygame.Rect],
) -> None:
    """Draw the name of a card beside it, clear of ``occupied_rects`` if possible.

    ``refusal``: why it may not be played, "" if it may; ``card_rect``: the rectangle around the card, in pixels.
    """
    frame, line = make_table_frame(context, layout), Line(name, face="bold", size=theme.SMALL_TEXT_SIZE, align="centre")
    reason = Text(refusal, size=theme.SMALL_TEXT_SIZE, align="centre", max_lines=MAX_REFUSAL_LINES) if refusal else None
    label = Framed(
        Column(line, reason),
        padding=theme.SMALL_MARGIN,
        top=2,
        line_color=theme.GOLD,
        line_width=1,
        alpha=250,
        radius=theme.GAP if refusal else ROUND,
    )
    size = label.measure_width(frame, canvas.width // 2), label.measure_height(frame, canvas.width // 2)
    label.paint(frame, canvas, place_card_label(size, card_rect, layout, tuple(occupied_rects)))


def place_card_label(
    size: tuple[int, int], card_rect: pygame.Rect, layout: TableLayout, occupied_rects: tuple[pygame.Rect, ...]
) -> pygame.Rect:
    """Return the place of a label, clear of ``occupied_rects`` if possible.

    It is below the card, above it or beside it; if all of these are occupied, on the card's lower edge. ``size``: of
    the label, in pixels.
    """
    window_rect, gap = pygame.Rect((0, 0), layout.window_size), layout.px(theme.TINY_GAP)
    around, rect = card_rect.inflate(2 * gap, 2 * gap), pygame.Rect((0, 0), size)
    for anchor, side in (
        ("midtop", "midbottom"),
        ("midbottom", "midtop"),
        ("midleft", "midright"),
        ("midright", "midleft"),
    ):
        setattr(rect, anchor, getattr(around, side))
        if window_rect.contains(rect) and rect.collidelist(occupied_rects) < 0:
            return rect
    rect.midbottom = (card_rect.centerx, min(card_rect.bottom, window_rect.bottom) - gap)
    return rect.clamp(window_rect)
