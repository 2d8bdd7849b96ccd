"""Assistance that players agree on before a match: undo, hints, card memory.

The rules of the games do not depend on it and a replay does not need it. It is therefore not among a record's options,
but beside them, under `ASSISTANCE_KEY`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from game.core.messages import N_
from game.core.options import OptionSet, declare_option

ASSISTANCE_KEY: Final = "aids"
"""The top-level key of a record that has the assistance."""
MemoryLimit = Literal["off", "mine", "all"]


class AssistanceOptions(OptionSet, frozen=True, kw_only=True):
    """The assistance that a match allows, declared and chosen like house rules."""

    undo: Annotated[
        bool,
        declare_option(
            N_("Undo"),
            N_("Who plays alone against the computer may take his last choice back. The match is marked as assisted."
               " With a clock there is no undo."),
        ),
    ] = True  # fmt: skip
    hints: Annotated[
        bool,
        declare_option(
            N_("Hints"),
            N_("Who plays alone against the computer may ask what it would do in his place."
               " The match is marked as assisted."),
        ),
    ] = True  # fmt: skip
    memory: Annotated[
        MemoryLimit,
        declare_option(
            N_("Memory aid"),
            N_("How far everybody may look back in a deal: to the last trick only, as at most tables, to the tricks"
               " that his own side has taken, or to all of them. What is gone of the pack is shown accordingly."),
            names={"off": N_("last trick"), "mine": N_("my tricks"), "all": N_("all tricks")},
        ),
    ] = "all"  # fmt: skip


ASSISTANCE_OPTION_NAMES: Final = frozenset(field.name for field in msgspec.structs.fields(AssistanceOptions))


def read_assistance(extra: Mapping[str, Any]) -> AssistanceOptions:
    """Return the assistance in a record's ``extra``; the default if it is missing or invalid."""
    try:
        return msgspec.convert(extra.get(ASSISTANCE_KEY, {}), AssistanceOptions)
    except msgspec.ValidationError:
        return AssistanceOptions()
