"""Options that differ from others in a single value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from game.core.options import OptionSet, change_options, list_option_specs

SampleT = TypeVar("SampleT", bound=OptionSet)


def iter_sample_options(base: SampleT) -> Iterator[SampleT]:
    """Yield ``base`` and each single deviation from it: values of choices, bounds of numbers."""
    yield base
    for spec in list_option_specs(type(base)):
        values = spec.values or (spec.min_value, spec.max_value)
        for value in values:
            if value != getattr(base, spec.name):
                yield change_options(base, {spec.name: value})
