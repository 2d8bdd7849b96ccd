"""The drawings as pictures, and how much two of them differ."""

from operator import sub
from pathlib import Path

import pygame

from tools.art.drawing.palette import FELT_COLOR


def lay_on_felt(picture: pygame.Surface) -> pygame.Surface:
    """Return a picture on felt, without transparency."""
    felt = pygame.Surface(picture.get_size(), 0, 24)
    felt.fill(FELT_COLOR)
    felt.blit(picture, (0, 0))
    return felt


def encode_pixels(picture: pygame.Surface) -> bytes:
    """Return a picture with three bytes for each pixel."""
    return pygame.image.tobytes(picture, "RGB")


def render_pixels(path: Path, size: tuple[int, int]) -> bytes:
    """Return a drawing on felt, with three bytes for each pixel."""
    return encode_pixels(lay_on_felt(pygame.image.load_sized_svg(str(path), size)))


def compute_mean_difference(a: bytes, b: bytes) -> float:
    """Return the mean absolute difference of the color channels (0 to 255)."""
    return float(sum(map(abs, map(sub, a, b)))) / len(a)
