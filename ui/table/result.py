"""The result of a deal with its sums, and the end of the match."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import pygame

from game.engine.cards import HIDDEN, Hand
from game.engine.phases import Over
from game.i18n import _, ngettext
from game.words import say
from ui import theme
from ui.scene import Stage
from ui.table.desk import Desk
from ui.table.face import Face
from ui.table.layout import RATIO
from ui.table.overlay import Overlay
from ui.table.pause import Pause

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


def fraction(share: Fraction) -> str:
    """An exact number, its whole part first: ``17 1/2``."""
    whole, rest = divmod(abs(share.numerator), share.denominator)
    parts = [str(whole)] if whole or not rest else []
    parts += [f"{rest}/{share.denominator}"] if rest else []
    return ("−" if share < 0 else "") + " ".join(parts)


class Result(Overlay):
    """Lies over the table when a deal is over: who took what, the sums in words, where the match stands."""

    veil = 150

    def __init__(self, stage: Stage, desk: Desk, face: Face) -> None:
        super().__init__(stage, desk)
        self.face = face
        viewer, view = desk.table.viewer, desk.view
        if viewer is not None and view.over and view.winners:
            stage.sounds.play("win" if viewer in view.winners else "lose")

    @property
    def _wide(self) -> bool:
        """Whether the sums are long enough to stand beside the seats instead of below them."""
        return len(self._sums) > LINES_BELOW

    @property
    def _sums(self) -> tuple[str, ...]:
        """The sums in words, and who is barred by the end of the match."""
        result, names = self.desk.view.result, self.desk.table.names
        said = [say(reason, names, self.deck) for reason in result.why] if result else []
        if self.desk.table.over:
            minutes = self.desk.view.options.leaving_costs
            words = _("{why}, and may not sit down at any table for {minutes} minutes")
            said += [words.format(why=say(why, names), minutes=minutes) for _seat, why in self.desk.table.barred]
        return tuple(words[:1].upper() + words[1:] for words in said)

    @property
    def _shown(self) -> tuple[tuple[int, Hand], ...]:
        """The hands that lie open because they decided the deal: a gatta, a hand that annuls."""
        phase = self.desk.view.phase
        if not isinstance(phase, Over):
            return ()
        hands = phase.board().hands
        return tuple((seat, hands[seat]) for seat in phase.shown if hands[seat] and HIDDEN not in hands[seat])

    def compose(self) -> None:
        px, view = self.stage.px, self.desk.view
        lines, seats = LINE * len(self._sums), 34 * view.seats
        more = (SHOWN_ROW if self._shown else 0) + (LINE if view.payout else 0)
        if self._wide:
            self.place_box(px(1140), px(190 + more + max(seats, lines)))
        else:
            self.place_box(px(720), px(210 + more + seats + lines))
        wide, high, over = px(260), px(48), self.desk.table.over
        top = self.box.bottom - high - px(20)
        if not over:
            where = pygame.Rect(self.box.right - px(24) - wide, top, wide, high)
            self.button(_("Next deal"), where, self.go_on, style="#primary")
        where = pygame.Rect(self.box.x + px(24), top, px(200), high)
        self.button(_("Back to the menu") if over else _("Save and leave"), where, self.escape)
        self.button(_("More…"), pygame.Rect(where.right + px(12), top, px(130), high), self._more)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and not self.desk.table.over:
            self.go_on()
        else:
            super().handle(event)

    def escape(self) -> None:
        self.stage.doors.menu()

    def _more(self) -> None:
        """Talk, vote, leave: what the pause has, is there between deals too."""
        self.stage.push(Pause(self.stage, self.desk))

    def go_on(self) -> None:
        """On with the next deal."""
        self.desk.table.next_deal()
        self.stage.back()

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        px, rect = self.stage.px, self.box
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
        px, view, names = self.stage.px, self.desk.view, self.desk.table.names
        if view.over:
            winners = " & ".join(names[seat] for seat in view.winners)
            words = _("The match ended without a winner")
            if view.expired is not None:
                ran_out = _("The clock of {name} ran out: the match ends without a winner")
                words = ran_out.format(name=names[view.expired])
            elif view.votes and not view.winners:
                votes = ngettext("{count} vote ended the match", "{count} votes ended the match", len(view.votes))
                words = votes.format(count=len(view.votes))
            if winners:
                words = ngettext("{names} wins the match", "{names} win the match", len(view.winners))
            words = words.format(names=winners) if winners else words
        else:
            words = _("Deal {number}").format(number=view.deal_number)
        colour = theme.GOLD if view.over else theme.CREAM
        self.draw_title(surface, words, 14, colour)
        return rect.y + px(72)

    def _draw_seats(self, surface: pygame.Surface, rect: pygame.Rect, y: int) -> int:
        px, view = self.stage.px, self.desk.view
        rights = (rect.right - px(230), rect.right - px(116), rect.right)
        for right, words in zip(rights, self.face.columns(view), strict=True):
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
        px, view, result = self.stage.px, self.desk.view, self.desk.view.result
        change = result.scores[seat] if result else 0
        colour = theme.GOLD if self.face.is_good(change) else theme.CREAM
        room = rights[0] - px(70) - rect.x
        name = theme.fitted(self.desk.table.names[seat], "bold", px(theme.LARGE), colour, room)
        surface.blit(name, (rect.x, y))
        taken = str(result.points[seat]) if result else ""
        values = (taken, f"{change:+d}" if change else "0", str(view.totals[seat]))
        for right, value in zip(rights, values, strict=True):
            number = theme.text(value, "sans", px(theme.LARGE), colour)
            surface.blit(number, number.get_rect(topright=(right, y)))

    def _draw_payout(self, surface: pygame.Surface, rect: pygame.Rect, y: int) -> int:
        """What the winners share, to the last fraction, where a game has that."""
        px, view = self.stage.px, self.desk.view
        if not view.payout or not view.winners:
            return y
        share = fraction(view.payout[view.winners[0]])
        words = ngettext("{names} takes {share}", "{names} take {share} each", len(view.winners))
        names = " & ".join(self.desk.table.names[seat] for seat in view.winners)
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
            name = theme.fitted(self.desk.table.names[seat], "bold", px(theme.SMALL), theme.CREAM, room - px(8))
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
