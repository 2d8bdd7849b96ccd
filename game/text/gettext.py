"""The language of everything a person reads: gettext, with the catalogues in ``assets/locale``."""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from assets import ASSETS_FOLDER

GETTEXT_DOMAIN: Final = "tavoloverde"
SOURCE_LANGUAGE: Final = "en"
"""The language that the texts in the code are in."""
LANGUAGE_NAMES: Final[Mapping[str, str]] = {"en": "English", "it": "Italiano", "fr": "Français"}
"""The languages that are spoken, each by its own name."""
_LOCALE_FOLDER = ASSETS_FOLDER / "locale"
_translation: _gettext.NullTranslations = _gettext.NullTranslations()
_language_code = SOURCE_LANGUAGE


def _(text: str) -> str:
    """``text`` in the player's language."""
    return _translation.gettext(text) if text else text


def ngettext(singular: str, plural: str, count: int) -> str:
    """``singular`` or ``plural`` in the player's language, as ``count`` asks for."""
    return _translation.ngettext(singular, plural, count)


def pgettext(context: str, text: str) -> str:
    """``text`` in the player's language, where the same English means different things: ``context`` tells which."""
    return _translation.pgettext(context, text)


def translations(context: str, text: str) -> tuple[str, ...]:
    """Return `pgettext` of ``text`` in every language of `LANGUAGE_NAMES`."""
    catalogs = (
        _gettext.translation(GETTEXT_DOMAIN, _LOCALE_FOLDER, languages=[code], fallback=True) for code in LANGUAGE_NAMES
    )
    return tuple(catalog.pgettext(context, text) for catalog in catalogs)


def set_language(code: str) -> None:
    """Speak the language ``code``, one of `LANGUAGE_NAMES`; what is not translated, or any other language, is
    English."""
    global _translation, _language_code
    _translation = _gettext.translation(GETTEXT_DOMAIN, _LOCALE_FOLDER, languages=[code], fallback=True)
    _language_code = code if code in LANGUAGE_NAMES else SOURCE_LANGUAGE


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """For what is done within, the language is ``code``; then it is what it was."""
    previous_code = _language_code
    set_language(code)
    try:
        yield
    finally:
        set_language(previous_code)


def set_terminal_language(environ: Mapping[str, str]) -> None:
    """Speak the language of the terminal; libraries that ask gettext themselves, as argparse does, speak it too."""
    _gettext.bindtextdomain(GETTEXT_DOMAIN, _LOCALE_FOLDER)
    _gettext.textdomain(GETTEXT_DOMAIN)
    set_language(get_environment_language(environ) or SOURCE_LANGUAGE)


def get_language() -> str:
    """The code of the language that is spoken."""
    return _language_code


def choose_language(locales: Iterable[str]) -> str:
    """The first of these locales, such as "it_CH.UTF-8" or "fr", that is spoken; English if none is."""
    codes = (locale.replace("-", "_").split(".")[0].split("_")[0].lower() for locale in locales)
    return next((code for code in codes if code in LANGUAGE_NAMES), SOURCE_LANGUAGE)


def get_environment_language(environ: Mapping[str, str]) -> str | None:
    """What a terminal's environment asks for, by the variables that gettext looks at; None if it says nothing."""
    value = next((environ[name] for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), None)
    return None if value is None else choose_language(value.split(":"))
