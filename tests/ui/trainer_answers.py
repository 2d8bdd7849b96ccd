"""Answers to the trainer's tasks."""

from __future__ import annotations

from game.trainer.model import AnyTask, CallTask, CountTask, OutTask, TaskAnswer, TrickTask


def get_right_answer(task: AnyTask | None) -> TaskAnswer:
    """Return the right answer to a task. Raise AssertionError for None."""
    match task:
        case TrickTask():
            return TaskAnswer(marked_places=frozenset((task.winning_place,)), number=task.trick.points)
        case CountTask():
            return TaskAnswer(number=task.points)
        case OutTask():
            return TaskAnswer(marked_places=frozenset(task.suit_cards.index(card) for card in task.unseen_cards))
        case CallTask():
            return TaskAnswer(action=task.options[0].action)
    raise AssertionError("there is no task yet")
