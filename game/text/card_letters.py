"""Letters to type a card by name in each language, unique within a deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from game.core.cards import SUITS, Card, DeckStyle
from game.text.card_names import JOKER_NAMES, format_rank_name, format_suit_name
from game.text.formatting import join_with_commas, join_with_semicolons
from game.text.gettext import _, get_language

CARD_LETTERS: Final[Mapping[str, Mapping[DeckStyle, Mapping[str, str]]]] = {
    "en": {
        "italian": {"d": "co", "h": "cu", "s": "s", "c": "b", "A": "a", "J": "j", "Q": "n", "K": "k"},
        "french": {"d": "d", "h": "h", "s": "s", "c": "c", "A": "a", "T": "t", "J": "j", "Q": "q", "K": "k"},
    },
    "it": {
        "italian": {"d": "d", "h": "c", "s": "s", "c": "b", "A": "a", "J": "f", "Q": "c", "K": "r"},
        "french": {"d": "q", "h": "c", "s": "p", "c": "f", "A": "a", "T": "10", "J": "f", "Q": "d", "K": "r"},
    },
    "fr": {
        "italian": {"d": "d", "h": "c", "s": "e", "c": "b", "A": "a", "J": "v", "Q": "c", "K": "r"},
        "french": {"d": "ca", "h": "co", "s": "p", "c": "t", "A": "a", "T": "10", "J": "v", "Q": "d", "K": "r"},
    },
}
"""The letters to type for suits and for ranks with a name, by language and deck; numbers are typed as they are."""
PRINTED_RANK_LETTERS: Final[Mapping[str, str]] = {"J": "f", "Q": "c", "K": "r"}
"""The letters in the corners of Italian cards."""


def list_spellings(card: Card, deck: DeckStyle) -> Iterator[str]:
    """Yield the spellings of a card: rank and suit in either order.

    The letters are those of the current language. A letter of the record format (``Kd``) may replace one of these if it
    is unambiguous, and the letter from the corner of an Italian card unless it means another rank.
    """
    if card.rank in JOKER_NAMES:
        yield from (card.rank.lower(), card.rank[::-1].lower())
        return
    letters = CARD_LETTERS[get_language()][deck]
    first_letters = "".join(typed[0] for typed in letters.values())
    typed_rank = letters.get(card.rank, card.rank)
    ranks = dict.fromkeys(_list_alternatives(typed_rank, [card.rank.lower()], first_letters))
    printed_letter = _get_printed_letter(card.rank, deck, letters)
    for rank in (*ranks, *((printed_letter,) if printed_letter and printed_letter not in ranks else ())):
        for suit in _list_alternatives(letters[card.suit], [card.suit], first_letters):
            yield from (rank + suit, suit + rank)


def _get_printed_letter(rank: str, deck: DeckStyle, letters: Mapping[str, str]) -> str:
    """Return the letter in the corner of the card if it is another one than that of the language, else ""."""
    letter = PRINTED_RANK_LETTERS.get(rank, "") if deck == "italian" else ""
    return "" if letter in (typed for name, typed in letters.items() if name not in SUITS) else letter


def _list_alternatives(letters: str, other_letters: Sequence[str], first_letters: str) -> tuple[str, ...]:
    return (letters, *(other for other in other_letters if other != letters and other not in first_letters))


def format_rank_figure(rank: str, deck: DeckStyle) -> str:
    """Return a rank as a single letter or its number: "K", in Italian "R"."""
    return CARD_LETTERS[get_language()][deck].get(rank, rank).upper()


def describe_letters(deck: DeckStyle) -> str:
    """Return the letters in a line for the help.

    For example "coins CO, cups CU, swords S, batons B; ace A, jack J or F, …".
    """
    letters = CARD_LETTERS[get_language()][deck]
    suits = [_format_letters(format_suit_name(suit, deck), typed) for suit, typed in letters.items() if suit in SUITS]
    ranks = [
        _format_letters(format_rank_name(rank, deck), typed, _get_printed_letter(rank, deck, letters))
        for rank, typed in letters.items()
        if rank not in SUITS
    ]
    return join_with_semicolons([join_with_commas(suits), join_with_commas(ranks)])


def _format_letters(name: str, letters: str, other_letter: str = "") -> str:
    text = _("{name} {letters} or {other}") if other_letter else _("{name} {letters}")
    return text.format(name=name, letters=letters.upper(), other=other_letter.upper())
