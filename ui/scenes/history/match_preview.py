"""The preview of a match beside the list: players, result, deals and the best trick."""

from __future__ import annotations

from typing import Final

import pygame

from game.match.setup import PlayerInfo
from game.statistics.match_previews import DealPreview, MatchPreview
from game.storage.archive import MatchListEntry
from game.text.formatting import format_change, join_with_and
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_names
from game.text.rule_sets import format_rule_set
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.games.presentation import format_points
from ui.graphics import theme
from ui.graphics.avatars import choose_portraits, filter_human_avatars
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO
from ui.graphics.shapes import make_rounded_rect
from ui.scenes.history.list_model import (
    HistoryRow,
    find_own_seat,
    format_score,
    format_total,
    get_totals,
    list_sides,
)
from ui.widgets.base import CustomWidget, Place

MAX_SHOWN_MINUTES: Final = 180
"""The longest time from the first to the last card that is shown: after a longer one the match was saved between."""
PORTRAIT_SIZE: Final = 64
DEAL_TILE_HEIGHT: Final = 64
LEGEND_HEIGHT: Final = 24
MAX_DEAL_COLUMNS: Final = 5
CARD_WIDTH: Final = 80
MIN_CARD_WIDTH: Final = 52
GAP: Final = 12
"""Sizes and the distance between tiles, in design pixels."""


def choose_entry_portraits(context: AppContext, entry: MatchListEntry) -> list[int]:
    """Return the portrait of each seat."""
    players = [PlayerInfo(name, kind) for name, kind in zip(entry.names, entry.player_kinds, strict=False)]
    return choose_portraits(entry.names, filter_human_avatars(players, context.avatars))


class MatchPreviewWidget(CustomWidget):
    """The preview of a match, as far as there is room: the details below the result come last.

    ``preview``: None while it is not known.
    """

    def __init__(
        self, context: AppContext, row: HistoryRow, preview: MatchPreview | None, rect: pygame.Rect, place: Place
    ) -> None:
        self._context = context
        self._row = row
        self._preview = preview
        self._names = format_player_names(row.entry.names)
        self._portraits = choose_entry_portraits(context, row.entry)
        super().__init__(rect, place)
        self._card_width = self._find_card_width()
        self._are_cards_shown = False
        if self._card_width and preview is not None and preview.best_trick is not None:
            context.scene_card_images.prepare(preview.best_trick.cards, [self._card_width])

    def refresh(self) -> None:
        """Show the cards as soon as their images are ready."""
        if self.has_new_pictures:
            self.repaint()

    @property
    def has_new_pictures(self) -> bool:
        return not self._are_cards_shown and self._can_show_cards

    @property
    def _can_show_cards(self) -> bool:
        if self._preview is None or self._preview.best_trick is None or not self._card_width:
            return False
        images = self._context.scene_card_images
        return all(images.is_ready(card, self._card_width) for card in self._preview.best_trick.cards)

    # -- the heights of the blocks, in pixels

    @property
    def _header_height(self) -> int:
        return self.px(82)

    @property
    def _result_height(self) -> int:
        return self.px(PORTRAIT_SIZE + 56) if get_totals(self._row.entry) else self.px(PORTRAIT_SIZE + 32)

    def _count_deal_rows(self) -> int:
        """Return the number of rows of deals for which there is room."""
        free_height = int(self.rect.height) - self._header_height - self._result_height - self.px(GAP)
        wanted = -(-len(self._deals) // MAX_DEAL_COLUMNS) if self._has_scores else 0
        max_rows = 1 if self._preview is not None and self._preview.best_trick is not None else 2
        return max(0, min(wanted, max_rows, free_height // self.px(DEAL_TILE_HEIGHT + GAP)))

    @property
    def _deals(self) -> tuple[DealPreview, ...]:
        return self._preview.deals if self._preview is not None else ()

    @property
    def _has_scores(self) -> bool:
        """Whether a deal can be shown by its scores."""
        return len(list_sides(self._row.entry)) == 2 or find_own_seat(self._row.entry) is not None

    def _is_won(self, deal: DealPreview) -> bool:
        """Return whether the person won a deal."""
        own_side = list_sides(self._row.entry)[0]
        return find_own_seat(self._row.entry) is not None and bool(deal.winners & set(own_side))

    @property
    def _legend_height(self) -> int:
        return self.px(LEGEND_HEIGHT) if self._count_deal_rows() and any(map(self._is_won, self._deals)) else 0

    def _find_trick_top(self) -> int:
        deals_height = self._count_deal_rows() * self.px(DEAL_TILE_HEIGHT + GAP)
        return self._header_height + self._result_height + self.px(GAP) + deals_height + self._legend_height

    def _find_card_width(self) -> int:
        """Return the width of the cards of the best trick, 0 if there is no room."""
        free_height = int(self.rect.height) - self._find_trick_top() - self.px(40)
        width = min(self.px(CARD_WIDTH), int(free_height / CARD_ASPECT_RATIO))
        return width if width >= self.px(MIN_CARD_WIDTH) else 0

    # -- painting

    def paint(self, canvas: Canvas) -> None:
        row = self._row
        self._paint_line(canvas, self._format_title(), 0, "serif", 28, theme.CREAM)
        self._paint_line(canvas, self._format_facts(), 40, "sans", 16, theme.MUTED)
        result_rect = pygame.Rect(0, self._header_height, canvas.width, self._result_height)
        if row.entry.error:
            self._paint_error(canvas, result_rect)
            return
        sides = list_sides(row.entry)
        if result_rect.bottom > canvas.height:
            self._paint_player_lines(canvas, result_rect)
        elif len(sides) == 2:
            self._paint_two_sides(canvas, result_rect, sides)
        else:
            self._paint_players(canvas, result_rect)
        self._paint_deals(canvas)
        self._paint_best_trick(canvas)

    def _paint_line(
        self, canvas: Canvas, text: str, top: float, face: theme.FontFace, size: float, color: theme.Color
    ) -> None:
        canvas.blit(theme.render_fitted_text(text, face, self.px(size), color, canvas.width), (0, self.px(top)))

    def _paint_error(self, canvas: Canvas, rect: pygame.Rect) -> None:
        size = self.px(theme.BODY_TEXT_SIZE)
        for index, line in enumerate(theme.wrap_text(self._row.entry.error, "sans", size, rect.width)):
            canvas.blit(theme.render_text(line, "sans", size, theme.RED_LIGHT), (0, rect.top + index * size * 4 // 3))

    def _format_title(self) -> str:
        """Return the game and its rules; the rules are left out while they are not known."""
        if self._preview is None:
            return self._row.title
        return f"{self._row.title} · {format_rule_set(self._preview.rules, self._context.house_rules)}"

    def _format_facts(self) -> str:
        """Return date, number of deals, duration and marks in a line."""
        row, entry = self._row, self._row.entry
        facts = [row.date_text]
        if row.finished_deal_count:
            count = row.finished_deal_count
            facts.append(ngettext("{count} deal", "{count} deals", count).format(count=count))
        minutes = round((entry.updated_at - entry.started_at) / 60)
        if 0 < minutes <= MAX_SHOWN_MINUTES:
            facts.append(ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes))
        return " · ".join([*facts, *row.badges])

    @property
    def _winners(self) -> tuple[int, ...]:
        return self._row.entry.tally.winners if self._row.entry.tally is not None else ()

    def _paint_two_sides(self, canvas: Canvas, rect: pygame.Rect, sides: tuple[tuple[int, ...], ...]) -> None:
        side_width = rect.width * 7 // 20
        totals = get_totals(self._row.entry)
        for side, left in zip(sides, (rect.left, rect.right - side_width), strict=True):
            place = pygame.Rect(left, rect.top, side_width, rect.height)
            self._paint_portraits(canvas, side, place)
            names = join_with_and([self._names[seat] for seat in side])
            self._paint_centered(canvas, names, place.centerx, self.px(PORTRAIT_SIZE + 20), place.width, "bold")
        if totals:
            score = format_score([totals[side[0]] for side in sides])
            color = theme.GOLD if set(sides[0]) & set(self._winners) else theme.CREAM
            width = rect.width - 2 * side_width
            image = theme.render_fitted_text(score, "serif", self.px(56), color, width, 0.3)
            canvas.blit(image, image.get_rect(center=(rect.centerx, rect.top + self.px(PORTRAIT_SIZE) // 2)))

    def _paint_portraits(self, canvas: Canvas, side: tuple[int, ...], place: pygame.Rect) -> None:
        """Paint the portraits of a side, which overlap by a sixth."""
        size = min(self.px(PORTRAIT_SIZE), place.width * 6 // (5 * len(side) + 1))
        step = size * 5 // 6
        left = place.centerx - (size + step * (len(side) - 1)) // 2
        for index, seat in enumerate(side):
            image = self._context.scene_card_images.get_portrait(self._portraits[seat], size)
            canvas.blit(image, (left + index * step, place.top + (self.px(PORTRAIT_SIZE) - size) // 2))

    def _paint_players(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint the players side by side, the person first, with their totals below."""
        entry, totals = self._row.entry, get_totals(self._row.entry)
        seats = [seat for side in list_sides(entry) for seat in side]
        width = rect.width // max(1, len(seats))
        for index, seat in enumerate(seats):
            place = pygame.Rect(rect.left + index * width, rect.top, width, rect.height)
            self._paint_portraits(canvas, (seat,), place.inflate(-self.px(6), 0))
            name_y = self.px(PORTRAIT_SIZE + 16)
            self._paint_centered(canvas, self._names[seat], place.centerx, name_y, width - self.px(8), "bold")
            if totals:
                color = theme.GOLD if seat in self._winners else theme.CREAM
                text, total_y = format_total(entry.game_id, totals[seat], totals), self.px(PORTRAIT_SIZE + 42)
                self._paint_centered(
                    canvas, text, place.centerx, total_y, width, "serif", size=theme.LARGE_TEXT_SIZE, color=color
                )

    def _paint_player_lines(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint the players and their totals as lines of text, where there is no room for portraits with names."""
        size = self.px(16)
        line_height = size * 4 // 3
        text = self._row.players_text.replace(" · ", ", ")
        lines = theme.wrap_text(text, "sans", size, rect.width)
        count = max(1, (canvas.height - rect.top) // line_height)
        if len(lines) > count:
            lines = [*lines[: count - 1], " ".join(lines[count - 1 :])]
        for index, line in enumerate(lines):
            image = theme.render_fitted_text(line, "sans", size, theme.CREAM, rect.width)
            canvas.blit(image, (0, rect.top + index * line_height))

    def _paint_centered(
        self, canvas: Canvas, text: str, center_x: int, y: int, width: int, face: theme.FontFace,
        *, size: float = 16, color: theme.Color = theme.CREAM,
    ) -> None:  # fmt: skip
        """Paint a line whose middle is ``y`` pixels below the top of the result."""
        image = theme.render_fitted_text(text, face, self.px(size), color, width)
        canvas.blit(image, image.get_rect(center=(center_x, self._header_height + y)))

    def _paint_deals(self, canvas: Canvas) -> None:
        """Paint the last deals, each with its score; those that the person won have a gold edge, and none is filled.

        They are not pressed, so they must not look like buttons.
        """
        rows = self._count_deal_rows()
        if not rows:
            return
        deals = self._deals[-rows * MAX_DEAL_COLUMNS :]
        hidden_count = len(self._deals) - len(deals)
        columns, gap = min(len(deals), MAX_DEAL_COLUMNS), self.px(GAP)
        columns = max(columns, 3)
        width, height = (canvas.width - gap * (columns - 1)) // columns, self.px(DEAL_TILE_HEIGHT)
        top = self._header_height + self._result_height + gap
        for index, deal in enumerate(deals):
            row, column = divmod(index, columns)
            rect = pygame.Rect(column * (width + gap), top + row * (height + gap), width, height)
            if hidden_count and not index:
                self._paint_earlier_deals(canvas, hidden_count + 1, rect)
            else:
                self._paint_deal(canvas, deal, rect)
        if self._legend_height:
            legend = theme.render_text(_("Gold: won"), "sans", self.px(16), theme.GOLD)
            canvas.blit(legend, legend.get_rect(midleft=(0, rect.bottom + (gap + self._legend_height) // 2)))

    def _paint_earlier_deals(self, canvas: Canvas, count: int, rect: pygame.Rect) -> None:
        """Paint the place of the first ``count`` deals, for which there is no room."""
        text = _("Deals 1–{last}").format(last=count)
        image = theme.render_fitted_text(text, "sans", self.px(16), theme.MUTED, rect.width - self.px(8))
        canvas.blit(image, image.get_rect(center=rect.center))

    def _paint_deal(self, canvas: Canvas, deal: DealPreview, rect: pygame.Rect) -> None:
        sides, is_won = list_sides(self._row.entry), self._is_won(deal)
        if is_won:
            color, line_width = self.theme.panel_color, max(1, self.px(2))
            canvas.blit(make_rounded_rect(rect.size, self.px(8), color, 0, theme.GOLD, line_width), rect)
        title = theme.render_fitted_text(
            _("Deal {number}").format(number=deal.number), "sans", self.px(16), theme.MUTED, rect.width - self.px(8)
        )
        canvas.blit(title, title.get_rect(center=(rect.centerx, rect.top + self.px(19))))
        text = self._format_deal_score(deal, sides)
        color = theme.GOLD if is_won else theme.CREAM
        score = theme.render_fitted_text(text, "serif", self.px(20), color, rect.width - self.px(8))
        canvas.blit(score, score.get_rect(center=(rect.centerx, rect.top + self.px(43))))

    def _format_deal_score(self, deal: DealPreview, sides: tuple[tuple[int, ...], ...]) -> str:
        if not deal.scores:
            return _("No score")
        if len(sides) == 2:
            return format_score([deal.scores[side[0]] for side in sides])
        if not get_presentation(self._row.entry.game_id).is_good_change(1):
            return format_change(-deal.scores[sides[0][0]])  # as the result of the deal shows it
        all_scores = [score for other_deal in self._deals for score in other_deal.scores]
        return format_total(self._row.entry.game_id, deal.scores[sides[0][0]], all_scores)

    def _paint_best_trick(self, canvas: Canvas) -> None:
        self._are_cards_shown = self._can_show_cards
        if not self._are_cards_shown or self._preview is None or self._preview.best_trick is None:
            return
        trick, width, top = self._preview.best_trick, self._card_width, self._find_trick_top()
        is_alone = len(list_sides(self._row.entry)[0]) == 1
        caption = (_("Your best trick: {points}") if is_alone else _("Your side's best trick: {points}")).format(
            points=format_points(trick.points)
        )
        image = theme.render_fitted_text(caption, "sans", self.px(16), theme.MUTED, canvas.width)
        canvas.blit(image, (0, top))
        card_top, ring = top + self.px(34), max(2, self.px(4))
        step = min(width + self.px(GAP), (canvas.width - width - ring) // max(1, len(trick.cards) - 1))
        for index, card in enumerate(trick.cards):
            rect = pygame.Rect(ring + index * step, card_top, width, round(width * CARD_ASPECT_RATIO))
            if index == trick.winner_index:
                ring_rect = rect.inflate(2 * ring, 2 * ring)
                canvas.blit(make_rounded_rect(ring_rect.size, self.px(9), theme.GOLD), ring_rect)
            canvas.blit(self._context.scene_card_images.get_card(card, width), rect)
