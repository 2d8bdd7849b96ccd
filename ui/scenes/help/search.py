"""What the help is searched for: the places in all its pages, with the words around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from game.text.gettext import _
from ui.scenes.help.content import IN_FORCE_KINDS, HelpParagraph, list_pages

MAX_CONTEXT_CHARACTERS: Final = 60
"""So many signs before what is found are shown."""
LIGATURES: Final = {"œ": "oe", "æ": "ae"}
HEADING_KINDS: Final = ("title", "heading")
MAX_SEARCH_RESULTS: Final = 200
"""More places than these are not shown: one more letter finds what is meant."""


class HelpPlace(NamedTuple):
    """Where something stands: on which page, in which of its paragraphs, under which heading; and what it says.

    ``match_start`` and ``match_end``: from where to where of the words is what was searched for; nothing, in a table
    of contents.
    """

    page: str
    paragraph_index: int
    heading: str
    text: str
    match_start: int = 0
    match_end: int = 0

    @property
    def narration(self) -> str:
        """The place in a line, for who does not see it."""
        return _("{heading}: {words}").format(heading=self.heading, words=self.text) if self.match_end else self.text


def fold_text(text: str) -> str:
    """``text`` without case and accents, "œ" as it is typed on any keyboard."""
    return "".join(map(_fold_character, text))


def _fold_character(character: str) -> str:
    """A sign as it is searched for: mostly one, of a ligature two."""
    if character.isspace():
        return " "
    return LIGATURES.get(character.casefold()) or unicodedata.normalize("NFKD", character)[0].casefold()


def _find_unfolded_index(text: str, folded_index: int) -> int:
    """The place in ``text`` of a place in what it is `fold_text` to."""
    length = 0
    for index, character in enumerate(text):
        if length >= folded_index:
            return index
        length += len(_fold_character(character))
    return len(text)


class HelpIndex(NamedTuple):
    """All paragraphs of the help, each as a place, and as what is searched."""

    places: tuple[HelpPlace, ...]
    folded_texts: tuple[str, ...]


def build_index(texts: Mapping[str, tuple[HelpParagraph, ...]]) -> HelpIndex:
    """The pages, ready to be searched."""
    places = tuple(place for name, page in texts.items() for place in _iter_places(name, page))
    return HelpIndex(places, tuple(fold_text(place.text) for place in places))


def _iter_places(name: str, paragraphs: tuple[HelpParagraph, ...]) -> Iterator[HelpPlace]:
    title = _(list_pages()[name])
    heading = title
    for index, paragraph in enumerate(paragraphs):
        if paragraph.kind == "heading":
            heading = _("{page}, {part}").format(page=title, part=paragraph.text)
        if paragraph.text:
            yield HelpPlace(name, index, heading, paragraph.text)


def search(help_index: HelpIndex, query: str, page: str) -> tuple[HelpPlace, ...]:
    """The places where ``words`` stand, those first where a word begins so, and those on ``page``; none for nothing."""
    folded_query = " ".join(fold_text(query).split())
    if not folded_query:
        return ()
    matches = [
        (place, *_find_first(text, folded_query))
        for place, text in zip(help_index.places, help_index.folded_texts, strict=True)
        if folded_query in text
    ]
    matches.sort(key=lambda match: (match[2], match[0].page != page))
    return tuple(
        place._replace(
            match_start=_find_unfolded_index(place.text, start),
            match_end=_find_unfolded_index(place.text, start + len(folded_query)),
        )
        for place, start, _within in matches[:MAX_SEARCH_RESULTS]
    )


def _find_first(text: str, folded_query: str) -> tuple[int, bool]:
    """Where it stands first: where a word begins so, else, True, within a word."""
    word_start = re.search(r"\b" + re.escape(folded_query), text)
    return (word_start.start(), False) if word_start is not None else (text.find(folded_query), True)


def list_headings(name: str, paragraphs: tuple[HelpParagraph, ...]) -> tuple[HelpPlace, ...]:
    """The headings of a page."""
    return tuple(
        HelpPlace(name, index, "", paragraph.text)
        for index, paragraph in enumerate(paragraphs)
        if paragraph.kind in HEADING_KINDS
    )


def find_index_on_marked_page(paragraphs: tuple[HelpParagraph, ...], index: int) -> int:
    """The number that a paragraph has on a page that also says what is in force at a table."""
    own_indices = [position for position, paragraph in enumerate(paragraphs) if paragraph.kind not in IN_FORCE_KINDS]
    return own_indices[min(index, len(own_indices) - 1)]


def split_context(place: HelpPlace) -> tuple[str, str, str]:
    """What stands before what was found, that itself, and what follows; the beginning is cut at a word."""
    before = place.text[: place.match_start]
    if len(before) > MAX_CONTEXT_CHARACTERS:
        before = "…" + before[-MAX_CONTEXT_CHARACTERS:].partition(" ")[2]
    return before, place.text[place.match_start : place.match_end], place.text[place.match_end :]
