"""File names that every system allows."""

from __future__ import annotations

import re
from typing import Final

DEVICE_NAME: Final = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9¹²³]) *(\..*)?", re.IGNORECASE | re.DOTALL)
"""The file names that are devices on Windows, with any suffix."""
MAX_STEM_BYTES: Final = 200
"""The most bytes of a default file name without its number and suffix; systems allow 255 with them."""


def make_file_stem(text: str) -> str:
    """Return a file name without suffix from ``text`` that every system allows."""
    stem = "".join(character if character.isalnum() or character in " -,'" else "_" for character in text)
    stem = stem.encode()[:MAX_STEM_BYTES].decode(errors="ignore").strip()
    return f"{stem}_" if DEVICE_NAME.fullmatch(stem) else stem
