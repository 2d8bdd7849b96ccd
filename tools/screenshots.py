"""Draw every scene at four sizes: ``python -m tools.screenshots OUT [--size 1280x720] [--only table]``.

Time and random numbers are fixed, so that the same program draws the same pixels.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame

from game.text.gettext import LANGUAGE_NAMES, SOURCE_LANGUAGE
from tests.ui.scene_registry.scenes import list_scenes, open_scene_app, show_views
from ui.app.settings import TABLE_THEME_NAMES, UI_SCALES

WINDOW_SIZES = ((960, 540), (1280, 720), (1920, 1080), (3840, 2160))


def draw_pictures(out: Path, size: tuple[int, int], name: str, **changes: Any) -> Iterator[Path]:
    """Draw the views of a scene and yield the paths of the pictures in ``out``, once written.

    ``size``: of the window, in pixels; ``changes``: settings. Raise KeyError for an unknown scene.
    """
    scale, folder = changes.get("scale", 1.0), out.absolute()
    suffix = f"{size[0]}x{size[1]}" + (f"-{scale:.0%}" if scale != 1.0 else "")
    with open_scene_app(size, **changes) as app:
        for view in show_views(name, app):
            app.repaint()
            path = folder / f"{view}-{suffix}.png"
            pygame.image.save(app.surface, str(path))
            yield path


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--size", action="append", type=_parse_size, help="WIDTHxHEIGHT; may be repeated")
    parser.add_argument("--only", choices=list_scenes(), help="one entry")
    parser.add_argument("--scale", type=float, choices=UI_SCALES, default=1.0, help="of text and buttons")
    parser.add_argument(
        "--language", choices=LANGUAGE_NAMES, default=SOURCE_LANGUAGE, help="in which everything is said"
    )
    parser.add_argument("--felt", choices=TABLE_THEME_NAMES, default="green", help="the cloth")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    for size in args.size or WINDOW_SIZES:
        for name in [args.only] if args.only else list_scenes():
            for path in draw_pictures(args.out, size, name, scale=args.scale, felt=args.felt, language=args.language):
                print(path)
    return 0


def _parse_size(text: str) -> tuple[int, int]:
    width, _by, height = text.partition("x")
    return int(width), int(height)


if __name__ == "__main__":
    sys.exit(main())
