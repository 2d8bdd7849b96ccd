"""Narration of a match in lines of text, for players who do not follow the picture.

It is made from masked events and observations, so it contains nothing that the seat may not see.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.cards import HIDDEN_CARD, Card, DeckStyle, Hands
from game.core.events import CardsDealt, Event
from game.core.phase import Board, DealResult, DecisiveTrick, ScoreLine
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.rules import GAMES
from game.text.card_names import format_card_name, format_card_names, format_plays, format_suit_name
from game.text.formatting import join_with_commas
from game.text.gettext import _
from game.text.messages import format_by_seat, format_event, format_match_outcome, format_reason


def make_sentence(text: str) -> str:
    """Return ``text`` with a capital letter and a full stop, unless it has an end mark; "" stays empty."""
    has_end = text.endswith((".", "!", "?", "…", ":"))
    return capitalize_first(text) + ("" if has_end or not text else ".")


def explain_choice(choice: str, reasons: Sequence[str]) -> str:
    """Return a choice with the reasons for it, which are clauses, in sentences.

    The first reason follows a colon: "Play the two: it gives nothing away. You keep your trumps."
    """
    if not reasons:
        return make_sentence(choice)
    first, *others = reasons
    return make_sentences(_("{choice}: {reason}").format(choice=choice, reason=first), *others)


def make_sentences(*clauses: str) -> str:
    """Return clauses as sentences, one after the other, in one line."""
    return " ".join(map(make_sentence, clauses))


def narrate_event(event: Event, names: Sequence[str], deck: DeckStyle, addressed_seat: int | None = None) -> str:
    """Return an event as a sentence. ``event`` must be masked for the reader: all its cards are named.

    ``addressed_seat``: the reader's seat if they are addressed as "you".
    """
    return make_sentence(
        _narrate_deal(event, names, deck, addressed_seat)
        if isinstance(event, CardsDealt)
        else format_event(event, names, deck, addressed_seat)
    )


def narrate_dealer(dealer: int, names: Sequence[str], addressed_seat: int | None = None) -> str:
    """Return the clause "Anna deals" or "you are the dealer"; ``addressed_seat`` as in `narrate_event`."""
    return _("you're the dealer") if dealer == addressed_seat else _("{name} deals").format(name=names[dealer])


def _narrate_deal(event: CardsDealt, names: Sequence[str], deck: DeckStyle, addressed_seat: int | None) -> str:
    """Return the dealer and all visible hands, in sentences."""
    parts = [narrate_dealer(event.dealer, names, addressed_seat)]
    for seat in find_seats_with_visible_cards(event.hands):
        template = _("your cards: {cards}") if seat == addressed_seat else _("{name} gets: {cards}")
        parts.append(template.format(name=names[seat], cards=format_card_names(event.hands[seat], deck)))
    return make_sentences(*parts)


def find_seats_with_visible_cards(hands: Hands) -> tuple[int, ...]:
    """Return the seats whose hands have a visible card."""
    return tuple(seat for seat, hand in enumerate(hands) if any(card is not HIDDEN_CARD for card in hand))


def narrate_numbered_hand(hand: Sequence[Card], illegal_cards: Sequence[Card], deck: DeckStyle) -> str:
    """Return the hand of the seat to act in a line, each card with its number from 1.

    Cards in ``illegal_cards`` have a note.
    """
    template = _("{number} {card} (can't be played)")
    return join_with_commas(
        [
            (template if card in illegal_cards else "{number} {card}").format(
                number=number, card=format_card_name(card, deck)
            )
            for number, card in enumerate(hand, 1)
        ]
    )


def narrate_board(board: Board, names: Sequence[str], deck: DeckStyle) -> str:
    """Return the cards of the trick, and the turned card or the trump, in sentences; "" if there are none."""
    lines = [_("On the table: {cards}").format(cards=format_plays(board.trick, names, deck))] if board.trick else []
    if board.turned_card is not None:
        lines.append(_("turned up: {card}").format(card=format_card_name(board.turned_card, deck)))
    elif board.trump is not None:
        lines.append(_("trump: {suit}").format(suit=format_suit_name(board.trump, deck)))
    return make_sentences(*lines)


def narrate_deal_end(observation: Observation, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    """Return the result of the finished deal, and the score of the match, in sentences.

    The reasons come first, then the totals, then the winners if the match is over. A deal without a result gives only
    the totals.
    """
    result = observation.result
    lines = _narrate_result(result, observation.game_id, names, deck) if result is not None else ()
    return tuple(
        make_sentence(line)
        for line in (
            *lines,
            narrate_totals(observation, names),
            *(format_match_outcome(observation, names) if observation.is_over else ()),
        )
    )


def narrate_totals(observation: Observation, names: Sequence[str]) -> str:
    """Return the totals of all seats in one line."""
    return _("Score: {totals}").format(totals=format_by_seat(observation.totals, names))


def _narrate_result(result: DealResult, game_id: str, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    reasons = [reason for reason in result.reasons if not isinstance(reason, DecisiveTrick)]
    plain_lines = [format_reason(reason, names, deck) for reason in reasons if not isinstance(reason, ScoreLine)]
    sum_lines = [format_reason(reason, names, deck) for reason in reasons if isinstance(reason, ScoreLine)]
    template = _("points taken: {points}") if GAMES[game_id].card_points else _("tricks taken: {points}")
    points_line = template.format(points=format_by_seat(result.points, names))
    return (*sum_lines, *plain_lines, *((points_line,) if any(result.points) else ()))
