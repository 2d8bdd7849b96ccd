"""What the help is searched for: the places in all its pages, with the words around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from game.i18n import _
from ui.scenes.manual import ADDED, Paragraph, pages

AROUND: Final = 60
"""So many signs before what is found are shown."""
LIGATURES: Final = {"œ": "oe", "æ": "ae"}
HEADINGS: Final = ("title", "heading")
MOST: Final = 200
"""More places than these are not shown: one more letter finds what is meant."""


class Place(NamedTuple):
    """Where something stands: on which page, in which of its paragraphs, under which heading; and what it says.

    ``begin`` and ``end``: from where to where of the words is what was searched for; nothing, in a table of contents.
    """

    page: str
    number: int
    heading: str
    words: str
    begin: int = 0
    end: int = 0

    @property
    def line(self) -> str:
        """The place in a line, for who does not see it."""
        return _("{heading}: {words}").format(heading=self.heading, words=self.words) if self.end else self.words


def folded(text: str) -> str:
    """``text`` without case and accents, "œ" as it is typed on any keyboard."""
    return "".join(map(_plain, text))


def _plain(sign: str) -> str:
    """A sign as it is searched for: mostly one, of a ligature two."""
    if sign.isspace():
        return " "
    return LIGATURES.get(sign.casefold()) or unicodedata.normalize("NFKD", sign)[0].casefold()


def _origin(text: str, at: int) -> int:
    """The place in ``text`` of a place in what it is `folded` to."""
    length = 0
    for number, sign in enumerate(text):
        if length >= at:
            return number
        length += len(_plain(sign))
    return len(text)


class Index(NamedTuple):
    """All paragraphs of the help, each as a place, and as what is searched."""

    places: tuple[Place, ...]
    folded: tuple[str, ...]


def index(texts: Mapping[str, tuple[Paragraph, ...]]) -> Index:
    """The pages, ready to be searched."""
    places = tuple(place for name, page in texts.items() for place in _places(name, page))
    return Index(places, tuple(folded(place.words) for place in places))


def _places(name: str, page: tuple[Paragraph, ...]) -> Iterator[Place]:
    title = _(pages()[name])
    heading = title
    for number, paragraph in enumerate(page):
        if paragraph.kind == "heading":
            heading = _("{page}, {part}").format(page=title, part=paragraph.words)
        if paragraph.words:
            yield Place(name, number, heading, paragraph.words)


def found(where: Index, words: str, page: str) -> tuple[Place, ...]:
    """The places where ``words`` stand, those first where a word begins so, and those on ``page``; none for nothing."""
    sought = " ".join(folded(words).split())
    if not sought:
        return ()
    hits = [(one, *_first(text, sought)) for one, text in zip(where.places, where.folded, strict=True)
            if sought in text]  # fmt: skip
    hits.sort(key=lambda hit: (hit[2], hit[0].page != page))
    return tuple(
        one._replace(begin=_origin(one.words, at), end=_origin(one.words, at + len(sought)))
        for one, at, _within in hits[:MOST]
    )


def _first(text: str, sought: str) -> tuple[int, bool]:
    """Where it stands first: where a word begins so, else, True, within a word."""
    begun = re.search(r"\b" + re.escape(sought), text)
    return (begun.start(), False) if begun is not None else (text.find(sought), True)


def contents(name: str, page: tuple[Paragraph, ...]) -> tuple[Place, ...]:
    """The headings of a page."""
    return tuple(Place(name, number, "", one.words) for number, one in enumerate(page) if one.kind in HEADINGS)


def number_on(page: tuple[Paragraph, ...], number: int) -> int:
    """The number that a paragraph has on a page that also says what is in force at a table."""
    own = [at for at, one in enumerate(page) if one.kind not in ADDED]
    return own[min(number, len(own) - 1)]


def around(place: Place) -> tuple[str, str, str]:
    """What stands before what was found, that itself, and what follows; the beginning is cut at a word."""
    before = place.words[: place.begin]
    if len(before) > AROUND:
        before = "…" + before[-AROUND:].partition(" ")[2]
    return before, place.words[place.begin : place.end], place.words[place.end :]
