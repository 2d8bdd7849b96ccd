"""Give a frozen Windows program without a console output streams, so that printing does not fail. Runs first."""

import os
import sys
from pathlib import Path

for name in ("stdout", "stderr"):
    if getattr(sys, name) is None:
        setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
