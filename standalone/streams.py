"""Run first in the frozen program: without a console Windows gives no standard output, and printing must not fail."""

import os
import sys
from pathlib import Path

for name in ("stdout", "stderr"):
    if getattr(sys, name) is None:
        setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
