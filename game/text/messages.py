"""Texts of reasons, events and actions in the player's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from types import NoneType
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from game.core.actions import Action
from game.core.arguments import check_argument, check_seat, format_argument
from game.core.cards import HIDDEN_CARD, Card, DeckStyle
from game.core.events import Event
from game.core.messages import N_, InputError, Reason
from game.core.phase import ScoreLine
from game.rules import GAMES
from game.text.card_names import (
    ITALIAN_RANK_NAMES,
    InflectedName,
    format_card_name,
    format_card_names,
    format_counted_rank_name,
    format_notation,
    format_plays,
    format_rank_name,
    format_suit_name,
)
from game.text.formatting import (
    MINUS_SIGN,
    format_change,
    format_number,
    join_with_and,
    join_with_commas,
    join_with_semicolons,
)
from game.text.gettext import _, ngettext

COMMON_MESSAGES: Final = {
    "deal_over": N_("the deal is over, so there's nothing left to play"),
    "match_over": N_("the match is over, so there's nothing left to play"),
    "not_dealt": N_("the cards must be dealt before anyone plays"),
    "deal_not_over": N_("the next deal can't begin before this one is over"),
    "not_your_turn": N_("it's {seat}'s turn"),
    "not_here": N_("you can't make this move from this screen"),
    "not_in_hand": N_("{card:the} isn't in your hand"),
    "being_saved": N_("the last move is still being saved: try again"),
    "no_connection": N_("the connection to the host was lost: wait until it's back"),
    "out_of_date": N_("the match has moved on: try again"),
    "not_sayable": N_("a message must be one line of 1 to {most} characters"),
    "talk_off": N_("chat is off at this table"),
    "talk_phrases": N_("only ready-made phrases are allowed at this table"),
    "watcher_silent": N_("watchers can send messages only at tables with free chat"),
    "talk_too_fast": N_("you've sent too many messages: wait {seconds} s"),
    "undo_off": N_("undo is off at this table"),
    "undo_people": N_("you can undo only when you play alone against the computer"),
    "undo_clock": N_("undo is off when the turn timer is on"),
    "undo_over": N_("you can't undo in a finished deal"),
    "undo_nothing": N_("you have no move to undo in this deal"),
    "hints_off": N_("hints are off at this table"),
    "hints_people": N_("you can ask for a hint only when you play alone against the computer"),
    "claim_not": N_("you can't claim the rest: it isn't decided yet"),
    "claim_all": N_("no card still out can beat yours: the last {count} tricks are yours"),
    "claim_drawing": N_(
        "your trumps draw all the others, and then nothing can beat your cards: the last {count} tricks are yours"
    ),
    "claim_none": N_("none of your cards can win any of the last {count} tricks"),
    "barred_left": N_("{seat} left the match before it ended"),
    "barred_clock": N_("{seat} ran out of time before play began"),
    "not_now": N_("play a card now"),
    "lesson_read_on": N_("no card to play here: press “Next”"),
    "lesson_trick_held": N_("the trick is still on the table: press “Next” first"),
    "lesson_other": N_("the lesson asks for a different move here"),
    "no_such_seat": N_("seat numbers are 0 to {last}"),
    "left_already": N_("this seat has already left the match"),
    "voted_already": N_("this seat can't vote twice"),
    "no_clock": N_("nobody can run out of time at a table without a turn timer"),
    "forced_card": N_("{seat} ran out of time: a card must be played for them"),
    "pack_has": N_("{card:the} doesn't belong in this pack"),
    "pack_twice": N_("{card:the} is in the pack twice"),
    "pack_lacks": N_("{card:the} is missing from the pack"),
}

EVENT_MESSAGES: Final = {
    "DealerDrawn": N_("{dealer} drew the highest card and deals first"),
    "ShuffleCommitted": N_("the pack for deal {number} is sealed: {seal}"),
    "ShuffleCommittedByCode": N_(
        "the pack for deal {number} comes from a deal code: anyone with the code can look up the cards"
    ),
    "CardsDealt": N_("{dealer} deals: {hands}"),
    "TrumpCardTurned": N_("{card:the} is turned up"),
    "CardPlayed": N_("{seat} plays {card:the}"),
    "TrickTaken": N_("{winner} wins the trick, worth {points} points: {cards}"),
    "TrickTakenEmpty": N_("{winner} wins a trick worth no points: {cards}"),
    "TrickTakenPlain": N_("{winner} wins the trick: {cards}"),
    "CardDrawn": N_("{seat} draws {card:the}"),
    "CardDrawnHidden": N_("{seat} draws a card"),
    "CardDrawnTurned": N_("{seat} draws the turned card, {card:the}"),
    "SignMade": N_("{seat} gives a sign: {sign}"),
    "SignMadeHidden": N_("{seat} gives a sign"),
    "TurnedCardSwapped": N_("{seat} exchanges {given:the} for the turned card, {taken:the}"),
    "HandShown": N_("{seat} shows cards to {to}: {cards}"),
    "DealScored": N_("score for the deal: {scores}"),
    "PlayerPassed": N_("{seat} passes"),
    "DealVoided": N_("nobody plays: the deal doesn't count"),
    "PlayerTimedOut": N_("{seat} ran out of time"),
    "PlayerLeft": N_("{seat} leaves the match"),
    "VoteToEndCast": N_("{seat} votes to end the match: {votes} of {needed}"),
    "MatchEnded": N_("the match goes to {winners}"),
    "MatchEndedOpen": N_("the match ends without a result"),
}
"""The sentence of each event by its ``code``; the ``messages`` of a game have those of its own events."""

EVENT_MESSAGES_TO_YOU: Final = {
    "DealerDrawnYou": N_("you drew the highest card and deal first"),
    "CardsDealtYou": N_("you deal: {hands}"),
    "CardPlayedYou": N_("you play {card:the}"),
    "TrickTakenYou": N_("you win the trick, worth {points} points: {cards}"),
    "TrickTakenEmptyYou": N_("you win a trick worth no points: {cards}"),
    "TrickTakenPlainYou": N_("you win the trick: {cards}"),
    "CardDrawnYou": N_("you draw {card:the}"),
    "CardDrawnHiddenYou": N_("you draw a card"),
    "CardDrawnTurnedYou": N_("you draw the turned card, {card:the}"),
    "SignMadeYou": N_("you give a sign: {sign}"),
    "SignMadeHiddenYou": N_("you give a sign"),
    "TurnedCardSwappedYou": N_("you exchange {given:the} for the turned card, {taken:the}"),
    "HandShownYou": N_("you show cards to {to}: {cards}"),
    "PlayerPassedYou": N_("you pass"),
    "PlayerTimedOutYou": N_("you ran out of time"),
    "PlayerLeftYou": N_("you leave the match"),
    "VoteToEndCastYou": N_("you vote to end the match: {votes} of {needed}"),
    "MatchEndedYou": N_("you win the match"),
}
"""The sentence of each event addressed to the player who acts.

It is a separate sentence, because other languages phrase it differently.
"""

ACTING_SEAT_KEYS: Final = ("seat", "dealer", "winner")
"""Keys of the seat that does what an event says."""

Direction: TypeAlias = Literal["comparison", "for", "against", "neutral", "background"]
"""Whether a reason compares an action with all, speaks for it, against it, for neither, or against its neighbors."""

ADVICE_MESSAGES: Final[Mapping[Direction, Mapping[str, str]]] = {
    "comparison": {
        "why_only": N_("it's the only choice"),
        "why_best": N_("it's clearly the best choice"),
        "why_close": N_("it's a little better than the other choices"),
        "why_close_to": N_("it's a little better than {card:the}"),
        "why_as_good": N_("{card:the} is about as good"),
        "why_even": N_("it's about as good as the best choice"),
        "why_less_often": N_("it lowers your chances by {percent}% compared with the best choice"),
        "why_more_often": N_("it raises your chances by {percent}% compared with {card:the}"),
        "why_worse": N_("it's not as good as the best choice"),
    },
    "for": {
        "why_contract": N_(
            "you need {asked} card points and can expect about {points}: if nobody outbids you, you'll "
            "make the contract {times}% of the time"
        ),
        "why_risky_contract": N_(
            "you need {asked} card points and can expect about {points}: you'd make it only {times}% of the time, but "
            "it's worth the risk"
        ),
        "why_still_best": N_("you'd make it only {times}% of the time, but it's worth the risk"),
        "why_made": N_("you'll make this bid {times}% of the time"),
        "why_tricks": N_("you should take about {tricks} tricks"),
        "why_tricks_one": N_("you should take about {tricks} trick"),
        "why_nil": N_("if you avoid every trick you can, you'll make nil {times}% of the time"),
        "why_top_card": N_("{card:the} should win a trick"),
        "why_top_cards": N_("{card:the} and {other:the} should each win a trick"),
        "why_spades": N_("you hold {count} spades"),
        "why_highest_spade": N_("your highest spade is {card:the}"),
        "why_no_spade": N_("you hold no spades"),
        "why_pass": N_(
            "your best call would need {asked} card points, and you can expect about {points}: "
            "you'd make it only {times}% of the time"
        ),
        "why_as_far_as": N_("your hand is good enough to go as low as {rank:the}"),
        "why_as_far_as_points": N_("your hand is good enough to go up to {points} points"),
        "why_sign": N_("it tells your partner something true that they don't know yet"),
        "why_exchange": N_("{taken:the} is worth more than {given:the}"),
        "why_few_higher": N_("only {count} cards can beat it"),
        "why_few_higher_one": N_("only {count} card can beat it"),
        "why_none_of_suit": N_(
            "no card left in its suit beats it, and few players would spend a trump on {points} points"
        ),
        "why_few_of_suit_one": N_(
            "only {count} card left in its suit beats it, and few players would spend a trump on {points} points"
        ),
        "why_few_of_suit": N_(
            "only {count} cards left in its suit beat it, and few players would spend a trump on {points} points"
        ),
        "why_only_suit_beats": N_("only {suit} can beat it"),
        "why_no_points": N_("it puts no points at risk"),
        "why_takes_points": N_("it's sure to take the trick, worth {points} points"),
        "why_takes": N_("it wins the trick"),
        "why_nobody_beats": N_("no higher card is left"),
        "why_loses": N_("it doesn't win the trick"),
        "why_may_lose": N_("{count} higher cards can still win the trick"),
        "why_for_partner": N_("it gives {points} points to {seat}, who is winning the trick so far"),
        "why_for_likely_partner": N_(
            "it gives {points} points to {seat}, who is probably on your side and is winning the trick so far"
        ),
        "why_costs_less": N_("it gives away only {points} points"),
        "why_gives_nothing": N_("it gives nothing away"),
        "why_keeps": N_("you keep your trumps"),
        "why_keeps_card": N_("you keep {card:the}"),
        "why_gatta": N_("your cards are a gatta worth {points}"),
        "why_alone": N_("nobody else plays, so your score drops by {points} points"),
        "why_trumps": N_("you have {count} trumps, and the best is {card:the}"),
        "why_none_beats": N_("no card beats {card:the}"),
        "why_one_beats": N_("only one card beats {card:the}"),
        "why_two_beat": N_("only two cards beat {card:the}"),
        "why_ace": N_("you have {card:the}"),
        "why_only_trump": N_("your only trump is {card:the}"),
        "why_highest_trump": N_("your highest trump is {card:the}"),
        "why_no_trump": N_("you have no trumps"),
        "why_turned_card": N_("you may exchange a card for {taken:the}"),
        "why_trump_more": N_("{taken:the} gives you one more trump"),
    },
    "against": {
        "why_unlikely_contract": N_(
            "you need {asked} card points and can expect about {points}: you'd make the contract "
            "only {times}% of the time"
        ),
        "why_unlikely": N_("you'd make it only {times}% of the time"),
        "why_few_tricks": N_("you can expect only about {tricks} tricks"),
        "why_few_tricks_one": N_("you can expect only about {tricks} trick"),
        "why_more_tricks": N_("you can expect more tricks, about {tricks}"),
        "why_may_be_taken": N_("it would be the best card so far, but {count} higher cards are still out"),
        "why_may_be_taken_one": N_("it would be the best card so far, but {count} higher card is still out"),
        "why_risks": N_("it puts {points} points at risk"),
        "why_takes_unwanted": N_("it wins a trick that you don't want"),
        "why_costs": N_("it adds {points} points to a trick that {seat} is winning so far"),
        "why_forfeit": N_("it takes {points} off your opponent's score, and yours stays the same"),
    },
    "neutral": {
        "why_face_down": N_("it's played face down and can't win"),
        "why_takes_empty": N_("it wins a trick worth no points, and you lead next"),
        "why_leaves_empty": N_("the trick is worth no points, and {seat} leads next"),
        "why_blinde": N_("five unknown cards replace yours"),
    },
    "background": {
        "why_safer_bid": N_("a lower bid would be safer, but it would earn less"),
        "why_higher_bid": N_("you'd make a bid of {bid} only {times}% of the time"),
    },
}
"""The reasons given with an action: clauses that `game.text.narration.explain_choice` makes sentences of.

A code that ends with ``_one`` has the singular of another message.
"""

ACTION_MESSAGES: Final = {
    "do_play": N_("{card:the}"),
    "do_pass": N_("passing"),
    "do_swap": N_("taking the turned card"),
    "do_swap_card": N_("exchanging {card:the} for the turned card"),
}
"""The names of actions, by verb and by optional fields that are given; a game adds its own.

They can be the subject of a sentence: "passing is the best choice".
"""

SUGGESTION_MESSAGES: Final = {
    "try_play": N_("Play {card:the}"),
    "try_swap_card": N_("Exchange {card:the} for the turned card"),
}
"""The suggestions of cards, by the codes of `ACTION_MESSAGES`; other actions are suggested by their buttons."""

_SHARED_MESSAGES: Final = (
    COMMON_MESSAGES
    | EVENT_MESSAGES
    | EVENT_MESSAGES_TO_YOU
    | ACTION_MESSAGES
    | SUGGESTION_MESSAGES
    | {code: text for messages in ADVICE_MESSAGES.values() for code, text in messages.items()}
)
"""The messages that are not of one game."""
SEAT_KEYS: Final = frozenset({"dealer", "winner", "winners", "partners", "to"})
"""Keys of seats, besides those that begin with ``seat``."""


def find_deck_style(code: str) -> DeckStyle:
    """Return the deck style of the game that has the message ``code``."""
    return next((game.deck for game in GAMES.values() if code in game.messages), "italian")


def build_message_catalog() -> dict[str, str]:
    """Return the English text of every reason, event and action by its code."""
    game_messages = {code: text for game in GAMES.values() for code, text in game.messages.items()}
    return _SHARED_MESSAGES | game_messages


def find_message(code: str) -> str | None:
    """Return the English text of ``code``; None if it has none."""
    catalogs = (_SHARED_MESSAGES, *(game.messages for game in GAMES.values()))
    return next((messages[code] for messages in catalogs if code in messages), None)


def _get_message(code: str) -> str:
    message = find_message(code)
    if message is None:
        raise InputError("no_text", name=format_argument(code))
    return message


def format_preset_name(name: str) -> str:
    """Return the name of a preset; its capitalized id if it has no text."""
    return _(find_message(f"preset_{name}") or name.capitalize())


def format_reason(
    reason: Reason, names: Sequence[str], deck: DeckStyle | None = None, addressed_seat: int | None = None
) -> str:
    """Return ``reason`` in words; ``names`` are the names by seat.

    ``addressed_seat``: the seat that is addressed as "you" where a sentence about it alone has such a form. With a
    ``deck``, cards are called by their names, otherwise by their notation. The line of a score has the names,
    and the sum if the line changes it. Raise InputError if the reason's code has no text, TypeError for another type.
    """
    check_argument("reason", reason, Reason)
    _check_reader(names, deck, addressed_seat)
    is_addressed = addressed_seat is not None and _find_only_seat(reason.values) == addressed_seat
    is_singular = 1 in (reason.values.get("count"), reason.values.get("tricks"))
    code = f"{reason.code}_one" if is_singular and find_message(f"{reason.code}_one") else reason.code
    text = _format_message(_choose_code(code, is_addressed=is_addressed), reason.values, names, deck)
    if not isinstance(reason, ScoreLine):
        return text
    score_sum = _format_score_sum(reason)
    template = _("{names}: {words} ({sum})") if score_sum else _("{names}: {words}")
    return template.format(names=_format_value("seats", reason.seats, names), words=text, sum=score_sum)


def format_reason_label(reason: Reason, names: Sequence[str], deck: DeckStyle | None = None) -> str:
    """Return the words of ``reason``; for a line of a score only the label, without its names and numbers.

    ``names``: by seat, for seats in the words; ``deck``: as in `format_reason`.
    """
    return _format_message(reason.code, reason.values, names, deck)


def format_score_term(line: ScoreLine) -> str:
    """Return the term of a line in a score: "+ 3 × 10".

    A first line has no sign; a change of sign ("× −1") has no term.
    """
    product = " × ".join(format_number(factor) for factor in line.factors)
    if line.operator == "×" and abs(prod(line.factors)) == 1:
        return ""
    if line.operator == "+" and prod(line.factors) == line.total:
        return product
    return f"{MINUS_SIGN if line.operator == '-' else line.operator} {product}"


def _format_score_sum(line: ScoreLine) -> str:
    """Return the sum after a line of a score: "3 × 10 = 30", "−4"; "" if the line adds nothing."""
    amount, total, term = prod(line.factors), format_number(line.total), format_score_term(line)
    if not amount:
        return ""
    is_first_line = line.operator != "×" and line.total == (amount if line.operator == "+" else -amount)
    has_no_sum = not term or (is_first_line and len(line.factors) == 1)
    return total if has_no_sum else f"{term} = {total}"


def format_event(
    event: Event, names: Sequence[str], deck: DeckStyle | None = None, addressed_seat: int | None = None
) -> str:
    """Return ``event`` in words, as a clause without a full stop; ``names`` are the names by seat.

    ``addressed_seat``: the seat that is addressed as "you". With a ``deck``, cards, ranks and signs are called by their
    names, otherwise by their notation. An event with seats and their cards also has the value "plays". Raise InputError
    if it has no text, or a seat has no name, TypeError for another type.
    """
    check_argument("event", event, Event)
    _check_reader(names, deck, addressed_seat)
    values = msgspec.structs.asdict(event)
    if {"seats", "cards"} <= values.keys():
        values["plays"] = format_plays(zip(values["seats"], values["cards"], strict=True), names, deck)
    is_addressed = addressed_seat is not None and _find_acting_seat(values) == addressed_seat
    if deck is not None:
        values |= {key: _translate_value(key, value, deck) for key, value in values.items()}
    return _format_message(_choose_code(event.code, is_addressed=is_addressed), values, names)


def _check_reader(names: object, deck: object, addressed_seat: object) -> None:
    """Raise TypeError if the names, the deck or the seat of a reader are of another type."""
    check_argument("names", names, Sequence)
    check_argument("deck", deck, str, NoneType)
    check_argument("addressed_seat", addressed_seat, int, NoneType)


def _choose_code(code: str, *, is_addressed: bool) -> str:
    """Return the code of a message, or of its form for an addressed player if it has one."""
    return f"{code}You" if is_addressed and find_message(f"{code}You") else code


def _find_only_seat(values: Mapping[str, Any]) -> int | None:
    """Return the seat that a reason is about; None if there is none, or more than one."""
    seats = (values["seat"],) if "seat" in values else values.get("seats", ())
    return seats[0] if len(seats) == 1 else None


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
    return _(find_message(f"{key}_{value}") or value) if isinstance(value, str) else value


def _format_message(code: str, values: Mapping[str, Any], names: Sequence[str], deck: DeckStyle | None = None) -> str:
    texts: dict[str, object] = {key: _format_value(key, value, names) for key, value in values.items()}
    if deck is not None:
        texts |= {key: format_card_name(value, deck) for key, value in values.items() if isinstance(value, Card)}
        if values.get("rank") in ITALIAN_RANK_NAMES:
            texts["rank"] = format_rank_name(values["rank"], deck)
    style = deck or find_deck_style(code)
    if "suit" in values:
        texts["suit"] = format_suit_name(values["suit"], style)
    if "called" in values:
        texts["called"] = format_card_name(values["called"], style)
    if "kind" in values:
        texts["kind"] = format_counted_rank_name(values["kind"], values["count"], style)
    try:
        return _(_get_message(code)).format(**texts)
    except (KeyError, IndexError, ValueError):
        raise InputError("no_text", name=format_argument(code)) from None


def _format_value(key: str, value: object, names: Sequence[str]) -> str:
    if key.startswith("seat") or key in SEAT_KEYS:
        seats = value if isinstance(value, tuple) else (value,)
        return join_with_and([_get_name(seat, names) for seat in seats])
    if isinstance(value, Card) or (key == "rank" and isinstance(value, str) and not isinstance(value, InflectedName)):
        return format_notation(str(value))
    if not isinstance(value, tuple):
        if isinstance(value, (int, float)):
            return format_change(value) if key == "scores" else format_number(value)
        return value if isinstance(value, InflectedName) else str(value)
    if value and len(value) == len(names) and isinstance(value[0], (int, tuple)):
        return format_by_seat([_format_value(key if key == "scores" else "", item, names) for item in value], names)
    parts = [_format_value("", item, names) for item in value]
    return join_with_and(parts) if value and isinstance(value[0], tuple) else " ".join(parts)


def _get_name(seat: Any, names: Sequence[str]) -> str:
    check_seat(seat, len(names))
    name: str = names[seat]
    return name


def format_action(action: Action, deck: DeckStyle) -> str:
    """Return the name of an action, the subject of a sentence: "the king of coins", "bidding 4"."""
    return _format_action("do", action, deck)


def format_suggestion(action: Action, deck: DeckStyle) -> str:
    """Return the suggestion to play or to exchange a card: "Play the king of coins"."""
    return _format_action("try", action, deck)


def _format_action(prefix: str, action: Action, deck: DeckStyle) -> str:
    values = msgspec.structs.asdict(action)
    given_fields = [name for name in _list_optional_fields(type(action)) if values[name] is not None]
    texts = {key: _translate_value(key, value, deck) for key, value in values.items()}
    if "suit" in values:
        texts["suit"] = format_suit_name(values["suit"], deck)
    code = "_".join((prefix, action.message_verb, *given_fields))
    return _(_get_message(code)).format(**texts)


@cache
def _list_optional_fields(action_type: type[Action]) -> tuple[str, ...]:
    """Return the fields of a type of actions that may be missing."""
    return tuple(field.name for field in msgspec.structs.fields(action_type) if field.default is None)


def format_refusal(action: Action, reason: Reason, names: Sequence[str]) -> str:
    """Return one line: the player, the refused action and the reason. Its seat need not exist."""
    name = names[action.seat] if 0 <= action.seat < len(names) else _("seat {seat}").format(seat=action.seat)
    reason_text = format_reason(reason, names)
    return _("{name} may not {action}: {why}").format(name=name, action=action.text_without_seat, why=reason_text)


def format_by_seat(values: Sequence[object], names: Sequence[str]) -> str:
    """Return a value for every seat: ``Anna 2, Bruno 1``. Raise ValueError if there are not as many names."""
    texts = [format_number(value) if isinstance(value, int) else value for value in values]
    return join_with_commas([f"{name} {text}" for name, text in zip(names, texts, strict=True)])


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
        text = ngettext("Winner: {winners}", "Winners: {winners}", len(match.winners)).format(
            winners=join_with_and([names[seat] for seat in match.winners])
        )
    else:
        text = _("The match ended without a result.")
    return (
        (text,)
        if match.payout is None
        else (text, _("Payout: {payout}").format(payout=format_by_seat(match.payout, names)))
    )
