"""Draw the golden pictures again. Look at each picture before you commit it.

``python -m tools.golden_pictures [OUT] [--only NAME]``: OUT is tests/golden_pictures by default.
`tests/ui/golden_pictures.py` defines the pictures.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pygame

from tests.ui.golden_pictures import FOLDER, PICTURES, draw_picture, path_of


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.golden_pictures", description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=FOLDER, metavar="OUT")
    parser.add_argument("--only", choices=PICTURES, help="one picture")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    for name in [args.only] if args.only else PICTURES:
        path = args.out / path_of(name).name
        pygame.image.save(draw_picture(PICTURES[name]), path)
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
