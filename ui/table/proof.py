"""The proof of a shuffle: the seal that was shown before the first card, and what it was the seal of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import pygame
from pygame_gui.core.utility import clipboard_copy

from game.i18n import _
from ui import theme
from ui.scene import Stage
from ui.table.desk import Desk
from ui.table.overlay import EDGE, Overlay
from ui.table.sheet import Block, Lines, Pile

WIDE: Final = 860
BUTTON: Final = 46


class ProofPage(Overlay):
    """One deal at a time, the last one first; of a deal that is played only its seal."""

    largest_scale = 1.5

    def __init__(self, stage: Stage, desk: Desk) -> None:
        super().__init__(stage, desk)
        self._last = desk.view.deal_number
        self._open = desk.table.view.result is None
        self.number = self._last

    @property
    def told(self) -> tuple[str, ...]:
        words = _("{label}: {value}")
        lines = (words.format(label=label, value=value) if label else value for label, value in self.lines)
        return (_("Prove the shuffle"), *lines)

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """What there is to read: labels, each with its value."""
        if not self.number:
            return (("", _("No card has been dealt yet.")),)
        return tuple(self._of_the_deal())

    def _of_the_deal(self) -> Iterator[tuple[str, str]]:
        proof = self.desk.table.proof(self.number)
        if proof.seal:
            yield _("Seal, shown before the first card"), proof.seal
        if proof.open:
            yield "", self._still_open(sealed=bool(proof.seal))
            return
        if proof.seed:
            yield _("Seed"), proof.seed
            yield _("Salt"), proof.salt
            yield _("The players' own word"), proof.word or _("none")
        if proof.code:
            yield _("Deal code"), proof.code
        yield _("What is proved"), self._outcome(proof.fault, sealed=bool(proof.seal))

    @staticmethod
    def _still_open(*, sealed: bool) -> str:
        if sealed:
            return _("This deal is being played. Its seed and salt are shown here when it is over.")
        return _("This deal comes from a deal code: whoever has the code can know the pack.")

    @staticmethod
    def _outcome(fault: str, *, sealed: bool) -> str:
        if fault:
            return _("Nothing: {fault}.").format(fault=fault)
        if sealed:
            return _("The pack is the one that the seed and the word give, and they are what was sealed.")
        return _("The pack is the one that the deal code gives.")

    # -- the page

    def compose(self) -> None:
        px = self.stage.px
        block, buttons = self._block(), self._buttons()
        foot = px(34 + BUTTON)
        self.place_box(px(WIDE), px(66) + foot + self.sheet_height(block, px(WIDE)))
        self.place_sheet(f"proof {self.number}", block, px(66), foot)
        left, top = self.box.x + px(EDGE), self.box.bottom - px(18 + BUTTON)
        room = (self.box.width - 2 * px(EDGE) - px(12) * (len(buttons) - 1)) // len(buttons)
        for at, (widget_id, words, act) in enumerate(buttons):
            rect = pygame.Rect(left + at * (room + px(12)), top, room, px(BUTTON))
            self.button(widget_id, words, rect, act, style="#menu" if at else "#primary")

    def _block(self) -> Block:
        blocks: list[Block] = []
        for label, value in self.lines:
            said: list[Block] = [Lines(self.stage, (label,), size=theme.SMALL)] if label else []
            blocks.append(Pile(self.stage, [*said, Lines(self.stage, (value,), colour=theme.CREAM)], gap=2))
        return Pile(self.stage, blocks, gap=10)

    def _buttons(self) -> list[tuple[str, str, Callable[[], object]]]:
        buttons: list[tuple[str, str, Callable[[], object]]] = [("back", _("Back"), self.stage.back)]
        if self.number > 1:
            buttons.append(("previous-deal", _("Deal before"), partial(self._show, self.number - 1)))
        if self.number < self._last:
            buttons.append(("next-deal", _("Next one"), partial(self._show, self.number + 1)))
        code = self.desk.table.proof(self.number).code if self.number else ""
        if code:
            buttons.append(("copy-code", _("Copy the deal code"), partial(clipboard_copy, code)))
        return buttons

    def _show(self, number: int) -> None:
        self.number = number
        self.stage.rebuild()
        if self.stage.narrate is not None:
            for line in self.told[1:]:
                self.stage.narrate(line)

    def update(self, seconds: float) -> None:
        last, open_ = self.desk.table.view.deal_number, self.desk.table.view.result is None
        if (last, open_) != (self._last, self._open):
            self._last, self._open = last, open_
            self.stage.rebuild()

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        title = _("The shuffle of deal {number}").format(number=self.number) if self.number else _("The shuffle")
        self.draw_title(surface, title, 12)
