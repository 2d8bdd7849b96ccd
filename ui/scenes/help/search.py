"""Search in the help: matching places on all pages, with the words around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

from game.text.gettext import _
from ui.scenes.help.content import IN_FORCE_KINDS, HelpParagraph, list_pages

MAX_CONTEXT_CHARACTERS: Final = 60
"""The largest number of characters shown before a match."""
LIGATURES: Final = {"œ": "oe", "æ": "ae"}
HEADING_KINDS: Final = ("title", "heading")
MAX_SEARCH_RESULTS: Final = 200
"""The largest number of results; a longer query finds the others."""


class HelpPlace(NamedTuple):
    """A place in the help: a paragraph of a page, below a heading.

    ``match_start``, ``match_end``: the range of the match in ``text``; empty in a table of contents. ``folded_text``:
    the text as `search` compares it, empty there too.
    """

    page: str
    paragraph_index: int
    heading: str
    text: str
    match_start: int = 0
    match_end: int = 0
    folded_text: str = ""

    @property
    def narration(self) -> str:
        """The place in a line of narration."""
        return _("{heading}: {words}").format(heading=self.heading, words=self.text) if self.match_end else self.text


def fold_text(text: str) -> str:
    """Return ``text`` without case and accents, with "œ" as "oe"."""
    return "".join(map(_fold_character, text))


def _fold_character(character: str) -> str:
    """Return the folded character: mostly one character, two for a ligature."""
    if character.isspace():
        return " "
    return LIGATURES.get(character.casefold()) or unicodedata.normalize("NFKD", character)[0].casefold()


def _find_unfolded_index(text: str, folded_index: int) -> int:
    """Return the index in ``text`` of an index in its folded form."""
    length = 0
    for index, character in enumerate(text):
        if length >= folded_index:
            return index
        length += len(_fold_character(character))
    return len(text)


def build_index(texts: Mapping[str, tuple[HelpParagraph, ...]]) -> tuple[HelpPlace, ...]:
    """Return all paragraphs of the help as places."""
    return tuple(place for name, page in texts.items() for place in _iter_places(name, page))


def _iter_places(name: str, paragraphs: tuple[HelpParagraph, ...]) -> Iterator[HelpPlace]:
    title = _(list_pages()[name])
    heading = title
    for index, paragraph in enumerate(paragraphs):
        if paragraph.kind == "heading":
            heading = _("{page}, {part}").format(page=title, part=paragraph.text)
        if paragraph.text:
            yield HelpPlace(name, index, heading, paragraph.text, folded_text=fold_text(paragraph.text))


def search(places: Iterable[HelpPlace], query: str, page: str) -> tuple[HelpPlace, ...]:
    """Return the places of an index that match a query; none for an empty query.

    Matches at the start of a word come first, then those on ``page``.
    """
    folded_query = " ".join(fold_text(query).split())
    if not folded_query:
        return ()
    matches = [
        (place, *_find_first(place.folded_text, folded_query)) for place in places if folded_query in place.folded_text
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
    """Return the index of the best match, and whether it is within a word."""
    word_start = re.search(r"\b" + re.escape(folded_query), text)
    return (word_start.start(), False) if word_start is not None else (text.find(folded_query), True)


def list_headings(name: str, paragraphs: tuple[HelpParagraph, ...]) -> tuple[HelpPlace, ...]:
    """Return the headings of a page, its title first."""
    return tuple(
        HelpPlace(name, index, "", paragraph.text)
        for index, paragraph in enumerate(paragraphs)
        if paragraph.kind in HEADING_KINDS
    )


def list_contents(name: str, paragraphs: tuple[HelpParagraph, ...]) -> tuple[HelpPlace, ...]:
    """Return the titles of all pages, and below that of one page its headings."""
    titles = list_pages().items()
    other_places = ((HelpPlace(page, 0, "", _(title)),) for page, title in titles)
    places = (list_headings(name, paragraphs) if other[0].page == name else other for other in other_places)
    return tuple(chain.from_iterable(places))


def find_index_on_marked_page(paragraphs: tuple[HelpParagraph, ...], index: int) -> int:
    """Return the index of a paragraph on a page with added rules in force.

    ``index``: its index without them.
    """
    own_indices = [position for position, paragraph in enumerate(paragraphs) if paragraph.kind not in IN_FORCE_KINDS]
    return own_indices[min(index, len(own_indices) - 1)]


def split_context(place: HelpPlace) -> tuple[str, str, str]:
    """Return the text before a match, the match, and the text after it.

    Long text before the match is cut at a word.
    """
    before = place.text[: place.match_start]
    if len(before) > MAX_CONTEXT_CHARACTERS:
        before = "…" + before[-MAX_CONTEXT_CHARACTERS:].partition(" ")[2]
    return before, place.text[place.match_start : place.match_end], place.text[place.match_end :]
