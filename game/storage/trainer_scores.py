"""What people have made of the trainer's tasks, on the disk: a small file of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.storage.files import Folders, StorageNotice
from game.storage.json_documents import change_json, load_json
from game.trainer.scores import TrainerScores

FILE_NAME: Final = "practice.json"


def load_trainer_scores(folders: Folders) -> tuple[TrainerScores, StorageNotice | None]:
    """What is kept. A damaged file is set aside, and the notice names it."""
    return load_json(folders.data / FILE_NAME, TrainerScores, TrainerScores())


def store_trainer_answer(folders: Folders, name: str, game_id: str, kind: str, *, is_right: bool) -> TrainerScores:
    """Keep one more answer of a person, and give all that is kept. StorageError if it is not kept."""
    return _update(folders, lambda scores: scores.with_answer(name, game_id, kind, is_right=is_right))


def rename_trainer_player(folders: Folders, name: str, new_name: str) -> None:
    """A person has another name. StorageError if that is not kept."""
    _update(folders, lambda scores: scores.with_new_name(name, new_name))


def _update(folders: Folders, change: Callable[[TrainerScores], TrainerScores]) -> TrainerScores:
    scores, _notice = change_json(folders.data / FILE_NAME, TrainerScores, TrainerScores(), change)
    return scores
