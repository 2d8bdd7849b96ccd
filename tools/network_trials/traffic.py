"""Count the messages that a host sends to a guest in a match for two."""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from game.match.house_rules import RuleSet
from game.network.messages import MatchNews, decode_host_message
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


def describe_kind(data: bytes) -> str:
    """Return the kind of a message, and of the value in it."""
    message = decode_host_message(data)
    kind = str(message.__struct_config__.tag)
    return f"{kind} {message.message[0]}" if isinstance(message, MatchNews) else kind


def main() -> None:
    """Print for each kind of message the number and the bytes that the second guest got."""
    argparse.ArgumentParser(prog="python -m tools.network_trials.traffic", description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        guest = play_match(Path(folder))
    counts, sizes = Counter[str](), Counter[str]()
    for data in guest.received_bytes:
        kind = describe_kind(data)
        counts[kind] += 1
        sizes[kind] += len(data)
    for kind, count in counts.most_common():
        print(f"{count:5} {sizes[kind]:9,} bytes  {kind}")
    print(f"{counts.total():5} {sizes.total():9,} bytes  in all")


if __name__ == "__main__":
    main()
