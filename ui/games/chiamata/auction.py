"""The auction: what may still be called, as buttons; the reason on those that may not."""

from __future__ import annotations

from typing import Final

import pygame
from pygame_gui.elements import UIButton

from game.engine.actions import Action, Pass
from game.i18n import _
from game.names import rank_name
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import MOST_POINTS, Auction
from game.rules.chiamata.calls import LOWEST
from game.rules.family import RANKING
from ui import theme
from ui.shortcuts import PASS
from ui.table.desk import Desk
from ui.table.panel import Panel

RANK_ROWS: Final = 2
STEPS: Final = (-1, 1, 2, 10)
PROPOSED_RAISE: Final = 2
"""What is proposed above the last points (seed 000: "normalmente si va di 2 punti avanti")."""


class AuctionPanel(Panel):
    """Ranks while ranks are called, then points; pass and solo. ``points`` is what the stepper shows."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.steps: dict[UIButton, int] = {}
        self.points: int | None = None

    @property
    def phase(self) -> Auction:
        phase = self.desk.view.phase
        assert isinstance(phase, Auction)
        return phase

    @property
    def rect(self) -> pygame.Rect:
        """The ground of the panel."""
        return self.ground(560, 196)

    def build(self) -> None:
        self.actions, self.steps = {}, {}
        least = self.phase.least_points
        if least is None:
            self._build_ranks()
        elif least <= MOST_POINTS:
            last = self.phase.last_call
            first = last is None or last.points is None
            proposed = least if first else least - self._step + max(self._step, PROPOSED_RAISE)
            self.points = max(self.points or min(proposed, MOST_POINTS), least)
            self._build_points(least)
        self._build_ways_out()

    @property
    def _step(self) -> int:
        return self.phase.options.raise_step

    def _build_ranks(self) -> None:
        px, rect = self.desk.spot.px, self.rect
        columns = len(RANKING) // RANK_ROWS
        wide = (rect.width - px(36)) // columns
        for at, rank in enumerate(RANKING):
            row, column = divmod(at, columns)
            where = pygame.Rect(rect.x + px(18) + column * wide, rect.y + px(42 + 48 * row), wide - px(6), px(44))
            self.offer(f"call-{rank}", Call(self._seat, rank), rank_name(rank, self.desk.deck), where, "#small")

    def _build_points(self, least: int) -> None:
        px, rect = self.desk.spot.px, self.rect
        x, step_wide = rect.x + px(86), px(50)
        for step in STEPS:
            widget_id, words = (f"add-{step}", f"+{step}") if step > 0 else (f"subtract-{-step}", f"−{-step}")
            self.steps[self.button(widget_id, words, pygame.Rect(x, rect.y + px(42), step_wide, px(42)))] = step
            x += step_wide + px(6)
        calls = [one for one in self.desk.view.choices if isinstance(one, Call) and one.points == self.points]
        wanted = calls or [Call(self._seat, LOWEST, self.points)]
        wide = (rect.width - px(36)) // len(wanted)
        for at, call in enumerate(wanted):
            words = _("Call {rank:the} with {points}") if len(wanted) < 3 else _("Call {rank:the}")
            where = pygame.Rect(rect.x + px(18) + at * wide, rect.y + px(90), wide - px(6), px(44))
            rank = rank_name(call.rank, self.desk.deck)
            self.offer(f"call-{call.rank}", call, words.format(rank=rank, points=call.points), where, "#small")

    def _build_ways_out(self) -> None:
        px, rect = self.desk.spot.px, self.rect
        top, high, wide = rect.bottom - px(53), px(44), (rect.width - px(48)) // 2
        where = pygame.Rect(rect.x + px(18), top, wide, high)
        self.offer("pass", Pass(self._seat), _("Pass"), where, "#primary")
        if self.phase.options.solo:
            where = pygame.Rect(rect.right - px(18) - wide, top, wide, high)
            self.offer("solo", Solo(self._seat), _("Solo (a carichi)"), where)

    @property
    def _seat(self) -> int:
        return self.phase.speaker

    def pressed(self, button: UIButton) -> Action | None:
        if button in self.steps and self.points is not None:
            least = self.phase.least_points or self.points
            self.points = min(max(self.points + self.steps[button], least), MOST_POINTS)
            self.desk.refresh()
        return super().pressed(button)

    def words(self, action: Action) -> str:
        if isinstance(action, Call) and action.points is not None:
            words = _("Call {rank:the} with {points}")
            return words.format(rank=rank_name(action.rank, self.desk.deck), points=action.points)
        return super().words(action)

    def key(self, key: int) -> Action | None:
        return Pass(self._seat) if key in PASS.keys else None

    def draw(self, surface: pygame.Surface) -> None:
        px, rect = self.desk.spot.px, self.rect
        self.draw_ground(surface, rect, self.asks, 8)
        if self.steps and self.points is not None:
            number = theme.text(str(self.points), "serif", px(theme.TITLE), theme.GOLD)
            surface.blit(number, number.get_rect(center=(rect.x + px(52), rect.y + px(62))))

    @property
    def asks(self) -> str:
        last = self.phase.last_call
        if last is None:
            return _("Your call: which card do you ask for?")
        name = self.desk.table.names[last.seat]
        if last.points is not None:
            words = _("{name} called {rank:the} with {points}: raise, or pass")
            return words.format(name=name, rank=rank_name(last.rank, self.desk.deck), points=last.points)
        if self.phase.least_points is not None:
            return _("{name} called the two: raise the points, or pass").format(name=name)
        rank = rank_name(last.rank, self.desk.deck)
        return _("{name} called {rank:the}: lower, or pass").format(name=name, rank=rank)
