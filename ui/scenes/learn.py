"""Choices to try again: the table stands still as the player saw it until he chooses, then comes what that is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from game.analysis.telling import because, priced, promise, verdict, where
from game.analysis.values import Judgement, Option, Task
from game.engine.actions import Action
from game.i18n import _
from game.narration import sentence
from game.position import Position
from ui import theme
from ui.games import face_of
from ui.scene import Stage
from ui.table.desk import Desk
from ui.table.glance import Glance, Glanced
from ui.table.openings import Openings
from ui.table.overlay import EDGE, Overlay
from ui.table.picture import Prompt
from ui.table.scene import TableScene
from ui.table.sheet import Block, Lines, Pile, Titled

WIDE: Final = 860
BUTTON: Final = 48


class Asking(Glance):
    """The table with a question where it else says who is on turn."""

    def __init__(self, scene: Glanced, asks: str) -> None:
        super().__init__(scene)
        self._asks = asks

    def _of_the_turn(self) -> Prompt | None:
        return Prompt(self._asks, True) if self.scene.table.your_turn else None


class Leading(Openings):
    """Where the table has its pause, the way back."""

    def pause(self) -> None:
        self.scene.stage.back()


class Learn(TableScene):
    """One of ``tasks``, that of a ``number``; after its answer comes the next. Esc leads back."""

    def __init__(self, stage: Stage, tasks: tuple[Task, ...], names: tuple[str, ...], number: int) -> None:
        task = tasks[number]
        self.position = Position(task.view, names)
        super().__init__(stage, self.position, face_of(task.view.game))
        self.tasks = tasks
        self.number = number
        self.glance = Asking(self, self.asks)
        self.openings = Leading(self)

    @property
    def task(self) -> Task:
        return self.tasks[self.number]

    @property
    def told(self) -> tuple[str, ...]:
        return _("Learn from it"), self.asks

    @property
    def asks(self) -> str:
        """What is asked, and how many such questions there are."""
        words = _("{where} ({number} of {count}): what do you do?")
        place = where(self.task.finding.place)
        return words.format(where=place, number=self.number + 1, count=len(self.tasks))

    def act(self, action: Action) -> None:
        super().act(action)
        if self.position.chosen is not None and self.stage.scene is self:
            self.stage.push(Answer(self.stage, self, self))

    def again(self) -> None:
        """The same choice once more."""
        self.position.again_from_here()
        self.stage.back()

    def go_on(self) -> None:
        """On to the next choice, or back after the last one."""
        stage, last = self.stage, self.number + 1 >= len(self.tasks)
        stage.back()
        stage.back()
        if not last:
            stage.doors.learn(self.tasks, self.position.names, self.number + 1)


class Answer(Overlay):
    """What the choice is worth, and why; what was chosen in the match; all that there was to choose."""

    largest_scale = 1.5
    veil = 150

    def __init__(self, stage: Stage, desk: Desk, learn: Learn) -> None:
        super().__init__(stage, desk)
        self.learn = learn

    @property
    def judged(self) -> Judgement:
        """What was found of the choice in the match."""
        judged = self.learn.task.finding.judgement
        assert judged is not None, "a task has been judged"
        return judged

    @property
    def option(self) -> Option | None:
        """What was chosen now; None where the judge does not think that worth a try."""
        chosen = self.learn.position.chosen
        return next((one for one in self.judged.options if one.action == chosen), None)

    @property
    def headline(self) -> str:
        """How good the choice is, in a few words."""
        option = self.option
        if option is None:
            return _("The judge does not think that worth a try")
        if option is self.judged.best:
            return _("That is the best")
        return _("As good as the best") if option.as_good else _("There is a better choice")

    @property
    def told(self) -> tuple[str, ...]:
        return (self.headline, *self._why(), *self._then())

    def _why(self) -> Iterator[str]:
        """What was chosen now and what is best, each with its reasons."""
        option, best = self.option, self.judged.best
        for one in (option, best) if option is not best else (best,):
            if one is not None:
                yield sentence(because(one, self.desk.table.names, self.deck))

    def _then(self) -> Iterator[str]:
        if self.learn.position.chosen != self.judged.chosen:
            words = _("In the match it was: {verdict}")
            game = self.desk.table.game.name
            yield sentence(words.format(verdict=verdict(game, self.judged, self.deck)))
        yield promise()

    @property
    def blocks(self) -> Block:
        """Why, and everything that there was to choose."""
        stage, game = self.stage, self.desk.table.game.name
        every = [sentence(priced(game, self.judged, one, self.deck)) for one in self.judged.options]
        return Pile(
            stage,
            (
                Lines(stage, tuple(self._why()), colour=theme.CREAM),
                Lines(stage, tuple(self._then())),
                Titled(stage, _("All choices, the best first"), Lines(stage, every)),
            ),
        )

    def compose(self) -> None:
        px, block = self.stage.px, self.blocks
        head, foot = px(66), px(20 + BUTTON + 10)
        self.place_box(px(WIDE), head + foot + self.sheet_height(block, px(WIDE)))
        self.place_sheet("answer", block, head, foot)
        left, top = self.box.x + px(EDGE), self.box.bottom - px(14 + BUTTON)
        last = self.learn.number + 1 >= len(self.learn.tasks)
        ways = ((_("Try again"), self.escape), (_("Done") if last else _("Next"), self.learn.go_on))
        for at, (words, act) in enumerate(ways):
            wide = max(px(160), self.button_width(words))
            rect = pygame.Rect(left if not at else self.box.right - px(EDGE) - wide, top, wide, px(BUTTON))
            self.button(words, rect, act, style="#primary" if at else "#menu")

    def escape(self) -> None:
        self.learn.again()

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        colour = theme.GOLD if self.option is not None and self.option.as_good else theme.CREAM
        self.draw_title(surface, self.headline, 12, colour)
