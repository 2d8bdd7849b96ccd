"""Write, check or show the drawings: `python -m tools.art.drawing [--check | --sheet OUT.png]`."""

import argparse
from pathlib import Path

from tools import ASSETS

from .decks import DRAWINGS_BY_DECK, list_drawings_by_path
from .portraits.program import write_icon_pictures
from .sheet import write_contact_sheet

GENERATED_FOLDERS = ("cards", "icons", "portraits", "symbols")


def write_drawings() -> None:
    """Write each file, and delete pictures that no deck contains."""
    expected = list_drawings_by_path()
    for name, drawing in expected.items():
        path = ASSETS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawing(), encoding="utf-8", newline="\n")
    for name in _list_existing_files() - set(expected):
        (ASSETS / name).unlink()


def find_outdated_files() -> list[str]:
    """Return a line for each different, missing or superfluous file below `assets`; [] if all are current."""
    expected = list_drawings_by_path()
    faults = []
    for name, drawing in sorted(expected.items()):
        path = ASSETS / name
        if not path.is_file():
            faults.append(f"missing: {name}")
        elif path.read_bytes() != drawing().encode():
            faults.append(f"differs: {name}")
    faults += [f"superfluous: {name}" for name in sorted(_list_existing_files() - set(expected))]
    return faults


def _list_existing_files() -> set[str]:
    return {
        path.relative_to(ASSETS).as_posix() for folder in GENERATED_FOLDERS for path in (ASSETS / folder).rglob("*.svg")
    }


def _parse_size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.art.drawing", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare the files with the drawings; 1 if they differ")
    parser.add_argument("--sheet", type=Path, metavar="OUT.png", help="draw a contact sheet instead of the files")
    parser.add_argument("--deck", choices=sorted(DRAWINGS_BY_DECK), default="napoletane")
    parser.add_argument("--size", type=_parse_size, default=(110, 180), metavar="WxH")
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--cards", nargs="*", help="only these cards")
    parser.add_argument("--icons", action="store_true", help="write the program's icons as PNG too")
    args = parser.parse_args()
    if args.sheet:
        deck = DRAWINGS_BY_DECK[args.deck]
        names = args.cards or list(deck)
        write_contact_sheet({name: deck[name]() for name in names}, args.size, args.columns, args.sheet)
        return 0
    if args.check:
        faults = find_outdated_files()
        print("\n".join(faults) if faults else "all drawings are up to date")
        return 1 if faults else 0
    write_drawings()
    if args.icons:
        write_icon_pictures(ASSETS)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
