"""Bots as the documents describe them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tests.source import ROOT

PAGE: Final = ROOT / "docs" / "bots.md"


def write_bot_of_page(folder: Path) -> Path:
    """Write the bot that docs/bots.md shows to a file."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    file = folder / "my_bot.py"
    file.write_text(blocks[0], "utf-8")
    return file
