"""The language of everything a person reads: gettext, chosen once at the start."""

from __future__ import annotations

import gettext as _gettext
from pathlib import Path

DOMAIN = "tavoloverde"
_LOCALES = Path(__file__).resolve().parent.parent / "assets" / "locale"
_translation: _gettext.NullTranslations = _gettext.NullTranslations()


def N_(text: str) -> str:
    """Mark ``text`` for translation where it is declared; it is translated where it is shown."""
    return text


def _(text: str) -> str:
    """``text`` in the player's language."""
    return _translation.gettext(text) if text else text


def ngettext(one: str, many: str, count: int) -> str:
    """``one`` or ``many`` in the player's language, as ``count`` asks for."""
    return _translation.ngettext(one, many, count)


def set_language(code: str) -> None:
    """Speak the language ``code`` ("en", "it"); what is not translated stays English."""
    global _translation
    _translation = _gettext.translation(DOMAIN, _LOCALES, languages=[code], fallback=True)
