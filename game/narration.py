"""A match in lines of words, for who follows it without the picture: one for each thing that happens.

Everything here is made of what one seat may see, events and views as they were masked for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.conventions import clauses, series
from game.engine.cards import HIDDEN, Card, Deck, Hands
from game.engine.events import Dealt, Event
from game.engine.phases import Board, DealResult, Rung, Turning
from game.i18n import _
from game.names import card_name, cards_named, suit_name
from game.text import capital
from game.view import View
from game.words import each, outcome, say, tell


def sentence(words: str) -> str:
    """Words as a line of their own: with a capital and an end."""
    ended = words.endswith((".", "!", "?", "…", ":"))
    return capital(words) + ("" if ended or not words else ".")


def narrated(event: Event, names: Sequence[str], deck: Deck, you: int | None = None) -> str:
    """What happened, in a line. ``event`` is as its reader may see it, ``you`` his seat if he is called so."""
    return sentence(_dealt(event, names, deck, you) if isinstance(event, Dealt) else tell(event, names, deck, you))


def dealing(dealer: int, names: Sequence[str], you: int | None = None) -> str:
    """Who deals; ``you``: the reader's seat if he is called so."""
    return _("you deal") if dealer == you else _("{name} deals").format(name=names[dealer])


def _dealt(event: Dealt, names: Sequence[str], deck: Deck, you: int | None) -> str:
    """Who deals, and the hands of which something is seen."""
    said = [dealing(event.dealer, names, you)]
    for seat in seen(event.hands):
        words = _("you get {cards}") if seat == you else _("{name} gets {cards}")
        said.append(words.format(name=names[seat], cards=cards_named(event.hands[seat], deck)))
    return clauses(said)


def seen(hands: Hands) -> tuple[int, ...]:
    """The seats of whose hands a card is seen."""
    return tuple(seat for seat, hand in enumerate(hands) if any(card is not HIDDEN for card in hand))


def numbered(hand: Sequence[Card], refused: Sequence[Card], deck: Deck) -> str:
    """The hand of who is on turn, each card with its number; those that may not be played now say so."""
    words = _("{number} {card} (not now)")
    return series([
        (words if card in refused else "{number} {card}").format(number=number, card=card_name(card, deck))
        for number, card in enumerate(hand, 1)
    ])  # fmt: skip


def lying(board: Board, names: Sequence[str], deck: Deck) -> str:
    """What lies on the table for all to see: the trick, card by card, and the trump. Empty if nothing does."""
    said = []
    words = _("{name} {card}")
    for seat, card in board.trick:
        known = cards_named((card,), deck)
        said.append(words.format(name=names[seat], card=known))
    lines = [_("In the trick: {cards}").format(cards=series(said))] if said else []
    if board.turned is not None:
        lines.append(_("turned up: {card}").format(card=card_name(board.turned, deck)))
    elif board.trump is not None:
        lines.append(_("trump: {suit}").format(suit=suit_name(board.trump, deck)))
    return clauses(lines)


def ended(view: View, names: Sequence[str], deck: Deck) -> tuple[str, ...]:
    """How the deal that is over came out, line by line, and where the match stands."""
    result = view.result
    lines = _came_to(result, names, deck) if result is not None else ()
    return tuple(
        sentence(line) for line in (*lines, standing(view, names), *(outcome(view, names) if view.over else ()))
    )


def standing(view: View, names: Sequence[str]) -> str:
    """Where everybody stands in the match."""
    return _("Where the match stands: {totals}").format(totals=each(view.totals, names))


def _came_to(result: DealResult, names: Sequence[str], deck: Deck) -> tuple[str, ...]:
    why = [one for one in result.why if not isinstance(one, Turning)]
    plain = [say(one, names, deck) for one in why if not isinstance(one, Rung)]
    sums = [say(one, names, deck) for one in why if isinstance(one, Rung)]
    taken = _("taken: {points}").format(points=each(result.points, names))
    return (*sums, *plain, *((taken,) if any(result.points) else ()))
