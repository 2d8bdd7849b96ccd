"""The panel of the auction; a call that is not legal shows the reason."""

from __future__ import annotations

from typing import Final

import pygame
from pygame_gui.elements import UIButton

from game.core.actions import Action, Pass
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import MAX_CALLED_POINTS, AuctionPhase
from game.rules.chiamata.calls import LOWEST_RANK
from game.text.card_names import format_rank_name
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.input.key_map import PASS_TURN
from ui.table.action_panel import ActionPanel
from ui.table.context import TableContext

RANK_ROW_COUNT: Final = 2
POINT_STEPS: Final = (-1, 1, 2, 10)
PROPOSED_RAISE_POINTS: Final = 2
"""The proposed raise of the points (source 000: "normalmente si va di 2 punti avanti")."""


class AuctionPanel(ActionPanel):
    """Buttons to call a rank or, later, points, and to pass or go solo; `proposed_points` is the number shown."""

    def __init__(self, table: TableContext) -> None:
        super().__init__(table)
        self.step_by_button: dict[UIButton, int] = {}
        self.proposed_points: int | None = None

    @property
    def phase(self) -> AuctionPhase:
        """The auction, which must be the phase that is shown."""
        phase = self.table.observation.phase
        assert isinstance(phase, AuctionPhase)
        return phase

    @property
    def rect(self) -> pygame.Rect:
        """The rectangle of the panel."""
        return self.compute_panel_rect(560, 196)

    def build(self) -> None:
        self.actions_by_button, self.step_by_button = {}, {}
        min_points = self.phase.min_points
        if min_points is None:
            self._build_rank_buttons()
        elif min_points <= MAX_CALLED_POINTS:
            last_call = self.phase.last_call
            is_first_points_call = last_call is None or last_call.points is None
            proposed = (
                min_points
                if is_first_points_call
                else min_points - self._raise_step + max(self._raise_step, PROPOSED_RAISE_POINTS)
            )
            self.proposed_points = max(self.proposed_points or min(proposed, MAX_CALLED_POINTS), min_points)
            self._build_point_buttons(min_points)
        self._build_pass_and_solo_buttons()

    @property
    def _raise_step(self) -> int:
        return self.phase.options.raise_step

    def _build_rank_buttons(self) -> None:
        px, rect = self.table.layout.px, self.rect
        columns = len(RANKING) // RANK_ROW_COUNT
        button_step = (rect.width - px(36)) // columns
        for index, rank in enumerate(RANKING):
            row, column = divmod(index, columns)
            button_rect = pygame.Rect(
                rect.x + px(18) + column * button_step, rect.y + px(42 + 48 * row), button_step - px(6), px(44)
            )
            self.add_action_button(
                f"call-{rank}", Call(self._seat, rank), format_rank_name(rank, self.table.deck), button_rect, "#small"
            )

    def _build_point_buttons(self, min_points: int) -> None:
        px, rect = self.table.layout.px, self.rect
        x, step_button_width = rect.x + px(86), px(50)
        for step in POINT_STEPS:
            widget_id, text = (f"add-{step}", f"+{step}") if step > 0 else (f"subtract-{-step}", f"−{-step}")
            self.step_by_button[
                self.add_button(widget_id, text, pygame.Rect(x, rect.y + px(42), step_button_width, px(42)))
            ] = step
            x += step_button_width + px(6)
        legal_calls = [
            action
            for action in self.table.observation.legal_actions
            if isinstance(action, Call) and action.points == self.proposed_points
        ]
        offered_calls = legal_calls or [Call(self._seat, LOWEST_RANK, self.proposed_points)]
        button_step = (rect.width - px(36)) // len(offered_calls)
        for index, call in enumerate(offered_calls):
            text = _("Call {rank:the} with {points}") if len(offered_calls) < 3 else _("Call {rank:the}")
            button_rect = pygame.Rect(
                rect.x + px(18) + index * button_step, rect.y + px(90), button_step - px(6), px(44)
            )
            rank = format_rank_name(call.rank, self.table.deck)
            self.add_action_button(
                f"call-{call.rank}", call, text.format(rank=rank, points=call.points), button_rect, "#small"
            )

    def _build_pass_and_solo_buttons(self) -> None:
        px, rect = self.table.layout.px, self.rect
        top, button_height, button_width = rect.bottom - px(53), px(44), (rect.width - px(48)) // 2
        where = pygame.Rect(rect.x + px(18), top, button_width, button_height)
        self.add_action_button("pass", Pass(self._seat), _("Pass"), where, "#primary")
        if self.phase.options.solo:
            where = pygame.Rect(rect.right - px(18) - button_width, top, button_width, button_height)
            self.add_action_button("solo", Solo(self._seat), _("Solo (a carichi)"), where)

    @property
    def _seat(self) -> int:
        return self.phase.calling_seat

    def get_button_action(self, button: UIButton) -> Action | None:
        if button in self.step_by_button and self.proposed_points is not None:
            min_points = self.phase.min_points or self.proposed_points
            self.proposed_points = min(
                max(self.proposed_points + self.step_by_button[button], min_points), MAX_CALLED_POINTS
            )
            self.table.recompose_choices()
        return super().get_button_action(button)

    def describe_action(self, action: Action) -> str:
        if isinstance(action, Call) and action.points is not None:
            text = _("Call {rank:the} with {points}")
            return text.format(rank=format_rank_name(action.rank, self.table.deck), points=action.points)
        return super().describe_action(action)

    def get_key_action(self, key: int) -> Action | None:
        return Pass(self._seat) if key in self.table.context.key_map.keys(PASS_TURN) else None

    def draw(self, canvas: Canvas) -> None:
        px, rect = self.table.layout.px, self.rect
        self.draw_panel_background(canvas, rect, self.question_text, 8)
        if self.step_by_button and self.proposed_points is not None:
            number_image = theme.render_text(str(self.proposed_points), "serif", px(theme.TITLE_TEXT_SIZE), theme.GOLD)
            canvas.blit(number_image, number_image.get_rect(center=(rect.x + px(52), rect.y + px(62))))

    @property
    def question_text(self) -> str:
        """The question of the panel: what was called last, and what the player may do."""
        last_call = self.phase.last_call
        if last_call is None:
            return _("Your call: which card do you ask for?")
        name = self.table.session.info.names[last_call.seat]
        if last_call.points is not None:
            text = _("{name} called {rank:the} with {points}: raise, or pass")
            return text.format(
                name=name, rank=format_rank_name(last_call.rank, self.table.deck), points=last_call.points
            )
        if self.phase.min_points is not None:
            return _("{name} called the two: raise the points, or pass").format(name=name)
        rank = format_rank_name(last_call.rank, self.table.deck)
        return _("{name} called {rank:the}: lower, or pass").format(name=name, rank=rank)
