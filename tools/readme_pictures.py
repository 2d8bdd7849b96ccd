"""Draw the pictures of the README: ``python -m tools.readme_pictures [OUT] [--only NAME]``.

OUT is docs/pictures by default. The pictures are a table, as `tools.screenshots` draws it, and an animation of a
trick. ImageMagick (`convert`) compresses them. Time and random numbers are those of `tools.screenshots`,
so that the same program draws the same pictures.
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

from game.core.events import CardDrawn, CardPlayed
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, open_table, open_test_app
from tests.ui.match_driver import play_until, play_until_event
from tools import ROOT
from tools.screenshots import draw_pictures

PICTURES_FOLDER: Final = ROOT / "docs" / "pictures"
WINDOW_SIZE: Final = (1280, 720)
SHOT_BY_TABLE: Final[Mapping[str, tuple[str, str]]] = {
    "chiamata": ("chiamata-play", "chiamata-suspicion"),
}
"""For each picture the entry of `tools.screenshots` and the beginning of the screenshot's name."""
TRICK_PICTURE: Final = "trick"
FRAMES_PER_SECOND: Final = 5
"""The frames per second of the animation."""
MAX_FRAMES: Final = 5 * FRAMES_PER_SECOND
STILL_OPTIONS: Final = ("-resize", "800x450", "-colors", "128", "-define", "png:compression-level=9", "-strip")
ANIMATION_OPTIONS: Final = (
    "-resize",
    "800x450",
    "+dither",
    "-colors",
    "32",
    "+map",
    "-fuzz",
    "4%",
    "-layers",
    "OptimizeTransparency",
)


def make_table_picture(name: str, out: Path) -> Path:
    """Draw a table of `SHOT_BY_TABLE` and return the path of the picture in ``out``.

    Raise KeyError for an unknown name, SystemExit without ImageMagick's ``convert``, CalledProcessError if that fails.
    """
    entry, shot = SHOT_BY_TABLE[name]
    with tempfile.TemporaryDirectory() as folder:
        source = next(path for path in draw_pictures(Path(folder), WINDOW_SIZE, entry) if path.name.startswith(shot))
        return _convert_image([str(source), *STILL_OPTIONS], out / f"{name}.png")


def make_trick_animation(out: Path) -> Path:
    """Draw the end of a trick of Briscola and return the path of the animation in the folder ``out``.

    It shows the last card of the trick and how the winner takes the cards. Raise SystemExit without ImageMagick's
    ``convert``, CalledProcessError if that fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        for number, surface in enumerate(_iter_frames(Path(folder))):
            pygame.image.save(surface, str(Path(folder) / f"frame-{number:03}.png"))
        frames = [str(path) for path in sorted(Path(folder).glob("frame-*.png"))]
        return _convert_image(
            ["-delay", str(100 // FRAMES_PER_SECOND), "-loop", "0", *frames, *ANIMATION_OPTIONS],
            out / f"{TRICK_PICTURE}.gif",
        )


def _iter_frames(home: Path) -> Iterator[pygame.Surface]:
    with open_test_app(home / "home", size=WINDOW_SIZE, seed=7) as app:
        open_table(app, make_match_setup("you club club club"))
        play_until(app, lambda scene: scene.session.is_your_turn and len(scene.board.trick) == 3)
        app.wait_for_card_images()
        app.table_scene.act(app.table_scene.observation.legal_actions[0])
        play_until_event(app, CardPlayed, 0.0)
        yield from _iter_trick_frames(app)


def _iter_trick_frames(app: AppDriver) -> Iterator[pygame.Surface]:
    """Yield the window's surface until the trick is taken and the first card is drawn."""
    for _frame in range(MAX_FRAMES):
        app.repaint()
        yield app.surface
        app.advance_frame(1 / FRAMES_PER_SECOND)
        step = app.table_scene.playback.current_step
        if step is not None and isinstance(step.event, CardDrawn):
            return


def _convert_image(arguments: list[str], path: Path) -> Path:
    program = shutil.which("convert")
    if program is None:
        raise SystemExit("ImageMagick's convert makes the pictures small; it is not installed.")
    subprocess.run([program, *arguments, str(path)], check=True)
    return path


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.readme_pictures", description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=PICTURES_FOLDER, metavar="OUT")
    parser.add_argument("--only", choices=(*SHOT_BY_TABLE, TRICK_PICTURE), help="one picture")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    for name in [args.only] if args.only else [*SHOT_BY_TABLE, TRICK_PICTURE]:
        path = make_trick_animation(args.out) if name == TRICK_PICTURE else make_table_picture(name, args.out)
        print(f"{path}: {path.stat().st_size // 1000} kB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
