"""What the code says: every text marked for translation, as a template."""

from __future__ import annotations

from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir

from game.i18n import DOMAIN
from tools import ROOT

FOLDERS: Final = ("game", "ui")
FILES: Final = ("main.py",)
KEYWORDS: Final = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
"""What marks a text, and which of its arguments are texts."""


def template() -> Catalog:
    """Every marked text of the code, once, in the order of the files, without a translation."""
    catalogue = Catalog(domain=DOMAIN, project="Tavolo Verde", charset="utf-8")
    for folder in (*FOLDERS, "."):
        method = [("*.py" if folder == "." else "**.py", "python")]
        there = extract_from_dir(
            ROOT / folder, method, keywords=KEYWORDS, directory_filter=None if folder != "." else lambda _path: False
        )
        for name, line, text, _comments, context in sorted(there, key=lambda one: (one[0], one[1])):
            if folder != "." or name in FILES:
                place = name if folder == "." else f"{folder}/{name}"
                catalogue.add(text, locations=[(place.replace("\\", "/"), line)], context=context)
    return catalogue
