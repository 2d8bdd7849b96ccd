"""Write the golden texts of the scenes again and print the difference, which you read before you commit it.

``python -m tools.golden_scenes [--only NAME] [--check]``: the texts are in tests/golden_scenes;
`tests/ui/scene_registry/scenes.py` declares the scenes. ``--check`` writes nothing.
"""

from __future__ import annotations

import argparse
import sys

from tests.ui.golden_scenes import (
    FOLDER,
    GOLDEN_SCENES,
    compare_views,
    get_path,
    iter_views,
    list_looks,
    read_golden_views,
    write_views,
)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.golden_scenes", description=__doc__)
    parser.add_argument("--only", choices=GOLDEN_SCENES, help="one scene")
    parser.add_argument("--check", action="store_true", help="print the difference and write nothing")
    args = parser.parse_args(arguments)
    has_difference = False
    for name in [args.only] if args.only else GOLDEN_SCENES:
        views = dict(iter_views(name, list_looks(name)))
        difference = compare_views(read_golden_views(name), views)
        if difference:
            has_difference = True
            print(difference, flush=True)
        if not args.check:
            write_views(name, views)
    if not args.check and not args.only:
        for path in set(FOLDER.iterdir()) - {get_path(name) for name in GOLDEN_SCENES}:
            path.unlink()
    return int(args.check and has_difference)


if __name__ == "__main__":
    sys.exit(main())
