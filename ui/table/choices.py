"""Phases whose choices are a few words: bids, declarations, the exchange, standing or forfeiting, dealing by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import pygame
import pygame_gui

from game.engine.actions import Action, Pass, Swap
from game.engine.cards import Card
from game.i18n import N_, _
from game.rules.muscio.actions import Blinde, Forfeit, In, Keep, Lay, Misdeal, Stand
from game.rules.muscio.declaring import DealByHand, Declaring
from game.rules.muscio.play import Exchange, Standing
from game.rules.spades.actions import Bid
from game.rules.spades.play import Bidding
from game.view import View
from ui import theme
from ui.backdrop import panel
from ui.table.panel import Panel

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PHASES: Final = (Bidding, DealByHand, Declaring, Exchange, Standing)
IN_A_ROW: Final = 14


class Offer(NamedTuple):
    """A choice as a button: what it does, its words; the ``likely`` one stands out."""

    action: Action
    words: str
    likely: bool = False


TITLES: Final[dict[type, str]] = {
    Bidding: N_("How many tricks will you take?"),
    DealByHand: N_("You deal: everybody else has five cards. What comes next?"),
    Declaring: N_("Do you play?"),
    Exchange: N_("Take the turned trump: click the card you give for it"),
    Standing: N_("Two are left: play on, or forfeit the deal?"),
}


def offers(view: View) -> list[Offer]:
    """What stands on the buttons; also what the rules refuse now, so that it can say why."""
    phase = view.phase
    assert phase is not None and phase.to_act is not None
    seat = phase.to_act
    if isinstance(phase, Bidding):
        bids = range(phase.least, phase.most + 1)
        return [Offer(Bid(seat, tricks), str(tricks) if tricks else _("nil")) for tricks in bids]
    if isinstance(phase, DealByHand):
        return [Offer(Lay(seat), _("Five for the blinde")), Offer(Misdeal(seat), _("My own five"))]
    if isinstance(phase, Declaring):
        blinde = Offer(Blinde(seat), _("Play with the blinde"))
        return [Offer(In(seat), _("Play"), True), blinde, Offer(Pass(seat), _("Pass"))]
    if isinstance(phase, Exchange):
        return [Offer(Keep(seat), _("Keep my five"), True)]
    return [Offer(Stand(seat), _("Play on"), True), Offer(Forfeit(seat), _("Forfeit"))]


class ChoicePanel(Panel):
    """A question and its answers as buttons."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.actions: dict[pygame_gui.elements.UIButton, Action] = {}

    @property
    def _narrow(self) -> bool:
        return isinstance(self.table.view.phase, Bidding)

    @property
    def _grid(self) -> tuple[int, int]:
        """Rows and columns of buttons, the rows as even as they come."""
        count = len(offers(self.table.view))
        rows = -(-count // IN_A_ROW)
        return rows, -(-count // rows)

    @property
    def rect(self) -> pygame.Rect:
        """The ground of the panel."""
        stage, (rows, columns) = self.table.stage, self._grid
        wide = columns * 50 + 40 if self._narrow else columns * 214 + 28
        rect = pygame.Rect(0, 0, stage.px(max(wide, 470)), stage.px(48 + 52 * rows))
        rect.midbottom = (stage.size[0] // 2, round(self.table.hand_top) - stage.px(46))
        return rect

    def build(self) -> None:
        px, rect, found = self.table.stage.px, self.rect, offers(self.table.view)
        self.actions = {}
        step, columns = px(50) if self._narrow else px(214), self._grid[1]
        first = rect.centerx - step * columns // 2
        for at, offer in enumerate(found):
            row, place = divmod(at, columns)
            where = pygame.Rect(first + place * step, rect.y + px(43 + 52 * row), step - px(6), px(46))
            legal = offer.action in self.table.view.choices
            name = "#off" if not legal else "#primary" if offer.likely else "#menu"
            button = pygame_gui.elements.UIButton(where, offer.words, self.table.stage.manager, object_id=name)
            self.table.focus.add(button)
            self.actions[button] = offer.action

    def pressed(self, button: pygame_gui.elements.UIButton) -> Action | None:
        return self.actions.get(button)

    def key(self, key: int) -> Action | None:
        if not isinstance(self.table.view.phase, Bidding):
            return None
        wanted = Bid(self.table.view.phase.to_act, key - pygame.K_0)
        return wanted if wanted in self.table.view.choices else None

    def card(self, card: Card) -> Action | None:
        phase = self.table.view.phase
        return Swap(phase.to_act, card) if isinstance(phase, Exchange) else None

    def draw(self, surface: pygame.Surface) -> None:
        stage, rect = self.table.stage, self.rect
        panel(surface, rect, theme.GOLD, 240)
        words = _(TITLES[type(self.table.view.phase)])
        title = theme.fitted(words, "serif", stage.px(theme.LARGE), theme.CREAM, rect.width - stage.px(36))
        surface.blit(title, title.get_rect(midtop=(rect.centerx, rect.y + stage.px(6))))
