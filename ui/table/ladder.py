"""A sum as a ladder: one step a line, what it does, and how the sum stands then."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import pygame

from game.conventions import change, listed, number
from game.engine.cards import Deck
from game.engine.phases import DealResult, Rung
from game.i18n import _
from game.text import capital
from game.words import label, term
from ui import theme
from ui.scene import Stage
from ui.table.face import Face
from ui.table.sheet import Beside, Block, hue, put

LINE: Final = 27
TERM: Final = 78
TOTAL: Final = 62
"""Design pixels: the height of a step, the widths of what it does and of how the sum stands."""
LEAST_LABEL: Final = 150


class Ladder:
    """One sum, under the names of those whose it is; one of a single step stands in a line with them."""

    def __init__(
        self, stage: Stage, face: Face, rungs: Sequence[Rung], result: DealResult, names: Sequence[str], deck: Deck
    ) -> None:
        self._px = stage.px
        self._rungs = tuple(rungs)
        self._scored = all(result.scores[seat] == rungs[-1].total for seat in rungs[0].seats)
        self._good = face.is_good(rungs[-1].total) if self._scored and rungs[-1].total else None
        self._name = listed([names[seat] for seat in rungs[0].seats])
        self._labels = tuple(_first_large(label(rung, names, deck)) for rung in rungs)
        self._alone = len(rungs) == 1
        if self._alone:
            words = _("{name}: {words}").format(name=self._name, words=label(rungs[0], names, deck))
            self._labels = (words,)

    @property
    def wanted(self) -> int:
        """The pixels that its longest step wants."""
        font = theme.font("sans", self._px(theme.BODY))
        return max(font.size(words)[0] for words in self._labels) + self._px(TERM + TOTAL + 24)

    def _words(self, width: int, words: str) -> list[str]:
        room = max(self._px(60), width - self._px(TERM + TOTAL + 12))
        return theme.wrapped(words, "sans", self._px(theme.BODY), room)

    def height(self, width: int) -> int:
        lines = sum(len(self._words(width, words)) for words in self._labels)
        return self._px(0 if self._alone else LINE + 2) + self._px(LINE) * lines

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        px, size = self._px, self._px(theme.BODY)
        y = rect.y
        if not self._alone:
            put(surface, self._name, "bold", size, theme.CREAM, pygame.Rect(rect.x, y, rect.width, px(LINE)))
            y += px(LINE + 2)
        for words, rung in zip(self._labels, self._rungs, strict=True):
            last = rung is self._rungs[-1]
            for line in self._words(rect.width, words):
                where = put(surface, line, "sans", size, theme.MUTED, pygame.Rect(rect.x, y, rect.width, px(LINE)))
                y += px(LINE)
            row = pygame.Rect(rect.x, y - px(LINE), rect.width, px(LINE))
            self._dots(surface, where.right + px(8), row)
            does = pygame.Rect(row.right - px(TOTAL + TERM), row.y, px(TERM - 8), row.height)
            if not self._alone or len(rung.factors) > 1:
                put(surface, term(rung).replace("-", "−"), "sans", size, theme.CREAM, does, "right")
            comes = pygame.Rect(row.right - px(TOTAL), row.y, px(TOTAL), row.height)
            colour = hue(self._good) if last else theme.CREAM
            words = change(rung.total) if last and self._scored else number(rung.total)
            put(surface, words, "bold" if last else "sans", size, colour, comes, "right")
            if last and not self._alone:
                top = row.y + px(1)
                pygame.draw.line(surface, theme.PANEL_LINE, (comes.x + px(10), top), (comes.right, top), max(1, px(1)))

    def _dots(self, surface: pygame.Surface, left: int, row: pygame.Rect) -> None:
        """The line that leads the eye from the words to the numbers."""
        px = self._px
        step, low = px(7), row.centery + px(5)
        for x in range(left, row.right - px(TOTAL + TERM - 8), max(2, step)):
            surface.fill(theme.PANEL_LINE, (x, low, max(1, px(1.5)), max(1, px(1.5))))


def _first_large(words: str) -> str:
    return capital(words)


def sums(result: DealResult) -> tuple[tuple[Rung, ...], ...]:
    """The sums of a deal, each from its first step to its last."""
    rungs = [one for one in result.why if isinstance(one, Rung)]
    return tuple(tuple(group) for _seats, group in groupby(rungs, key=lambda rung: rung.seats))


def ladders(stage: Stage, face: Face, result: DealResult, names: Sequence[str], deck: Deck) -> Block:
    """Every sum of the deal, as many side by side as their words leave room for."""
    blocks = [Ladder(stage, face, rungs, result, names, deck) for rungs in sums(result)]
    wanted = max((block.wanted for block in blocks), default=0) / stage.unit
    return Beside(stage, blocks, max(LEAST_LABEL + TERM + TOTAL, wanted), below=10)
