"""Statistics as tables with titles, for the screen, the narration and CSV files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.cards import FRENCH_RANKS, DeckStyle
from game.core.sanitizer import capitalize_first
from game.rules import GAMES
from game.rules.statistics_entries import SUCCESS_TEXT, StatCategory
from game.statistics.statistics import (
    AccuracySummary,
    PlayerStatistics,
    StatisticsLine,
    WinRate,
    estimate_win_rate,
    merge_accuracies,
)
from game.text.card_names import format_rank_name
from game.text.formatting import (
    format_date,
    format_decimal,
    format_iso_date,
    format_number,
    format_percent,
    join_with_semicolons,
)
from game.text.gettext import _, ngettext
from ui.scenes.statistics.csv_export import Cell


class StatisticsFigure(NamedTuple):
    """A row of a table: a label, a share with its bounds, and a figure.

    ``is_total``: the row summarizes the others; ``file_label``: the label in a file, empty if it is the same.
    """

    label: str
    share: WinRate
    value: float
    is_total: bool = False
    file_label: str = ""


class StatisticsTable(NamedTuple):
    """A table of statistics.

    ``success_label``: the name of a success; ``value_label``: the name of the figure, empty if there is none;
    ``is_over_time``: the rows are in chronological order; ``is_accuracy``: the shares are accuracies, the figures mean
    losses; ``success_text``: as in `StatCategory`.
    """

    title: str
    success_label: str
    value_label: str
    rows: tuple[StatisticsFigure, ...]
    is_over_time: bool = False
    is_accuracy: bool = False
    success_text: str = SUCCESS_TEXT


def make_tables(statistics: PlayerStatistics) -> tuple[StatisticsTable, ...]:
    """Return the tables of a person in a game, without those that have no data."""
    game = GAMES[statistics.game_id]
    categories = game.stat_categories
    success_label = _(categories[0].success_label) if categories else _("deals won")
    success_text = categories[0].success_text if categories else SUCCESS_TEXT
    help_label = _("Assisted")
    has_assisted = statistics.assisted_deals.win_rate.total > 0
    matches_label, deals_label = (_("Not assisted"),) * 2 if has_assisted else (_("Matches"), _("Deals"))
    match_rows = (
        StatisticsFigure(matches_label, statistics.matches, 0.0),
        StatisticsFigure(help_label, statistics.assisted_matches, 0.0),
    )
    deal_rows = (
        StatisticsFigure(deals_label, statistics.deals.win_rate, statistics.deals.mean_value),
        StatisticsFigure(help_label, statistics.assisted_deals.win_rate, statistics.assisted_deals.mean_value),
    )
    candidates = [
        StatisticsTable(_("Matches"), _("matches won"), "", _list_filled_rows(match_rows)),
        StatisticsTable(
            _("Deals"),
            success_label,
            _(game.deal_value_label),
            _list_filled_rows(deal_rows),
            success_text=success_text,
        ),
        *(_make_group_table(group, group_lines, game.deck) for group, group_lines in statistics.categories),
        StatisticsTable(
            _("Over time"),
            success_label,
            _(game.deal_value_label),
            tuple(_make_dated_row(*table) for table in statistics.trend),
            is_over_time=True,
            success_text=success_text,
        ),
    ]
    if statistics.accuracies:
        candidates.append(_make_accuracy_table(statistics.accuracies))
    return tuple(table for table in candidates if _list_filled_rows(table.rows))


def _list_filled_rows(rows: Sequence[StatisticsFigure]) -> tuple[StatisticsFigure, ...]:
    """Return the rows that count anything."""
    return tuple(row for row in rows if row.share.total)


def _make_accuracy_table(match_accuracies: Sequence[AccuracySummary]) -> StatisticsTable:
    """Return the table of accuracies: each match, and all together at the end."""
    rows = [
        _make_accuracy_row(format_date(match_accuracy.played_at), match_accuracy)._replace(
            file_label=format_iso_date(match_accuracy.played_at)
        )
        for match_accuracy in match_accuracies
    ]
    if len(match_accuracies) > 1:
        rows.append(_make_accuracy_row(_("All"), merge_accuracies(match_accuracies))._replace(is_total=True))
    return StatisticsTable(
        _("Accuracy"),
        _("accuracy"),
        _("lost per choice"),
        tuple(rows),
        is_over_time=len(match_accuracies) > 1,
        is_accuracy=True,
    )


def _make_accuracy_row(label: str, match_accuracy: AccuracySummary) -> StatisticsFigure:
    return StatisticsFigure(
        label,
        WinRate(
            match_accuracy.choice_count,
            match_accuracy.accuracy * match_accuracy.choice_count,
            match_accuracy.accuracy,
            match_accuracy.accuracy,
        ),
        match_accuracy.mean_loss,
    )


def _make_group_table(group: StatCategory, lines: Sequence[StatisticsLine], deck: DeckStyle) -> StatisticsTable:
    rows = [StatisticsFigure(format_key(group, line.key, deck), line.win_rate, line.mean_value) for line in lines]
    if len(lines) > 1:
        rows.append(_make_total_row(lines))
    return StatisticsTable(
        _(group.title), _(group.success_label), _(group.value_label), tuple(rows),
        success_text=group.success_text,
    )  # fmt: skip


def format_key(group: StatCategory, key: str, deck: DeckStyle) -> str:
    """Return the label of a key: that of the group, the name of a rank, or the key."""
    text = group.key_labels.get(key, "")
    if text:
        return _(text)
    is_rank = "A" in group.key_labels and key in FRENCH_RANKS
    return format_rank_name(key, deck).capitalize() if is_rank else key


def _make_total_row(lines: Sequence[StatisticsLine]) -> StatisticsFigure:
    deals, won_count = sum(line.win_rate.total for line in lines), sum(line.win_rate.won for line in lines)
    value = sum(line.mean_value * line.win_rate.total for line in lines) / deals
    return StatisticsFigure(_("All"), estimate_win_rate(deals, won_count), value, True)


def _make_dated_row(timestamp: float, line: StatisticsLine) -> StatisticsFigure:
    return StatisticsFigure(
        format_date(timestamp), line.win_rate, line.mean_value, file_label=format_iso_date(timestamp)
    )


def narrate_table(table: StatisticsTable) -> str:
    """Return a table in a line; unless it is over time, with what its figures measure."""
    title, measure = table.title, table.success_label
    if not table.is_over_time:
        if table.value_label:
            measure = _("{won} · average {value}").format(won=measure, value=table.value_label)
        title = f"{title}, {capitalize_first(measure)}"
    figures = join_with_semicolons([f"{row.label} {format_figures(table, row)}" for row in table.rows])
    return _("{title}: {figures}").format(title=title, figures=figures)


def has_shared_wins(tables: Sequence[StatisticsTable]) -> bool:
    """Return whether a table shows a number of wins that is not whole."""
    return any(row.share.won % 1 for table in tables if not table.is_accuracy for row in table.rows)


def format_figures(table: StatisticsTable, row: StatisticsFigure) -> str:
    """Return the figures of a row in a sentence."""
    if table.is_accuracy:
        text = ngettext(
            "{share} · {count} choice · average {value} lost",
            "{share} · {count} choices · average {value} lost",
            row.share.total,
        )
        return text.format(
            share=format_percent(row.share.rate),
            count=format_number(row.share.total),
            value=format_decimal(row.value, 2),
        )
    won_figure = format_number(row.share.won, 1)
    won = _(table.success_text).format(won=won_figure, count=format_number(row.share.total))
    if not table.value_label:
        return f"{format_percent(row.share.rate)} · {won}"
    return _("{won} · {value} on average").format(won=won, value=format_decimal(row.value, 1))


def make_cells(table: StatisticsTable) -> list[tuple[str, ...]]:
    """Return the names of the columns, and the cells below them row by row."""
    names: tuple[str, ...] = _("choices"), table.success_label
    if not table.is_accuracy:
        names = _("played"), table.success_label, _("share")
    cells = [("", *names, *filter(None, (table.value_label,)))]
    for row in table.rows:
        count, rate = format_number(row.share.total), format_percent(row.share.rate)
        won = () if table.is_accuracy else (format_number(row.share.won, 1),)
        value = (format_decimal(row.value, 2),) if table.value_label else ()
        cells.append((row.label, count, *won, rate, *value))
    return cells


def make_csv_rows(statistics_tables: Sequence[StatisticsTable]) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of all tables for a file, with the columns of `ui.scenes.statistics.csv_export`."""
    return tuple(
        (
            table.title,
            row.file_label or row.label,
            row.share.total,
            table.success_label,
            row.share.won,
            row.share.rate,
            row.share.low,
            row.share.high,
            table.value_label,
            row.value if table.value_label else None,
        )
        for table in statistics_tables
        for row in table.rows
    )
