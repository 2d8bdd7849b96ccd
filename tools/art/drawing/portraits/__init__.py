"""Seat portraits: the people of an Italian village table, of all ages, as round medallions of 128 units."""

from collections.abc import Callable

from . import elders, young

_E, _Y = elders, young
ORDER: tuple[Callable[[], str], ...] = (
    _E.grandmother,
    _E.fisherman,
    _Y.schoolgirl,
    _E.priest,
    _Y.baker,
    _Y.postwoman,
    _E.grandfather,
    _Y.barista,
    _Y.schoolboy,
    _E.professor,
    _Y.seamstress,
    _E.innkeeper,
    _Y.gardener,
    _Y.bandsman,
)

PORTRAITS: dict[str, Callable[[], str]] = {f"{i:02d}": drawing for i, drawing in enumerate(ORDER, 1)}
"""File name -> drawing; written to portraits/<name>.svg."""
