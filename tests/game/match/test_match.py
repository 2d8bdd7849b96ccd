"""Series of deals and table discipline (docs/rules.md, "Words and notation", "Table discipline"; docs/record.md)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.actions import Deal, Play
from game.core.cards import FRENCH_PACK, HIDDEN_CARD, JOKERS, parse_cards
from game.core.events import MatchEnded, PlayerLeft, PlayerTimedOut, VoteToEndCast
from game.core.phase import IllegalActionError, Phase
from game.core.trick_taking import TrickPhase
from game.match.match import Match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.briscola.events import SignMade
from game.rules.briscola_family import RANKING
from game.shuffling.shuffle import derive_random, draw_dealer, shuffle_pack
from tests import twin_deals
from tests.helpers import (
    deal_match,
    get_last_events,
    get_refusal_code,
    list_legal_phrases,
    make_match,
    play,
    play_random_actions,
    stack_pack,
)
from tests.rows import check_rows

TURN_CLOCK_OPTIONS: dict[str, Any] = {"turn_seconds": 30}
HIDDEN_BY_CARD = dict.fromkeys((*FRENCH_PACK, *JOKERS), HIDDEN_CARD)


def play_first_deal(**table: object) -> Match:
    """Return a match whose first deal is over and whose second is not dealt."""
    return list(play_random_actions(make_match(**table), 1))[-1].match  # type: ignore[arg-type]


# -- the clock -------------------------------------------------------------------------------------


def test_timeout_needs_turn_clock() -> None:
    assert get_refusal_code(deal_match(), "1 timeout") == "no_clock"
    assert get_refusal_code(deal_match(**TURN_CLOCK_OPTIONS), "1 timeout") is None


def test_timeout_is_legal_for_seat_on_turn_only() -> None:
    assert get_refusal_code(deal_match(**TURN_CLOCK_OPTIONS), "0 timeout") == "not_your_turn"


def test_timeout_in_card_play_forces_a_card_of_that_seat() -> None:
    match = play(
        deal_match(seats=4, **TURN_CLOCK_OPTIONS), "1 play Ad", "2 play 2d", "3 play 3d", "0 play 4d", "1 timeout"
    )
    assert match.auto_play_seat == 1
    assert get_refusal_code(match, "1 sign asso") == "forced_card"
    assert get_refusal_code(match, "2 play 6d") == "forced_card"
    assert get_refusal_code(match, "1 timeout") == "forced_card"
    assert all(phrase.startswith("play") for phrase in list_legal_phrases(match))
    assert list_legal_phrases(match)
    after = play(match, f"1 {list_legal_phrases(match)[0]}")
    assert after.auto_play_seat is None
    assert after.turn == 2
    assert get_refusal_code(after, "2 sign asso") is None


def test_timeout_forbids_exchange() -> None:
    match = deal_match("2s 7d 4c As 5c 5s Kd", trump_exchange="seven", **TURN_CLOCK_OPTIONS)
    match = play(match, "1 play 2s", "0 play As")
    assert get_refusal_code(match, "0 swap") is None
    assert get_refusal_code(play(match, "0 timeout"), "0 swap") == "forced_card"


def test_leaving_and_voting_are_legal_while_a_card_is_forced() -> None:
    match = play(deal_match(**TURN_CLOCK_OPTIONS), "1 timeout", "0 leave", "1 unlock")
    assert match.auto_play_seat == 1
    assert get_refusal_code(match, "1 play Ad") is None


def test_timeout_has_its_event() -> None:
    assert get_last_events(deal_match(**TURN_CLOCK_OPTIONS), "1 timeout") == (PlayerTimedOut(1),)


def test_timeout_in_auction_or_naming_ends_match() -> None:
    match = deal_match(game="chiamata", preset="online", seats=5)
    for before in (match, play(match, "1 call 2", "2 pass", "3 pass", "4 pass", "0 pass")):
        assert get_last_events(before, "1 timeout") == (PlayerTimedOut(1), MatchEnded((0,) * 5, ()))
        after = play(before, "1 timeout")
        assert after.is_over
        assert after.auto_play_seat is None
        assert after.standing.winners == ()
        assert (after.get_deal_result().state, after.get_deal_result().points) == ("unfinished", (0,) * 5)
    playing = play(match, "1 call 2", "2 pass", "3 pass", "4 pass", "0 pass", "1 name d", "1 timeout")
    assert not playing.is_over
    assert playing.auto_play_seat == 1


# -- leaving and votes -----------------------------------------------------------------------------


def test_every_seat_may_leave_once_at_any_moment() -> None:
    match = deal_match(seats=3)
    for seat in range(3):
        assert get_last_events(match, f"{seat} leave") == (PlayerLeft(seat),)
        left = play(match, f"{seat} leave")
        assert left.departed_seats == (seat,)
        assert get_refusal_code(left, f"{seat} leave") == "left_already"
        assert left.turn == match.turn
        assert left.is_deal_in_progress


def test_departed_seat_stays_departed_for_the_match() -> None:
    match = play_first_deal(seats=2, deals_to_win=7)
    match = play(match, "0 leave").apply(Deal(match.pack)).match
    assert get_refusal_code(match, "0 leave") == "left_already"


@check_rows(("exit_votes", "seats", "needed"), [(3, 2, 2), (3, 4, 3), (6, 5, 5), (1, 2, 1), (6, 6, 6)])
def test_votes_to_end_finish_match_without_result(exit_votes: int, seats: int, needed: int) -> None:
    match = deal_match(seats=seats, exit_votes=exit_votes)
    for seat in range(needed - 1):
        assert get_last_events(match, f"{seat} unlock") == (VoteToEndCast(seat, seat + 1, needed),)
        match = play(match, f"{seat} unlock")
        assert match.is_deal_in_progress
        assert get_refusal_code(match, f"{seat} unlock") == "voted_already"
    last = needed - 1
    assert get_last_events(match, f"{last} unlock") == (
        VoteToEndCast(last, needed, needed),
        MatchEnded((0,) * seats, ()),
    )
    match = play(match, f"{last} unlock")
    assert match.is_over
    assert match.standing.is_over
    assert match.standing.winners == ()
    assert not match.needs_deal
    assert match.turn is None
    assert match.legal_actions() == ()
    result = match.get_deal_result()
    assert (result.state, result.scores) == ("unfinished", (0,) * seats)


def test_unfinished_deal_counts_points_taken_so_far() -> None:
    match = deal_match("As 2s 3s 4s 5s 6s 7d", exit_votes=1)
    match = play(match, "1 play As", "0 play 2s", "1 unlock")
    assert match.get_deal_result().points == (0, 11)


def test_vote_stays_for_the_match_and_is_legal_between_deals() -> None:
    match = play_first_deal(seats=2, deals_to_win=7)
    match = play(match, "0 unlock").apply(Deal(match.pack)).match
    assert get_refusal_code(match, "0 unlock") == "voted_already"
    over = play(match, "1 unlock")
    assert over.is_over
    between = play(play_first_deal(seats=2, deals_to_win=7), "0 unlock", "1 unlock")
    assert between.is_over
    assert between.get_deal_result().state == "scored"
    assert between.standing.winners == ()


def test_no_action_is_legal_after_the_end() -> None:
    match = play(deal_match(exit_votes=1), "0 unlock")
    for text in ("1 play Ad", "1 unlock", "1 leave"):
        assert get_refusal_code(match, text) == "match_over"
    reason = match.illegal_reason(Deal(match.pack))
    assert reason is not None
    assert reason.code == "match_over"


def test_no_action_is_legal_before_the_deal() -> None:
    for text in ("1 play Ad", "0 leave", "0 unlock"):
        assert get_refusal_code(make_match(), text) == "not_dealt"


def test_seat_out_of_range_is_refused() -> None:
    for text in ("2 play Ad", "9 leave", "5 unlock"):
        assert get_refusal_code(deal_match(), text) == "no_such_seat"
    assert deal_match().illegal_reason(Play(-1, parse_cards("Ad")[0])) is not None


# -- dealing ---------------------------------------------------------------------------------------


@check_rows(("pack", "code"), [
    ("-Kc", "pack_lacks"), ("Kc", "pack_twice"), ("8c", "pack_has"), ("LJ", "pack_has"), ("-all", "pack_lacks"),
])  # fmt: skip
def test_incomplete_or_wrong_pack_is_refused(pack: str, code: str) -> None:
    match = make_match()
    full_pack = match.pack
    faulty = () if pack == "-all" else full_pack[:-1] if pack == "-Kc" else (*full_pack, *parse_cards(pack))
    reason = match.illegal_reason(Deal(faulty))
    assert reason is not None
    assert reason.code == code
    with pytest.raises(IllegalActionError):
        match.apply(Deal(faulty))


def test_wrong_card_in_pack_is_named() -> None:
    match = make_match(seats=3)
    reason = match.illegal_reason(Deal((*parse_cards("2h"), *match.pack[1:])))
    assert reason is not None
    assert (reason.code, str(reason.values["card"])) == ("pack_has", "2h")


def test_deal_is_refused_before_last_deal_is_over() -> None:
    match = deal_match()
    reason = match.illegal_reason(Deal(match.pack))
    assert reason is not None
    assert reason.code == "deal_not_over"


def test_card_not_in_hand_is_refused() -> None:
    match = deal_match("Ad 2s Kh 3d 4s Qh")
    assert get_refusal_code(match, "1 play 2s") == "not_in_hand"
    assert get_refusal_code(match, "0 play 2s") == "not_your_turn"
    with pytest.raises(IllegalActionError) as caught:
        play(match, "1 play 2s")
    assert caught.value.reason.values == {"card": parse_cards("2s")[0]}
    assert str(caught.value) == "seat 1 may not play 2s: 2s is not in your hand"


def test_finished_deal_refuses_plays() -> None:
    match = play_first_deal(deals_to_win=7)
    assert get_refusal_code(match, "0 play Ad") == "deal_over"
    assert get_refusal_code(play_first_deal(deals_to_win=7, **TURN_CLOCK_OPTIONS), "0 timeout") == "deal_over"
    assert match.legal_actions() == ()
    assert match.phase is not None
    assert match.phase.legal_actions() == ()


# -- the first dealer ------------------------------------------------------------------------------


def test_first_dealer_draws_highest_card() -> None:
    for seed in range(40):
        drawn = draw_dealer(make_match().pack, 5, RANKING, derive_random(seed, "dealer"))
        seats = list(range(5))
        for draw in drawn.rounds:
            assert [seat for seat, _card in draw] == seats
            best = min(RANKING.index(card.rank) for _seat, card in draw)
            seats = [seat for seat, card in draw if RANKING.index(card.rank) == best]
        assert seats == [drawn.dealer]


def test_tied_seats_draw_again() -> None:
    draws = [draw_dealer(make_match().pack, 6, RANKING, derive_random(seed, "dealer")) for seed in range(60)]
    again = [drawn for drawn in draws if len(drawn.rounds) > 1]
    assert again
    assert all(2 <= len(drawn.rounds[1]) < 6 for drawn in again)
    assert {drawn.dealer for drawn in draws} == set(range(6))


def test_suits_do_not_count_in_dealer_draw() -> None:
    drawn = draw_dealer(parse_cards("Ad Ah 2s 2c"), 4, RANKING, derive_random(1, "dealer"))
    assert len(drawn.rounds[0]) == 4
    assert len(drawn.rounds[1]) == 2


# -- random numbers --------------------------------------------------------------------------------


def test_same_seed_gives_same_match() -> None:
    first, second = (
        [(m.action, m.events) for m in play_random_actions(make_match(), 7, deal_count=9)] for _time in range(2)
    )
    assert first == second
    assert first != [(m.action, m.events) for m in play_random_actions(make_match(), 8, deal_count=9)]


def test_each_purpose_has_its_own_random_stream() -> None:
    assert derive_random(1, "deal", 1).random() == derive_random(1, "deal", 1).random()
    numbers = {
        derive_random(*path).random() for path in ((1, "deal", 1), (1, "deal", 2), (1, "draw", 1), (2, "deal", 1))
    }
    assert len(numbers) == 4


def test_shuffle_keeps_every_card() -> None:
    pack = make_match().pack
    mixed = shuffle_pack(pack, derive_random(1, "deal"))
    assert mixed != pack
    assert sorted(map(str, mixed)) == sorted(map(str, pack))


def test_shuffle_puts_a_card_at_every_place_equally_often() -> None:
    rng, places = derive_random(3, "fair"), [0] * 40
    for _time in range(4000):
        places[shuffle_pack(make_match().pack, rng).index(parse_cards("Ad")[0])] += 1
    assert min(places) > 60
    assert max(places) < 145


# -- observations ----------------------------------------------------------------------------------


def test_observation_shows_own_hand_and_card_backs() -> None:
    match = deal_match("Ad 2s Kh 3d 4s Qh", seats=2)
    view = observe(match, 1)
    assert [str(card) for card in view.board.hands[1]] == ["Ad", "Kh", "4s"]
    assert {str(card) for card in view.board.hands[0]} == {"??"}
    watcher = observe(match, None)
    assert {str(card) for hand in watcher.board.hands for card in hand} == {"??"}
    assert watcher.legal_actions == ()
    assert watcher.illegal_cards == ()


def test_only_seat_on_turn_has_legal_actions_and_others_get_a_reason() -> None:
    match = deal_match(seats=3)
    assert observe(match, 1).legal_actions == match.legal_actions()
    assert observe(match, 1).illegal_cards == ()
    assert observe(match, 2).legal_actions == ()
    assert {reason.code for _card, reason in observe(match, 2).illegal_cards} == {"not_your_turn"}
    assert len(observe(match, 2).illegal_cards) == 3


@check_rows("seat", [0, 2, None])
def test_public_match_state_is_in_every_observation(seat: int | None) -> None:
    auction = play(deal_match(game="chiamata", preset="online", seats=5), "2 leave", "1 call 2", "0 unlock")
    for match in (
        auction,
        play(auction, "2 timeout"),
        play_first_deal(seats=4, deals_to_win=1),
        play_first_deal(seats=4, exit_votes=2),
    ):
        view = observe(match, seat)
        assert (view.seat, view.game_id, view.options, view.seats) == (seat, match.game_id, match.options, match.seats)
        assert (view.sides, view.totals, view.results) == (match.sides, match.standing.totals, match.results)
        assert (view.is_over, view.winners, view.payout) == (
            match.is_over,
            match.standing.winners,
            match.standing.payout,
        )
        assert (view.departed_seats, view.votes_to_end, view.timed_out_seat) == (
            match.departed_seats,
            match.votes_to_end,
            match.timed_out_seat,
        )
        assert view.turn == match.turn
    assert auction.departed_seats and auction.votes_to_end and auction.turn == 2
    assert play(auction, "2 timeout").timed_out_seat == 2


def test_no_card_is_listed_illegal_when_none_can_be_played() -> None:
    over = play_first_deal(seats=2, deals_to_win=7)
    aborted = play(deal_match(seats=2, exit_votes=1), "0 unlock")
    assert [observe(match, 0).illegal_cards for match in (over, aborted, make_match())] == [(), (), ()]
    assert observe(aborted, 0).board.hands[0], "though there are cards in the hand"


@check_rows("table", [
    {"seats": 4, "show_partner_hand": True, "trump_exchange": "seven"}, {"game": "spades", "seats": 3},
    {"game": "chiamata", "preset": "online", "seats": 5, "first_trick_blind": True},
    {"game": "muscio", "seats": 3, "hand_dealing": True}, {"game": "muscio", "seats": 5},
])  # fmt: skip
def test_observation_contains_no_card_unseen_by_its_seat(table: dict[str, Any]) -> None:
    """Check quickly what twin deals check thoroughly, with the cards counted from the events."""
    for seed in range(3):
        moments = list(play_random_actions(make_match(**table), f"seen {seed}", prefers_new_verbs=True))
        for seat in (0, 1, None):
            since = twin_deals.find_first_known_indexes(moments, seat)
            for index, moment in enumerate(moments):
                view = observe(moment.match, seat)
                named = getattr(view.phase, "called_card", None)
                cards = {*twin_deals.iter_cards(view)} - {HIDDEN_CARD, named}
                assert all(since.get(card, len(moments)) <= index for card in cards), f"step {index}: {moment.action}"
                for event in moment.events:
                    seen_event = event.seen_by(seat)
                    visible_cards = {*twin_deals.iter_cards(seen_event)}
                    assert visible_cards >= {*twin_deals.KNOWN_CARDS_BY_EVENT[type(event)](event, seat)}, (
                        "and is told all that it may know"
                    )
                    same = [
                        twin_deals.replace_cards(shown_event, HIDDEN_BY_CARD)
                        for shown_event in (seen_event, event)
                        if not isinstance(shown_event, SignMade)
                    ]
                    assert len(set(map(repr, same))) <= 1, "but for the cards it hears the same"


@check_rows("game", GAMES)
def test_every_phase_has_a_board_and_a_hand_and_pile_for_each_seat(game: str) -> None:
    """Check to the end of any deal, and that no pile has a card before the first trick."""
    changes: dict[str, Any] = {"hand_dealing": True} if game == "muscio" else {}
    for seed in range(24):
        before = make_match(game, seats=GAMES[game].seat_counts[-1], **changes)
        moments = list(play_random_actions(before, f"tables {seed}", prefers_new_verbs=seed == 0))
        for moment in moments if seed == 0 else moments[::-4]:
            match, phase = moment.match, moment.match.phase
            assert phase is not None
            assert (phase.options, phase.seats, phase.dealer) == (match.options, match.seats, match.first_dealer)
            board, result = phase.board(), phase.result
            assert len(board.hands) == len(board.pile_sizes) == len(phase.count_points()) == match.seats
            if isinstance(phase, TrickPhase):
                assert sum(board.pile_sizes) == sum(len(taken.trick.cards) for taken in phase.completed_tricks)
            elif result is None:
                assert not any(board.pile_sizes)
            if result is not None:
                assert (
                    len(result.scores) == match.seats
                    and observe(match, None).points == result.points == phase.count_points()
                )


def test_observation_before_first_deal() -> None:
    view = observe(make_match(seats=3, dealer=2), 0)
    assert (view.deal_number, view.dealer, view.phase) == (0, 2, None)
    assert view.board.hands == ((), (), ())
    assert view.points == (0, 0, 0)


def test_deal_number_and_dealer_are_kept_until_next_deal() -> None:
    match = deal_match(seats=2, deals_to_win=7)
    assert (observe(match, 0).deal_number, observe(match, 0).dealer) == (1, 0)
    aborted = play(match, "0 unlock", "1 unlock")
    assert (observe(aborted, 0).deal_number, observe(aborted, 0).dealer) == (1, 0)
    over = play_first_deal(seats=2, deals_to_win=7)
    assert (observe(over, 0).deal_number, observe(over, 0).dealer) == (1, 0)
    assert observe(over, 0).result == over.results[0]
    second = over.apply(Deal(stack_pack(over, ""))).match
    assert (observe(second, 0).deal_number, observe(second, 0).dealer) == (2, 1)


def test_observation_has_points_taken() -> None:
    match = play(deal_match("As 2s 3s 4s 5s 6s 7d"), "1 play As", "0 play 2s")
    assert observe(match, None).points == (0, 11)
    assert observe(match, None).board.pile_sizes == (0, 2)
    assert observe(match, None).board.last_trick_winner == 1


def test_phase_itself_hides_nothing() -> None:
    match = deal_match()
    bare = Phase(options=match.options, seats=2, dealer=0)
    assert bare.turn is None
    assert bare.result is None
    assert bare.count_points() == (0, 0)
    assert bare.legal_actions() == ()
    reason = bare.illegal_reason(Play(0, parse_cards("Ad")[0]))
    assert reason is not None
    assert reason.code == "deal_over"


def test_phase_itself_refuses_illegal_actions() -> None:
    phase = deal_match("Ad 2s Kh 3d 4s Qh").phase
    assert phase is not None
    step = phase.apply(Play(1, parse_cards("Ad")[0]))
    assert step.phase.turn == 0
    assert len(step.events) == 1
    with pytest.raises(IllegalActionError, match="seat 1 may not play 2s: 2s is not in your hand") as caught:
        phase.apply(Play(1, parse_cards("2s")[0]))
    assert caught.value.action == Play(1, parse_cards("2s")[0])
