"""The analysis of a match: accuracy, the biggest mistakes, and the course of the chances."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from game.ai.levels import get_ai_info
from game.analysis.model import Finding, MatchAnalysis, RetryTask, compute_accuracy, list_judgments
from game.analysis.report import describe_judgment, describe_location, format_loss, format_percent, summarize_mistake
from game.core.cards import DeckStyle
from game.core.messages import N_
from game.match.setup import PERSON_KIND, PlayerInfo
from game.rules import GAMES
from game.text.gettext import _, ngettext
from game.text.narration import make_sentence
from game.text.player_names import format_player_names
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.avatars import choose_portraits, filter_human_avatars
from ui.graphics.canvas import Canvas
from ui.scenes.analysis.accuracy_widget import ACCURACY_HEIGHT, AccuracyWidget, PlayerAccuracy
from ui.scenes.analysis.choice_list import ChoiceListScene, describe_finding
from ui.scenes.analysis.mistake_widget import (
    BETTER_LEFT,
    COLUMN_WIDTH,
    PLAYED_LEFT,
    TEXT_LEFT,
    Mistake,
    MistakeWidget,
)
from ui.scenes.analysis.progress import PendingAnalysis
from ui.scenes.page import BOARD_PADDING, FOOTER_HEIGHT, Page
from ui.widgets.base import set_visible
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.info_mark import MARK_SIZE, InfoMark
from ui.widgets.label import Align, LineLabel
from ui.widgets.line_chart import AxisTick, ChartLine, ChartPoint, LineChart, LineChartWidget, make_percent_ticks
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH, PADDING, ScrollArea
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width

TWO_BOARDS_MIN_WIDTH: Final = 940
"""The width of a page with room for two columns, in design pixels."""
LEFT_WIDTH_RATIO: Final = 65 / 144
"""The share of the left column in the width of both."""
BOARD_GAP: Final = 16
ACCURACY_BOARD_HEIGHT: Final = 152
HEADING_HEIGHT: Final = 44
MIN_CHART_HEIGHT: Final = 200
LABEL_HEIGHT: Final = 28
MIN_MISTAKE_HEIGHT: Final = 118
MAX_MISTAKE_HEIGHT: Final = 136
RETRY_BUTTON_HEIGHT: Final = 48
MIN_TEXT_WIDTH: Final = 150
"""The width of the text of a mistake that leaves room for its button beside it, in design pixels."""
CHART_LINE_STYLE: Final = 1
MAX_TRICK_TICKS: Final = 6


class AnalysisScene(Page):
    """The analysis of a match: the accuracy of each player, and the mistakes of a person.

    ``other_players``: the analysis of the computer players, which may still run; it is canceled with the page.
    """

    title = N_("Analysis")
    max_scale = 1.5

    def __init__(
        self, context: AppContext, result: MatchAnalysis, match_id: int, other_players: PendingAnalysis
    ) -> None:
        super().__init__(context)
        self.analysis = result
        self.match_id = match_id
        self.other_players = other_players
        self._is_other_result_shown = False
        self._header_right = 0
        self.names = format_player_names(result.names)
        kinds = (PERSON_KIND if seat in result.seats else "" for seat in range(len(result.names)))
        players = tuple(map(PlayerInfo, result.names, kinds))
        self._portraits = choose_portraits(result.names, filter_human_avatars(players, context.avatars))
        self._chart: LineChartWidget | None = None
        self._chart_caption: LineLabel | None = None
        self._mistake_widgets: list[MistakeWidget] = []
        self._show_seat(result.seats[0] if result.seats else 0)

    # -- what is shown

    @property
    def deck(self) -> DeckStyle:
        return self.context.get_deck(GAMES[self.analysis.game_id].deck)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about the choices of the shown seat."""
        return self.analysis.get_findings(self.seat)

    @property
    def tasks(self) -> tuple[RetryTask, ...]:
        """The biggest mistakes of the shown seat, the costliest first."""
        return self.analysis.get_retry_tasks(self.seat)

    @property
    def narration(self) -> tuple[str, ...]:
        return _(self.title), self._summary_text, *self._list_mistake_lines()

    @property
    def _summary_text(self) -> str:
        """The accuracy of the shown player."""
        if not list_judgments(self.findings):
            return _("Nothing to judge in this match.")
        text = _("Accuracy of {name}: {accuracy}.")
        return text.format(name=self.names[self.seat], accuracy=format_percent(compute_accuracy(self.findings)))

    def _list_mistake_lines(self) -> tuple[str, ...]:
        if not self.tasks:
            return (_("No mistakes"),)
        text = _("Mistake {number}: {where}. {verdict}. {reason}")
        lines = []
        for number, task in enumerate(self.tasks, 1):
            judgment = task.finding.judgment
            assert judgment is not None, "a task has been judged"
            verdict = make_sentence(describe_judgment(self.analysis.game_id, judgment, self.deck)).rstrip(".")
            where = describe_location(task.finding.location)
            lines.append(text.format(number=number, where=where, verdict=verdict, reason=summarize_mistake(task)))
        return tuple(lines)

    def _show_seat(self, seat: int) -> None:
        """Show the choices of a seat, with its biggest mistake selected, else the one where the curve begins."""
        self.seat = seat
        with_chance = (index for index, finding in enumerate(self.findings) if finding.win_probability is not None)
        self.selected_index = self.findings.index(self.tasks[0].finding) if self.tasks else next(with_chance, 0)

    def set_seat(self, seat: int) -> None:
        """Show the choices of another seat."""
        had_tasks = bool(self.tasks)
        self._show_seat(seat)
        if had_tasks != bool(self.tasks):
            self.context.scenes.rebuild()
            self._narrate(self._summary_text)
            return
        for name in ("accuracy", "course", "mistakes"):
            self.recompose(name)
        self._narrate(self._summary_text)

    def _narrate(self, *lines: str) -> None:
        if self.context.narrate is not None:
            for line in lines:
                self.context.narrate(make_sentence(line))

    # -- the page

    def compose(self) -> None:
        px, body = self.context.px, self.body
        gap = px(BOARD_GAP)
        self._add_seat_choice()
        if body.width < px(TWO_BOARDS_MIN_WIDTH):
            self.add_board(body)
            area = self._begin_area("all", body)
            y = self._compose_accuracy(area, 0)
            y = self._compose_mistakes(area, y + gap, 0)
            y = self._compose_course(area, y + gap, px(MIN_CHART_HEIGHT))
            self.end_scroll_area("all", y)
        else:
            left_width = round((body.width - gap) * LEFT_WIDTH_RATIO)
            top = pygame.Rect(body.left, body.top, left_width, px(ACCURACY_BOARD_HEIGHT))
            low = pygame.Rect(body.left, top.bottom + gap, left_width, body.bottom - top.bottom - gap)
            right = pygame.Rect(top.right + gap, body.top, body.right - top.right - gap, body.height)
            if not self.tasks:  # the mistakes need one line, and the chart can have the room
                right.height, low.width = top.height, body.width
            for board in (top, low, right):
                self.add_board(board)
            self._compose_accuracy(self._begin_area("accuracy", top), 0)
            self.end_scroll_area("accuracy", top.height - 2 * px(PADDING + 4))
            area = self._begin_area("course", low)
            free_height = low.height - 2 * px(PADDING) - px(HEADING_HEIGHT + 8)
            self.end_scroll_area("course", self._compose_course(area, 0, max(px(MIN_CHART_HEIGHT), free_height)))
            area = self._begin_area("mistakes", right)
            self.end_scroll_area("mistakes", self._compose_mistakes(area, 0, right.height))
        self._add_footer()

    def _begin_area(self, name: str, board: pygame.Rect) -> ScrollArea:
        """Begin a scroll area whose bar is at the edge of the board, so that the margins are equal."""
        rect = board.copy()
        rect.width += self.context.px(BAR_WIDTH + BAR_GAP)
        return self.begin_scroll_area(name, rect)

    def _add_footer(self) -> None:
        px, area = self.context.px, self.area
        back_button = self.add_footer_button("back", _("Back"), self.on_escape)
        middle = pygame.Rect(
            back_button.rect.right + px(BOARD_GAP), area.bottom - px(FOOTER_HEIGHT), 0, px(FOOTER_HEIGHT)
        )
        middle.width = area.right - middle.left
        if self.tasks:
            learn_button = self.add_footer_button(
                "learn", _("Retry all"), partial(self.learn, 0), is_right=True, symbol="retry"
            )
            middle.width = learn_button.rect.left - px(BOARD_GAP) - middle.left
        words = _("List choices"), _("Watch replay")
        widths = [max(px(120), self.measure_button_width(text)) for text in words]
        share = min(1.0, (middle.width - px(BOARD_GAP)) / sum(widths))
        left_rect, right_rect = (pygame.Rect(middle.topleft, (int(share * width), middle.height)) for width in widths)
        right_rect.right = middle.right
        all_choices_button = self.add_button("all-choices", words[0], left_rect, self._open_choices)
        set_visible(all_choices_button, is_visible=bool(self.findings))
        self.add_button("replay", words[1], right_rect, partial(self.context.router.open_replay, self.match_id))

    def _add_heading(self, area: ScrollArea, text: str, y: int, width: int) -> None:
        """Add a heading at ``y``, at most ``width`` pixels wide."""
        size = self.context.px(theme.SECTION_TEXT_SIZE)
        rect = pygame.Rect(0, y, width, round(size * 1.4))
        LineLabel(text, rect, area.place, size=theme.SECTION_TEXT_SIZE, color=theme.CREAM, face="serif")

    # -- accuracy

    def _compose_accuracy(self, area: ScrollArea, y: int) -> int:
        """Add the accuracies at ``y``; return the y coordinate below them."""
        px = self.context.px
        heading = _("Accuracy of choices")
        width = theme.load_font("serif", px(theme.SECTION_TEXT_SIZE)).size(heading)[0] + px(2)
        self._add_heading(area, heading, y, width)
        mark_rect = pygame.Rect(0, 0, px(MARK_SIZE), px(MARK_SIZE))
        mark_rect.midleft = width + px(8), y + round(px(theme.SECTION_TEXT_SIZE) * 0.7)
        text = _("How close the choices come to the best ones. 100%: always the best choice.")
        mark = InfoMark(text, mark_rect, area.place)
        self.focus.add(mark, "info-accuracy", area, heading)
        top = y + px(HEADING_HEIGHT)
        self.compose_part("accuracy", partial(self._add_accuracies, area, top))
        return top + px(ACCURACY_HEIGHT)

    def _add_accuracies(self, area: ScrollArea, y: int) -> None:
        self._is_other_result_shown = self.other_players.result is not None
        others = [seat for seat in range(len(self.names)) if seat != self.seat]
        players = [self._make_player(seat) for seat in (self.seat, *others)]
        rect = pygame.Rect(0, y, area.width, self.context.px(ACCURACY_HEIGHT))
        AccuracyWidget(self.context, players, rect, area.place)

    def _make_player(self, seat: int) -> PlayerAccuracy:
        result = self.analysis if seat in self.analysis.seats else self.other_players.result
        accuracy = compute_accuracy(result.get_findings(seat)) if result is not None else None
        is_pending = result is None and self.other_players.is_busy
        return PlayerAccuracy(self.names[seat], self._portraits[seat], accuracy, is_pending)

    def _add_seat_choice(self) -> None:
        """Add a choice of the player beside the title, above all that it changes, if there are several."""
        result, area, px = self.analysis, self.area, self.context.px
        self._header_right = area.right
        if len(result.seats) < 2:
            return
        names, ui_scale = [self.names[seat] for seat in result.seats], self.context.ui_scale
        width = compute_row_width(names, ui_scale)
        if width > area.width // 2:
            width = min(compute_cycle_width(names, ui_scale), area.width // 2)
        rect = pygame.Rect(area.right - width, 0, width, px(CONTROL_HEIGHT))
        rect.centery = self.title_rect.centery
        choice = SegmentedControl(result.seats, names, self.seat, rect, self.context.place)
        self.bind_value("person", choice, self.set_seat, _("Whose choices"))
        self._header_right = rect.left - px(24)

    # -- the course of the match

    def _compose_course(self, area: ScrollArea, y: int, height: int) -> int:
        """Add the chart of the chances at ``y``, ``height`` pixels high; return the y coordinate below it."""
        label = _(get_ai_info(self.analysis.game_id).win_probability_label)
        caption_width = area.width * 2 // 5
        self._add_heading(area, label, y, area.width - caption_width)
        self.compose_part("course", partial(self._add_chart, area, y, caption_width, height))
        return y + self.context.px(HEADING_HEIGHT) + height

    def _add_chart(self, area: ScrollArea, y: int, caption_width: int, height: int) -> None:
        px = self.context.px
        caption_rect = pygame.Rect(area.width - caption_width, y, caption_width, px(34))
        self._chart_caption = LineLabel(
            self._caption_text, caption_rect, area.place, size=16, color=theme.MUTED, align="right"
        )
        lines = [ChartLine(self._make_chart_points(), style=CHART_LINE_STYLE, is_area=True)]
        chart = LineChart(
            self.context.ui_scale,
            self.context.theme,
            lines,
            (0.0, 1.0),
            make_percent_ticks(),
            self._make_ticks(),
            text_size=px(16),
        )
        rect = pygame.Rect(0, y + px(HEADING_HEIGHT), area.width, height)
        self._chart = LineChartWidget(chart, rect, area.place, value=self.selected_index)
        self.bind_value("course", self._chart, self._select_finding, _("Course of the match"), area)

    @property
    def _caption_text(self) -> str:
        """The place and the chance of the selected choice."""
        if self.selected_index >= len(self.findings):
            return ""
        finding = self.findings[self.selected_index]
        text = self._format_place(finding)
        return text if finding.win_probability is None else f"{text} · {format_percent(finding.win_probability)}"

    def _format_place(self, finding: Finding) -> str:
        """Return the deal and the trick of a choice; the deal only if there are several."""
        location, has_deals = finding.location, len(self.analysis.deal_results) > 1
        if not location.trick:
            return _("Deal {deal}").format(deal=location.deal) if has_deals else _("Before play")
        return describe_location(location) if has_deals else _("Trick {trick}").format(trick=location.trick)

    def _make_chart_points(self) -> list[ChartPoint]:
        badges = {task.finding.location: str(number) for number, task in enumerate(self.tasks, 1)}
        findings = self.findings
        deals = [finding.location.deal for finding in findings]
        return [
            ChartPoint(
                _find_chance(findings, index),
                badge=badges.get(finding.location, ""),
                is_line_start=index > 0
                and (deals[index - 1] != deals[index] or findings[index - 1].win_probability is None),
            )
            for index, finding in enumerate(findings)
        ]

    def _make_ticks(self) -> list[AxisTick]:
        """Return a tick at the first choice of each deal, or at some tricks of the only deal."""
        locations = [finding.location for finding in self.findings]
        if len(self.analysis.deal_results) > 1:
            starts = [
                index for index, place in enumerate(locations) if not index or locations[index - 1].deal != place.deal
            ]
            first_text = _("Deal {deal}").format(deal=locations[0].deal) if locations else ""
            return [AxisTick(index, str(locations[index].deal) if index else first_text) for index in starts]
        tricks = [(index, place.trick) for index, place in enumerate(locations) if place.trick]
        step = -(-len(tricks) // MAX_TRICK_TICKS) or 1
        return [
            AxisTick(index, str(trick) if count else _("Trick {trick}").format(trick=trick))
            for count, (index, trick) in enumerate(tricks)
            if count % step == 0
        ]

    def _select_finding(self, index: int) -> None:
        self.selected_index = index
        if self._chart is not None and self._chart_caption is not None:
            self._chart.select(index)
            self._chart_caption.set_text(self._caption_text)
        finding = self.findings[index]
        self._narrate(*describe_finding(finding, self.analysis, self.deck))

    def _open_choices(self) -> None:
        self.context.scenes.push(ChoiceListScene(self.context, self.analysis, self.seat, self.selected_index))

    # -- mistakes

    def _compose_mistakes(self, area: ScrollArea, y: int, board_height: int) -> int:
        """Add the mistakes at ``y``, for a board of a height in pixels; return the y coordinate below them."""
        px = self.context.px
        self._add_heading(area, _("Biggest mistakes"), y, area.width)
        top = y + px(HEADING_HEIGHT)
        free_height = board_height - 2 * px(PADDING + 2) - px(HEADING_HEIGHT + LABEL_HEIGHT)
        row_height = min(max(px(MIN_MISTAKE_HEIGHT), free_height // 3), px(MAX_MISTAKE_HEIGHT))
        self.compose_part("mistakes", partial(self._add_mistakes, area, top, row_height))
        row_count = max(3 if board_height and self.tasks else 1, len(self.tasks))
        return top + px(LABEL_HEIGHT) + row_count * row_height

    def _add_mistakes(self, area: ScrollArea, y: int, row_height: int) -> None:
        px = self.context.px
        self._mistake_widgets = []
        if not self.tasks:
            text = _("No mistakes") if list_judgments(self.findings) else _("Nothing to judge in this match.")
            self._add_line(area, text, pygame.Rect(0, y + px(24), area.width, px(32)), "left", theme.CREAM)
            return
        labels: tuple[tuple[str, int, Align], ...] = (
            (_("Played"), PLAYED_LEFT, "centre"),
            (_("Better"), BETTER_LEFT, "centre"),
            (_(get_ai_info(self.analysis.game_id).loss_title), TEXT_LEFT, "left"),
        )
        for text, left, align in labels:
            width = px(COLUMN_WIDTH) if align == "centre" else area.width - px(left)
            self._add_line(area, text, pygame.Rect(px(left), y, width, px(LABEL_HEIGHT)), align, theme.MUTED)
        button_text = _("Retry")
        button_width = (
            self.context.px(78) + theme.load_font(theme.BUTTON_FACE, px(theme.BODY_TEXT_SIZE)).size(button_text)[0]
        )
        is_beside = area.width - px(TEXT_LEFT) - button_width - px(12) >= px(MIN_TEXT_WIDTH)
        for number, task in enumerate(self.tasks, 1):
            row = pygame.Rect(0, y + px(LABEL_HEIGHT) + (number - 1) * row_height, area.width, row_height)
            widget = MistakeWidget(
                self.context,
                self._make_mistake(number, task),
                self.deck,
                row,
                area.place,
                right_space=button_width + px(12) if is_beside else 0,
            )
            self._mistake_widgets.append(widget)
            rect = pygame.Rect(0, 0, button_width, px(RETRY_BUTTON_HEIGHT if is_beside else CONTROL_HEIGHT))
            if is_beside:
                rect.midright = row.midright
            else:
                rect.bottomleft = row.left + px(TEXT_LEFT), row.bottom - px(4)
            self.add_button(
                f"try-again-{number}", button_text, rect, partial(self.learn, number - 1), style="#small",
                label=f"{button_text} {number}", scroll_area=area, symbol="retry",
            )  # fmt: skip
        cards = [card for widget in self._mistake_widgets for card in widget.cards]
        if cards:
            self.context.scene_card_images.prepare(cards, [self._mistake_widgets[0].card_width])

    def _add_line(self, area: ScrollArea, text: str, rect: pygame.Rect, align: Align, color: theme.Color) -> None:
        size = 16 if color == theme.MUTED else theme.BODY_TEXT_SIZE
        LineLabel(text, rect, area.place, size=size, color=color, align=align)

    def _make_mistake(self, number: int, task: RetryTask) -> Mistake:
        judgment = task.finding.judgment
        assert judgment is not None, "a task has been judged"
        return Mistake(
            number,
            judgment.chosen_action,
            judgment.best_option.action,
            format_loss(self.analysis.game_id, judgment.chosen_option),
            self._format_place(task.finding),
            summarize_mistake(task),
        )

    def learn(self, number: int) -> None:
        """Let the player make a choice again. ``number``: the index of the mistake."""
        self.context.router.open_choice_retry(self.tasks, self.analysis.names, number)

    def update(self, seconds: float) -> None:
        for widget in self._mistake_widgets:
            widget.refresh()
        if self.other_players.result is not None and not self._is_other_result_shown:
            self.recompose("accuracy")

    def on_exit(self) -> None:
        if self.other_players.is_busy:
            self.other_players.cancel()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        count = len(self.analysis.deal_results)
        template = _("{game} · {deals}") if len(self.analysis.seats) < 2 else _("{game} · {deals} · choices of")
        text = template.format(
            game=_(GAMES[self.analysis.game_id].title),
            deals=ngettext("{count} deal", "{count} deals", count).format(count=count),
        )
        width = self._header_right - self.title_rect.right - self.context.px(BOARD_PADDING)
        image = theme.render_fitted_text(text, "sans", self.context.px(theme.BODY_TEXT_SIZE), theme.CREAM, width)
        canvas.blit(image, image.get_rect(midright=(self._header_right, self.title_rect.centery)))


def _find_chance(findings: Sequence[Finding], index: int) -> float | None:
    """Return the chance after a choice; before play, the first one of its deal, None if there is none."""
    deal = findings[index].location.deal
    later = (finding.win_probability for finding in findings[index:] if finding.location.deal == deal)
    return next((chance for chance in later if chance is not None), None)
