"""A match gone through again: as it was, deal by deal; what is played from there never touches it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.duplicate import Duplicate
from game.engine.actions import Timeout
from game.engine.cards import HIDDEN
from game.engine.events import TrickTaken
from game.match import DISCIPLINE
from game.record import Record
from game.review import Review
from game.rules import GAMES
from game.seating import PERSON
from game.view import look
from tests.fakes import Mind
from tests.helpers import Moment, fresh, playout, recorded

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def moments(game: str, deals: int = 3, **options: Any) -> list[Moment]:
    match = fresh(game, seats=GAMES[game].proposed_seats, **options)
    return list(playout(match, "review", deals=deals))


def record_of(game: str, deals: int = 3, **options: Any) -> Record:
    return recorded(fresh(game, seats=GAMES[game].proposed_seats, **options), moments(game, deals, **options))


def review_of(record: Record, *people: int) -> Review:
    kinds = tuple(PERSON if seat in (people or (0,)) else "club" for seat in range(len(record.names)))
    return Review(record, kinds)


@EVERY_GAME
def test_every_moment_is_what_the_seat_saw_then(game: str) -> None:
    played = iter(moments(game))
    review = review_of(record_of(game))
    for deal in range(review.deals):
        for at in range(review.moments(deal) + 1):
            moment = next(played)
            for seat in range(len(review.names)):
                assert review.view(deal, at, seat, open_=False) == look(moment.match, seat)
                seen = review.happening(deal, at, seat, open_=False)
                assert seen.events == tuple(event.seen_by(seat) for event in moment.events)
                assert seen.after == review.view(deal, at, seat, open_=False)


@EVERY_GAME
def test_open_hands_hide_nothing(game: str) -> None:
    review = review_of(record_of(game))
    for at in range(review.moments(0) + 1):
        hands = review.view(0, at, 1, open_=True).board.hands
        assert not any(card is HIDDEN for hand in hands for card in hand)


def test_the_only_person_of_a_match_is_spoken_to_as_at_the_table() -> None:
    record = record_of("spades")
    assert review_of(record, 2).you == 2
    assert review_of(record, 0, 2).you is None
    assert Review(record, ("club",) * len(record.names)).you is None


@EVERY_GAME
def test_a_trick_ends_where_one_was_taken(game: str) -> None:
    review = review_of(record_of(game))
    for deal in range(review.deals):
        for at in range(review.moments(deal) + 1):
            events = review.happening(deal, at, 0, open_=True).events
            assert (at in review.tricks(deal)) == any(isinstance(one, TrickTaken) for one in events)


@EVERY_GAME
def test_nothing_of_a_deal_that_is_being_played_is_there(game: str) -> None:
    record = record_of(game, 2)
    first = recorded(fresh(game, seats=len(record.names)), list(moments(game, 1)))
    open_ = first.dealt(first.replay().dealer, record.deals[-1].pack)
    if first.replay().over:
        pytest.skip("it was over after a deal")
    assert review_of(open_).deals == len(first.deals)


@EVERY_GAME
def test_a_side_line_is_the_match_up_to_there_and_the_person_sits_where_he_wants(game: str) -> None:
    record = record_of(game)
    review = review_of(record)
    before = record.replay()
    for at in range(review.moments(0)):
        if not review.may_play_on(0, at):
            continue
        line = review.side_line(0, at, 1, "club")
        match = line.record.replay()
        assert match.phase is not None and match.deal_open
        assert look(match, 1).board == review.view(0, at, 1, open_=False).board
        assert [player.kind for player in line.players] == ["club", PERSON, *["club"] * (len(record.names) - 2)]
        assert line.players[1].name == record.names[0]
    assert record.replay() == before


@EVERY_GAME
def test_the_same_deal_again_has_the_same_cards_at_the_same_seats(game: str) -> None:
    review = review_of(record_of(game))
    for deal in range(review.deals):
        line = review.same_deal(deal, 1, "club")
        hands = line.record.replay().phase.board().hands  # type: ignore[union-attr]
        assert hands == review.view(deal, 0, 0, open_=True).board.hands


def test_a_clock_and_who_has_left_stay_with_the_original() -> None:
    record = record_of("spades", 1, turn_seconds=30)
    bid = record.deals[0].actions[0]
    last = record.undo()
    while last.replay().phase is not None and len(last.deals[0].actions) > 8:
        last = last.undo()
    turn = last.replay().to_act
    assert turn is not None
    forced = last.acted(Timeout(turn))
    forced = forced.acted(forced.replay().legal()[0])
    while not forced.replay().awaits_deal:
        forced = forced.acted(forced.replay().legal()[0])
    line = review_of(forced).side_line(0, len(forced.deals[0].actions) - 1, 0, "club")
    assert line.record.options.turn_seconds == 0
    assert not any(type(one) in DISCIPLINE for one in line.record.deals[0].actions)
    assert line.record.deals[0].actions[0] == bid
    assert line.record.replay().deal_open


@EVERY_GAME
def test_the_computer_plays_the_same_cards_from_the_persons_seat(game: str) -> None:
    review, mind = review_of(record_of(game, 2)), Mind()
    duplicate = Duplicate(review, 0, "random", mind, 5, range(review.deals))
    for _frame in range(5000):
        if duplicate.done:
            break
        duplicate.update()
    assert [one.deal for one in duplicate.compared] == list(range(review.deals))
    assert all(question.level == ("random" if question.view.seat == 0 else "club") for question in mind.asked)
    first = mind.asked[0].view
    assert first.seat is not None
    assert first.board.hands == review.view(0, 0, first.seat, open_=False).board.hands
    for one in duplicate.compared:
        match = review.before(one.deal)
        assert one.yours == match.game.tally(review.result(one.deal), match.sides).scores[0]


def test_the_computer_is_asked_with_nothing_but_views_of_its_own_seat() -> None:
    mind = Mind()
    review = review_of(record_of("chiamata", 1))
    duplicate = Duplicate(review, 2, "random", mind, Random(1).getrandbits(9), range(1))
    while not duplicate.done:
        duplicate.update()
    for question in mind.asked:
        hands = question.view.board.hands
        assert all(HIDDEN in hand or not hand for seat, hand in enumerate(hands) if seat != question.view.seat)
