"""Private marks about the hidden partner: a badge at each portrait, and a menu that sets it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game.core.messages import N_
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel, make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.table.action_panel import SeatMarks
from ui.widgets.base import Place
from ui.widgets.button import Button
from ui.widgets.fields import Widget
from ui.widgets.layout import Column, Padded
from ui.widgets.nodes import Frame, Line, Node, Space, make_paint_frame, place_at, place_beside
from ui.widgets.part import Part
from ui.widgets.popup_menu import Menu, MenuPanel

if TYPE_CHECKING:
    from ui.table.scene import TableScene

BADGE_SIZE: Final = 28
BADGE_BUTTON_SIZE: Final = 40
"""The diameter of a badge, and the size of its button, in design pixels."""
BADGE_OFFSET_RATIO: Final = 0.14
"""The distance from the corner of the portrait to the middle of the badge, as a share of the portrait."""
MENU_ROW_WIDTH: Final = 192
POINTER_SIZE: Final = 16
"""The least width of a row of the menu, and the width of its pointer, in design pixels."""
PRIVACY_NOTE: Final = N_("Only you see this mark")


class SeatMark(NamedTuple):
    """A mark: its name for the menu, its symbol and its color."""

    name: str
    symbol: str
    color: theme.Color


MARKS: Final = {
    "friend": SeatMark(N_("With you"), "check", theme.OWN_SIDE_COLOR),
    "foe": SeatMark(N_("Against you"), "foe", theme.OTHER_SIDE_COLOR),
    "": SeatMark(N_("Not sure"), "", theme.MUTED),
}
"""The marks by the word that is stored with the match, in the order of the menu."""


class SideMarks(SeatMarks):
    """A badge at each portrait; the marks are stored with the match during the deal, for each viewer separately.

    The caller, whose side is known, has none. A badge opens a menu beside it; `open_seat` is its seat, None if it is
    closed.
    """

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.open_seat: int | None = None
        self._menu = Menu()

    @property
    def is_available(self) -> bool:
        """Whether the viewer plays and does not know the partner; the holder of the called card knows all sides."""
        phase, viewer = self.table.observation.phase, self.table.session.observation.seat
        if viewer is None or not isinstance(phase, ChiamataTrickPhase) or phase.called_card is None:
            return False
        return not phase.is_partner_revealed and phase.called_card not in phase.hands[viewer]

    def get_mark(self, seat: int) -> str:
        """Return the viewer's mark on a seat, or "" if there is none of `MARKS`."""
        mark = dict(self.table.session.notes.marks).get(seat, "")
        return mark if mark in MARKS else ""

    # -- widgets

    def build(self) -> None:
        self.buttons, self._menu = {}, Menu()
        viewer, phase = self.table.session.observation.seat, self.table.observation.phase
        if viewer is None or not self.is_available or not isinstance(phase, ChiamataTrickPhase):
            self.open_seat = None
            return
        for seat in range(self.table.observation.seats):
            if seat not in (viewer, phase.contract.caller):
                has_explanation = self.open_seat is None  # it would cover the menu
                place = self.table.context.place
                button = MarkBadge(self.get_mark(seat), self._get_badge_center(seat), place, has_explanation)
                label, on_press = self._format_question(seat), partial(self._open, seat)
                self.table.focus.add(button, f"mark-{seat}", label=label, handler=on_press)
                self.buttons[button] = (viewer, seat)
        if self.open_seat is not None:
            self._build_menu(self.open_seat)

    def _get_badge_center(self, seat: int) -> tuple[int, int]:
        """Return the outer lower corner of a portrait, a little inside."""
        seat_layout = self.table.layout.get_seat_layout(seat)
        portrait = seat_layout.portrait_rect
        is_mirrored = portrait.x > seat_layout.plate_rect.x
        offset = round(portrait.width * BADGE_OFFSET_RATIO)
        return portrait.right - offset if is_mirrored else portrait.left + offset, portrait.bottom - offset

    def _format_question(self, seat: int) -> str:
        return _("{name}: friend or foe?").format(name=self.table.session.info.names[seat])

    def _describe_menu(self, seat: int) -> Node:
        heading = Column(
            Line(self._format_question(seat), face="bold"),
            Line(_(PRIVACY_NOTE), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
        )
        entries = (
            Widget(
                MarkEntry,
                (word, "#small" if word == self.get_mark(seat) else "#menu_entry"),
                id=_format_entry_id(word),
                on_change=partial(self._choose, word),
                width=MENU_ROW_WIDTH,
                height=theme.LARGE_CONTROL_HEIGHT,
            )
            for word in MARKS
        )
        return Padded(Column(Padded(heading, padding=theme.SMALL_GAP), *entries), padding=theme.SMALL_GAP)

    def _build_menu(self, seat: int) -> None:
        """Make the menu above the portrait of a seat, below it if there is no room above."""
        context, portrait = self.table.context, self.table.layout.get_seat_layout(seat).portrait_rect
        frame = Frame(Part("menu", context.ui_manager, self.table.focus, self.build), context.place)
        node, window = self._describe_menu(seat), context.window_rect
        menu = self._menu
        menu.rect = place_beside(node, frame, portrait, window, POINTER_SIZE / 2, is_above=True)
        panel = MarkMenuPanel(node, frame, menu.rect, portrait.center)
        menu.make_widgets(node, frame, panel, map(_format_entry_id, MARKS))

    # -- what is done

    def _choose(self, mark: str) -> None:
        if self.open_seat is not None:
            self.table.session.mark_seat(self.open_seat, mark)
            self._close()

    def _open(self, seat: int) -> None:
        self.open_seat = seat
        self.table.recompose_choices()
        self.table.narrate(self._format_question(seat))
        self.table.narrate(_(PRIVACY_NOTE))
        if self.table.focus.is_ring_shown:
            self.table.focus.focus_widget(self._menu.buttons[0])

    def capture_event(self, event: pygame.event.Event) -> bool:
        return bool(self._menu.buttons) and self._menu.handle_event(event, self.table.focus, self._close)

    def _close(self) -> None:
        seat, self.open_seat = self.open_seat, None
        self.table.focus.focused_id = f"mark-{seat}"
        self.table.recompose_choices()


def _format_entry_id(word: str) -> str:
    return f"mark-as-{word or 'unsure'}"


class MarkMenuPanel(MenuPanel):
    """The ground of the menu with its heading and a pointer to the portrait.

    ``rect``: the menu without the pointer; ``portrait_center``: the point that the pointer is directed to.
    """

    def __init__(self, node: Node, frame: Frame, rect: pygame.Rect, portrait_center: tuple[int, int]) -> None:
        self._pointer_height = height = frame.px(POINTER_SIZE / 2)
        outer_rect = rect.union(rect.move(0, height if rect.centery < portrait_center[1] else -height))
        self._panel_rect = rect.move(-outer_rect.x, -outer_rect.y)
        self._pointer_x = portrait_center[0] - outer_rect.x
        super().__init__(node, frame, outer_rect)

    def paint(self, canvas: Canvas) -> None:
        rect, half_width, x = self._panel_rect, self._pointer_height, self._pointer_x
        draw_panel(canvas, self.theme, rect, alpha=255)
        is_below = rect.top == 0
        base, tip = (rect.bottom - 2, canvas.height) if is_below else (rect.top + 2, 0)
        canvas.draw_polygon(self.theme.panel_color, [(x - half_width, base), (x + half_width, base), (x, tip)])
        self._node.paint(self._frame, canvas, rect)


class MarkBadge(Button):
    """The round button at a portrait that shows a mark; it is larger than its badge."""

    def __init__(self, word: str, center: tuple[int, int], place: Place, has_explanation: bool) -> None:
        self._word, self._diameter, self._has_explanation = word, place.px(BADGE_SIZE), has_explanation
        size = place.px(BADGE_BUTTON_SIZE)
        rect = place_at(Space(BADGE_BUTTON_SIZE), make_paint_frame(place), size, center=center)
        super().__init__(rect, _(MARKS[word].name), place)

    @property
    def explanation(self) -> str:
        return _("Friend or foe? Note your guess here. Only you see it.") if self._has_explanation else ""

    def paint(self, canvas: Canvas) -> None:
        badge = _make_badge(self._word, self._diameter, theme.CREAM if self.is_highlighted else MARKS[self._word].color)
        canvas.blit(badge, badge.get_rect(center=canvas.rect.center))


class MarkEntry(Button):
    """A mark of the menu with its badge."""

    def __init__(self, word: str, style: str, rect: pygame.Rect, place: Place) -> None:
        self._badge = _make_badge(word, place.px(BADGE_SIZE), MARKS[word].color)
        super().__init__(rect, _(MARKS[word].name), place, style=style, align="left")

    def _paint_content(self, canvas: Canvas, color: theme.Color, center_y: int) -> None:
        gap = self._badge.get_width() // 2
        left = gap + self._badge.get_width() + gap
        text = theme.render_fitted_text(self.text, "bold", self._full_size, color, self.rect.width - left - gap)
        canvas.blit(self._badge, self._badge.get_rect(midleft=(gap, center_y)))
        canvas.blit(text, text.get_rect(midleft=(left, center_y)))


def _make_badge(word: str, diameter: int, color: theme.Color) -> pygame.Surface:
    """Return the picture of a mark: a check, a thick cross or a question mark on a dark disc with a ring."""
    symbol, line_width = MARKS[word].symbol, max(2, diameter // 14)
    image = make_rounded_rect((diameter, diameter), diameter // 2, theme.DIM_COLOR, 255, color, line_width).copy()
    glyph = (
        render_symbol(symbol, round(diameter * 0.6), color)
        if symbol
        else theme.render_text("?", "bold", round(diameter * 0.62), color)
    )
    image.blit(glyph, glyph.get_rect(center=image.get_rect().center))
    return image
