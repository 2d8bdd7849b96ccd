"""Bots as the documents describe them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tests.source import ROOT

PAGE: Final = ROOT / "docs" / "bots.md"


def write_bot_of_page(folder: Path) -> Path:
    """Write the bot that docs/bots.md shows to a file."""
    file = folder / "my_bot.py"
    file.write_text(_find_block("python"), "utf-8")
    return file


def write_program(folder: Path, text: str = "") -> Path:
    """Write a program that plays: a script of the shell with ``text``, or the one that docs/bots.md shows."""
    file = folder / "program"
    file.write_text(f"#!/bin/sh\n{text}\n" if text else _find_block("perl"), "utf-8")
    file.chmod(0o755)
    return file


def _find_block(language: str) -> str:
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(block)
