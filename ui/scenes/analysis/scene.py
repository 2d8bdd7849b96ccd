"""The analysis of a match: the value of each choice of the people at this screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import pygame
from pygame_gui.elements import UIButton

from game.ai.levels import get_ai_info
from game.analysis.model import (
    JUDGE_VERSION,
    Finding,
    JudgedOption,
    MatchAnalysis,
    compute_accuracy,
    compute_mean_loss,
    list_judgments,
)
from game.analysis.report import (
    describe_judge,
    describe_judgment,
    describe_location,
    describe_option,
    describe_suspicion,
    explain_option,
    format_percent,
)
from game.core.cards import DeckStyle
from game.core.sanitizer import name_key
from game.rules import GAMES
from game.storage.accuracies import StoredMatchAccuracies
from game.storage.archive import Archive
from game.text.formatting import format_change, format_decimal
from game.text.gettext import _, ngettext
from game.text.narration import make_sentence
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.page import Page
from ui.widgets.base import set_visible
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.form_layout import FormLayout
from ui.widgets.line_chart import (
    AxisTick,
    ChartLine,
    ChartPoint,
    LineChart,
    LineChartWidget,
    make_percent_ticks,
)
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width
from ui.widgets.text_switcher import TextSwitcher
from ui.widgets.virtual_list import VirtualList

TWO_BOARDS_MIN_WIDTH: Final = 940
"""The width of a page with room for two boards, in design pixels."""
CHART_HEIGHT: Final = 200
TREND_HEIGHT: Final = 130
CHART_LINE_STYLE: Final = 1
FINDING_ROW_HEIGHT: Final = 26
"""The height of a row in the list of choices, in design pixels."""
MAX_ROW_LABEL_WIDTH_RATIO: Final = 0.3
CHART_MARGIN: Final = 6
"""The space around a widget for its focus ring, in design pixels."""
MIN_TREND_MATCHES: Final = 2
"""The least number of matches in a trend."""


class AnalysisScene(Page):
    """The analysis of a match: the choices of a seat, one of them in detail."""

    max_scale = 1.5

    def __init__(self, context: AppContext, result: MatchAnalysis) -> None:
        super().__init__(context)
        self.title = _("Analysis")
        self.deck = "french" if context.settings.deck == "french" else GAMES[result.game_id].deck
        self.analysis = result
        context.tasks.submit(
            context.storage.submit_to_archive(Archive.list_accuracies), self._show_earlier_accuracies, owner=self
        )
        self._earlier_accuracies: tuple[StoredMatchAccuracies, ...] = ()
        self._shown_indices: list[int] = []
        self._learn_button: UIButton | None = None
        self._chart: LineChartWidget | None = None
        self._finding_list: VirtualList | None = None
        self._detail_texts: TextSwitcher | None = None
        self._show_seat(result.seats[0] if result.seats else 0)

    # -- what is shown

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about the choices of the shown seat."""
        return self.analysis.get_findings(self.seat)

    @property
    def selected_finding(self) -> Finding | None:
        """The selected choice, None if there is none."""
        findings = self.findings
        return findings[self.selected_index] if self.selected_index < len(findings) else None

    @property
    def narration(self) -> tuple[str, ...]:
        costly_choices = (self._format_costly_choice(task.finding) for task in self.analysis.get_retry_tasks(self.seat))
        return (self.title, describe_judge(), self._format_summary(self.analysis), *costly_choices)

    def _show_seat(self, seat: int) -> None:
        """Show the choices of a seat, with its costliest one selected."""
        self.seat, self._shown_indices = seat, []
        tasks = self.analysis.get_retry_tasks(seat)
        self.selected_index = self.findings.index(tasks[0].finding) if tasks else 0

    def _show_earlier_accuracies(self, accuracies: tuple[StoredMatchAccuracies, ...]) -> None:
        self._earlier_accuracies = accuracies
        self.recompose("trend")

    def _narrate(self, *lines: str) -> None:
        if self.context.narrate is not None:
            for line in lines:
                self.context.narrate(make_sentence(line))

    # -- the page

    def compose(self) -> None:
        px, body = self.context.px, self.body
        self.add_footer_button("back", _("Back"), self.on_escape)
        if body.width < px(TWO_BOARDS_MIN_WIDTH):
            self.add_board(body)
            column = FormLayout(self.begin_scroll_area("all", body), self.context.ui_manager)
            self._add_whole_match(column)
            self._add_match_course(column)
            self.end_scroll_area("all", column.next_y)
        else:
            left = pygame.Rect(body.topleft, (round(body.width * 0.6), body.height))
            right = pygame.Rect(left.right + px(14), body.y, body.right - left.right - px(14), body.height)
            for name, board, add_rows in (
                ("course", left, self._add_match_course),
                ("whole", right, self._add_whole_match),
            ):
                self.add_board(board)
                column = FormLayout(self.begin_scroll_area(name, board), self.context.ui_manager)
                add_rows(column)
                self.end_scroll_area(name, column.next_y)
        self._learn_button = self.add_footer_button("learn", _("Learn from it"), partial(self.learn, 0), is_right=True)
        self._update_learn_button()

    def _add_whole_match(self, column: FormLayout) -> None:
        self._add_seat_choice(column)
        self.compose_rows("summary", column, self._add_match_summary)
        self.compose_rows("trend", column, self._add_trend)

    def _add_match_course(self, column: FormLayout) -> None:
        self.compose_rows("course", column, self._add_course)
        self.compose_rows("deal", column, self._add_deal)

    def _update_learn_button(self) -> None:
        if self._learn_button is not None:
            set_visible(self._learn_button, is_visible=bool(self.analysis.get_retry_tasks(self.seat)))

    def _add_seat_choice(self, column: FormLayout) -> None:
        """Add a choice of the seat, if several people have played."""
        result = self.analysis
        if len(result.seats) < 2:
            return
        names = [result.names[seat] for seat in result.seats]
        ui_scale = self.context.ui_scale
        width = compute_row_width(names, ui_scale)
        rect = column.make_row_rect(width if width <= column.width else compute_cycle_width(names, ui_scale))
        choice = SegmentedControl(
            result.seats, names, self.seat, rect, self.context.ui_manager, ui_scale, column.scroll_area.content
        )
        self.bind_value("person", choice, self.set_seat, _("Whose choices"), column.scroll_area)
        column.next_y = rect.bottom
        column.add_gap()

    def set_seat(self, seat: int) -> None:
        """Show the choices of another seat."""
        self._show_seat(seat)
        for name in ("summary", "trend", "course", "deal"):
            self.recompose(name)
        self._update_learn_button()
        self._narrate(self._format_summary(self.analysis))

    # -- the whole match

    def _format_summary(self, result: MatchAnalysis) -> str:
        """Return the accuracy of the player in a sentence."""
        judged_count = len(list_judgments(self.findings))
        if not judged_count:
            return _("There was nothing to choose in this match that could be judged.")
        text = ngettext("{name} got {accuracy} of what was to be had in {count} choice.",
                         "{name} got {accuracy} of what was to be had in {count} choices.", judged_count)  # fmt: skip
        return text.format(
            name=result.names[self.seat], accuracy=format_percent(compute_accuracy(self.findings)), count=judged_count
        )

    def _add_match_summary(self, column: FormLayout) -> None:
        result = self.analysis
        column.add_heading(_("The whole match"))
        column.add_text(self._format_summary(result))
        if list_judgments(self.findings):
            mean_loss_text = _(get_ai_info(result.game_id).loss_label).format(
                loss=format_decimal(compute_mean_loss(self.findings), 2)
            )
            column.add_text(_("A choice {costs} on average.").format(costs=mean_loss_text), color=theme.MUTED)
        column.add_text(describe_judge(), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        column.add_gap()
        self._add_costliest_choices(column)

    def _add_costliest_choices(self, column: FormLayout) -> None:
        tasks = self.analysis.get_retry_tasks(self.seat)
        column.add_heading(_("What cost most"))
        if not tasks:
            column.add_text(_("Nothing: every choice was the best, or as good as can be told."), color=theme.MUTED)
            column.add_gap()
        for number, task in enumerate(tasks):
            judgement = task.finding.judgment
            if judgement is None:
                continue
            column.add_text(self._format_costly_choice(task.finding))
            for option in (judgement.chosen_option, judgement.best_option):
                column.add_text(self._explain_option(option), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
            column.add_gap(6)
            self._add_task_buttons(column, number, task.finding)
            column.add_gap()

    def _format_costly_choice(self, finding: Finding) -> str:
        """Return a choice and its loss in a line; empty if it was not judged."""
        if finding.judgment is None:
            return ""
        text = _("{where}. {verdict}.")
        verdict_text = describe_judgment(self.analysis.game_id, finding.judgment, self.deck)
        return text.format(where=describe_location(finding.location), verdict=make_sentence(verdict_text).rstrip("."))

    def _explain_option(self, option: JudgedOption) -> str:
        """Return the reasons for the value of an option."""
        return make_sentence(explain_option(option, self.analysis.names, self.deck))

    def _add_task_buttons(self, column: FormLayout, index: int, finding: Finding) -> None:
        px, x = self.context.px, 0
        for widget_id, text, on_press in (
            ("try-again", _("Try again"), partial(self.learn, index)),
            ("show", _("Show"), partial(self._show_finding, finding)),
        ):  # fmt: skip
            width = theme.load_font("sans", px(theme.BODY_TEXT_SIZE)).size(text)[0] + px(28)
            rect = column.make_row_rect(width, CONTROL_HEIGHT, x)
            self.add_button(
                f"{widget_id}-{index + 1}",
                text,
                rect,
                on_press,
                style="#small",
                label=f"{text} {index + 1}",
                scroll_area=column.scroll_area,
            )
            x = rect.right + px(10)
        column.next_y += px(CONTROL_HEIGHT)

    def learn(self, number: int) -> None:
        """Open the costly choices to make again, from the one with this index."""
        self.context.router.open_choice_retry(self.analysis.get_retry_tasks(self.seat), self.analysis.names, number)

    def _show_finding(self, finding: Finding) -> None:
        self._select_finding(self.findings.index(finding))

    def _add_trend(self, column: FormLayout) -> None:
        """Add a chart of the player's accuracy in their matches of the game."""
        accuracies = tuple(self._iter_accuracies(self.analysis))
        if len(accuracies) < MIN_TREND_MATCHES:
            return
        column.add_heading(_("Accuracy, match by match"))
        points = [ChartPoint(accuracy) for accuracy in accuracies]
        ticks = [AxisTick(index, str(index + 1)) for index in range(len(accuracies))]
        rect = column.make_row_rect(column.width, TREND_HEIGHT)
        self._make_chart(points, ticks, rect, column)
        column.next_y = rect.bottom
        column.add_gap()

    def _iter_accuracies(self, result: MatchAnalysis) -> Iterator[float]:
        player_key = name_key(result.names[self.seat])
        for match_accuracies in self._earlier_accuracies:
            if match_accuracies.game_id == result.game_id and match_accuracies.accuracies.judge == JUDGE_VERSION:
                for seat_accuracy in match_accuracies.accuracies.seats:
                    if name_key(seat_accuracy.name) == player_key and seat_accuracy.accuracy is not None:
                        yield seat_accuracy.accuracy

    # -- choice by choice

    def _add_course(self, column: FormLayout) -> None:
        column.add_heading(_(get_ai_info(self.analysis.game_id).win_probability_label))
        column.add_gap(CHART_MARGIN)
        rect = column.make_row_rect(
            column.width - 2 * self.context.px(CHART_MARGIN), CHART_HEIGHT, self.context.px(CHART_MARGIN)
        )
        chart = self._make_chart(
            self._make_chart_points(), self._make_deal_ticks(), rect, column, value=self.selected_index
        )
        self.bind_value("course", chart, self._select_finding, _("The course of the match"), column.scroll_area)
        column.next_y = rect.bottom
        column.add_gap(CHART_MARGIN)
        column.add_text(_("The arrows go from choice to choice; what cost something is marked."),
                     size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)  # fmt: skip
        column.add_gap()
        self._chart = chart

    def _make_chart(
        self, points: Sequence[ChartPoint], x_ticks: Sequence[AxisTick], rect: pygame.Rect, column: FormLayout,
        *, value: int = -1,
    ) -> LineChartWidget:  # fmt: skip
        context = self.context
        lines = [ChartLine(points, style=CHART_LINE_STYLE)]
        chart = LineChart(context.ui_scale, context.theme, lines, (0.0, 1.0), make_percent_ticks(), x_ticks)
        return LineChartWidget(
            chart, rect, context.ui_manager, context.ui_scale, column.scroll_area.content, value=value
        )

    def _make_chart_points(self) -> list[ChartPoint]:
        deal_numbers = [finding.location.deal for finding in self.findings]
        return [
            ChartPoint(
                finding.win_probability,
                is_marked=bool(finding.judgment and finding.judgment.counted_loss),
                is_line_start=index > 0 and deal_numbers[index - 1] != deal_numbers[index],
            )
            for index, finding in enumerate(self.findings)
        ]

    def _make_deal_ticks(self) -> list[AxisTick]:
        """Return a tick with the number of each deal at its first choice."""
        deal_numbers = [finding.location.deal for finding in self.findings]
        first_indices = [
            index for index, deal in enumerate(deal_numbers) if not index or deal_numbers[index - 1] != deal
        ]
        return [
            AxisTick(
                index, _("Deal {deal}").format(deal=deal_numbers[index]) if not index else str(deal_numbers[index])
            )
            for index in first_indices
        ]

    def _format_details(self, finding: Finding, result: MatchAnalysis) -> tuple[str, ...]:
        judgement = finding.judgment
        if judgement is None:
            text = _("{where}. There was nothing to choose, or nothing to judge it by.")
            lines = [text.format(where=describe_location(finding.location))]
        else:
            lines = [self._format_costly_choice(finding), self._explain_option(judgement.chosen_option)]
            lines += (
                [self._explain_option(judgement.best_option)]
                if judgement.chosen_option is not judgement.best_option
                else []
            )
        suspected = describe_suspicion(finding, result.names)
        if suspected:
            lines.append(make_sentence(_("Suspected as partner: {names}").format(names=suspected)))
        return tuple(lines)

    def _add_deal(self, column: FormLayout) -> None:
        """Add the description of the selected choice, and the choices of its deal in rows."""
        self._finding_list = self._detail_texts = None
        if self.selected_finding is None:
            return
        result, deal_number = self.analysis, self.selected_finding.location.deal
        self._shown_indices = [
            index for index, finding in enumerate(self.findings) if finding.location.deal == deal_number
        ]
        findings = [self.findings[index] for index in self._shown_indices]
        shown_index, container = self._shown_indices.index(self.selected_index), column.scroll_area.content
        widget_arguments = (column.width, self.context.ui_manager, self.context.ui_scale, container)
        self._detail_texts = TextSwitcher(
            [self._format_details(finding, result) for finding in findings],
            shown_index,
            (0, column.next_y),
            *widget_arguments,
        )
        column.next_y += self._detail_texts.rect.height
        column.add_gap()
        score = format_change(result.deal_results[deal_number - 1].scores[self.seat])
        column.add_heading(_("Deal {deal}: {score}").format(deal=deal_number, score=score))
        self._add_finding_list(column, [make_finding_row(finding, result.game_id, self.deck) for finding in findings])
        column.add_gap()
        self._add_suspicions(column, findings, result)

    def _add_finding_list(self, column: FormLayout, rows: Sequence[FindingRow]) -> None:
        context, row_height = self.context, self.context.px(FINDING_ROW_HEIGHT)
        size, padding = context.px(theme.SMALL_TEXT_SIZE), context.px(8)
        label_width = padding + min(
            max(theme.load_font("sans", size).size(row.label)[0] for row in rows),
            round(column.width * MAX_ROW_LABEL_WIDTH_RATIO),
        )

        def paint_row(index: int, canvas: Canvas) -> None:
            row, text_left = rows[index], label_width + 2 * padding
            label_image = theme.render_fitted_text(row.label, "sans", size, theme.MUTED, label_width - padding)
            canvas.blit(label_image, label_image.get_rect(midleft=(padding, row_height // 2)))
            text_image = theme.render_fitted_text(row.text, "sans", size, row.color, canvas.width - text_left - padding)
            canvas.blit(text_image, text_image.get_rect(midleft=(text_left, row_height // 2)))

        rect = pygame.Rect(0, column.next_y, column.width, row_height * len(rows))
        self._finding_list = VirtualList(
            rect,
            context.ui_manager,
            context.ui_scale,
            row_height=row_height,
            row_count=len(rows),
            describe_row=lambda index: f"{rows[index].label}: {rows[index].text}",
            paint_row=paint_row,
            selected_index=self._shown_indices.index(self.selected_index),
            scroll_area=column.scroll_area,
        )
        self.bind_value("choices", self._finding_list, self._select_row, _("Choices"), column.scroll_area)
        column.next_y = rect.bottom

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self._finding_list is not None:
            self._finding_list.draw(canvas)

    def _select_row(self, row_index: int) -> None:
        if self._shown_indices[row_index] != self.selected_index:
            self._select_finding(self._shown_indices[row_index])

    def _add_suspicions(self, column: FormLayout, findings: list[Finding], result: MatchAnalysis) -> None:
        """Add the suspected partners after each trick."""
        lines = [(finding.location.trick, describe_suspicion(finding, result.names)) for finding in findings]
        lines = [(trick, text) for trick, text in lines if text]
        if not lines:
            return
        column.add_heading(_("Whom the computer suspected"))
        column.add_text(
            _(
                "By what {name} could know, how likely each was the caller's partner; the caller: that he plays alone."
            ).format(name=result.names[self.seat]),
            size=theme.SMALL_TEXT_SIZE,
            color=theme.MUTED,
        )
        for trick, text in lines:
            column.add_text(_("Trick {trick}: {names}").format(trick=trick, names=text), size=theme.SMALL_TEXT_SIZE)
        column.add_gap()

    def _select_finding(self, index: int) -> None:
        """Select another choice; the rows are made again if it is in another deal."""
        self.selected_index = index
        if self._chart is not None:
            self._chart.select(index)
        if index in self._shown_indices and self._finding_list is not None and self._detail_texts is not None:
            shown_index = self._shown_indices.index(index)
            self._finding_list.select(shown_index)
            self._detail_texts.show_passage(shown_index)
        else:
            self.recompose("deal")
        if self.selected_finding is not None:
            self._narrate(*self._format_details(self.selected_finding, self.analysis))


class FindingRow(NamedTuple):
    """A row in the list of choices: a label, and a text in a color."""

    label: str
    text: str
    color: theme.Color


def make_finding_row(finding: Finding, game: str, deck: DeckStyle) -> FindingRow:
    """Return a choice as a row in the list of its deal."""
    name = _("Trick {trick}").format(trick=finding.location.trick) if finding.location.trick else _("Before")
    judgement = finding.judgment
    if judgement is None:
        return FindingRow(name, _("nothing to choose"), theme.MUTED)
    text = describe_option(game, judgement.best_option, judgement.chosen_option, deck)
    return FindingRow(name, text, theme.RED_LIGHT if judgement.counted_loss else theme.CREAM)
