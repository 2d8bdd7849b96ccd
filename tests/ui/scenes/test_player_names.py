"""The names of people and computer players in a new match."""

from __future__ import annotations

from argparse import Namespace

import pytest

from game.match.setup import PERSON_KIND, PlayerInfo
from ui.app import launch
from ui.scenes.new_match import form_state as forms


@pytest.mark.parametrize("people, name", [((), "Player 2"), (("Anna", "Zoe"), "Zoe"), (("Anna", "Bruno"), "Player 2")])
def test_second_person_and_computer_have_different_names(people: tuple[str, ...], name: str) -> None:
    form = forms.make_default_form("Anna")
    both = forms.with_kind(form, 1, PERSON_KIND, people)
    assert both.players[1] == PlayerInfo(name, PERSON_KIND)
    assert forms.with_kind(both, 1, "club", people) == form
    assert forms.with_only_people(form, people).players[1] == PlayerInfo(name, PERSON_KIND)
    assert forms.with_computer_opponents(both, "Anna", people).players == form.players


def test_typed_name_survives_change_of_player_kind() -> None:
    form = forms.with_player(forms.make_default_form("Anna"), 1, PlayerInfo("Gigi", "club"))
    assert forms.with_kind(form, 1, PERSON_KIND, ("Anna", "Zoe")).players[1] == PlayerInfo("Gigi", PERSON_KIND)


@pytest.mark.parametrize("called, names", [
    ("You", ["You", "Bruno", "Carla", "Dino"]), ("Bruno", ["Bruno", "Anna", "Carla", "Dino"]),
])  # fmt: skip
def test_command_line_match_uses_the_name_of_the_person(called: str, names: list[str]) -> None:
    args = Namespace(game="spades", preset=None, seats=4, players=None, deals=1, autoplay=False, code=None)
    agreed = launch.read_seating(args)
    assert [player.name for player in launch.rename_first_person(agreed, called).players] == names
    args.autoplay = True
    computers = launch.read_seating(args)
    assert launch.rename_first_person(computers, called) == computers
