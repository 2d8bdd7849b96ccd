"""The program says what the golden transcripts say."""

from __future__ import annotations

import pytest

from tests.transcripts import TRANSCRIPT_FOLDER, Transcript, iter_transcripts

TRANSCRIPTS = list(iter_transcripts())


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=str)
def test_transcript_is_as_written(transcript: Transcript) -> None:
    text = transcript.make_text()
    assert text == transcript.written_text, "`python -m tools.transcripts` shows the difference and writes it"


def test_folder_has_no_obsolete_transcript() -> None:
    assert set(TRANSCRIPT_FOLDER.rglob("*.txt")) == {transcript.path for transcript in TRANSCRIPTS}
