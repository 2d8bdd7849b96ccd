"""Pages do, say and store what the walks through them say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.marks import needs_recording_platform
from tests.ui.page_walks import format_walk, list_walks


@pytest.mark.slow
@pytest.mark.golden
@needs_recording_platform
@pytest.mark.parametrize("path", list_walks(), ids=lambda path: path.stem)
def test_walk_is_as_written(path: Path) -> None:
    written_text = path.read_text("utf-8")
    assert format_walk(path) == written_text, "`python -m tools.transcripts page_walks` shows the difference"
