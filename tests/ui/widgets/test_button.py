"""Buttons: the size of their text."""

from __future__ import annotations

from unittest.mock import patch

import pygame
import pytest

from tests.ui.app_driver import AppDriver
from ui.graphics import theme
from ui.widgets.button import Button

FULL_WIDTH = 115
"""The width in pixels from which a button with a symbol and "Consiglio" has the usual text size."""


@pytest.mark.parametrize("width", [104, FULL_WIDTH, 160])
def test_text_aligned_left_shrinks_only_after_its_padding(app: AppDriver, width: int) -> None:
    with patch.object(theme, "render_fitted_text", wraps=theme.render_fitted_text) as render:
        button = Button(pygame.Rect(0, 0, width, 48), "Consiglio", app.context.place, symbol="chat", align="left")
        button.paint_image()
    size, usual_size = render.call_args.args[2], app.context.px(theme.BODY_TEXT_SIZE)
    assert size == usual_size if width >= FULL_WIDTH else size < usual_size


@pytest.mark.parametrize("width", [70, 90, 104, 160])
def test_buttons_of_a_group_have_one_text_size_and_all_or_no_symbols(app: AppDriver, width: int) -> None:
    texts, looks = ("Chat", "Consiglio"), list[tuple[int, str]]()
    for text in texts:
        rect = pygame.Rect(0, 0, width, 48)
        button = Button(rect, text, app.context.place, symbol="chat", align="left")
        button.match_group(texts)
        with patch.object(theme, "render_fitted_text", wraps=theme.render_fitted_text) as render:
            button.paint_image()
        looks.append((render.call_args.args[2], button.symbol))
    assert looks[0] == looks[1]
    assert (looks[0][1] == "chat") == (width > 100), "a symbol never makes the words much smaller"
