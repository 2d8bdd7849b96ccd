"""The storage that the window is given."""

from __future__ import annotations

from pathlib import Path

from game.lessons.progress import LESSON_PROGRESS, LessonProgress, store_lesson_progress
from game.trainer.scores import TRAINER_SCORES, store_trainer_answer
from tests.fakes import FakeClock, make_folders
from ui.environment import open_storage


def test_lessons_and_trainer_scores_follow_a_renamed_profile(tmp_path: Path) -> None:
    folders = make_folders(tmp_path)
    store_lesson_progress(folders, LessonProgress(name="Anna", game="spades", answers=("",)))
    store_trainer_answer(folders, "Anna", "spades", "call", is_right=True)
    storage = open_storage(folders, FakeClock(), FakeClock())
    storage.save_profile("Anna", "#a3361f").result()
    storage.rename_profile("Anna", "Annina").result()
    storage.close()
    assert LESSON_PROGRESS.load(folders)[0].find_progress("Annina", "spades").answers == ("",)
    assert TRAINER_SCORES.load(folders)[0].get_score("Annina", "spades", "call").right == 1
