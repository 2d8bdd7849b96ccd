"""Programs for maintainers, run from a checkout. The installed program does not contain them. See README.md."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder of the checkout."""
ASSETS: Final = ROOT / "assets"
