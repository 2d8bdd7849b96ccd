"""What a choice is worth, over the table where it was made: the choice, the best, all others, each with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import pygame

from game.analysis.telling import because, priced, promise
from game.analysis.values import Option
from game.engine.actions import Action
from game.i18n import _
from game.narration import sentence
from ui import theme
from ui.scene import Stage
from ui.table.desk import Desk
from ui.table.overlay import EDGE, Overlay
from ui.table.sheet import Block, Lines, Pile, Titled

WIDE: Final = 860
BUTTON: Final = 48


class Worth(Overlay):
    """``options``: what the judge thinks of, the best first; ``chosen``: what the person did. Subclasses say which ways
    lead on: the left one and the golden one on the right."""

    largest_scale = 1.5
    veil = 150

    def __init__(self, stage: Stage, desk: Desk, options: Sequence[Option], chosen: Action) -> None:
        super().__init__(stage, desk)
        self.options = tuple(options)
        self.chosen = chosen

    @property
    def ways(self) -> tuple[tuple[str, str, Callable[[], None]], tuple[str, str, Callable[[], None]]]:
        """The ids and the words of both buttons, and what they do."""
        raise NotImplementedError

    def then(self) -> Iterator[str]:
        """What is said after the reasons."""
        yield promise()

    @property
    def option(self) -> Option | None:
        """What was chosen; None where the judge does not think that worth a try."""
        return next((one for one in self.options if one.action == self.chosen), None)

    @property
    def headline(self) -> str:
        """How good the choice is, in a few words."""
        option = self.option
        if option is None:
            return _("The judge does not think that worth a try")
        if option is self.options[0]:
            return _("That is the best")
        return _("As good as the best") if option.as_good else _("There is a better choice")

    @property
    def told(self) -> tuple[str, ...]:
        return (self.headline, *self._why(), *self.then())

    def _why(self) -> Iterator[str]:
        """What was chosen and what is best, each with its reasons."""
        option, best = self.option, self.options[0]
        for one in (option, best) if option is not best else (best,):
            if one is not None:
                yield sentence(because(one, self.desk.table.names, self.deck))

    @property
    def blocks(self) -> Block:
        """Why, and everything that there was to choose."""
        stage, game, best = self.stage, self.desk.table.game.name, self.options[0]
        every = [sentence(priced(game, best, one, self.deck)) for one in self.options]
        return Pile(
            stage,
            (
                Lines(stage, tuple(self._why()), colour=theme.CREAM),
                Lines(stage, tuple(self.then())),
                Titled(stage, _("All choices, the best first"), Lines(stage, every)),
            ),
        )

    def compose(self) -> None:
        px, block = self.stage.px, self.blocks
        head, foot = px(66), px(20 + BUTTON + 10)
        self.place_box(px(WIDE), head + foot + self.sheet_height(block, px(WIDE)))
        self.place_sheet("answer", block, head, foot)
        left, top = self.box.x + px(EDGE), self.box.bottom - px(14 + BUTTON)
        for at, (widget_id, words, act) in enumerate(self.ways):
            wide = max(px(160), self.button_width(words))
            rect = pygame.Rect(left if not at else self.box.right - px(EDGE) - wide, top, wide, px(BUTTON))
            self.button(widget_id, words, rect, act, style="#primary" if at else "#menu")

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        colour = theme.GOLD if self.option is not None and self.option.as_good else theme.CREAM
        self.draw_title(surface, self.headline, 12, colour)
