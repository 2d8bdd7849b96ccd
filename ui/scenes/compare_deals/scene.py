"""Comparison of the same cards, deal by deal: the person, others and the computer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Final, NamedTuple

from game.ai.levels import DEFAULT_COMPUTER_LEVEL, get_default_level, list_offered_levels
from game.core.messages import N_
from game.match.archived_match import REVIEWED_FLAG, SIDE_LINE_FLAG
from game.match.replay import Replay
from game.statistics.computer_duplicate import ComputerDuplicate
from game.statistics.same_deals import SameDealComparison, compare_same_deals
from game.storage.archive import Archive
from game.text.formatting import format_change, join_with_semicolons
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_kind, format_player_names
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.page import Page
from ui.scenes.replay.scene import make_replay
from ui.services.tasks import Task
from ui.widgets.fields import Action, make_choice
from ui.widgets.layout import Alternatives, Column, Flow, Panel, Row, Sized, describe_table
from ui.widgets.nodes import Node, Section, Sheet, Space, Text

BOARD_WIDTH: Final = 1000
NO_SCORE: Final = "–"


class ComparedMatch(NamedTuple):
    """A match to compare.

    ``is_revealed``: its cards were looked at here, although others played the match.
    """

    replay: Replay
    comparison: SameDealComparison
    is_revealed: bool


def load_comparison(archive: Archive, match_id: int) -> ComparedMatch:
    """Return a match of the archive and its comparison.

    Raise StorageError if they cannot be read.
    """
    archived_match, comparison = compare_same_deals(archive, match_id)
    return ComparedMatch(make_replay(archived_match), comparison, REVIEWED_FLAG in archived_match.flags)


class CompareDealsScene(Page):
    """The scores of the same cards in several matches.

    ``loading``: the future of the match and its comparison. Deals that nobody has finished here remain hidden.
    """

    title = N_("Same cards")
    max_scale = 1.6

    def __init__(self, context: AppContext, loading: Future[ComparedMatch]) -> None:
        super().__init__(context)
        self.seat = 0
        self.rival: tuple[str, str] | None = None
        self.level = DEFAULT_COMPUTER_LEVEL
        self.duplicate: ComputerDuplicate | None = None
        context.tasks.submit(loading, self._show_comparison, self.close_with_error, owner=self)
        self.compared: ComparedMatch | None = None
        self._opening: Task | None = None

    @property
    def is_busy(self) -> bool:
        is_playing = self.duplicate is not None and not self.duplicate.is_done
        return super().is_busy or is_playing

    @property
    def narration(self) -> tuple[str, ...]:
        if self.compared is None:
            return (_(self.title),)
        comparison = self.compared.comparison
        header, *rows = self.table(comparison)
        narrated_rows = list[str]()
        for title, *values in rows:
            figures = [f"{name} {value}" for name, value in zip(header[1:], values, strict=True)]
            narrated_rows.append(_("{title}: {figures}").format(title=title, figures=join_with_semicolons(figures)))
        return (_(self.title), *narrated_rows, *self._list_notes(comparison))

    # -- what is on the page

    def describe(self) -> Node:
        if self.compared is None:
            return Space()
        replay, comparison, _is_revealed = self.compared
        names = dict(enumerate(format_player_names(replay.names)))
        choices = [self._describe_choice("seat", _("Seat"), names, self.seat, self.set_seat)]
        rivals = {rival: format_player(*rival) for rival in comparison.list_rivals(self.seat)}
        if len(rivals) > 1 and self.rival is not None:
            label = _("Compared with")
            choices.append(self._describe_choice("compared-with", label, rivals, self.rival, self._set_rival))
        levels = {level: format_player_kind(level) for level in list_offered_levels(replay.game.id)}
        choices.append(self._describe_choice("level", _("Computer level"), levels, self.level, self._set_level))
        table = Section("table", lambda: self._describe_table(comparison), grow=1)
        page = Sized(Column(Flow(*choices), table, gap=theme.GAP), width=BOARD_WIDTH)
        return Row(Space(grow=1), page, Space(grow=1))

    def _describe_choice(
        self, widget_id: str, label: str, labels: Mapping[Any, str], value: Any, on_change: Callable[[Any], None]
    ) -> Node:
        choice = make_choice(labels, value, id=widget_id, label=label, on_change=on_change)
        return Row(Text(label), choice, gap=theme.GAP, align="middle")

    def _describe_table(self, comparison: SameDealComparison) -> Node:
        header, *rows = self.table(comparison)
        table = describe_table(header, rows, frozenset({len(rows) - 1})) if rows else None
        notes = [Text(note) for note in self._list_notes(comparison)]
        sheet = Panel(Sheet("compared", Column(table, *notes, gap=theme.LARGE_GAP)), top=2)
        return Alternatives(Column(sheet, Space(grow=1)), sheet, grow=1)

    def list_footer(self) -> Sequence[Node]:
        """Return the way back and, where there is one, a button to play the first hidden deal.

        If none is hidden, it lets the computer play the deals.
        """
        return (self.make_back(), Space(grow=1), *self._list_actions())

    def _list_actions(self) -> list[Node]:
        if self.compared is None:
            return []
        comparison = self.compared.comparison
        hidden = (deal for deal in range(comparison.deal_count) if deal not in comparison.comparable_deals)
        first_hidden = next(hidden, None)
        if first_hidden is not None:
            text = _("Play deal {number}").format(number=first_hidden + 1)
            return [Action("play-deal", text, partial(self._play_deal, first_hidden), style="#primary")]
        if self.duplicate is None and comparison.comparable_deals:
            return [Action("let-computer-play", _("Let computer play"), self._start_duplicate, style="#primary")]
        return []

    def table(self, comparison: SameDealComparison) -> list[tuple[str, ...]]:
        """Return the header, a row for each comparable deal, and a row with the sums."""
        mine = {deal: each[self.seat] for deal, each in comparison.outcomes.scores.items()}
        columns = [mine]
        head = ["", format_player(*comparison.outcomes.get_player(self.seat))]
        if self.rival is not None:
            columns.append(comparison.get_rival_scores(self.seat, self.rival))
            head += [format_player(*self.rival), _("difference")]
        if self.duplicate is not None:
            columns.append({result.deal: result.computer_score for result in self.duplicate.results})
            head += [_("Computer"), _("difference")]
        rows = [tuple(head)]
        for deal in comparison.comparable_deals:
            rows.append((_("Deal {number}").format(number=deal + 1), *_make_score_cells(columns, (deal,))))
        if comparison.comparable_deals:
            rows.append((_("Total"), *_make_score_cells(columns, comparison.comparable_deals)))
        return rows

    def _list_notes(self, comparison: SameDealComparison) -> list[str]:
        """Return notes on hidden deals, missing scores and the computer's progress."""
        lines = []
        covered_count = comparison.deal_count - len(comparison.comparable_deals)
        if covered_count:
            lines.append(ngettext(
                "You still have {count} deal to play. Until you finish, the other scores are hidden.",
                "You still have {count} deals to play. Until you finish, the other scores are hidden.",
                covered_count).format(count=covered_count))  # fmt: skip
            if self.compared is not None and self.compared.is_revealed:
                lines.append(
                    _("You've already seen these cards, so if you play them, the match won't count in the statistics.")
                )
        elif self.rival is not None or self.duplicate is not None:
            lines.append(_("Everybody played the same cards. A positive difference is in your favor."))
        if not covered_count and self.rival is None:
            lines.append(
                _("Nobody else has played these cards yet. Export this match for a friend, then import theirs.")
            )
        if self.rival is not None and not set(comparison.comparable_deals) <= set(
            comparison.get_rival_scores(self.seat, self.rival)
        ):
            lines.append(_("Totals include all deals played; differences, only those both players have played."))
        if self.duplicate is not None and not self.duplicate.is_done:
            count = len(self.duplicate.results)
            lines.append(_("{count} of {all} deals…").format(count=count, all=len(comparison.comparable_deals)))
        return lines

    # -- what is done

    def set_seat(self, seat: int) -> None:
        """Compare from another seat; the computer's scores are discarded."""
        self.seat = seat
        self._compare_again()

    def _set_rival(self, rival: tuple[str, str]) -> None:
        self.rival = rival
        self.narrate_change()
        self.recompose("table")

    def _set_level(self, level: str) -> None:
        self.level = level
        self._compare_again()

    def _compare_again(self) -> None:
        """Show the scores without those of the computer, which belong to another seat or level."""
        if self.duplicate is not None:
            self.duplicate.cancel()
            self.duplicate = None
        rivals = self.compared.comparison.list_rivals(self.seat) if self.compared is not None else ()
        if self.rival not in rivals:
            self.rival = rivals[0] if rivals else None
        self.narrate_change()
        self.recompose("body", "foot")

    def _start_duplicate(self) -> None:
        if self.compared is not None:
            replay, comparison, _is_revealed = self.compared
            seed = self.context.seed_rng.getrandbits(63)
            self.duplicate = ComputerDuplicate(
                replay, self.seat, self.level, self.context.ai_client, seed, comparison.comparable_deals
            )
            self.recompose("table", "foot")

    def _play_deal(self, deal: int) -> None:
        """Start a match with the cards of a deal.

        It is a side line if its cards were looked at.
        """
        is_opening = self._opening is not None and self._opening.is_pending
        if self.compared is not None and not is_opening:
            continuation = self.compared.replay.create_same_deal_match(
                deal, self.seat, self.level, self.context.settings.display_name
            )
            notes = {SIDE_LINE_FLAG: True} if self.compared.is_revealed else {}
            self._opening = self.context.router.start_continuation(continuation, notes, self)

    def update(self, seconds: float) -> None:
        if self.duplicate is None:
            return
        count = len(self.duplicate.results)
        self.duplicate.update()
        if self.duplicate.has_failed:
            self.context.notify(_("The computer couldn't play these deals. Try again."))
            self._compare_again()
        elif len(self.duplicate.results) != count:
            if self.duplicate.is_done:
                self.narrate_change()
            self.recompose("table")

    def _show_comparison(self, compared: ComparedMatch) -> None:
        replay, comparison, _is_revealed = self.compared = compared
        if not comparison.deal_count:
            self.context.scenes.pop()
            self.context.notify(_("No deal in this match is finished yet."))
            return
        self.seat = replay.person_seat
        self.level = get_default_level(replay.game.id)
        self._compare_again()

    def on_exit(self) -> None:
        if self.duplicate is not None:
            self.duplicate.cancel()


def format_player(name: str, level: str) -> str:
    """Return the name of a player, with the level of a computer player."""
    return _("{name} ({level})").format(name=name, level=format_player_kind(level)) if level else name


def _make_score_cells(columns: list[dict[int, float]], deals: tuple[int, ...]) -> list[str]:
    """Return the scores in these deals.

    Each score after the first is followed by the difference from it.
    """
    own_scores, *other_scores = columns
    cells = [_format_sum(own_scores, deals)]
    for scores in other_scores:
        common_deals = [deal for deal in deals if deal in own_scores and deal in scores]
        differences = {deal: own_scores[deal] - scores[deal] for deal in common_deals}
        cells += [_format_sum(scores, deals), _format_sum(differences, deals)]
    return cells


def _format_sum(scores: dict[int, float], deals: tuple[int, ...]) -> str:
    known_scores = [scores[deal] for deal in deals if deal in scores]
    return format_change(sum(known_scores)) if known_scores else NO_SCORE
