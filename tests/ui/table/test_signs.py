"""What a colour says at the table, a shape says too."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.engine.cards import Card
from ui import theme
from ui.table import signs
from ui.table.pose import Pose, corners


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((10, 10))
    yield
    theme.lay("green")


def pose(angle: float = 0.0) -> Pose:
    return Pose(Card("Ad"), 200.0, 200.0, 100.0, angle)


def grey(picture: pygame.Surface) -> bytes:
    """What a person sees who sees no colours."""
    return pygame.image.tobytes(pygame.transform.grayscale(picture), "RGBA")


def test_on_a_strong_cloth_the_winning_card_has_a_star_and_a_refused_one_a_cross_and_others_nothing() -> None:
    theme.lay("contrast")
    assert [one for one, _where in signs.on_card(pose(), wins=True, refused=False)] == [signs.star(24)]
    assert [one for one, _where in signs.on_card(pose(), wins=False, refused=True)] == [signs.cross(24)]
    assert signs.on_card(pose(), wins=False, refused=False) == []
    assert grey(signs.star(24)) != grey(signs.cross(24))


def test_on_other_cloths_the_winning_card_has_its_light_and_no_card_a_rim() -> None:
    assert len(signs.grounds(pose(), wins=True)) == 1
    assert signs.grounds(pose(), wins=False) == signs.on_card(pose(), wins=True, refused=False) == []


@pytest.mark.parametrize("angle", [0.0, 90.0, -12.5])
@pytest.mark.parametrize("wins", [False, True])
def test_on_a_strong_cloth_every_card_has_a_rim_that_looks_out_all_round(angle: float, wins: bool) -> None:
    theme.lay("contrast")
    xs, ys = zip(*corners(pose(angle)), strict=True)
    card = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    rims = [where for _picture, where in signs.grounds(pose(angle), wins=wins)]
    assert len(rims) == 2 and all(rim.contains(card) for rim in rims) and rims[0].contains(rims[1])


def test_the_signs_of_the_sides_differ_without_their_colours() -> None:
    assert len({grey(signs.side_sign(side, 24)) for side in range(len(signs.SIDES))}) == len(signs.SIDES)
