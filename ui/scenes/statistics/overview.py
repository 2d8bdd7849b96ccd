"""The statistics of a person at a glance: a sentence, its chart, and four facts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple

from game.ai.levels import get_ai_info
from game.rules import GAMES
from game.rules.statistics_entries import SUCCESS_TEXT
from game.statistics.level_suggestions import LevelOutlook
from game.statistics.statistics import PlayerStatistics, WinRate
from game.statistics.wins import ENOUGH_MATCHES, describe_wins, format_way_up
from game.text.formatting import format_decimal, format_number
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_kind
from game.trainer.model import list_task_kinds
from game.trainer.text import get_kind_texts
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.line_chart import AxisTick, ChartLine, ChartPoint, LineChart
from ui.scenes.level_mark import describe_level
from ui.scenes.statistics.tables import format_key
from ui.widgets.fields import Action
from ui.widgets.layout import Alternatives, Column, Flow, Layers, Row, Sized, make_panel
from ui.widgets.nodes import Node, Painter, Space, Text, make_disc

MIN_DEALS: Final = 3
"""The number of deals from which something is a strength or a weakness."""
FACTS_WIDTH: Final = 432
CHART_HEIGHT: Final = 180
MIN_TEXT_WIDTH: Final = 420
DOT_SIZE: Final = 20
"""In design pixels: the facts beside the chart, the least height and width of the chart, a match as a dot."""


class Strength(NamedTuple):
    """Something that happens in deals, such as a bid, or the matches at a level, and how often it went well."""

    title: str
    successes: str
    win_rate: WinRate


def describe_overview(context: AppContext, statistics: PlayerStatistics, outlook: LevelOutlook | None) -> Node:
    """Return the page of a person in a game. ``outlook``: None if unknown."""
    sentence, luck = describe_wins(statistics)
    is_long = len(statistics.course) >= ENOUGH_MATCHES
    assisted = statistics.assisted_matches.total
    note = ngettext("{count} assisted match isn't counted", "{count} assisted matches aren't counted", assisted)
    words = Column(
        Text(sentence, face="serif", size=theme.TITLE_TEXT_SIZE),
        Text(luck),
        describe_course(context, statistics) if is_long else make_dots(statistics),
        Text(note.format(count=assisted), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED) if assisted else None,
        None if is_long else Space(grow=1),
        gap=theme.LARGE_GAP,
    )
    main = make_panel(words)
    facts = Column(*list_facts(context, statistics, outlook), gap=theme.GAP)
    beside = Row(Layers(Sized(Space(), width=MIN_TEXT_WIDTH), main, grow=1), Sized(facts, width=FACTS_WIDTH),
                 gap=theme.LARGE_GAP)  # fmt: skip
    return Alternatives(beside, Column(main, facts, gap=theme.LARGE_GAP))


def make_dots(statistics: PlayerStatistics) -> Node:
    """Return the matches as dots, those won filled."""
    return Flow(
        *(make_disc(DOT_SIZE, fill_color=theme.OWN_SIDE_COLOR if won else None, line_color=theme.OWN_SIDE_COLOR)
          for won, _chance in statistics.course)
    )  # fmt: skip


def describe_course(context: AppContext, statistics: PlayerStatistics) -> Node:
    """Return the chart of the wins so far, match by match, against equal luck."""
    won, lucky = (list(accumulate(column)) for column in zip(*statistics.course, strict=True))
    labels = _("{count} won"), _("{count} by luck alone")
    lines = [
        ChartLine(
            [ChartPoint(value) for value in values],
            style,
            label.format(count=format_number(values[-1], 1)),
            is_area=values is lucky,
        )
        for values, label, style in zip((won, lucky), labels, (1, 5), strict=True)
    ]
    ticks = [AxisTick(0, _("first match")), AxisTick(len(won) - 1, _("latest"))]
    chart = LineChart(context.ui_scale, context.theme, lines, (0.0, max(won[-1], lucky[-1])), (), ticks)
    return Painter(lambda _frame, canvas, rect: chart.paint(canvas, rect), height=CHART_HEIGHT, grow=1)


def list_facts(context: AppContext, statistics: PlayerStatistics, outlook: LevelOutlook | None) -> Sequence[Node]:
    """Return the level, the best, the hardest, and what costs most, as far as they are known."""
    facts = list[Node]()
    if outlook is not None:
        facts.append(make_fact(_("Your level"), describe_level(outlook.level), format_way_up(outlook)))
    strengths = list_strengths(statistics, outlook)
    if len(strengths) > 1:
        for title, strength in ((_("Your best"), strengths[-1]), (_("Hardest for you"), strengths[0])):
            facts.append(make_fact(title, Text(strength.title, face="bold"), strength.successes))
    return [*facts, describe_costliest(context, statistics)]


def describe_costliest(context: AppContext, statistics: PlayerStatistics) -> Node:
    """Return the kind of choices that cost most, with the way to the tasks that train them."""
    game, costliest = statistics.game_id, statistics.costliest
    kind = next((kind for kind in list_task_kinds(game) if costliest is not None and kind == costliest.kind), None)
    fact, cost = _("Analyze a finished match to find out"), ""
    if costliest is not None and kind is not None:
        fact = _(get_kind_texts(game, kind)[0])
        cost = _("{title}: {name}").format(
            title=_(get_ai_info(game).loss_title), name=format_decimal(costliest.mean_cost, 1)
        )
    practice = partial(context.router.open_trainer, game, kind)
    button = Action("practice", _("Practice"), practice, symbol="learn")
    return make_fact(_("Your costliest mistakes"), Text(fact, face="bold"), cost, button)


def make_fact(title: str, fact: Node, note: str = "", button: Action | None = None) -> Node:
    """Return a panel with a fact below its title and above a note, and a button beside them or None."""
    lines = (Text(text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED) if text else None for text in (title, note))
    first, last = lines
    texts = Column(Space(grow=1), first, fact, last, Space(grow=1), gap=theme.TINY_GAP, grow=1)
    return make_panel(Row(texts, button, gap=theme.GAP, align="middle"), grow=1, top=theme.SMALL_GAP)


def list_strengths(statistics: PlayerStatistics, outlook: LevelOutlook | None) -> list[Strength]:
    """Return what happened in enough deals, the worst first; of a game that tells nothing of it, the levels."""
    found, deck = list[Strength](), GAMES[statistics.game_id].deck
    for group, lines in statistics.categories:
        for line in lines:
            text = _("{title}: {name}").format(title=_(group.title), name=format_key(group, line.key, deck))
            found.append(Strength(text, _format_wins(line.win_rate, group.success_text), line.win_rate))
    for level, win_rate in outlook.win_rates if outlook is not None and not found else ():
        text = _("Against {level}").format(level=format_player_kind(level))
        found.append(Strength(text, _format_wins(win_rate, SUCCESS_TEXT), win_rate))
    enough = (strength for strength in found if strength.win_rate.total >= MIN_DEALS)
    return sorted(enough, key=lambda strength: strength.win_rate.rate)


def _format_wins(win_rate: WinRate, text: str) -> str:
    return _(text).format(won=format_number(win_rate.won, 1), count=format_number(win_rate.total))
