"""Learn by playing: the guided first deals with how far one is in them, and the other ways to learn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import pygame

from game.i18n import N_, _, ngettext
from game.lessons.book import Learnt, LessonBook
from game.lessons.course import lesson_of, lessons
from game.rules import GAMES
from game.store.lessons import load_lessons
from ui import theme
from ui.fetched import Fetched
from ui.page import Page
from ui.scene import Stage
from ui.widgets.column import Column


class Way(NamedTuple):
    """Another way to learn: the id of its button, what it is called, what it is, the words on the button, and what
    that opens."""

    widget_id: str
    title: str
    words: str
    button: str
    opens: Callable[[Stage], None]


def _own_matches(stage: Stage) -> None:
    stage.doors.history(lambda: None)


def _trainer(stage: Stage) -> None:
    stage.doors.trainer()


WAYS: Final = (
    Way(
        "trainer",
        N_("Trainer"),
        N_("Short tasks out of deals that the computer has just played. How many were right is kept for you."),
        N_("Practise"),
        _trainer,
    ),
    Way(
        "own-matches",
        N_("Your own matches"),
        N_("Analyse one in the history: it shows your costliest choices, and you make them again."),
        N_("History"),
        _own_matches,
    ),
)
"""What stands on the page below the guided deals, in this order."""


class Lessons(Page):
    """A row for every lesson and for every other way. It asks the storage anew whenever it is shown again."""

    title = N_("Learn by playing")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.book = LessonBook()
        self._fetched = Fetched(stage, load_lessons, stage.folders)
        self._stale = False

    @property
    def busy(self) -> bool:
        return self._fetched.waited_for or self._stale

    def run_under(self, seconds: float) -> None:
        self._stale = True

    def update(self, seconds: float) -> None:
        if self._stale and not self._fetched.waited_for:
            self._stale = False
            self._fetched.ask()
        book = self._fetched.take()
        if book is not None:
            self.book = book
            self.stage.rebuild()

    # -- widgets

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(900)), body.height)
        board.centerx = body.centerx
        self.board(board)
        column = Column(self.scroll("lessons", board), self.stage.manager)
        words = _("A first deal of each game, prepared for you: one idea at a time, and nothing can go wrong.")
        column.words(words, colour=theme.MUTED)
        column.gap()
        known = [self.book.of(self.stage.settings.called, game) for game in lessons()]
        next_one = next((learnt for learnt in known if not learnt.done), None)
        for learnt in known:
            self._row(column, learnt, "#primary" if learnt is next_one else "#menu")
        column.gap()
        column.heading(_("Other ways"))
        for way in WAYS:
            self._way(column, way)
        self.end_scroll("lessons", column.y)
        self.foot_button("back", _("Back"), self.escape)

    @property
    def _wide(self) -> int:
        """The width of the buttons: all have the same."""
        words = (_("Begin"), _("Go on"), _("Once more"), *(_(way.button) for way in WAYS))
        return max(map(self.button_width, words))

    def _row(self, column: Column, learnt: Learnt, style: str) -> None:
        """One lesson: how far it is, and the button."""
        words, game = begins_with(learnt), learnt.game
        act: Callable[[], None] = partial(self.stage.doors.lesson, game, learnt)
        column.row(
            _(GAMES[game].title), how_far(learnt), self._wide,
            lambda rect: self.button(f"learn-{game}", words, rect, act, style=style, label=f"{words} {game}",
                                     into=column.scroll),
        )  # fmt: skip

    def _way(self, column: Column, way: Way) -> None:
        act: Callable[[], None] = partial(way.opens, self.stage)
        column.row(
            _(way.title), _(way.words), self._wide,
            lambda rect: self.button(way.widget_id, _(way.button), rect, act, style="#menu", label=_(way.title),
                                     into=column.scroll),
        )  # fmt: skip


def begins_with(learnt: Learnt) -> str:
    """What is on the button of a lesson."""
    if learnt.answers and not is_over(learnt):
        return _("Go on")
    return _("Once more") if learnt.done else _("Begin")


def is_over(learnt: Learnt) -> bool:
    """Whether somebody stands at a lesson's last step."""
    return len(learnt.answers) + 1 >= len(lesson_of(learnt.game).steps)


def how_far(learnt: Learnt) -> str:
    """How far somebody is in a lesson, in a line; how long it takes, as long as he has not begun."""
    lesson = lesson_of(learnt.game)
    if learnt.answers and not is_over(learnt):
        words = _("Step {number} of {count}.")
        return words.format(number=len(learnt.answers) + 1, count=len(lesson.steps))
    if learnt.done:
        return _("Done.")
    words = ngettext("About {count} minute.", "About {count} minutes.", lesson.minutes)
    return words.format(count=lesson.minutes)
