"""The menu of lessons with the progress in them, and other ways to learn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import pygame

from game.core.messages import N_
from game.lessons import LESSONS
from game.lessons.progress import LessonProgress, LessonProgressList, open_lesson_progress
from game.rules import GAMES
from game.text.gettext import _, ngettext
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.page import Page
from ui.widgets.form_layout import FormLayout


class LearningOption(NamedTuple):
    """Another way to learn.

    ``widget_id``: the id of its button; ``open_scene``: the action of the button.
    """

    widget_id: str
    title: str
    description: str
    button_text: str
    open_scene: Callable[[AppContext], None]


def _open_history(context: AppContext) -> None:
    context.router.open_history(lambda: None)


def _open_trainer(context: AppContext) -> None:
    context.router.open_trainer()


LEARNING_OPTIONS: Final = (
    LearningOption(
        "trainer",
        N_("Trainer"),
        N_("Short tasks out of deals that the computer has just played. How many were right is kept for you."),
        N_("Practise"),
        _open_trainer,
    ),
    LearningOption(
        "own-matches",
        N_("Your own matches"),
        N_("Analyse one in the history: it shows your costliest choices, and you make them again."),
        N_("History"),
        _open_history,
    ),
)
"""The rows below the lessons, in order."""


class LessonsMenuScene(Page):
    """A row for each lesson and for each other way to learn.

    The progress is loaded when the scene opens, and again after another scene was over it.
    """

    title = N_("Learn by playing")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.progress = LessonProgressList()
        self._is_stale = False
        self._read_progress()

    def _read_progress(self) -> None:
        loading = self.context.storage.submit_document(open_lesson_progress(self.context.folders).read)
        self.context.tasks.submit(loading, self._show_progress, owner=self)

    def _show_progress(self, progress: LessonProgressList) -> None:
        self.progress = progress
        self.recompose("lessons")

    def update_in_background(self, seconds: float) -> None:
        self._is_stale = True

    def update(self, seconds: float) -> None:
        if self._is_stale:
            self._is_stale = False
            self._read_progress()

    # -- widgets

    def compose(self) -> None:
        px, body = self.context.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(900)), body.height)
        board.centerx = body.centerx
        self.add_board(board)
        column = FormLayout(self.begin_scroll_area("lessons", board), self.context.ui_manager)
        text = _("A first deal of each game, prepared for you: one idea at a time, and nothing can go wrong.")
        column.add_text(text, color=theme.MUTED)
        column.add_gap()
        self.compose_rows("lessons", column, self._add_lessons)
        column.add_gap()
        column.add_heading(_("Other ways"))
        for option in LEARNING_OPTIONS:
            self._add_option_row(column, option)
        self.end_scroll_area("lessons", column.next_y)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _add_lessons(self, column: FormLayout) -> None:
        lesson_states = [self.progress.find_progress(self.context.own_profile.id, game) for game in LESSONS]
        next_lesson = next((lesson_progress for lesson_progress in lesson_states if not lesson_progress.done), None)
        for lesson_progress in lesson_states:
            self._add_lesson_row(column, lesson_progress, "#primary" if lesson_progress is next_lesson else "#menu")

    @property
    def _button_width(self) -> int:
        labels = (_("Begin"), _("Go on"), _("Once more"), *(_(option.button_text) for option in LEARNING_OPTIONS))
        return max(map(self.measure_button_width, labels))

    def _add_lesson_row(self, column: FormLayout, lesson_progress: LessonProgress, style: str) -> None:
        text, game = format_button_text(lesson_progress), lesson_progress.game
        on_press: Callable[[], None] = partial(self.context.router.open_lesson, game, lesson_progress)
        column.add_row(
            _(GAMES[game].title), format_progress(lesson_progress), self._button_width,
            lambda rect: self.add_button(f"learn-{game}", text, rect, on_press, style=style, label=f"{text} {game}",
                                     scroll_area=column.scroll_area),
        )  # fmt: skip

    def _add_option_row(self, column: FormLayout, option: LearningOption) -> None:
        on_press: Callable[[], None] = partial(option.open_scene, self.context)
        column.add_row(
            _(option.title),
            _(option.description),
            self._button_width,
            lambda rect: self.add_button(
                option.widget_id,
                _(option.button_text),
                rect,
                on_press,
                style="#menu",
                label=_(option.title),
                scroll_area=column.scroll_area,
            ),
        )


def format_button_text(progress: LessonProgress) -> str:
    """Return the text on the button of a lesson."""
    if progress.answers and not is_at_last_step(progress):
        return _("Go on")
    return _("Once more") if progress.done else _("Begin")


def is_at_last_step(progress: LessonProgress) -> bool:
    """Return whether a lesson has reached its last step."""
    return len(progress.answers) + 1 >= len(LESSONS[progress.game].steps)


def format_progress(progress: LessonProgress) -> str:
    """Return the progress of a lesson in a line; its duration if it is not begun."""
    lesson = LESSONS[progress.game]
    if progress.answers and not is_at_last_step(progress):
        text = _("Step {number} of {count}.")
        return text.format(number=len(progress.answers) + 1, count=len(lesson.steps))
    if progress.done:
        return _("Done.")
    text = ngettext("About {count} minute.", "About {count} minutes.", lesson.minutes)
    return text.format(count=lesson.minutes)
