"""A table that stands still: what the seat saw, its choices, and nothing that anybody else does."""

from __future__ import annotations

import pytest

from game.engine.actions import Leave, Play
from game.engine.cards import Card
from game.engine.tricks import Tricks
from game.position import Position
from game.table import Table
from game.view import look
from tests.helpers import NAMES, conceivable, deal, play


def stands() -> Position:
    match = deal(game="spades", seats=4)
    while not isinstance(match.phase, Tricks):
        match = play(match, f"{match.to_act} bid 3")
    match = play(match, str(match.legal()[0]))
    assert match.to_act is not None
    return Position(look(match, match.to_act), NAMES[:4])


def test_it_is_a_table_with_one_person_at_it() -> None:
    table: Table = stands()
    assert table.persons == (table.viewer,) == (table.speaker,)
    assert table.your_turn
    assert table.match_id is None
    assert table.update(idle=True) == []
    assert table.again.players == table.players
    assert set(table.view.board.hands[table.persons[0]]) <= set(table.pack)
    assert not table.may_leave(Leave, table.persons[0])
    assert table.say("Hello") is not None
    table.mark(0, "partner")
    assert table.marks == {0: "partner"}
    table.mark(0, "")
    assert table.marks == {}
    table.arrange((Card("Ad"),))
    assert table.arranged == (Card("Ad"),)


def test_it_takes_one_choice_and_says_of_everything_else_why_not() -> None:
    table = stands()
    seat = table.persons[0]
    refused = dict(table.view.refused)
    for action in conceivable("spades", seat):
        why = table.act(action)
        assert (why is None) == (action in table.view.choices), action
        if isinstance(action, Play) and action.card in refused:
            assert why == refused[action.card]
        if why is None:
            assert table.chosen == action
            assert not table.your_turn
            assert table.act(action) is not None
            table.again_from_here()
        assert table.your_turn


def test_it_is_made_of_a_turn_only() -> None:
    match = deal(game="spades", seats=4)
    assert match.to_act is not None
    with pytest.raises(ValueError, match="nothing to choose"):
        Position(look(match, (match.to_act + 1) % 4), NAMES[:4])
