"""The result of a deal with its sums, and the end of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame
import pygame_gui

from game.i18n import _, ngettext
from game.words import say
from ui import captions, theme
from ui.backdrop import veil
from ui.hud import panel
from ui.scene import Scene, Stage

if TYPE_CHECKING:
    from ui.scenes.table import TableScene


LINES_BELOW: Final = 6
"""More lines of sums than this stand beside the seats."""
LINE: Final = 26
"""Design pixels from one line of sums to the next."""


class Result(Scene):
    """Lies over ``table`` when a deal is over: who took what, the sums in words, where the match stands."""

    def __init__(self, stage: Stage, table: TableScene) -> None:
        super().__init__(stage)
        self.deck = table.deck
        self.table = table
        viewer = table.table.viewer
        if viewer is not None and table.view.over and table.view.winners:
            stage.sounds.play("win" if viewer in table.view.winners else "lose")
        self.next_button: pygame_gui.elements.UIButton | None = None
        self.menu_button: pygame_gui.elements.UIButton | None = None

    @property
    def _wide(self) -> bool:
        """Whether the sums are long enough to stand beside the seats instead of below them."""
        result = self.table.view.result
        return result is not None and len(result.why) > LINES_BELOW

    @property
    def rect(self) -> pygame.Rect:
        """The panel."""
        px, (wide, high) = self.stage.px, self.stage.size
        view = self.table.view
        lines = len(view.result.why) if view.result else 0
        seats = 34 * view.seats
        if self._wide:
            rect = pygame.Rect(0, 0, px(1140), px(190 + max(seats, LINE * lines)))
        else:
            rect = pygame.Rect(0, 0, px(720), px(210 + seats + LINE * lines))
        rect.size = (min(rect.width, wide - px(16)), min(rect.height, high - px(16)))
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
        px = self.stage.px
        self.table.draw(surface)
        surface.blit(veil(self.stage.size), (0, 0))
        rect = self.rect
        panel(surface, rect, theme.GOLD, 248)
        top = self._draw_title(surface, rect)
        inner = rect.inflate(-px(56), 0)
        if self._wide:
            half = pygame.Rect(inner.x, inner.y, round(inner.width * 0.47), inner.height)
            self._draw_seats(surface, half, top)
            left = half.right + px(36)
            self._draw_why(surface, pygame.Rect(left, top, inner.right - left, rect.bottom - px(84) - top))
            return
        top = self._draw_seats(surface, inner, top) + px(8)
        self._draw_why(surface, pygame.Rect(inner.x, top, inner.width, rect.bottom - px(84) - top))

    def _draw_title(self, surface: pygame.Surface, rect: pygame.Rect) -> int:
        px, view, names = self.stage.px, self.table.view, self.table.table.names
        if view.over:
            winners = " & ".join(names[seat] for seat in view.winners)
            words = _("The match ended without a winner")
            if winners:
                words = ngettext("{names} wins the match", "{names} win the match", len(view.winners))
            words = words.format(names=winners)
        else:
            words = _("Deal {number}").format(number=view.deal_number)
        colour = theme.GOLD if view.over else theme.CREAM
        title = theme.fitted(words, "serif", px(theme.TITLE), colour, rect.width - px(48))
        surface.blit(title, title.get_rect(midtop=(rect.centerx, rect.y + px(14))))
        return rect.y + px(72)

    def _draw_seats(self, surface: pygame.Surface, rect: pygame.Rect, y: int) -> int:
        px, view = self.stage.px, self.table.view
        rights = (rect.right - px(230), rect.right - px(116), rect.right)
        for right, words in zip(rights, captions.columns(view), strict=True):
            head = theme.text(words, "sans", px(theme.SMALL), theme.MUTED)
            surface.blit(head, head.get_rect(topright=(right, y)))
        y += px(26)
        for seat in (seat for side in view.sides for seat in side):
            self._draw_seat(surface, rect, y, seat, rights)
            y += px(34)
        pygame.draw.line(surface, theme.PANEL_LINE, (rect.x, y + px(2)), (rect.right, y + px(2)))
        return y + px(6)

    def _draw_seat(
        self, surface: pygame.Surface, rect: pygame.Rect, y: int, seat: int, rights: tuple[int, ...]
    ) -> None:
        px, view, result = self.stage.px, self.table.view, self.table.view.result
        change = result.scores[seat] if result else 0
        colour = theme.GOLD if captions.better(view, change) else theme.CREAM
        room = rights[0] - px(70) - rect.x
        name = theme.fitted(self.table.table.names[seat], "bold", px(theme.LARGE), colour, room)
        surface.blit(name, (rect.x, y))
        taken = str(result.points[seat]) if result else ""
        values = (taken, f"{change:+d}" if change else "0", str(view.totals[seat]))
        for right, value in zip(rights, values, strict=True):
            number = theme.text(value, "sans", px(theme.LARGE), colour)
            surface.blit(number, number.get_rect(topright=(right, y)))

    def _draw_why(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """The sums, line by line; closer together if there is little room."""
        px, result = self.stage.px, self.table.view.result
        lines = result.why if result else ()
        step = min(px(LINE), rect.height // max(len(lines), 1))
        for row, reason in enumerate(lines):
            words = say(reason, self.table.table.names)
            size = min(px(theme.BODY), round(step * 0.8))
            line = theme.fitted(words[:1].upper() + words[1:], "sans", size, theme.MUTED, rect.width)
            surface.blit(line, (rect.x, rect.y + row * step))
