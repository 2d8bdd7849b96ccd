"""The base class of overlays, pages over a table that goes on below them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from game.text.gettext import _
from ui.app.scene import Scene
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.input.key_map import Shortcut
from ui.scenes.panel_page import PanelPage
from ui.table.screen_seats import get_screen_seats
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Padded, Row, Sized
from ui.widgets.nodes import Line, Node, Space
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH

if TYPE_CHECKING:
    from ui.table.scene import TableScene

SIDE_PADDING: Final = theme.LARGE_MARGIN
"""The distance from the side of the panel to nodes in it, in design pixels; a scroll bar is within it."""
TELEVISION_OVERLAY_SCALE: Final = 1.2
"""The least scale over a table for all: small text has 28 pixels in a window of 1920x1080."""
TOAST_AREA_HEIGHT: Final = 112
"""The height of the area of toasts above the plate of the person at the screen, in design pixels."""


class Overlay(PanelPage):
    """A page over a table, with a panel in the middle.

    Subclasses `describe` what is on it, with `arrange` or `arrange_scroll`.
    """

    closing_shortcut: Shortcut | None = None
    """The shortcut that opens the overlay, and closes it too."""
    is_for_viewer = False
    """Whether it shows what only the viewer may see: it closes when another person comes to the screen.

    A press beside the panel closes it as well.
    """
    is_for_all = False
    """Whether anybody may look at it where several people share the screen: the cards below it are hidden then."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(table.context, table)
        self.table = table
        self._viewer = table.viewer

    @property
    def min_scale(self) -> float:
        return TELEVISION_OVERLAY_SCALE if self.table.is_television else super().min_scale

    @property
    def presentation(self) -> GamePresentation:
        return self.table.presentation

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat, as at the table."""
        return self.table.session.info.names

    @property
    def title_text(self) -> str:
        """The title at the top of the panel, "" where it has none."""
        return _(self.title) if self.title else ""

    @property
    def narration(self) -> tuple[str, ...]:
        return (self.title_text,)

    def draw_scene_below(self, canvas: Canvas, scene: Scene) -> None:
        if self.is_for_all and len(get_screen_seats(self.table.session)) > 1:
            with self.context.scenes.as_current(scene):
                self.table.draw_table(canvas, show_cards=False)
        else:
            super().draw_scene_below(canvas, scene)

    def update(self, seconds: float) -> None:
        if self.is_for_viewer and self.table.viewer != self._viewer:
            self.context.scenes.pop()

    def handle_event(self, event: pygame.event.Event) -> None:
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3)
        is_press_beside = is_press and not self.panel_rect.collidepoint(event.pos)
        keys = () if self.closing_shortcut is None else self.context.key_map.keys(self.closing_shortcut)
        if (self.is_for_viewer and is_press_beside) or (event.type == pygame.KEYDOWN and event.key in keys):
            self.context.scenes.pop()
        else:
            super().handle_event(event)

    @property
    def title_color(self) -> theme.Color:
        return theme.CREAM

    def list_corner_actions(self) -> tuple[Action, ...]:
        """Return the buttons in the upper right corner, without text."""
        return (self.make_corner_action("back", "close", _("Close"), self.context.scenes.pop),)

    def make_corner_action(self, widget_id: str, symbol: str, label: str, on_press: Callable[[], object]) -> Action:
        """Return a button without text for the corner."""
        return Action(widget_id, "", on_press, symbol=symbol, label=label, height=theme.LARGE_CONTROL_HEIGHT)

    def describe_title(self) -> Node:
        """Return the title at the top of the panel."""
        size, color = theme.TITLE_TEXT_SIZE, self.title_color
        return Line(self.title_text, id="title", size=size, color=color, face="serif", align="centre", grow=1)

    def _describe_header(self) -> Node:
        """Return the title with the buttons in the corner."""
        buttons = self.list_corner_actions()
        corner_width = len(buttons) * (theme.LARGE_CONTROL_HEIGHT + theme.SMALL_GAP)
        space = Sized(Space(), width=corner_width)
        header = Row(space, self.describe_title(), *buttons, gap=theme.SMALL_GAP, align="middle")
        return Padded(header, padding=theme.LARGE_GAP)

    def arrange(self, *contents: Node) -> Node:
        """Return the title with the buttons in the corner, and the contents of the panel below it."""
        return Column(self._describe_header(), *contents, Space(theme.MARGIN))

    def arrange_scroll(self, scroll: Node, *buttons: Node) -> Node:
        """Return the title, a scroll area with its bar in the padding, and a row of buttons at the foot."""
        foot = (Space(theme.GAP), pad_sides(Row(*buttons, gap=theme.GAP))) if buttons else ()
        return self.arrange(pad_scroll(scroll), *foot)

    @property
    def toast_rect(self) -> pygame.Rect:
        """The area of toasts beside the panel; at its left it is above the plate of the person at the screen."""
        head, px = self.panel_rect.move_to(height=self.head_height), self.context.px
        rect, layout = self.find_toast_rect_beside(self.panel_rect, head), self.table.layout
        if rect.right < self.panel_rect.left:
            plate_rect = layout.get_seat_layout(layout.bottom_seat).plate_rect
            top = plate_rect.top - px(TOAST_AREA_HEIGHT)
            rect = pygame.Rect(plate_rect.left, top, rect.right - plate_rect.left, px(TOAST_AREA_HEIGHT))
        return rect

    @property
    def head_height(self) -> int:
        """The height of the panel's head, which toasts leave free, in pixels."""
        return self._describe_header().measure_height(self.frame, self.panel_rect.width)


def pad_sides(node: Node, grow: float = 0) -> Padded:
    """Return a node with the distance from the sides of the panel."""
    return Padded(node, padding=SIDE_PADDING, top=0, grow=grow)


def pad_scroll(scroll: Node) -> Row:
    """Return a scroll area with its bar in the distance from the side of the panel."""
    return Row(Space(SIDE_PADDING), scroll, Space(SIDE_PADDING - BAR_WIDTH - BAR_GAP), grow=1)
