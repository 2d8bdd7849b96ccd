"""The analysis of a match: accuracy, the biggest mistakes, and the course of the chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import ceil, floor
from typing import Final, Literal

import pygame

from game.ai.levels import get_ai_info
from game.analysis.model import Finding, MatchAnalysis, RetryTask, compute_accuracy, list_judgments
from game.analysis.report import describe_judgment, describe_location, format_loss, format_percent, summarize_mistake
from game.core.actions import Action as GameAction
from game.core.actions import Play
from game.core.cards import DeckStyle
from game.core.messages import N_
from game.core.sanitizer import capitalize_first
from game.match.setup import PERSON_KIND, PlayerInfo
from game.rules import GAMES
from game.session.avatars import choose_portraits, filter_human_avatars
from game.text.formatting import format_change
from game.text.gettext import _, ngettext
from game.text.messages import format_action
from game.text.narration import make_sentence
from game.text.player_names import format_player_names
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.graphics.line_chart import AxisTick, ChartLine, ChartPoint, LineChart, draw_badge
from ui.scenes.analysis.choice_list import TWO_BOARDS_MIN_WIDTH, ChoiceListScene, describe_finding
from ui.scenes.page import FOOTER_HEIGHT, Page
from ui.services.analysis_jobs import AnalysisJob
from ui.table.overlays.base import pad_scroll
from ui.widgets.fields import Action, Widget, make_choice
from ui.widgets.info_mark import InfoMark
from ui.widgets.layout import Alternatives, Cells, Column, Framed, Panel, Rest, Row, Sized
from ui.widgets.line_chart import LineChartWidget, make_percent_ticks
from ui.widgets.nodes import Frame, Line, Node, Painter, Rule, Scroll, Space, Text, make_symbol
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import CardPicture

LEFT_PERCENT: Final = 45
"""The share of the left column in the width of both, in percent."""
MIN_CHART_HEIGHT: Final = 200
CAPTION_WIDTH: Final = 180
FIGURE_TEXT_SIZE: Final = 44
PORTRAIT_SIZE: Final = 64
SMALL_PORTRAIT_SIZE: Final = 44
"""Sizes in design pixels."""
CHART_LINE_STYLE: Final = 1
POINTS_STEP: Final = 10
"""The ends of an axis of points are multiples of this."""
MAX_TRICK_TICKS: Final = 6
CARD_WIDTH: Final = 64
NUMBER_SIZE: Final = 32
ARROW_SIZE: Final = 26
COLUMN_WIDTH: Final = 84
"""The widths of a card, the number, the arrow and the column of a card, in design pixels."""
MIN_TEXT_WIDTH: Final = 150
"""The width of the text of a mistake that leaves room for its button beside it, in design pixels."""


class AnalysisScene(Page):
    """The analysis of a match: the accuracy of each player, and the mistakes of a person.

    ``other_players``: the analysis of the computer players, which may still run; it is canceled with the page.
    """

    title = N_("Analysis")
    max_scale = 1.5

    def __init__(self, context: AppContext, result: MatchAnalysis, match_id: int, other_players: AnalysisJob) -> None:
        super().__init__(context)
        self.analysis = result
        self.match_id = match_id
        self.other_players = other_players
        self._is_other_result_shown = False
        self.names = format_player_names(result.names)
        kinds = (PERSON_KIND if seat in result.seats else "" for seat in range(len(result.names)))
        players = tuple(map(PlayerInfo, result.names, kinds))
        self._portraits = choose_portraits(result.names, filter_human_avatars(players, context.avatars))
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
        text = _("{name}: accuracy {accuracy}.")
        return text.format(name=self.names[self.seat], accuracy=format_percent(compute_accuracy(self.findings)))

    def _list_mistake_lines(self) -> tuple[str, ...]:
        if not self.tasks:
            return (_("No mistakes"),)
        text = _("Mistake {number}: {where}. {verdict} {reason}")
        lines = []
        for number, task in enumerate(self.tasks, 1):
            judgment = task.finding.judgment
            assert judgment is not None, "a task has been judged"
            verdict = describe_judgment(self.analysis.game_id, judgment, self.deck)
            where = describe_location(task.finding.location)
            lines.append(text.format(number=number, where=where, verdict=verdict, reason=summarize_mistake(task)))
        return tuple(lines)

    def _show_seat(self, seat: int) -> None:
        """Show the choices of a seat, with its biggest mistake selected, else the one where the curve begins."""
        self.seat = seat
        with_chance = (index for index, finding in enumerate(self.findings) if finding.expected is not None)
        self.selected_index = self.findings.index(self.tasks[0].finding) if self.tasks else next(with_chance, 0)

    def set_seat(self, seat: int) -> None:
        """Show the choices of another seat."""
        self._show_seat(seat)
        self.recompose("body", "foot")
        self._narrate(self._summary_text)

    def _narrate(self, *lines: str) -> None:
        self.context.speak(*map(make_sentence, lines))

    # -- the page

    def list_header(self) -> Sequence[Node]:
        seats, count = self.analysis.seats, len(self.analysis.deal_results)
        template = _("{game} · {deals}") if len(seats) < 2 else _("{game} · {deals} · choices by")
        text = template.format(
            game=_(GAMES[self.analysis.game_id].title),
            deals=ngettext("{count} deal", "{count} deals", count).format(count=count),
        )
        line = Line(text, align="right", grow=9)
        if len(seats) < 2:
            return (line,)
        names = {seat: self.names[seat] for seat in seats}
        return line, make_choice(names, self.seat, id="person", label=_("Choices by"), on_change=self.set_seat)

    def list_footer(self) -> Sequence[Node]:
        open_replay = partial(self.context.router.open_replay, self.match_id)
        left = [self.make_back()]
        if self.findings:
            left.append(Action("all-choices", _("List choices"), self._open_choices, style="#menu"))
        right = [Action("replay", _("Watch replay"), open_replay, style="#menu")]
        if self.tasks:
            learn = partial(self._retry, self.tasks)
            right.append(Action("learn", _("Retry all"), learn, style="#primary", height=FOOTER_HEIGHT, symbol="retry"))
        row, actions = Row(*left, Space(grow=1), *right, gap=theme.LARGE_GAP), (*left, *right)
        return (Alternatives(row, Cells(actions, len(actions), theme.SMALL_GAP), grow=1),)

    def describe(self) -> Node:
        accuracy, mistakes, course = self._describe_accuracy(), self._describe_mistakes(), self._describe_course()
        if self.tasks:
            left = Column(_make_panel("accuracy", accuracy), _make_panel("course", course, 1), gap=theme.LARGE_GAP)
            left.grow = LEFT_PERCENT
            wide: Node = Row(left, _make_panel("mistakes", mistakes, 100 - LEFT_PERCENT), gap=theme.LARGE_GAP)
        else:  # the mistakes need one line, and the chart can have the room
            right = _make_panel("mistakes", mistakes, 100 - LEFT_PERCENT)
            top = Row(_make_panel("accuracy", accuracy, LEFT_PERCENT), right, gap=theme.LARGE_GAP)
            wide = Column(top, _make_panel("course", course, 1), gap=theme.LARGE_GAP)
        narrow = _make_panel("all", Column(accuracy, mistakes, course, gap=theme.LARGE_GAP), 1)
        return Alternatives(Rest(wide, TWO_BOARDS_MIN_WIDTH), narrow)

    def _describe_accuracy(self) -> Node:
        self._is_other_result_shown = self.other_players.result is not None
        heading = _("Accuracy of choices")
        text = _("How close the choices come to the best. 100% means every choice was the best.")
        mark = Widget(InfoMark, (text,), id="info-accuracy", label=heading, on_change=lambda _value: None)
        others = [seat for seat in range(len(self.names)) if seat != self.seat]
        players = [self._describe_player(self.seat, theme.GOLD)]
        if len(others) == 1:
            players.append(self._describe_player(others[0], theme.CREAM))
        else:
            small = Cells([self._describe_other_player(seat) for seat in others], len(others), 0)
            counting = self._describe_counting("centre") if any(map(self._is_counting, others)) else None
            players.append(Column(small, counting, grow=1))
        return Column(
            Row(_make_heading(heading), mark, gap=theme.SMALL_GAP, align="middle"),
            Row(*players, gap=theme.LARGE_GAP),
            gap=theme.GAP,
        )

    def _describe_player(self, seat: int, color: theme.Color) -> Node:
        """Return a player with a large figure."""
        name = Line(self.names[seat], size=theme.SMALL_TEXT_SIZE)
        figure: Node = Line(self._format_accuracy(seat), face="serif", size=FIGURE_TEXT_SIZE, color=color)
        if self._is_counting(seat):
            figure = self._describe_counting("left")
        portrait = PortraitRow(self.context.scene_card_images, [self._portraits[seat]], PORTRAIT_SIZE)
        return Row(portrait, Column(name, figure, grow=1), gap=theme.LARGE_GAP, align="middle", grow=1)

    def _describe_other_player(self, seat: int) -> Node:
        """Return a player among several, with a small figure, which is empty while it is computed."""
        portrait = PortraitRow(self.context.scene_card_images, [self._portraits[seat]], SMALL_PORTRAIT_SIZE)
        size = theme.ROW_TITLE_TEXT_SIZE
        figure: Node = Line(self._format_accuracy(seat), face="serif", size=size, align="centre")
        return Column(portrait, None if self._is_counting(seat) else figure)

    def _is_counting(self, seat: int) -> bool:
        """Return whether the accuracy of a seat is still computed."""
        return seat not in self.analysis.seats and self.other_players.result is None and self.other_players.is_busy

    def _describe_counting(self, align: Literal["left", "centre"]) -> Line:
        return Line(_("Still being judged…"), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align=align)

    def _format_accuracy(self, seat: int) -> str:
        """Return the accuracy of a seat, or a dash."""
        result = self.analysis if seat in self.analysis.seats else self.other_players.result
        accuracy = compute_accuracy(result.get_findings(seat)) if result is not None else None
        return "–" if accuracy is None else format_percent(accuracy)

    # -- the course of the match

    def _describe_course(self) -> Node:
        info = get_ai_info(self.analysis.game_id)
        label = _(info.course_label or info.win_probability_label)
        caption = Line(self._caption_text, id="caption", size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        beside = Row(_make_heading(label), Space(grow=1), Sized(replace(caption, align="right"), width=CAPTION_WIDTH))
        chart = LineChart(
            self.context.ui_scale,
            self.context.theme,
            [ChartLine(self._make_chart_points(), style=CHART_LINE_STYLE, is_area=True)],
            *self._make_value_axis(),
            self._make_ticks(),
        )
        widget = Widget(
            LineChartWidget,
            (chart,),
            id="course",
            label=_("How the match went"),
            on_change=self._select_finding,
            height=MIN_CHART_HEIGHT,
            grow=1,
            options={"value": self.selected_index, "format_value": self._format_expectation},
        )
        return Column(Alternatives(beside, Column(_make_heading(label), caption)), widget, gap=theme.GAP, grow=1)

    @property
    def _caption_text(self) -> str:
        """The place of the selected choice, and the result that could be expected, before and after a mistake."""
        if self.selected_index >= len(self.findings):
            return ""
        finding = self.findings[self.selected_index]
        expected, parts = finding.expected, [self._format_place(finding)]
        if expected is not None:
            figures = dict.fromkeys(map(self._format_expectation, (expected.before, expected.after)))
            parts.append(" → ".join(figures))
        return " · ".join(parts)

    @property
    def _is_course_in_points(self) -> bool:
        return bool(get_ai_info(self.analysis.game_id).course_label)

    def _format_expectation(self, value: float) -> str:
        """Return a chance or an expected lead in words."""
        return format_change(round(value) + 0.0) if self._is_course_in_points else format_percent(value)

    def _make_value_axis(self) -> tuple[tuple[float, float], tuple[AxisTick, ...]]:
        """Return the range of the chart, and its ticks: a chance, or points around 0."""
        if not self._is_course_in_points:
            return (0.0, 1.0), make_percent_ticks()
        expected = [finding.expected for finding in self.findings if finding.expected is not None]
        values = [value for each in expected for value in (each.before, each.after)]
        low, high = (
            POINTS_STEP * round_up(value / POINTS_STEP)
            for value, round_up in ((min(values, default=0.0), floor), (max(values, default=0.0), ceil))
        )
        low, high = min(low, 0), max(high, POINTS_STEP)
        return (low, high), tuple(AxisTick(value, format_change(float(value))) for value in sorted({low, 0, high}))

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
                _find_expectation(findings, index),
                badge=badges.get(finding.location, ""),
                is_line_start=index > 0 and (deals[index - 1] != deals[index] or findings[index - 1].expected is None),
                start=None if finding.expected is None else finding.expected.before,
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
        self.find("course").set_value(index)
        self.find("caption").set_text(self._caption_text)
        self._narrate(*describe_finding(self.findings[index], self.analysis, self.deck))

    def _open_choices(self) -> None:
        self.context.scenes.push(ChoiceListScene(self.context, self.analysis, self.seat, self.selected_index))

    # -- mistakes

    def _describe_mistakes(self) -> Node:
        heading = _make_heading(_("Biggest mistakes"))
        if not self.tasks:
            text = _("No mistakes") if list_judgments(self.findings) else _("Nothing to judge in this match.")
            return Column(heading, Text(text), gap=theme.GAP)
        rows = [_describe_mistake_heading(_(get_ai_info(self.analysis.game_id).loss_title))]
        for number, task in enumerate(self.tasks, 1):
            rows += [*([Rule()] if number > 1 else []), self._describe_mistake(number, task)]
        return Column(heading, *rows, gap=theme.TINY_GAP)

    def _describe_mistake(self, number: int, task: RetryTask) -> Node:
        """Return the row of a mistake, with the button below the text where the row is narrow."""
        judgment, images = task.finding.judgment, self.context.scene_card_images
        assert judgment is not None, "a task has been judged"
        loss = Line(
            format_loss(self.analysis.game_id, judgment.best_option, judgment.chosen_option), face="serif", size=30
        )
        loss.color = theme.RED_LIGHT
        place = Line(self._format_place(task.finding), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        cards = (
            _make_number_badge(number),
            _describe_action(judgment.chosen_action, images, self.deck, is_better=False),
            make_symbol("arrow", ARROW_SIZE, theme.MUTED),
            _describe_action(judgment.best_option.action, images, self.deck, is_better=True),
        )
        texts = Column(Row(loss, place, gap=theme.SMALL_GAP), Text(summarize_mistake(task)))
        retry = Action(f"try-again-{number}", _("Retry"), partial(self._retry, (task,)), symbol="retry")
        retry.label = f"{retry.text} {number}"
        below = Column(texts, Row(retry, Space(grow=1)), gap=theme.TINY_GAP)
        beside = Row(*cards, Rest(texts, MIN_TEXT_WIDTH), retry, gap=theme.GAP, align="middle")
        return Alternatives(beside, Row(*cards, Rest(below, 0), gap=theme.GAP, align="middle"))

    def _retry(self, tasks: tuple[RetryTask, ...]) -> None:
        """Let the player make these choices again."""
        self.context.router.open_choice_retry(tasks, self.analysis.names, 0, self.match_id)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.other_players.result is not None and not self._is_other_result_shown:
            self.recompose("body")

    def on_exit(self) -> None:
        if self.other_players.is_busy:
            self.other_players.cancel()


def _make_heading(text: str) -> Line:
    return Line(text, face="serif", size=theme.SECTION_TEXT_SIZE)


def _make_panel(name: str, node: Node, grow: float = 0) -> Panel:
    return Panel(pad_scroll(Scroll(name, node)), padding=0, grow=grow)


def _make_number_badge(number: int) -> Node:
    """Return the rank of a mistake in a disc."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        draw_badge(canvas, str(number), rect.center, rect.height)

    return Painter(paint, width=NUMBER_SIZE, height=NUMBER_SIZE)


def _describe_action(action: GameAction, images: CardImages, deck: DeckStyle, *, is_better: bool) -> Node:
    """Return the picture of a card, or a plate with another action in words."""
    if isinstance(action, Play):
        picture = CardPicture(action.card, CARD_WIDTH, is_better, images)
        return Sized(Row(Space(grow=1), picture, Space(grow=1)), width=COLUMN_WIDTH)
    text = Text(capitalize_first(format_action(action, deck)), size=theme.SMALL_TEXT_SIZE, align="centre")
    line_color = theme.GOLD if is_better else None
    return Sized(Framed(text, padding=theme.TINY_GAP, top=theme.GAP, line_color=line_color), width=COLUMN_WIDTH)


def _describe_mistake_heading(loss_title: str) -> Node:
    """Return the headings of the columns."""
    played, better = (
        Sized(Line(text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre"), width=COLUMN_WIDTH)
        for text in (_("Played"), _("Better"))
    )
    loss = Line(loss_title, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, grow=1)
    return Row(Space(NUMBER_SIZE), played, Space(ARROW_SIZE), better, loss, gap=theme.GAP)


def _find_expectation(findings: Sequence[Finding], index: int) -> float | None:
    """Return the expected result after a choice; before play, that before the first card, None if there is none."""
    own, deal = findings[index].expected, findings[index].location.deal
    later = (finding.expected for finding in findings[index:] if finding.location.deal == deal)
    return own.after if own is not None else next((each.before for each in later if each is not None), None)
