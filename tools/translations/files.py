"""The catalogues as files: read, brought up to date with the code, compiled."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from game.i18n import DOMAIN, LANGUAGES, SOURCE
from tools import ASSETS

LOCALES: Final = ASSETS / "locale"
TRANSLATED: Final = tuple(code for code in LANGUAGES if code != SOURCE)
"""The languages that have a catalogue."""
WIDTH: Final = 110
NO_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""When a file was made is not said in it: the same texts make the same file."""


def written(language: str) -> Path:
    """Where the translation into a language is written."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def compiled(language: str) -> Path:
    """Where it is compiled for the program."""
    return written(language).with_suffix(".mo")


def read(language: str) -> Catalog:
    """The translation into a language as it is written; empty if there is none yet."""
    path = written(language)
    if not path.exists():
        return Catalog(locale=language, domain=DOMAIN, charset="utf-8", fuzzy=False)
    with path.open("rb") as stream:
        return read_po(stream, locale=language, domain=DOMAIN)


def brought_up_to_date(catalogue: Catalog, template: Catalog) -> Catalog:
    """The translation with just the messages of the template."""
    catalogue.update(template, no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    catalogue.creation_date = catalogue.revision_date = NO_DATE
    catalogue.fuzzy = False
    return catalogue


def as_text(catalogue: Catalog) -> bytes:
    """A catalogue as it is written."""
    stream = io.BytesIO()
    write_po(stream, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True)
    return stream.getvalue()


def as_code(catalogue: Catalog) -> bytes:
    """A catalogue as the program reads it."""
    stream = io.BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """The English texts that have no translation."""
    bare = [message for message in catalogue if message.id and not all(_strings(message.string))]
    return [message.id if isinstance(message.id, str) else message.id[0] for message in bare]


def _strings(string: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    if string is None:
        return ("",)
    return (string,) if isinstance(string, str) else tuple(string)
