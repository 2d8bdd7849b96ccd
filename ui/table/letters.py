"""By which letters a card is typed in each language: one spelling for each suit and rank of a deck, no two alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from game.conventions import clauses, series
from game.engine.cards import Card, Deck
from game.i18n import _, language
from game.names import JOKER_NAMES, rank_name, suit_name


class Letters(NamedTuple):
    """What is typed for the suits and for the ranks that have a name; numbers are typed as they are."""

    suits: Mapping[str, str]
    ranks: Mapping[str, str]


LETTERS: Final[Mapping[str, Mapping[Deck, Letters]]] = {
    "en": {
        "italian": Letters({"d": "co", "h": "cu", "s": "s", "c": "b"}, {"A": "a", "J": "j", "Q": "n", "K": "k"}),
        "french": Letters(
            {"d": "d", "h": "h", "s": "s", "c": "c"}, {"A": "a", "T": "t", "J": "j", "Q": "q", "K": "k"}
        ),
    },
    "it": {
        "italian": Letters({"d": "d", "h": "c", "s": "s", "c": "b"}, {"A": "a", "J": "f", "Q": "c", "K": "r"}),
        "french": Letters(
            {"d": "q", "h": "c", "s": "p", "c": "f"}, {"A": "a", "T": "10", "J": "f", "Q": "d", "K": "r"}
        ),
    },
    "fr": {
        "italian": Letters({"d": "d", "h": "c", "s": "e", "c": "b"}, {"A": "a", "J": "v", "Q": "c", "K": "r"}),
        "french": Letters(
            {"d": "ca", "h": "co", "s": "p", "c": "t"}, {"A": "a", "T": "10", "J": "v", "Q": "d", "K": "r"}
        ),
    },
}  # fmt: skip


def spellings(card: Card, deck: Deck) -> Iterator[str]:
    """How a card may be typed: rank and suit in either order, by the letters of the language that is spoken.

    A letter of the record (``Kd``) may stand for one of these, where it can mean nothing else.
    """
    if card.rank in JOKER_NAMES:
        yield from (card.rank.lower(), card.rank[::-1].lower())
        return
    letters = LETTERS[language()][deck]
    taken = "".join(one[0] for one in (*letters.suits.values(), *letters.ranks.values()))
    for rank in _either(letters.ranks.get(card.rank, card.rank), card.rank.lower(), taken):
        for suit in _either(letters.suits[card.suit], card.suit, taken):
            yield from (rank + suit, suit + rank)


def _either(own: str, recorded: str, taken: str) -> tuple[str, ...]:
    return (own,) if recorded == own or recorded in taken else (own, recorded)


def told(deck: Deck) -> str:
    """The letters in a line, for the help: "coins CO, cups CU, swords S, batons B; ace A, knave J, …"."""
    letters = LETTERS[language()][deck]
    suits = [(suit_name(suit, deck), typed) for suit, typed in letters.suits.items()]
    ranks = [(rank_name(rank, deck), typed) for rank, typed in letters.ranks.items()]
    return clauses([_line(suits), _line(ranks)])


def _line(some: Sequence[tuple[str, str]]) -> str:
    words = _("{name} {letters}")
    return series([words.format(name=name, letters=typed.upper()) for name, typed in some])
