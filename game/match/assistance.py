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
            N_("Undo your last move against the computer. The match then counts as assisted. Not available with "
                "a turn timer."),
        ),
    ] = True  # fmt: skip
    hints: Annotated[
        bool,
        declare_option(
            N_("Hints"),
            N_("In a match against the computer, ask it what to play. The match then counts as assisted."),
        ),
    ] = True  # fmt: skip
    memory: Annotated[
        MemoryLimit,
        declare_option(
            N_("Tricks to review"),
            N_("Which tricks of a deal you may look back at: the last, your side's, or all."),
            names={"off": N_("last trick"), "mine": N_("your tricks"), "all": N_("all tricks")},
        ),
    ] = "all"  # fmt: skip


ASSISTANCE_OPTION_NAMES: Final = frozenset(field.name for field in msgspec.structs.fields(AssistanceOptions))


def read_assistance(extra: Mapping[str, Any]) -> AssistanceOptions:
    """Return the assistance in a record's ``extra``; the default if it is missing or invalid."""
    try:
        return msgspec.convert(extra.get(ASSISTANCE_KEY, {}), AssistanceOptions)
    except msgspec.ValidationError:
        return AssistanceOptions()
