"""Write or check the sounds: `python -m tools.art.sounds [--check]`."""

import argparse
from collections.abc import Collection
from pathlib import Path

from tools import ASSETS

from .files import encode_wav, has_signal
from .recipes import RECIPES, make_sound

SOUNDS_FOLDER = ASSETS / "sounds"


def write_sounds(folder: Path = SOUNDS_FOLDER, names: Collection[str] = RECIPES) -> None:
    """Write each sound, and delete files without a recipe."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / f"{name}.wav").write_bytes(encode_wav(make_sound(name)))
    for name in _list_superfluous_files(folder, names):
        (folder / name).unlink()


def find_outdated_files(folder: Path = SOUNDS_FOLDER, names: Collection[str] = RECIPES) -> list[str]:
    """Return a line for each different, missing or superfluous file of the folder; [] if all are current."""
    faults = []
    for name in sorted(names):
        path = folder / f"{name}.wav"
        if not path.is_file():
            faults.append(f"missing: {path.name}")
        elif not has_signal(path, make_sound(name)):
            faults.append(f"differs: {path.name}")
    return faults + [f"superfluous: {name}" for name in _list_superfluous_files(folder, names)]


def _list_superfluous_files(folder: Path, names: Collection[str]) -> list[str]:
    return sorted(path.name for path in folder.glob("*.wav") if path.stem not in names)


def main(arguments: list[str] | None = None, folder: Path = SOUNDS_FOLDER) -> int:
    """Run the command and return the exit status: 1 if a check finds a fault, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.art.sounds", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare the files with the recipes; 1 if they differ")
    if not parser.parse_args(arguments).check:
        write_sounds(folder)
        return 0
    faults = find_outdated_files(folder)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
