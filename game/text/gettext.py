"""Translation of all texts for people: gettext, with the catalogs in ``assets/locale``."""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Final

from assets import ASSETS_FOLDER

GETTEXT_DOMAIN: Final = "tavoloverde"
SOURCE_LANGUAGE: Final = "en"
"""The language of the texts in the code."""
LANGUAGE_NAMES: Final[Mapping[str, str]] = {"en": "English", "it": "Italiano", "fr": "Français"}
"""The languages of the program, each with its own name."""
_LOCALE_FOLDER = ASSETS_FOLDER / "locale"
_translation: _gettext.NullTranslations = _gettext.NullTranslations()
_language_code = SOURCE_LANGUAGE


def _(text: str) -> str:
    """Return ``text`` in the player's language."""
    return _translation.gettext(text) if text else text


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return ``singular`` or ``plural`` in the player's language, depending on ``count``."""
    return _translation.ngettext(singular, plural, count)


def pgettext(context: str, text: str) -> str:
    """Return ``text`` in the player's language; ``context`` distinguishes equal English texts."""
    return _translation.pgettext(context, text)


def translations(context: str, text: str) -> tuple[str, ...]:
    """Return ``text`` in every language, in the order of `LANGUAGE_NAMES`. ``context``: as for `pgettext`, or ""."""
    catalogs = map(_load_translation, LANGUAGE_NAMES)
    return tuple(catalog.pgettext(context, text) if context else catalog.gettext(text) for catalog in catalogs)


@cache
def _load_translation(code: str) -> _gettext.NullTranslations:
    """Return the texts of a language; without a file, the English ones."""
    return _gettext.translation(GETTEXT_DOMAIN, _LOCALE_FOLDER, languages=[code], fallback=True)


def set_language(code: str) -> None:
    """Set the player's language: "en", "it", "fr". English replaces unknown languages and missing translations."""
    global _translation, _language_code
    _translation = _load_translation(code)
    _language_code = code if code in LANGUAGE_NAMES else SOURCE_LANGUAGE


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """Return a context manager that sets the language to ``code``, and restores it afterwards."""
    previous_code = _language_code
    set_language(code)
    try:
        yield
    finally:
        set_language(previous_code)


def set_terminal_language(environ: Mapping[str, str]) -> None:
    """Set the language that the environment asks for, else English.

    It is set also for libraries that call gettext themselves, as argparse. ``environ``: the environment variables.
    """
    _gettext.bindtextdomain(GETTEXT_DOMAIN, _LOCALE_FOLDER)
    _gettext.textdomain(GETTEXT_DOMAIN)
    set_language(get_environment_language(environ) or SOURCE_LANGUAGE)


def get_language() -> str:
    """Return the code of the player's language."""
    return _language_code


def choose_language(locales: Iterable[str]) -> str:
    """Return the language of the first known locale, such as "it_CH.UTF-8" or "fr"; else English."""
    codes = (locale.replace("-", "_").split(".")[0].split("_")[0].lower() for locale in locales)
    return next((code for code in codes if code in LANGUAGE_NAMES), SOURCE_LANGUAGE)


def get_environment_language(environ: Mapping[str, str]) -> str | None:
    """Return the language that the environment variables of gettext ask for; None if none is set.

    An unknown language gives English.
    """
    value = next((environ[name] for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), None)
    return None if value is None else choose_language(value.split(":"))
