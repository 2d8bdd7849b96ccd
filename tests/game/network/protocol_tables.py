"""The tables of values in docs/protocol.md, made from the code: ``python -m tests.game.network.protocol_tables``.

The text between two markers of the document is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from game.session.wire import find_classes

from game.ai.estimates import ExplainedEstimate
from game.core.actions import Action
from game.core.cards import Card
from game.match.observation import Transition
from game.session.messages import Command, HintMessage, HostMessage, Request, TransitionMessage
from tests.source import ROOT

DOCUMENT: Final = ROOT / "docs" / "protocol.md"
NOT_SENT: Final = (Command, HintMessage, Request, Transition, TransitionMessage, ExplainedEstimate)
FIRST_CLASSES: Final = ("FirstMessage", "SeatView", "Observation")


def list_program_classes() -> list[type[msgspec.Struct]]:
    """Return the classes of the program that are sent, without those that other tests have defined."""
    return [kind for kind in find_classes().values() if kind.__module__.startswith("game.")]


def list_sent_classes() -> list[type[msgspec.Struct]]:
    """Return the classes that a host sends inside other messages, the most important first."""
    classes = [kind for kind in list_program_classes() if not issubclass(kind, (*NOT_SENT, Action))]
    concrete = [kind for kind in classes if kind is not HostMessage and kind.__name__ not in ("Event", "Phase")]
    return sorted(concrete, key=lambda kind: (kind.__name__ not in FIRST_CLASSES, kind.__name__))


def iter_action_lines() -> Iterator[str]:
    yield "| class | fields | text |"
    yield "|---|---|---|"
    actions = [kind for kind in list_program_classes() if issubclass(kind, Action) and kind.verb]
    for kind in sorted(actions, key=lambda kind: kind.__name__):
        _seat, *fields = msgspec.structs.fields(kind)
        words = [f"[{field.name.upper()}]" if _is_optional(field) else field.name.upper() for field in fields]
        text = " ".join(["SEAT", kind.verb, *words])
        yield f"| `{kind.__name__}` | {_join(kind.__struct_fields__)} | `{text}` |"


def _is_optional(field: msgspec.structs.FieldInfo) -> bool:
    return type(None) in getattr(field.type, "__args__", ())


def iter_class_lines() -> Iterator[str]:
    yield "| class | fields |"
    yield "|---|---|"
    for kind in list_sent_classes():
        fields = [f"{field.name}: {format_type(field.type)}" for field in msgspec.structs.fields(kind)]
        yield f"| `{kind.__name__}` | {_join(fields)} |"


def format_type(declared: Any) -> str:
    """Return a type in the words of the document."""
    if declared is type(None):
        return "null"
    if declared is Card:
        return "card"
    origin, arguments = getattr(declared, "__origin__", None), list(getattr(declared, "__args__", ()))
    if origin is tuple:
        if arguments[1:] == [Ellipsis]:
            return f"list of {format_type(arguments[0])}"
        return f"list ({', '.join(map(format_type, arguments))})"
    if arguments and "Mapping" in str(origin):
        return "map"
    if "Literal" in str(declared):
        return "text"
    if arguments:
        return " or ".join(map(format_type, arguments))
    names = {"int": "number", "float": "number", "str": "text", "bool": "true or false"}
    name = getattr(declared, "__name__", str(declared))
    return names.get(name, name)


def _join(names: Any) -> str:
    return ", ".join(f"`{name}`" if ":" not in name else name for name in names)


def build_document(text: str) -> str:
    """Return the document with its tables made anew."""
    for marker, lines in (("actions", iter_action_lines()), ("classes", iter_class_lines())):
        start = text.index(f"<!-- {marker} -->")
        end = text.index("\n#", start)
        text = "".join([text[:start], f"<!-- {marker} -->\n\n", "\n".join(lines), "\n", text[end:]])
    return text


if __name__ == "__main__":
    DOCUMENT.write_text(build_document(DOCUMENT.read_text("utf-8")), "utf-8")
