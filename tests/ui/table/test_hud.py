"""The plates of the seats."""

from __future__ import annotations

from itertools import permutations

from game.ai.characters import CHARACTERS
from ui.art import PORTRAITS
from ui.table.hud import portraits


def test_a_character_has_its_own_face_and_no_two_seats_are_alike() -> None:
    for names in permutations(("Anna", "Nonna Pia", "Bruno", "Wanda", "Bruno", "Xaver"), 6):
        faces = portraits(names)
        assert len(set(faces)) == len(faces)
        assert all(1 <= face <= PORTRAITS for face in faces)
        assert faces[names.index("Nonna Pia")] == CHARACTERS["Nonna Pia"].face
        assert CHARACTERS["Bruno"].face in (faces[at] for at, name in enumerate(names) if name == "Bruno")


def test_the_same_names_have_the_same_faces() -> None:
    assert portraits(("Wanda", "Xaver")) == portraits(("Wanda", "Xaver"))
