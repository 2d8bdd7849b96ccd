"""The files of the catalogs: reading, updating, compiling."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from game.text.gettext import GETTEXT_DOMAIN, LANGUAGE_NAMES, SOURCE_LANGUAGE
from tools import ASSETS

LOCALE_FOLDER: Final = ASSETS / "locale"
TRANSLATED_LANGUAGES: Final = tuple(code for code in LANGUAGE_NAMES if code != SOURCE_LANGUAGE)
"""The languages that have a catalog."""
LINE_WIDTH: Final = 110
HEADER_COMMENT: Final = """\
# {language} texts of Tavolo Verde.
# This file is distributed under the license of Tavolo Verde (MIT). CONTRIBUTING.md says how to correct a translation.
#"""
TRANSLATORS: Final = "The developers of Tavolo Verde"
FIXED_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The creation date in every catalog, so that the same texts give the same file."""


def get_po_path(language: str) -> Path:
    """Return the path of the catalog of a language."""
    return LOCALE_FOLDER / language / "LC_MESSAGES" / f"{GETTEXT_DOMAIN}.po"


def get_mo_path(language: str) -> Path:
    """Return the path of the compiled catalog of a language."""
    return get_po_path(language).with_suffix(".mo")


class VersionlessCatalog(Catalog):
    """A catalog whose headers do not name the version of Babel, so that another one writes the same file."""

    def __iter__(self) -> Iterator[Message]:
        header, *messages = super().__iter__()
        lines = [line for line in str(header.string).splitlines() if not line.startswith("Generated-By:")]
        header.string = "".join(f"{line}\n" for line in lines)
        return iter((header, *messages))


def read_catalog(language: str) -> Catalog:
    """Return the catalog of a language, empty if there is no file."""
    catalog = VersionlessCatalog(locale=language, domain=GETTEXT_DOMAIN, charset="utf-8", fuzzy=False)
    path = get_po_path(language)
    if path.exists():
        with path.open("rb") as stream:
            for message in read_po(stream, locale=language, domain=GETTEXT_DOMAIN):
                catalog[message.id] = message
    return catalog


def update_catalog(catalog: Catalog, template: Catalog) -> Catalog:
    """Return the catalog with exactly the texts of the template; it is changed in place."""
    catalog.update(template, no_fuzzy_matching=True, update_header_comment=False)
    catalog.obsolete.clear()
    catalog.creation_date = catalog.revision_date = FIXED_DATE
    catalog.fuzzy = False
    catalog.project, catalog.version = "Tavolo Verde", "1"
    catalog.header_comment = HEADER_COMMENT.format(language=Locale.parse(str(catalog.locale)).english_name)
    catalog.last_translator = catalog.language_team = TRANSLATORS
    catalog.msgid_bugs_address = "CONTRIBUTING.md"
    return catalog


def encode_po(catalog: Catalog) -> bytes:
    """Return the content of the catalog's file."""
    stream = io.BytesIO()
    write_po(stream, catalog, width=LINE_WIDTH, include_lineno=False, ignore_obsolete=True)
    return stream.getvalue()


def encode_mo(catalog: Catalog) -> bytes:
    """Return the content of the compiled file."""
    stream = io.BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def list_missing_texts(catalog: Catalog) -> list[str]:
    """Return the English texts without a complete translation, in the order of the catalog."""
    untranslated = [message for message in catalog if message.id and not all(_list_strings(message.string))]
    return [message.id if isinstance(message.id, str) else message.id[0] for message in untranslated]


def _list_strings(string: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    if string is None:
        return ("",)
    return (string,) if isinstance(string, str) else tuple(string)
