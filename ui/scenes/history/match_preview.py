"""The preview of a match beside the list: players, result, deals and the best trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.match.setup import PlayerInfo
from game.session.avatars import choose_portraits, filter_human_avatars
from game.statistics.match_previews import DealPreview, MatchPreview, TrickPreview
from game.text.formatting import format_change, join_with_and
from game.text.games.game_words import format_points
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_names
from game.text.rule_sets import format_rule_set
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.graphics import theme
from ui.scenes.history.list_model import (
    HistoryRow,
    find_own_seat,
    format_score,
    format_total,
    get_totals,
    list_sides,
)
from ui.widgets.layout import Alternatives, Cells, Column, Framed, Padded, Rest, Row
from ui.widgets.nodes import Headline, Line, Node, Text
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import CardPicture

MAX_SHOWN_MINUTES: Final = 180
"""The longest time from the first to the last card that is shown: after a longer one the match was saved between."""
PORTRAIT_SIZE: Final = 64
TITLE_TEXT_SIZES: Final = (28, 24, 20)
SCORE_TEXT_SIZES: Final = (56, 44, 36, 28, 22, 18)
CARD_WIDTHS: Final = (80, 64, 52)
"""Sizes in design pixels; of the widths of cards the largest is taken for which there is room."""
MIN_DEAL_COLUMNS: Final = 3
MAX_DEAL_COLUMNS: Final = 5


def choose_row_portraits(context: AppContext, row: HistoryRow) -> list[int]:
    """Return the portrait of each seat; the people at a table over the network have chosen theirs there."""
    entry = row.entry
    if row.table is not None:
        from game.network.description.faces import make_network_avatars  # only a table over the network loads it

        return choose_portraits(entry.names, make_network_avatars(row.table.people))
    players = [PlayerInfo(name, kind) for name, kind in zip(entry.names, entry.player_kinds, strict=False)]
    return choose_portraits(entry.names, filter_human_avatars(players, context.avatars))


def describe_preview(context: AppContext, row: HistoryRow, preview: MatchPreview | None) -> Node:
    """Return the preview of a match, as far as there is room; ``preview``: None while it is not known."""
    head = (
        Headline(_format_title(context, row, preview), TITLE_TEXT_SIZES, align="left"),
        Text(_format_facts(row), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
    )
    if row.entry.error:
        return Column(*head, Text(row.entry.error, color=theme.RED_LIGHT), gap=theme.SMALL_GAP)
    sides, trick = list_sides(row.entry), None if preview is None else preview.best_trick
    result = _describe_players(context, row, sides)
    has_scores = len(sides) == 2 or find_own_seat(row.entry) is not None
    deals = preview.deals if preview is not None and has_scores else ()
    one_row, two_rows = (_describe_deals(row, deals, row_count) for row_count in (1, 2))
    text = Text(row.players_text.replace(" · ", ", "), size=theme.SMALL_TEXT_SIZE)
    contents: list[tuple[Node | None, ...]] = [(result, one_row), (result,), (text,)]
    if trick is None:
        contents.insert(0, (result, two_rows))
    else:
        trick_nodes = (_describe_trick(context, trick, sides, width) for width in CARD_WIDTHS)
        contents = [*((result, one_row, node) for node in trick_nodes), *contents]
    return Alternatives(*(Rest(Column(*head, *nodes, gap=theme.GAP), 0) for nodes in contents), grow=1)


def _format_title(context: AppContext, row: HistoryRow, preview: MatchPreview | None) -> str:
    """Return the game and its rules; the rules are left out while they are not known."""
    return row.title if preview is None else f"{row.title} · {format_rule_set(preview.rules, context.house_rules)}"


def _format_facts(row: HistoryRow) -> str:
    """Return date, number of deals, duration and marks in a line, as far as they are known."""
    facts, entry, count = [row.date_text], row.entry, row.finished_deal_count
    if count:
        facts.append(ngettext("{count} deal", "{count} deals", count).format(count=count))
    minutes = round((entry.updated_at - entry.started_at) / 60)
    if 0 < minutes <= MAX_SHOWN_MINUTES:
        facts.append(ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes))
    return " · ".join([*facts, *row.badges])


def _describe_players(context: AppContext, row: HistoryRow, sides: Sequence[tuple[int, ...]]) -> Node:
    """Return two sides with the score between them, or the players side by side with their totals."""
    entry, totals = row.entry, get_totals(row.entry)
    names, portraits = format_player_names(entry.names), choose_row_portraits(context, row)
    winners = entry.tally.winners if entry.tally is not None else ()

    def describe_side(seats: Sequence[int]) -> Column:
        name = join_with_and([names[seat] for seat in seats])
        numbers = [portraits[seat] for seat in seats]
        return Column(
            PortraitRow(context.scene_card_images, numbers, PORTRAIT_SIZE, step=5 / 6),
            Line(name, face="bold", size=theme.SMALL_TEXT_SIZE, align="centre"),
            gap=theme.SMALL_GAP,
            grow=1,
        )

    if len(sides) == 2:
        text = format_score([totals[side[0]] for side in sides]) if totals else ""
        color = theme.GOLD if set(sides[0]) & set(winners) else theme.CREAM
        score = Headline(text, SCORE_TEXT_SIZES, color=color, max_lines=1)
        return Row(describe_side(sides[0]), Column(score, grow=1), describe_side(sides[1]), align="middle")
    columns = [
        Column(
            describe_side([seat]),
            Line(
                format_total(entry.game_id, totals[seat], totals) if totals else "",
                face="serif",
                size=theme.LARGE_TEXT_SIZE,
                color=theme.GOLD if seat in winners else theme.CREAM,
                align="centre",
            ),
        )
        for side in sides
        for seat in side
    ]
    return Cells(columns, len(columns), theme.TINY_GAP)


def _describe_deals(row: HistoryRow, deals: Sequence[DealPreview], row_count: int) -> Node | None:
    """Return the last deals with their scores, in at most some rows; those that the person won have a gold edge.

    They are not filled: they are not pressed, so they must not look like buttons.
    """
    if not deals:
        return None
    sides = list_sides(row.entry)
    shown_deals = deals[-row_count * MAX_DEAL_COLUMNS :]
    tiles, hidden_count = list[Node](), len(deals) - len(shown_deals)
    for deal in shown_deals:
        title = Line(_("Deal {number}").format(number=deal.number), size=theme.SMALL_TEXT_SIZE, align="centre")
        title.color, is_won = theme.MUTED, _is_won(row, deal)
        score = Line(_format_deal_score(row, deal, deals, sides), face="serif", size=theme.ROW_TITLE_TEXT_SIZE)
        score.color, score.align = theme.GOLD if is_won else theme.CREAM, "centre"
        text = Column(title, score)
        won_tile = Framed(text, padding=theme.TINY_GAP, top=theme.SMALL_GAP, line_color=theme.GOLD, alpha=0)
        tiles.append(won_tile if is_won else Padded(text, padding=theme.TINY_GAP, top=theme.SMALL_GAP))
    if hidden_count:
        earlier_text = _("Deals 1–{last}").format(last=hidden_count + 1)
        tiles[0] = Line(earlier_text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre")
    columns = max(MIN_DEAL_COLUMNS, min(len(tiles), MAX_DEAL_COLUMNS))
    rows = (Cells(tiles[start : start + columns], columns, theme.GAP) for start in range(0, len(tiles), columns))
    has_legend = len(shown_deals) > 1 and any(_is_won(row, deal) for deal in shown_deals)
    legend = Line(_("Gold: won"), size=theme.SMALL_TEXT_SIZE, color=theme.GOLD)
    return Column(*rows, legend if has_legend else None, gap=theme.SMALL_GAP)


def _is_won(row: HistoryRow, deal: DealPreview) -> bool:
    return find_own_seat(row.entry) is not None and bool(deal.winners & set(list_sides(row.entry)[0]))


def _format_deal_score(
    row: HistoryRow, deal: DealPreview, deals: Sequence[DealPreview], sides: Sequence[tuple[int, ...]]
) -> str:
    if not deal.scores:
        return _("No score")
    if len(sides) == 2:
        return format_score([deal.scores[side[0]] for side in sides])
    if not get_presentation(row.entry.game_id).is_good_change(1):
        return format_change(-deal.scores[sides[0][0]])  # as the result of the deal shows it
    all_scores = [score for other_deal in deals for score in other_deal.scores]
    return format_total(row.entry.game_id, deal.scores[sides[0][0]], all_scores)


def _describe_trick(
    context: AppContext, trick: TrickPreview, sides: Sequence[tuple[int, ...]], card_width: int
) -> Node:
    """Return the best trick of the person's side, the winning card in a golden ring."""
    text = _("Your best trick: {points}") if len(sides[0]) == 1 else _("Your side's best trick: {points}")
    caption = Line(text.format(points=format_points(trick.points)), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
    cards = (
        CardPicture(card, card_width, index == trick.winner_index, context.scene_card_images)
        for index, card in enumerate(trick.cards)
    )
    return Column(caption, Row(*cards, gap=theme.TINY_GAP), gap=theme.SMALL_GAP)
