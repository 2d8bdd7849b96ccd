"""The panels of the auction: a call of a rank, and later a bid of points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game.core.actions import Action
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import MAX_CALLED_POINTS, Call
from game.rules.chiamata.auction import AuctionPhase
from game.text.games.question import ChoiceOption
from ui.table.action_panel import ActionPanel
from ui.table.choice_panel import ChoicePanel
from ui.table.number_panel import NumberPanel
from ui.table.question_panel import Answer, PanelSize, QuestionPanel, make_button_row, make_grid
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
    return ChoicePanel(table)


def _get_auction(table: TableScene) -> AuctionPhase:
    phase = table.observation.phase
    assert isinstance(phase, AuctionPhase)
    return phase


class RankPanel(QuestionPanel):
    """A button for each rank, and buttons to pass or to play solo. A rank that is not legal shows the reason."""

    @property
    def phase(self) -> AuctionPhase:
        """The auction, which must be the phase that is shown."""
        return _get_auction(self.table)

    @property
    def width(self) -> float:
        return WIDEST_PANEL_WIDTH if self.phase.options.solo else super().width

    def describe_action(self, action: Action) -> str:
        texts = (option.text for option in self.question.numbers if option.action == action)
        return next(texts, super().describe_action(action))

    def list_rows(self, size: PanelSize) -> Sequence[Node]:
        question, ranks = self.question, list[ChoiceOption]()
        for option in question.numbers:
            assert isinstance(option.action, Call)
            ranks.append(ChoiceOption(f"call-{option.action.rank}", option.action, option.small))
        answers = [Answer(self, option, "#small") for option in ranks]
        grid = make_grid(size, RANK_BUTTON_HEIGHT, answers, [1.0] * (len(RANKING) // RANK_ROW_COUNT))
        others = (Answer(self, option, grow=1) for option in question.options)
        return grid, make_button_row(size, *others)


class PointsPanel(NumberPanel):
    """A bid of points for the two, or for a forced rank."""

    @property
    def phase(self) -> AuctionPhase:
        """The auction, which must be the phase that is shown."""
        return _get_auction(self.table)

    @property
    def numbers(self) -> range:
        min_points = self.phase.min_points
        assert min_points is not None
        return range(min_points, MAX_CALLED_POINTS + 1)

    @property
    def unit_text(self) -> str:
        """What the call earns and costs."""
        return next(option.meaning[-1] for option in self.question.numbers if option.figure == str(self.number))

    def list_number_options(self, number: int) -> Sequence[ChoiceOption]:
        options = list[ChoiceOption]()
        for option in self.question.numbers:
            if isinstance(option.action, Call) and option.action.points == number:
                options.append(ChoiceOption(f"call-{option.action.rank}", option.action, option.text))
        return options

    def list_other_options(self) -> Sequence[ChoiceOption]:
        return self.question.options

    def find_number(self, action: Action) -> int | None:
        return action.points if isinstance(action, Call) else None
