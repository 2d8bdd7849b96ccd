"""Proof of a shuffle: the seal shown before the first card, and the sealed values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from pygame_gui.core.utility import clipboard_copy

from game.core.messages import Reason
from game.text.errors import describe_problem
from game.text.formatting import join_with_commas, shorten_seal
from game.text.gettext import _
from ui.graphics import theme
from ui.table.overlays.base import Overlay
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Node, Sheet, Text, make_symbol

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class ShuffleProofOverlay(Overlay):
    """The proofs of the deals, one at a time, beginning with the last.

    The deal that is being played shows only its seal. ``has_details``: whether the figures are shown below the verdict.
    """

    is_for_all = True
    max_scale = 1.5
    panel_width = 860

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.deal_number = table.observation.deal_number
        self._shown_state = self.deal_number, table.session.observation.result is None
        """The number of the last deal, and whether it is being played."""
        self.has_details = False

    @property
    def narration(self) -> tuple[str, ...]:
        text = _("{label}: {value}")
        lines = (text.format(label=label, value=value) if label else value for label, value in self.lines)
        return (_("Verify shuffle"), *lines)

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The labels and values to read."""
        if not self.deal_number:
            return (("", _("No cards dealt yet.")),)
        return tuple(self._list_deal_lines())

    def _list_deal_lines(self) -> Iterator[tuple[str, str]]:
        proof = self.table.session.get_proof(self.deal_number)
        commitment, is_sealed = proof.commitment, bool(proof.commitment.seal)
        if proof.is_in_progress:
            yield "", self._describe_open_deal(is_sealed=is_sealed)
        else:
            yield "", self._describe_outcome(proof.problem, commitment.seal)
        if is_sealed and (self.has_details or proof.is_in_progress):
            yield _("Seal, shown before the first card"), commitment.seal
        if proof.is_in_progress:
            return
        if commitment.seed and self.has_details:
            yield _("Secret number"), commitment.seed
            yield _("Salt"), commitment.salt
            yield from self._list_words()
        if proof.deal_code:
            yield _("Deal code"), proof.deal_code

    def _list_words(self) -> Iterator[tuple[str, str]]:
        """Yield what the players contributed: their text, or at a table over the network the word of each."""
        proof, names = self.table.session.get_proof(self.deal_number), self.names
        if not proof.commitment.rounds:
            yield _("Shuffle text"), proof.shuffle_word or _("none")
        for word in proof.commitment.last_round:
            yield _("{name}'s word").format(name=names[word.seat]), word.word
        late_names = [names[seat] for seat in proof.commitment.late_seats]
        if late_names:
            yield _("Shuffled again because a word was missing"), join_with_commas(late_names)

    @property
    def _is_verified(self) -> bool:
        """Whether the deal is over and its pack is proved."""
        if not self.deal_number:
            return False
        proof = self.table.session.get_proof(self.deal_number)
        return not proof.is_in_progress and proof.problem is None

    @staticmethod
    def _describe_open_deal(*, is_sealed: bool) -> str:
        if is_sealed:
            return _(
                "At the end of the deal the program compares the cards with this seal, so nobody can change them now."
            )
        return _("This deal comes from a deal code: anyone with the code can look up the cards.")

    @staticmethod
    def _describe_outcome(problem: Reason | None, seal: str) -> str:
        if problem is not None:
            return _("Not verified: {fault}.").format(fault=describe_problem(problem))
        if seal:
            text = _("Verified: nobody has changed the cards. They match seal {seal}, which was set before the deal.")
            return text.format(seal=shorten_seal(seal))
        return _("Verified: the cards match the deal code.")

    # -- the page

    @property
    def title_text(self) -> str:
        if not self.deal_number:
            return _("Verify shuffle")
        return _("Shuffle for deal {number}").format(number=self.deal_number)

    def describe(self) -> Node:
        rows = [self._describe_line(index, *line) for index, line in enumerate(self.lines)]
        scroll = Sheet(f"proof {self.deal_number}", Column(*rows, gap=theme.GAP))
        return self.arrange_scroll(scroll, *self._list_buttons())

    def _describe_line(self, index: int, label: str, value: str) -> Node:
        if label:
            heading = Text(label, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
            return Column(heading, Text(value))
        if index or not self._is_verified:
            return Text(value)
        return Row(make_symbol("check", theme.SECTION_TEXT_SIZE), Text(value, face="bold", grow=1), gap=theme.GAP)

    def _list_buttons(self) -> Iterator[Action]:
        proof = self.table.session.get_proof(self.deal_number) if self.deal_number else None
        if self.deal_number > 1:
            yield self._make_button("previous-deal", _("Previous deal"), partial(self._show_deal, self.deal_number - 1))
        if self.deal_number < self._shown_state[0]:
            yield self._make_button("next-deal", _("Next deal"), partial(self._show_deal, self.deal_number + 1))
        if proof is not None and proof.deal_code:
            yield self._make_button("copy-code", _("Copy deal code"), partial(clipboard_copy, proof.deal_code))
        if proof is not None and proof.commitment.seal and not proof.is_in_progress:
            text = _("Hide details") if self.has_details else _("Details")
            yield self._make_button("details", text, self._toggle_details)

    @staticmethod
    def _make_button(widget_id: str, text: str, on_press: Callable[[], object]) -> Action:
        return Action(widget_id, text, on_press, height=theme.LARGE_CONTROL_HEIGHT, grow=1)

    def _toggle_details(self) -> None:
        self.has_details = not self.has_details
        self._show_deal(self.deal_number)

    def _show_deal(self, number: int) -> None:
        self.deal_number = number
        self.recompose("panel")
        self.context.speak(*self.narration[1:])

    def update(self, seconds: float) -> None:
        observation = self.table.session.observation
        shown, self._shown_state = self._shown_state, (observation.deal_number, observation.result is None)
        if shown != self._shown_state:
            self.recompose("panel")
