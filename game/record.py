"""The match record: a header and the actions. Everything else follows from the rules (record.md).

Reading checks everything: a `RecordError` is one line that names the place. Keys that this program does
not know, at the top level and in a deal, are kept and written again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from game.checking import in_words
from game.engine.actions import Action, ActionError, Deal, parse, verbs_of
from game.engine.cards import Card, cards, notation
from game.engine.events import Event
from game.engine.options import Options, deviations
from game.engine.phases import DealResult, IllegalAction
from game.house_rules import RulesError, agreed
from game.i18n import _
from game.match import Match, MatchStep, check_setup, new_match
from game.rules import GAMES
from game.text import is_name
from game.words import refusal, say

FORMAT: Final = "tavoloverde-record"
VERSION: Final = 1
NAME_LENGTH: Final = 80
MOST_DEALS: Final = 2_000
"""Deals of a record that is read; a long match has a hundred."""
MOST_ACTIONS: Final = 100_000
"""Actions in all its deals: two days and nights of play without a pause."""
MOST_BYTES: Final = 8_000_000
"""Bytes; a record within the other bounds needs half of it."""
NESTING: Final = 50
"""Levels of lists and groups in each other, the record itself the first; what this program writes has five."""
replace = msgspec.structs.replace


class RecordError(ValueError):
    """A record that cannot be read or replayed. ``str(error)`` is one line naming the place."""


class DealRecord(msgspec.Struct, frozen=True):
    """One deal: the whole pack in dealing order and what the seats did. ``extra``: unknown keys."""

    dealer: int
    pack: tuple[Card, ...]
    actions: tuple[Action, ...] = ()
    extra: dict[str, Any] = {}


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A match written down. ``names`` are the seats' names, in order of play.

    RecordError if its header is that of no match.
    """

    game: str
    preset: str
    options: Options
    names: tuple[str, ...]
    first_dealer: int
    deals: tuple[DealRecord, ...] = ()
    extra: dict[str, Any] = {}

    def __post_init__(self) -> None:
        try:
            check_setup(self.game, self.preset, self.options, len(self.names), self.first_dealer)
        except ValueError as error:
            raise RecordError(str(error)) from None
        for seat, name in enumerate(self.names):
            if not (isinstance(name, str) and is_name(name, NAME_LENGTH)):
                fault = _("seats[{seat}]: a name is 1 to {most} printable characters")
                raise RecordError(fault.format(seat=seat, most=NAME_LENGTH))

    def start(self) -> Match:
        """The match before its first deal."""
        return new_match(self.game, self.options, len(self.names), self.first_dealer)

    def steps(self) -> Iterator[tuple[Action | Deal, MatchStep]]:
        """Play the record from the start: each action with what it led to. RecordError names a faulty one."""
        match = self.start()
        for number, entry in enumerate(self.deals, 1):
            deal = Deal(entry.pack)
            step = self._deal(match, entry, deal, number)
            match = step.match
            yield deal, step
            for at, action in enumerate(entry.actions, 1):
                try:
                    step = match.apply(action)
                except IllegalAction as error:
                    raise RecordError(_at(number, at) + refusal(action, error.reason, self.names)) from None
                match = step.match
                yield action, step

    def last_deal(self) -> tuple[Event, ...]:
        """All that has happened in the last deal, the oldest first. RecordError as in `steps`."""
        happened: tuple[Event, ...] = ()
        for action, step in self.steps():
            happened = step.events if isinstance(action, Deal) else (*happened, *step.events)
        return happened

    def _deal(self, match: Match, entry: DealRecord, deal: Deal, number: int) -> MatchStep:
        reason = match.why_not(deal)
        if reason is not None:
            raise RecordError(_at(number, 0) + say(reason, self.names))
        if entry.dealer != match.dealer:
            fault = _("the dealer must be {due}, not {named}").format(due=match.dealer, named=entry.dealer)
            raise RecordError(_at(number, 0) + fault)
        return match.apply(deal)

    def replay(self) -> Match:
        """The match as it stands after the last action. RecordError if an action is illegal."""
        match = self.start()
        for _action, step in self.steps():
            match = step.match
        return match

    def dealt(self, dealer: int, pack: tuple[Card, ...]) -> Record:
        """The record with one more deal."""
        return replace(self, deals=(*self.deals, DealRecord(dealer, pack)))

    def acted(self, action: Action) -> Record:
        """The record with one more action in its last deal."""
        last = self.deals[-1]
        return replace(self, deals=(*self.deals[:-1], replace(last, actions=(*last.actions, action))))

    def undo(self) -> Record:
        """The record without its last action, or without its last deal if nobody acted in it."""
        if not self.deals:
            return self
        last = self.deals[-1]
        if not last.actions:
            return replace(self, deals=self.deals[:-1])
        return replace(self, deals=(*self.deals[:-1], replace(last, actions=last.actions[:-1])))

    def without_open_deal(self) -> Record:
        """What may be shown to a player while a deal is on: the packs of finished deals only."""
        match = self.replay()
        return replace(self, deals=self.deals[:-1]) if match.deal_open else self


def _at(deal: int, action: int) -> str:
    return _("deal {deal}, action {action}: ").format(deal=deal, action=action)


# -- writing ---------------------------------------------------------------------------------------


def dump(record: Record) -> bytes:
    """The record as UTF-8 JSON."""
    deals = [
        {"dealer": deal.dealer, "pack": notation(deal.pack), "actions": [str(a) for a in deal.actions], **deal.extra}
        for deal in record.deals
    ]
    base = GAMES[record.game].presets[record.preset]
    whole = {
        "format": FORMAT, "version": VERSION, "game": record.game, "preset": record.preset,
        "options": deviations(record.options, base), "seats": list(record.names),
        "first_dealer": record.first_dealer, "deals": deals, **record.extra,
    }  # fmt: skip
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


# -- reading ---------------------------------------------------------------------------------------


class _RawDeal(msgspec.Struct):
    dealer: int
    pack: str
    actions: list[Any]


class _Raw(msgspec.Struct):
    game: str
    seats: list[str]
    first_dealer: int
    preset: str | None = None
    options: dict[str, Any] = {}
    deals: list[Any] = []


_KEYS: Final = {"format", "version", *_Raw.__struct_fields__}


def load(data: bytes) -> Record:
    """Read a record and check its header, its words, its options and its size, not yet its play. RecordError."""
    if len(data) > MOST_BYTES:
        raise RecordError(_("this is no record of a match ({fault})").format(fault=_("the file is too large")))
    whole = _json(data)
    _check_size(whole)
    return build_record(whole)


def build_record(whole: Any) -> Record:
    """Check decoded JSON as `load` does, but for its size, and return it as a record. RecordError if faulty."""
    if _is_nested_deeper(whole, NESTING):
        raise RecordError(_("this is no record of a match ({fault})").format(fault=_("it is nested too deeply")))
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise RecordError(_("this is no record of a match (its format is not {name})").format(name=FORMAT))
    version = whole.get("version")
    if type(version) is not int or version < 1:
        raise RecordError(_("version: must be a whole number from 1"))
    if version > VERSION:
        raise RecordError(
            _("this record is of version {theirs}; this program reads version {ours}").format(
                theirs=version, ours=VERSION
            )
        )
    raw = _converted(whole, _Raw, "")
    return _header(raw, {key: value for key, value in whole.items() if key not in _KEYS})


def read(data: bytes) -> Record:
    """`load`, and play it through: a record that is read is one that can be played. RecordError if not."""
    record = load(data)
    record.replay()
    return record


def _json(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(_("this is no record of a match ({fault})").format(fault=in_words(error)[1])) from None


def _check_size(whole: Any) -> None:
    """Raise RecordError for more deals or actions than a record may have, before anything else is looked at."""
    deals = whole.get("deals") if isinstance(whole, dict) else None
    if not isinstance(deals, list):
        return
    if len(deals) > MOST_DEALS:
        fault = _("deals: a record has at most {most} of them, not {count}")
        raise RecordError(fault.format(most=MOST_DEALS, count=len(deals)))
    lists = (deal.get("actions") for deal in deals if isinstance(deal, dict))
    count = sum(len(actions) for actions in lists if isinstance(actions, list))
    if count > MOST_ACTIONS:
        fault = _("deals: a record has at most {most} actions, not {count}")
        raise RecordError(fault.format(most=MOST_ACTIONS, count=count))


def _is_nested_deeper(value: Any, levels: int) -> bool:
    """Whether lists and groups are in each other on more than so many levels."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _depth in range(levels):
        members = (one.values() if isinstance(one, dict) else one for one in level)
        level = [one for values in members for one in values if isinstance(one, (dict, list))]
    return bool(level)


def _converted(whole: Any, kind: Any, place: str) -> Any:
    try:
        return msgspec.convert(whole, kind)
    except msgspec.ValidationError as error:
        where, what = in_words(error)
        raise RecordError(place + (f"{where}: {what}" if where else what)) from None


def _header(raw: _Raw, extra: dict[str, Any]) -> Record:
    try:
        preset, options = agreed(raw.game, raw.preset, raw.options)
    except RulesError as error:
        raise RecordError(str(error)) from None
    record = Record(
        game=raw.game, preset=preset, options=options, names=tuple(raw.seats), first_dealer=raw.first_dealer,
        extra=extra,
    )  # fmt: skip
    verbs = verbs_of(*GAMES[raw.game].actions)
    return replace(record, deals=tuple(_deal(deal, verbs, number) for number, deal in enumerate(raw.deals, 1)))


def _deal(raw: Any, verbs: dict[str, type[Action]], number: int) -> DealRecord:
    deal = _converted(raw, _RawDeal, _at(number, 0))
    actions = []
    for at, text in enumerate(deal.actions, 1):
        try:
            actions.append(parse(text, verbs))
        except ActionError as error:
            raise RecordError(_at(number, at) + str(error)) from None
    extra = {key: value for key, value in raw.items() if key not in _RawDeal.__struct_fields__}
    return DealRecord(deal.dealer, _pack(deal.pack, _at(number, 0)), tuple(actions), extra)


def _pack(text: str, place: str) -> tuple[Card, ...]:
    try:
        return cards(text)
    except ValueError as error:
        raise RecordError(place + _("the pack: {fault}").format(fault=error)) from None


# -- telling ---------------------------------------------------------------------------------------


def results(record: Record) -> tuple[Match, tuple[DealResult, ...]]:
    """The match at the record's end and how each of its deals stands. RecordError if it cannot be played."""
    match, ended = record.start(), list[DealResult]()
    for action, step in record.steps():
        match = step.match
        if isinstance(action, Deal):
            ended.append(match.deal_result())
        else:
            ended[-1] = match.deal_result()
    return match, tuple(ended)


def story(record: Record) -> Iterator[tuple[Action | Deal, tuple[Event, ...]]]:
    """Each action of the record with the events it led to."""
    for action, step in record.steps():
        yield action, step.events
