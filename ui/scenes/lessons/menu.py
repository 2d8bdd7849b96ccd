"""The menu of lessons with the progress in them, and other ways to learn."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from game.core.messages import N_
from game.lessons import LESSONS
from game.lessons.progress import LessonProgress, LessonProgressList, open_lesson_progress
from game.lessons.text import get_lesson_title
from game.rules import GAMES
from game.text.gettext import _, ngettext
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.game_tile import CAPTION_HEIGHT, GameTile
from ui.scenes.option_card import OptionCard, describe_option_card
from ui.scenes.page import Page

COLUMN_GAP: Final = 24
TILE_MIN_WIDTH: Final = 170
"""Design pixels of a tile's width from which all tiles are in a row."""
CARD_HEIGHT: Final = 112
BAR_HEIGHT: Final = 8
"""The height of the bar with a lesson's progress, in design pixels."""


class LessonsMenuScene(Page):
    """A tile for each lesson, and a card for each other way to learn.

    The progress is loaded when the scene opens, and again after another scene was over it.
    """

    title = N_("Learn")
    max_scale = 1.5

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.progress = LessonProgressList()
        self._is_stale = False
        self._tiles: dict[str, GameTile] = {}
        self._read_progress()

    def _read_progress(self) -> None:
        loading = self.context.storage.submit_document(open_lesson_progress(self.context.folders).read)
        self.context.tasks.submit(loading, self._show_progress, owner=self)

    def _show_progress(self, progress: LessonProgressList) -> None:
        self.progress = progress
        for game, tile in self._tiles.items():
            tile.set_caption(format_progress(self._get_progress(game)))
        self.recompose("primary")

    def update_in_background(self, seconds: float) -> None:
        self._is_stale = True

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._is_stale:
            self._is_stale = False
            self._read_progress()

    def _get_progress(self, game: str) -> LessonProgress:
        return self.progress.find_progress(self.context.own_profile.id, game)

    @property
    def next_game(self) -> str:
        """The game of the lesson that was begun last, else of the first that is not done; "" if all are done."""
        own_id = self.context.own_profile.id
        begun_games = (
            progress.game for progress in reversed(self.progress.learnt)
            if progress.profile == own_id and progress.game in LESSONS and is_begun(progress)
        )  # fmt: skip
        return next(begun_games, next((game for game in LESSONS if not self._get_progress(game).done), ""))

    # -- widgets

    def compose(self) -> None:
        context, body = self.context, self.body
        gap = round(COLUMN_GAP * context.window_scale)
        card_height = context.px(CARD_HEIGHT)
        games = list(LESSONS)
        self._tiles = {}
        is_one_row = (body.width + gap) // len(games) - gap >= context.px(TILE_MIN_WIDTH)
        rows = 1 if is_one_row else 2
        columns = -(-len(games) // rows)
        row_step = (body.height - card_height) // rows
        for index, game in enumerate(games):
            row, column = divmod(index, columns)
            left, right = (body.left + (body.width + gap) * edge // columns for edge in (column, column + 1))
            rect = pygame.Rect(left, body.top + row * row_step, right - gap - left, row_step - gap)
            self._tiles[game] = tile = GameTile(
                LESSONS[game].game_id,
                format_progress(self._get_progress(game)),
                context.card_images[GAMES[LESSONS[game].game_id].deck],
                rect,
                context.place,
                title=get_lesson_title(LESSONS[game]),
            )
            self.bind_value(f"learn-{game}", tile, partial(self._open_tile, game), tile.title)
        options = (
            OptionCard(
                "trainer", _("Trainer"), _("Short exercises from real deals."), _("Practice"),
                context.router.open_trainer,
            ),
            OptionCard(
                "own-matches", _("Your matches"), _("Find your mistakes and try again."), _("History"),
                lambda: context.router.open_history(lambda: None),
            ),
        )  # fmt: skip
        for index, option in enumerate(options):
            left, right = (body.left + (body.width + gap) * edge // len(options) for edge in (index, index + 1))
            describe_option_card(option).make(
                self.frame, pygame.Rect(left, body.bottom - card_height, right - gap - left, card_height)
            )
        self.add_footer_button("back", _("Back"), self.on_escape)
        self.compose_part("primary", self._compose_primary)

    def _compose_primary(self) -> None:
        game = self.next_game
        if not game:
            self.add_footer_button("next-lesson", _("Practice"), self.context.router.open_trainer, is_right=True)
            return
        template = _("Continue {game}") if is_begun(self._get_progress(game)) else _("Start {game}")
        text = template.format(game=get_lesson_title(LESSONS[game]))
        self.add_footer_button("next-lesson", text, lambda: self.open_lesson(game), is_right=True)

    def _open_tile(self, lesson: str, _game: str) -> None:
        self.open_lesson(lesson)

    def open_lesson(self, game: str) -> None:
        """Open the lesson of a game where it was left."""
        self.context.router.open_lesson(game, self._get_progress(game))

    def draw_over_widgets(self, canvas: Canvas) -> None:
        """Draw the progress of begun lessons below the pictures of their tiles."""
        px = self.context.px
        for game, tile in self._tiles.items():
            progress = self._get_progress(game)
            if is_begun(progress) and tile.card_width:
                share = (len(progress.answers) + 1) / len(LESSONS[game].steps)
                bar = pygame.Rect(0, 0, tile.rect.width - 2 * px(2), px(BAR_HEIGHT))
                bar.midbottom = tile.rect.centerx, tile.rect.bottom - px(CAPTION_HEIGHT)
                canvas.fill(self.context.theme.panel_color, bar)
                canvas.fill(theme.CREAM, (*bar.topleft, round(bar.width * share), bar.height))


def is_begun(progress: LessonProgress) -> bool:
    """Return whether a lesson was begun and has not reached its last step."""
    return bool(progress.answers) and len(progress.answers) + 1 < len(LESSONS[progress.game].steps)


def format_progress(progress: LessonProgress) -> str:
    """Return the progress of a lesson in a line; its number of steps if it is not begun."""
    lesson = LESSONS[progress.game]
    if is_begun(progress):
        return _("Step {number} of {count}").format(number=len(progress.answers) + 1, count=len(lesson.steps))
    if progress.done:
        return _("Done")
    return ngettext("{count} step", "{count} steps", len(lesson.steps)).format(count=len(lesson.steps))
