"""Every mark at the table has a shape besides its color."""

from __future__ import annotations

import pygame
import pytest

from game.core.cards import Card
from tests.rows import check_rows
from ui.graphics.theme import TABLE_THEMES
from ui.table.hud import markers
from ui.table.layout.pose import CardPose, compute_corners

GREEN, CONTRAST = TABLE_THEMES["green"], TABLE_THEMES["contrast"]


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()
    pygame.display.set_mode((10, 10))


def make_pose(angle: float = 0.0) -> CardPose:
    return CardPose(Card("Ad"), 200.0, 200.0, 100.0, angle)


def to_grayscale(picture: pygame.Surface) -> bytes:
    """Return the picture without colors."""
    return pygame.image.tobytes(pygame.transform.grayscale(picture), "RGBA")


def test_high_contrast_table_marks_winning_and_refused_cards() -> None:
    star, cross = (make(24, CONTRAST.panel_color) for make in (markers.make_star_badge, markers.make_cross_badge))
    for is_winning, is_refused, expected in ((True, False, [star]), (False, True, [cross]), (False, False, [])):
        badges = markers.make_card_badges(make_pose(), CONTRAST, is_winning=is_winning, is_refused=is_refused)
        assert [badge for badge, _where in badges] == expected
    assert to_grayscale(star) != to_grayscale(cross)


def test_other_tables_mark_winning_card_with_glow_only() -> None:
    assert len(markers.make_card_backgrounds(make_pose(), GREEN, is_winning=True)) == 1
    assert (
        markers.make_card_backgrounds(make_pose(), GREEN, is_winning=False)
        == markers.make_card_badges(make_pose(), GREEN, is_winning=True, is_refused=False)
        == []
    )


@check_rows("angle", [0.0, 90.0, -12.5])
@check_rows("wins", [False, True])
def test_high_contrast_table_gives_every_card_a_rim(angle: float, wins: bool) -> None:
    xs, ys = zip(*compute_corners(make_pose(angle)), strict=True)
    card = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    rims = [where for _picture, where in markers.make_card_backgrounds(make_pose(angle), CONTRAST, is_winning=wins)]
    assert len(rims) == 2 and all(rim.contains(card) for rim in rims) and rims[0].contains(rims[1])


def test_side_badges_differ_without_color() -> None:
    marks = (markers.OWN_SIDE_MARK, markers.OTHER_SIDE_MARK)
    assert len({to_grayscale(markers.make_side_badge(mark, 24, "#12231b")) for mark in marks}) == 2
