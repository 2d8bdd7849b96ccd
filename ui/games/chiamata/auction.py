"""The panels of the auction: a call of a rank, and later a bid of points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game.core.actions import Action, Pass
from game.core.sanitizer import capitalize_first
from game.rules.briscola_family import PACK_POINTS, RANKING
from game.rules.chiamata.actions import MAX_CALLED_POINTS, Call, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.calls import LOWEST_RANK
from game.text.card_names import format_rank_name
from game.text.gettext import _
from ui.table.action_panel import ActionPanel
from ui.table.choice_panel import ChoicePanel
from ui.table.number_panel import NumberPanel
from ui.table.question_panel import Answer, ChoiceOption, PanelSize, QuestionPanel, make_button_row, make_grid
from ui.widgets.nodes import Node

if TYPE_CHECKING:
    from ui.table.scene import TableScene

WIDEST_PANEL_WIDTH: Final = 680
"""The width of the panel of ranks with the sentence about solo, in design pixels."""
RANK_ROW_COUNT: Final = 2
RANK_BUTTON_HEIGHT: Final = 44
"""The number of rows of ranks, and the usual height of each in design pixels."""


def make_auction_panel(table: TableScene) -> ActionPanel:
    """Return the panel of the auction: for a rank, for points, or to pass on the highest bid."""
    phase = _get_auction(table)
    if phase.min_points is None:
        return RankPanel(table)
    if phase.min_points <= MAX_CALLED_POINTS:
        return PointsPanel(table)
    title = _("Nobody can call more than {points}.").format(points=MAX_CALLED_POINTS)
    return ChoicePanel(table, title, "", _list_other_options(phase)[::-1])


def _get_auction(table: TableScene) -> AuctionPhase:
    phase = table.observation.phase
    assert isinstance(phase, AuctionPhase)
    return phase


def _list_other_options(phase: AuctionPhase) -> tuple[ChoiceOption, ...]:
    """Return the actions besides calls: a pass, and solo at tables that allow it."""
    seat = phase.calling_seat
    solo_options = (ChoiceOption("solo", Solo(seat), _("Play solo")),) if phase.options.solo else ()
    return (ChoiceOption("pass", Pass(seat), _("Pass")), *solo_options)


def _add_solo_hint(phase: AuctionPhase, hint: str) -> str:
    """Return a hint, with a sentence about solo at tables that allow it."""
    solo_hint = _("Solo: alone against four, no trump.")
    return f"{hint} {solo_hint}" if phase.options.solo else hint


class RankPanel(QuestionPanel):
    """A button for each rank, and buttons to pass or to play solo. A rank that is not legal shows the reason."""

    @property
    def phase(self) -> AuctionPhase:
        """The auction, which must be the phase that is shown."""
        return _get_auction(self.table)

    @property
    def question_text(self) -> str:
        last_call = self.phase.last_call
        if last_call is None:
            return _("Which card will you call?")
        text = _("Will you call lower than {rank:the}?")
        return text.format(rank=format_rank_name(last_call.rank, self.table.deck))

    @property
    def hint_text(self) -> str:
        hint = _("The holder of the called card is your secret partner. A pass is final.")
        return _add_solo_hint(self.phase, hint)

    @property
    def width(self) -> float:
        return WIDEST_PANEL_WIDTH if self.phase.options.solo else super().width

    def describe_action(self, action: Action) -> str:
        if isinstance(action, Call):
            return _("Call {rank:the}").format(rank=format_rank_name(action.rank, self.table.deck))
        return super().describe_action(action)

    def list_rows(self, size: PanelSize) -> Sequence[Node]:
        seat, deck = self.phase.calling_seat, self.table.deck
        ranks = [
            ChoiceOption(f"call-{rank}", Call(seat, rank), capitalize_first(format(format_rank_name(rank, deck))))
            for rank in RANKING
        ]
        answers = [Answer(self, option, "#small") for option in ranks]
        grid = make_grid(size, RANK_BUTTON_HEIGHT, answers, [1.0] * (len(RANKING) // RANK_ROW_COUNT))
        others = (Answer(self, option, grow=1) for option in _list_other_options(self.phase))
        return grid, make_button_row(size, *others)


class PointsPanel(NumberPanel):
    """A bid of points for the two, or for a forced rank."""

    @property
    def phase(self) -> AuctionPhase:
        """The auction, which must be the phase that is shown."""
        return _get_auction(self.table)

    @property
    def question_text(self) -> str:
        return _("How many points will you call?")

    @property
    def hint_text(self) -> str:
        hint = _("The called card stays the two. Now the highest call wins.")
        forced_ranks = {call.rank for call in self._list_forced_calls(self.numbers[0])}
        if len(forced_ranks) == 1:
            (rank,) = forced_ranks
            text = _("You hold a two: by a rule of this match, you may call the next card you lack, {rank:the}.")
            hint = text.format(rank=format_rank_name(rank, self.table.deck))
        elif forced_ranks:
            hint = _("You hold twos: by a rule of this match, you may call the next card you lack.")
        return _add_solo_hint(self.phase, hint)

    @property
    def numbers(self) -> range:
        min_points = self.phase.min_points
        assert min_points is not None
        return range(min_points, MAX_CALLED_POINTS + 1)

    @property
    def unit_text(self) -> str:
        return _("of {points} points").format(points=PACK_POINTS)

    def _list_forced_calls(self, number: int) -> Sequence[Call]:
        return [
            action
            for action in self.table.observation.legal_actions
            if isinstance(action, Call) and action.points == number and action.rank != LOWEST_RANK
        ]

    def list_number_options(self, number: int) -> Sequence[ChoiceOption]:
        calls = self._list_forced_calls(number)
        text = _("Call {rank:the} at {points}") if len(calls) < 2 else _("Call {rank:the}")
        forced_options = [
            ChoiceOption(
                f"call-{call.rank}",
                call,
                text.format(rank=format_rank_name(call.rank, self.table.deck), points=number),
            )
            for call in calls
        ]
        usual_call = Call(self.phase.calling_seat, LOWEST_RANK, number)
        two = format_rank_name(LOWEST_RANK, self.table.deck)
        usual_text = text.format(rank=two, points=number) if calls else _("Call {points}").format(points=number)
        return (*forced_options, ChoiceOption(f"call-{LOWEST_RANK}", usual_call, usual_text))

    def list_other_options(self) -> Sequence[ChoiceOption]:
        return _list_other_options(self.phase)

    def find_number(self, action: Action) -> int | None:
        return action.points if isinstance(action, Call) else None
