"""The trainer: a game, its kinds of tasks, and the scores in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.core.messages import N_
from game.rules import GAMES
from game.text.gettext import _
from game.trainer.model import TaskKind, list_task_kinds
from game.trainer.text import KIND_DESCRIPTIONS, KIND_TITLES, describe_score
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.page import Page
from ui.scenes.trainer.drill import DrillScene
from ui.scenes.trainer.session import TaskGenerator, TrainerScoreRecorder, TrainerSession
from ui.widgets.form_layout import FormLayout
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width

BOARD_WIDTH: Final = 900


class TrainerScene(Page):
    """A row for each kind of task in the chosen game."""

    title = N_("Trainer")
    max_scale = 1.6

    def __init__(self, context: AppContext, generate_task: TaskGenerator) -> None:
        super().__init__(context)
        self.game = next(iter(GAMES))
        self._generate_task = generate_task
        self.score_recorder = TrainerScoreRecorder(context, partial(self.recompose, "kinds"))

    @property
    def is_busy(self) -> bool:
        return self.score_recorder.is_busy

    def on_exit(self) -> None:
        self.score_recorder.close()

    # -- widgets

    def compose(self) -> None:
        px, body = self.context.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(BOARD_WIDTH)), body.height)
        board.centerx = body.centerx
        self.add_board(board)
        column = FormLayout(self.begin_scroll_area("trainer", board), self.context.ui_manager)
        text = _("Short tasks out of deals that the computer has just played. How many were right is kept for you.")
        column.add_text(text, color=theme.MUTED)
        column.add_gap()
        self._add_game_choice(column)
        column.add_gap()
        self.compose_rows("kinds", column, self._add_kinds)
        self.end_scroll_area("trainer", column.next_y)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _add_kinds(self, column: FormLayout) -> None:
        for kind in list_task_kinds(self.game):
            self._add_kind_row(column, kind)

    def _add_game_choice(self, column: FormLayout) -> None:
        ui_scale, manager = self.context.ui_scale, self.context.ui_manager
        labels = [_(game.title) for game in GAMES.values()]
        width = compute_row_width(labels, ui_scale)
        if width > column.width * 0.8:
            width = min(compute_cycle_width(labels, ui_scale), column.width)
        _label, widget = column.add_row(
            _("Game"),
            "",
            width,
            lambda rect: SegmentedControl(
                tuple(GAMES), labels, self.game, rect, manager, ui_scale, column.scroll_area.content
            ),
        )
        self.bind_value("game", widget, self.set_game, _("Game"), column.scroll_area)

    def _add_kind_row(self, column: FormLayout, kind: TaskKind) -> None:
        title, button_text = _(KIND_TITLES[kind]), _("Practise")
        score = self.score_recorder.get_score(self.game, kind)
        hint = _(KIND_DESCRIPTIONS[kind]) if score is None else f"{_(KIND_DESCRIPTIONS[kind])} {describe_score(score)}"
        on_press: Callable[[], None] = partial(self.practice, kind)
        column.add_row(
            title, hint, self.measure_button_width(button_text),
            lambda rect: self.add_button(f"practice-{kind}", button_text, rect, on_press, style="#small", label=title,
                                     scroll_area=column.scroll_area),
        )  # fmt: skip

    # -- what is done

    def set_game(self, game: str) -> None:
        """Show the tasks of another game."""
        self.game = game
        self.recompose("kinds")

    def practice(self, kind: TaskKind) -> None:
        """Open a drill of this kind of task."""
        course = TrainerSession(self.context, self._generate_task, self.score_recorder, self.game, kind)
        self.context.scenes.push(DrillScene(self.context, course))
