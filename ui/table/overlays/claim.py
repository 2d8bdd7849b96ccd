"""The offer to finish a deal whose remaining tricks are certain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.core.sanitizer import capitalize_first
from game.match.claims import Claim
from game.text.card_names import format_card_names
from game.text.gettext import _
from game.text.messages import format_reason
from ui.graphics import theme
from ui.table.overlays.base import Overlay, pad_sides
from ui.table.overlays.card_row import CardRow
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Node, Space, Text

if TYPE_CHECKING:
    from ui.table.scene import TableScene

CARD_WIDTH: Final = 84
"""The largest width of a card, in design pixels."""
CARD_STEP_RATIO: Final = 1.1
"""The largest step from a card to the next, in card widths."""


class ClaimOverlay(Overlay):
    """The claim over the table: cards, reason and two answers.

    It closes when the observation changes. Enter finishes the deal, Esc goes on playing.
    """

    max_scale = 1.5
    panel_width = 620

    def __init__(self, table: TableScene, claim: Claim) -> None:
        super().__init__(table)
        self.claim = claim
        self._observation = table.session.observation

    @property
    def title_text(self) -> str:
        """The title of the panel: the rest is won, or lost."""
        return _("The rest is decided") if self.claim.wins_tricks else _("You can't win any more tricks")

    @property
    def reason_text(self) -> str:
        """The reason that makes the claim certain, as a sentence."""
        return capitalize_first(format_reason(self.claim.reason, self.names, self.deck)) + "."

    @property
    def narration(self) -> tuple[str, ...]:
        order_text = _("Your cards will be played in this order: {cards}")
        return (
            self.title_text,
            self.reason_text,
            order_text.format(cards=format_card_names(self.claim.card_order, self.deck)),
        )

    def list_corner_actions(self) -> tuple[Action, ...]:
        return ()

    def describe(self) -> Node:
        hint_text = _("The computer will play your cards in this order; the others play theirs.")
        finish_text = _("Claim the rest") if self.claim.wins_tricks else _("Finish deal")
        cards = CardRow(self.context.scene_card_images, self.claim.card_order, CARD_WIDTH, CARD_STEP_RATIO)
        answers = Row(
            Action("play-on", _("Keep playing"), self.context.scenes.pop, style="#menu", grow=1),
            Action("finish", finish_text, self._claim, style="#primary", grow=1),
            gap=theme.GAP,
        )
        content = Column(cards, Text(self.reason_text), Text(hint_text), Space(grow=1), answers, gap=theme.GAP, grow=1)
        return self.arrange(pad_sides(content, grow=1))

    def update(self, seconds: float) -> None:
        if self.table.session.observation != self._observation or not self.table.session.is_your_turn:
            self.context.scenes.pop()

    def _claim(self) -> None:
        self.context.scenes.pop()
        self.table.session.claim()
