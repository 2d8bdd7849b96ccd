"""The statistics of a person at a glance: a sentence, its chart, and four facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

import pygame

from game.core.cards import DeckStyle
from game.rules import GAMES
from game.rules.statistics_entries import StatCategory
from game.statistics.statistics import PlayerStatistics, StatisticsLine, merge_accuracies
from game.text.formatting import format_decimal, format_number, format_percent
from game.text.gettext import _, ngettext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.line_chart import AxisTick, ChartLine, ChartPoint, LineChart
from ui.scenes.level_mark import describe_level
from ui.scenes.statistics.tables import format_key
from ui.widgets.fields import Action
from ui.widgets.layout import Alternatives, Column, Flow, Layers, Row, Sized, make_panel
from ui.widgets.nodes import Disc, Frame, Node, Painter, Space, Text

ENOUGH_MATCHES: Final = 10
"""The number of matches from which a course tells something."""
MIN_DEALS: Final = 3
"""The number of deals from which something is a strength or a weakness."""
FACTS_WIDTH: Final = 400
CHART_HEIGHT: Final = 180
MIN_TEXT_WIDTH: Final = 420
DOT_SIZE: Final = 20
"""In design pixels: the facts beside the chart, the least height and width of the chart, a match as a dot."""


class Strength(NamedTuple):
    """Something that happens in deals, such as a bid, with how often it went well."""

    group: StatCategory
    line: StatisticsLine


def describe_wins(statistics: PlayerStatistics) -> tuple[str, str]:
    """Return a sentence on the matches won, and what equal luck would give."""
    won, count = statistics.matches.won, statistics.matches.total
    text = ngettext("You won {won} of {count} match", "You won {won} of {count} matches", count)
    sentence = text.format(won=format_number(won, 1), count=format_number(count))
    expected = statistics.expected_win_rate
    luck = _("With equal luck it would be {won}.").format(won=format_number(expected * count, 1))
    if count < ENOUGH_MATCHES:
        return sentence, _("{luck} Ten matches tell more.").format(luck=luck)
    if statistics.matches.low <= expected <= statistics.matches.high:
        return sentence, _("{luck} The difference can be luck.").format(luck=luck)
    return sentence, _("{luck} That is hardly luck.").format(luck=luck)


def describe_overview(statistics: PlayerStatistics, level: str, practice: Action) -> Node:
    """Return the page of a person in a game. ``level``: that suits, "" if unknown; ``practice``: opens the trainer."""
    sentence, luck = describe_wins(statistics)
    is_long = len(statistics.course) >= ENOUGH_MATCHES
    assisted = statistics.assisted_matches.total
    note = ngettext("{count} match with help is left out", "{count} matches with help are left out", assisted)
    words = Column(
        Text(sentence, face="serif", size=theme.TITLE_TEXT_SIZE),
        Text(luck),
        Painter(make_course_painter(statistics), height=CHART_HEIGHT, grow=1) if is_long else make_dots(statistics),
        Text(note.format(count=assisted), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED) if assisted else None,
        None if is_long else Space(grow=1),
        gap=theme.LARGE_GAP,
    )
    main = make_panel(words)
    facts = Column(*list_facts(statistics, level, practice), gap=theme.LARGE_GAP)
    beside = Row(Layers(Sized(Space(), width=MIN_TEXT_WIDTH), main, grow=1), Sized(facts, width=FACTS_WIDTH),
                 gap=theme.LARGE_GAP)  # fmt: skip
    return Alternatives(beside, Column(main, facts, gap=theme.LARGE_GAP))


def make_dots(statistics: PlayerStatistics) -> Node:
    """Return the matches as dots, those won filled."""
    return Flow(
        *(Disc(DOT_SIZE, fill_color=theme.OWN_SIDE_COLOR if won else None, line_color=theme.OWN_SIDE_COLOR)
          for won, _chance in statistics.course)
    )  # fmt: skip


def make_course_painter(statistics: PlayerStatistics) -> Callable[[Frame, Canvas, pygame.Rect], None]:
    """Return the function that paints the wins so far, match by match, against equal luck."""
    won, lucky = (list(accumulate(column)) for column in zip(*statistics.course, strict=True))
    labels = _("{count} won"), _("{count} with equal luck")
    lines = [
        ChartLine([ChartPoint(value) for value in values], style, label.format(count=format_number(values[-1], 1)))
        for values, label, style in zip((won, lucky), labels, (1, 5), strict=True)
    ]
    ticks = [AxisTick(0, _("first match")), AxisTick(len(won) - 1, _("latest"))]

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        place = frame.place
        values = (0.0, max(won[-1], lucky[-1]))
        LineChart(place.scale, place.manager.theme, lines, values, (), ticks).paint(canvas, rect)

    return paint


def list_facts(statistics: PlayerStatistics, level: str, practice: Action) -> Sequence[Node]:
    """Return the level, the best, the hardest, and what a choice costs, as far as they are known."""
    facts, deck = list[Node](), GAMES[statistics.game_id].deck
    if level:
        facts.append(make_fact(_("Your level"), describe_level(level)))
    strengths = list_strengths(statistics)
    if len(strengths) > 1:
        for title, strength in ((_("Your best"), strengths[-1]), (_("Hardest for you"), strengths[0])):
            facts.append(make_fact(title, Text(format_strength(strength, deck), face="bold")))
    cost = _("Not known before an analysis")
    if statistics.accuracies:
        mean_loss = merge_accuracies(statistics.accuracies).mean_loss
        cost = _("{value} lost in each choice").format(value=format_decimal(mean_loss, 2))
    facts.append(make_fact(_("Costs you most"), Text(cost, face="bold"), practice))
    return facts


def make_fact(title: str, fact: Node, button: Action | None = None) -> Node:
    """Return a panel with a fact below its title, and a button beside it or None."""
    texts = Column(Text(title, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED), fact, gap=theme.TINY_GAP, grow=1)
    return make_panel(Row(texts, button, gap=theme.GAP, align="middle"), grow=1)


def list_strengths(statistics: PlayerStatistics) -> list[Strength]:
    """Return what happened in enough deals, the worst first."""
    found = [
        Strength(group, line)
        for group, lines in statistics.categories
        for line in lines
        if line.win_rate.total >= MIN_DEALS
    ]
    return sorted(found, key=lambda strength: strength.line.win_rate.rate)


def format_strength(strength: Strength, deck: DeckStyle) -> str:
    """Return a strength in words: "Tricks taken, by bid: Nil, 4 of 5"."""
    rate = strength.line.win_rate
    return _("{title}: {name}, {share}").format(
        title=_(strength.group.title),
        name=format_key(strength.group, strength.line.key, deck),
        share=format_percent(rate.rate),
    )
