"""Draw the golden pictures anew. Look at each before you keep it.

``python -m tools.golden_pictures [OUT] [--only NAME]``: they go to tests/golden_pictures if not told otherwise.
`tests/ui/golden_pictures.py` has what is on them.
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
