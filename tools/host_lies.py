"""Tell a guest's program every lie of a host: ``python -m tools.host_lies [GAME ...]`` prints how many it names.

The tests of CI tell some of them by a fixed seed. The exit status is 1 if a lie is neither named nor in the table of
what cannot be known.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from game.core.struct_types import prepare_struct_types
from tests.network.lies import SEATS, find_fault, is_unknowable, list_lies, record_conversation


def main() -> int:
    """Tell the lies in some games. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.host_lies", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="by default all: " + ", ".join(SEATS))
    return int(tell_lies(parser.parse_args().games or SEATS) > 0)


def tell_lies(games: Iterable[str]) -> int:
    """Print each lie that should be named and is not, and the counts. Return the number of those lies."""
    prepare_struct_types()
    counts = {"generated": 0, "named": 0, "cannot be known": 0}
    with TemporaryDirectory() as home:
        for game, is_watching in product(games, (False, True)):
            conversation = record_conversation(game, is_watching=is_watching)
            for lie in list_lies(conversation):
                fault = find_fault(Path(home), conversation, lie.entries)
                counts["generated"] += 1
                counts["named"] += bool(fault)
                counts["cannot be known"] += not fault and is_unknowable(lie)
                if not fault and not is_unknowable(lie):
                    print(f"not named: {game}, {conversation.name}: {lie.name}")
    print(", ".join(f"{name}: {count}" for name, count in counts.items()), flush=True)
    return counts["generated"] - counts["named"] - counts["cannot be known"]


if __name__ == "__main__":
    raise SystemExit(main())
