"""Draw the pictures of the README: ``python -m tools.readme_pictures [OUT] [--only NAME]``.

OUT is docs/pictures by default. The pictures are pages of the program, as `tools.screenshots` draws them; ImageMagick
(`convert`) makes them small. Time and random numbers are fixed, so that the same program draws the same pictures.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tools import ROOT
from tools.screenshots import draw_pictures

PICTURES_FOLDER: Final = ROOT / "docs" / "pictures"
WINDOW_SIZE: Final = (1280, 720)
COMPRESSION: Final = ("-colors", "128", "-define", "png:compression-level=9", "-strip")


class Picture(NamedTuple):
    """A picture: the entry of `tools.screenshots`, the beginning of the screenshot's name, and the size in pixels."""

    entry: str
    screenshot: str
    size: str


PICTURES: Final[Mapping[str, Picture]] = {
    "table": Picture("chiamata-play", "chiamata-called-card-held", "960x540"),
    "analysis": Picture("analysis-briscola", "analysis-briscola-1", "800x450"),
    "friends": Picture("network", "network-lobby-1", "800x450"),
}
"""The pictures by name."""


def make_picture(name: str, out: Path) -> Path:
    """Draw a picture of `PICTURES` and return its path in ``out``.

    Raise SystemExit without ImageMagick's ``convert``, CalledProcessError if that fails.
    """
    program = shutil.which("convert")
    if program is None:
        raise SystemExit("ImageMagick's convert makes the pictures small; it is not installed.")
    picture, path = PICTURES[name], out / f"{name}.png"
    with tempfile.TemporaryDirectory() as folder:
        screenshots = draw_pictures(Path(folder), WINDOW_SIZE, picture.entry)
        source = next(source for source in screenshots if source.name.startswith(picture.screenshot))
        subprocess.run([program, str(source), "-resize", picture.size, *COMPRESSION, str(path)], check=True)
    return path


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.readme_pictures", description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=PICTURES_FOLDER, metavar="OUT")
    parser.add_argument("--only", choices=tuple(PICTURES), help="one picture")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    for name in [args.only] if args.only else PICTURES:
        path = make_picture(name, args.out)
        print(f"{path}: {path.stat().st_size // 1000} kB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
