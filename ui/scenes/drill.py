"""The trainer asks: cards on a page, a question, and after the answer what is right and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
import pygame

from game.engine.cards import Card, Suit
from game.engine.events import TrickTaken
from game.i18n import _
from game.names import cards_named, suit_name
from game.narration import sentence
from game.trainer.telling import TITLES, asks, shown, trick_told, why
from game.trainer.values import Answer, AnyTask, CallTask, CountTask, OutTask, TrickTask
from ui import theme
from ui.art import RATIO, Art
from ui.doors import Topic
from ui.page import Page
from ui.scene import Stage
from ui.scenes.calling import Calling
from ui.scenes.course import Course
from ui.scenes.marking import CARD, Cards, Shown, card_width
from ui.widgets.column import Column
from ui.widgets.controls import HEIGHT, STEPPER_WIDTH, Stepper

WIDE: Final = 1120
MOST_POINTS: Final = 120
SMALL_CARD: Final = 68
PASSING_CARD: Final = 88
"""Design pixels: the width of the viewer's own cards, where others are what it is about, and of those of a trick that
goes by."""
MAIN: Final = 0.34
OTHERS: Final = 0.22
"""Of the board's height, the cards that it is about have no more than so much, and the viewer's own beside them."""
LEAP: Final = 10
"""Beside the arrows, which go by one, a click goes so far."""


class Drill(Page):
    """Task after task of a course.

    Where tricks are to be looked at first, ``trick`` is the number of the one that is shown, from 0; None while it is
    asked. ``right``: whether the answer was, None until it is given. ``rows``: the cards that are shown, ``stepper``:
    where a number is asked for.
    """

    largest_scale = 1.5

    def __init__(self, stage: Stage, course: Course) -> None:
        super().__init__(stage)
        self.course = course
        self.deck = course.deck
        self.title = TITLES[course.kind]
        self.trick: int | None = None
        self.answer = Answer()
        self.right: bool | None = None
        self._asked_now = False
        self.rows: list[Cards] = []
        self.stepper: Stepper | None = None
        self._undrawn = False
        self._fault = ""

    # -- what is asked

    @property
    def task(self) -> AnyTask | None:
        return self.course.task

    @property
    def topic(self) -> Topic:
        return Topic(self.course.game, part="speak" if self.course.kind == "call" else "play")

    @property
    def busy(self) -> bool:
        return (self.task is None and not self.course.fault) or self.course.notes.busy

    @property
    def told(self) -> tuple[str, ...]:
        return (_(self.title), *self._said)

    @property
    def _said(self) -> tuple[str, ...]:
        """What is to be seen and to be done now, in lines."""
        task = self.task
        if task is None or isinstance(task, CallTask):
            return (self.course.fault,) if self.course.fault else ()
        names, deck = self.course.names, self.deck
        if self.right is not None:
            return (self._verdict, *why(task, self.answer, names, deck))
        if self.trick is not None and isinstance(task, OutTask):
            first = shown(task, names, deck) if not self.trick else ()
            return (*first, trick_told(task.tricks[self.trick], task.trump, names, deck))
        return (*shown(task, names, deck), asks(task, names, deck))

    @property
    def _verdict(self) -> str:
        return _("That is right.") if self.right else _("That is not right.")

    # -- widgets

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        self.rows, self.stepper = [], None
        board = pygame.Rect(0, body.top, min(body.width, px(WIDE)), body.height)
        board.centerx = body.centerx
        self.board(board)
        column = Column(self.scroll("drill", board), self.stage.manager)
        column.words(self.course.so_far, size=theme.SMALL, colour=theme.MUTED)
        column.gap(6)
        self._body(column)
        self.end_scroll("drill", column.y)
        way = self._way_on
        if way is not None:
            self.foot_button(*way, right=True)
        self.foot_button("back", _("Back"), self.escape)
        self._prepare()

    @property
    def _way_on(self) -> tuple[str, str, Callable[[], None]] | None:
        """The golden button."""
        task = self.task
        if task is None or isinstance(task, CallTask):
            return ("try-again", _("Try again"), self._go_on) if self.course.fault else None
        if self.right is not None:
            return "next-task", _("Next task"), self._go_on
        if self.trick is not None and isinstance(task, OutTask):
            last = self.trick + 1 >= len(task.tricks)
            on = ("to-question", _("To the question")) if last else ("next-trick", _("Next trick"))
            return *on, self._next_trick
        return "check", _("Check"), self.check

    def _body(self, column: Column) -> None:
        task = self.task
        if task is None or isinstance(task, CallTask):
            column.words(self.course.fault or _("The computer plays a deal…"))
        elif self.trick is not None and isinstance(task, OutTask):
            self._look_at_trick(column, task, self.trick)
        else:
            self._question(column, task)

    def _look_at_trick(self, column: Column, task: OutTask, number: int) -> None:
        words = _("Trick {number} of {count}: remember what falls")
        column.heading(words.format(number=number + 1, count=len(task.tricks)))
        self._trump(column, task.trump)
        self._cards(column, self._played(column, task.tricks[number]), most=PASSING_CARD)
        self._own(column, task)

    def _question(self, column: Column, task: TrickTask | CountTask | OutTask) -> None:
        column.heading(asks(task, self.course.names, self.deck))
        if self.right is not None:
            colour = theme.GOLD if self.right else theme.RED_LIGHT
            column.words(self._verdict, face="bold", colour=colour)
            for line in why(task, self.answer, self.course.names, self.deck):
                column.words(line)
            column.gap()
        if isinstance(task, CountTask):
            self._cards(column, [self._named(card) for card in task.cards])
            self._number(column)
        elif isinstance(task, OutTask):
            self._trump(column, task.trump)
            signs = {at: card in task.out for at, card in enumerate(task.row)
                     if card in task.out or at in self.answer.marked}  # fmt: skip
            self._cards(column, [self._named(card) for card in task.row], asked=True, signs=signs)
            self._own(column, task)
        else:
            self._trump(column, task.trump)
            signs = {**dict.fromkeys(self.answer.marked, False), task.place: True}
            self._cards(column, self._played(column, task.trick), asked=True, one=True, signs=signs)
            if task.trick.points is not None:
                self._number(column)
        if self._asked_now and self.right is None:
            self._asked_now = False
            self.focus.go(self.rows[0] if self.rows[0].asked or self.stepper is None else self.stepper)

    def _trump(self, column: Column, trump: Suit | None) -> None:
        if trump is not None:
            words = _("Trump: {suit}").format(suit=suit_name(trump, self.deck))
            column.words(words, face="bold", colour=theme.GOLD)
            column.gap(6)

    def _own(self, column: Column, task: OutTask) -> None:
        """What lies before the viewer besides the trick."""
        column.words(_("Your hand"), size=theme.SMALL, colour=theme.MUTED)
        column.gap(6)
        away = [self._named(card, _("put away")) for card in task.away]
        turned = [self._named(task.turned, _("turned up"))] if task.turned is not None else []
        self._cards(column, [*map(self._named, task.hand), *away, *turned], most=SMALL_CARD)

    def _named(self, card: Card, caption: str = "") -> Shown:
        return Shown(card, cards_named((card,), self.deck), caption)

    def _played(self, column: Column, trick: TrickTaken) -> list[Shown]:
        """A trick: under each card who played it."""
        names = self.course.names
        column.words(_("From the left, as it was played."), size=theme.SMALL, colour=theme.MUTED)
        column.gap(6)
        return [self._named(card, names[seat]) for seat, card in zip(trick.seats, trick.cards, strict=True)]

    def _cards(
        self, column: Column, cards: Sequence[Shown], *, asked: bool = False, one: bool = False,
        signs: Mapping[int, bool] | None = None, most: int = CARD,
    ) -> None:  # fmt: skip
        """A row of cards, in more lines where they would be too small. ``signs``: what is shown after the answer."""
        highest = round(self.body.height * (OTHERS if most == SMALL_CARD else MAIN))
        room = min(column.px(most), round(highest / RATIO))
        width = card_width(len(cards), column.width - column.px(10), column.unit, room)
        row = Cards(
            cards, lambda: self._art, width, (0, column.y), column.width, self.stage.manager, self.stage.unit,
            column.scroll.inside, asked=asked, one=one, value=self.answer.marked if asked else frozenset(),
            signs=signs if self.right is not None else None,
        )  # fmt: skip
        self.rows.append(row)
        if row.asked:
            self.on_value("cards", row, self._mark, _("The cards"), column.scroll)
        column.y += row.rect.height
        column.gap()

    def _number(self, column: Column) -> None:
        """How many points? A number between two arrows, and leaps beside it."""
        if self.right is not None:
            return
        px, scroll, manager = self.stage.px, column.scroll, self.stage.manager
        column.words(_("Points"), size=theme.SMALL, colour=theme.MUTED)
        column.gap(4)
        leap, wide, gap = px(64), px(STEPPER_WIDTH), px(8)
        place = column.place(wide, HEIGHT, leap + gap)
        self.stepper = Stepper(
            self.answer.number or 0, (0, MOST_POINTS), (), place, manager, column.unit, scroll.inside
        )  # fmt: skip
        self.on_value("points", self.stepper, self._count, _("Points"), scroll)
        for by, left in ((-LEAP, 0), (LEAP, place.right + gap)):
            widget_id, words = (f"add-{by}", f"+{by}") if by > 0 else (f"subtract-{-by}", f"−{-by}")
            rect = column.place(leap, HEIGHT, left)
            self.button(widget_id, words, rect, partial(self._leap, by), style="#small", into=scroll)
        column.y += px(HEIGHT)
        column.gap()

    # -- pictures

    @property
    def _art(self) -> Art | None:
        """The cards, once all that are shown can be shown at once."""
        art = self.stage.art
        ready = all(art.is_ready(one.card, row.card_width) for row in self.rows for one in row.cards)
        return art if ready else None

    def _prepare(self) -> None:
        """Have the cards drawn beside the loop."""
        self._undrawn = self._art is None
        if self._undrawn:
            cards = dict.fromkeys(one.card for row in self.rows for one in row.cards)
            self.stage.art.prepare(cards, dict.fromkeys(row.card_width for row in self.rows))

    def _draw_ready(self) -> None:
        """Show the cards, once they are drawn."""
        if self._undrawn and self._art is not None:
            self._undrawn = False
            for row in self.rows:
                row.repaint()

    # -- what is done

    def _mark(self, places: frozenset[int]) -> None:
        self.answer = msgspec.structs.replace(self.answer, marked=places)

    def _count(self, points: int) -> None:
        self.answer = msgspec.structs.replace(self.answer, number=points)

    def _leap(self, by: int) -> None:
        self._count(min(max((self.answer.number or 0) + by, 0), MOST_POINTS))
        self.stage.rebuild()

    def check(self) -> None:
        """Is that right? A line where there is no answer yet."""
        task = self.task
        assert task is not None, "there is something to check"
        if not isinstance(task, CountTask) and not self.answer.marked:
            self.stage.notify(_("Mark a card first: click on it, or go to it with the arrows and press Enter."))
            return
        if self.stepper is not None and self.answer.number is None:
            self._count(self.stepper.value)
        self.right = self.course.answer(self.answer)
        self._show()

    def _next_trick(self) -> None:
        assert isinstance(self.task, OutTask) and self.trick is not None, "a trick is looked at"
        self.trick = self.trick + 1 if self.trick + 1 < len(self.task.tricks) else None
        self._asked_now = self.trick is None
        self._show()

    def _go_on(self) -> None:
        self.course.go_on()
        self._begin()

    def _begin(self) -> None:
        """Another task is waited for, or has come."""
        self.answer, self.right, self.trick = Answer(), None, None
        self.course.update()
        task = self.task
        if isinstance(task, CallTask):
            self.stage.rebuild()
            self.stage.push(Calling(self.stage, self.course, task))
            return
        if isinstance(task, OutTask):
            self.trick = 0
        self._asked_now = task is not None and self.trick is None
        self._show()

    def _show(self) -> None:
        """Something else is to be seen: Enter means the golden button, unless a widget is to be answered with."""
        self.focus.at, self.focus.shown = -1, False
        self.scrolls["drill"].move_to(0)
        self.stage.rebuild()
        if self.stage.narrate is not None:
            for line in self._said:
                self.stage.narrate(sentence(line))

    def update(self, seconds: float) -> None:
        self.course.notes.update()
        self._draw_ready()
        if self.task is None and self.course.update():
            self._begin()
        elif self.course.fault != self._fault:
            self._fault = self.course.fault
            self._show()
