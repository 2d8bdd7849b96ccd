"""A host of a later version, which sends more options, fields, events and messages than this version knows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

LATER_MESSAGE = b'{"type":"weather","is_fine":true}'
LATER_EVENT = {"type": "CardsBlessed", "seat": 0, "cards": ["Ad", "??"]}


def make_later(text: bytes) -> bytes:
    """Return the message with a new option, new fields, and in each deal a new event before the others."""
    plain: dict[str, Any] = json.loads(text)
    for part in iter_objects(plain):
        part["mood"] = {"type": "Mood", "is_good": True}
    for view in plain.get("views", ()):
        if plain.get("event_count"):
            plain["event_count"] += 1
        elif view["events"]:
            view["events"].insert(0, LATER_EVENT)
    return json.dumps(plain).encode()


def iter_objects(plain: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects in a message, options too, but neither changed options nor the values of a reason."""
    if isinstance(plain, dict):
        for key, part in list(plain.items()):
            if key not in ("changes", "values"):
                yield from iter_objects(part)
        yield plain
    elif isinstance(plain, list):
        for part in plain:
            yield from iter_objects(part)
