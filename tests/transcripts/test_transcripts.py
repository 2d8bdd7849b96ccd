"""The program says what the golden transcripts say."""

from __future__ import annotations

import pytest

from tests.lanes import choose_sample, long_test
from tests.marks import needs_recording_platform
from tests.transcripts import TRANSCRIPT_FOLDER, Transcript, iter_transcripts

TRANSCRIPTS = list(iter_transcripts())


def for_each_transcript(folder: str, interval: int = 1) -> pytest.MarkDecorator:
    """Return the decorator of a test that gets each transcript of a folder, or for each change one in ``interval``.

    The English ones count in the coverage.
    """
    chosen = [
        pytest.param(
            transcript,
            id=str(transcript),
            marks=() if transcript.path.stem.endswith((".it", ".fr")) else pytest.mark.golden,
        )
        for transcript in TRANSCRIPTS
        if transcript.path.parent.name == folder
    ]
    return pytest.mark.parametrize("transcript", choose_sample(chosen, interval))


def check_transcript(transcript: Transcript) -> None:
    text = transcript.make_text()
    assert text == transcript.written_text, "`python -m tools.transcripts` shows the difference and writes it"


@for_each_transcript("lessons")
def test_lesson_is_as_written(transcript: Transcript) -> None:
    check_transcript(transcript)


@long_test
@for_each_transcript("narration", 5)
def test_narration_of_a_deal_is_as_written(transcript: Transcript) -> None:
    check_transcript(transcript)


@for_each_transcript("results")
def test_results_and_statistics_are_as_written(transcript: Transcript) -> None:
    check_transcript(transcript)


@long_test
@needs_recording_platform
@for_each_transcript("commands", 4)
def test_commands_print_as_written(transcript: Transcript) -> None:
    check_transcript(transcript)


@long_test
@needs_recording_platform
@for_each_transcript("tasks", 4)
def test_tasks_of_the_trainer_are_as_written(transcript: Transcript) -> None:
    check_transcript(transcript)


@long_test
@for_each_transcript("claims", 2)
def test_claims_and_card_memory_are_as_written(transcript: Transcript) -> None:
    check_transcript(transcript)


@needs_recording_platform
@for_each_transcript("data")
def test_stored_and_sent_data_and_its_failures_are_as_written(transcript: Transcript) -> None:
    check_transcript(transcript)


def test_folder_has_no_obsolete_transcript() -> None:
    assert set(TRANSCRIPT_FOLDER.rglob("*.txt")) == {transcript.path for transcript in TRANSCRIPTS}


@long_test
@for_each_transcript("sentences", 4)
def test_sentences_of_a_table_are_as_written(transcript: Transcript) -> None:
    check_transcript(transcript)
