"""Texts of reasons, events and actions in the player's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any, Final, Protocol

import msgspec

from game.core.actions import Action
from game.core.cards import HIDDEN_CARD, Card, DeckStyle
from game.core.events import Event
from game.core.messages import N_, Reason
from game.core.phase import ScoreLine
from game.rules import GAMES
from game.text.card_names import (
    InflectedName,
    format_card_name,
    format_card_names,
    format_notation,
    format_rank_name,
    format_suit_name,
)
from game.text.formatting import format_number, join_with_and, join_with_commas, join_with_semicolons
from game.text.gettext import _

COMMON_MESSAGES: Final = {
    "deal_over": N_("the deal is over"),
    "match_over": N_("the match is over"),
    "not_dealt": N_("no cards are dealt yet"),
    "deal_not_over": N_("the deal before it is not over"),
    "not_your_turn": N_("it is {seat}'s turn"),
    "not_here": N_("nobody at this screen may do that"),
    "not_in_hand": N_("{card:the} is not in hand"),
    "being_saved": N_("the last action is still being saved"),
    "out_of_date": N_("the match has gone on meanwhile"),
    "not_sayable": N_("a message is one line of 1 to {most} characters"),
    "talk_off": N_("nobody talks at this table"),
    "talk_phrases": N_("only the offered phrases are said at this table"),
    "undo_off": N_("nothing is taken back at this table"),
    "undo_people": N_("only who plays alone against the computer may take something back"),
    "undo_clock": N_("nothing is taken back where there is a clock"),
    "undo_over": N_("a deal that is over stays as it is"),
    "undo_nothing": N_("there is no choice of yours in this deal to take back"),
    "hints_off": N_("nobody is given a hint at this table"),
    "hints_people": N_("only who plays alone against the computer may ask for a hint"),
    "claim_not": N_("what is left of the deal is not certain"),
    "claim_all": N_("nothing that is still out beats a card of yours: all {count} tricks are yours"),
    "claim_drawing": N_(
        "your trumps draw all that are still out, and nothing beats the rest: all {count} tricks are yours"
    ),
    "claim_none": N_("each of your cards is beaten: none of the {count} tricks to come is yours"),
    "barred_left": N_("{seat} left the match before its end"),
    "barred_clock": N_("the clock of {seat} ran out before the play"),
    "not_now": N_("it is time to play a card"),
    "lesson_read_on": N_("there is only something to read here: go on with Next"),
    "lesson_other": N_("the lesson waits for something else here"),
    "no_such_seat": N_("the seats are 0 to {last}"),
    "left_already": N_("a player leaves only once"),
    "voted_already": N_("a seat votes only once in a match"),
    "no_clock": N_("this table plays without a clock"),
    "forced_card": N_("the clock of {seat} ran out: a card must be played for that seat"),
    "pack_has": N_("the pack holds {card}, which is not played with here"),
    "pack_twice": N_("the pack holds {card} twice"),
    "pack_lacks": N_("the pack lacks {card}"),
}

EVENT_MESSAGES: Final = {
    "DealerDrawn": N_("{dealer} drew the highest card and deals first"),
    "ShuffleCommitted": N_("the pack of deal {number} is sealed: {seal}"),
    "ShuffleCommittedByCode": N_(
        "the pack of deal {number} comes from a deal code: it is no secret to who has the code"
    ),
    "CardsDealt": N_("{dealer} deals: {hands}"),
    "TrumpCardTurned": N_("{card:the} is turned up"),
    "CardPlayed": N_("{seat} plays {card}"),
    "TrickTaken": N_("{winner} takes {cards}: {points} points"),
    "TrickTakenPlain": N_("{winner} takes {cards}"),
    "CardDrawn": N_("{seat} draws {card}"),
    "CardDrawnHidden": N_("{seat} draws a card"),
    "CardDrawnTurned": N_("{seat} draws the turned card, {card}"),
    "SignMade": N_("{seat} makes a sign: {sign}"),
    "SignMadeHidden": N_("{seat} makes a sign"),
    "TurnedCardSwapped": N_("{seat} gives {given} for the turned card, {taken}"),
    "HandShown": N_("{seat} shows {cards} to {to}"),
    "DealScored": N_("the deal is scored: {scores}"),
    "PlayerPassed": N_("{seat} passes"),
    "DealVoided": N_("nobody plays: the deal does not count"),
    "PlayerTimedOut": N_("the clock of {seat} ran out"),
    "PlayerLeft": N_("{seat} leaves the match"),
    "VoteToEndCast": N_("{seat} votes to unlock the exit: {votes} of {needed} votes"),
    "MatchEnded": N_("the match is won by {winners}"),
    "MatchEndedOpen": N_("the match ends without a result"),
}
"""The sentence of each event by its ``code``; the ``messages`` of a game have those of its own events."""

EVENT_MESSAGES_TO_YOU: Final = {
    "DealerDrawnYou": N_("you drew the highest card and deal first"),
    "CardsDealtYou": N_("you deal: {hands}"),
    "CardPlayedYou": N_("you play {card}"),
    "TrickTakenYou": N_("you take {cards}: {points} points"),
    "TrickTakenPlainYou": N_("you take {cards}"),
    "CardDrawnYou": N_("you draw {card}"),
    "CardDrawnHiddenYou": N_("you draw a card"),
    "CardDrawnTurnedYou": N_("you draw the turned card, {card}"),
    "SignMadeYou": N_("you make a sign: {sign}"),
    "SignMadeHiddenYou": N_("you make a sign"),
    "TurnedCardSwappedYou": N_("you give {given} for the turned card, {taken}"),
    "HandShownYou": N_("you show {cards} to {to}"),
    "PlayerPassedYou": N_("you pass"),
    "PlayerTimedOutYou": N_("your clock ran out"),
    "PlayerLeftYou": N_("you leave the match"),
    "VoteToEndCastYou": N_("you vote to unlock the exit: {votes} of {needed} votes"),
    "MatchEndedYou": N_("you win the match"),
}
"""The sentence of each event addressed to the player who acts.

It is a separate sentence, because other languages phrase it differently.
"""

ACTING_SEAT_KEYS: Final = ("seat", "dealer", "winner")
"""Keys of the seat that does what an event says."""

ADVICE_MESSAGES: Final = {
    "why_only": N_("there is no other choice"),
    "why_best": N_("clearly the best"),
    "why_close": N_("the best by a little"),
    "why_even": N_("as good as the best, as far as can be told"),
    "why_less_often": N_("wins {percent}% less often than the best"),
    "why_worse": N_("brings {worth} less than the best"),
    "why_contract": N_("about {points} points to be expected, {asked} asked: made {times} times in a hundred"),
    "why_bid": N_("about {tricks} tricks to be expected: {bid} are made {times} times in a hundred"),
    "why_sign": N_("tells the partner what is true and new, before the card"),
    "why_exchange": N_("{taken:the} is worth more than {given:the} that is given for it"),
    "why_face_down": N_("falls face down and cannot win"),
    "why_may_be_taken": N_("takes the trick for now; {count} cards still out would beat it"),
    "why_takes_points": N_("takes {points} points that nobody can take away"),
    "why_takes": N_("takes the trick"),
    "why_nobody_beats": N_("nothing still out beats {card:the}"),
    "why_for_partner": N_("{points} points for {seat}, who has the trick"),
    "why_costs": N_("{points} points for the other side, as the trick stands"),
    "why_gives_nothing": N_("gives nothing away"),
    "why_keeps": N_("keeps {kept:the} of trump for {out:the} still out"),
}
"""The reasons for and against an action."""

ACTION_MESSAGES: Final = {
    "do_play": N_("play {card:the}"),
    "do_pass": N_("pass"),
    "do_swap": N_("take the turned trump"),
    "do_swap_card": N_("give {card:the} for the turned trump"),
}
"""The names of actions, by verb and by optional fields that are given; a game adds its own."""

SEAT_KEYS: Final = frozenset({"dealer", "winner", "winners", "partners", "to"})
"""Keys of seats, besides those that begin with ``seat``."""


def find_deck_style(code: str) -> DeckStyle:
    """Return the deck style of the game that has the message ``code``."""
    return next((game.deck for game in GAMES.values() if code in game.messages), "italian")


def build_message_catalog() -> dict[str, str]:
    """Return the English text of every reason, event and action by its code."""
    game_messages = {code: text for game in GAMES.values() for code, text in game.messages.items()}
    return COMMON_MESSAGES | EVENT_MESSAGES | EVENT_MESSAGES_TO_YOU | ADVICE_MESSAGES | ACTION_MESSAGES | game_messages


def format_preset_name(name: str) -> str:
    """Return the name of a preset; its capitalized id if it has no text."""
    return _(build_message_catalog().get(f"preset_{name}", name.capitalize()))


def format_reason(reason: Reason, names: Sequence[str], deck: DeckStyle | None = None) -> str:
    """Return ``reason`` in words; ``names`` are the names by seat.

    With a ``deck``, cards are called by their names, otherwise by their notation. The line of a score has the names,
    the term and the sum. Raise KeyError if the reason's code has no text.
    """
    text = format_reason_label(reason, names, deck)
    if not isinstance(reason, ScoreLine):
        return text
    template = _("{names}: {words}, {term} = {total}") if format_score_term(reason) else _("{names}: {words} = {total}")
    return template.format(
        names=_format_value("seats", reason.seats, names),
        words=text,
        term=format_score_term(reason),
        total=reason.total,
    )


def format_reason_label(reason: Reason, names: Sequence[str], deck: DeckStyle | None = None) -> str:
    """Return the words of ``reason``; for a line of a score only the label, without its names and numbers.

    ``names``: by seat, for seats in the words; ``deck``: as in `format_reason`.
    """
    return _format_message(reason.code, reason.values, names, deck)


def format_score_term(line: ScoreLine) -> str:
    """Return the term of a line in a score: "+ 3 × 10".

    A first line has no sign; a change of sign ("× -1") has no term.
    """
    product = " × ".join(str(factor) for factor in line.factors)
    if line.operator == "×" and abs(prod(line.factors)) == 1:
        return ""
    return product if line.operator == "+" and prod(line.factors) == line.total else f"{line.operator} {product}"


def format_event(
    event: Event, names: Sequence[str], deck: DeckStyle | None = None, addressed_seat: int | None = None
) -> str:
    """Return ``event`` in words, as a clause without a full stop; ``names`` are the names by seat.

    ``addressed_seat``: the seat that is addressed as "you". With a ``deck``, cards, ranks and signs are called by their
    names, otherwise by their notation.
    """
    values = msgspec.structs.asdict(event)
    code = (
        f"{event.code}You" if addressed_seat is not None and _find_acting_seat(values) == addressed_seat else event.code
    )
    if deck is not None:
        values |= {key: _translate_value(key, value, deck) for key, value in values.items()}
    return _format_message(code if code in build_message_catalog() else event.code, values, names)


def _find_acting_seat(values: Mapping[str, Any]) -> int | None:
    """Return the seat that does what an event says; None if there is none, or more than one."""
    winners = values.get("winners", ())
    seats = [values[key] for key in ACTING_SEAT_KEYS if key in values] or ([*winners] if len(winners) == 1 else [])
    return seats[0] if seats else None


def _translate_value(key: str, value: object, deck: DeckStyle) -> object:
    """Return the names for a card, cards, a rank or a word in an event; other values unchanged."""
    if isinstance(value, Card):
        return format_card_names((value,), deck) if value is HIDDEN_CARD else format_card_name(value, deck)
    if key == "cards" and isinstance(value, tuple):
        return format_card_names(value, deck)
    if key == "hands" and isinstance(value, tuple):
        return join_with_semicolons([format_card_names(hand, deck) for hand in value])
    if key == "rank" and isinstance(value, str):
        return format_rank_name(value, deck)
    return _(build_message_catalog().get(f"{key}_{value}", value)) if isinstance(value, str) else value


def _format_message(code: str, values: Mapping[str, Any], names: Sequence[str], deck: DeckStyle | None = None) -> str:
    texts: dict[str, object] = {key: _format_value(key, value, names) for key, value in values.items()}
    if deck is not None:
        texts |= {key: format_card_name(value, deck) for key, value in values.items() if isinstance(value, Card)}
    if "suit" in values:
        texts["suit"] = format_suit_name(values["suit"], deck or find_deck_style(code))
    if "called" in values:
        texts["called"] = format_card_name(values["called"], deck or find_deck_style(code))
    if "kind" in values:
        texts["kind"] = format_rank_name(values["kind"], deck or find_deck_style(code))
    for key in ("kept", "out"):
        if key in values:
            texts[key] = format_rank_name(values[key], values["deck"])
    return _(build_message_catalog()[code]).format(**texts)


def _format_value(key: str, value: object, names: Sequence[str]) -> str:
    if key.startswith("seat") or key in SEAT_KEYS:
        seats = value if isinstance(value, tuple) else (value,)
        return join_with_and([names[seat] for seat in seats])
    if isinstance(value, Card) or (key == "rank" and isinstance(value, str) and not isinstance(value, InflectedName)):
        return format_notation(str(value))
    if not isinstance(value, tuple):
        return (
            value
            if isinstance(value, InflectedName)
            else format_number(value)
            if isinstance(value, float)
            else str(value)
        )
    if value and len(value) == len(names) and isinstance(value[0], (int, tuple)):
        return format_by_seat([_format_value("", item, names) for item in value], names)
    parts = [_format_value("", item, names) for item in value]
    return join_with_and(parts) if value and isinstance(value[0], tuple) else " ".join(parts)


def format_action(action: Action, deck: DeckStyle) -> str:
    """Return an action in words, cards by their names: "play the king of coins", "bid 4"."""
    values = msgspec.structs.asdict(action)
    fields = msgspec.structs.fields(action)
    given_fields = [field.name for field in fields if field.default is None and values[field.name] is not None]
    texts = {key: _translate_value(key, value, deck) for key, value in values.items()}
    if "suit" in values:
        texts["suit"] = format_suit_name(values["suit"], deck)
    code = "_".join(("do", action.verb, *given_fields))
    return _(build_message_catalog()[code]).format(**texts)


def format_refusal(action: Action, reason: Reason, names: Sequence[str]) -> str:
    """Return one line: the player, the refused action and the reason. Its seat need not exist."""
    name = names[action.seat] if 0 <= action.seat < len(names) else _("seat {seat}").format(seat=action.seat)
    reason_text = format_reason(reason, names)
    return _("{name} may not {action}: {why}").format(name=name, action=action.text_without_seat, why=reason_text)


def format_by_seat(values: Sequence[object], names: Sequence[str]) -> str:
    """Return a value for every seat: ``Anna 2, Bruno 1``. Raise ValueError if there are not as many names."""
    return join_with_commas([f"{name} {value}" for name, value in zip(names, values, strict=True)])


class HasMatchOutcome(Protocol):
    """The outcome of a match: an `Observation` or a `Standing` has it."""

    @property
    def is_over(self) -> bool: ...
    @property
    def winners(self) -> tuple[int, ...]: ...
    @property
    def payout(self) -> tuple[Fraction, ...] | None: ...


def format_match_outcome(match: HasMatchOutcome, names: Sequence[str]) -> tuple[str, ...]:
    """Return one line with the winners, and a second with the payout if there is one.

    The first says instead that the match goes on, or ended without a result.
    """
    if not match.is_over:
        text = _("The match goes on.")
    elif match.winners:
        text = _("Winners: {winners}").format(winners=join_with_and([names[seat] for seat in match.winners]))
    else:
        text = _("The match ended without a result.")
    return (
        (text,)
        if match.payout is None
        else (text, _("Payout: {payout}").format(payout=format_by_seat(match.payout, names)))
    )
