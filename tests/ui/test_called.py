"""What the people and the computer players of a new match are called."""

from __future__ import annotations

from argparse import Namespace

import pytest

from game.seating import PERSON, Player
from ui import form as forms
from ui import front


@pytest.mark.parametrize("people, name", [((), "Player 2"), (("Anna", "Zoe"), "Zoe"), (("Anna", "Bruno"), "Player 2")])
def test_a_second_person_is_not_called_as_the_computer(people: tuple[str, ...], name: str) -> None:
    form = forms.first_form("Anna")
    both = forms.with_kind(form, 1, PERSON, people)
    assert both.players[1] == Player(name, PERSON)
    assert forms.with_kind(both, 1, "club", people) == form
    assert forms.only_people(form, people).players[1] == Player(name, PERSON)
    assert forms.against_computer(both, "Anna", people).players == form.players


def test_a_typed_name_stays_with_another_kind_of_player() -> None:
    form = forms.with_player(forms.first_form("Anna"), 1, Player("Gigi", "club"))
    assert forms.with_kind(form, 1, PERSON, ("Anna", "Zoe")).players[1] == Player("Gigi", PERSON)


@pytest.mark.parametrize("called, names", [
    ("You", ["You", "Bruno", "Carla", "Dino"]), ("Bruno", ["Bruno", "Anna", "Carla", "Dino"]),
])  # fmt: skip
def test_play_from_the_command_line_seats_the_person_under_their_name(called: str, names: list[str]) -> None:
    args = Namespace(game="spades", preset=None, seats=4, players=None, deals=1, autoplay=False, code=None)
    agreed = front.read_seating(args)
    assert [one.name for one in front.called_so(agreed, called).players] == names
    args.autoplay = True
    computers = front.read_seating(args)
    assert front.called_so(computers, called) == computers
