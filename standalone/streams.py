"""Give a frozen Windows program without a console its streams, so that printing does not fail. Runs first.

A host that a window has started reads and answers in the folder that `game.network.host_launcher` names.
"""

import os
import sys
from pathlib import Path

folder = os.environ.pop("TAVOLOVERDE_STREAMS", "")
for name, mode in (("stdin", "r"), ("stdout", "a"), ("stderr", "a")):
    if getattr(sys, name) is None:
        path = Path(folder, name) if folder else None
        if path is not None and path.is_file():
            setattr(sys, name, path.open(mode, encoding="utf-8"))
        elif name != "stdin":
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
