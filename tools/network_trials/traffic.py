"""Count the messages that a host sends to a guest in a match for two."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import msgspec
from websockets.frames import Frame, Opcode

from game.match.house_rules import RuleSet
from game.network.compression import HostDeflateFactory
from tests.network.host import Guest, Host

RULES = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 2})
"""The classic rules without a turn timer."""
SEED = 1


def play_match(home: Path) -> Guest:
    """Return the second guest of a match in which everybody plays their first legal card, once it is over."""
    host = Host(home, RULES, seed=SEED)
    guests = host.start("Ann", "Bob")
    host.play_deals_on_slow_disk(guests)
    return guests[1]


def measure_frames(received: Sequence[bytes]) -> Iterator[tuple[str, int, int]]:
    """Yield the kind of each message, its size as a text, and its size on the wire."""
    _response, compression = HostDeflateFactory().process_request_params([], [])
    for data in received:
        frame = compression.encode(Frame(Opcode.TEXT, data))
        yield msgspec.json.decode(data)["type"], len(data), len(frame.data)


def main() -> None:
    """Print for each kind of message the number and the bytes that the second guest got."""
    argparse.ArgumentParser(prog="python -m tools.network_trials.traffic", description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        guest = play_match(Path(folder))
    sizes = dict[str, list[tuple[int, int]]]()
    for kind, size, wire_size in measure_frames(guest.received_bytes):
        sizes.setdefault(kind, []).append((size, wire_size))
    for kind, pairs in sorted(sizes.items(), key=lambda item: -len(item[1])):
        print_line(kind, pairs)
    print_line("in all", [pair for pairs in sizes.values() for pair in pairs])


def print_line(kind: str, pairs: Sequence[tuple[int, int]]) -> None:
    size, wire_size = (sum(column) for column in zip(*pairs, strict=True))
    middle = median(pair[1] for pair in pairs)
    print(f"{len(pairs):5} {size:9,} bytes {wire_size:9,} on the wire, median {middle:6,.0f}  {kind}")


if __name__ == "__main__":
    main()
