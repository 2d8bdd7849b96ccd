"""Layout of the table of the trainer: players around a trick, and a question where the hand would be."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import SEAT_SIDES
from ui.table.layout.trick import arrange_trick

MARGIN: Final = 24
GAP: Final = 8
HEADER_SIZE: Final = (240, 80)
"""The size of the panel with the title and the number of the task."""
LINE_HEIGHT: Final = 48
"""The height of the panels with the trump and the score, and of the button beside them."""
BUTTON_WIDTH: Final = 128
PLATE_SIZE: Final = (184, 72)
TOP_DISTANCE: Final = 300
"""The distance of the centers of two players at the upper edge, in design pixels."""
MAX_TRICK_CARD_WIDTH: Final = 112
OVAL_SIZE: Final = (600, 280)
MIN_OVAL_HEIGHT: Final = 96
"""The sizes of the parts, in design pixels."""


class TrainerLayout(NamedTuple):
    """The places of the parts, in pixels.

    ``scale``: pixels per design pixel of all parts except the question, whose place is ``panel_rect``.
    ``plate_rects``: by seat, None without room, which happens to the viewer's only; ``mirrored_seats``: those with
    the portrait at the right. ``free_rect``: the middle of the table; ``oval_rect``: the oval in it;
    ``trick_centers``: by seat.
    """

    scale: float
    header_rect: pygame.Rect
    trump_rect: pygame.Rect
    score_rect: pygame.Rect
    button_rect: pygame.Rect
    panel_rect: pygame.Rect
    plate_rects: tuple[pygame.Rect | None, ...]
    mirrored_seats: frozenset[int]
    free_rect: pygame.Rect
    oval_rect: pygame.Rect
    trick_card_width: int
    trick_centers: tuple[tuple[float, float], ...]

    def px(self, design: float) -> int:
        """Return design pixels as pixels of this window."""
        return round(design * self.scale)


def compute_trainer_layout(
    window_size: tuple[int, int], seats: int, viewer: int, panel_size: tuple[int, int], scale: float, score_width: int,
    *, is_clockwise: bool,
) -> TrainerLayout:  # fmt: skip
    """Return the layout of a table with ``viewer`` at the lower edge.

    ``panel_size``: the question's; ``score_width``: the score's; both in pixels. ``scale``: pixels per design pixel of
    the other parts.
    """

    def px(design: float) -> int:
        return round(design * scale)

    (width, height), margin, gap = window_size, px(MARGIN), px(GAP)
    header_rect = pygame.Rect(margin, margin, px(HEADER_SIZE[0]), px(HEADER_SIZE[1]))
    trump_rect = pygame.Rect(margin, header_rect.bottom + gap, header_rect.width, px(LINE_HEIGHT))
    button_rect = pygame.Rect(width - margin - px(BUTTON_WIDTH), margin, px(BUTTON_WIDTH), px(LINE_HEIGHT))
    score_rect = pygame.Rect(button_rect.left - 2 * gap - score_width, margin, score_width, px(LINE_HEIGHT))
    panel_rect = pygame.Rect((0, 0), panel_size)
    panel_rect.midbottom = width // 2, height - 2 * margin
    if panel_rect.height > height * 0.34:
        panel_rect.bottom = height - margin
    sides = SEAT_SIDES[seats]
    plates = {}
    column_rects = {
        "left": pygame.Rect(margin, trump_rect.bottom + gap, px(PLATE_SIZE[0]), 0),
        "right": pygame.Rect(width - margin - px(PLATE_SIZE[0]), button_rect.bottom + gap, px(PLATE_SIZE[0]), 0),
    }
    own_plate = pygame.Rect(margin, height - margin - px(PLATE_SIZE[1]), *map(px, PLATE_SIZE))
    if own_plate.right + gap > panel_rect.left:
        own_plate.bottom = panel_rect.top - gap
    top_seat_indices = [index for index, (side, _place) in enumerate(sides, 1) if side.startswith("top")]
    top = margin + (px(PLATE_SIZE[1]) if top_seat_indices else px(LINE_HEIGHT)) + gap
    free_rect = pygame.Rect(0, top, 0, max(px(MIN_OVAL_HEIGHT), panel_rect.top - gap - top))
    free_rect.width = width - 2 * max(header_rect.right + gap, column_rects["left"].right + gap)
    free_rect.centerx = width // 2
    span = pygame.Rect(header_rect.right + gap, margin, score_rect.left - gap - header_rect.right - gap, 0)
    for place, index in enumerate(sorted(top_seat_indices, key=lambda number: sides[number - 1][0] == "top right")):
        plate = pygame.Rect(0, margin, px(PLATE_SIZE[0]), px(PLATE_SIZE[1]))
        plate.centerx = width // 2
        if len(top_seat_indices) > 1:
            distance = max(plate.width + gap, min(px(TOP_DISTANCE), span.width - plate.width))
            half_width = (distance + plate.width) // 2
            center_x = min(max(width // 2, span.left + half_width), span.right - half_width)
            plate.centerx = center_x + (2 * place - 1) * distance // 2
        plates[index] = plate.clamp(pygame.Rect(span.left, margin, max(span.width, plate.width), plate.height))
    for side, column in column_rects.items():
        indices = sorted(
            (index for index, (name, _place) in enumerate(sides, 1) if name == side),
            key=lambda number: sides[number - 1][1],
        )
        column.height = _find_column_bottom(side, own_plate, panel_rect, height - margin) - gap - column.top
        plates.update(zip(indices, _place_in_column(column, len(indices), px(PLATE_SIZE[1]), free_rect), strict=True))
    is_crowded = any(own_plate.colliderect(plate) for plate in (*plates.values(), trump_rect))
    order = [0, *range(seats - 1, 0, -1)] if is_clockwise else list(range(seats))
    seat_by_index = {index: (viewer + position) % seats for position, index in enumerate(order)}
    plate_by_seat = {seat_by_index[index]: plate for index, plate in plates.items()}
    card_width, offsets = arrange_trick(free_rect, seats, px(MAX_TRICK_CARD_WIDTH))
    index_by_seat = {seat: index for index, seat in seat_by_index.items()}
    oval_rect = pygame.Rect(0, 0, min(px(OVAL_SIZE[0]), free_rect.width), min(px(OVAL_SIZE[1]), free_rect.height))
    oval_rect.center = free_rect.center
    return TrainerLayout(
        scale=scale,
        header_rect=header_rect,
        trump_rect=trump_rect,
        score_rect=score_rect,
        button_rect=button_rect,
        panel_rect=panel_rect,
        plate_rects=tuple(
            plate_by_seat.get(seat, None if seat != viewer or is_crowded else own_plate) for seat in range(seats)
        ),
        mirrored_seats=frozenset(
            seat_by_index[index] for index, (side, _place) in enumerate(sides, 1) if side == "right"
        ),
        free_rect=free_rect,
        oval_rect=oval_rect,
        trick_card_width=int(card_width),
        trick_centers=tuple(
            (
                free_rect.centerx + offsets[index_by_seat[seat]][0] * card_width,
                free_rect.centery + offsets[index_by_seat[seat]][1] * card_width,
            )
            for seat in range(seats)
        ),
    )


def _find_column_bottom(side: str, own_plate: pygame.Rect, panel_rect: pygame.Rect, bottom: int) -> int:
    """Return the lower end of the room for the players at a side of the window."""
    is_beside_panel = own_plate.right < panel_rect.left
    if is_beside_panel:
        return own_plate.top if side == "left" else bottom
    return panel_rect.top


def _place_in_column(column: pygame.Rect, count: int, height: int, free_rect: pygame.Rect) -> list[pygame.Rect]:
    """Return the places of ``count`` plates in a column, around the middle of the table if there is room."""
    spacing = max(0, min(height // 2, (column.height - count * height) // max(1, count)))
    block = pygame.Rect(column.left, 0, column.width, count * height + max(0, count - 1) * spacing)
    block.centery = free_rect.centery
    block.clamp_ip(pygame.Rect(column.topleft, (column.width, max(column.height, block.height))))
    return [
        pygame.Rect(block.left, block.top + index * (height + spacing), block.width, height) for index in range(count)
    ]


def compute_picked_card_width(count: int, size: tuple[int, int], gap: int, max_width: int) -> tuple[int, int]:
    """Return the width at which ``count`` cards fit in rows in an area, and the cards in a row.

    ``size``: of the area; ``gap``: between cards; ``max_width``: of a card. All are in pixels.
    """
    best = 0, count
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        width_by_row = (size[0] - (columns - 1) * gap) // columns
        width_by_column = int(((size[1] - (rows - 1) * gap) / rows) / CARD_ASPECT_RATIO)
        width = min(max_width, width_by_row, width_by_column)
        if width > best[0]:
            best = width, columns
    return best
