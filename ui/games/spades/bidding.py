"""The panel of the bidding: how many tricks a player expects to take."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.actions import Action
from game.rules.spades.actions import Bid
from game.rules.spades.phases import BiddingPhase
from game.text.games.question import ChoiceOption
from ui.table.number_panel import NumberPanel


class BidPanel(NumberPanel):
    """A bid of tricks, at first none, and a button for nil where it is legal."""

    @property
    def phase(self) -> BiddingPhase:
        """The bidding, which must be the phase that is shown."""
        phase = self.table.observation.phase
        assert isinstance(phase, BiddingPhase)
        return phase

    @property
    def numbers(self) -> range:
        return range(1, self.phase.max_bid + 1)

    @property
    def unit_text(self) -> str:
        """The points that the bid earns and costs; in pairs, those for both bids of the side."""
        return " ".join(next(option.meaning for option in self.question.numbers if option.figure == str(self.number)))

    def list_number_options(self, number: int) -> Sequence[ChoiceOption]:
        return [
            ChoiceOption(f"bid-{number}", option.action, option.text)
            for option in self.question.numbers
            if option.figure == str(number)
        ]

    def list_other_options(self) -> Sequence[ChoiceOption]:
        return self.list_number_options(0)

    def find_number(self, action: Action) -> int | None:
        return action.tricks or None if isinstance(action, Bid) else None

    def get_key_action(self, key: int) -> Action | None:
        number = key - pygame.K_0
        return Bid(self.phase.turn, number) if number in self.phase.legal_bids and number < 10 else None
