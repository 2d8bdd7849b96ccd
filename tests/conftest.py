"""Settings that all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from game import i18n

settings.register_profile("tavolo", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("tavolo")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Every test begins and ends in English, whatever the one before spoke."""
    i18n.set_language("en")
    yield
    i18n.set_language("en")
