"""A match in lines of words, for who follows it without the picture: one for each thing that happens.

Everything here is made of what one seat may see, events and views as they were masked for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.cards import HIDDEN_CARD, Card, DeckStyle, Hands
from game.core.events import CardsDealt, Event
from game.core.phase import Board, DealResult, DecisiveTrick, ScoreLine
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.text.card_names import format_card_name, format_card_names, format_suit_name
from game.text.formatting import join_with_commas, join_with_semicolons
from game.text.gettext import _
from game.text.messages import format_by_seat, format_event, format_match_outcome, format_reason


def make_sentence(text: str) -> str:
    """Words as a line of their own: with a capital and an end."""
    has_end = text.endswith((".", "!", "?", "…", ":"))
    return capitalize_first(text) + ("" if has_end or not text else ".")


def narrate_event(event: Event, names: Sequence[str], deck: DeckStyle, addressed_seat: int | None = None) -> str:
    """What happened, in a line. ``event`` is as its reader may see it, ``addressed_seat`` his seat if he is called
    so."""
    return make_sentence(
        _narrate_deal(event, names, deck, addressed_seat)
        if isinstance(event, CardsDealt)
        else format_event(event, names, deck, addressed_seat)
    )


def narrate_dealer(dealer: int, names: Sequence[str], addressed_seat: int | None = None) -> str:
    """Who deals; ``addressed_seat``: the reader's seat if he is called so."""
    return _("you deal") if dealer == addressed_seat else _("{name} deals").format(name=names[dealer])


def _narrate_deal(event: CardsDealt, names: Sequence[str], deck: DeckStyle, addressed_seat: int | None) -> str:
    """Who deals, and the hands of which something is seen."""
    parts = [narrate_dealer(event.dealer, names, addressed_seat)]
    for seat in find_seats_with_visible_cards(event.hands):
        template = _("you get {cards}") if seat == addressed_seat else _("{name} gets {cards}")
        parts.append(template.format(name=names[seat], cards=format_card_names(event.hands[seat], deck)))
    return join_with_semicolons(parts)


def find_seats_with_visible_cards(hands: Hands) -> tuple[int, ...]:
    """The seats of whose hands a card is seen."""
    return tuple(seat for seat, hand in enumerate(hands) if any(card is not HIDDEN_CARD for card in hand))


def narrate_numbered_hand(hand: Sequence[Card], illegal_cards: Sequence[Card], deck: DeckStyle) -> str:
    """The hand of who is on turn, each card with its number; those that may not be played now say so."""
    template = _("{number} {card} (not now)")
    return join_with_commas(
        [
            (template if card in illegal_cards else "{number} {card}").format(
                number=number, card=format_card_name(card, deck)
            )
            for number, card in enumerate(hand, 1)
        ]
    )


def narrate_board(board: Board, names: Sequence[str], deck: DeckStyle) -> str:
    """What lies on the table for all to see: the trick, card by card, and the trump. Empty if nothing does."""
    plays = []
    template = _("{name} {card}")
    for seat, card in board.trick:
        card_name = format_card_names((card,), deck)
        plays.append(template.format(name=names[seat], card=card_name))
    lines = [_("In the trick: {cards}").format(cards=join_with_commas(plays))] if plays else []
    if board.turned_card is not None:
        lines.append(_("turned up: {card}").format(card=format_card_name(board.turned_card, deck)))
    elif board.trump is not None:
        lines.append(_("trump: {suit}").format(suit=format_suit_name(board.trump, deck)))
    return join_with_semicolons(lines)


def narrate_deal_end(observation: Observation, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    """How the deal that is over came out, line by line, and where the match stands."""
    result = observation.result
    lines = _narrate_result(result, names, deck) if result is not None else ()
    return tuple(
        make_sentence(line)
        for line in (
            *lines,
            narrate_totals(observation, names),
            *(format_match_outcome(observation, names) if observation.is_over else ()),
        )
    )


def narrate_totals(observation: Observation, names: Sequence[str]) -> str:
    """Where everybody stands in the match."""
    return _("Where the match stands: {totals}").format(totals=format_by_seat(observation.totals, names))


def _narrate_result(result: DealResult, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    reasons = [reason for reason in result.reasons if not isinstance(reason, DecisiveTrick)]
    plain_lines = [format_reason(reason, names, deck) for reason in reasons if not isinstance(reason, ScoreLine)]
    sum_lines = [format_reason(reason, names, deck) for reason in reasons if isinstance(reason, ScoreLine)]
    points_line = _("taken: {points}").format(points=format_by_seat(result.points, names))
    return (*sum_lines, *plain_lines, *((points_line,) if any(result.points) else ()))
