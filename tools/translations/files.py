"""The catalogues as files: read, brought up to date with the code, compiled."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from game.text.gettext import GETTEXT_DOMAIN, LANGUAGE_NAMES, SOURCE_LANGUAGE
from tools import ASSETS

LOCALE_FOLDER: Final = ASSETS / "locale"
TRANSLATED_LANGUAGES: Final = tuple(code for code in LANGUAGE_NAMES if code != SOURCE_LANGUAGE)
"""The languages that have a catalogue."""
LINE_WIDTH: Final = 110
FIXED_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""When a file was made is not said in it: the same texts make the same file."""


def get_po_path(language: str) -> Path:
    """Where the translation into a language is written."""
    return LOCALE_FOLDER / language / "LC_MESSAGES" / f"{GETTEXT_DOMAIN}.po"


def get_mo_path(language: str) -> Path:
    """Where it is compiled for the program."""
    return get_po_path(language).with_suffix(".mo")


def read_catalog(language: str) -> Catalog:
    """The translation into a language as it is written; empty if there is none yet."""
    path = get_po_path(language)
    if not path.exists():
        return Catalog(locale=language, domain=GETTEXT_DOMAIN, charset="utf-8", fuzzy=False)
    with path.open("rb") as stream:
        return read_po(stream, locale=language, domain=GETTEXT_DOMAIN)


def update_catalog(catalog: Catalog, template: Catalog) -> Catalog:
    """The translation with just the messages of the template."""
    catalog.update(template, no_fuzzy_matching=True, update_header_comment=False)
    catalog.obsolete.clear()
    catalog.creation_date = catalog.revision_date = FIXED_DATE
    catalog.fuzzy = False
    return catalog


def encode_po(catalog: Catalog) -> bytes:
    """A catalogue as it is written."""
    stream = io.BytesIO()
    write_po(stream, catalog, width=LINE_WIDTH, include_lineno=False, ignore_obsolete=True)
    return stream.getvalue()


def encode_mo(catalog: Catalog) -> bytes:
    """A catalogue as the program reads it."""
    stream = io.BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def list_missing_texts(catalog: Catalog) -> list[str]:
    """The English texts that have no translation."""
    untranslated = [message for message in catalog if message.id and not all(_list_strings(message.string))]
    return [message.id if isinstance(message.id, str) else message.id[0] for message in untranslated]


def _list_strings(string: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    if string is None:
        return ("",)
    return (string,) if isinstance(string, str) else tuple(string)
