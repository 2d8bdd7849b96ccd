"""A game's face: what its figures and sayings are called on the screen, and what its phases put on the table.

`Face` itself serves any game that has none of its own: points, scores, cards to play.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.conventions import change, listed
from game.engine.cards import Card, Deck
from game.engine.events import Event, Passed, Voided
from game.engine.phases import DealResult
from game.i18n import _, ngettext, pgettext
from game.rules import GAMES
from game.text import capital
from game.view import View
from game.words import say
from ui.table.desk import Desk
from ui.table.order import ALTERNATING
from ui.table.outcome import Moment, Party
from ui.table.panel import Marks, Panel


class Saying(NamedTuple):
    """A seat's last word, as a chip beside its plate; ``out``: it does not take part any more."""

    words: str
    out: bool = False


class Face:
    """One for all matches of a game; it keeps nothing. ``game`` is its name in the registry of the rules."""

    game = ""
    sounds: Mapping[type[Event], str] = {}
    """What the game's own events sound like."""
    sorts_hands = False
    """Whether its hands are held by suits."""

    def suits(self, deck: Deck) -> str:
        """In which order the viewer sees the suits of his hand, colours in turn; empty: as the rules hand it out."""
        return ALTERNATING if self.sorts_hands and deck == "french" else ""

    # -- figures

    def goal(self, view: View) -> str:
        """What ends the match, in a few words; empty if there is nothing to say."""
        return ""

    def standing(self, view: View, seat: int) -> str:
        """Where a seat stands in the match and in the deal, as its plate says it."""
        return score(view.totals[seat])

    def counts(self, view: View) -> bool:
        """Whether the card points that were taken are shown during the play."""
        return False

    def is_good(self, change: int) -> bool:
        """Whether a change of score is good for its seat."""
        return change > 0

    def pad_entry(self, result: DealResult, seat: int) -> str:
        """What a scored deal did for a seat, as the score pad has it."""
        return change(result.scores[seat])

    def legend(self, view: View) -> tuple[str, ...]:
        """What an entry of the score pad means, part by part."""
        return (_("+1: what the deal changed"), _("–: a deal that did not count"))

    # -- how a deal ended

    def winners(self, view: View) -> tuple[int, ...]:
        """The seats that won the deal."""
        if view.result is None or view.result.state != "scored":
            return ()
        wins = GAMES[view.game].tally(view.result, view.sides).wins
        return tuple(seat for seat, share in enumerate(wins) if share > 0)

    def headline(self, view: View, names: tuple[str, ...], you: int | None = None) -> str:
        """Who won the deal, in a line; ``you``: the seat that is spoken to."""
        won = self.winners(view)
        if view.result is None or view.result.state != "scored":
            return _("The deal does not count")
        if not won:
            return _("Nobody wins the deal")
        if won == (you,):
            return _("You win the deal")
        words = ngettext("{names} wins the deal", "{names} win the deal", len(won))
        return words.format(names=listed([names[seat] for seat in won]))

    def moment(
        self, event: Event, view: View, result: DealResult | None, names: tuple[str, ...], you: int | None = None
    ) -> Moment | None:
        """What is shown large while an event is. ``view``: before it; ``result``: how the deal has ended with it;
        ``you``: the seat that is spoken to.

        It is made of what everybody may know.
        """
        if not isinstance(event, Voided) or result is None or not result.why:
            return None
        words = say(result.why[0], names)
        return Moment(_("The deal is void"), capital(words), ())

    def parties(self, view: View) -> tuple[Party, ...]:
        """What each side has at the end of the deal."""
        result, won = view.result, self.winners(view)
        if result is None or result.state != "scored":
            return ()
        return tuple(
            Party(side, "", score(sum(result.points[seat] for seat in side)), set(side) <= set(won))
            for side in view.sides
        )

    # -- what is said

    def sits_out(self, view: View) -> frozenset[int]:
        """The seats that sit this deal out."""
        return frozenset()

    def sayings(self, view: View, deck: Deck) -> Mapping[int, Saying]:
        """What each seat has said before the play, for as long as that stands at its plate."""
        return {}

    def spoken(self, event: Event, deck: Deck) -> tuple[int, str] | None:
        """What a seat says while an event is shown: the seat and its words. ``deck``: whose names the cards go by."""
        return (event.seat, pgettext("said", "Pass")) if isinstance(event, Passed) else None

    def contract(self, view: View, names: tuple[str, ...], deck: Deck) -> tuple[str, ...]:
        """What is played for in this deal, in a few lines, as far as it is known yet."""
        return ()

    def asked(self, view: View) -> Card | None:
        """A card that the whole deal turns on, to be shown beside the contract."""
        return None

    def secret(self, view: View, deck: Deck) -> str:
        """What the viewer knows of his own part and nobody else does, for his plate; empty: nothing."""
        return ""

    def out_of_it(self, view: View) -> frozenset[int]:
        """The seats that have nothing more to do before the next auction, or the next deal."""
        return self.sits_out(view)

    def spare(self) -> str:
        """What the hand is called that lies on the table and belongs to nobody."""
        return ""

    # -- what lies on the table

    def panel(self, desk: Desk) -> Panel:
        """The panel of the viewer's turn in the phase that the desk shows."""
        return Panel(desk)

    def marks(self, desk: Desk) -> Marks:
        """What a person may mark at the plates."""
        return Marks(desk)


def score(count: int) -> str:
    """A score in words."""
    return ngettext("{count} point", "{count} points", count).format(count=count)
