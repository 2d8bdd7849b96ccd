"""The result of a deal with its sums, and the end of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame
import pygame_gui

from game.engine.cards import HIDDEN, Hand
from game.engine.phases import Over
from game.i18n import _, ngettext
from game.words import say
from ui import theme
from ui.backdrop import panel, veil
from ui.games import captions
from ui.scene import Scene, Stage
from ui.table.layout import RATIO

if TYPE_CHECKING:
    from ui.table.scene import TableScene


LINES_BELOW: Final = 6
"""More lines of sums than this stand beside the seats."""
LINE: Final = 26
"""Design pixels from one line of sums to the next."""
SHOWN_CARD: Final = 44
"""Width of a card that is shown as the reason, in design pixels."""
SHOWN_STEP: Final = 0.62
"""From one such card to the next, in card widths."""
SHOWN_ROW: Final = 100
"""Design pixels that a row of shown hands takes, with the names above it."""


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
        return len(self._sums) > LINES_BELOW

    @property
    def _sums(self) -> tuple[str, ...]:
        """The sums in words."""
        result = self.table.view.result
        said = (say(reason, self.table.table.names) for reason in result.why) if result else ()
        return tuple(words[:1].upper() + words[1:] for words in said)

    @property
    def _shown(self) -> tuple[tuple[int, Hand], ...]:
        """The hands that lie open because they decided the deal: a gatta, a hand that annuls."""
        phase = self.table.view.phase
        if not isinstance(phase, Over):
            return ()
        hands = phase.board().hands
        return tuple((seat, hands[seat]) for seat in phase.shown if hands[seat] and HIDDEN not in hands[seat])

    @property
    def rect(self) -> pygame.Rect:
        """The panel."""
        px, (wide, high) = self.stage.px, self.stage.size
        view = self.table.view
        lines, seats = LINE * len(self._sums), 34 * view.seats
        more = (SHOWN_ROW if self._shown else 0) + (LINE if view.payout else 0)
        if self._wide:
            rect = pygame.Rect(0, 0, px(1140), px(190 + more + max(seats, lines)))
        else:
            rect = pygame.Rect(0, 0, px(720), px(210 + more + seats + lines))
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
        top = self._draw_payout(surface, rect, self._draw_title(surface, rect))
        inner = rect.inflate(-px(56), 0)
        foot = rect.bottom - px(84)
        if self._shown:
            foot -= px(SHOWN_ROW)
            self._draw_shown(surface, pygame.Rect(inner.x, foot, inner.width, px(SHOWN_ROW)))
        if self._wide:
            half = pygame.Rect(inner.x, inner.y, round(inner.width * 0.47), inner.height)
            self._draw_seats(surface, half, top)
            left = half.right + px(36)
            self._draw_why(surface, pygame.Rect(left, top, inner.right - left, foot - top))
            return
        top = self._draw_seats(surface, inner, top) + px(8)
        self._draw_why(surface, pygame.Rect(inner.x, top, inner.width, foot - top))

    def _draw_title(self, surface: pygame.Surface, rect: pygame.Rect) -> int:
        px, view, names = self.stage.px, self.table.view, self.table.table.names
        if view.over:
            winners = " & ".join(names[seat] for seat in view.winners)
            words = _("The match ended without a winner")
            if view.votes and not view.winners:
                votes = ngettext("{count} vote ended the match", "{count} votes ended the match", len(view.votes))
                words = votes.format(count=len(view.votes))
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

    def _draw_payout(self, surface: pygame.Surface, rect: pygame.Rect, y: int) -> int:
        """What the winners share, to the last fraction, where a game has that."""
        px, view = self.stage.px, self.table.view
        if not view.payout or not view.winners:
            return y
        share = captions.fraction(view.payout[view.winners[0]])
        words = ngettext("{names} takes {share}", "{names} take {share} each", len(view.winners))
        names = " & ".join(self.table.table.names[seat] for seat in view.winners)
        line = theme.fitted(
            words.format(names=names, share=share), "bold", px(theme.BODY), theme.GOLD, rect.width - px(48)
        )
        surface.blit(line, line.get_rect(midtop=(rect.centerx, y - px(10))))
        return y + px(LINE - 6)

    def _draw_shown(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """The open hands, side by side, each under its owner's name."""
        px, art, hands = self.stage.px, self.stage.art, self._shown
        width = px(SHOWN_CARD)
        room = rect.width // len(hands)
        for at, (seat, hand) in enumerate(hands):
            left = rect.x + at * room
            name = theme.fitted(self.table.table.names[seat], "bold", px(theme.SMALL), theme.CREAM, room - px(8))
            surface.blit(name, (left, rect.y))
            step = min(round(width * SHOWN_STEP), (room - px(12) - width) // max(len(hand) - 1, 1))
            for place, card in enumerate(hand):
                picture = art.card(card, width)
                bottom = rect.y + px(22) + round(width * RATIO)
                surface.blit(picture, picture.get_rect(bottomleft=(left + place * step, bottom)))

    def _draw_why(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """The sums, line by line; closer together if there is little room."""
        px, lines = self.stage.px, self._sums
        step = min(px(LINE), rect.height // max(len(lines), 1))
        for row, words in enumerate(lines):
            size = min(px(theme.BODY), round(step * 0.8))
            line = theme.fitted(words, "sans", size, theme.MUTED, rect.width)
            surface.blit(line, (rect.x, rect.y + row * step))
