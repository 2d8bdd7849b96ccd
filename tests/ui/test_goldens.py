"""The program looks as it did when somebody last looked at it, at every size of text and in high contrast."""

from __future__ import annotations

import pygame

from tests.goldens.drawing import FOLDER, LOOKS, alike, drawn, path_of

LARGEST = 30_000
"""Bytes of a golden picture."""


def golden(name: str) -> pygame.Surface:
    return pygame.image.load(path_of(name))


def test_every_picture_is_as_it_was_looked_at() -> None:
    now = dict(drawn())
    assert {path_of(name) for name in now} == set(FOLDER.glob("*.png"))
    assert not [name for name, picture in now.items() if not alike(picture, golden(name))]


def test_another_size_of_text_and_another_cloth_are_seen() -> None:
    pygame.display.init()
    pygame.display.set_mode((10, 10))
    for scene in ("menu", "new-match", "settings"):
        for look in LOOKS:
            assert [other for other in LOOKS if alike(golden(f"{scene}-{look}"), golden(f"{scene}-{other}"))] == [look]


def test_a_picture_is_small() -> None:
    assert all(path.stat().st_size <= LARGEST for path in FOLDER.glob("*.png"))
