"""Rule sets: a preset, the differences from it, and a name; and the file in which a rule set is shared.

A file is decoded as data only; an `InputError` names the place of a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import Any, Final

import msgspec

from game.core.arguments import check_argument, format_argument
from game.core.messages import InputError
from game.core.options import (
    COMMON_OPTION_NAMES,
    Options,
    OptionSpec,
    OptionValue,
    change_options,
    find_changed_options,
    list_option_specs,
)
from game.core.sanitizer import is_visible_line, name_key, sanitize_line
from game.core.validation import read_validation_error
from game.match.assistance import ASSISTANCE_OPTION_NAMES as AIDS
from game.match.assistance import AssistanceOptions
from game.rules import GAMES

RULES_FILE_FORMAT: Final = "tavoloverde-rules"
RULES_FILE_VERSION: Final = 1
RULES_FILE_SUFFIX: Final = ".tvrules"
MAX_RULE_SET_NAME_CHARACTERS: Final = 32
MAX_RULES_FILE_BYTES: Final = 64_000
"""The size of the largest rules file that is read."""
replace = msgspec.structs.replace


def resolve_options(game_id: str, preset: str | None, changes: Mapping[str, Any]) -> tuple[str, Options]:
    """Return the name of a preset, and its options with ``changes``, values by option name.

    ``preset``: None for the game's first. Raise InputError for an unknown game, preset, option or value, TypeError if
    ``changes`` is no mapping.
    """
    check_argument("options", changes, Mapping)
    if not isinstance(game_id, str) or game_id not in GAMES:
        raise make_unknown_value_error("game", game_id, GAMES)
    presets = GAMES[game_id].presets
    preset_name = next(iter(presets)) if preset is None else preset
    if not isinstance(preset_name, str) or preset_name not in presets:
        raise make_unknown_value_error("preset", preset_name, presets)
    return preset_name, change_options(presets[preset_name], changes)


def make_unknown_value_error(key: str, value: object, known: Iterable[str]) -> InputError:
    """Return the error for ``value`` of ``key``, which is not one of ``known``."""
    shown_value = repr(value[:40]) if isinstance(value, str) else format_argument(value)
    return InputError("not_one_of", key=key, value=shown_value, known=", ".join(known))


class RuleSet(msgspec.Struct, frozen=True, kw_only=True):
    """The house rules and the assistance of one game.

    ``name``: such as "Bar Sport", empty for unnamed rules; ``changes``: only the values that differ from the preset.
    Raises InputError for rules that the game does not have and for an invalid name.
    """

    game: str
    preset: str
    changes: dict[str, OptionValue] = {}
    name: str = ""

    def __post_init__(self) -> None:
        preset = find_changed_options(self.options, GAMES[self.game].presets[self.preset])
        msgspec.structs.force_setattr(
            self, "changes", {**preset, **find_changed_options(self.assistance, AssistanceOptions())}
        )
        if self.name and (
            not is_visible_line(self.name, MAX_RULE_SET_NAME_CHARACTERS)
            or sanitize_line(self.name, MAX_RULE_SET_NAME_CHARACTERS) != self.name
        ):
            raise InputError("rule_set_name", most=MAX_RULE_SET_NAME_CHARACTERS)

    @property
    def options(self) -> Options:
        """The options of the game."""
        changes = {name: value for name, value in self.changes.items() if name not in AIDS}
        return resolve_options(self.game, self.preset, changes)[1]

    @property
    def assistance(self) -> AssistanceOptions:
        """The assistance of the match."""
        changes = {name: value for name, value in self.changes.items() if name in AIDS}
        return change_options(AssistanceOptions(), changes)

    @property
    def option_specs(self) -> tuple[OptionSpec, ...]:
        """The options in order of display: the game's own, the assistance, those of every game."""
        specs = list_option_specs(type(self.options))
        game_specs = tuple(spec for spec in specs if spec.name not in COMMON_OPTION_NAMES)
        return (*game_specs, *list_option_specs(AssistanceOptions), *specs[len(game_specs) :])

    def get_value(self, name: str) -> OptionValue:
        """Return the value of one of the `option_specs`."""
        value: OptionValue = getattr(self.assistance if name in AIDS else self.options, name)
        return value

    @property
    def effective_option_specs(self) -> tuple[OptionSpec, ...]:
        """Those of the `option_specs` that have an effect beside the values of the others."""
        return tuple(
            spec for spec in self.option_specs if not spec.needs or any(self.get_value(name) for name in spec.needs)
        )

    def has_same_rules(self, other: RuleSet) -> bool:
        """Return whether the rules of two sets are the same, whatever their names and presets are."""
        return (
            self.game == other.game
            and GAMES[self.game].get_seat_counts(self.preset) == GAMES[self.game].get_seat_counts(other.preset)
            and not self.find_differences(other)
        )

    def find_differences(self, other: RuleSet) -> frozenset[str]:
        """Return the names of the rules of which ``other``, a set of the same game, has another value."""
        changed_options = find_changed_options(self.options, other.options)
        return frozenset((*changed_options, *find_changed_options(self.assistance, other.assistance)))


def make_rule_set(game_id: str, preset: str, options: Options, assistance: AssistanceOptions) -> RuleSet:
    """Return the rules of a match as an unnamed rule set. Raise InputError for an unknown game or preset."""
    changes = {
        **find_changed_options(options, resolve_options(game_id, preset, {})[1]),
        **find_changed_options(assistance, AssistanceOptions()),
    }
    return RuleSet(game=game_id, preset=preset, changes=changes)


def make_preset_rule_set(game_id: str, preset: str | None = None) -> RuleSet:
    """Return the rules of a preset without changes; of the first preset if ``preset`` is None.

    Raise InputError for an unknown game or preset.
    """
    return RuleSet(game=game_id, preset=resolve_options(game_id, preset, {})[0])


def change_rule(rule_set: RuleSet, name: str, value: OptionValue) -> RuleSet:
    """Return the rule set with another value of one rule.

    Raise InputError for an unknown rule or a value that it does not allow.
    """
    return replace(rule_set, changes={**rule_set.changes, name: value})


class HouseRules(msgspec.Struct, frozen=True, kw_only=True):
    """All stored rule sets.

    ``house``: the default rules, at most one set for each game; ``tables``: the named sets.
    """

    house: tuple[RuleSet, ...] = ()
    tables: tuple[RuleSet, ...] = ()

    def get_default_rule_set(self, game_id: str) -> RuleSet:
        """Return the rules that a new match starts with; the first preset if none are stored.

        Raise InputError for an unknown game.
        """
        return next((rule_set for rule_set in self.house if rule_set.game == game_id), make_preset_rule_set(game_id))

    def list_named_rule_sets(self, game_id: str) -> tuple[RuleSet, ...]:
        """Return the named sets of a game, the oldest first."""
        return tuple(rule_set for rule_set in self.tables if rule_set.game == game_id)

    def list_offered_rule_sets(self, game_id: str) -> tuple[RuleSet, ...]:
        """Return the sets offered for a new match, in this order: default, presets, named sets.

        The default is left out if it is a preset. The same rules are offered once, under their saved name if they have
        one.
        """
        presets = tuple(make_preset_rule_set(game_id, preset) for preset in GAMES[game_id].presets)
        default = self.get_default_rule_set(game_id)
        offered = list[RuleSet]()
        for rule_set in (*(() if default in presets else (default,)), *presets, *self.list_named_rule_sets(game_id)):
            if not any(rule_set.has_same_rules(other) for other in offered):
                offered.append(self.find_named(rule_set) or rule_set)
        return tuple(offered)

    def find_named(self, rule_set: RuleSet) -> RuleSet | None:
        """Return the named set with the same rules; None if there is none.

        Of several it is the one with the name of ``rule_set``, else the oldest.
        """
        equal_sets = [other for other in self.list_named_rule_sets(rule_set.game) if other.has_same_rules(rule_set)]
        return next((other for other in equal_sets if _has_same_name(other, rule_set)), (*equal_sets, None)[0])

    def find_base(self, rule_set: RuleSet) -> RuleSet:
        """Return the named set from which a set has the fewest changes, or its preset if that is more similar.

        It is `find_named` if there are no changes. A set that has the name of a named one is based on that.
        """
        named = self.find_named(rule_set)
        namesake = self.find_name_conflict(rule_set)
        if named is not None or namesake is not None:
            return named or namesake or rule_set
        presets = [make_preset_rule_set(rule_set.game, rule_set.preset)]
        named_sets = [each for each in self.list_named_rule_sets(rule_set.game) if each.preset == rule_set.preset]
        bases = named_sets + presets if rule_set.changes else presets
        return min(bases, key=lambda base: len(rule_set.find_differences(base)))

    def with_default_rule_set(self, rule_set: RuleSet) -> HouseRules:
        """Return the house rules with this set, without its name, as the default of its game.

        If it is the first preset, the game's stored default is only removed.
        """
        other_sets = tuple(other for other in self.house if other.game != rule_set.game)
        unnamed = replace(rule_set, name="")
        return replace(
            self, house=other_sets if unnamed == make_preset_rule_set(rule_set.game) else (*other_sets, unnamed)
        )

    def with_named_rule_set(self, rule_set: RuleSet) -> HouseRules:
        """Return the house rules with this named set, which replaces that of the same name or is added last."""
        index = next(
            (index for index, other in enumerate(self.tables) if _has_same_name(other, rule_set)), len(self.tables)
        )
        return replace(self, tables=(*self.tables[:index], rule_set, *self.tables[index + 1 :]))

    def find_name_conflict(self, rule_set: RuleSet) -> RuleSet | None:
        """Return the named set with the name of ``rule_set`` but other rules, None if there is none."""
        return next((other for other in self.tables if _has_same_name(other, rule_set) and other != rule_set), None)

    def is_default_unsaved(self, game_id: str) -> bool:
        """Return whether the default rules differ from the preset and from all named sets."""
        default = self.get_default_rule_set(game_id)
        return bool(default.changes) and self.find_named(default) is None

    def without_named_rule_set(self, rule_set: RuleSet) -> HouseRules:
        """Return the house rules without the set of this name; unchanged if there is none."""
        return replace(self, tables=tuple(other for other in self.tables if not _has_same_name(other, rule_set)))

    def rename_to_unused(self, rule_set: RuleSet) -> RuleSet:
        """Return ``rule_set`` under a name that no other set of the game has.

        A number is added if its name is taken.
        """
        used_keys = {
            name_key(candidate.name) for candidate in self.list_named_rule_sets(rule_set.game) if candidate != rule_set
        }
        ends = (f" {number}" for number in count(2))
        numbered = (sanitize_line(rule_set.name, MAX_RULE_SET_NAME_CHARACTERS - len(end)) + end for end in ends)
        return replace(
            rule_set,
            name=next(
                candidate for candidate in chain([rule_set.name], numbered) if name_key(candidate) not in used_keys
            ),
        )


NO_HOUSE_RULES: Final = HouseRules()
"""House rules without stored sets, so that the presets apply."""


class Addition:
    """A change of the house rules that adds a named set to those that are stored when it is applied.

    ``named``: the set under the name that it got; final once the change is applied.
    """

    def __init__(self, rules: RuleSet, instead_of: RuleSet | None = None) -> None:
        """Take ``instead_of``, the only set that the new one may replace if they have the same name."""
        self.named = rules
        self._rules = rules
        self._replaceable = instead_of

    def __call__(self, book: HouseRules) -> HouseRules:
        """Return the house rules with the set, under another name if its own is taken by other rules."""
        is_free = book.find_name_conflict(self._rules) in (None, self._replaceable)
        self.named = self._rules if is_free else book.rename_to_unused(self._rules)
        return book.with_named_rule_set(self.named)


def _has_same_name(rule_set: RuleSet, other: RuleSet) -> bool:
    return rule_set.game == other.game and name_key(rule_set.name) == name_key(other.name)


# -- the file that travels -------------------------------------------------------------------------


class _RulesDocument(msgspec.Struct):
    format: str
    version: int
    game: str
    name: str = ""
    preset: str | None = None
    options: dict[str, Any] = {}


def encode_rule_set(rule_set: RuleSet) -> bytes:
    """Return the rules as UTF-8 JSON."""
    document = _RulesDocument(
        RULES_FILE_FORMAT, RULES_FILE_VERSION, rule_set.game, rule_set.name, rule_set.preset, dict(rule_set.changes)
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def decode_rule_set(data: bytes, default_name: str = "") -> RuleSet:
    """Return the rules in a file; ``default_name`` is their name if the file has none.

    Raise InputError with the place of the fault if the file is invalid or too long.
    """
    if len(data) > MAX_RULES_FILE_BYTES:
        raise InputError("rules_file_too_long", most=MAX_RULES_FILE_BYTES)
    try:
        document = msgspec.json.decode(data, type=_RulesDocument)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason, places = read_validation_error(error)
        raise InputError(reason, *places) from None
    if document.format != RULES_FILE_FORMAT:
        raise InputError("other_rules_format", name=RULES_FILE_FORMAT)
    if document.version != RULES_FILE_VERSION:
        raise InputError("other_rules_version", theirs=document.version, ours=RULES_FILE_VERSION)
    preset, _options = resolve_options(document.game, document.preset, {})
    name = document.name or sanitize_line(default_name, MAX_RULE_SET_NAME_CHARACTERS)
    return RuleSet(game=document.game, preset=preset, changes=document.options, name=name)
