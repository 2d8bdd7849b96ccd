"""The panels of the bidding: how many tricks a player expects to take, and blind nil before that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.core.actions import Action
from game.rules.spades.actions import Bid, BidBlindNil, LookAtHand
from game.rules.spades.phases import BiddingPhase
from game.rules.spades.scoring import BLIND_NIL_FACTOR, POINTS_PER_BID_TRICK
from game.text.gettext import _, ngettext
from ui.table.choice_panel import ChoicePanel
from ui.table.number_panel import NumberPanel
from ui.table.question_panel import ChoiceOption

if TYPE_CHECKING:
    from ui.table.scene import TableScene


def make_blind_nil_panel(table: TableScene, phase: BiddingPhase) -> ChoicePanel:
    """Return the panel for blind nil, which is decided before the viewer sees the hand."""
    points = BLIND_NIL_FACTOR * phase.options.nil_points
    hint = _("Bid nil before you see your cards, to win or lose {points} points.").format(points=points)
    blind_option = ChoiceOption("blind-nil", BidBlindNil(phase.turn), _("Bid blind nil"))
    look_option = ChoiceOption("look", LookAtHand(phase.turn), _("Look at the cards"))
    return ChoicePanel(table, _("Bid blind nil?"), hint, (blind_option, look_option))


class BidPanel(NumberPanel):
    """A bid of tricks, at first none, and a button for nil where it is legal."""

    @property
    def phase(self) -> BiddingPhase:
        """The bidding, which must be the phase that is shown."""
        phase = self.table.observation.phase
        assert isinstance(phase, BiddingPhase)
        return phase

    @property
    def _is_nil_legal(self) -> bool:
        return 0 in self.phase.legal_bids

    @property
    def question_text(self) -> str:
        return _("How many tricks will you take?")

    @property
    def hint_text(self) -> str:
        options, hints = self.phase.options, list[str]()
        if options.jokers:
            hints.append(_("With jokers: they're the highest spades."))
        if self._is_nil_legal:
            hints.append(_("Nil: no trick +{points}, any trick −{points}.").format(points=options.nil_points))
        return " ".join(hints)

    @property
    def numbers(self) -> range:
        return range(1, self.phase.max_bid + 1)

    @property
    def unit_text(self) -> str:
        """The points that the bid earns and costs; in pairs, those for both bids of the side."""
        phase, options = self.phase, self.phase.options
        if self.number is None:
            return ""
        side = next(side for side in self.table.observation.sides if phase.turn in side)
        tricks = self.number + sum(phase.bids[seat] or 0 for seat in side)
        text = (
            _("Made: +{points} points. Missed: no points.")
            if options.broken_bid == "zero"
            else _("Made: +{points} points. Missed: −{points}.")
        ).format(points=POINTS_PER_BID_TRICK * tricks)
        if len(side) == 1:
            return text
        side_text = ngettext("Your side needs {count} trick.", "Your side needs {count} tricks.", tricks)
        return f"{side_text.format(count=tricks)} {text}"

    def list_number_options(self, number: int) -> Sequence[ChoiceOption]:
        return (ChoiceOption(f"bid-{number}", Bid(self.phase.turn, number), _("Bid {count}").format(count=number)),)

    def list_other_options(self) -> Sequence[ChoiceOption]:
        return (ChoiceOption("bid-0", Bid(self.phase.turn, 0), _("Bid nil")),) if self._is_nil_legal else ()

    def find_number(self, action: Action) -> int | None:
        return action.tricks or None if isinstance(action, Bid) else None

    def get_key_action(self, key: int) -> Action | None:
        number = key - pygame.K_0
        return Bid(self.phase.turn, number) if number in self.phase.legal_bids and number < 10 else None
