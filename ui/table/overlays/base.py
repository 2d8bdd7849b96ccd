"""The base class of overlays, pages over a table that goes on below them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.page import BOARD_PADDING
from ui.scenes.panel_page import PanelPage
from ui.table.overlays.content_layout import ContentBlock, ScrollableContent
from ui.widgets.button import Button
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Line, Node, Padded, Row, Sized, Space
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH, PADDING, ScrollArea

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PANEL_PADDING: Final = 40
"""The distance from the side of the panel to its contents, in design pixels; a scroll bar is within it."""
SIDE_PADDING: Final = theme.LARGE_MARGIN
"""The distance from the side of the panel to nodes in it, in design pixels; a scroll bar is within it."""
HEADER_HEIGHT: Final = 84
"""The height of the title and the corner button above the contents, in design pixels."""
WINDOW_SPACE: Final = 16
"""The least space beside the panel, and that above and below it, together, in design pixels."""
TOAST_AREA_HEIGHT: Final = 112
"""The height of the area of toasts above the plate of the person at the screen, in design pixels."""
CORNER_BUTTON_SIZE: Final = 48
CORNER_BUTTON_MARGIN: Final = 20


class Overlay(PanelPage):
    """A page over a table, with a panel in the middle.

    Subclasses `describe` what is on it, with `arrange` or `arrange_scroll`.
    """

    def __init__(self, context: AppContext, table: TableScene) -> None:
        super().__init__(context, table)
        self.table = table
        self.content: ScrollableContent | None = None

    @property
    def title_text(self) -> str:
        """The title at the top of the panel."""
        raise NotImplementedError

    def list_corner_actions(self) -> tuple[Action, ...]:
        """Return the buttons in the upper right corner, without text."""
        return (self.make_corner_action("back", "close", _("Close"), self.context.scenes.pop),)

    def make_corner_action(self, widget_id: str, symbol: str, label: str, on_press: Callable[[], object]) -> Action:
        """Return a button without text for the corner."""
        return Action(widget_id, "", on_press, symbol=symbol, label=label, height=theme.LARGE_CONTROL_HEIGHT)

    def arrange(self, *contents: Node, title_color: theme.Color = theme.CREAM) -> Node:
        """Return the title with the buttons in the corner, and the contents of the panel below it."""
        buttons = self.list_corner_actions()
        corner_width = len(buttons) * (theme.LARGE_CONTROL_HEIGHT + theme.SMALL_GAP)
        title = Line(
            self.title_text,
            id="title",
            size=theme.TITLE_TEXT_SIZE,
            color=title_color,
            face="serif",
            align="centre",
            grow=1,
        )
        header = Row(Sized(Space(), width=corner_width), title, *buttons, gap=theme.SMALL_GAP, align="middle")
        return Column(Padded(header, padding=theme.LARGE_GAP), *contents, Space(theme.MARGIN))

    def arrange_scroll(self, scroll: Node, *buttons: Node, title_color: theme.Color = theme.CREAM) -> Node:
        """Return the title, a scroll area with its bar in the padding, and a row of buttons at the foot."""
        foot = (Space(theme.GAP), pad_sides(Row(*buttons, gap=theme.GAP))) if buttons else ()
        return self.arrange(pad_scroll(scroll), *foot, title_color=title_color)

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
        return self.context.px(HEADER_HEIGHT)

    def place_panel(self, width: int, height: int) -> None:
        """Place the panel in the middle of the window.

        ``width``, ``height``: the wanted size in pixels; it is limited by the window.
        """
        window_size, space = self.context.size, self.context.px(WINDOW_SPACE)
        self.panel_rect = pygame.Rect(0, 0, min(width, window_size[0] - space), min(height, window_size[1] - space))
        self.panel_rect.center = (window_size[0] // 2, window_size[1] // 2)

    def place_content(self, name: str, block: ContentBlock, header_height: int, footer_height: int) -> ScrollArea:
        """Place a block between header and footer of the panel, in a scroll area.

        ``name``: the name of the scroll area; ``header_height``, ``footer_height``: pixels.
        """
        px, box = self.context.px, self.panel_rect
        area = pygame.Rect(
            box.x + px(PANEL_PADDING),
            box.y + header_height,
            box.width - 2 * px(PANEL_PADDING) + px(BAR_WIDTH + BAR_GAP),
            box.height - header_height - footer_height,
        )
        scroll = self.begin_scroll_area(name, area.inflate(2 * px(BOARD_PADDING), 2 * px(2)))
        self.content = ScrollableContent(block, scroll)
        self.end_scroll_area(name, self.content.height)
        return scroll

    def add_corner_button(self, widget_id: str, symbol: str, label: str, on_press: Callable[[], object]) -> Button:
        """Add a button without text in the upper right corner of the panel."""
        size, margin = self.context.px(CORNER_BUTTON_SIZE), self.context.px(CORNER_BUTTON_MARGIN)
        rect = pygame.Rect(self.panel_rect.right - margin - size, self.panel_rect.y + margin, size, size)
        return self.add_button(widget_id, "", rect, on_press, style="#small", label=label, symbol=symbol)

    def add_close_button(self) -> None:
        """Add the corner button that closes the overlay."""
        self.add_corner_button("back", "close", _("Close"), self.context.scenes.pop)

    def compute_content_height(self, block: ContentBlock, panel_width: int) -> int:
        """Return the pixels that a block needs in a panel, with the padding around it.

        ``panel_width``: pixels.
        """
        px = self.context.px
        panel_width = min(panel_width, self.context.size[0] - px(WINDOW_SPACE)) - 2 * px(PANEL_PADDING)
        return block.compute_height(panel_width) + 2 * px(PADDING) + px(4)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.content is not None:
            self.content.draw(canvas)

    def draw_title(self, canvas: Canvas, text: str, color: theme.Color = theme.CREAM) -> None:
        """Draw the title at the top of the panel, in its middle."""
        px, box = self.context.px, self.panel_rect
        width = box.width - 2 * px(2 * CORNER_BUTTON_MARGIN + CORNER_BUTTON_SIZE)
        title = theme.render_fitted_text(text, "serif", px(theme.TITLE_TEXT_SIZE), color, width)
        center_y = box.y + px(CORNER_BUTTON_MARGIN + CORNER_BUTTON_SIZE / 2)
        canvas.blit(title, title.get_rect(center=(box.centerx, center_y)))


def pad_sides(node: Node, grow: float = 0) -> Padded:
    """Return a node with the distance from the sides of the panel."""
    return Padded(node, padding=SIDE_PADDING, top=0, grow=grow)


def pad_scroll(scroll: Node) -> Row:
    """Return a scroll area with its bar in the distance from the side of the panel."""
    return Row(Space(SIDE_PADDING), scroll, Space(SIDE_PADDING - BAR_WIDTH - BAR_GAP), grow=1)
