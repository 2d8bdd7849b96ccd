"""The earlier tricks of this deal.

`game.match.card_memory` says how far the viewer may look back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import Card
from game.match.card_memory import NumberedTrick, list_reviewable_tricks
from game.text.card_memory import describe_trick
from game.text.gettext import _, ngettext
from game.text.narration import make_sentence
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.input.key_map import SHOW_CARD_MEMORY, SHOW_TRICK_HISTORY
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.overlays.base import HEADER_HEIGHT, PANEL_PADDING, Overlay
from ui.table.overlays.card_memory import CardMemoryOverlay
from ui.table.overlays.content_layout import draw_fitted_text
from ui.table.overlays.log import LogOverlay
from ui.widgets.focus import Focus

if TYPE_CHECKING:
    from ui.table.scene import TableScene

STEP_BY_KEY: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
END_BY_KEY: Final = {pygame.K_HOME: 0, pygame.K_END: 1}
OUTCOME_HEIGHT: Final = 32
NAME_HEIGHT: Final = 34
STRIP_HEIGHT: Final = 118
FOOTER_HEIGHT: Final = 82
"""The heights of outcome, name, strip of tricks and buttons, in design pixels."""
CARD_STEP: Final = 150
CARD_WIDTH: Final = 112
"""The largest distance of cards, and the largest card width, in design pixels."""
STRIP_CARD_WIDTH: Final = 48
STRIP_CARD_STEP_RATIO: Final = 0.5
"""Sizes in the strip: a card in design pixels, the step in card widths."""
ARROW_WIDTH: Final = 22
MIN_PANEL_WIDTH: Final = 640
MIN_PANEL_WIDTH_WITH_STRIP: Final = 880
"""The widths of an arrow, and of the panel without and with a strip.

They are in design pixels; those of the panel are the least.
"""


class TrickHistoryOverlay(Overlay):
    """The tricks over the table: a trick large, all of them in a strip below it.

    It begins at the last trick, and follows it while tricks are taken.
    """

    max_scale = 1.5

    def __init__(self, context: AppContext, table: TableScene, presentation: GamePresentation) -> None:
        super().__init__(context, table)
        self.presentation = presentation
        self.focus = Focus()  # the arrow keys go through the tricks
        self._viewer = table.session.observation.seat
        self._selected_number: int | None = None
        """The number of the selected trick, None for the last."""
        self._pressed: int | None = None

    @property
    def tricks(self) -> tuple[NumberedTrick, ...]:
        """The tricks that the viewer may look at, the oldest first."""
        return list_reviewable_tricks(
            self.table.observation, self.table.shown_events, self.table.session.info.assistance.memory
        )

    @property
    def selected_index(self) -> int:
        """The index of the shown trick, -1 if there is none."""
        numbers = [trick.number for trick in self.tricks]
        return numbers.index(self._selected_number) if self._selected_number in numbers else len(numbers) - 1

    @property
    def narration(self) -> tuple[str, ...]:
        tricks, table = self.tricks, self.table
        if not tricks:
            return (_("No tricks yet"),)
        is_counting_aloud = self.presentation.is_counting_aloud(table.observation)
        return (
            describe_trick(
                tricks[self.selected_index], table.session.info.names, table.deck, show_points=is_counting_aloud
            ),
        )

    @property
    def _can_see_all_tricks(self) -> bool:
        """Whether the viewer may look back further than to the last trick."""
        return self.table.session.info.assistance.memory != "off"

    # -- what is done

    def select(self, index: int) -> None:
        """Show the trick at an index, or the nearest that exists."""
        previous_index, last_index = self.selected_index, len(self.tricks) - 1
        index = min(max(index, 0), last_index)
        self._selected_number = None if index == last_index else self.tricks[index].number
        if index != previous_index and self.context.narrate is not None:
            self.context.narrate(make_sentence(self.narration[0]))

    def update(self, seconds: float) -> None:
        if self.table.session.observation.seat != self._viewer:
            self.context.scenes.pop()

    def handle_event(self, event: pygame.event.Event) -> None:
        key = event.key if event.type == pygame.KEYDOWN else None
        if key in STEP_BY_KEY:
            self.select(self.selected_index + STEP_BY_KEY[key])
        elif key in END_BY_KEY:
            self.select(len(self.tricks) * END_BY_KEY[key])
        elif key in self.context.key_map.keys(SHOW_TRICK_HISTORY):
            self.context.scenes.pop()
        elif key in self.context.key_map.keys(SHOW_CARD_MEMORY) and self._can_see_all_tricks:
            self._open_card_memory()
        elif event.type == pygame.MOUSEWHEEL:
            self.select(self.selected_index - event.y)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event.pos)
        else:
            super().handle_event(event)

    def _press(self, event: pygame.event.Event) -> None:
        """Hold a trick of the strip; close the overlay for other presses.

        A press beside the panel, or with the right button, closes it.
        """
        if event.button in (1, 3) and (event.button == 3 or not self.panel_rect.collidepoint(event.pos)):
            self.context.scenes.pop()
        elif event.button == 1:
            self._pressed = self._find_strip_slot(event.pos)

    def _release(self, point: tuple[int, int]) -> None:
        """Show the held trick if the mouse is released over it."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._find_strip_slot(point):
            self.select(pressed)

    def _find_strip_slot(self, point: tuple[int, int]) -> int | None:
        return next((index for index, rect in self.list_strip_slots() if rect.collidepoint(point)), None)

    def _open_card_memory(self) -> None:
        self.context.scenes.push(CardMemoryOverlay(self.context, self.table, self.presentation))

    def _open_log(self) -> None:
        self.context.scenes.push(LogOverlay(self.context, self.table))

    # -- where things are

    def compose(self) -> None:
        px = self.context.px
        cards_height = round(px(CARD_WIDTH) * CARD_ASPECT_RATIO) + px(NAME_HEIGHT)
        min_width = MIN_PANEL_WIDTH_WITH_STRIP if self._can_see_all_tricks else MIN_PANEL_WIDTH
        self.place_panel(
            px(max(min_width, CARD_STEP * self.table.observation.seats + 2 * PANEL_PADDING)),
            px(HEADER_HEIGHT + OUTCOME_HEIGHT + FOOTER_HEIGHT) + cards_height + self._strip_height,
        )
        self.add_close_button()
        buttons = [("log", _("Deal log"), self._open_log)]
        if self._can_see_all_tricks:
            buttons.insert(0, ("memory", _("Cards played"), self._open_card_memory))
        button_width, gap = px(200), px(16)
        left = self.panel_rect.centerx - (button_width * len(buttons) + gap * (len(buttons) - 1)) // 2
        for index, (widget_id, label, on_press) in enumerate(buttons):
            rect = pygame.Rect(
                left + index * (button_width + gap),
                self.panel_rect.bottom - px(FOOTER_HEIGHT - 16),
                button_width,
                px(46),
            )
            self.add_button(widget_id, label, rect, on_press, style="#small")

    @property
    def _strip_height(self) -> int:
        return self.context.px(STRIP_HEIGHT) if self._can_see_all_tricks else 0

    def list_strip_slots(self) -> list[tuple[int, pygame.Rect]]:
        """Return the places of the tricks in the strip, each with its index.

        If not all fit, the shown trick is among them.
        """
        px, box, count = self.context.px, self.panel_rect, len(self.tricks)
        if not self._can_see_all_tricks or not count:
            return []
        most = max(len(trick.event.cards) for trick in self.tricks)
        wide = round(px(STRIP_CARD_WIDTH) * (1 + STRIP_CARD_STEP_RATIO * (most - 1))) + px(16)
        room = pygame.Rect(
            box.x + px(PANEL_PADDING),
            box.bottom - px(FOOTER_HEIGHT) - self._strip_height,
            box.width - 2 * px(PANEL_PADDING),
            self._strip_height,
        )
        fit = max(1, min(count, (room.width - 2 * px(ARROW_WIDTH)) // wide))
        first = min(max(0, self.selected_index - fit // 2), count - fit)
        left = room.centerx - wide * fit // 2
        return [(first + index, pygame.Rect(left + index * wide, room.y, wide, room.height)) for index in range(fit)]

    # -- the picture

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        tricks = self.tricks
        if not tricks:
            self.draw_title(canvas, _("No tricks yet"))
            return
        trick = tricks[self.selected_index]
        is_last = trick is tricks[-1]
        self.draw_title(canvas, _("Last trick") if is_last else _("Trick {number}").format(number=trick.number))
        self._draw_outcome(canvas, trick)
        self._draw_cards(canvas, trick)
        self._draw_strip(canvas, tricks)

    def _draw_outcome(self, canvas: Canvas, trick: NumberedTrick) -> None:
        px, names, completed_trick = self.context.px, self.table.session.info.names, trick.event
        text = _("Led by {leader}, won by {winner}").format(
            leader=names[completed_trick.seats[0]], winner=names[completed_trick.winner]
        )
        if self.presentation.is_counting_aloud(self.table.observation) and completed_trick.points is not None:
            count = ngettext("{words} · {count} point", "{words} · {count} points", completed_trick.points)
            text = count.format(words=text, count=completed_trick.points)
        if self.table.session.info.assistance.memory == "mine":
            text = _("{outcome} · shown: your side's tricks and the last one").format(outcome=text)
        rect = pygame.Rect(
            self.panel_rect.x + px(PANEL_PADDING),
            self.panel_rect.y + px(HEADER_HEIGHT - 4),
            self.panel_rect.width - 2 * px(PANEL_PADDING),
            px(24),
        )
        draw_fitted_text(canvas, text, "sans", px(theme.BODY_TEXT_SIZE), theme.MUTED, rect, "centre")

    def _draw_cards(self, canvas: Canvas, trick: NumberedTrick) -> None:
        """Draw each card above the name of its player; the winner's name is golden."""
        px, box, completed_trick = self.context.px, self.panel_rect, trick.event
        step = min(px(CARD_STEP), (box.width - 2 * px(PANEL_PADDING)) // len(completed_trick.cards))
        max_height = box.height - px(HEADER_HEIGHT + OUTCOME_HEIGHT + FOOTER_HEIGHT + NAME_HEIGHT) - self._strip_height
        width = min(px(CARD_WIDTH), step - px(8), int(max_height / CARD_ASPECT_RATIO))
        for index, (seat, card) in enumerate(zip(completed_trick.seats, completed_trick.cards, strict=True)):
            center_x = box.centerx + round((index - (len(completed_trick.cards) - 1) / 2) * step)
            card_image = self.context.scene_card_images.get_posed_card(card, width, 0.0, 1.0)
            card_rect = card_image.get_rect(midtop=(center_x, box.y + px(HEADER_HEIGHT + OUTCOME_HEIGHT)))
            canvas.blit(card_image, card_rect)
            name_rect = pygame.Rect(0, card_rect.bottom, step - px(8), px(NAME_HEIGHT - 8))
            name_rect.centerx = center_x
            color = theme.GOLD if seat == completed_trick.winner else theme.CREAM
            draw_fitted_text(
                canvas,
                self.table.session.info.names[seat],
                "bold",
                px(theme.SMALL_TEXT_SIZE),
                color,
                name_rect,
                "centre",
            )

    def _draw_strip(self, canvas: Canvas, tricks: tuple[NumberedTrick, ...]) -> None:
        """Draw the strip: the number and the winner of each trick, the shown one framed."""
        px, slots = self.context.px, self.list_strip_slots()
        for index, rect in slots:
            trick = tricks[index]
            if index == self.selected_index:
                canvas.blit(
                    make_rounded_rect(rect.size, px(8), self.context.theme.panel_color, 255, theme.GOLD, max(1, px(2))),
                    rect,
                )
            inner_rect = rect.inflate(-px(10), -px(8))
            self._draw_fan(canvas, trick.event.cards, inner_rect)
            text_rect = pygame.Rect(inner_rect.x, inner_rect.bottom - px(18), inner_rect.width, px(18))
            label = _("{number}: {name} won").format(
                number=trick.number, name=self.table.session.info.names[trick.event.winner]
            )
            draw_fitted_text(canvas, label, "sans", px(theme.SMALL_TEXT_SIZE), theme.CREAM, text_rect, "centre")
        if slots and slots[0][0] > 0:
            self._draw_arrow(canvas, "‹", slots[0][1].left - px(ARROW_WIDTH))
        if slots and slots[-1][0] < len(tricks) - 1:
            self._draw_arrow(canvas, "›", slots[-1][1].right)

    def _draw_arrow(self, canvas: Canvas, symbol: str, left: int) -> None:
        px = self.context.px
        rect = pygame.Rect(
            left, self.panel_rect.bottom - px(FOOTER_HEIGHT) - self._strip_height, px(ARROW_WIDTH), self._strip_height
        )
        draw_fitted_text(canvas, symbol, "serif", px(theme.TITLE_TEXT_SIZE), theme.GOLD, rect, "centre")

    def _draw_fan(self, canvas: Canvas, cards: tuple[Card, ...], rect: pygame.Rect) -> None:
        width = self.context.px(STRIP_CARD_WIDTH)
        step = round(width * STRIP_CARD_STEP_RATIO)
        left = rect.centerx - (width + step * (len(cards) - 1)) // 2
        for index, card in enumerate(cards):
            canvas.blit(
                self.context.scene_card_images.get_posed_card(card, width, 0.0, 1.0), (left + index * step, rect.y)
            )
