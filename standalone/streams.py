"""Run first in the frozen program: without a console Windows gives no standard output, and printing must not fail."""

import os
import sys
from pathlib import Path

if sys.stdout is None:
    sys.stdout = Path(os.devnull).open("w", encoding="utf-8")
if sys.stderr is None:
    sys.stderr = Path(os.devnull).open("w", encoding="utf-8")
