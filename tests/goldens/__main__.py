"""Make the golden pictures anew. Look at each before it is kept."""

from __future__ import annotations

import pygame

from tests.goldens.drawing import FOLDER, drawn, path_of

if __name__ == "__main__":
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, picture in drawn():
        pygame.image.save(picture, path_of(name))
        print(path_of(name))
