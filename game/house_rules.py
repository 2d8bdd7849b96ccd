"""House rules as people keep them: a preset and what differs from it, under a name, and the small file they travel in.

A file from elsewhere is read with care: a `RulesError` is one line that names the place, and nothing in it is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import Any, Final

import msgspec

from game.aids import NAMES as AIDS
from game.aids import Aids
from game.checking import in_words
from game.engine.options import DISCIPLINE, OptionError, Options, Rule, Value, adapt, declared, deviations
from game.i18n import _
from game.rules import GAMES
from game.text import clean, is_name, reads_as

FORMAT: Final = "tavoloverde-rules"
VERSION: Final = 1
ENDING: Final = ".tvrules"
NAME_LENGTH: Final = 32
FILE_LIMIT: Final = 64_000
"""A file of rules is never longer than so many bytes."""
replace = msgspec.structs.replace


class RulesError(ValueError):
    """House rules that there are not. ``str(error)`` is one line naming the place."""


def agreed(game: str, preset: str | None, changes: Mapping[str, Any]) -> tuple[str, Options]:
    """The name of a game's preset, None for the one proposed, and its options with some rules changed.

    RulesError names what there is not.
    """
    if game not in GAMES:
        raise RulesError(describe_unknown("game", game, GAMES))
    presets = GAMES[game].presets
    chosen = next(iter(presets)) if preset is None else preset
    if chosen not in presets:
        raise RulesError(describe_unknown("preset", chosen, presets))
    try:
        return chosen, adapt(presets[chosen], changes)
    except OptionError as error:
        raise RulesError(str(error)) from None


def describe_unknown(key: str, value: str, known: Iterable[str]) -> str:
    """Return the line that refuses a value, naming the key and the values that there are."""
    return _("{key}: {value} is not one of {known}").format(key=key, value=repr(value[:40]), known=", ".join(known))


class RuleSet(msgspec.Struct, frozen=True, kw_only=True):
    """The house rules of one game, and what helps people there. ``name``: whose they are, such as "Bar Sport"; empty
    for those of the house.

    ``changes`` holds only what differs from the preset. RulesError for rules that the game does not have.
    """

    game: str
    preset: str
    changes: dict[str, Value] = {}
    name: str = ""

    def __post_init__(self) -> None:
        preset = deviations(self.options, GAMES[self.game].presets[self.preset])
        msgspec.structs.force_setattr(self, "changes", {**preset, **deviations(self.aids, Aids())})
        if self.name and (not is_name(self.name, NAME_LENGTH) or clean(self.name, NAME_LENGTH) != self.name):
            raise RulesError(_("name: must be 1 to {most} printable characters").format(most=NAME_LENGTH))

    @property
    def options(self) -> Options:
        """The rules of the game themselves."""
        changes = {name: value for name, value in self.changes.items() if name not in AIDS}
        return agreed(self.game, self.preset, changes)[1]

    @property
    def aids(self) -> Aids:
        """What helps the people at the table."""
        try:
            return adapt(Aids(), {name: value for name, value in self.changes.items() if name in AIDS})
        except OptionError as error:
            raise RulesError(str(error)) from None

    @property
    def declared(self) -> tuple[Rule, ...]:
        """All that there is to agree on: the game's own rules, what helps people, the discipline of the table."""
        rules = declared(type(self.options))
        own = tuple(one for one in rules if one.name not in DISCIPLINE)
        return (*own, *declared(Aids), *rules[len(own) :])

    def value(self, name: str) -> Value:
        """What one of the rules that are `declared` is here."""
        found: Value = getattr(self.aids if name in AIDS else self.options, name)
        return found


def preset_rules(game: str, preset: str | None = None) -> RuleSet:
    """The rules of a preset as they stand; without its name, of the one proposed."""
    return RuleSet(game=game, preset=agreed(game, preset, {})[0])


def with_rule(rules: RuleSet, name: str, value: Value) -> RuleSet:
    """One rule has another value. RulesError if it has no such value."""
    return replace(rules, changes={**rules.changes, name: value})


class RuleBook(msgspec.Struct, frozen=True, kw_only=True):
    """All the house rules that are kept: those of the house, one of a game at most, and tables' own sets."""

    house: tuple[RuleSet, ...] = ()
    tables: tuple[RuleSet, ...] = ()

    def house_of(self, game: str) -> RuleSet:
        """What every new match of a game starts from: the proposed preset until the house has said otherwise."""
        return next((one for one in self.house if one.game == game), preset_rules(game))

    def tables_of(self, game: str) -> tuple[RuleSet, ...]:
        """The sets of a game that have a name, the oldest first."""
        return tuple(one for one in self.tables if one.game == game)

    def offered(self, game: str) -> tuple[RuleSet, ...]:
        """What a new match may be played by: the rules of the house, the presets, the tables' own. None twice."""
        presets = tuple(preset_rules(game, preset) for preset in GAMES[game].presets)
        house = self.house_of(game)
        return (*(() if house in presets else (house,)), *presets, *self.tables_of(game))

    def with_house(self, rules: RuleSet) -> RuleBook:
        """These are the rules of the house now."""
        others = tuple(one for one in self.house if one.game != rules.game)
        kept = replace(rules, name="")
        return replace(self, house=others if kept == preset_rules(rules.game) else (*others, kept))

    def with_table(self, rules: RuleSet) -> RuleBook:
        """A table's own set is kept under its name, in the place of one that is called so."""
        at = next((at for at, one in enumerate(self.tables) if _is_named(one, rules)), len(self.tables))
        return replace(self, tables=(*self.tables[:at], rules, *self.tables[at + 1 :]))

    def in_the_way(self, rules: RuleSet) -> RuleSet | None:
        """The set that would be lost if ``rules`` were kept under their name; None if none would."""
        return next((one for one in self.tables if _is_named(one, rules) and one != rules), None)

    def only_ours(self, game: str) -> bool:
        """Whether the rules of the house are nowhere else: they are no preset, and no table has them under a name."""
        house = self.house_of(game)
        return bool(house.changes) and all(replace(one, name="") != house for one in self.tables_of(game))

    def without_table(self, rules: RuleSet) -> RuleBook:
        """The set with this name is gone."""
        return replace(self, tables=tuple(one for one in self.tables if not _is_named(one, rules)))

    def beside(self, rules: RuleSet) -> RuleSet:
        """Return ``rules`` under a name that no other set of the game has: with a number if theirs is taken."""
        taken = {reads_as(one.name) for one in self.tables_of(rules.game) if one != rules}
        ends = (f" {number}" for number in count(2))
        numbered = (clean(rules.name, NAME_LENGTH - len(end)) + end for end in ends)
        return replace(rules, name=next(one for one in chain([rules.name], numbered) if reads_as(one) not in taken))


class Addition:
    """A change of a rule book: one more set of rules, beside those that are there when the book is changed.

    ``named``: the set under the name that it got; final once the change has been made.
    """

    def __init__(self, rules: RuleSet, instead_of: RuleSet | None = None) -> None:
        """``instead_of``: the only set that the new one may replace, where both have the same name."""
        self.named = rules
        self._rules = rules
        self._replaceable = instead_of

    def __call__(self, book: RuleBook) -> RuleBook:
        """Return the book with the set in it."""
        is_free = book.in_the_way(self._rules) in (None, self._replaceable)
        self.named = self._rules if is_free else book.beside(self._rules)
        return book.with_table(self.named)


def _is_named(one: RuleSet, other: RuleSet) -> bool:
    return one.game == other.game and reads_as(one.name) == reads_as(other.name)


# -- the file that travels -------------------------------------------------------------------------


class _File(msgspec.Struct):
    format: str
    version: int
    game: str
    name: str = ""
    preset: str | None = None
    options: dict[str, Any] = {}


def dump(rules: RuleSet) -> bytes:
    """The rules as UTF-8 JSON."""
    whole = _File(FORMAT, VERSION, rules.game, rules.name, rules.preset, dict(rules.changes))
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def load(data: bytes, otherwise: str = "") -> RuleSet:
    """The rules in a file, called ``otherwise`` where it names none.

    RulesError, one line naming the place, for anything else.
    """
    if len(data) > FILE_LIMIT:
        raise RulesError(_("these are no house rules (the file is longer than {most} bytes)").format(most=FILE_LIMIT))
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        place, fault = in_words(error)
        raise RulesError(f"{place}: {fault}" if place else fault) from None
    if file.format != FORMAT:
        raise RulesError(_("these are no house rules (the format is not {name})").format(name=FORMAT))
    if file.version != VERSION:
        words = _("these rules are of version {theirs}; this program reads version {ours}")
        raise RulesError(words.format(theirs=file.version, ours=VERSION))
    preset, _options = agreed(file.game, file.preset, {})
    name = file.name or clean(otherwise, NAME_LENGTH)
    return RuleSet(game=file.game, preset=preset, changes=file.options, name=name)
