"""Every text is translated into every language, is used, and has only placeholders that it can fill."""

from __future__ import annotations

import re
import string
from typing import get_type_hints

import pytest
from babel.messages.catalog import Catalog, Message

from game.text import formatting, gettext
from game.text.card_names import NounForms
from game.text.gettext import _
from tools.translations.files import (
    TRANSLATED_LANGUAGES,
    encode_mo,
    encode_po,
    get_mo_path,
    get_po_path,
    list_missing_texts,
    read_catalog,
    update_catalog,
)
from tools.translations.texts import make_template


@pytest.fixture(scope="module")
def template() -> Catalog:
    return make_template()


def list_placeholders(text: str) -> dict[str, set[str]]:
    """Return the placeholders of a text, and the formats in which each is used."""
    placeholders: dict[str, set[str]] = {}
    for _before, name, form, _how in string.Formatter().parse(text):
        if name is not None:
            placeholders.setdefault(name, set()).add(form or "")
    return placeholders


def list_translations(message: Message | None) -> list[str]:
    translation = message.string if message is not None else ()
    return [translation] if isinstance(translation, str) else list(translation or ())


def list_message_ids(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


@pytest.fixture(params=TRANSLATED_LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def catalog(language: str) -> Catalog:
    return read_catalog(language)


@pytest.mark.slow
def test_every_text_is_translated(catalog: Catalog, template: Catalog) -> None:
    assert list_missing_texts(update_catalog(catalog, template)) == []


@pytest.mark.slow
def test_no_unused_translation(catalog: Catalog, template: Catalog) -> None:
    wanted = {(message.context, message.id) for message in template if message.id}
    assert {(message.context, message.id) for message in catalog if message.id} <= wanted
    assert not catalog.obsolete


@pytest.mark.slow
def test_compiled_catalog_matches_source(language: str, template: Catalog) -> None:
    # The bytes are compared apart from the assertion: pytest would draw up their difference for minutes.
    is_compiled = get_mo_path(language).read_bytes() == encode_mo(read_catalog(language))
    is_updated = get_po_path(language).read_bytes() == encode_po(update_catalog(read_catalog(language), template))
    assert is_compiled and is_updated, "run python -m tools.translations"


def test_another_release_of_babel_writes_the_same_catalog(
    language: str, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("babel.messages.catalog.VERSION", "99.0")
    assert b"99.0" not in encode_po(catalog) and b"99.0" not in encode_mo(catalog)
    assert get_mo_path(language).read_bytes() == encode_mo(catalog)


def test_translation_uses_the_placeholders_of_the_text(catalog: Catalog) -> None:
    for message in filter(lambda message: message.id, catalog):
        originals = [list_placeholders(text) for text in list_message_ids(message)]
        placeholders = set().union(*originals)
        forms = {form for original in originals for value in original.values() for form in value}
        translations = list_translations(message)
        for text in translations:
            own = list_placeholders(text)
            assert not message.fuzzy and set(own) <= placeholders, (message.id, text)
            assert set(own) == placeholders or len(translations) > 1, (message.id, text)
            assert set().union(*own.values()) <= forms | set(get_type_hints(NounForms)) | {""}, (message.id, text)


def test_translation_has_all_plural_forms_the_spaces_at_the_ends_and_says_nothing_twice(catalog: Catalog) -> None:
    for message in filter(lambda message: message.id, catalog):
        texts, translations = list_message_ids(message), list_translations(message)
        if isinstance(message.id, tuple):
            assert len(translations) == catalog.num_plurals and all(translations), message.id
        for text, translation in zip(texts, translations, strict=False):
            ends = [(line[:1].isspace(), line[-1:].isspace(), line.count("\n")) for line in (text, translation)]
            assert ends[0] == ends[1], text
            half = len(translation) // 2
            assert not half or translation[:half].strip() != translation[half:].strip(), text


def test_signs_follow_language_convention(language: str, catalog: Catalog) -> None:
    """Check the space before a percent sign, and that a French line never begins with a colon."""
    wanted = formatting.NARROW_NO_BREAK_SPACE if language == "fr" else ""
    texts = [text for message in catalog if message.id for text in list_translations(message)]
    percent_signs = [(text, blank) for text in texts for blank in re.findall(r"(?<=[0-9}])(\s*)%(?![(a-z])", text)]
    assert percent_signs and [text for text, blank in percent_signs if blank != wanted] == []
    assert language != "fr" or [text for text in texts if re.search(r" [:;!?»]|« ", text)] == []


@pytest.mark.slow
def test_no_catalog_contains_translations_of_another_language(language: str, catalog: Catalog) -> None:
    other_translations = [read_catalog(entry) for entry in TRANSLATED_LANGUAGES if entry != language]
    long = [entry for entry in catalog if isinstance(entry.id, str) and len(re.findall(r"[a-z]{3,}", entry.id)) > 3]
    same = [
        entry.id
        for entry in long
        for other_language in other_translations
        if list_translations(other_language.get(entry.id, entry.context)) == list_translations(entry)
    ]
    assert len(long) > 500 and same == []


def test_each_language_is_spoken(language: str) -> None:
    gettext.set_language(language)
    assert _("New match") != "New match"
    assert gettext.get_language() == language
