"""The result of a deal: outcome, score and deciding trick, with folded details."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import pygame

from game.core.sanitizer import capitalize_first
from game.text.card_names import format_card_name
from game.text.formatting import format_change, format_number, format_score_pair
from game.text.gettext import _, ngettext
from game.text.messages import format_reason
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.overlays.base import CORNER_BUTTON_MARGIN, CORNER_BUTTON_SIZE, PANEL_PADDING
from ui.table.overlays.content_layout import ContentBlock, TextBlock, VerticalStack
from ui.table.result.captured_cards import TRICK_CARD_WIDTHS, CardsWithText, make_trick_block
from ui.table.result.details import make_details_block
from ui.table.result.match import MatchResultOverlay
from ui.table.result.model import SideResult, list_completed_tricks, list_decisive_tricks, list_shown_hands
from ui.table.result.overlay import ResultOverlay
from ui.table.result.score_blocks import CenteredText, Divider, PlayerScores, ScoreComparison, Space
from ui.table.screen_seats import get_your_seat
from ui.table.state import is_deal_over
from ui.widgets.scroll_area import PADDING
from ui.widgets.toasts import layout_toasts

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PANEL_WIDTH: Final = 720
OUTCOME_MARGIN: Final = 22
FOOTER_HEIGHT: Final = 104
BUTTON_HEIGHT: Final = 56
BUTTON_MARGIN: Final = 34
NEXT_BUTTON_WIDTH: Final = 240
MIN_BUTTON_WIDTH: Final = 168
DETAILS_HEIGHT: Final = 48
BLOCK_GAP: Final = 14
"""Sizes in design pixels; ``OUTCOME_MARGIN`` is above the outcome, ``BUTTON_MARGIN`` below the buttons."""
OUTCOME_TEXT_SIZES: Final = (theme.OUTCOME_TEXT_SIZE, 40, 34, 28)
CORNER_GAP: Final = 24
"""The design pixels between the outcome and the corner button."""
HAND_CARD_RATIO: Final = 0.75
"""The width of a card of a hand that decided the deal, as a share of that of a trick."""
MAX_STORY_LINES: Final = 3


class DealResultOverlay(ResultOverlay):
    """The result of a deal over the table."""

    def __init__(self, context: AppContext, table: TableScene, presentation: GamePresentation) -> None:
        super().__init__(context, table, presentation)
        self._is_open = False
        self._is_next_deal_requested = False
        self._next_text = self.next_text
        self._head_height = self._toast_space = 0

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._toast_space != self._compute_toast_space()

    @property
    def head_height(self) -> int:
        return self._head_height

    @property
    def ending_text(self) -> str:
        return self.headline_text

    @property
    def standing_text(self) -> str:
        """The standing of the match after the deal, in a line."""
        observation = self.table.observation
        goal, totals = self.presentation.describe_goal(observation), self.get_side_totals(self.side_results)
        if totals:
            if totals == tuple(side.score_text.removeprefix("+") for side in self.side_results):
                return self.presentation.describe_deal(observation)
            text = _("Match: {score}, {goal}") if goal else _("Match: {score}")
            return text.format(score=format_score_pair(*totals), goal=goal)
        your_seat = get_your_seat(self.table.session)
        if len(self.side_results) != 2 or your_seat is None or observation.result is None:
            return self.presentation.describe_deal(observation)
        return _("Your score: {change}, total {total}").format(
            change=format_change(observation.result.scores[your_seat]),
            total=format_number(observation.totals[your_seat]),
        )

    # -- the blocks

    @property
    def _outcome(self) -> CenteredText:
        """The outcome in large letters, beside which the corner button has room."""
        corner_space = CORNER_BUTTON_MARGIN + CORNER_BUTTON_SIZE + CORNER_GAP - PANEL_PADDING
        return CenteredText(self.context, self.ending_text, OUTCOME_TEXT_SIZES, side_space=corner_space)

    def _make_summary(self, card_width: int) -> list[ContentBlock]:
        """Return the blocks between the outcome and the details.

        ``card_width``: of the deciding trick, in design pixels.
        """
        context, sides, observation = self.context, self.side_results, self.table.observation
        blocks = list[ContentBlock]()
        if len(sides) == 2:
            marks = self._get_side_marks(sides)
            blocks.append(ScoreComparison(context, sides, self.names, self.portrait_numbers, marks))
        elif sides:
            winners = self.presentation.find_deal_winners(observation)
            blocks.append(
                PlayerScores(
                    context,
                    sides,
                    observation.totals,
                    winners,
                    self.names,
                    self.portrait_numbers,
                    self.standing_text,
                )
            )
        if len(sides) <= 2:
            blocks.append(CenteredText(context, self.standing_text, (theme.BODY_TEXT_SIZE,), face="sans"))
        story = self._make_story(card_width)
        return [*blocks, *([Divider(context), story] if story is not None else []), Divider(context)]

    def _get_side_marks(self, sides: Sequence[SideResult]) -> Mapping[int, tuple[str, theme.Color]]:
        """Return the marks of two sides of which at least one has several players."""
        if all(len(side.seats) == 1 for side in sides):
            return {}
        return {0: ("triangle", theme.OWN_SIDE_COLOR), 1: ("diamond", theme.OTHER_SIDE_COLOR)}

    def _make_story(self, card_width: int) -> ContentBlock | None:
        """Return the block with the trick, the hand or the reason that decided the deal, or None."""
        context, observation = self.context, self.table.observation
        your_seat = get_your_seat(self.table.session)
        completed_tricks, hands = list_completed_tricks(observation), list_shown_hands(observation)
        decisive_tricks = list_decisive_tricks(observation.result) if observation.result is not None else ()
        if decisive_tricks and completed_tricks:
            decisive, trick = decisive_tricks[-1], completed_tricks[decisive_tricks[-1].trick_index]
            reason = capitalize_first(format_reason(decisive, self.names, self.deck, your_seat))
            trick_lines = (self._describe_trick(decisive.trick_index), f"{reason}.")
            return make_trick_block(context, trick, _("Deciding trick"), trick_lines, card_width)
        result, lines = observation.result, tuple(f"{note}." for note in self.notes[:MAX_STORY_LINES])
        is_scored = result is not None and result.state == "scored"
        if result is not None and is_scored:
            lines = self.presentation.describe_shown_hand(result) if hands else ()
        if hands:
            seat, hand = hands[0]
            title = _("Annulled!") if not is_scored else _("Your hand") if seat == your_seat else self.names[seat]
            lines = lines or (_("This hand decides the deal."),)
            cards = self.presentation.list_shown_cards(observation, seat, hand)
            return CardsWithText(context, cards, title, lines, card_width=round(card_width * HAND_CARD_RATIO))
        return TextBlock(context, lines, color=theme.CREAM) if lines else None

    def _describe_trick(self, index: int) -> str:
        """Return who takes a trick, with which card and how many card points."""
        tricks = list_completed_tricks(self.table.observation)
        trick = tricks[index]
        card = dict(trick.trick.list_plays())[trick.winner]
        is_you = trick.winner == get_your_seat(self.table.session)
        has_card_points = sum(completed.points for completed in tricks) > len(tricks)
        if not (has_card_points and trick.points):
            text = _("You take it with {card:the}.") if is_you else _("{name} takes it with {card:the}.")
        elif is_you:
            text = ngettext(
                "You take {count} point with {card:the}.", "You take {count} points with {card:the}.", trick.points
            )
        else:
            text = ngettext(
                "{name} takes {count} point with {card:the}.",
                "{name} takes {count} points with {card:the}.",
                trick.points,
            )
        return text.format(name=self.names[trick.winner], count=trick.points, card=format_card_name(card, self.deck))

    # -- the next deal

    @property
    def _is_deal_repeated(self) -> bool:
        """Whether this deal was not scored and is dealt again."""
        result = self.table.observation.result
        is_scored = result is not None and result.state == "scored"
        return self.presentation.is_unscored_deal_repeated and not is_scored

    @property
    def next_text(self) -> str:
        """The text of the button for the next deal, or for whom it waits."""
        network = self.table.network
        if not self._is_next_deal_requested or network is None:
            return _("Deal again") if self._is_deal_repeated else _("Next deal")
        return network.waiting_text

    def start_next_deal(self) -> None:
        if self.table.network is None:
            super().start_next_deal()
        elif not self._is_next_deal_requested:
            self._is_next_deal_requested = True
            self.table.session.start_next_deal()

    # -- the page

    def compose(self) -> None:
        self.compose_part("result", self._compose_result)

    def _compose_result(self) -> None:
        px, window_height = self.context.px, self.context.size[1]
        panel_width = min(px(PANEL_WIDTH), self.context.size[0] - px(16))
        content_width = panel_width - 2 * px(PANEL_PADDING)
        details_height = px(DETAILS_HEIGHT)
        header_height = px(OUTCOME_MARGIN) + max(px(CORNER_BUTTON_SIZE), self._outcome.compute_height(content_width))
        fixed_height = header_height + px(FOOTER_HEIGHT)
        self._head_height = header_height
        header_height += self._toast_space
        fixed_height += self._toast_space
        for card_width in TRICK_CARD_WIDTHS:
            summary = VerticalStack(self.context, self._make_summary(card_width), BLOCK_GAP)
            summary_height = summary.compute_height(content_width)
            content_height = summary_height + details_height + 2 * px(PADDING)
            if fixed_height + content_height <= window_height - px(16):
                break
        blocks: list[ContentBlock] = [summary, Space(details_height)]
        if self._is_open:
            blocks.append(make_details_block(self.context, self.table, self.presentation))
        content = VerticalStack(self.context, blocks, 0)
        self.place_panel(panel_width, fixed_height + content.compute_height(content_width) + 2 * px(PADDING))
        self.add_corner_button("more", "dots", _("More"), self.open_more_menu)
        scroll = self.place_content("result", content, header_height, px(FOOTER_HEIGHT))
        details_rect = pygame.Rect(0, summary_height, content_width, details_height)
        symbol = "down" if self._is_open else "next"
        self.add_button(
            "details",
            _("Details"),
            details_rect,
            self._toggle_details,
            style="#menu_entry",
            symbol=symbol,
            align="left",
            scroll_area=scroll,
        )
        if self._is_open:
            scroll.move_to(summary_height)
        self._place_buttons()

    def _compute_toast_space(self) -> int:
        """Return the pixels below the outcome that the toasts need which have no room beside the panel."""
        place = self.toast_rect
        if not self.context.shown_notices or not place.colliderect(self.panel_rect):
            return 0
        return layout_toasts(self.context, self.context.shown_notices)[-1].rect.bottom - place.top

    def _place_buttons(self) -> None:
        px, box = self.context.px, self.panel_rect
        top = box.bottom - px(BUTTON_MARGIN + BUTTON_HEIGHT)
        left, right = box.x + px(PANEL_PADDING), box.right - px(PANEL_PADDING)
        widths = [
            max(px(least), self.measure_button_width(text))
            for least, text in ((MIN_BUTTON_WIDTH, self.quit_label), (NEXT_BUTTON_WIDTH, self.next_text))
        ]
        free_width = right - left - px(16)
        if sum(widths) > free_width:
            widths = [free_width // 2, free_width // 2]
        quit_rect = pygame.Rect(left, top, widths[0], px(BUTTON_HEIGHT))
        next_rect = pygame.Rect(right - widths[1], top, widths[1], px(BUTTON_HEIGHT))
        self.add_button("to-menu", self.quit_label, quit_rect, self.table.leave)
        style = "#off" if self._is_next_deal_requested else "#primary"
        self.add_button("next-deal", self.next_text, next_rect, self.start_next_deal, style=style)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px, box, outcome = self.context.px, self.panel_rect, self._outcome
        rect = pygame.Rect(box.x + px(PANEL_PADDING), box.y + px(OUTCOME_MARGIN), box.width - 2 * px(PANEL_PADDING), 0)
        rect.height = outcome.compute_height(rect.width)
        outcome.paint(canvas, rect)

    def _toggle_details(self) -> None:
        self._is_open = not self._is_open
        self.recompose("result")
        if self._is_open and self.context.narrate is not None:
            for line in self.notes:
                self.context.narrate(line)

    def update(self, seconds: float) -> None:
        if self.table.session.observation.is_over and self.table.observation.is_over:
            result = MatchResultOverlay(self.context, self.table, self.presentation)
            self.context.scenes.pop()
            self.context.scenes.push(result)
        elif not is_deal_over(self.table.session):
            self.context.scenes.pop()
        elif self.next_text != self._next_text:
            self._next_text = self.next_text
            self.recompose("result")
            self.table.narrate(self.next_text)
        elif self._toast_space != self._compute_toast_space():
            self._toast_space = self._compute_toast_space()
            self.recompose("result")

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            self.start_next_deal()
        else:
            super().handle_event(event)
