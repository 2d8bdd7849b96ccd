"""What the program says, it says in every language: no message is missing, unused, or says something it cannot fill."""

from __future__ import annotations

import re
import string
from typing import get_type_hints

import pytest
from babel.messages.catalog import Catalog, Message

from game import conventions, i18n
from game.i18n import _
from game.names import Forms
from tools.translations.files import TRANSLATED, as_code, as_text, brought_up_to_date, compiled, missing, read, written
from tools.translations.texts import template

TEMPLATE = template()


def fields(text: str) -> dict[str, set[str]]:
    """The places to be filled in a text, and in which forms they are wanted."""
    found: dict[str, set[str]] = {}
    for _before, name, form, _how in string.Formatter().parse(text):
        if name is not None:
            found.setdefault(name, set()).add(form or "")
    return found


def texts(message: Message | None) -> list[str]:
    said = message.string if message is not None else ()
    return [said] if isinstance(said, str) else list(said or ())


def ids(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


@pytest.fixture(params=TRANSLATED)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def catalogue(language: str) -> Catalog:
    return read(language)


def test_every_text_is_translated(catalogue: Catalog) -> None:
    assert missing(brought_up_to_date(catalogue, TEMPLATE)) == []


@pytest.mark.slow
def test_no_translation_is_left_over(language: str, catalogue: Catalog) -> None:
    wanted = {(message.context, message.id) for message in TEMPLATE if message.id}
    assert {(message.context, message.id) for message in catalogue if message.id} <= wanted
    assert not catalogue.obsolete


@pytest.mark.slow
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    assert compiled(language).read_bytes() == as_code(read(language)), "run python -m tools.translations"
    assert written(language).read_bytes() == as_text(brought_up_to_date(read(language), TEMPLATE))


def test_a_translation_fills_in_just_what_the_text_gives(catalogue: Catalog) -> None:
    for message in catalogue:
        if not message.id:
            continue
        given = set().union(*(fields(text) for text in ids(message)))
        for text in texts(message):
            assert not message.fuzzy
            assert set(fields(text)) <= given, (message.id, text)
            assert set(fields(text)) == given or len(texts(message)) > 1, (message.id, text)
            plain = {form for forms in map(fields, ids(message)) for one in forms.values() for form in one}
            asked = {form for one in fields(text).values() for form in one}
            assert asked <= plain | set(get_type_hints(Forms)) | {""}, (message.id, text)


def test_every_plural_form_is_there(catalogue: Catalog) -> None:
    for message in catalogue:
        if isinstance(message.id, tuple):
            assert len(texts(message)) == catalogue.num_plurals and all(texts(message)), message.id


def test_edges_of_a_text_are_kept(catalogue: Catalog) -> None:
    """A text that begins or ends with a space or a line does so in every language."""
    for message in filter(lambda one: one.id, catalogue):
        for one, other in zip(ids(message), texts(message), strict=False):
            assert (one[:1].isspace(), one[-1:].isspace()) == (other[:1].isspace(), other[-1:].isspace()), one
            assert one.count("\n") == other.count("\n"), one


def test_a_percent_sign_stands_where_the_language_has_it(language: str, catalogue: Catalog) -> None:
    wanted = conventions.NARROW if language == "fr" else ""
    found = [(text, blank) for message in catalogue if message.id for text in texts(message)
             for blank in re.findall(r"(?<=[0-9}])(\s*)%(?![(a-z])", text)]  # fmt: skip
    assert found and [text for text, blank in found if blank != wanted] == []


def test_in_french_no_line_begins_with_a_colon(language: str, catalogue: Catalog) -> None:
    said = [text for message in catalogue if message.id for text in texts(message)]
    assert language != "fr" or [text for text in said if re.search(r" [:;!?»]|« ", text)] == []


@pytest.mark.slow
def test_no_language_is_left_with_the_words_of_another(language: str, catalogue: Catalog) -> None:
    others = [read(one) for one in TRANSLATED if one != language]
    long = [one for one in catalogue if isinstance(one.id, str) and len(re.findall(r"[a-z]{3,}", one.id)) > 3]
    same = [one.id for one in long for other in others if texts(other.get(one.id, one.context)) == texts(one)]
    assert len(long) > 500 and same == []


def test_each_language_speaks(language: str) -> None:
    i18n.set_language(language)
    assert _("New match") != "New match"
    assert i18n.language() == language
