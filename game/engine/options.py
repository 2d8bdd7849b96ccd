"""House rules, declared once.

A game's options are a frozen struct whose fields carry type, bounds, default, label and help. The
settings screen, the help page, the record, validation and the test samples are read from it.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec

from game.i18n import N_, _

Value = bool | int | str


def rule(
    label: str,
    help: str,
    *,
    names: Mapping[Value, str] | None = None,
    seats: tuple[int, ...] = (),
    ge: int | None = None,
    le: int | None = None,
    proposed: tuple[int, ...] = (),
) -> msgspec.Meta:
    """The declaration of one house rule.

    ``names`` words the values of a choice, ``seats`` are the seat counts at which the rule matters (none:
    all), ``ge`` and ``le`` bound a number, ``proposed`` are the numbers a screen offers first.
    """
    extra = {"names": dict(names or {}), "seats": seats, "proposed": proposed}
    return msgspec.Meta(title=label, description=help, ge=ge, le=le, extra=extra)


class Declared(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people agree on before a match: every field is declared by a `rule`."""


class Options(Declared, frozen=True, kw_only=True):
    """What every game lets a table agree on. Each game's own struct adds its house rules."""

    turn_seconds: Annotated[
        int,
        rule(
            N_("Seconds for a turn"),
            N_("How long a person may think. When the time is up in play, a random card is played for him;"
               " in an auction or a declaration the match ends without a winner. 0: no clock, so that everybody may"
               " leave at once and nobody is barred."),
            ge=0, le=3600, proposed=(0, 30, 60, 90, 120, 300),
        ),
    ] = 0  # fmt: skip
    bar_minutes: Annotated[
        int,
        rule(
            N_("Minutes barred"),
            N_("How long a profile may not sit down at any table after it let the clock run out in an auction"
               " or left a match for good before its end."),
            ge=0, le=1440, proposed=(0, 10, 30, 60, 120),
        ),
    ] = 60  # fmt: skip
    exit_votes: Annotated[
        int,
        rule(
            N_("Votes that unlock the exit"),
            N_("So many seats must agree to end the match without a result and without anybody barred;"
               " never more than there are seats."),
            ge=1, le=6, proposed=(1, 2, 3, 4, 5, 6),
        ),
    ] = 3  # fmt: skip
    talk: Annotated[
        Literal["free", "phrases", "none"],
        rule(
            N_("Talk at the table"),
            N_("What people may say to each other: whatever they like, the offered phrases only, which tell nothing"
               " of the cards, or nothing at all."),
            names={"free": N_("free"), "phrases": N_("phrases"), "none": N_("none")},
        ),
    ] = "phrases"  # fmt: skip

    @property
    def has_discipline(self) -> bool:
        """Whether there is a clock. Without one there is no discipline: nobody is barred, no vote is offered."""
        return self.turn_seconds > 0

    @property
    def leaving_costs(self) -> int:
        """What leaving for good costs, or a clock that runs out before the play: minutes, 0 for nothing."""
        return self.bar_minutes if self.has_discipline else 0


DISCIPLINE = frozenset(field.name for field in msgspec.structs.fields(Options))
"""The names of the options that every game has."""


class Rule(msgspec.Struct, frozen=True):
    """One declared house rule, as a screen or a test reads it.

    ``values`` are the values of a choice (also False and True of a switch); a number has none, but bounds
    ``low`` and ``high`` and the ``proposed`` values.
    """

    name: str
    label: str
    help: str
    default: Value
    values: tuple[Value, ...]
    low: int
    high: int
    proposed: tuple[int, ...]
    names: dict[Value, str]
    seats: tuple[int, ...]

    @property
    def is_switch(self) -> bool:
        return self.values == (False, True)

    def matters_at(self, seats: int) -> bool:
        """Whether the rule changes anything at a table of so many seats."""
        return not self.seats or seats in self.seats


class OptionError(ValueError):
    """A value that a house rule does not have; ``str(error)`` names the option."""


@cache
def declared(kind: type[Declared]) -> tuple[Rule, ...]:
    """What there is to agree on, a game's own house rules first, in the order of their declaration."""
    found = [_read(field) for field in msgspec.structs.fields(kind)]
    return tuple(r for r in found if r.name not in DISCIPLINE) + tuple(r for r in found if r.name in DISCIPLINE)


def _read(field: msgspec.structs.FieldInfo) -> Rule:
    kind, meta = get_args(field.type)
    assert isinstance(meta, msgspec.Meta) and meta.extra is not None
    values: tuple[Value, ...] = ()
    if kind is bool:
        values = (False, True)
    elif get_origin(kind) is Literal:
        values = get_args(kind)
    return Rule(
        name=field.name, label=meta.title or field.name, help=meta.description or "", default=field.default,
        values=values, low=int(meta.ge or 0), high=int(meta.le or 0), proposed=meta.extra["proposed"],
        names=meta.extra["names"], seats=meta.extra["seats"],
    )  # fmt: skip


DeclaredT = TypeVar("DeclaredT", bound=Declared)


def adapt(base: DeclaredT, changes: Mapping[str, Any]) -> DeclaredT:
    """``base`` with some of its rules changed. OptionError for an unknown name or a value out of range."""
    rules = {r.name: r for r in declared(type(base))}
    for name, value in changes.items():
        if name not in rules:
            words = _("option {name}: this game has no such option; it has {known}")
            raise OptionError(words.format(name=name[:40], known=", ".join(rules)))
        if not _fits(rules[name], value):
            raise _misfit(rules[name], shown(value))
    return msgspec.structs.replace(base, **changes)


def _fits(declaration: Rule, value: object) -> bool:
    if declaration.values:
        return any(value == one and type(value) is type(one) for one in declaration.values)
    return type(value) is int and declaration.low <= value <= declaration.high


def _misfit(declaration: Rule, given: str) -> OptionError:
    if declaration.values:
        values = ", ".join(shown(one) for one in declaration.values)
        words = _("option {name}: must be one of {values}, not {given}").format(
            name=declaration.name, values=values, given=given
        )
    else:
        words = _("option {name}: must be a whole number from {low} to {high}, not {given}").format(
            name=declaration.name, low=declaration.low, high=declaration.high, given=given
        )
    return OptionError(words)


def shown(value: object) -> str:
    """A value as the record writes it."""
    text = msgspec.json.encode(value).decode() if isinstance(value, (bool, int, str)) else reprlib.repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


def parse_value(declaration: Rule, text: str) -> Value:
    """A value typed on the command line. OptionError if the rule has no such value."""
    if declaration.is_switch and text in ("true", "false", "on", "off"):
        return text in ("true", "on")
    for value in declaration.values:
        if text == str(value):
            return value
    if not declaration.values and text.isdecimal() and text.isascii() and len(text) < 9:
        return int(text)
    raise _misfit(declaration, text)


def deviations(options: Declared, base: Declared) -> dict[str, Value]:
    """What of ``options`` differs from ``base``, by name."""
    ours, theirs = msgspec.structs.asdict(options), msgspec.structs.asdict(base)
    return {name: ours[name] for name in ours if ours[name] != theirs[name]}


def samples(base: DeclaredT) -> Iterator[DeclaredT]:
    """``base`` and every single deviation from it: each value of a choice, the bounds of a number."""
    yield base
    for declaration in declared(type(base)):
        values = declaration.values or (declaration.low, declaration.high)
        for value in values:
            if value != getattr(base, declaration.name):
                yield adapt(base, {declaration.name: value})
