"""Actions besides playing a card: a sign to the partners, and the exchange of the turned trump."""

from __future__ import annotations

from typing import Final

import pygame
from pygame_gui.elements import UIButton

from game.core.actions import Action, Swap
from game.core.messages import N_
from game.rules.briscola.actions import Sign
from game.text.gettext import _
from ui.graphics.canvas import Canvas
from ui.table.action_panel import ActionPanel
from ui.table.context import TableContext
from ui.table.layout.hands import compute_hand_poses

BUTTON_WIDTH: Final = 190
BUTTON_HEIGHT: Final = 36
"""The width and height of a button beside the hand, in design pixels."""
SIGN_BUTTON_STEP: Final = 124
ROW_HEIGHT: Final = 46
HEADER_HEIGHT: Final = 44
MAX_COLUMNS: Final = 4
"""The sign buttons: horizontal step, row height and title height in design pixels, and the most columns."""

SIGN_LABELS: Final = {
    "asso": N_("Ace"), "tre": N_("Three"), "re": N_("King"), "cavallo": N_("Knight"), "fante": N_("Knave"),
    "carico": N_("Ace or three"), "niente": N_("Nothing"),
}  # fmt: skip


class SignPanel(ActionPanel):
    """Buttons beside the hand, and a panel of signs in the middle that a button opens."""

    def __init__(self, table: TableContext) -> None:
        super().__init__(table)
        self.toggle_button: UIButton | None = None
        self.is_open = False

    @property
    def sign_actions(self) -> list[Sign]:
        """The legal signs."""
        return [action for action in self.table.offered_actions if isinstance(action, Sign)]

    @property
    def button_area(self) -> pygame.Rect:
        """The area beside the cards of the hand: on their right if there is room, else on the wider side."""
        layout, px = self.table.layout, self.table.layout.px
        card_poses = compute_hand_poses(layout, layout.bottom_seat, self.table.board.hands[layout.bottom_seat])
        center_x, area_height = layout.window_size[0] // 2, px(2 * BUTTON_HEIGHT + 20)
        cards_left = round(min([pose.x - pose.width / 2 for pose in card_poses], default=center_x)) - px(18)
        cards_right = round(max([pose.x + pose.width / 2 for pose in card_poses], default=center_x)) + px(18)
        bottom_strip = pygame.Rect(0, layout.window_size[1] - area_height, layout.window_size[0], area_height)
        occupied_rects = [
            rect
            for seat_layout in layout.seat_layouts
            for rect in (seat_layout.bounds, seat_layout.fan_rect)
            if rect.colliderect(bottom_strip)
        ]
        area_left = max(rect.right for rect in occupied_rects if rect.centerx < center_x) + px(12)
        area_right = min(
            [rect.left - px(12) for rect in occupied_rects if rect.centerx > center_x],
            default=layout.button_rects[-1].right,
        )
        right_rect, left_rect = (
            pygame.Rect(cards_right, bottom_strip.y, area_right - cards_right, area_height),
            pygame.Rect(area_left, bottom_strip.y, cards_left - area_left, area_height),
        )
        if right_rect.width >= px(BUTTON_WIDTH) or right_rect.width >= left_rect.width:
            area_width = min(px(BUTTON_WIDTH), right_rect.width)
            return pygame.Rect(right_rect.right - area_width, bottom_strip.y, area_width, area_height)
        return pygame.Rect(left_rect.x, bottom_strip.y, min(px(BUTTON_WIDTH), left_rect.width), area_height)

    @property
    def rect(self) -> pygame.Rect:
        """The rectangle of the panel of signs."""
        rows = -(-len(self.sign_actions) // self._column_count)
        return self.compute_panel_rect(
            self._column_count * SIGN_BUTTON_STEP + 28, HEADER_HEIGHT + ROW_HEIGHT * rows + 8
        )

    @property
    def _column_count(self) -> int:
        layout = self.table.layout
        return (
            MAX_COLUMNS if layout.free_rect.width >= layout.px(MAX_COLUMNS * SIGN_BUTTON_STEP + 28) else MAX_COLUMNS - 1
        )

    def build(self) -> None:
        px, area = self.table.layout.px, self.button_area
        self.actions_by_button, self.toggle_button = {}, None
        rect = pygame.Rect(area.x, area.bottom - px(BUTTON_HEIGHT + 10), area.width, px(BUTTON_HEIGHT))
        for action in self.table.offered_actions:
            if isinstance(action, Swap):
                self.add_action_button("take-trump", action, _("Take the turned trump"), rect, None)
                rect = rect.move(0, -px(BUTTON_HEIGHT + 8))
        if self.sign_actions:
            self.toggle_button = self.add_button(
                "signs", _("No sign") if self.is_open else _("Make a sign…"), rect, None
            )
        if self.is_open:
            self._build_sign_buttons()

    def _build_sign_buttons(self) -> None:
        px, rect, columns = self.table.layout.px, self.rect, self._column_count
        step = (rect.width - px(28)) // columns
        for index, action in enumerate(self.sign_actions):
            row, column = divmod(index, columns)
            button_rect = pygame.Rect(
                rect.x + px(17) + column * step,
                rect.y + px(HEADER_HEIGHT + ROW_HEIGHT * row),
                step - px(6),
                px(ROW_HEIGHT - 6),
            )
            self.add_action_button(f"sign-{action.sign}", action, _(SIGN_LABELS[action.sign]), button_rect, None)

    def find_button(self, action: Action) -> UIButton | None:
        return self.toggle_button if isinstance(action, Sign) and not self.is_open else super().find_button(action)

    def describe_action(self, action: Action) -> str:
        if isinstance(action, Sign):
            return _("Make the sign: {sign}").format(sign=_(SIGN_LABELS[action.sign]))
        return super().describe_action(action)

    def draw(self, canvas: Canvas) -> None:
        if self.is_open:
            self.draw_panel_background(canvas, self.rect, _("Which sign do you make?"), 6)

    def close(self) -> bool:
        was_open, self.is_open = self.is_open, False
        if was_open:
            self.table.recompose_choices()
        return was_open

    def get_button_action(self, button: UIButton) -> Action | None:
        if button is self.toggle_button:
            self.is_open = not self.is_open
            self.table.recompose_choices()
        return super().get_button_action(button)
