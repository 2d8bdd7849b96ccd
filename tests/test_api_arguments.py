"""Functions of ``import game`` refuse a wrong argument with one sentence: a generated walk over the public API."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import pytest

import game
from game.storage.files import StorageError
from tests.game.match.nested_records import make_nested_value
from tests.helpers import PLAYER_NAMES
from tests.lanes import choose_sample
from tests.rows import check_rows

replace = msgspec.structs.replace
REFUSALS: Final = (TypeError, game.InputError, game.IllegalActionError, StorageError)
"""The documented types of errors."""


class Text(str):
    """A text that only equals one."""


class Hostile:
    """An object that equals everything and cannot be written."""

    def __repr__(self) -> str:
        raise RuntimeError("two\nlines")

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


class CardLookAlike:
    """An object with the fields of a card."""

    name, rank, suit = "Kh", "K", "h"

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(game.Card("Kh"))

    def __str__(self) -> str:
        return "Kh"


WRONG_VALUES: Final[tuple[Any, ...]] = (
    None, True, False, 5, -1, 99, 10**30, 10**5000, 1.0, float("nan"), "zz", "", "\ud800", Text("Kh"), b"Kh", [], {},
    ("zz",), object(), np.int64(0), np.float64(1), np.zeros(3), Hostile(), CardLookAlike(), game.HIDDEN_CARD,
    object.__new__(game.Card),
)  # fmt: skip


NAMED_ARGUMENTS: Final = {
    "actions", "addressed_seat", "cards", "deals", "deck", "event", "names", "observation", "options", "pack", "path",
    "preset", "ranking", "reason", "record", "seat", "seed", "text", "time_limit_ms", "trick",
}  # fmt: skip
"""The arguments that a TypeError names."""
TRICKS: Final[Mapping[str, Callable[[Any], game.Trick]]] = {
    "seats and cards": lambda value: game.Trick(value, value),
    "two cards": lambda value: game.Trick((value, 0), (game.HIDDEN_CARD, value)),
    "seats of cards": lambda value: game.Trick((value,), (game.Card("2d"), game.Card("Ad"))),
    "face-down seats": lambda value: game.Trick((0,), (game.Card("Ad"),), value),
}
Call = Callable[[Any], object]


def begin(game_id: str = "briscola") -> game.MatchRunner:
    """Return a match whose first deal has been dealt."""
    runner = game.MatchRunner(game_id, seed=7)
    runner.deal()
    return runner


def make_record() -> game.Record:
    return begin().record(PLAYER_NAMES[:2])


def vary(function: Callable[..., object], **arguments: Any) -> Iterator[tuple[str, Call]]:
    """Yield, for each of the right arguments of a function, its name and a call with another value of it."""
    for name in arguments:
        yield name, partial(call_with, function, arguments, name)


def call_with(function: Callable[..., object], arguments: dict[str, Any], name: str, value: Any) -> object:
    return function(**arguments | {name: value})


def find_winner(make_trick: Callable[[Any], game.Trick], value: Any) -> object:
    return game.find_trick_winner(make_trick(value), ("A",), "h")


def iter_calls() -> Iterator[tuple[str, Call]]:
    """Yield the calls of all functions and methods that take an argument, by the name of the argument."""
    record, player, runner = make_record(), game.create_player("briscola", "club"), begin()
    deal, event = record.deals[0], game.MatchRunner("briscola").deal()[0]
    for function in (
        game.Card, game.parse_cards, game.list_levels, game.load_record, player.choose, runner.observe, runner.rng,
        runner.record, runner.match.apply, runner.match.illegal_reason, game.list_unseen_cards,
        game.find_outstanding_cards,
    ):  # fmt: skip
        yield function.__name__, function
    yield "deal", lambda value: game.MatchRunner("briscola").deal(value)
    yield "names", lambda value: begin().record([value, "Anna"])
    yield "pack", lambda value: game.MatchRunner("briscola").deal([value] * 40)
    yield "push", lambda value: begin().push(value)
    yield "option", lambda value: game.MatchRunner("briscola", options={value: 1})
    yield "code", lambda value: game.format_reason(game.Reason(value), PLAYER_NAMES)
    yield "seat", lambda value: game.format_reason(game.Reason("not_your_turn", {"seat": value}), ("Anna",))
    for name, make_trick in TRICKS.items():
        yield name, partial(find_winner, make_trick)
    yield from vary(game.create_player, game_id="briscola", level="club", seed=1, time_limit_ms=5)
    yield from vary(game.MatchRunner, game_id="briscola", preset=None, seats=2, seed=1, first_dealer=0, options={})
    yield from vary(lambda **options: game.MatchRunner("briscola", options=options), deals_to_win=1)
    yield from vary(game.find_trick_winner, trick=game.Trick((0,), (game.Card("Ad"),)), ranking=("A",), trump="h")
    named = {"names": PLAYER_NAMES, "deck": None, "addressed_seat": None}
    yield from vary(game.format_event, event=event, **named)
    yield from vary(game.format_reason, reason=game.Reason("not_your_turn", {"seat": 0}), **named)
    yield from vary(game.save_record, record=record, path="new")
    yield from vary(lambda **fields: game.Record(**fields).replay(), **get_fields(record))
    yield from vary(
        lambda **fields: replace(record, deals=(replace(deal, **fields),)).replay(), **get_fields(deal)
    )  # fmt: skip


def get_fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def test_wrong_arguments_are_refused_with_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    named_arguments = set[str]()
    for name, call in iter_calls():
        for value in (*WRONG_VALUES, *((value,) for value in WRONG_VALUES)):
            try:
                call(value)
            except REFUSALS as error:
                assert str(error) and str(error).isprintable(), name
                named, verb, _kind = str(error).partition(": must be ")
                if verb and isinstance(error, TypeError):
                    named_arguments.add(named)
            except Exception as error:
                raise AssertionError(f"{name}: {type(error).__name__}") from error
    assert named_arguments == NAMED_ARGUMENTS


def test_unseen_cards_and_choices_need_card_play() -> None:
    observation = game.MatchRunner("briscola").observe(0)
    for find in (game.list_unseen_cards, game.find_outstanding_cards):
        with pytest.raises(game.InputError, match="the observation is not from card play"):
            find(observation)
    with pytest.raises(game.InputError, match="nothing to choose"):
        game.create_player("briscola", "club").choose(observation)


def test_record_without_deals_takes_no_action() -> None:
    record = game.MatchRunner("briscola").record(PLAYER_NAMES[:2])
    with pytest.raises(game.RecordError, match="no deal yet"):
        record.with_action(game.Play(0, game.Card("Kh")))


# -- push ------------------------------------------------------------------------------------------


def iter_moments(game_id: str) -> Iterator[game.MatchRunner]:
    """Yield a match before each action of its first deals, with every kind of choice of its first preset."""
    for seed in range(2):
        runner = game.MatchRunner(game_id, seed=seed)
        for _action in range(60):
            if runner.is_over:
                break
            if runner.needs_deal:
                runner.deal()
                continue
            yield runner
            seat = runner.turn
            assert seat is not None
            runner.push(runner.rng(seat).choice(runner.observe(seat).legal_actions))


def iter_equal_values(value: object) -> Iterator[object]:
    """Yield values of other types that equal ``value``, or look like it."""
    if isinstance(value, int):
        yield from (float(value), np.int64(value), complex(value), np.array(value), str(value))
        if value in (0, 1):
            yield bool(value)
    elif isinstance(value, str):
        yield from (Text(value), np.str_(value), value.encode())
    elif isinstance(value, game.Card):
        yield from (str(value), Text(value), CardLookAlike(), Hostile(), object.__new__(game.Card))
    yield Hostile()


@pytest.mark.nightly
@check_rows("game_id", choose_sample([*game.GAMES], 2))
def test_push_takes_no_value_that_merely_equals_a_legal_one(game_id: str) -> None:
    checked = set[tuple[str, str, str]]()
    for runner in iter_moments(game_id):
        assert runner.turn is not None
        for action in runner.observe(runner.turn).legal_actions:
            for field in action.__struct_fields__:
                for value in iter_equal_values(getattr(action, field)):
                    before = runner.match
                    values = {name: getattr(action, name) for name in action.__struct_fields__} | {field: value}
                    with pytest.raises(TypeError) as refusal:
                        runner.push(type(action)(**values))
                    assert str(refusal.value).isprintable() and field in str(refusal.value)
                    assert runner.match is before
                    checked.add((type(action).__name__, field, type(value).__name__))
    assert {name for name, _field, _type in checked} >= {"Play"}
    assert len(checked) > 9


def test_push_takes_no_action_of_a_derived_class() -> None:
    class MyPlay(game.Play, frozen=True):
        pass

    runner = begin()
    assert runner.turn is not None
    (play, *_others) = runner.observe(runner.turn).legal_actions
    assert isinstance(play, game.Play)
    for action in (MyPlay(play.seat, play.card), game.Action(play.seat)):
        with pytest.raises(TypeError, match="an action of the game is needed"):
            runner.push(action)


# -- files -----------------------------------------------------------------------------------------


def iter_strange_records() -> Iterator[game.Record]:
    """Yield records with values that a file might not keep."""
    record = make_record()
    deal = record.deals[0]
    strange_values: tuple[Any, ...] = (
        {1, 2}, object(), float("nan"), 10**30, b"x", "\ud800", [[[]]] * 3, {1: 2}, {"a": {"b": None}}, Hostile(), 1.5,
        np.int64(1),
    )  # fmt: skip
    for value in strange_values:
        yield replace(record, extra={"note": value})
        yield replace(record, deals=(replace(deal, extra={"note": value}),))
    for key in ("format", "version", "game", "preset", "options", "seats", "first_dealer", "deals"):
        for value in ("x", 7, [], {}, ["Anna", "Bruno"]):
            yield replace(record, extra={key: value})
    for key in deal.__struct_fields__:
        yield replace(record, deals=(replace(deal, extra={key: []}),))
    yield replace(record, extra={"note": make_nested_value(80)})
    yield replace(record, deals=(replace(deal, dealer=bool(deal.dealer)),))
    yield replace(record, names=(Text("Anna"), "Bruno"))
    yield replace(record, names=("Anna", "Bruno", "Carla"))


def test_every_file_that_is_saved_is_loaded_again(tmp_path: Path) -> None:
    saved_count = 0
    for number, record in enumerate(iter_strange_records()):
        path = tmp_path / f"{number}.tvr"
        try:
            game.save_record(record, path)
        except (game.RecordError, TypeError) as error:
            assert str(error).isprintable()
            assert not path.exists()
        else:
            saved_count += 1
            loaded = game.load_record(path)
            assert (loaded.names, loaded.deals[0].actions) == (record.names, record.deals[0].actions)
    assert 5 < saved_count < 30
