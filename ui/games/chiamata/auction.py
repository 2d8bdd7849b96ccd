"""The panels of the auction: a call of a rank, later a bid of points, and the suit of the called card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.core.actions import Action
from game.core.cards import SUITS, get_card
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import MAX_CALLED_POINTS, Call, NameSuit
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import NamingPhase
from game.text.games.question import ChoiceOption
from ui.graphics.canvas import Canvas
from ui.table.action_panel import ActionPanel
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.number_panel import NumberPanel
from ui.table.question_panel import (
    WIDE_PANEL_WIDTH,
    Answer,
    ChoicePanel,
    PanelRow,
    PanelSize,
    QuestionPanel,
    make_button_row,
    make_grid,
)
from ui.widgets.nodes import Frame, Node, Painter

if TYPE_CHECKING:
    from ui.table.scene import TableScene

WIDEST_PANEL_WIDTH: Final = 680
"""The width of the panel of ranks with the sentence about solo, in design pixels."""
RANK_ROW_COUNT: Final = 2
RANK_BUTTON_HEIGHT: Final = 44
"""The number of rows of ranks, and the usual height of each in design pixels."""
CARD_HEIGHTS: Final = (152, 80)
SUIT_HEIGHT: Final = 44
"""The usual and the least height of the row of cards, and the usual one of the suits, in design pixels."""
SIZES_BELOW_TRICK: Final = ((WIDE_PANEL_WIDTH, 128), (0, 102))
"""The sizes of the panel below a blind trick, with and without the explanation: it has no cards."""


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


class NamingPanel(QuestionPanel):
    """The called card in four suits to choose from; those that may not be named are darkened and show the reason.

    Below a blind trick there are only the question, its explanation and the names of the suits.
    """

    sizes_below_trick = SIZES_BELOW_TRICK
    width = WIDE_PANEL_WIDTH

    @property
    def phase(self) -> NamingPhase:
        """The naming of the suit, which must be the phase that is shown."""
        phase = self.table.observation.phase
        assert isinstance(phase, NamingPhase)
        return phase

    def list_rows(self, size: PanelSize) -> Sequence[Node]:
        rows = list[Node]()
        actions = {suit: NameSuit(self.phase.turn, suit) for suit in SUITS}
        if not self.table.board.trick:
            cards = (Painter(partial(self._paint_card, action), grow=1) for action in actions.values())
            rows.append(PanelRow(size, *CARD_HEIGHTS, *cards))
        answers = [Answer(self, option, "#small") for option in self.question.options]
        return (*rows, make_grid(size, SUIT_HEIGHT, answers, [1.0] * len(SUITS)))

    @property
    def choice_rects(self) -> list[tuple[NameSuit, pygame.Rect]]:
        """The suits to name with the places of their cards in pixels, from left to right; [] if it shows no cards."""
        places = [_place_card(rect) for node, rect in self.placed if isinstance(node, Painter)]
        return [(NameSuit(self.phase.turn, suit), place) for suit, place in zip(SUITS, places, strict=False)]

    def _paint_card(self, action: NameSuit, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint the called card in a suit, which a click names."""
        rank, images = self.phase.trick_phase.contract.rank, self.table.context.scene_card_images
        assert rank is not None
        is_legal = action in self.table.observation.legal_actions
        place, get_image = _place_card(rect), images.get_card if is_legal else images.get_dimmed_card
        canvas.blit(get_image(get_card(rank, action.suit), place.width), place)

    def get_key_action(self, key: int) -> Action | None:
        index = key - pygame.K_1
        return NameSuit(self.phase.turn, SUITS[index]) if 0 <= index < len(SUITS) else None

    def get_click_action(self, point: tuple[int, int]) -> Action | None:
        return next((action for action, rect in self.choice_rects if rect.collidepoint(point)), None)


def _place_card(rect: pygame.Rect) -> pygame.Rect:
    return pygame.Rect(0, 0, round(rect.height / CARD_ASPECT_RATIO), rect.height).move_to(center=rect.center)
