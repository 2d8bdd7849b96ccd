"""A button with round corners: pygame-gui's own draws them at four times the size, 80 ms a page in a large window."""

from __future__ import annotations

import pygame
from pygame_gui.elements import UIButton

from ui.backdrop import with_corners


class Button(UIButton):
    """A button of pygame-gui; its corners are as round as the theme's ``shape_corner_radius`` says."""

    def _set_image(self, new_image: pygame.Surface | None) -> None:
        if new_image is not None and self.drawable_shape is not None:
            state = self.drawable_shape.active_state.state_id
            ground, line = self.colours[f"{state}_bg"], self.colours[f"{state}_border"]
            assert isinstance(ground, pygame.Color)
            assert isinstance(line, pygame.Color)
            new_image = with_corners(new_image, self.shape_corner_radius[0], ground, line, self.border_width["top"])
        super()._set_image(new_image)
