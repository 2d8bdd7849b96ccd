"""Extraction of the texts that are marked for translation in the code."""

from __future__ import annotations

from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir

from game.text.gettext import GETTEXT_DOMAIN
from tools import ROOT

SOURCE_FOLDERS: Final = ("game", "ui")
SOURCE_FILES: Final = ("main.py",)
TEXT_MARKERS: Final = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
"""The functions that mark a text, with the positions of their arguments that are texts."""


def make_template() -> Catalog:
    """Return a catalog with each marked text of the code once, in the order of the files, without translations."""
    catalog = Catalog(domain=GETTEXT_DOMAIN, project="Tavolo Verde", charset="utf-8")
    for folder in (*SOURCE_FOLDERS, "."):
        method = [("*.py" if folder == "." else "**.py", "python")]
        messages = extract_from_dir(
            ROOT / folder,
            method,
            keywords=TEXT_MARKERS,
            directory_filter=None if folder != "." else lambda _path: False,
        )
        for name, line, text, _comments, context in sorted(messages, key=lambda message: (message[0], message[1])):
            if folder != "." or name in SOURCE_FILES:
                place = name if folder == "." else f"{folder}/{name}"
                catalog.add(text, locations=[(place.replace("\\", "/"), line)], context=context)
    return catalog
