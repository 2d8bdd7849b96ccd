"""The program's name and version, declared once."""

from __future__ import annotations

from typing import Final

PROGRAM_NAME: Final = "Tavolo Verde"
VERSION: Final = "0.1.0"
