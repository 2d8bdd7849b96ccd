"""Draws the README's pictures: ``python -m tools.readme_pictures [OUT] [--only NAME]``, into docs/pictures if not told.

A table of each game, as `tools.screenshots` draws it, and a trick in motion. ImageMagick (`convert`) makes them small.
Time and chance are those of `tools.screenshots`, so the same program draws the same pictures.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pygame

from game.engine.events import Drew, Played
from tests.fakes import seating
from tests.ui.driving import forward, until_event
from tests.ui.stage import AppByHand, at_table, opened
from tools import ROOT
from tools.screenshots.__main__ import draw

PICTURES: Final = ROOT / "docs" / "pictures"
SIZE: Final = (1280, 720)
TABLES: Final[Mapping[str, tuple[str, str]]] = {
    "briscola": ("table-4", "table-4-your-turn"),
    "chiamata": ("chiamata-play", "chiamata-play"),
    "spades": ("spades-4", "spades-4-play"),
    "muscio": ("muscio-4", "muscio-4-face-down"),
}
"""Of each picture the entry of `tools.screenshots`, and which of its pictures."""
TRICK: Final = "trick"
RATE: Final = 10
"""Pictures a second of the trick in motion, and no more than so many."""
MOST: Final = 5 * RATE
STILL: Final = ("-resize", "800x450", "-colors", "128", "-define", "png:compression-level=9", "-strip")
MOVING: Final = ("-resize", "480x270", "+dither", "-colors", "64", "-fuzz", "3%", "-layers", "optimize")


def table(name: str, out: Path) -> Path:
    """The picture of a table of `TABLES`."""
    entry, shot = TABLES[name]
    with tempfile.TemporaryDirectory() as folder:
        drawn = next(path for path in draw(Path(folder), SIZE, entry) if path.name.startswith(shot))
        return _converted([str(drawn), *STILL], out / f"{name}.png")


def trick(out: Path) -> Path:
    """The end of a trick of Briscola in motion, from its last card to the cards drawn after it."""
    with tempfile.TemporaryDirectory() as folder:
        for number, surface in enumerate(_frames(Path(folder))):
            pygame.image.save(surface, str(Path(folder) / f"frame-{number:03}.png"))
        frames = [str(path) for path in sorted(Path(folder).glob("frame-*.png"))]
        return _converted(["-delay", str(100 // RATE), "-loop", "0", *frames, *MOVING], out / f"{TRICK}.gif")


def _frames(home: Path) -> Iterator[pygame.Surface]:
    with opened(home / "home", size=SIZE, seed=7) as app:
        at_table(app, seating("you club club club"))
        forward(app, lambda scene: scene.table.your_turn and len(scene.board.trick) == 3)
        app.drawn()
        app.table.act(app.table.view.choices[0])
        until_event(app, Played, 0.0)
        yield from _moving(app)


def _moving(app: AppByHand) -> Iterator[pygame.Surface]:
    """What the window shows until the cards after the trick are drawn."""
    drawn = False
    for _frame in range(MOST):
        app.draw()
        yield app.surface
        app.step(1 / RATE)
        drawn = drawn or (app.table.beat is not None and isinstance(app.table.beat.event, Drew))
        if drawn and app.table.beat is None:
            return


def _converted(arguments: list[str], path: Path) -> Path:
    program = shutil.which("convert")
    if program is None:
        raise SystemExit("ImageMagick's convert makes the pictures small; it is not installed.")
    subprocess.run([program, *arguments, str(path)], check=True)
    return path


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.readme_pictures", description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=PICTURES, metavar="OUT")
    parser.add_argument("--only", choices=(*TABLES, TRICK), help="one picture")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    for name in [args.only] if args.only else [*TABLES, TRICK]:
        path = trick(args.out) if name == TRICK else table(name, args.out)
        print(f"{path}: {path.stat().st_size // 1000} kB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
