"""What helps people at the table: agreed on before a match, kept with it, read with care."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.aids import KEY, NAMES, Aids, aids_of
from game.engine.options import samples
from game.house_rules import RulesError, RuleSet, preset_rules
from game.rules import GAMES


def test_no_aid_is_called_like_a_house_rule_of_a_game() -> None:
    for game in GAMES.values():
        for options in game.presets.values():
            assert not NAMES & set(msgspec.structs.asdict(options))


@pytest.mark.parametrize("aids", tuple(samples(Aids())))
def test_what_was_agreed_is_read_again(aids: Aids) -> None:
    assert aids_of({KEY: msgspec.to_builtins(aids), "chat": []}) == aids


@pytest.mark.parametrize("beside", [
    {}, {KEY: None}, {KEY: "all"}, {KEY: {"memory": "some"}}, {KEY: {"undo": 1}}, {KEY: {"cheat": True}}, {KEY: [1, 2]},
])  # fmt: skip
def test_what_cannot_be_read_is_as_at_first(beside: dict[str, Any]) -> None:
    assert aids_of(beside) == Aids()


def test_a_value_that_an_aid_does_not_have_is_refused_by_name() -> None:
    game = next(iter(GAMES))
    with pytest.raises(RulesError, match="option memory: must be one of"):
        RuleSet(game=game, preset=preset_rules(game).preset, changes={"memory": "some"})
