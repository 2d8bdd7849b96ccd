"""Results of a deal and of a match: sides, counting cards and decisive tricks, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from game.core.cards import HIDDEN_CARD, SUITS, Card, DeckStyle, Hand, Rank
from game.core.messages import Reason
from game.core.phase import DealOverPhase, DealResult, DecisiveTrick, ScoreLine
from game.core.sanitizer import capitalize_first
from game.core.trick_taking import AllTricksPlayedPhase, CompletedTrick, list_taken_cards
from game.match.observation import Observation
from game.text.card_names import format_card_name
from game.text.formatting import join_with_and
from game.text.gettext import _, ngettext
from game.text.messages import format_reason


class SideResult(NamedTuple):
    """The result of a side at the end of a deal.

    ``score_text``: the number that is shown large; ``is_good``: whether that is good, None if neither; ``note``: its
    role, or what it bid and took; ``cards``: the counting cards that it took.
    """

    seats: tuple[int, ...]
    score_text: str
    is_good: bool | None
    note: str = ""
    cards: Hand = ()


def find_counting_cards(
    completed_tricks: tuple[CompletedTrick, ...], side: Sequence[int], values: Mapping[Rank, int]
) -> Hand:
    """Return the counting cards that a side took, the most valuable first.

    ``side``: its seats; ``values``: the counting ranks with their values.
    """
    cards = list_taken_cards(completed_tricks, side)
    return tuple(sorted((card for card in cards if card.rank in values), key=lambda card: _make_sort_key(card, values)))


def _make_sort_key(card: Card, values: Mapping[Rank, int]) -> tuple[int, int]:
    return -values[card.rank], SUITS.index(card.suit)


def list_completed_tricks(observation: Observation) -> tuple[CompletedTrick, ...]:
    """Return all tricks of a deal that was played to its end; else an empty tuple."""
    return observation.phase.completed_tricks if isinstance(observation.phase, AllTricksPlayedPhase) else ()


def list_shown_hands(observation: Observation) -> tuple[tuple[int, Hand], ...]:
    """Return the hands that are face up because they decided the deal, by seat."""
    if not isinstance(observation.phase, DealOverPhase):
        return ()
    hands = observation.board.hands
    return tuple(
        (seat, hands[seat]) for seat in observation.phase.shown_seats if hands[seat] and HIDDEN_CARD not in hands[seat]
    )


def list_decisive_tricks(result: DealResult) -> tuple[DecisiveTrick, ...]:
    """Return the tricks that decided a deal."""
    return tuple(reason for reason in result.reasons if isinstance(reason, DecisiveTrick))


def sort_seats(observation: Observation, *, is_counting_down: bool) -> tuple[int, ...]:
    """Return the seats by final rank: the winners, then the others, the best total first.

    ``is_counting_down``: a lower total is better.
    """
    totals = observation.totals if is_counting_down else tuple(-total for total in observation.totals)
    return tuple(sorted(range(observation.seats), key=lambda seat: (seat not in observation.winners, totals[seat])))


# -- words -----------------------------------------------------------------------------------------


def list_notes(observation: Observation, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    """Return the reasons of the result that are not scores or decisive tricks, in words."""
    reasons = observation.result.reasons if observation.result is not None else ()
    texts = [
        format_reason(reason, names, deck) for reason in reasons if not isinstance(reason, (ScoreLine, DecisiveTrick))
    ]
    return tuple(capitalize_first(text) for text in texts)


def describe_trick_taker(
    observation: Observation, index: int, names: Sequence[str], deck: DeckStyle, your_seat: int | None
) -> str:
    """Return who took a trick of a deal that is over, with which card and how many card points."""
    tricks = list_completed_tricks(observation)
    trick = tricks[index]
    card = dict(trick.trick.list_plays())[trick.winner]
    is_you = trick.winner == your_seat
    has_card_points = sum(completed.points for completed in tricks) > len(tricks)
    if not (has_card_points and trick.points):
        text = _("You take it with {card:the}.") if is_you else _("{name} takes it with {card:the}.")
    elif is_you:
        text = ngettext(
            "You take {count} point with {card:the}.", "You take {count} points with {card:the}.", trick.points
        )
    else:
        text = ngettext(
            "{name} takes {count} point with {card:the}.",
            "{name} takes {count} points with {card:the}.",
            trick.points,
        )
    return text.format(name=names[trick.winner], count=trick.points, card=format_card_name(card, deck))


def format_match_headline(observation: Observation, names: Sequence[str], your_seat: int | None) -> str:
    """Return who has won the match, or why it ended without a winner."""
    if observation.winners:
        if observation.winners in observation.sides and your_seat in observation.winners:
            return _("You win the match")
        text = ngettext("{names} wins the match", "{names} win the match", len(observation.winners))
        return text.format(names=join_with_and([names[seat] for seat in observation.winners]))
    if observation.timed_out_seat is not None:
        text = _("{name} ran out of time: no winner")
        if observation.timed_out_seat == your_seat:
            text = _("You ran out of time: no winner")
        return text.format(name=names[observation.timed_out_seat])
    if observation.votes_to_end:
        text = ngettext("{count} vote ended the match", "{count} votes ended the match", len(observation.votes_to_end))
        return text.format(count=len(observation.votes_to_end))
    return _("The match ended without a winner")


def format_payout(observation: Observation, your_seat: int | None) -> str:
    """Return what the winners of a match get of the others' points, "" if they get nothing."""
    if not observation.payout or not observation.winners:
        return ""
    share = format_fraction(observation.payout[observation.winners[0]])
    if observation.winners == (your_seat,):
        return _("You get the others' points: {share}").format(share=share)
    text = ngettext(
        "The winner gets the others' points: {share}",
        "The winners share the others' points: {share} each",
        len(observation.winners),
    )
    return text.format(share=share)


def format_fraction(share: Fraction) -> str:
    """Return an exact number with its whole part first, such as ``17 1/2``."""
    whole, remainder = divmod(abs(share.numerator), share.denominator)
    parts = [str(whole)] if whole or not remainder else []
    parts += [f"{remainder}/{share.denominator}"] if remainder else []
    return ("−" if share < 0 else "") + " ".join(parts)


def list_penalty_lines(
    penalty_reasons: Iterable[tuple[int, Reason]], observation: Observation, names: Sequence[str]
) -> tuple[str, ...]:
    """Return a line for each player who is barred from tables, or will be, with the reason."""
    text, minutes = _("{why}: blocked for {minutes} min"), observation.options.penalty_minutes
    lines = (text.format(why=format_reason(reason, names), minutes=minutes) for _seat, reason in penalty_reasons)
    return tuple(capitalize_first(line) for line in lines)
