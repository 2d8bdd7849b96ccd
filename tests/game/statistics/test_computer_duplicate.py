"""The computer player plays the deals of a finished match again, from the seat of a person."""

from __future__ import annotations

from game.ai.client import AIClient
from game.core.cards import HIDDEN_CARD
from game.rules import GAMES
from game.statistics.computer_duplicate import ComputerDuplicate
from tests.fakes import FakeWorker
from tests.game.match.replays import make_replay, play_record
from tests.rows import check_rows


@check_rows("game", GAMES)
def test_computer_duplicate_plays_same_cards_from_persons_seat(game: str) -> None:
    review, worker = make_replay(play_record(game, 2)), FakeWorker()
    duplicate = ComputerDuplicate(review, 0, "random", AIClient(worker, 0), 5, range(review.deal_count))
    for _frame in range(5000):
        if duplicate.is_done:
            break
        duplicate.update()
    assert [comparison.deal for comparison in duplicate.results] == list(range(review.deal_count))
    assert all(question.level == ("random" if question.observation.seat == 0 else "club") for question in worker.tasks)
    first = worker.tasks[0].observation
    assert first.seat is not None
    for task in worker.tasks:
        hands = enumerate(task.observation.board.hands)
        assert all(HIDDEN_CARD in hand or not hand for seat, hand in hands if seat != task.observation.seat)
    assert first.board.hands == review.observe(0, 0, first.seat, show_all_hands=False).board.hands
    for comparison in duplicate.results:
        match = review.get_match_before(comparison.deal)
        assert (
            comparison.own_score
            == match.game.tally_deal(review.get_deal_result(comparison.deal), match.sides).scores[0]
        )
