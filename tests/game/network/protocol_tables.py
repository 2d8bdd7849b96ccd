"""The tables of values in docs/protocol.md, made from the code: ``python -m tests.game.network.protocol_tables``.

The text between two markers of the document is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from game.core.actions import Action
from game.core.events import Event, UnknownEvent
from game.core.messages import Reason
from game.core.options import OptionSet
from game.core.phase import DealResult, Phase
from game.rules import GAMES
from game.session.encoding import BASE_TYPES, get_tag
from game.session.messages import (
    Answer,
    ChatLine,
    DeadlineMessage,
    FirstMessage,
    MatchStatus,
    ProofMessage,
    SeatNotes,
    TransitionMessage,
)
from tests.source import ROOT

DOCUMENT: Final = ROOT / "docs" / "protocol.md"
MESSAGES: Final = (
    FirstMessage, TransitionMessage, Answer, MatchStatus, DeadlineMessage, ChatLine, ProofMessage,
)  # fmt: skip
"""The messages of a session that a guest gets, in the order of the document."""
NOT_SHOWN: Final = (Action, OptionSet, SeatNotes, UnknownEvent)
"""The classes without a row: actions have a table of their own, and options are described where rules are."""


KINDS: Final[dict[str, tuple[type[msgspec.Struct], ...]]] = {
    "Events": (Event,), "Phases, which also have options, seats, dealer": (Phase,),
    "Reasons and results": (Reason, DealResult), "Others": (),
}  # fmt: skip


def list_action_types() -> list[type[Action]]:
    actions = {action for game in GAMES.values() for action in game.actions}
    pending = list(Action.__subclasses__())
    while pending:
        kind = pending.pop()
        pending += kind.__subclasses__()
        if kind.verb and kind.__module__.startswith("game."):
            actions.add(kind)
    return sorted(actions, key=lambda kind: kind.__name__)


def list_sent_classes() -> list[type[msgspec.Struct]]:
    """Return the classes that a host sends inside the messages of a match, by name."""
    found, pending = set[type[msgspec.Struct]](), list[type[msgspec.Struct]](MESSAGES)
    while pending:
        kind = pending.pop()
        if kind in found or issubclass(kind, NOT_SHOWN) or not kind.__module__.startswith("game."):
            continue
        found.add(kind)
        pending += kind.__subclasses__()
        pending += [part for field in msgspec.structs.fields(kind) for part in iter_structs(field.type)]
    return sorted(found - {*MESSAGES, *BASE_TYPES}, key=lambda kind: kind.__name__)


def iter_structs(declared: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(declared, type) and issubclass(declared, msgspec.Struct):
        yield declared
    for argument in getattr(declared, "__args__", ()):
        yield from iter_structs(argument)


def iter_action_lines() -> Iterator[str]:
    texts = list[str]()
    for kind in list_action_types():
        _seat, *fields = msgspec.structs.fields(kind)
        words = [f"[{field.name.upper()}]" if _is_optional(field) else field.name.upper() for field in fields]
        texts.append(f"`{' '.join(['SEAT', kind.verb, *words])}`")
    yield ", ".join(texts) + "."


def _is_optional(field: msgspec.structs.FieldInfo) -> bool:
    return type(None) in getattr(field.type, "__args__", ())


def iter_class_lines() -> Iterator[str]:
    """Yield the fields of each message, then a list of classes for each kind of them."""
    messages = [f"`{get_tag(message)}` ({_list_fields(message)})" for message in MESSAGES]
    yield f"- Messages of a match: {'; '.join(messages)}."
    for kind, base_types in KINDS.items():
        classes = [kind for kind in list_sent_classes() if issubclass(kind, base_types)]
        if not base_types:
            others = tuple(base_type for base_types in KINDS.values() for base_type in base_types)
            classes = [kind for kind in list_sent_classes() if not issubclass(kind, others)]
        names_by_fields = dict[str, list[str]]()
        for sent_class in classes:
            names_by_fields.setdefault(_list_fields(sent_class), []).append(f"`{sent_class.__name__}`")
        parts = [f"{', '.join(names)} ({fields})" for fields, names in names_by_fields.items()]
        yield f"- {kind}: {'; '.join(parts)}."


def _list_fields(kind: type[msgspec.Struct]) -> str:
    """Return the names of the fields; those of the base class of all phases are not repeated."""
    names = [name for name in kind.__struct_fields__ if kind is Phase or name not in _list_base_fields(kind)]
    return ", ".join(names) or "no fields"


def _list_base_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return Phase.__struct_fields__ if issubclass(kind, Phase) else ()


def build_document(text: str) -> str:
    """Return the document with its tables made anew."""
    for marker, lines in (("actions", iter_action_lines()), ("classes", iter_class_lines())):
        start = text.index(f"<!-- {marker} -->")
        end = min(text.find(mark, start + 1) % len(text) for mark in ("\n#", "\n<!--"))
        text = "".join([text[:start], f"<!-- {marker} -->\n\n", "\n".join(lines), "\n", text[end:]])
    return text


if __name__ == "__main__":
    DOCUMENT.write_text(build_document(DOCUMENT.read_text("utf-8")), "utf-8")
