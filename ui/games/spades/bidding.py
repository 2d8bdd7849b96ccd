"""The panel of the bidding: how many tricks a player expects to take."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.actions import Action
from game.rules.spades.actions import Bid
from game.rules.spades.phases import BiddingPhase
from game.rules.spades.scoring import NIL_POINTS
from game.text.gettext import _, ngettext
from ui.table.choice_panel import ChoiceOption
from ui.table.number_panel import NumberPanel


class BidPanel(NumberPanel):
    """A bid of tricks, from nil where it is legal."""

    @property
    def phase(self) -> BiddingPhase:
        """The bidding, which must be the phase that is shown."""
        phase = self.table.observation.phase
        assert isinstance(phase, BiddingPhase)
        return phase

    @property
    def question_text(self) -> str:
        return _("How many tricks will you take?")

    @property
    def numbers(self) -> range:
        return self.phase.legal_bids

    @property
    def unit_text(self) -> str:
        if not self.number:
            return _("no trick at all, for {points} points").format(points=NIL_POINTS)
        text = ngettext("of {count} trick", "of {count} tricks", self.phase.max_bid)
        return text.format(count=self.phase.max_bid)

    def format_number(self, number: int) -> str:
        return str(number) if number else _("Nil")

    def list_number_options(self, number: int) -> Sequence[ChoiceOption]:
        text = _("Bid {count}") if number else _("Bid nil")
        return (ChoiceOption(f"bid-{number}", Bid(self.phase.turn, number), text.format(count=number)),)

    def find_number(self, action: Action) -> int | None:
        return action.tricks if isinstance(action, Bid) else None

    def get_key_action(self, key: int) -> Action | None:
        number = key - pygame.K_0
        return Bid(self.phase.turn, number) if number in self.numbers and number < 10 else None
