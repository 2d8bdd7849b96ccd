"""Golden transcripts: what the program says, as text files that a person can read.

``python -m tools.transcripts`` writes them and shows the difference; read it before you commit it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from game.lessons import LESSONS
from game.rules import GAMES
from game.text.gettext import LANGUAGE_NAMES
from tests.error_lines import ERROR_LINES_PATH, format_error_lines
from tests.game.ai.decisions import DECISION_FOLDER, format_deals, format_searches, get_deals_path, get_searches_path
from tests.playthroughs import PLAYTHROUGH_FOLDER, format_playthrough, get_playthrough_path, iter_golden_tables
from tests.transcripts.claims import format_claims
from tests.transcripts.commands import ANALYSES, format_analysis, format_replays, format_simulations
from tests.transcripts.data_forms import format_data_forms
from tests.transcripts.failures import format_failures
from tests.transcripts.lessons import format_lesson
from tests.transcripts.narration import format_narration
from tests.transcripts.results import FIXED_MATCHES, format_comparison, format_result, format_statistics
from tests.transcripts.sentences import format_sentences
from tests.transcripts.stored_rows import format_stored_rows
from tests.transcripts.tasks import format_tasks
from tests.ui.page_walks import format_walk, list_walks

TRANSCRIPT_FOLDER: Final = Path(__file__).parent
FOLDERS: Final = (
    PLAYTHROUGH_FOLDER,
    DECISION_FOLDER,
    *(
        TRANSCRIPT_FOLDER / name
        for name in ("claims", "commands", "data", "lessons", "narration", "results", "sentences", "tasks")
    ),
)


class Transcript(NamedTuple):
    """A golden text file and the function that makes its text from the program."""

    path: Path
    make_text: Callable[[], str]

    def __str__(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}"

    @property
    def written_text(self) -> str:
        """The text of the file, "" if there is none."""
        return self.path.read_text("utf-8") if self.path.exists() else ""


def iter_transcripts() -> Iterator[Transcript]:
    """Yield the transcripts of this folder."""
    for language in LANGUAGE_NAMES:
        for lesson_id in LESSONS:
            path = TRANSCRIPT_FOLDER / "lessons" / f"{lesson_id}.{language}.txt"
            yield Transcript(path, partial(format_lesson, lesson_id, language))
        for game in GAMES:
            path = TRANSCRIPT_FOLDER / "narration" / f"{game}.{language}.txt"
            yield Transcript(path, partial(format_narration, game, language))
            path = TRANSCRIPT_FOLDER / "results" / f"statistics-{game}.{language}.txt"
            yield Transcript(path, partial(format_statistics, game, language))
        path = TRANSCRIPT_FOLDER / "results" / f"comparison.{language}.txt"
        yield Transcript(path, partial(format_comparison, language))
    for game in GAMES:
        yield Transcript(TRANSCRIPT_FOLDER / "claims" / f"{game}.txt", partial(format_claims, game))
        yield Transcript(TRANSCRIPT_FOLDER / "tasks" / f"{game}.txt", partial(format_tasks, game))
        yield Transcript(TRANSCRIPT_FOLDER / "sentences" / f"{game}.txt", partial(format_sentences, game))
    for game in ANALYSES:
        yield Transcript(TRANSCRIPT_FOLDER / "commands" / f"analyse-{game}.txt", partial(format_analysis, game))
    yield Transcript(TRANSCRIPT_FOLDER / "commands" / "simulate.txt", format_simulations)
    yield Transcript(TRANSCRIPT_FOLDER / "commands" / "replay.txt", format_replays)
    yield Transcript(TRANSCRIPT_FOLDER / "data" / "forms.txt", format_data_forms)
    yield Transcript(TRANSCRIPT_FOLDER / "data" / "failures.txt", format_failures)
    yield Transcript(TRANSCRIPT_FOLDER / "data" / "stored-rows.txt", format_stored_rows)
    for name in FIXED_MATCHES:
        yield Transcript(TRANSCRIPT_FOLDER / "results" / f"{name}.txt", partial(format_result, name))


def iter_golden_texts() -> Iterator[Transcript]:
    """Yield all golden texts: the transcripts, the table of `tests.error_lines`, walks, playthroughs and decisions."""
    yield from iter_transcripts()
    yield Transcript(ERROR_LINES_PATH, format_error_lines)
    for path in list_walks():
        yield Transcript(path, partial(format_walk, path))
    for table in iter_golden_tables():
        yield Transcript(get_playthrough_path(table), partial(format_playthrough, table))
    for game in GAMES:
        yield Transcript(get_deals_path(game), partial(format_deals, game))
        yield Transcript(get_searches_path(game), partial(format_searches, game))
