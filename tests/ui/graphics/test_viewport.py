"""A picture is shown in a window of any size, and what is under the pointer is found again."""

from __future__ import annotations

import pygame
from hypothesis import given
from hypothesis import strategies as st

from ui.graphics.viewport import MAX_ENLARGEMENT, MIN_PICTURE_SIZE, Viewport, fit_viewport

SIZES = st.tuples(st.integers(0, 5000), st.integers(0, 3000))
SHOWN_SIZES = st.tuples(st.integers(240, 5000), st.integers(200, 3000))


@given(SIZES)
def test_picture_is_large_enough_for_every_window(size: tuple[int, int]) -> None:
    width, height = fit_viewport(size).picture_size
    assert width >= MIN_PICTURE_SIZE[0] and height >= MIN_PICTURE_SIZE[1]
    assert width <= max(size[0], MAX_ENLARGEMENT * MIN_PICTURE_SIZE[0])
    assert height <= max(size[1], MAX_ENLARGEMENT * MIN_PICTURE_SIZE[1])


@given(st.tuples(st.integers(960, 5000), st.integers(540, 3000)))
def test_picture_is_the_window_where_the_window_is_large_enough(size: tuple[int, int]) -> None:
    assert fit_viewport(size) == Viewport(size, size) and not fit_viewport(size).is_scaled


@given(SHOWN_SIZES, st.floats(0, 1, exclude_max=True), st.floats(0, 1, exclude_max=True))
def test_point_of_the_window_is_found_in_the_picture_and_back(size: tuple[int, int], x: float, y: float) -> None:
    viewport = fit_viewport(size)
    point = int(size[0] * x), int(size[1] * y)
    in_picture = viewport.map_to_picture(point)
    assert pygame.Rect((0, 0), viewport.picture_size).collidepoint(in_picture)
    assert viewport.map_to_window(pygame.Rect(in_picture, (1, 1))).collidepoint(point)


@given(SHOWN_SIZES, st.integers(0, 900), st.integers(0, 500), st.integers(1, 60), st.integers(1, 40))
def test_rectangle_of_the_window_covers_that_of_the_picture(
    size: tuple[int, int], x: int, y: int, width: int, height: int
) -> None:
    viewport = fit_viewport(size)
    rect = pygame.Rect(x, y, width, height)
    shown = viewport.map_to_window(rect)
    assert shown.width > 0 and shown.height > 0
    for point in (shown.topleft, (shown.right - 1, shown.bottom - 1)):
        assert rect.inflate(6, 6).collidepoint(viewport.map_to_picture(point))


def test_mouse_events_get_their_position_in_the_picture() -> None:
    viewport = fit_viewport((480, 270))
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        event = pygame.event.Event(kind, pos=(100, 50), button=1)
        assert viewport.translate_event(event) == pygame.event.Event(kind, pos=(201, 101), button=1)
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)
    assert viewport.translate_event(key) is key
