"""The trainer: a game, its kinds of tasks, and the scores in them."""

from __future__ import annotations

from functools import partial

from game.core.messages import N_
from game.rules import GAMES
from game.text.gettext import _
from game.trainer.model import TaskKind, list_task_kinds
from game.trainer.text import format_score, format_streak, get_kind_texts
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.scenes.game_tile import GameTile
from ui.scenes.option_card import describe_option_card
from ui.scenes.page import Page
from ui.scenes.trainer.drill import DrillScene
from ui.scenes.trainer.session import TaskGenerator, TrainerScoreRecorder, TrainerSession
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Column, Grid
from ui.widgets.nodes import Node


class TrainerScene(Page):
    """A tile for each game, and a card for each kind of task in the chosen game."""

    title = N_("Trainer")
    max_scale = 1.25
    help_topic = HelpTopic("playing", section="trainer")

    def __init__(self, context: AppContext, generate_task: TaskGenerator) -> None:
        super().__init__(context)
        self.game = next(iter(GAMES))
        self._generate_task = generate_task
        self.score_recorder = TrainerScoreRecorder(context, partial(self.recompose, "body"))

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self.score_recorder.is_busy

    def on_exit(self) -> None:
        self.score_recorder.close()

    # -- what is on the page

    def describe(self) -> Node:
        cards, gap = [self._describe_kind(kind) for kind in list_task_kinds(self.game)], theme.LARGE_GAP
        tiles = Grid([self._describe_tile(game) for game in GAMES], 0, gap, grow=1)
        return Column(tiles, Grid(cards, 0, gap, max_columns=2), gap=gap)

    def _describe_tile(self, game: str) -> Node:
        arguments = (game, self._format_tile_caption(game), self.context.card_images[GAMES[game].deck])
        tile = Widget(GameTile, arguments, id=f"game-{game}", label=_(GAMES[game].title), on_change=self.set_game)
        tile.options = {"is_selected": game == self.game}
        return tile

    def _format_tile_caption(self, game: str) -> str:
        """Return how many of all answers in a game were right."""
        scores = [self.score_recorder.get_score(game, kind) for kind in list_task_kinds(game)]
        tried, right = sum(score.tried for score in scores), sum(score.right for score in scores)
        return _("{right} of {count} right").format(right=right, count=tried) if tried else _("Not tried")

    def _describe_kind(self, kind: TaskKind) -> Node:
        score = self.score_recorder.get_score(self.game, kind)
        title, description = get_kind_texts(self.game, kind)
        action = Action(f"practice-{kind}", _("Practice"), partial(self.practice, kind))
        return describe_option_card(action, _(title), _(description), format_score(score), format_streak(score))

    # -- what is done

    def set_game(self, game: str) -> None:
        """Show the tasks of another game."""
        self.game = game
        self.recompose("body")

    def practice(self, kind: TaskKind) -> None:
        """Open a drill of this kind of task."""
        course = TrainerSession(self.context, self._generate_task, self.score_recorder, self.game, kind)
        self.context.scenes.push(DrillScene(self.context, course))
