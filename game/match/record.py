"""Match records: a header and the actions; everything else follows from the rules (docs/record.md).

Reading checks everything; a `RecordError` names the place. Unknown keys, at the top level and in a deal, are kept and
written again.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from game.core.actions import Action, Deal, map_actions_by_verb, parse_action
from game.core.arguments import check_argument, format_argument
from game.core.cards import Card, format_cards, parse_cards
from game.core.events import Event
from game.core.messages import InputError, Reason
from game.core.options import Options, find_changed_options
from game.core.phase import DealResult, IllegalActionError
from game.core.sanitizer import escape_to_one_line, is_visible_line
from game.core.validation import read_validation_error
from game.match.house_rules import resolve_options
from game.match.match import Match, MatchStep, check_setup, create_match
from game.rules import GAMES

RECORD_FORMAT: Final = "tavoloverde-record"
RECORD_VERSION: Final = 1
MAX_PLAYER_NAME_CHARACTERS: Final = 80
MOST_DEALS: Final = 2_000
"""Deals in a record that is read; a long match has a hundred."""
MOST_ACTIONS: Final = 100_000
"""Actions in all its deals: two days and nights of play without a pause."""
MOST_BYTES: Final = 8_000_000
"""Bytes of a record that is read; a record within the other bounds needs half of it."""
NESTING: Final = 50
"""Levels of nested lists and objects, the record itself the first; this program writes seven."""
FAIRNESS_KEY: Final = "fairness"
"""The key, in a record and in its deals, of the proof of the shuffles (`game.shuffling.commitments`)."""
replace = msgspec.structs.replace


class RecordError(InputError):
    """A record that cannot be read or replayed."""


class DealRecord(msgspec.Struct, frozen=True):
    """A deal: the whole pack in dealing order, and the actions. ``extra``: unknown keys with their values."""

    dealer: int
    pack: tuple[Card, ...]
    actions: tuple[Action, ...] = ()
    extra: dict[str, Any] = {}


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a match.

    ``names``: the names at the seats, in order of play; ``extra``: unknown keys with their values. Raises RecordError
    if no match can have this header, TypeError for a value of another type.
    """

    game_id: str
    preset: str
    options: Options
    names: tuple[str, ...]
    first_dealer: int
    deals: tuple[DealRecord, ...] = ()
    extra: dict[str, Any] = {}

    def __post_init__(self) -> None:
        check_argument("preset", self.preset, str)
        check_argument("names", self.names, tuple)
        check_argument("deals", self.deals, tuple)
        try:
            check_setup(self.game_id, self.preset, self.options, len(self.names), self.first_dealer)
        except InputError as error:
            raise RecordError(error.reason, *error.places) from None
        for seat, name in enumerate(self.names):
            if not (isinstance(name, str) and is_visible_line(name, MAX_PLAYER_NAME_CHARACTERS)):
                raise RecordError("player_name", seat=seat, most=MAX_PLAYER_NAME_CHARACTERS)

    def create_match(self) -> Match:
        """Return the match before its first deal."""
        return create_match(self.game_id, self.options, len(self.names), self.first_dealer)

    def iter_steps(self) -> Iterator[tuple[Action | Deal, MatchStep]]:
        """Yield each deal and action with its result, from the start. Raise RecordError at an illegal one."""
        match = self.create_match()
        for deal_number, deal_record in enumerate(self.deals, 1):
            check_argument("deals", deal_record, DealRecord)
            deal = Deal(deal_record.pack)
            step = self._apply_deal(match, deal_record, deal, deal_number)
            match = step.match
            yield deal, step
            check_argument("actions", deal_record.actions, tuple)
            for action_number, action in enumerate(deal_record.actions, 1):
                try:
                    step = match.apply(action)
                except IllegalActionError as error:
                    place, why = _make_place(deal_number, action_number), error.reason
                    raise RecordError("refused_action", place, action=action, why=why, names=self.names) from None
                except TypeError as error:
                    place = _make_place(deal_number, action_number)
                    raise RecordError("faulty_action", place, fault=str(error)) from None
                match = step.match
                yield action, step

    def list_last_deal_events(self) -> tuple[Event, ...]:
        """Return the events of the last deal, with nothing hidden, the oldest first; () without deals.

        Raise RecordError if a deal or an action is illegal.
        """
        events: tuple[Event, ...] = ()
        for action, step in self.iter_steps():
            events = step.events if isinstance(action, Deal) else (*events, *step.events)
        return events

    def _apply_deal(self, match: Match, deal_record: DealRecord, deal: Deal, deal_number: int) -> MatchStep:
        try:
            reason = match.illegal_reason(deal)
        except TypeError as error:
            raise RecordError("faulty_pack", _make_place(deal_number, 0), fault=str(error)) from None
        if reason is not None:
            raise RecordError(reason, _make_place(deal_number, 0))
        if type(deal_record.dealer) is not int or deal_record.dealer != match.dealer:
            place, named = _make_place(deal_number, 0), format_argument(deal_record.dealer)
            raise RecordError("other_dealer", place, due=match.dealer, named=named)
        return match.apply(deal)

    def replay(self, after_action: Callable[[], object] | None = None) -> Match:
        """Return the match after the last action. Raise RecordError if a deal or an action is illegal.

        ``after_action`` is called after every action.
        """
        match = self.create_match()
        for _action, step in self.iter_steps():
            match = step.match
            if after_action is not None:
                after_action()
        return match

    def with_deal(self, dealer: int, pack: tuple[Card, ...]) -> Record:
        """Return the record with one more deal, without actions. It is not checked; ``pack``: the top card first."""
        return self._with_deals((*self.deals, DealRecord(dealer, pack)))

    def with_action(self, action: Action) -> Record:
        """Return the record with one more action in its last deal. The action is not checked.

        Raise RecordError if the record has none.
        """
        if not self.deals:
            raise RecordError("no_deal_yet")
        last_deal = self.deals[-1]
        return self._with_deals((*self.deals[:-1], replace(last_deal, actions=(*last_deal.actions, action))))

    def without_last_action(self) -> Record:
        """Return the record without its last action, or without a last deal that has no action.

        A record without deals is returned unchanged.
        """
        if not self.deals:
            return self
        last_deal = self.deals[-1]
        if not last_deal.actions:
            return self._with_deals(self.deals[:-1])
        return self._with_deals((*self.deals[:-1], replace(last_deal, actions=last_deal.actions[:-1])))

    def without_deal_in_progress(self, match: Match | None = None) -> Record:
        """Return the record without a last deal that is not over. Raise RecordError as `replay`.

        ``match``: the match of the record, which is replayed if it is None.
        """
        match = match or self.replay()
        return self._with_deals(self.deals[:-1]) if match.is_deal_in_progress else self

    def _with_deals(self, deals: tuple[DealRecord, ...]) -> Record:
        """Return the record with other deals. The header is not checked again, since it was when it was created."""
        record = copy.copy(self)
        msgspec.structs.force_setattr(record, "deals", deals)
        return record


def _make_place(deal_number: int, action_number: int) -> Reason:
    return Reason("action_of_deal", {"deal": deal_number, "action": action_number})


# -- writing ---------------------------------------------------------------------------------------


def encode_record(record: Record) -> bytes:
    """Return the record as UTF-8 JSON."""
    deals = [
        {
            "dealer": deal.dealer,
            "pack": format_cards(deal.pack),
            "actions": [str(action) for action in deal.actions],
            **deal.extra,
        }
        for deal in record.deals
    ]
    preset_options = GAMES[record.game_id].presets[record.preset]
    document = {
        "format": RECORD_FORMAT, "version": RECORD_VERSION, "game": record.game_id, "preset": record.preset,
        "options": find_changed_options(record.options, preset_options), "seats": list(record.names),
        "first_dealer": record.first_dealer, "deals": deals, **record.extra,
    }  # fmt: skip
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def encode_checked_record(record: Record) -> bytes:
    """Return the record as UTF-8 JSON that `decode_playable_record` reads as the same match.

    Raise RecordError if there is none: a value cannot be written, is read otherwise, or breaks a rule; TypeError for a
    value of another type.
    """
    record.replay()
    try:
        data = encode_record(record)
    except (TypeError, ValueError, OverflowError, RecursionError, AttributeError) as error:
        raise RecordError("not_storable", fault=escape_to_one_line(str(error))) from None
    if not is_same_match(decode_playable_record(data), record):
        raise RecordError("other_match_if_read")
    return data


# -- reading ---------------------------------------------------------------------------------------


class _DealDocument(msgspec.Struct):
    dealer: int
    pack: str
    actions: list[Any]


class _RecordDocument(msgspec.Struct):
    game: str
    seats: list[str]
    first_dealer: int
    preset: str | None = None
    options: dict[str, Any] = {}
    deals: list[Any] = []


_KNOWN_KEYS: Final = {"format", "version", *_RecordDocument.__struct_fields__}


def decode_record(data: bytes) -> Record:
    """Return the record in ``data``; its actions are parsed but not played.

    Raise RecordError if it is not JSON, or if header, options, packs, actions or size are invalid.
    """
    if len(data) > MOST_BYTES:
        raise RecordError("no_record", fault=Reason("file_too_large"))
    document = _decode_json(data)
    _check_size(document)
    return build_record(document)


def build_record(whole: Any) -> Record:
    """Return the record in decoded JSON, checked as by `decode_record` but for its size.

    Raise RecordError if it is invalid.
    """
    if _is_nested_deeper(whole, NESTING):
        raise RecordError("no_record", fault=Reason("nested_too_deeply"))
    if not isinstance(whole, dict) or whole.get("format") != RECORD_FORMAT:
        raise RecordError("other_record_format", name=RECORD_FORMAT)
    version = whole.get("version")
    if type(version) is not int or version < 1:
        raise RecordError("record_version")
    if version > RECORD_VERSION:
        raise RecordError("newer_record_version", theirs=version, ours=RECORD_VERSION)
    raw = _convert_document(whole, _RecordDocument)
    return _build_record(raw, {key: value for key, value in whole.items() if key not in _KNOWN_KEYS})


def decode_playable_record(data: bytes) -> Record:
    """Return the record in ``data`` after playing it through.

    Raise RecordError if it is invalid or an action is illegal.
    """
    record = decode_record(data)
    record.replay()
    return record


def _decode_json(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("no_record", fault=read_validation_error(error)[0]) from None


def _check_size(whole: Any) -> None:
    """Raise RecordError for too many deals or actions, before anything else is read."""
    deals = whole.get("deals") if isinstance(whole, dict) else None
    if not isinstance(deals, list):
        return
    if len(deals) > MOST_DEALS:
        raise RecordError("too_many_deals", most=MOST_DEALS, count=len(deals))
    lists = (deal.get("actions") for deal in deals if isinstance(deal, dict))
    count = sum(len(actions) for actions in lists if isinstance(actions, list))
    if count > MOST_ACTIONS:
        raise RecordError("too_many_actions", most=MOST_ACTIONS, count=count)


def _is_nested_deeper(value: Any, levels: int) -> bool:
    """Return whether lists and objects are nested in more than ``levels`` levels."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _depth in range(levels):
        members = (parent.values() if isinstance(parent, dict) else parent for parent in level)
        level = [child for children in members for child in children if isinstance(child, (dict, list))]
    return bool(level)


def _convert_document(document: Any, document_type: Any, *places: Reason) -> Any:
    try:
        return msgspec.convert(document, document_type)
    except msgspec.ValidationError as error:
        reason, inner_places = read_validation_error(error)
        raise RecordError(reason, *places, *inner_places) from None


def _build_record(raw: _RecordDocument, extra: dict[str, Any]) -> Record:
    try:
        preset, options = resolve_options(raw.game, raw.preset, raw.options)
    except InputError as error:
        raise RecordError(error.reason, *error.places) from None
    record = Record(
        game_id=raw.game, preset=preset, options=options, names=tuple(raw.seats), first_dealer=raw.first_dealer,
        extra=extra,
    )  # fmt: skip
    actions_by_verb = map_actions_by_verb(*GAMES[raw.game].actions)
    return replace(
        record,
        deals=tuple(
            _build_deal_record(deal, actions_by_verb, deal_number) for deal_number, deal in enumerate(raw.deals, 1)
        ),
    )


def _build_deal_record(raw: Any, actions_by_verb: dict[str, type[Action]], deal_number: int) -> DealRecord:
    deal = _convert_document(raw, _DealDocument, _make_place(deal_number, 0))
    actions = []
    for action_number, text in enumerate(deal.actions, 1):
        try:
            actions.append(parse_action(text, actions_by_verb))
        except InputError as error:
            raise RecordError(error.reason, _make_place(deal_number, action_number)) from None
    extra = {key: value for key, value in raw.items() if key not in _DealDocument.__struct_fields__}
    return DealRecord(deal.dealer, _parse_pack(deal.pack, _make_place(deal_number, 0)), tuple(actions), extra)


def _parse_pack(text: str, place: Reason) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except ValueError as error:
        raise RecordError("faulty_pack", place, fault=str(error)) from None


# -- telling ---------------------------------------------------------------------------------------


def replay_deal_results(record: Record) -> tuple[Match, tuple[DealResult, ...]]:
    """Return the match at the record's end, and the outcome of each deal, the oldest first.

    The outcome of a deal that is not over is "unfinished". Raise RecordError if a deal or an action is illegal.
    """
    match, deal_results = record.create_match(), list[DealResult]()
    for action, step in record.iter_steps():
        match = step.match
        if isinstance(action, Deal):
            deal_results.append(match.get_deal_result())
        else:
            deal_results[-1] = match.get_deal_result()
    return match, tuple(deal_results)


def is_same_match(record: Record, other: Record) -> bool:
    """Return whether two records are of one match: the same game, rules, names, first dealer, deals and actions."""

    def make_key(record: Record) -> tuple[object, ...]:
        deals = tuple((deal.dealer, deal.pack, deal.actions) for deal in record.deals)
        return record.game_id, record.options, record.names, record.first_dealer, deals

    return make_key(record) == make_key(other)
