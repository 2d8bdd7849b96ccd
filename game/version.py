"""The program's name and version, declared once."""

from __future__ import annotations

from typing import Final

PROGRAM_NAME: Final = "Tavolo Verde"
VERSION: Final = "0.1.0"
LINK_SCHEME: Final = "tavoloverde"
"""The scheme of the links that open the program at a table."""
