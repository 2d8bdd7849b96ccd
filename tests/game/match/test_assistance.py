"""Assistance is agreed on before a match, stored with it, and read tolerantly."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.core.messages import InputError
from game.match.assistance import ASSISTANCE_KEY, ASSISTANCE_OPTION_NAMES, AssistanceOptions, read_assistance
from game.match.house_rules import RuleSet, make_preset_rule_set
from game.rules import GAMES
from tests.rows import check_rows
from tests.sample_options import iter_sample_options


def test_assistance_options_and_house_rules_have_different_names() -> None:
    for game in GAMES.values():
        for options in game.presets.values():
            assert not ASSISTANCE_OPTION_NAMES & set(msgspec.structs.asdict(options))


@check_rows("aids", tuple(iter_sample_options(AssistanceOptions())))
def test_stored_assistance_options_are_read_back(aids: AssistanceOptions) -> None:
    assert read_assistance({ASSISTANCE_KEY: msgspec.to_builtins(aids), "chat": []}) == aids


@check_rows("beside", [
    {}, {ASSISTANCE_KEY: None}, {ASSISTANCE_KEY: "all"}, {ASSISTANCE_KEY: {"memory": "some"}},
    {ASSISTANCE_KEY: {"undo": 1}}, {ASSISTANCE_KEY: {"cheat": True}}, {ASSISTANCE_KEY: [1, 2]},
])  # fmt: skip
def test_invalid_assistance_options_become_defaults(beside: dict[str, Any]) -> None:
    assert read_assistance(beside) == AssistanceOptions()


def test_unknown_assistance_value_is_refused_and_named() -> None:
    game = next(iter(GAMES))
    with pytest.raises(InputError, match="option memory: must be one of "):
        RuleSet(game=game, preset=make_preset_rule_set(game).preset, changes={"memory": "some"})
