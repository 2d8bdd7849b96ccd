"""The session of most tests: a person and a computer player at Briscola, without a turn clock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.session_driver import SessionDriver


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[SessionDriver]:
    driver = SessionDriver(tmp_path)
    yield driver
    driver.storage.close()
