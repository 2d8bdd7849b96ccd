"""The trainer: a game, its kinds of tasks, and the scores in them."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from game.core.messages import N_
from game.rules import GAMES
from game.text.gettext import _
from game.trainer.model import TaskKind, list_task_kinds
from game.trainer.text import format_score, format_streak, get_kind_texts
from ui.app.context import AppContext
from ui.scenes.game_tile import GameTile
from ui.scenes.option_card import OptionCard, describe_option_card
from ui.scenes.page import Page
from ui.scenes.trainer.drill import DrillScene
from ui.scenes.trainer.session import TaskGenerator, TrainerScoreRecorder, TrainerSession

COLUMN_GAP: Final = 24
ROW_GAP: Final = 16
CARD_HEIGHT: Final = 128
MIN_TILE_HEIGHT: Final = 80
MAX_CARD_ROWS: Final = 2


class TrainerScene(Page):
    """A tile for each game, and a card for each kind of task in the chosen game."""

    title = N_("Trainer")
    max_scale = 1.25

    def __init__(self, context: AppContext, generate_task: TaskGenerator) -> None:
        super().__init__(context)
        self.game = next(iter(GAMES))
        self._generate_task = generate_task
        self.score_recorder = TrainerScoreRecorder(context, self._show_scores)

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self.score_recorder.is_busy

    def _show_scores(self) -> None:
        self.recompose("games")
        self.recompose("kinds")

    def on_exit(self) -> None:
        self.score_recorder.close()

    # -- widgets

    def compose(self) -> None:
        self.compose_part("games", self._compose_games)
        self.compose_part("kinds", self._compose_kinds)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _get_cards_rect(self) -> pygame.Rect:
        """Return the room for the cards of the kinds, in pixels."""
        body, px = self.body, self.context.px
        height = MAX_CARD_ROWS * px(CARD_HEIGHT) + (MAX_CARD_ROWS - 1) * px(ROW_GAP)
        height = min(height, body.height - px(MIN_TILE_HEIGHT + COLUMN_GAP))
        return pygame.Rect(body.left, body.bottom - height, body.width, height)

    def _compose_games(self) -> None:
        context, body, bottom = self.context, self.body, self._get_cards_rect().top
        gap = round(COLUMN_GAP * context.window_scale)
        tiles = []
        for index, (game, rules) in enumerate(GAMES.items()):
            left, right = (body.left + (body.width + gap) * edge // len(GAMES) for edge in (index, index + 1))
            rect = pygame.Rect(left, body.top, right - gap - left, bottom - body.top - gap)
            tile = GameTile(
                game,
                self._format_tile_caption(game),
                context.card_images[rules.deck],
                rect,
                context.place,
                is_selected=game == self.game,
            )
            self.bind_value(f"game-{game}", tile, self.set_game, tile.title)
            tiles.append(tile)

    def _format_tile_caption(self, game: str) -> str:
        """Return how many of all answers in a game were right."""
        kinds = list_task_kinds(game)
        scores = [score for kind in kinds if (score := self.score_recorder.get_score(game, kind)) is not None]
        tried, right = sum(score.tried for score in scores), sum(score.right for score in scores)
        return _("{right} of {count} right").format(right=right, count=tried) if tried else _("Not tried")

    def _compose_kinds(self) -> None:
        kinds, area, px = list_task_kinds(self.game), self._get_cards_rect(), self.context.px
        gap = round(COLUMN_GAP * self.context.window_scale)
        for index, kind in enumerate(kinds):
            row, column = divmod(index, MAX_CARD_ROWS)
            left, right = (area.left + (area.width + gap) * edge // MAX_CARD_ROWS for edge in (column, column + 1))
            top, bottom = (area.top + (area.height + px(ROW_GAP)) * edge // MAX_CARD_ROWS for edge in (row, row + 1))
            rect = pygame.Rect(left, top, right - gap - left, bottom - px(ROW_GAP) - top)
            describe_option_card(self._make_card(kind)).make(self.frame, rect)

    def _make_card(self, kind: TaskKind) -> OptionCard:
        score = self.score_recorder.get_score(self.game, kind)
        title, description = get_kind_texts(self.game, kind)
        return OptionCard(
            f"practice-{kind}", _(title), _(description), _("Practice"),
            partial(self.practice, kind), format_score(score), format_streak(score),
        )  # fmt: skip

    # -- what is done

    def set_game(self, game: str) -> None:
        """Show the tasks of another game."""
        self.game = game
        self._show_scores()

    def practice(self, kind: TaskKind) -> None:
        """Open a drill of this kind of task."""
        course = TrainerSession(self.context, self._generate_task, self.score_recorder, self.game, kind)
        self.context.scenes.push(DrillScene(self.context, course))
