"""Statistics in words: tables with a title, the same for charts, for what stands behind them and for the CSV file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.conventions import date, decimal, number, percent, plain_date
from game.engine.cards import FRENCH_RANKS, Deck
from game.i18n import _, ngettext
from game.names import rank_name
from game.rules import GAMES
from game.rules.parts import Group
from game.statistics import Judged, Line, Share, Statistics, share, together
from game.store.sheets import Row
from ui.widgets.bars import Bar


class Figure(NamedTuple):
    """One line: its label, a share with its bounds, a figure. ``total``: it sums up the others.

    ``in_file``: the label that a file has, where that is another.
    """

    label: str
    share: Share
    value: float
    total: bool = False
    in_file: str = ""


class Table(NamedTuple):
    """``won``: what a success is called here; ``value``: what the figure is, empty where there is none.

    ``by_chance``: the share that nobody needs to play for, none below 0; ``in_time``: its lines follow one another.
    ``judged``: its shares are those of what was to be had, and the figure is what a choice lost.
    """

    title: str
    won: str
    value: str
    figures: tuple[Figure, ...]
    by_chance: float = -1.0
    in_time: bool = False
    judged: bool = False


def tables(found: Statistics) -> tuple[Table, ...]:
    """All that there is to show of a person at a game; tables of which nothing is known are left out."""
    game = GAMES[found.game]
    won = _(game.groups[0].won) if game.groups else _("deals won")
    deals = Figure(_("Deals"), found.deals.share, found.deals.value)
    matches = Figure(_("Matches"), found.matches, 0.0)
    every = [
        Table(_("Matches"), _("matches won"), "", (matches,), found.by_chance),
        Table(_("Deals"), won, _("points a deal"), (deals,)),
        *(_of_group(group, lines, game.deck) for group, lines in found.parts),
        Table(_("Over time"), won, _("points a deal"), tuple(_in_time(*one) for one in found.trend), in_time=True),
    ]
    if found.judged:
        every.append(_of_judged(found.judged))
    return tuple(one for one in every if any(figure.share.deals for figure in one.figures))


def _of_judged(found: Sequence[Judged]) -> Table:
    """What the analysis says: in time, and at the end all of it together."""
    figures = [_judged(date(one.when), one)._replace(in_file=plain_date(one.when)) for one in found]
    if len(found) > 1:
        figures.append(_judged(_("All"), together(found))._replace(total=True))
    return Table(_("By the analysis"), _("of what was to be had"), _("lost a choice"), tuple(figures), judged=True)


def _judged(label: str, one: Judged) -> Figure:
    return Figure(label, Share(one.choices, one.accuracy * one.choices, one.accuracy, one.accuracy), one.loss)


def _of_group(group: Group, lines: Sequence[Line], deck: Deck) -> Table:
    figures = [Figure(_key(group, line.key, deck), line.share, line.value) for line in lines]
    if len(lines) > 1:
        figures.append(_total(lines))
    return Table(_(group.title), _(group.won), _(group.value), tuple(figures))


def _key(group: Group, key: str, deck: Deck) -> str:
    """A key in words: the group's, a rank's name, or the key itself."""
    words = group.keys.get(key, "")
    if words:
        return _(words)
    return rank_name(key, deck).capitalize() if key in FRENCH_RANKS and not key.isdecimal() else key


def _total(lines: Sequence[Line]) -> Figure:
    deals, won = sum(line.share.deals for line in lines), sum(line.share.won for line in lines)
    value = sum(line.value * line.share.deals for line in lines) / deals
    return Figure(_("All"), share(deals, won), value, True)


def _in_time(when: float, line: Line) -> Figure:
    return Figure(date(when), line.share, line.value, in_file=plain_date(when))


def bars(table: Table) -> tuple[Bar, ...]:
    """The table as a chart."""
    plain = _("{share} · {won} of {count}")
    more = _("{share} · {won} of {count} · {value}")

    def said(one: Figure) -> str:
        if table.judged:
            words = ngettext("{share} · {count} choice · ø {value} lost", "{share} · {count} choices · ø {value} lost",
                             one.share.deals)  # fmt: skip
            return words.format(
                share=percent(one.share.rate), count=number(one.share.deals), value=decimal(one.value, 2)
            )
        given = {"share": percent(one.share.rate), "won": number(one.share.won, 1), "count": number(one.share.deals)}
        return more.format(**given, value=f"ø {decimal(one.value, 1)}") if table.value else plain.format(**given)

    return tuple(
        Bar(one.label, one.share.rate, one.share.low, one.share.high, said(one), table.by_chance, one.total)
        for one in table.figures
    )


def head(table: Table) -> tuple[str, ...]:
    """The headings of the table behind a chart."""
    if table.judged:
        return "", _("choices"), table.won, table.value
    value = (table.value,) if table.value else ()
    return "", _("count"), table.won, _("share"), _("95% between"), *value


def cells(table: Table) -> tuple[tuple[str, ...], ...]:
    """The table behind a chart."""

    def line(one: Figure) -> tuple[str, ...]:
        if table.judged:
            return one.label, number(one.share.deals), percent(one.share.rate), decimal(one.value, 2)
        between = _("{low} and {high}").format(low=percent(one.share.low), high=percent(one.share.high))
        value = (decimal(one.value, 2),) if table.value else ()
        return one.label, number(one.share.deals), number(one.share.won, 1), percent(one.share.rate), between, *value

    return tuple(map(line, table.figures))


def rows(found: Sequence[Table]) -> tuple[Row, ...]:
    """All the tables as lines of one file."""
    return tuple(
        Row(table.title, one.in_file or one.label, one.share.deals, table.won, one.share.won, one.share.rate,
            one.share.low, one.share.high, table.value, one.value if table.value else None)
        for table in found
        for one in table.figures
    )  # fmt: skip
