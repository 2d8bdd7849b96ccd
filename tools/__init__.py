"""Programs of the maintainers, run from the checkout; none of them is part of the installed program. See README.md."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder of the checkout."""
ASSETS: Final = ROOT / "assets"
