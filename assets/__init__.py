"""Pictures, sounds, help pages and translations: data only."""

from pathlib import Path
from typing import Final

ASSETS_FOLDER: Final = Path(__file__).resolve().parent
