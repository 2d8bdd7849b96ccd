"""The trainer's tasks in a test's hand."""

from __future__ import annotations

from game.trainer.model import AnyTask, CallTask, CountTask, OutTask, TaskAnswer, TrickTask
from tests.fakes import FakeTrainerClient
from tests.ui.app_driver import AppDriver
from ui.services.trainer_tasks import TrainerTaskService


def use_fake_trainer(
    app: AppDriver,
    client_class: type[FakeTrainerClient] = FakeTrainerClient,
    begun: list[FakeTrainerClient] | None = None,
) -> TrainerTaskService:
    """From now on this sets the tasks; each that begins is added to ``begun``."""

    def start_client() -> FakeTrainerClient:
        client = client_class()
        if begun is not None:
            begun.append(client)
        return client

    task_service = next(service for service in app.context.services if isinstance(service, TrainerTaskService))
    task_service.start_client = start_client
    return task_service


def get_right_answer(task: AnyTask | None) -> TaskAnswer:
    """What is to be answered."""
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
