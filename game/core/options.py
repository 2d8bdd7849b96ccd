"""House rules, each declared once.

A game's options are a frozen struct whose fields carry type, bounds, default, label and help. The settings screen, the
help page, the record, validation and the test samples are derived from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec

from game.core.arguments import format_argument
from game.core.messages import N_, InputError
from game.core.sanitizer import escape_to_one_line

OptionValue = bool | int | str


def declare_option(
    label: str,
    help: str,
    *,
    names: Mapping[OptionValue, str] | None = None,
    seats: tuple[int, ...] = (),
    ge: int | None = None,
    le: int | None = None,
    proposed: tuple[int, ...] = (),
    needs: tuple[str, ...] = (),
    is_added: bool = False,
) -> msgspec.Meta:
    """Return the declaration of one house rule, for the ``Annotated`` type of its field in an `OptionSet`.

    ``label`` and ``help``: its name and explanation; ``names``: the labels of a choice or of single numbers, by value;
    ``seats``: the seat counts at which the rule matters, () for all; ``ge`` and ``le``: bounds of a number, inclusive;
    ``proposed``: the numbers that a screen offers first; ``needs``: other rules of the same options; while all of
    them are off or 0, the option has no effect; ``is_added``: the option came after deal codes were in use,
    which number it behind all older ones.
    """
    extra = {"names": dict(names or {}), "seats": seats, "proposed": proposed, "needs": needs, "is_added": is_added}
    return msgspec.Meta(title=label, description=help, ge=ge, le=le, extra=extra)


class OptionSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Values agreed on before a match; `declare_option` declares every field."""


class Options(OptionSet, frozen=True, kw_only=True):
    """The options of every game; the struct of each game adds its house rules."""

    turn_seconds: Annotated[
        int,
        declare_option(
            N_("Seconds per turn"),
            N_("If you run out of time, a random card is played for you; during an auction or "
"declaration, the match ends instead. Off: no timer."),
            names={0: N_("off")}, ge=0, le=3600, proposed=(0, 30, 60, 90, 120, 300),
        ),
    ] = 0  # fmt: skip
    bar_minutes: Annotated[
        int,
        declare_option(
            N_("Minutes blocked"),
            N_("How long you're blocked after you leave a match or run out of time in an auction or declaration."),
            ge=0, le=1440, proposed=(0, 10, 30, 60, 120), needs=("turn_seconds",),
        ),
    ] = 60  # fmt: skip
    exit_votes: Annotated[
        int,
        declare_option(
            N_("Votes to end"),
            N_("How many players must agree to end the match without a result or a penalty."),
            ge=1, le=6, proposed=(1, 2, 3, 4, 5, 6), needs=("turn_seconds",),
        ),
    ] = 3  # fmt: skip
    talk: Annotated[
        Literal["free", "phrases", "none"],
        declare_option(
            N_("Chat messages"),
            N_("Players may write anything, send set phrases or not chat at all."),
            names={"free": N_("anything"), "phrases": N_("set phrases"), "none": N_("none")},
        ),
    ] = "phrases"  # fmt: skip

    @property
    def has_turn_clock(self) -> bool:
        """Whether there is a turn clock. Without it there are no penalties and no votes to end."""
        return self.turn_seconds > 0

    @property
    def penalty_minutes(self) -> int:
        """The length of a penalty in minutes, 0 if there is none.

        A penalty follows when a player leaves the match or runs out of time before cards are played.
        """
        return self.bar_minutes if self.has_turn_clock else 0


COMMON_OPTION_NAMES = frozenset(field.name for field in msgspec.structs.fields(Options))
"""The names of the options that every game has."""


class OptionSpec(msgspec.Struct, frozen=True):
    """The declaration of a house rule as screens and tests read it.

    ``values``: the values of a choice, False and True for a switch, () for a number. A number has the bounds
    ``min_value`` and ``max_value`` and the ``proposed_values``. ``relevant_seat_counts``: () for all. ``is_added``,
    ``needs``: see `declare_option`.
    """

    name: str
    label: str
    help: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    min_value: int
    max_value: int
    proposed_values: tuple[int, ...]
    value_labels: dict[OptionValue, str]
    relevant_seat_counts: tuple[int, ...]
    is_added: bool = False
    needs: tuple[str, ...] = ()

    @property
    def is_switch(self) -> bool:
        return self.values == (False, True)

    @property
    def shown_values(self) -> tuple[OptionValue, ...]:
        """The values of a choice as a screen lists them: numbers in order, whenever they were added."""
        numbers = [value for value in self.values if type(value) is int]
        return tuple(sorted(numbers)) if len(numbers) == len(self.values) else self.values

    def is_relevant_at(self, seat_count: int) -> bool:
        """Return whether the rule matters at a table of ``seat_count`` seats."""
        return not self.relevant_seat_counts or seat_count in self.relevant_seat_counts


@cache
def list_option_specs(option_set_type: type[OptionSet]) -> tuple[OptionSpec, ...]:
    """Return the declared options: the game's own in declaration order, then the common ones."""
    specs = [_read_option_spec(field) for field in msgspec.structs.fields(option_set_type)]
    return tuple(spec for spec in specs if spec.name not in COMMON_OPTION_NAMES) + tuple(
        spec for spec in specs if spec.name in COMMON_OPTION_NAMES
    )


def _read_option_spec(field: msgspec.structs.FieldInfo) -> OptionSpec:
    value_type, meta = get_args(field.type)
    assert isinstance(meta, msgspec.Meta) and meta.extra is not None
    values: tuple[OptionValue, ...] = ()
    if value_type is bool:
        values = (False, True)
    elif get_origin(value_type) is Literal:
        values = get_args(value_type)
    return OptionSpec(
        name=field.name, label=meta.title or field.name, help=meta.description or "", default=field.default,
        values=values, min_value=int(meta.ge or 0), max_value=int(meta.le or 0), proposed_values=meta.extra["proposed"],
        value_labels=meta.extra["names"], relevant_seat_counts=meta.extra["seats"],
        is_added=meta.extra["is_added"], needs=meta.extra["needs"],
    )  # fmt: skip


DeclaredT = TypeVar("DeclaredT", bound=OptionSet)


def change_options(base: DeclaredT, changes: Mapping[str, Any]) -> DeclaredT:
    """Return ``base`` with ``changes``, values by option name.

    Raise InputError for an unknown name or a value that the option does not allow.
    """
    specs = {spec.name: spec for spec in list_option_specs(type(base))}
    for name, value in changes.items():
        if name not in specs:
            shown_name = escape_to_one_line(name[:40]) if isinstance(name, str) else format_argument(name)
            raise InputError("no_such_option", name=shown_name, known=", ".join(specs))
        if not _is_valid_value(specs[name], value):
            raise _make_value_error(specs[name], format_option_value(value))
    return msgspec.structs.replace(base, **changes)


def _is_valid_value(spec: OptionSpec, value: object) -> bool:
    if spec.values:
        return any(type(value) is type(allowed) and value == allowed for allowed in spec.values)
    return type(value) is int and spec.min_value <= value <= spec.max_value


def _make_value_error(spec: OptionSpec, written_value: str) -> InputError:
    if spec.values:
        values = ", ".join(format_option_value(value) for value in spec.values)
        return InputError("option_not_offered", name=spec.name, values=values, given=written_value)
    low, high = spec.min_value, spec.max_value
    return InputError("option_out_of_range", name=spec.name, low=low, high=high, given=written_value)


def format_option_value(value: object) -> str:
    """Return a value as the record writes it (JSON), shortened to 40 characters and an ellipsis."""
    try:
        text = msgspec.json.encode(value).decode() if isinstance(value, (bool, int, str)) else format_argument(value)
    except (OverflowError, ValueError):
        text = format_argument(value)
    return text if len(text) <= 40 else text[:40] + "…"


def parse_option_value(spec: OptionSpec, text: str) -> OptionValue:
    """Return a value typed on the command line. Raise InputError if the option does not allow it.

    A switch takes true, false, on and off; a choice one of its values; a number digits, whose bounds are not checked
    here.
    """
    if spec.is_switch and text in ("true", "false", "on", "off"):
        return text in ("true", "on")
    for value in spec.values:
        if text == str(value):
            return value
    if not spec.values and text.isdecimal() and text.isascii() and len(text) < 9:
        return int(text)
    raise _make_value_error(spec, text)


def find_changed_options(options: OptionSet, base: OptionSet) -> dict[str, OptionValue]:
    """Return the values in ``options`` that differ from those in ``base``, by name."""
    values, base_values = msgspec.structs.asdict(options), msgspec.structs.asdict(base)
    return {name: values[name] for name in values if values[name] != base_values[name]}
