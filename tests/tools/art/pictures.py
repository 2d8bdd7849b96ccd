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


def compute_contrast_ratio(first: str, second: str) -> float:
    """Return the contrast ratio of two colors, given as ``#rrggbb``, by WCAG 2, 1 to 21."""

    def compute_luminance(color: str) -> float:
        parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    brighter, darker = sorted((compute_luminance(first), compute_luminance(second)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)
