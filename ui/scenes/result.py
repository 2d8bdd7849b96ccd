"""The result of a deal with its sums, and the end of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pygame_gui

from game.i18n import _
from game.words import say
from ui import theme
from ui.backdrop import veil
from ui.hud import panel
from ui.scene import Scene, Stage

if TYPE_CHECKING:
    from ui.scenes.table import TableScene


class Result(Scene):
    """Lies over ``table`` when a deal is over: who took what, the sums in words, where the match stands."""

    def __init__(self, stage: Stage, table: TableScene) -> None:
        super().__init__(stage)
        self.table = table
        self.next_button: pygame_gui.elements.UIButton | None = None
        self.menu_button: pygame_gui.elements.UIButton | None = None

    @property
    def rect(self) -> pygame.Rect:
        """The panel."""
        px, (wide, high) = self.stage.px, self.stage.size
        view = self.table.view
        lines = len(view.result.why) if view.result else 0
        rect = pygame.Rect(0, 0, px(720), px(250 + 34 * view.seats + 26 * lines))
        rect.height = min(rect.height, high - px(24))
        rect.center = (wide // 2, high // 2)
        return rect

    def build(self) -> None:
        px, rect = self.stage.px, self.rect
        manager = self.stage.manager
        high = px(48)
        top = rect.bottom - high - px(20)
        over = self.table.table.over
        self.next_button = self.menu_button = None
        if not over:
            where = pygame.Rect(rect.right - px(24) - px(260), top, px(260), high)
            self.next_button = pygame_gui.elements.UIButton(where, _("Next deal"), manager, object_id="#primary")
            self.focus.add(self.next_button)
        where = pygame.Rect(rect.x + px(24), top, px(260), high)
        words = _("Back to the menu") if over else _("Save and leave")
        self.menu_button = pygame_gui.elements.UIButton(where, words, manager, object_id="#menu")
        self.focus.add(self.menu_button)

    def update(self, seconds: float) -> None:
        self.table.table.update(idle=False)

    def handle(self, event: pygame.event.Event) -> None:
        from ui.scenes.menu import Menu

        pressed = event.ui_element if event.type == pygame_gui.UI_BUTTON_PRESSED else None
        key = event.key if event.type == pygame.KEYDOWN else None
        if self.next_button and (pressed is self.next_button or key in (pygame.K_RETURN, pygame.K_SPACE)):
            self.go_on()
        elif (pressed and pressed is self.menu_button) or key == pygame.K_ESCAPE:
            self.stage.go(Menu(self.stage))

    def go_on(self) -> None:
        """On with the next deal."""
        self.table.table.next_deal()
        self.stage.back()

    def draw(self, surface: pygame.Surface) -> None:
        self.table.draw(surface)
        surface.blit(veil(self.stage.size), (0, 0))
        rect = self.rect
        panel(surface, rect, theme.GOLD, 248)
        y = self._draw_title(surface, rect)
        y = self._draw_seats(surface, rect, y)
        self._draw_why(surface, rect, y + self.stage.px(8))

    def _draw_title(self, surface: pygame.Surface, rect: pygame.Rect) -> int:
        px, view, names = self.stage.px, self.table.view, self.table.table.names
        if view.over:
            winners = " & ".join(names[seat] for seat in view.winners)
            words = (
                _("{names} won the match").format(names=winners) if winners else _("The match ended without a winner")
            )
        else:
            words = _("Deal {number}").format(number=view.deal_number)
        title = theme.fitted(
            words, "serif", px(theme.TITLE), theme.GOLD if view.over else theme.CREAM, rect.width - px(48)
        )
        surface.blit(title, title.get_rect(midtop=(rect.centerx, rect.y + px(16))))
        return rect.y + px(72)

    def _draw_seats(self, surface: pygame.Surface, rect: pygame.Rect, y: int) -> int:
        px, view = self.stage.px, self.table.view
        columns = (rect.right - px(250), rect.right - px(140), rect.right - px(32))
        for right, words in zip(columns, (_("points"), _("this deal"), _("deals won")), strict=True):
            head = theme.text(words, "sans", px(theme.SMALL), theme.MUTED)
            surface.blit(head, head.get_rect(topright=(right, y)))
        y += px(26)
        result = view.result
        for side in view.sides:
            for seat in side:
                won = result is not None and result.scores[seat] > 0
                colour = theme.GOLD if won else theme.CREAM
                name = theme.fitted(self.table.table.names[seat], "bold", px(theme.LARGE), colour, px(380))
                surface.blit(name, (rect.x + px(32), y))
                values = (
                    (
                        result.points[seat],
                        f"{result.scores[seat]:+d}" if result.scores[seat] else "0",
                        view.totals[seat],
                    )
                    if result
                    else ("", "", view.totals[seat])
                )
                for right, value in zip(columns, values, strict=True):
                    number = theme.text(str(value), "sans", px(theme.LARGE), colour)
                    surface.blit(number, number.get_rect(topright=(right, y)))
                y += px(34)
        pygame.draw.line(surface, theme.PANEL_LINE, (rect.x + px(24), y + px(2)), (rect.right - px(24), y + px(2)))
        return y + px(6)

    def _draw_why(self, surface: pygame.Surface, rect: pygame.Rect, y: int) -> None:
        px, result = self.stage.px, self.table.view.result
        for reason in result.why if result else ():
            words = say(reason, self.table.table.names)
            line = theme.fitted(words[:1].upper() + words[1:], "sans", px(theme.BODY), theme.MUTED, rect.width - px(64))
            surface.blit(line, (rect.x + px(32), y))
            y += px(26)
