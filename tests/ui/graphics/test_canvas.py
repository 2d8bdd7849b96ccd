"""A canvas paints what pygame paints, within the area of each command."""

from __future__ import annotations

import pygame

from tests.rows import check_rows
from ui.graphics.canvas import Box, Canvas, record_commands, render_image

SIZE = (60, 40)


@check_rows("rect", [(5, 10, 40, 3), (5, 10, 3, 25)])
@check_rows("radius", [0, 7])
def test_border_wider_than_half_a_rectangle_fills_it(rect: Box, radius: int) -> None:
    image = render_image(SIZE, lambda canvas: canvas.draw_rect("red", rect, 2, radius))
    assert image.get_bounding_rect() == pygame.Rect(rect)


def test_clips_are_nested() -> None:
    def paint(canvas: Canvas) -> None:
        with canvas.clipped_to(pygame.Rect(10, 10, 30, 20)), canvas.clipped_to(pygame.Rect(20, 0, 40, 40)):
            canvas.fill("red")
        canvas.draw_aacircle("red", (5, 5), 2)

    clipped, unclipped = record_commands(SIZE, paint)
    assert clipped.area == pygame.Rect(20, 10, 20, 20)
    assert unclipped.clip == pygame.Rect((0, 0), SIZE)


def test_invisible_drawing_is_left_out() -> None:
    assert record_commands(SIZE, lambda canvas: canvas.draw_line("red", (100, 100), (120, 100))) == []


def test_part_of_an_image_is_painted() -> None:
    source = pygame.Surface((20, 20), pygame.SRCALPHA)
    source.fill("red")
    image = render_image(SIZE, lambda canvas: canvas.blit(source, (10, 10), (15, -5, 20, 20)))
    assert image.get_bounding_rect() == pygame.Rect(10, 15, 5, 15)


def test_command_key_changes_with_the_state_of_an_image() -> None:
    source = pygame.Surface((20, 20))

    def record_key(state: object) -> object:
        (command,) = record_commands(SIZE, lambda canvas: canvas.blit(source, (0, 0), state=state))
        return command.key

    assert record_key(1) == record_key(1)
    assert record_key(1) != record_key(2)
