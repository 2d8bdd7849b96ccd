"""Seat portraits: people of an Italian village, of all ages, as round medallions of 128 units."""

from collections.abc import Callable

from . import elders, young

_E, _Y = elders, young
PORTRAIT_ORDER: tuple[Callable[[], str], ...] = (
    _E.draw_grandmother,
    _E.draw_fisherman,
    _Y.draw_schoolgirl,
    _E.draw_priest,
    _Y.draw_baker,
    _Y.draw_postwoman,
    _E.draw_grandfather,
    _Y.draw_barista,
    _Y.draw_schoolboy,
    _E.draw_professor,
    _Y.draw_seamstress,
    _E.draw_innkeeper,
    _Y.draw_gardener,
    _Y.draw_bandsman,
)

DRAWING_BY_PORTRAIT: dict[str, Callable[[], str]] = {f"{i:02d}": drawing for i, drawing in enumerate(PORTRAIT_ORDER, 1)}
"""The drawing of each portrait by its name; its file is portraits/<name>.svg."""
