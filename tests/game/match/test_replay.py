"""A replay shows the match as it was, deal by deal, and play from a replay never changes it."""

from __future__ import annotations

import pytest

from game.core.actions import Timeout
from game.core.cards import HIDDEN_CARD
from game.core.events import TrickTaken
from game.match.match import TABLE_ACTIONS
from game.match.observation import observe
from game.match.record import FAIRNESS_KEY
from game.match.replay import Replay, replace
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from tests.game.match.replays import make_replay, play_moments, play_record
from tests.helpers import make_match, make_record

for_each_game = pytest.mark.parametrize("game", GAMES)


@for_each_game
def test_every_replay_moment_equals_original_observation(game: str) -> None:
    """Check also that open hands hide nothing, and that the ends of tricks are found."""
    played = iter(play_moments(game))
    replay = make_replay(play_record(game))
    for deal in range(replay.deal_count):
        trick_end_moments = []
        for index in range(replay.last_moment(deal) + 1):
            moment = next(played)
            for seat in range(len(replay.names)):
                assert replay.observe(deal, index, seat, show_all_hands=False) == observe(moment.match, seat)
                seen = replay.get_transition(deal, index, seat, show_all_hands=False)
                assert seen.events == tuple(event.seen_by(seat) for event in moment.events)
                assert seen.after == observe(moment.match, seat)
            hands = replay.observe(deal, index, 1, show_all_hands=True).board.hands
            assert not any(card is HIDDEN_CARD for hand in hands for card in hand)
            if any(isinstance(event, TrickTaken) for event in moment.events):
                trick_end_moments.append(index)
        assert [*replay.list_trick_end_moments(deal)] == trick_end_moments


def test_only_person_is_addressed_as_you_in_replay() -> None:
    record = play_record("spades")
    assert make_replay(record, 2).addressed_seat == 2
    assert make_replay(record, 0, 2).addressed_seat is None
    assert Replay(record, ("club",) * len(record.names)).addressed_seat is None


@for_each_game
def test_replay_contains_nothing_of_deal_in_progress(game: str) -> None:
    record = play_record(game, 2)
    first = make_record(make_match(game, seats=len(record.names)), list(play_moments(game, 1)))
    open_ = first.with_deal(first.replay().dealer, record.deals[-1].pack)
    if first.replay().is_over:
        pytest.skip("it was over after a deal")
    assert make_replay(open_).deal_count == len(first.deals)


@for_each_game
def test_continuation_starts_at_that_moment_with_person_at_any_seat(game: str) -> None:
    record = play_record(game)
    review = make_replay(record)
    before = record.replay()
    for moment in range(review.last_moment(0)):
        if not review.can_continue_from(0, moment):
            continue
        line = review.create_continuation(0, moment, 1, "club")
        match = line.record.replay()
        assert match.phase is not None and match.is_deal_in_progress
        assert observe(match, 1).board == review.observe(0, moment, 1, show_all_hands=False).board
        assert [player.kind for player in line.players] == ["club", PERSON_KIND, *["club"] * (len(record.names) - 2)]
        assert line.players[1].name == record.names[0]
    assert record.replay() == before


@for_each_game
def test_continuation_of_a_later_deal_has_all_deals_before_it(game: str) -> None:
    record = play_record(game, 2)
    review = make_replay(record)
    for deal in range(review.deal_count):
        assert len(review.create_continuation(deal, 0, 0, "club").record.deals) == deal + 1


@for_each_game
def test_same_deal_match_has_same_cards_at_same_seats(game: str) -> None:
    record = play_record(game)
    review = make_replay(replace(record, extra={FAIRNESS_KEY: {"seed": "1"}}))
    for deal in range(review.deal_count):
        line = review.create_same_deal_match(deal, 1, "club")
        hands = line.record.replay().phase.board().hands  # type: ignore[union-attr]
        assert hands == review.observe(deal, 0, 0, show_all_hands=True).board.hands
        assert line.record.extra == {}
        assert line.record.names == (record.names[1], record.names[0], *record.names[2:])
        assert review.create_same_deal_match(deal, 1, "club", "Zoe").players[1].name == "Zoe"


def test_turn_clock_and_departed_players_are_not_copied_to_continuation() -> None:
    record = play_record("spades", 1, turn_seconds=30)
    bid = record.deals[0].actions[0]
    last = record.without_last_action()
    while last.replay().phase is not None and len(last.deals[0].actions) > 8:
        last = last.without_last_action()
    turn = last.replay().turn
    assert turn is not None
    forced = last.with_action(Timeout(turn))
    forced = forced.with_action(forced.replay().legal_actions()[0])
    while not forced.replay().needs_deal:
        forced = forced.with_action(forced.replay().legal_actions()[0])
    (deal,) = forced.deals
    fairness = {FAIRNESS_KEY: {"seed": "1"}}
    forced = replace(forced, deals=(replace(deal, extra={"note": 1}),), extra={"note": 1, **fairness})
    line = make_replay(forced).create_continuation(0, len(deal.actions) - 1, 0, "club")
    assert (line.record.deals[0].extra, line.record.extra) == ({}, fairness)
    assert line.record.options.turn_seconds == 0
    assert not any(type(action) in TABLE_ACTIONS for action in line.record.deals[0].actions)
    assert line.record.deals[0].actions[0] == bid
    assert line.record.replay().is_deal_in_progress
