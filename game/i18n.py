"""The language of everything a person reads: gettext, with the catalogues in ``assets/locale``."""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DOMAIN: Final = "tavoloverde"
SOURCE: Final = "en"
"""The language that the texts in the code are in."""
LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "it": "Italiano", "fr": "Français"}
"""The languages that are spoken, each by its own name."""
_LOCALES = Path(__file__).resolve().parent.parent / "assets" / "locale"
_translation: _gettext.NullTranslations = _gettext.NullTranslations()
_code = SOURCE


def N_(text: str) -> str:
    """Mark ``text`` for translation where it is declared; it is translated where it is shown."""
    return text


def _(text: str) -> str:
    """``text`` in the player's language."""
    return _translation.gettext(text) if text else text


def ngettext(one: str, many: str, count: int) -> str:
    """``one`` or ``many`` in the player's language, as ``count`` asks for."""
    return _translation.ngettext(one, many, count)


def pgettext(context: str, text: str) -> str:
    """``text`` in the player's language, where the same English means different things: ``context`` tells which."""
    return _translation.pgettext(context, text)


def translations(context: str, text: str) -> tuple[str, ...]:
    """Return `pgettext` of ``text`` in every language of `LANGUAGES`."""
    spoken = (_gettext.translation(DOMAIN, _LOCALES, languages=[code], fallback=True) for code in LANGUAGES)
    return tuple(one.pgettext(context, text) for one in spoken)


def set_language(code: str) -> None:
    """Speak the language ``code``, one of `LANGUAGES`; what is not translated, or any other language, is English."""
    global _translation, _code
    _translation = _gettext.translation(DOMAIN, _LOCALES, languages=[code], fallback=True)
    _code = code if code in LANGUAGES else SOURCE


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """For what is done within, the language is ``code``; then it is what it was."""
    before = _code
    set_language(code)
    try:
        yield
    finally:
        set_language(before)


def speak_to_terminal(environ: Mapping[str, str]) -> None:
    """Speak the language of the terminal; libraries that ask gettext themselves, as argparse does, speak it too."""
    _gettext.bindtextdomain(DOMAIN, _LOCALES)
    _gettext.textdomain(DOMAIN)
    set_language(language_in(environ) or SOURCE)


def language() -> str:
    """The code of the language that is spoken."""
    return _code


def language_of(wanted: Iterable[str]) -> str:
    """The first of these locales, such as "it_CH.UTF-8" or "fr", that is spoken; English if none is."""
    codes = (locale.replace("-", "_").split(".")[0].split("_")[0].lower() for locale in wanted)
    return next((code for code in codes if code in LANGUAGES), SOURCE)


def language_in(environ: Mapping[str, str]) -> str | None:
    """What a terminal's environment asks for, by the variables that gettext looks at; None if it says nothing."""
    said = next((environ[name] for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), None)
    return None if said is None else language_of(said.split(":"))
