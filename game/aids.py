"""What helps a person at the table beyond the rules of the game: agreed on before a match, so that a fair one can do
without.

No game knows of it and no replay needs it, so it is none of the record's options: it stands beside them, under `KEY`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from game.engine.options import Declared, rule
from game.i18n import N_

KEY: Final = "aids"
"""Under which a record has it at its top level."""
Memory = Literal["off", "mine", "all"]


class Aids(Declared, frozen=True, kw_only=True):
    """Declared as house rules are, and chosen where they are."""

    undo: Annotated[
        bool,
        rule(
            N_("Undo"),
            N_("Who plays alone against the computer may take his last choice back. The match is marked as assisted."
               " With a clock there is no undo."),
        ),
    ] = True  # fmt: skip
    hints: Annotated[
        bool,
        rule(
            N_("Hints"),
            N_("Who plays alone against the computer may ask what it would do in his place."
               " The match is marked as assisted."),
        ),
    ] = True  # fmt: skip
    memory: Annotated[
        Memory,
        rule(
            N_("Memory aid"),
            N_("How far everybody may look back in a deal: to the last trick only, as at most tables, to the tricks"
               " that his own side has taken, or to all of them. What is gone of the pack is shown accordingly."),
            names={"off": N_("last trick"), "mine": N_("my tricks"), "all": N_("all tricks")},
        ),
    ] = "all"  # fmt: skip


NAMES: Final = frozenset(field.name for field in msgspec.structs.fields(Aids))


def aids_of(extra: Mapping[str, Any]) -> Aids:
    """What stands beside a record's options; what every table has at first where nothing that can be read does."""
    try:
        return msgspec.convert(extra.get(KEY, {}), Aids)
    except msgspec.ValidationError:
        return Aids()
