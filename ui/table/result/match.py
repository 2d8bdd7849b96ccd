"""The result of a match: the winners, the score and the deals, with a short celebration of a win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game.core.sanitizer import capitalize_first
from game.text.formatting import format_number, format_score_pair
from game.text.gettext import _, ngettext
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel, render_table_background
from ui.table.overlays.content_layout import draw_fitted_text
from ui.table.result.celebration import Celebration, get_rays
from ui.table.result.details import DetailsOverlay
from ui.table.result.model import SideResult, compute_ranks
from ui.table.result.overlay import ResultOverlay
from ui.table.screen_seats import get_your_seat
from ui.widgets.popup_menu import MenuEntry

if TYPE_CHECKING:
    from ui.table.scene import TableScene

TOP_MARGIN: Final = 36
MAX_PORTRAIT_SIZE: Final = 216
MIN_PORTRAIT_SIZE: Final = 56
PORTRAIT_STEP_RATIO: Final = 0.8
"""The step from a portrait to the next of the winners, in portrait widths."""
OUTCOME_TEXT_SIZES: Final = (72, 56, 44, 36, 30, 24)
SCORE_TEXT_SIZE: Final = 56
NAME_TEXT_SIZES: Final = (22, 18, 16, 14)
NAME_LINE_RATIO: Final = 1.25
MAX_SIDE_WIDTH: Final = 320
LINE_TEXT_SIZE: Final = 20
CARD_WIDTH: Final = 168
CARD_HEIGHT: Final = 88
CARD_GAP: Final = 16
CARD_MARGIN: Final = 8
CARD_TITLE_TEXT_SIZE: Final = 16
CARD_TEXT_SIZE: Final = 28
BUTTON_HEIGHT: Final = 56
PLAY_AGAIN_WIDTH: Final = 240
MENU_BUTTON_WIDTH: Final = 208
DOTS_WIDTH: Final = 72
BOTTOM_MARGIN: Final = 64
GAP: Final = 24
"""Sizes in design pixels."""
MAX_DEAL_CARDS: Final = 6
"""The largest number of deals that are shown as cards."""


class ResultCard(NamedTuple):
    """A small card of the result: a deal with its score, or a player with the total."""

    title: str
    figure: str
    is_won: bool


class MatchResultOverlay(ResultOverlay):
    """The result of a match on an empty table."""

    max_scale = 1.25

    def __init__(self, context: AppContext, table: TableScene, presentation: GamePresentation) -> None:
        super().__init__(context, table, presentation)
        observation, your_seat = table.observation, get_your_seat(table.session)
        self._is_won = your_seat in observation.winners
        self._celebration = Celebration(self.deck)
        if context.settings.reduced_motion or not self._is_won:
            self._celebration.finish()
        if table.session.observation.seat is not None and observation.winners:
            context.audio.play("win" if table.session.observation.seat in observation.winners else "lose")

    @property
    def is_busy(self) -> bool:
        return not self._celebration.is_over or super().is_busy

    @property
    def ending_text(self) -> str:
        observation, your_seat = self.table.observation, get_your_seat(self.table.session)
        if observation.winners:
            if observation.winners in observation.sides and your_seat in observation.winners:
                return _("You win the match")
            text = ngettext("{names} wins the match", "{names} win the match", len(observation.winners))
            return text.format(names=self.join_names(observation.winners))
        if observation.timed_out_seat is not None:
            text = _("{name} ran out of time: no winner")
            if observation.timed_out_seat == your_seat:
                text = _("You ran out of time: no winner")
            return text.format(name=self.names[observation.timed_out_seat])
        if observation.votes_to_end:
            text = ngettext(
                "{count} vote ended the match", "{count} votes ended the match", len(observation.votes_to_end)
            )
            return text.format(count=len(observation.votes_to_end))
        return _("The match ended without a winner")

    @property
    def side_results(self) -> list[SideResult]:
        your_seat, observation = get_your_seat(self.table.session), self.table.observation
        return sorted(
            self.presentation.summarize_sides(observation),
            key=lambda side: (your_seat not in side.seats, not set(side.seats) <= set(observation.winners)),
        )

    @property
    def score_text(self) -> str:
        """The totals of two sides that stay together, or the share of the winners, or ""."""
        totals = self.get_side_totals(self._fixed_sides)
        if totals:
            return format_score_pair(totals[0], totals[1])
        return ""

    @property
    def _fixed_sides(self) -> list[SideResult]:
        """The sides of the match, that of the viewer or of the winners first, as results without a score."""
        your_seat, observation = get_your_seat(self.table.session), self.table.observation
        sides = sorted(observation.sides, key=lambda side: (your_seat not in side, side[0] not in observation.winners))
        return [SideResult(side, "", None) for side in sides]

    @property
    def cards(self) -> list[ResultCard]:
        """A card for each deal of a short match between two sides, none for a longer one, else one for each player."""
        observation, sides = self.table.observation, self._fixed_sides
        results = observation.results
        if len(sides) == 2 and self.score_text and len(results) > MAX_DEAL_CARDS:
            return []
        if len(sides) == 2 and results and self.score_text:
            is_lower_better = self.table.session.info.game.is_lower_total_better
            cards = list[ResultCard]()
            for number, result in enumerate(results, 1):
                scores = [result.scores[side.seats[0]] for side in sides]
                figures = [self.presentation.format_deal_figure(result, side.seats) for side in sides]
                is_won = (scores[0] > scores[1]) != is_lower_better and scores[0] != scores[1]
                text = format_score_pair(figures[0], figures[1])
                figure = text if result.state == "scored" else "–"
                cards.append(ResultCard(_("Deal {number}").format(number=number), figure, is_won))
            return cards
        ranks = compute_ranks(observation, self.table.session.info.game.is_lower_total_better)
        return [
            ResultCard(self.names[seat], self._format_total(observation.totals[seat]), seat in observation.winners)
            for rank in ranks
            for seat in rank
        ]

    def _format_total(self, total: int) -> str:
        return capitalize_first(self.presentation.describe_total(total, format_number(total)))

    @property
    def _lines(self) -> list[str]:
        """The lines below the cards: why the match is over, the share of the winners, and penalties."""
        observation = self.table.observation
        has_payout = bool(observation.payout and observation.winners)
        ending = self.presentation.describe_ending(observation) if observation.winners else ""
        return [
            *([ending] if ending else []),
            *([self.subtitle] if has_payout else []),
            *(f"{line}." for line in self.penalty_lines),
        ]

    def list_menu_entries(self) -> list[MenuEntry]:
        return [
            MenuEntry("show-details", _("Details"), self._open_details, "info"),
            *super().list_menu_entries(),
            *(
                [MenuEntry("swap-seats", _("Swap seats"), self.swap_seats, "people")]
                if self.table.network is None
                else []
            ),
        ]

    @property
    def _can_play_again(self) -> bool:
        """Whether the match can be played again at this table."""
        return self.table.network is None or self.table.network.can_play_again

    @property
    def _play_again_text(self) -> str:
        """The text of the button for another match, or how many people it waits for; "" without the button."""
        network = self.table.network
        if not self._can_play_again:
            return ""
        return _("Play again") if network is None or not network.has_asked_for_match else network.waiting_text

    def _open_details(self) -> None:
        self.context.scenes.push(DetailsOverlay(self.context, self.table, self.presentation))

    # -- the page

    def compose(self) -> None:
        self.panel_rect = pygame.Rect((0, 0), self.context.size)
        self.compose_part("buttons", self._compose_buttons)

    def _compose_buttons(self) -> None:
        px, (width, height), again_text = self.context.px, self.context.size, self._play_again_text
        self._shown_again_text = again_text
        widths = [
            max(px(MENU_BUTTON_WIDTH), self.measure_button_width(_("Main menu"))),
            *([max(px(PLAY_AGAIN_WIDTH), self.measure_button_width(again_text))] if again_text else []),
            px(DOTS_WIDTH),
        ]
        gap, top = px(16), height - px(self._bottom_margin) - px(BUTTON_HEIGHT)
        left = (width - sum(widths) - (len(widths) - 1) * gap) // 2
        rects = list[pygame.Rect]()
        for button_width in widths:
            rects.append(pygame.Rect(left, top, button_width, px(BUTTON_HEIGHT)))
            left += button_width + gap
        menu_style = "#menu" if again_text else "#primary"
        self.add_button("to-menu", _("Main menu"), rects[0], self.table.leave, style=menu_style)
        if again_text:
            style = "#primary" if again_text == _("Play again") else "#off"
            self.add_button("play-again", again_text, rects[1], self.play_again, style=style)
        self.add_button("more", "", rects[-1], self.open_more_menu, symbol="dots", label=_("More"))

    @property
    def _bottom_margin(self) -> int:
        """The space below the buttons, in design pixels; less where the text is large."""
        return BOTTOM_MARGIN if self.context.px(720) <= self.context.size[1] else BOTTOM_MARGIN // 2

    def update(self, seconds: float) -> None:
        self._celebration.advance(seconds)
        if self._play_again_text != self._shown_again_text:
            self.recompose("buttons")

    def capture_event(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self._celebration.finish()
        return super().capture_event(event)

    # -- the picture

    def draw(self, canvas: Canvas) -> None:
        px, (width, height) = self.context.px, self.context.size
        text_width = width - 2 * px(64)
        size, lines = self._fit_outcome(text_width)
        cards, extra_lines = self.cards, self._wrap_lines(text_width)
        card_width = self._find_card_width(cards, text_width)
        rows = self._count_card_rows(len(cards), card_width, text_width)
        outcome_height = round(size * 1.25) * len(lines)
        score_height = px(SCORE_TEXT_SIZE * 1.2) if self.score_text else 0
        cards_height = px(CARD_HEIGHT + CARD_GAP) * rows
        lines_height = px(28) * len(extra_lines)
        bottom = height - px(self._bottom_margin + BUTTON_HEIGHT + GAP)
        text_height = outcome_height + score_height + cards_height + lines_height + px(GAP)
        top = px(TOP_MARGIN)
        free_height = bottom - top - text_height
        portrait_size = min(px(MAX_PORTRAIT_SIZE), free_height)
        has_portrait = bool(self.table.observation.winners) and portrait_size >= px(MIN_PORTRAIT_SIZE)
        used_height = text_height + (portrait_size if has_portrait else 0)
        y = top + max(0, (bottom - top - used_height) // 2)
        center = (width // 2, y + portrait_size // 2)
        if has_portrait:
            y += portrait_size + px(GAP) // 2
        line_height = round(size * 1.25)
        line_rects = [pygame.Rect(0, y + row * line_height, width, line_height) for row in range(len(lines))]
        y += outcome_height
        score_rect = pygame.Rect(0, y, width, score_height)
        cards_top = y + score_height + px(GAP) // 2
        card_rects = self._place_cards(len(cards), rows, card_width, cards_top)
        text_rects = [self._measure_line(line, size, rect) for line, rect in zip(lines, line_rects, strict=True)]
        self._draw_ground(canvas, center, [*text_rects, *card_rects])
        if has_portrait:
            self._draw_portraits(canvas, center, portrait_size)
        for line, rect in zip(lines, line_rects, strict=True):
            self._draw_shadowed(canvas, line, size, theme.CREAM, rect)
        self._draw_score(canvas, score_rect)
        for card, rect in zip(cards, card_rects, strict=True):
            self._draw_card(canvas, card, rect)
        y = cards_top + cards_height
        for line in extra_lines:
            line_rect = pygame.Rect(0, y, width, px(28))
            draw_fitted_text(canvas, line, "sans", px(LINE_TEXT_SIZE), theme.CREAM, line_rect, "centre")
            y += px(28)

    @staticmethod
    def _measure_line(line: str, size: int, rect: pygame.Rect) -> pygame.Rect:
        """Return the place of a centered line within the width of the window."""
        text_rect = pygame.Rect((0, 0), theme.load_font("serif", size).size(line))
        text_rect.center = rect.center
        return text_rect

    def _fit_outcome(self, width: int) -> tuple[int, list[str]]:
        for design_size in OUTCOME_TEXT_SIZES:
            size = self.context.px(design_size)
            lines = theme.wrap_text(self.ending_text, "serif", size, width)
            if len(lines) == 1 or (len(lines) == 2 and design_size <= OUTCOME_TEXT_SIZES[2]):
                break
        return size, lines

    def _wrap_lines(self, width: int) -> list[str]:
        size = self.context.px(LINE_TEXT_SIZE)
        return [part for line in self._lines for part in theme.wrap_text(line, "sans", size, width)]

    def _find_card_width(self, cards: list[ResultCard], width: int) -> int:
        """Return the width of a card: wider for long names, as far as that takes no more rows."""
        px, font = self.context.px, theme.load_font("sans", self.context.px(CARD_TITLE_TEXT_SIZE))
        title_width = max((font.size(card.title)[0] for card in cards), default=0) + 2 * px(CARD_MARGIN)
        per_row = -(-len(cards) // max(1, self._count_card_rows(len(cards), px(CARD_WIDTH), width)))
        max_width = (width + px(CARD_GAP)) // max(1, per_row) - px(CARD_GAP)
        return max(px(CARD_WIDTH), min(title_width, max_width))

    def _count_card_rows(self, count: int, card_width: int, width: int) -> int:
        gap = self.context.px(CARD_GAP)
        per_row = max(1, (width + gap) // (card_width + gap))
        return -(-count // per_row)

    def _draw_ground(self, canvas: Canvas, center: tuple[int, int], text_rects: list[pygame.Rect]) -> None:
        context = self.context
        if self._is_won and not context.theme.is_high_contrast:
            canvas.blit(get_rays(context.size, context.theme, center), (0, 0))
            self._celebration.draw(canvas, context, text_rects)
        else:
            canvas.blit(render_table_background(context.size, context.theme), (0, 0))

    def _draw_portraits(self, canvas: Canvas, center: tuple[int, int], size: int) -> None:
        px, winners = self.context.px, self.table.observation.winners
        max_width = self.context.size[0] - 2 * px(64)
        size = min(size, round(max_width / (1 + PORTRAIT_STEP_RATIO * (len(winners) - 1))))
        step = round(size * PORTRAIT_STEP_RATIO)
        left = center[0] - (size + step * (len(winners) - 1)) // 2
        for index, seat in enumerate(winners):
            portrait_center = (left + size // 2 + index * step, center[1])
            canvas.draw_aacircle(self.context.theme.panel_color, portrait_center, size / 2)
            canvas.draw_aacircle(theme.GOLD, portrait_center, size / 2 - max(2, size // 36))
            inner_size = size - 2 * max(3, size // 24)
            portrait = self.context.scene_card_images.get_portrait(self.portrait_numbers[seat], inner_size)
            canvas.blit(portrait, portrait.get_rect(center=portrait_center))

    def _draw_shadowed(self, canvas: Canvas, text: str, size: int, color: theme.Color, rect: pygame.Rect) -> None:
        offset = max(1, size // 18)
        for shift, text_color in ((offset, self.context.theme.panel_color), (0, color)):
            draw_fitted_text(canvas, text, "serif", size, text_color, rect.move(0, shift), "centre")

    def _draw_score(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw the score in the middle, between the names of the two sides."""
        if not self.score_text:
            return
        px = self.context.px
        self._draw_shadowed(canvas, self.score_text, px(SCORE_TEXT_SIZE), theme.CREAM, rect)
        half_width = theme.load_font("serif", px(SCORE_TEXT_SIZE)).size(self.score_text)[0] // 2 + px(GAP)
        name_width = min(rect.width // 2 - px(64) - half_width, px(MAX_SIDE_WIDTH))
        for index, side in enumerate(self._fixed_sides):
            name_rect = pygame.Rect(rect.centerx + half_width, rect.y, name_width, rect.height)
            if not index:
                name_rect.right = rect.centerx - half_width
            names, sizes = self.join_names(side.seats), map(px, NAME_TEXT_SIZES)
            size, lines = theme.wrap_to_height(names, "bold", sizes, name_width, rect.height, NAME_LINE_RATIO)
            line_rect = pygame.Rect(name_rect.x, 0, name_width, round(size * NAME_LINE_RATIO))
            line_rect.top = name_rect.centery - line_rect.height * len(lines) // 2
            for line in lines:
                draw_fitted_text(canvas, line, "bold", size, theme.CREAM, line_rect, "left" if index else "right")
                line_rect.y += line_rect.height

    def _place_cards(self, count: int, rows: int, card_width: int, top: int) -> list[pygame.Rect]:
        """Return the places of the cards in centered rows."""
        px, width = self.context.px, self.context.size[0]
        per_row, step = -(-count // max(1, rows)), card_width + px(CARD_GAP)
        rects = list[pygame.Rect]()
        for index in range(count):
            row, place = divmod(index, per_row)
            row_count = min(per_row, count - row * per_row)
            left = (width - step * row_count + px(CARD_GAP)) // 2
            rects.append(
                pygame.Rect(left + place * step, top + row * px(CARD_HEIGHT + CARD_GAP), card_width, px(CARD_HEIGHT))
            )
        return rects

    def _draw_card(self, canvas: Canvas, card: ResultCard, rect: pygame.Rect) -> None:
        px, inner = self.context.px, rect.inflate(-2 * self.context.px(CARD_MARGIN), 0)
        draw_panel(canvas, self.context.theme, rect, theme.GOLD if card.is_won else None, 255)
        title_rect = pygame.Rect(inner.x, rect.y + px(12), inner.width, px(26))
        figure_rect = pygame.Rect(inner.x, rect.y + px(38), inner.width, px(40))
        draw_fitted_text(canvas, card.title, "sans", px(CARD_TITLE_TEXT_SIZE), theme.MUTED, title_rect, "centre")
        draw_fitted_text(canvas, card.figure, "serif", px(CARD_TEXT_SIZE), theme.CREAM, figure_rect, "centre")
