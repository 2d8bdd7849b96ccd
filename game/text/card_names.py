"""Names of cards, ranks and suits, in every form that a sentence may need.

A sentence asks for a form after a colon: ``{card}`` is "ace of coins", ``{card:the}`` "the ace of coins", ``{card:a}``
"an ace of coins", ``{card:of}`` "of the ace of coins". The translation of a sentence chooses its own forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from game.core.cards import HIDDEN_CARD, Card, DeckStyle, format_cards
from game.core.messages import N_
from game.text.formatting import join_with_and, join_with_commas
from game.text.gettext import _, ngettext


class NounForms(NamedTuple):
    """The forms of a noun: alone, with each article, and as a complement ("of the ace")."""

    alone: str
    the: str
    a: str
    of: str


class InflectedName(str):
    """A text that also has its other forms, for ``str.format``."""

    forms: NounForms

    def __new__(cls, forms: NounForms) -> InflectedName:
        name = super().__new__(cls, forms.alone)
        name.forms = forms
        return name

    def __format__(self, form: str) -> str:
        """Return the form that is asked for. Raise ValueError for an unknown form."""
        form = form or "alone"
        if form not in NounForms._fields:
            raise ValueError(f"no form {form!r} of a name")
        return str(getattr(self.forms, form))


ITALIAN_SUIT_NAMES: Final = {"d": N_("coins"), "h": N_("cups"), "s": N_("swords"), "c": N_("batons")}
FRENCH_SUIT_NAMES: Final = {"d": N_("diamonds"), "h": N_("hearts"), "s": N_("spades"), "c": N_("clubs")}
ITALIAN_OF_SUIT_NAMES: Final = {"d": N_("of coins"), "h": N_("of cups"), "s": N_("of swords"), "c": N_("of batons")}
FRENCH_OF_SUIT_NAMES: Final = {"d": N_("of diamonds"), "h": N_("of hearts"), "s": N_("of spades"), "c": N_("of clubs")}
ITALIAN_RANK_NAMES: Final = {
    "A": NounForms(N_("ace"), N_("the ace"), N_("an ace"), N_("of the ace")),
    "2": NounForms(N_("two"), N_("the two"), N_("a two"), N_("of the two")),
    "3": NounForms(N_("three"), N_("the three"), N_("a three"), N_("of the three")),
    "4": NounForms(N_("four"), N_("the four"), N_("a four"), N_("of the four")),
    "5": NounForms(N_("five"), N_("the five"), N_("a five"), N_("of the five")),
    "6": NounForms(N_("six"), N_("the six"), N_("a six"), N_("of the six")),
    "7": NounForms(N_("seven"), N_("the seven"), N_("a seven"), N_("of the seven")),
    "J": NounForms(N_("jack"), N_("the jack"), N_("a jack"), N_("of the jack")),
    "Q": NounForms(N_("knight"), N_("the knight"), N_("a knight"), N_("of the knight")),
    "K": NounForms(N_("king"), N_("the king"), N_("a king"), N_("of the king")),
}
FRENCH_RANK_NAMES: Final = ITALIAN_RANK_NAMES | {
    "8": NounForms(N_("eight"), N_("the eight"), N_("an eight"), N_("of the eight")),
    "9": NounForms(N_("nine"), N_("the nine"), N_("a nine"), N_("of the nine")),
    "T": NounForms(N_("ten"), N_("the ten"), N_("a ten"), N_("of the ten")),
    "Q": NounForms(N_("queen"), N_("the queen"), N_("a queen"), N_("of the queen")),
}
PLURAL_RANK_NAMES: Final = {
    "A": N_("aces"), "3": N_("threes"), "K": N_("kings"), "Q": N_("knights"), "J": N_("jacks"),
}  # fmt: skip
"""The plurals of the ranks that have card points."""
_LITTLE_JOKER_NAME: Final = N_("the little joker")
_BIG_JOKER_NAME: Final = N_("the big joker")
JOKER_NAMES: Final = {
    "LJ": NounForms(_LITTLE_JOKER_NAME, _LITTLE_JOKER_NAME, N_("a little joker"), N_("of the little joker")),
    "BJ": NounForms(_BIG_JOKER_NAME, _BIG_JOKER_NAME, N_("a big joker"), N_("of the big joker")),
}


def _translate_forms(forms: NounForms) -> NounForms:
    return NounForms(*(_(form) for form in forms))


def _make_invariable_forms(word: str) -> NounForms:
    return NounForms(word, word, word, word)


def format_rank_name(rank: str, deck: DeckStyle = "italian") -> InflectedName:
    """Return the name of a rank: "knight", in the French deck "queen". Raise KeyError if it has none."""
    return InflectedName(_translate_forms((ITALIAN_RANK_NAMES if deck == "italian" else FRENCH_RANK_NAMES)[rank]))


def format_counted_rank_name(rank: str, count: int, deck: DeckStyle = "italian") -> str:
    """Return the name of a rank for ``count`` cards: "king", "kings"."""
    return format_rank_name(rank, deck) if count == 1 else _(PLURAL_RANK_NAMES[rank])


def format_suit_name(suit: str, deck: DeckStyle = "italian") -> InflectedName:
    """Return the name of a suit: "coins", in the French deck "diamonds".

    It has no articles; its form "of" is "of coins".
    """
    names, of_names = (
        (ITALIAN_SUIT_NAMES, ITALIAN_OF_SUIT_NAMES) if deck == "italian" else (FRENCH_SUIT_NAMES, FRENCH_OF_SUIT_NAMES)
    )
    return InflectedName(_make_invariable_forms(_(names[suit]))._replace(of=_(of_names[suit])))


def format_card_name(card: Card, deck: DeckStyle = "italian") -> InflectedName:
    """Return the name of a card: "ace of coins", in the French deck "ace of diamonds".

    The card must not be hidden; `format_card_names` accepts hidden cards.
    """
    if card.rank in JOKER_NAMES:
        return InflectedName(_translate_forms(JOKER_NAMES[card.rank]))
    template, of_suit = _("{rank} {of_suit}"), format(format_suit_name(card.suit, deck), "of")
    return InflectedName(
        NounForms(*(template.format(rank=form, of_suit=of_suit) for form in format_rank_name(card.rank, deck).forms))
    )


def format_notation(notation: str) -> InflectedName:
    """Return the notation of a card or a rank, "Kd" or "K", with its forms."""
    return InflectedName(_make_invariable_forms(notation)._replace(of=_("of {card}").format(card=notation)))


def format_card_names(cards: Sequence[Card], deck: DeckStyle = "italian") -> str:
    """Return the names of the cards, and the number of hidden ones: "ace of coins and 2 hidden cards".

    The visible cards keep their order, the hidden ones come last. No cards give "".
    """
    parts: list[str] = [format_card_name(card, deck) for card in cards if card is not HIDDEN_CARD]
    hidden_count = sum(card is HIDDEN_CARD for card in cards)
    if hidden_count:
        parts.append(ngettext("{count} hidden card", "{count} hidden cards", hidden_count).format(count=hidden_count))
    return join_with_and(parts)


def format_plays(plays: Iterable[tuple[int, Card]], names: Sequence[str], deck: DeckStyle | None) -> str:
    """Return the cards that each seat played: "Anna ace of coins, Bruno two of cups and three of cups".

    ``plays``: (seat, card) in order; ``names``: by seat. Without a ``deck``, cards have their notation.
    """
    cards_by_seat: dict[int, list[Card]] = {}
    for seat, card in plays:
        cards_by_seat.setdefault(seat, []).append(card)
    return join_with_commas([
        _("{name} {card}").format(
            name=names[seat], card=format_cards(tuple(cards)) if deck is None else format_card_names(cards, deck)
        )
        for seat, cards in cards_by_seat.items()
    ])  # fmt: skip
