"""Letters to type a card by name in each language, unique within a deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from game.core.cards import Card, DeckStyle
from game.text.card_names import JOKER_NAMES, format_rank_name, format_suit_name
from game.text.formatting import join_with_commas, join_with_semicolons
from game.text.gettext import _, get_language


class CardLetters(NamedTuple):
    """The letters to type for suits, and for ranks with a name.

    Numbers are typed as they are.
    """

    suits: Mapping[str, str]
    ranks: Mapping[str, str]


CARD_LETTERS: Final[Mapping[str, Mapping[DeckStyle, CardLetters]]] = {
    "en": {
        "italian": CardLetters({"d": "co", "h": "cu", "s": "s", "c": "b"}, {"A": "a", "J": "j", "Q": "n", "K": "k"}),
        "french": CardLetters(
            {"d": "d", "h": "h", "s": "s", "c": "c"}, {"A": "a", "T": "t", "J": "j", "Q": "q", "K": "k"}
        ),
    },
    "it": {
        "italian": CardLetters({"d": "d", "h": "c", "s": "s", "c": "b"}, {"A": "a", "J": "f", "Q": "c", "K": "r"}),
        "french": CardLetters(
            {"d": "q", "h": "c", "s": "p", "c": "f"}, {"A": "a", "T": "10", "J": "f", "Q": "d", "K": "r"}
        ),
    },
    "fr": {
        "italian": CardLetters({"d": "d", "h": "c", "s": "e", "c": "b"}, {"A": "a", "J": "v", "Q": "c", "K": "r"}),
        "french": CardLetters(
            {"d": "ca", "h": "co", "s": "p", "c": "t"}, {"A": "a", "T": "10", "J": "v", "Q": "d", "K": "r"}
        ),
    },
}  # fmt: skip


PRINTED_RANK_LETTERS: Final[Mapping[str, str]] = {"J": "f", "Q": "c", "K": "r"}
"""The letters in the corners of Italian cards."""


def list_spellings(card: Card, deck: DeckStyle) -> Iterator[str]:
    """Yield the spellings of a card: rank and suit in either order.

    The letters are those of the current language. A letter of the record format (``Kd``) or from the corner of the card
    may replace one of these if it is unambiguous.
    """
    if card.rank in JOKER_NAMES:
        yield from (card.rank.lower(), card.rank[::-1].lower())
        return
    letters = CARD_LETTERS[get_language()][deck]
    first_letters = "".join(typed[0] for typed in (*letters.suits.values(), *letters.ranks.values()))
    other_ranks = [card.rank.lower()]
    if deck == "italian" and card.rank in PRINTED_RANK_LETTERS:
        other_ranks.append(PRINTED_RANK_LETTERS[card.rank])
    for rank in _list_alternatives(letters.ranks.get(card.rank, card.rank), other_ranks, first_letters):
        for suit in _list_alternatives(letters.suits[card.suit], [card.suit], first_letters):
            yield from (rank + suit, suit + rank)


def _list_alternatives(letters: str, other_letters: Sequence[str], first_letters: str) -> tuple[str, ...]:
    return (letters, *(other for other in other_letters if other != letters and other not in first_letters))


def describe_letters(deck: DeckStyle) -> str:
    """Return the letters in a line for the help.

    For example "coins CO, cups CU, swords S, batons B; ace A, knave J, …".
    """
    letters = CARD_LETTERS[get_language()][deck]
    suits = [(format_suit_name(suit, deck), typed) for suit, typed in letters.suits.items()]
    ranks = [(format_rank_name(rank, deck), typed) for rank, typed in letters.ranks.items()]
    return join_with_semicolons([_format_letters(suits), _format_letters(ranks)])


def _format_letters(named_letters: Sequence[tuple[str, str]]) -> str:
    text = _("{name} {letters}")
    return join_with_commas([text.format(name=name, letters=typed.upper()) for name, typed in named_letters])
