"""What cards, ranks and suits are called, in every form that a sentence may want them in.

A sentence asks for a form behind a colon: ``{card}`` is "ace of coins", ``{card:the}`` "the ace of coins", ``{card:a}``
"an ace of coins", ``{card:of}`` "of the ace of coins". Which forms a sentence takes is its language's own choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from game.conventions import listed
from game.engine.cards import HIDDEN, Card, Deck
from game.i18n import N_, _, ngettext


class Forms(NamedTuple):
    """A word alone, with its articles, and with what says that something is of it."""

    alone: str
    the: str
    a: str
    of: str


class Name(str):
    """A name for a sentence: text that also knows its other forms."""

    forms: Forms

    def __new__(cls, forms: Forms) -> Name:
        name = super().__new__(cls, forms.alone)
        name.forms = forms
        return name

    def __format__(self, form: str) -> str:
        """The form asked for; ValueError for one that there is not."""
        if form in ("", "alone"):
            return str(self)
        if form not in Forms._fields:
            raise ValueError(f"no form {form!r} of a name")
        return str(getattr(self.forms, form))


SUIT_NAMES: Final = {"d": N_("coins"), "h": N_("cups"), "s": N_("swords"), "c": N_("batons")}
FRENCH_SUIT_NAMES: Final = {"d": N_("diamonds"), "h": N_("hearts"), "s": N_("spades"), "c": N_("clubs")}
OF_SUIT: Final = {"d": N_("of coins"), "h": N_("of cups"), "s": N_("of swords"), "c": N_("of batons")}
OF_FRENCH_SUIT: Final = {"d": N_("of diamonds"), "h": N_("of hearts"), "s": N_("of spades"), "c": N_("of clubs")}
RANK_NAMES: Final = {
    "A": Forms(N_("ace"), N_("the ace"), N_("an ace"), N_("of the ace")),
    "2": Forms(N_("two"), N_("the two"), N_("a two"), N_("of the two")),
    "3": Forms(N_("three"), N_("the three"), N_("a three"), N_("of the three")),
    "4": Forms(N_("four"), N_("the four"), N_("a four"), N_("of the four")),
    "5": Forms(N_("five"), N_("the five"), N_("a five"), N_("of the five")),
    "6": Forms(N_("six"), N_("the six"), N_("a six"), N_("of the six")),
    "7": Forms(N_("seven"), N_("the seven"), N_("a seven"), N_("of the seven")),
    "J": Forms(N_("knave"), N_("the knave"), N_("a knave"), N_("of the knave")),
    "Q": Forms(N_("knight"), N_("the knight"), N_("a knight"), N_("of the knight")),
    "K": Forms(N_("king"), N_("the king"), N_("a king"), N_("of the king")),
}
FRENCH_RANK_NAMES: Final = RANK_NAMES | {
    "8": Forms(N_("eight"), N_("the eight"), N_("an eight"), N_("of the eight")),
    "9": Forms(N_("nine"), N_("the nine"), N_("a nine"), N_("of the nine")),
    "T": Forms(N_("ten"), N_("the ten"), N_("a ten"), N_("of the ten")),
    "J": Forms(N_("jack"), N_("the jack"), N_("a jack"), N_("of the jack")),
    "Q": Forms(N_("queen"), N_("the queen"), N_("a queen"), N_("of the queen")),
}
_LITTLE: Final = N_("the little joker")
_BIG: Final = N_("the big joker")
JOKER_NAMES: Final = {
    "LJ": Forms(_LITTLE, _LITTLE, N_("a little joker"), N_("of the little joker")),
    "BJ": Forms(_BIG, _BIG, N_("a big joker"), N_("of the big joker")),
}


def _translated(forms: Forms) -> Forms:
    return Forms(*(_(form) for form in forms))


def _same(word: str) -> Forms:
    return Forms(word, word, word, word)


def rank_name(rank: str, deck: Deck = "italian") -> Name:
    """The rank in words: "knight", in the other deck "queen"."""
    return Name(_translated((RANK_NAMES if deck == "italian" else FRENCH_RANK_NAMES)[rank]))


def suit_name(suit: str, deck: Deck = "italian") -> Name:
    """The suit in words: "coins", in the other deck "diamonds"; it takes no article, and its ``of`` is "of coins"."""
    names, of = (SUIT_NAMES, OF_SUIT) if deck == "italian" else (FRENCH_SUIT_NAMES, OF_FRENCH_SUIT)
    return Name(_same(_(names[suit]))._replace(of=_(of[suit])))


def card_name(card: Card, deck: Deck = "italian") -> Name:
    """The card in words: "ace of coins", in the other deck "ace of diamonds"; jokers by their own names."""
    if card.rank in JOKER_NAMES:
        return Name(_translated(JOKER_NAMES[card.rank]))
    words, suit = _("{rank} {of_suit}"), format(suit_name(card.suit, deck), "of")
    return Name(Forms(*(words.format(rank=form, of_suit=suit) for form in rank_name(card.rank, deck).forms)))


def noted(notation: str) -> Name:
    """A card or a rank by its notation, "Kd" or "K"."""
    return Name(Forms(notation, _("the {card}").format(card=notation), notation, _("of {card}").format(card=notation)))


def cards_named(some: Sequence[Card], deck: Deck = "italian") -> str:
    """Cards in words, those that are not known by their number: "ace of coins, 2 hidden cards"."""
    said: list[str] = [card_name(card, deck) for card in some if card is not HIDDEN]
    unknown = sum(card is HIDDEN for card in some)
    if unknown:
        said.append(ngettext("{count} hidden card", "{count} hidden cards", unknown).format(count=unknown))
    return listed(said)
