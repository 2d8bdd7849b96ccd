"""The table of the trainer: its parts have room in every window, at every scale and for every number of players."""

from __future__ import annotations

from itertools import combinations, product

import pygame
import pytest

from tests.ui.trick_directions import assert_cards_are_placed_towards_players, order_by_play
from ui.scenes.trainer.table_layout import (
    LINE_HEIGHT,
    TrainerLayout,
    compute_picked_card_width,
    compute_trainer_layout,
)
from ui.table.layout.pose import CARD_ASPECT_RATIO

WINDOW_SIZES = ((960, 540), (1280, 720), (1366, 768), (1024, 768), (1920, 1080), (2560, 1080), (3840, 2160))
TEXT_SCALES = (1.0, 1.25, 1.5)


def make_layout(size: tuple[int, int], seats: int, text_scale: float, *, is_clockwise: bool = False) -> TrainerLayout:
    window_scale = min(size[0] / 1280, size[1] / 720)
    scale, panel_scale = window_scale * min(text_scale, 1.2), window_scale * text_scale
    panel_width = min(round(936 * panel_scale), size[0] - round(48 * panel_scale))
    return compute_trainer_layout(
        size, seats, 0, (panel_width, round(200 * panel_scale)), scale, round(248 * scale), is_clockwise=is_clockwise
    )


@pytest.mark.parametrize("size", WINDOW_SIZES, ids=str)
def test_parts_do_not_overlap(size: tuple[int, int]) -> None:
    for seats, text_scale in product(range(2, 7), TEXT_SCALES):
        layout = make_layout(size, seats, text_scale)
        rects = [layout.header_rect, layout.trump_rect, layout.score_rect, layout.button_rect, layout.panel_rect]
        rects += [rect for rect in layout.plate_rects if rect is not None]
        assert all(pygame.Rect((0, 0), size).contains(rect) for rect in rects), (seats, text_scale, rects)
        overlaps = [pair for pair in combinations(rects, 2) if pair[0].colliderect(pair[1])]
        assert not overlaps, (seats, text_scale)
        assert None not in layout.plate_rects[1:], "only the viewer can do without a plate"


@pytest.mark.parametrize("size", WINDOW_SIZES, ids=str)
def test_trick_is_between_the_players(size: tuple[int, int]) -> None:
    for seats, text_scale in product(range(2, 7), TEXT_SCALES):
        layout = make_layout(size, seats, text_scale)
        width, height = layout.trick_card_width, layout.trick_card_width * CARD_ASPECT_RATIO
        obstacles = [rect for rect in (*layout.plate_rects, layout.panel_rect) if rect is not None]
        for x, y in layout.trick_centers:
            card_rect = pygame.Rect(round(x - width / 2), round(y - height / 2), width, round(height))
            assert card_rect.collidelist(obstacles) < 0, (seats, text_scale)
        assert width >= layout.px(LINE_HEIGHT), "cards can be read"


@pytest.mark.parametrize("size", WINDOW_SIZES, ids=str)
def test_trick_card_is_placed_towards_its_player(size: tuple[int, int]) -> None:
    for seats, text_scale, is_clockwise in product(range(2, 7), TEXT_SCALES, (False, True)):
        layout = make_layout(size, seats, text_scale, is_clockwise=is_clockwise)
        plates = [(0, 0) if rect is None else rect.center for rect in layout.plate_rects]
        cards, players = (
            order_by_play(places, 0, is_clockwise=is_clockwise) for places in (layout.trick_centers, plates)
        )
        assert_cards_are_placed_towards_players(cards, players, layout.free_rect.center)


def test_clockwise_game_goes_round_to_the_left() -> None:
    right, left = make_layout((1280, 720), 4, 1.0), make_layout((1280, 720), 4, 1.0, is_clockwise=True)
    assert right.mirrored_seats == {1} and left.mirrored_seats == {3}


def test_picked_cards_fill_the_room() -> None:
    width, columns = compute_picked_card_width(13, (736, 360), 12, 96)
    assert columns == 7 and 7 * (width + 12) - 12 <= 736
    assert 2 * round(width * CARD_ASPECT_RATIO) + 12 <= 360
    assert compute_picked_card_width(1, (736, 360), 12, 96) == (96, 1)
