"""The menu of lessons with the progress in them, and other ways to learn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from game.core.messages import N_
from game.lessons import LESSONS
from game.lessons.progress import LessonProgress, LessonProgressList, find_next_page, is_begun, open_lesson_progress
from game.lessons.text import format_lesson_offer, get_lesson_title
from game.rules import GAMES
from game.text.gettext import _, ngettext
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.scenes.game_tile import GameTile
from ui.scenes.option_card import describe_option_card
from ui.scenes.page import Page
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Column, Grid
from ui.widgets.nodes import Node, Space

TILE_MIN_WIDTH: Final = 170
"""Design pixels of a tile's width from which all tiles are in a row."""


class LessonsMenuScene(Page):
    """A tile for each lesson, and a card for each other way to learn.

    The progress is loaded when the scene opens, and again after another scene was over it.
    """

    title = N_("Learn")
    max_scale = 1.5
    help_topic = HelpTopic("playing", section="lessons")

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
        self.recompose("body", "foot")

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
    def next_lesson(self) -> str:
        """The lesson to go on with, see `LessonProgressList.find_next_lesson`."""
        return self.progress.find_next_lesson(self.context.own_profile.id)

    # -- what is on the page

    def list_footer(self) -> Sequence[Node]:
        game, on_press, text = self.next_lesson, self._open_trainer, _("Practice")
        if game:
            text, on_press = format_lesson_offer(self._get_progress(game)), partial(self.open_lesson, game)
        return self.make_back(), Space(grow=1), Action("next-lesson", text, on_press, style="#primary")

    def describe(self) -> Node:
        router, gap = self.context.router, theme.LARGE_GAP
        trainer = Action("trainer", _("Practice"), self._open_trainer)
        matches = Action("own-matches", _("History"), partial(router.open_history, lambda: None))
        cards = [
            describe_option_card(trainer, _("Trainer"), _("Short exercises from real deals.")),
            describe_option_card(matches, _("Your matches"), _("Find your mistakes and try again.")),
        ]
        tiles = [self._describe_tile(game) for game in LESSONS]
        return Column(Grid(tiles, TILE_MIN_WIDTH, gap, grow=1), Grid(cards, 0, gap, max_columns=2), gap=gap)

    def _describe_tile(self, game: str) -> Node:
        lesson, progress = LESSONS[game], self._get_progress(game)
        title, images = get_lesson_title(lesson), self.context.card_images[GAMES[lesson.game_id].deck]
        tile = Widget(GameTile, (lesson.game_id, format_progress(progress), images), id=f"learn-{game}", label=title)
        tile.on_change = lambda _value: self.open_lesson(game)
        share = find_next_page(progress) / lesson.count_pages() if is_begun(progress) else 0
        tile.options = {"title": title, "progress": share, "is_done": progress.done}
        return tile

    def _open_trainer(self) -> None:
        """Open the trainer at the game that was learnt last."""
        self.context.router.open_trainer(self.progress.find_learnt_game(self.context.own_profile.id))

    def open_lesson(self, game: str) -> None:
        """Open the lesson of a game where it was left."""
        self.context.router.open_lesson(game, self._get_progress(game))


def format_progress(progress: LessonProgress) -> str:
    """Return the progress of a lesson in a line; its number of steps if it is not begun."""
    count = LESSONS[progress.game].count_pages()
    if is_begun(progress):
        return _("Step {number} of {count}").format(number=find_next_page(progress), count=count)
    if progress.done:
        return _("Done")
    return ngettext("{count} step", "{count} steps", count).format(count=count)
