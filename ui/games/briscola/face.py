"""How Briscola looks and speaks."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.cards import Deck
from game.engine.events import Event
from game.i18n import _, ngettext
from game.rules.briscola.events import Signed
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola.words import SIGN_NAMES
from game.rules.family import VALUES
from game.view import View
from ui.games.briscola import moves as moves
from ui.games.briscola.signs import SignPanel
from ui.table.desk import Desk
from ui.table.face import Face, score
from ui.table.outcome import Party, tricks_of, worth
from ui.table.panel import Panel


class BriscolaFace(Face):
    """Deals won; points only where the table counts aloud; signs and the exchange beside the hand."""

    game = "briscola"
    sounds: Mapping[type[Event], str] = {Signed: "sign"}

    def goal(self, view: View) -> str:
        options = view.options
        assert isinstance(options, BriscolaOptions)
        deals = options.deals_to_win
        return ngettext("{count} deal wins", "{count} deals win", deals).format(count=deals)

    def standing(self, view: View, seat: int) -> str:
        won = view.totals[seat]
        words = ngettext("{count} deal won", "{count} deals won", won).format(count=won)
        if not self.counts(view):
            return words
        side = next(one for one in view.sides if seat in one)
        return f"{words}\n{score(sum(view.points[one] for one in side))}"

    def counts(self, view: View) -> bool:
        options = view.options
        assert isinstance(options, BriscolaOptions)
        return options.count_aloud

    def legend(self, view: View) -> tuple[str, ...]:
        return _("+1: the deal was won"), _("0: it was not")

    def parties(self, view: View) -> tuple[Party, ...]:
        done = tricks_of(view)
        return tuple(one._replace(cards=worth(done, one.seats, VALUES)) for one in super().parties(view))

    def spoken(self, event: Event, deck: Deck) -> tuple[int, str] | None:
        if isinstance(event, Signed):
            return event.seat, _(SIGN_NAMES[event.sign]) if event.sign else _("makes a sign")
        return super().spoken(event, deck)

    def panel(self, desk: Desk) -> Panel:
        return SignPanel(desk)
