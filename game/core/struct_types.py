"""The preparation of msgspec's classes for several threads."""

from __future__ import annotations

from contextlib import suppress

import msgspec


def prepare_struct_types() -> None:
    """Let msgspec build what it knows of each imported class.

    Call it before the first thread starts: msgspec 0.22 crashes the process if two threads decode a class for the first
    time at once. It takes about 20 ms, and almost nothing when it is called again.
    """
    struct_types = msgspec.Struct.__subclasses__()
    for struct_type in struct_types:
        struct_types += struct_type.__subclasses__()
        with suppress(TypeError, NameError):  # a class that is never decoded, whose types may be for mypy alone
            msgspec.json.Decoder(struct_type)
