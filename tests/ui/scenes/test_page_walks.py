"""Pages do, say and store what the walks through them say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lanes import choose_sample, long_test
from tests.marks import needs_recording_platform
from tests.ui.page_walks import format_walk, list_walks


@long_test
@pytest.mark.golden
@needs_recording_platform
@pytest.mark.parametrize("path", choose_sample(list_walks(), 3), ids=lambda path: path.stem)
def test_walk_is_as_written(path: Path) -> None:
    written_text = path.read_text("utf-8")
    assert format_walk(path) == written_text, "`python -m tools.transcripts page_walks` shows the difference"
