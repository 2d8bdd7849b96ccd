"""Writes, checks or shows the drawings: `python -m tools.art.drawing [--check | --sheet OUT.png]`."""

import argparse
from pathlib import Path

from tools import ASSETS

from .decks import DECKS, files
from .portraits.program import write_pictures
from .sheet import write_sheet

OWNED = ("cards", "icons", "portraits")


def write() -> None:
    """Writes every file and removes pictures that no deck declares any more."""
    expected = files()
    for name, drawing in expected.items():
        path = ASSETS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawing(), encoding="utf-8", newline="\n")
    for name in _present() - set(expected):
        (ASSETS / name).unlink()


def check() -> list[str]:
    """What is wrong with the files on disk: one line for each different, missing or superfluous one."""
    expected = files()
    faults = []
    for name, drawing in sorted(expected.items()):
        path = ASSETS / name
        if not path.is_file():
            faults.append(f"missing: {name}")
        elif path.read_bytes() != drawing().encode():
            faults.append(f"differs: {name}")
    faults += [f"superfluous: {name}" for name in sorted(_present() - set(expected))]
    return faults


def _present() -> set[str]:
    return {path.relative_to(ASSETS).as_posix() for folder in OWNED for path in (ASSETS / folder).rglob("*.svg")}


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.art.drawing", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare the files with the drawings; 1 if they differ")
    parser.add_argument("--sheet", type=Path, metavar="OUT.png", help="draw a contact sheet instead of the files")
    parser.add_argument("--deck", choices=sorted(DECKS), default="napoletane")
    parser.add_argument("--size", type=_size, default=(110, 180), metavar="WxH")
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--cards", nargs="*", help="only these cards")
    parser.add_argument("--icons", action="store_true", help="write the program's icons as PNG too")
    given = parser.parse_args()
    if given.sheet:
        deck = DECKS[given.deck]
        names = given.cards or list(deck)
        write_sheet({name: deck[name]() for name in names}, given.size, given.columns, given.sheet)
        return 0
    if given.check:
        faults = check()
        print("\n".join(faults) if faults else "all drawings are up to date")
        return 1 if faults else 0
    write()
    if given.icons:
        write_pictures(ASSETS)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
