"""House rules as people keep them: a preset and what differs from it, under a name, and the small file they travel in.

A file from elsewhere is read with care: an `InputError` names the place, and nothing in it is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import Any, Final

import msgspec

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
"""A file of rules is never longer than so many bytes."""
replace = msgspec.structs.replace


def resolve_options(game_id: str, preset: str | None, changes: Mapping[str, Any]) -> tuple[str, Options]:
    """The name of a game's preset, None for the one proposed, and its options with some rules changed.

    InputError names what there is not.
    """
    if game_id not in GAMES:
        raise make_unknown_value_error("game", game_id, GAMES)
    presets = GAMES[game_id].presets
    preset_name = next(iter(presets)) if preset is None else preset
    if preset_name not in presets:
        raise make_unknown_value_error("preset", preset_name, presets)
    return preset_name, change_options(presets[preset_name], changes)


def make_unknown_value_error(key: str, value: str, known: Iterable[str]) -> InputError:
    """Return the error that refuses a value, with the key and the values that there are."""
    return InputError("not_one_of", key=key, value=repr(value[:40]), known=", ".join(known))


class RuleSet(msgspec.Struct, frozen=True, kw_only=True):
    """The house rules and the assistance of one game.

    ``name``: such as "Bar Sport"; empty for the default rules. ``changes`` holds only what differs from the preset.
    Raises InputError for rules that the game does not have.
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
        """The rules of the game themselves."""
        changes = {name: value for name, value in self.changes.items() if name not in AIDS}
        return resolve_options(self.game, self.preset, changes)[1]

    @property
    def assistance(self) -> AssistanceOptions:
        """What helps the people at the table."""
        changes = {name: value for name, value in self.changes.items() if name in AIDS}
        return change_options(AssistanceOptions(), changes)

    @property
    def option_specs(self) -> tuple[OptionSpec, ...]:
        """All that there is to agree on: the game's own rules, what helps people, the discipline of the table."""
        specs = list_option_specs(type(self.options))
        game_specs = tuple(spec for spec in specs if spec.name not in COMMON_OPTION_NAMES)
        return (*game_specs, *list_option_specs(AssistanceOptions), *specs[len(game_specs) :])

    def get_value(self, name: str) -> OptionValue:
        """What one of the rules that are `list_option_specs` is here."""
        value: OptionValue = getattr(self.assistance if name in AIDS else self.options, name)
        return value


def make_preset_rule_set(game_id: str, preset: str | None = None) -> RuleSet:
    """The rules of a preset as they stand; without its name, of the one proposed."""
    return RuleSet(game=game_id, preset=resolve_options(game_id, preset, {})[0])


def change_rule(rule_set: RuleSet, name: str, value: OptionValue) -> RuleSet:
    """One rule has another value. InputError if it has no such value."""
    return replace(rule_set, changes={**rule_set.changes, name: value})


class HouseRules(msgspec.Struct, frozen=True, kw_only=True):
    """All stored house rules: the default ones, at most one set for each game, and the named sets."""

    house: tuple[RuleSet, ...] = ()
    tables: tuple[RuleSet, ...] = ()

    def get_default_rule_set(self, game_id: str) -> RuleSet:
        """What every new match of a game starts from: the proposed preset until the house has said otherwise."""
        return next((rule_set for rule_set in self.house if rule_set.game == game_id), make_preset_rule_set(game_id))

    def list_named_rule_sets(self, game_id: str) -> tuple[RuleSet, ...]:
        """The sets of a game that have a name, the oldest first."""
        return tuple(rule_set for rule_set in self.tables if rule_set.game == game_id)

    def list_offered_rule_sets(self, game_id: str) -> tuple[RuleSet, ...]:
        """What a new match may be played by: the rules of the house, the presets, the tables' own. None twice."""
        presets = tuple(make_preset_rule_set(game_id, preset) for preset in GAMES[game_id].presets)
        default = self.get_default_rule_set(game_id)
        return (*(() if default in presets else (default,)), *presets, *self.list_named_rule_sets(game_id))

    def with_default_rule_set(self, rule_set: RuleSet) -> HouseRules:
        """These are the rules of the house now."""
        other_sets = tuple(other for other in self.house if other.game != rule_set.game)
        unnamed = replace(rule_set, name="")
        return replace(
            self, house=other_sets if unnamed == make_preset_rule_set(rule_set.game) else (*other_sets, unnamed)
        )

    def with_named_rule_set(self, rule_set: RuleSet) -> HouseRules:
        """A table's own set is kept under its name, in the place of one that is called so."""
        index = next(
            (index for index, other in enumerate(self.tables) if _has_same_name(other, rule_set)), len(self.tables)
        )
        return replace(self, tables=(*self.tables[:index], rule_set, *self.tables[index + 1 :]))

    def find_name_conflict(self, rule_set: RuleSet) -> RuleSet | None:
        """The set that would be lost if ``rule_set`` were kept under their name; None if none would."""
        return next((other for other in self.tables if _has_same_name(other, rule_set) and other != rule_set), None)

    def is_default_unsaved(self, game_id: str) -> bool:
        """Whether the rules of the house are nowhere else: they are no preset, and no table has them under a name."""
        default = self.get_default_rule_set(game_id)
        return bool(default.changes) and all(
            replace(rule_set, name="") != default for rule_set in self.list_named_rule_sets(game_id)
        )

    def without_named_rule_set(self, rule_set: RuleSet) -> HouseRules:
        """The set with this name is gone."""
        return replace(self, tables=tuple(other for other in self.tables if not _has_same_name(other, rule_set)))

    def rename_to_unused(self, rule_set: RuleSet) -> RuleSet:
        """Return ``rule_set`` under a name that no other set of the game has: with a number if theirs is taken."""
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


class Addition:
    """A change of a rule book: one more set of rules, beside those that are there when the book is changed.

    ``named``: the set under the name that it got; final once the change has been made.
    """

    def __init__(self, rules: RuleSet, instead_of: RuleSet | None = None) -> None:
        """``instead_of``: the only set that the new one may replace, where both have the same name."""
        self.named = rules
        self._rules = rules
        self._replaceable = instead_of

    def __call__(self, book: HouseRules) -> HouseRules:
        """Return the book with the set in it."""
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
    """The rules as UTF-8 JSON."""
    document = _RulesDocument(
        RULES_FILE_FORMAT, RULES_FILE_VERSION, rule_set.game, rule_set.name, rule_set.preset, dict(rule_set.changes)
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def decode_rule_set(data: bytes, default_name: str = "") -> RuleSet:
    """The rules in a file, called ``default_name`` where it names none.

    InputError, which names the place, for anything else.
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
