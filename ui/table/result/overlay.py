"""The result of a deal or of the whole match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import pygame

from game.core.phase import DecisiveTrick, ScoreLine
from game.core.sanitizer import capitalize_first
from game.match.setup import MatchSetup, rotate_seats
from game.session.match_info import make_rematch_setup
from game.session.session_parts import MatchCourse
from game.text.card_names import format_card_names
from game.text.formatting import join_with_and
from game.text.gettext import _, ngettext
from game.text.messages import format_reason
from game.text.narration import narrate_deal_end
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.avatars import choose_portraits
from ui.graphics.canvas import Canvas
from ui.table.context import TableContext, get_your_seat
from ui.table.hud.status_text import format_title, list_penalty_lines
from ui.table.overlays.base import PANEL_PADDING, Overlay
from ui.table.overlays.content_layout import ContentBlock, HorizontalFlow, TextBlock, TitledBlock, VerticalStack
from ui.table.overlays.pause import PauseOverlay
from ui.table.overlays.score_table import ScoreTable, format_score_narration
from ui.table.result.captured_cards import DecisiveTrickBlock, ShownHandBlock, SideResultRow, format_side_narration
from ui.table.result.model import SideResult, list_completed_tricks, list_decisive_tricks, list_shown_hands
from ui.table.result.podium import Podium, make_score_chart
from ui.table.result.score_breakdown import group_score_lines, make_score_breakdowns

MIN_COLUMN_WIDTH: Final = 480
"""The least width of a column, in design pixels; a narrower one is placed below."""
PANEL_WIDTH: Final = 1200
BUTTON_HEIGHT: Final = 48
MAX_DEALS_IN_COLUMN: Final = 6
"""The largest number of deals for which the score table is in a column."""


def format_fraction(share: Fraction) -> str:
    """Return an exact number with its whole part first, such as ``17 1/2``."""
    whole, remainder = divmod(abs(share.numerator), share.denominator)
    parts = [str(whole)] if whole or not remainder else []
    parts += [f"{remainder}/{share.denominator}"] if remainder else []
    return ("−" if share < 0 else "") + " ".join(parts)


class ResultOverlay(Overlay):
    """The result over the table: captured cards, scores step by step, and standings."""

    dim_alpha = 150
    max_scale = 1.5

    def __init__(
        self, context: AppContext, table: TableContext, presentation: GamePresentation, course: MatchCourse
    ) -> None:
        super().__init__(context, table)
        self.presentation = presentation
        self.course = course
        viewer, observation = table.session.observation.seat, table.observation
        if viewer is not None and observation.is_over and observation.winners:
            context.audio.play("win" if viewer in observation.winners else "lose")

    @property
    def _portrait_numbers(self) -> list[int]:
        return choose_portraits(self.table.session.info.names, self.table.avatars)

    # -- what is said

    @property
    def ending_text(self) -> str:
        """The outcome of the deal or the match, in a line."""
        observation, names = self.table.observation, self.table.session.info.names
        if not observation.is_over:
            return self._headline_text
        if observation.winners:
            if observation.winners == (get_your_seat(self.table.session),):
                return _("You win the match")
            text = ngettext("{names} wins the match", "{names} win the match", len(observation.winners))
            return text.format(names=join_with_and([names[seat] for seat in observation.winners]))
        if observation.timed_out_seat is not None:
            text = _("The clock of {name} ran out: the match ends without a winner")
            if observation.timed_out_seat == get_your_seat(self.table.session):
                text = _("Your clock ran out: the match ends without a winner")
            return text.format(name=names[observation.timed_out_seat])
        if observation.votes_to_end:
            text = ngettext(
                "{count} vote ended the match", "{count} votes ended the match", len(observation.votes_to_end)
            )
            return text.format(count=len(observation.votes_to_end))
        return _("The match ended without a winner")

    @property
    def _headline_text(self) -> str:
        observation = self.table.observation
        if observation.result is None:
            return _("Deal {number}").format(number=observation.deal_number)
        return self.presentation.format_headline(
            observation, self.table.session.info.names, get_your_seat(self.table.session)
        )

    @property
    def _subtitle(self) -> str:
        """The number of the deal or of all deals, or the winners' share of the payout."""
        observation, game = self.table.observation, format_title(self.table.session)
        if not observation.is_over:
            return _("{game} · deal {number}").format(game=game, number=observation.deal_number)
        if not observation.payout or not observation.winners:
            text = ngettext("{game} · {count} deal", "{game} · {count} deals", len(observation.results))
            return text.format(game=game, count=len(observation.results))
        share = format_fraction(observation.payout[observation.winners[0]])
        if observation.winners == (get_your_seat(self.table.session),):
            return _("You take {share}").format(share=share)
        text = ngettext("{names} takes {share}", "{names} take {share} each", len(observation.winners))
        names = join_with_and([self.table.session.info.names[seat] for seat in observation.winners])
        return text.format(names=names, share=share)

    @property
    def notes(self) -> tuple[str, ...]:
        """The reasons of the result that are not scores or decisive tricks, in words."""
        result, names = self.table.observation.result, self.table.session.info.names
        reasons = (
            [reason for reason in result.reasons if not isinstance(reason, (ScoreLine, DecisiveTrick))]
            if result
            else []
        )
        texts = [format_reason(reason, names, self.deck) for reason in reasons]
        return tuple(capitalize_first(text) for text in texts)

    @property
    def penalty_lines(self) -> tuple[str, ...]:
        """Lines about players who are barred from tables, once the match is over."""
        return list_penalty_lines(self.table.session) if self.table.session.observation.is_over else ()

    @property
    def narration(self) -> tuple[str, ...]:
        observation, names = self.table.observation, self.table.session.info.names
        side_lines = (format_side_narration(item, names, self.deck) for item in self._side_results)
        hand_lines = (_("{name} shows {cards}").format(name=names[seat], cards=format_card_names(hand, self.deck))
                 for seat, hand in list_shown_hands(observation))  # fmt: skip
        trick_lines = (
            format_reason(item, names, self.deck)
            for item in (list_decisive_tricks(observation.result) if observation.result else ())
        )
        return (
            self.ending_text,
            self._subtitle,
            *side_lines,
            *hand_lines,
            *trick_lines,
            *narrate_deal_end(observation, names, self.deck),
            *format_score_narration(self.presentation, observation, names),
            *self.penalty_lines,
            *self.deal_code_lines,
        )

    @property
    def deal_code_lines(self) -> tuple[str, ...]:
        """The line with the code of the finished deal; empty if the deal has no code."""
        observation = self.table.observation
        code = self.course.get_proof(observation.deal_number).deal_code if observation.deal_number else ""
        return (_("Play this one too. Its deal code: {code}").format(code=code),) if code else ()

    @property
    def _side_results(self) -> Sequence[SideResult]:
        """The results of the sides, the successful ones first."""
        return sorted(
            self.presentation.summarize_sides(self.table.observation),
            key=lambda side_result: side_result.is_good is not True,
        )

    # -- the blocks

    @property
    def content_block(self) -> ContentBlock:
        """All contents."""
        context, observation, names = self.context, self.table.observation, self.table.session.info.names
        blocks = list[ContentBlock]()
        if self.penalty_lines:
            blocks.append(TextBlock(context, self.penalty_lines, color=theme.RED_LIGHT))
        if observation.is_over and observation.results:
            end_blocks: list[ContentBlock] = [
                TitledBlock(context, _("The match, deal by deal"), make_score_chart(context, observation, names))
            ]
            if observation.winners:
                end_blocks.insert(
                    0,
                    Podium(
                        context,
                        observation,
                        names,
                        self._portrait_numbers,
                        self.table.session.info.game.is_lower_total_better,
                    ),
                )
            blocks.append(HorizontalFlow(context, end_blocks, MIN_COLUMN_WIDTH))
        if observation.is_over and observation.result is not None:
            blocks.append(
                TextBlock(context, (self._headline_text,), face="serif", size=theme.LARGE_TEXT_SIZE, color=theme.CREAM)
            )
        columns = (self._make_captured_block(), VerticalStack(context, self._make_text_blocks()))
        blocks.append(HorizontalFlow(context, [column for column in columns if column is not None], MIN_COLUMN_WIDTH))
        if not self._has_few_deals:
            blocks.append(self._make_score_table())
        return VerticalStack(context, blocks)

    @property
    def _has_few_deals(self) -> bool:
        """Whether the score table is short enough for a column."""
        return not self.table.observation.is_over and len(self.table.observation.results) <= MAX_DEALS_IN_COLUMN

    def _make_score_table(self) -> ContentBlock:
        observation = self.table.observation
        title = _("All deals") if observation.is_over else _("The match so far")
        return TitledBlock(
            self.context, title, ScoreTable(self.context, self.presentation, observation, self.table.session.info.names)
        )

    def _make_text_blocks(self) -> list[ContentBlock]:
        """Return the blocks with scores, score table, notes and deal code."""
        context, observation, blocks = self.context, self.table.observation, list[ContentBlock]()
        if observation.result is not None and group_score_lines(observation.result):
            names = self.table.session.info.names
            blocks.append(
                TitledBlock(
                    context,
                    _("The sum"),
                    make_score_breakdowns(context, self.presentation, observation.result, names, self.deck),
                )
            )
        if self._has_few_deals:
            blocks.append(self._make_score_table())
        if self.notes:
            blocks.append(TitledBlock(context, _("How it went"), TextBlock(context, self.notes)))
        if self.deal_code_lines:
            blocks.append(TextBlock(context, self.deal_code_lines, size=theme.SMALL_TEXT_SIZE))
        return blocks

    def _make_captured_block(self) -> ContentBlock | None:
        """Return the block with captured cards, shown hands and decisive tricks.

        None if it would be empty.
        """
        context, observation, names = self.context, self.table.observation, self.table.session.info.names
        blocks: list[ContentBlock] = [
            SideResultRow(context, item, names, self._portrait_numbers) for item in self._side_results
        ]
        blocks += [ShownHandBlock(context, seat, hand, names) for seat, hand in list_shown_hands(observation)]
        completed_tricks = list_completed_tricks(observation)
        if observation.result is not None and completed_tricks:
            blocks += [
                DecisiveTrickBlock(context, item, completed_tricks[item.trick_index], names, self.deck)
                for item in list_decisive_tricks(observation.result)
            ]
        return VerticalStack(context, blocks, 14) if blocks else None

    # -- the page

    def compose(self) -> None:
        px, content = self.context.px, self.content_block
        rows = self._arrange_button_rows(min(px(PANEL_WIDTH), self.context.size[0] - px(16)) - 2 * px(PANEL_PADDING))
        header_height, footer_height = px(92), px(20) + (px(BUTTON_HEIGHT) + px(10)) * len(rows)
        self.place_panel(
            px(PANEL_WIDTH), header_height + footer_height + self.compute_content_height(content, px(PANEL_WIDTH))
        )
        self.place_content("sheet", content, header_height, footer_height)
        self._place_buttons(rows)

    def _list_buttons(self) -> tuple[tuple[str, str, Callable[[], object]], ...]:
        if not self.table.session.observation.is_over:
            return (
                ("to-menu", _("Save and leave"), self.context.router.open_main_menu),
                ("more", _("More…"), self._open_pause),
                ("next-deal", _("Next deal"), self.start_next_deal),
            )
        return (
            ("to-menu", _("Back to the menu"), self.context.router.open_main_menu),
            ("more", _("More…"), self._open_pause),
            ("analyze", _("Analyse"), self.open_analysis),
            ("swap-seats", _("Swap seats"), self.swap_seats),
            ("play-again", _("Once more"), self.play_again),
        )

    def _arrange_button_rows(self, max_width: int) -> list[list[tuple[str, str, Callable[[], object], int]]]:
        """Return the buttons with their widths, in as many rows as they need."""
        px, gap = self.context.px, self.context.px(12)
        rows: list[list[tuple[str, str, Callable[[], object], int]]] = [[]]
        for widget_id, text, on_press in self._list_buttons():
            button_width = min(max_width, max(px(130), self.measure_button_width(text)))
            if rows[-1] and sum(button[3] + gap for button in rows[-1]) + button_width > max_width:
                rows.append([])
            rows[-1].append((widget_id, text, on_press, button_width))
        return rows

    def _place_buttons(self, rows: list[list[tuple[str, str, Callable[[], object], int]]]) -> None:
        """Place the buttons from the left, the last one at the right."""
        px, last_text = self.context.px, self._list_buttons()[-1][0]
        top = self.panel_rect.bottom - px(14) - (px(BUTTON_HEIGHT) + px(10)) * len(rows) + px(10)
        for row in rows:
            left = self.panel_rect.x + px(PANEL_PADDING)
            for widget_id, text, on_press, button_width in row:
                rect = pygame.Rect(left, top, button_width, px(BUTTON_HEIGHT))
                if widget_id == last_text:
                    free_width = self.panel_rect.right - px(PANEL_PADDING) - left
                    rect.width = min(free_width, max(button_width, px(260)))
                    rect.right = self.panel_rect.right - px(PANEL_PADDING)
                self.add_button(
                    widget_id, text, rect, on_press, style="#primary" if widget_id == last_text else "#menu"
                )
                left = rect.right + px(12)
            top += px(BUTTON_HEIGHT) + px(10)

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and not self.table.session.observation.is_over:
            self.start_next_deal()
        else:
            super().handle_event(event)

    def on_escape(self) -> None:
        """Open the pause menu, or leave a match that is over."""
        if self.table.session.observation.is_over:
            self.context.router.open_main_menu()
        else:
            self._open_pause()

    def _open_pause(self) -> None:
        """Open the pause menu, which also has chat, votes and leaving."""
        self.context.scenes.push(PauseOverlay(self.context, self.table, self.course))

    def start_next_deal(self) -> None:
        """Start the next deal."""
        self.course.start_next_deal()
        self.context.scenes.pop()

    def play_again(self) -> None:
        """Start a new match at the same seats, with the next dealer."""
        self.context.router.start_match(self._rematch_setup)

    def open_analysis(self) -> None:
        """Open the analysis of the match."""
        match_id = self.course.match_id
        if match_id is not None:
            self.context.router.open_analysis(match_id)

    def swap_seats(self) -> None:
        """Start a new match of the same people at other seats."""
        self.context.router.start_match(rotate_seats(self._rematch_setup))

    @property
    def _rematch_setup(self) -> MatchSetup:
        return make_rematch_setup(self.table.session.info, self.table.session.observation)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px, observation = self.context.px, self.table.observation
        self.draw_title(canvas, self.ending_text, 10, theme.GOLD if observation.is_over else theme.CREAM)
        line = theme.render_fitted_text(
            self._subtitle, "sans", px(theme.BODY_TEXT_SIZE), theme.MUTED, self.panel_rect.width - px(48)
        )
        canvas.blit(line, line.get_rect(midtop=(self.panel_rect.centerx, self.panel_rect.y + px(56))))
        y = self.panel_rect.y + px(90)
        canvas.draw_line(
            self.context.theme.panel_line_color,
            (self.panel_rect.x + px(PANEL_PADDING), y),
            (self.panel_rect.right - px(PANEL_PADDING), y),
        )
