"""The widgets beside the calendar of the daily deal: the waiting cards and the streak."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.cards import HIDDEN_CARD
from game.statistics.daily_deals import DailyResult, Streak
from game.text.formatting import format_number
from game.text.gettext import _, ngettext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.shapes import render_felt
from ui.graphics.symbols import render_symbol
from ui.scenes.daily.month_grid import format_score
from ui.scenes.settings.deck_preview import PreviewImages
from ui.widgets.base import CustomWidget, Place

CARD_HEIGHT_RATIO: Final = 0.68
"""The height of the cards, as a share of the height of the picture."""
MAX_CARD_WIDTH_RATIO: Final = 0.21
"""The largest width of a card, as a share of the width of the picture."""
PILE_SIZE: Final = 4
PILE_STEP_RATIO: Final = 0.04
HAND_ANGLES: Final = (8.0, 0.0, -8.0)
"""The angles of the cards in the hand, from the left, in degrees."""
HAND_STEP_RATIO: Final = 0.48
"""The distance between two cards of the hand, in widths of a card."""
MAX_OUTCOME_RATIO: Final = 0.36
"""The largest text size of an outcome, as a share of the height of its place."""
STREAK_NUMBER_SIZE: Final = 40


class WaitingDeal(CustomWidget):
    """A piece of the table with a pile and a hand, face down."""

    def __init__(self, preview_images: PreviewImages, deck: str, back: str, rect: pygame.Rect, place: Place) -> None:
        self._preview_images, self._deck, self._back = preview_images, deck, back
        self._card_width = int(
            min(rect.height * CARD_HEIGHT_RATIO / CARD_ASPECT_RATIO, rect.width * MAX_CARD_WIDTH_RATIO)
        )
        self.is_complete = True
        super().__init__(rect, place)

    def _get_images(self) -> CardImages | None:
        return self._preview_images.get_ready_images(self._deck, self._back, (), self._card_width)

    def refresh(self) -> None:
        """Paint the cards once they are drawn."""
        if self.has_new_pictures:
            self.is_complete = True
            self.repaint()

    @property
    def has_new_pictures(self) -> bool:
        return not self.is_complete and self._get_images() is not None

    def paint(self, canvas: Canvas) -> None:
        canvas.blit(render_felt(canvas.size, self.theme, self.px(theme.BUTTON_CORNER_RADIUS)), (0, 0))
        images = self._get_images()
        self.is_complete = images is not None
        if images is None:
            return
        width, y = self._card_width, canvas.height // 2
        step = max(1, round(width * PILE_STEP_RATIO))
        for index in reversed(range(PILE_SIZE)):
            image = images.get_card(HIDDEN_CARD, width)
            canvas.blit(image, image.get_rect(center=(canvas.width // 4 + index * step, y + index * step)))
        for index, angle in enumerate(HAND_ANGLES):
            image = images.get_posed_card(HIDDEN_CARD, width, angle, 1.0)
            x = canvas.width * 0.7 + (index - 1) * width * HAND_STEP_RATIO
            canvas.blit(image, image.get_rect(center=(round(x), y + round(abs(angle) * width / 200))))


def _get_streak_unit(streak: Streak) -> str:
    return ngettext("day played in a row", "days played in a row", streak.current)


def format_best_streak(streak: Streak) -> str:
    """Return the best streak: "Best: 14"."""
    return _("Best: {count}").format(count=format_number(streak.best))


def format_streak(streak: Streak) -> str:
    """Return the streak in a line: "9 days played in a row. Best: 14"."""
    return f"{format_number(streak.current)} {_get_streak_unit(streak)}. {format_best_streak(streak)}"


class DayOutcome(CustomWidget):
    """A piece of the table with the result of a finished deal."""

    def __init__(self, result: DailyResult, rect: pygame.Rect, place: Place) -> None:
        self._result = result
        super().__init__(rect, place)

    def paint(self, canvas: Canvas) -> None:
        canvas.blit(render_felt(canvas.size, self.theme, self.px(theme.BUTTON_CORNER_RADIUS)), (0, 0))
        result = self._result
        lines = [(_("No result"), theme.SECTION_TEXT_SIZE)]
        if result.state == "scored":
            outcome = _("You share the win") if result.is_shared else _("You won") if result.is_won else _("You lost")
            outcome = _("A tie") if result.is_tied else outcome
            lines = [(outcome, theme.OUTCOME_TEXT_SIZE), (format_score(result), theme.SECTION_TEXT_SIZE)]
        max_size = round(canvas.height * MAX_OUTCOME_RATIO)
        width = canvas.width - 2 * self.px(theme.BODY_TEXT_SIZE)
        images = [
            theme.render_fitted_text(text, "serif", min(self.px(size), max_size), theme.CREAM, width)
            for text, size in lines
        ]
        y = (canvas.height - sum(image.get_height() for image in images)) // 2
        for image in images:
            canvas.blit(image, image.get_rect(midtop=(canvas.width // 2, y)))
            y += image.get_height()


class StreakLine(CustomWidget):
    """The number of days in a row, and the best number."""

    def __init__(self, streak: Streak, rect: pygame.Rect, place: Place) -> None:
        self.streak = streak
        super().__init__(rect, place)

    def paint(self, canvas: Canvas) -> None:
        y, gap, x = canvas.height // 2, self.px(10), 0
        number_size = min(self.px(STREAK_NUMBER_SIZE), canvas.height * 3 // 4)
        color = theme.GOLD if self.streak.current else theme.MUTED
        flame = render_symbol("flame", number_size, color)
        canvas.blit(flame, flame.get_rect(midleft=(0, y)))
        x += flame.get_width() + gap
        number = theme.render_text(format_number(self.streak.current), "serif", number_size, color)
        canvas.blit(number, number.get_rect(midleft=(x, y)))
        x += number.get_width() + gap
        text_size = self.px(theme.BODY_TEXT_SIZE)
        right, best = canvas.width, None
        if self.streak.best:
            best = theme.render_text(format_best_streak(self.streak), "sans", text_size, theme.MUTED)
            right -= best.get_width() + gap
        unit = _get_streak_unit(self.streak)
        words = theme.render_fitted_text(unit, "sans", text_size, theme.CREAM, max(1, right - x))
        canvas.blit(words, words.get_rect(midleft=(x, y)))
        if best is not None:
            canvas.blit(best, best.get_rect(midright=(canvas.width, y)))
