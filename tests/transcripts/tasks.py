"""The tasks of the trainer in words, and the explanations: without an answer, with all cards marked, and if right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.rules import GAMES
from game.trainer.generator import generate_task
from game.trainer.model import AnyTask, CallTask, OutTask, TaskAnswer, TaskKind, TaskRequest, list_task_kinds
from game.trainer.text import describe_task, explain_answer, format_question, get_kind_texts
from tests.helpers import PLAYER_NAMES
from tests.ui.trainer_answers import get_right_answer

SEEDS: Final = range(8)
SEEDS_OF_SEARCHED_TASKS: Final = range(1)


def format_tasks(game: str) -> str:
    """Return tasks of each kind of a game."""
    return "\n".join(line for kind in list_task_kinds(game) for line in _iter_kind_lines(game, kind)) + "\n"


def _iter_kind_lines(game: str, kind: TaskKind) -> Iterator[str]:
    yield ": ".join(get_kind_texts(game, kind))
    for seed in SEEDS_OF_SEARCHED_TASKS if kind in ("call", "pair") else SEEDS:
        task = generate_task(TaskRequest(game, kind, seed))
        yield from ("", *(f"  {line}" for line in _iter_task_lines(task)))
    yield ""


def _iter_task_lines(task: AnyTask) -> Iterator[str]:
    names, deck = PLAYER_NAMES[: task.seats], GAMES[task.game_id].deck
    yield f"{names[task.seat]}: {format_question(task, names, deck)}"
    yield from describe_task(task, names, deck)
    if isinstance(task, CallTask):
        for option in task.options:
            yield f"{option.action.text_without_seat}: {'right' if option.is_as_good_as_best else 'wrong'}"
    elif isinstance(task, OutTask):
        yield " ".join(str(card) for card in task.suit_cards)
    all_marked = TaskAnswer(marked_places=frozenset(range(len(getattr(task, "suit_cards", ())))))
    for answer in dict.fromkeys((TaskAnswer(), all_marked, get_right_answer(task))):
        yield from (f"> {line}" for line in explain_answer(task, answer, names, deck))
