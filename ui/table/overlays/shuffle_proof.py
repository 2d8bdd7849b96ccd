"""Proof of a shuffle: the seal shown before the first card, and the sealed values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame_gui.core.utility import clipboard_copy

from game.core.messages import Reason
from game.text.errors import describe_problem
from game.text.formatting import join_with_commas, shorten_seal
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.overlays.base import HEADER_HEIGHT, PANEL_PADDING, Overlay
from ui.table.overlays.content_layout import CheckedText, ContentBlock, TextBlock, VerticalStack

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PANEL_WIDTH: Final = 860
BUTTON_HEIGHT: Final = 46


class ShuffleProofOverlay(Overlay):
    """The proofs of the deals, one at a time, beginning with the last.

    The deal that is being played shows only its seal. ``has_details``: whether the figures are shown below the verdict.
    """

    max_scale = 1.5

    def __init__(self, context: AppContext, table: TableScene) -> None:
        super().__init__(context, table)
        self._last_deal_number = table.observation.deal_number
        self._is_deal_open = table.session.observation.result is None
        self.deal_number = self._last_deal_number
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
        proof, names = self.table.session.get_proof(self.deal_number), self.table.session.info.names
        if not proof.commitment.rounds:
            yield _("Shuffle text"), proof.shuffle_word or _("none")
        for word in proof.commitment.last_round:
            yield _("Word of {name}").format(name=names[word.seat]), word.word
        late_names = [names[seat] for seat in proof.commitment.late_seats]
        if late_names:
            yield _("Shuffled again, because a word was missing"), join_with_commas(late_names)

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
            return _("After the deal the program compares the cards with this seal, so nobody can change them now.")
        return _("This deal comes from a deal code: anyone with the code can know the cards.")

    @staticmethod
    def _describe_outcome(problem: Reason | None, seal: str) -> str:
        if problem is not None:
            return _("Not verified: {fault}.").format(fault=describe_problem(problem))
        if seal:
            text = _("Verified: nobody has changed the cards. They match seal {seal}, shown before the deal.")
            return text.format(seal=shorten_seal(seal))
        return _("Verified: these are the cards of the deal code.")

    # -- the page

    def compose(self) -> None:
        self.compose_part("proof", self._compose_proof)

    def _compose_proof(self) -> None:
        px = self.context.px
        content, buttons = self._make_content(), self._list_buttons()
        footer_height = px(36 + BUTTON_HEIGHT) if buttons else px(24)
        self.place_panel(
            px(PANEL_WIDTH), px(HEADER_HEIGHT) + footer_height + self.compute_content_height(content, px(PANEL_WIDTH))
        )
        self.add_close_button()
        self.place_content(f"proof {self.deal_number}", content, px(HEADER_HEIGHT), footer_height)
        if not buttons:
            return
        left, top = self.panel_rect.x + px(PANEL_PADDING), self.panel_rect.bottom - px(24 + BUTTON_HEIGHT)
        button_width = (self.panel_rect.width - 2 * px(PANEL_PADDING) - px(12) * (len(buttons) - 1)) // len(buttons)
        for index, (widget_id, text, on_press) in enumerate(buttons):
            rect = pygame.Rect(left + index * (button_width + px(12)), top, button_width, px(BUTTON_HEIGHT))
            self.add_button(widget_id, text, rect, on_press, style="#small")

    def _make_content(self) -> ContentBlock:
        blocks: list[ContentBlock] = []
        lines = self.lines
        if self._is_verified:
            blocks.append(CheckedText(self.context, lines[0][1]))
            lines = lines[1:]
        for label, value in lines:
            label_blocks: list[ContentBlock] = (
                [TextBlock(self.context, (label,), size=theme.SMALL_TEXT_SIZE)] if label else []
            )
            blocks.append(
                VerticalStack(
                    self.context, [*label_blocks, TextBlock(self.context, (value,), color=theme.CREAM)], gap=2
                )
            )
        return VerticalStack(self.context, blocks, gap=10)

    def _list_buttons(self) -> list[tuple[str, str, Callable[[], object]]]:
        buttons: list[tuple[str, str, Callable[[], object]]] = []
        if self.deal_number > 1:
            buttons.append(("previous-deal", _("Previous deal"), partial(self._show_deal, self.deal_number - 1)))
        if self.deal_number < self._last_deal_number:
            buttons.append(("next-deal", _("Next deal"), partial(self._show_deal, self.deal_number + 1)))
        code = self.table.session.get_proof(self.deal_number).deal_code if self.deal_number else ""
        if code:
            buttons.append(("copy-code", _("Copy deal code"), partial(clipboard_copy, code)))
        proof = self.table.session.get_proof(self.deal_number) if self.deal_number else None
        if proof is not None and proof.commitment.seal and not proof.is_in_progress:
            text = _("Hide details") if self.has_details else _("Details")
            buttons.append(("details", text, self._toggle_details))
        return buttons

    def _toggle_details(self) -> None:
        self.has_details = not self.has_details
        self._show_deal(self.deal_number)

    def _show_deal(self, number: int) -> None:
        self.deal_number = number
        self.recompose("proof")
        if self.context.narrate is not None:
            for line in self.narration[1:]:
                self.context.narrate(line)

    def update(self, seconds: float) -> None:
        last_deal_number, is_deal_open = (
            self.table.session.observation.deal_number,
            self.table.session.observation.result is None,
        )
        if (last_deal_number, is_deal_open) != (self._last_deal_number, self._is_deal_open):
            self._last_deal_number, self._is_deal_open = last_deal_number, is_deal_open
            self.recompose("proof")

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        title = (
            _("Shuffle for deal {number}").format(number=self.deal_number) if self.deal_number else _("Verify shuffle")
        )
        self.draw_title(canvas, title)
