"""Deals in a row and the discipline of the table: rules.md ("Words and notation", "Table discipline"), record.md."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.actions import Deal, Play
from game.engine.cards import FRENCH_PACK, HIDDEN, JOKERS, cards
from game.engine.events import Left, MatchEnded, TimedOut, Unlocked
from game.engine.phases import IllegalAction, Phase
from game.engine.tricks import Tricks
from game.fairness import draw_dealer, shuffled, stream
from game.match import Match
from game.rules import GAMES
from game.rules.briscola.events import Signed
from game.rules.family import RANKING
from game.view import look
from tests import twins
from tests.helpers import deal, fresh, happened, legal, play, playout, refused, stacked

CLOCK: dict[str, Any] = {"turn_seconds": 30}
BACKS = dict.fromkeys((*FRENCH_PACK, *JOKERS), HIDDEN)


def ended(**table: object) -> Match:
    """A match whose first deal is over, the second not yet dealt."""
    return list(playout(fresh(**table), 1))[-1].match  # type: ignore[arg-type]


# -- the clock -------------------------------------------------------------------------------------


def test_timeout_needs_a_clock() -> None:
    assert refused(deal(), "1 timeout") == "no_clock"
    assert refused(deal(**CLOCK), "1 timeout") is None


def test_timeout_is_of_the_seat_on_turn() -> None:
    assert refused(deal(**CLOCK), "0 timeout") == "not_your_turn"


def test_timeout_in_play_forces_a_card_of_that_seat() -> None:
    match = play(deal(seats=4, **CLOCK), "1 play Ad", "2 play 2d", "3 play 3d", "0 play 4d", "1 timeout")
    assert match.forced == 1
    assert refused(match, "1 sign asso") == "forced_card"
    assert refused(match, "2 play 6d") == "forced_card"
    assert refused(match, "1 timeout") == "forced_card"
    assert all(one.startswith("play") for one in legal(match))
    assert legal(match)
    after = play(match, f"1 {legal(match)[0]}")
    assert after.forced is None
    assert after.to_act == 2
    assert refused(after, "2 sign asso") is None


def test_timeout_forbids_the_exchange_too() -> None:
    match = deal("2s 7d 4c As 5c 5s Kd", trump_exchange="seven", **CLOCK)
    match = play(match, "1 play 2s", "0 play As")
    assert refused(match, "0 swap") is None
    assert refused(play(match, "0 timeout"), "0 swap") == "forced_card"


def test_leaving_and_voting_stay_open_while_a_card_is_forced() -> None:
    match = play(deal(**CLOCK), "1 timeout", "0 leave", "1 unlock")
    assert match.forced == 1
    assert refused(match, "1 play Ad") is None


def test_a_clock_that_runs_out_says_so() -> None:
    assert happened(deal(**CLOCK), "1 timeout") == (TimedOut(1),)


def test_a_clock_that_runs_out_in_the_auction_ends_the_match_and_while_naming_too() -> None:
    match = deal(game="chiamata", preset="online", seats=5)
    for before in (match, play(match, "1 call 2", "2 pass", "3 pass", "4 pass", "0 pass")):
        assert happened(before, "1 timeout") == (TimedOut(1), MatchEnded((0,) * 5, ()))
        after = play(before, "1 timeout")
        assert after.over
        assert after.forced is None
        assert after.standing.winners == ()
        assert (after.deal_result().state, after.deal_result().points) == ("unfinished", (0,) * 5)
    playing = play(match, "1 call 2", "2 pass", "3 pass", "4 pass", "0 pass", "1 name d", "1 timeout")
    assert not playing.over
    assert playing.forced == 1


# -- leaving and votes -----------------------------------------------------------------------------


def test_every_seat_may_leave_at_any_moment_once() -> None:
    match = deal(seats=3)
    for seat in range(3):
        assert happened(match, f"{seat} leave") == (Left(seat),)
        left = play(match, f"{seat} leave")
        assert left.left == (seat,)
        assert refused(left, f"{seat} leave") == "left_already"
        assert left.to_act == match.to_act
        assert left.deal_open


def test_leaving_holds_for_the_match() -> None:
    match = ended(seats=2, deals_to_win=7)
    match = play(match, "0 leave").apply(Deal(match.pack)).match
    assert refused(match, "0 leave") == "left_already"


@pytest.mark.parametrize(("exit_votes", "seats", "needed"), [(3, 2, 2), (3, 4, 3), (6, 5, 5), (1, 2, 1), (6, 6, 6)])
def test_votes_end_the_match_without_a_result(exit_votes: int, seats: int, needed: int) -> None:
    match = deal(seats=seats, exit_votes=exit_votes)
    for seat in range(needed - 1):
        assert happened(match, f"{seat} unlock") == (Unlocked(seat, seat + 1, needed),)
        match = play(match, f"{seat} unlock")
        assert match.deal_open
        assert refused(match, f"{seat} unlock") == "voted_already"
    last = needed - 1
    assert happened(match, f"{last} unlock") == (Unlocked(last, needed, needed), MatchEnded((0,) * seats, ()))
    match = play(match, f"{last} unlock")
    assert match.over
    assert match.standing.over
    assert match.standing.winners == ()
    assert not match.awaits_deal
    assert match.to_act is None
    assert match.legal() == ()
    result = match.deal_result()
    assert (result.state, result.scores) == ("unfinished", (0,) * seats)


def test_an_unfinished_deal_counts_what_was_taken_so_far() -> None:
    match = deal("As 2s 3s 4s 5s 6s 7d", exit_votes=1)
    match = play(match, "1 play As", "0 play 2s", "1 unlock")
    assert match.deal_result().points == (0, 11)


def test_a_vote_holds_for_the_match_and_may_be_cast_between_deals() -> None:
    match = ended(seats=2, deals_to_win=7)
    match = play(match, "0 unlock").apply(Deal(match.pack)).match
    assert refused(match, "0 unlock") == "voted_already"
    over = play(match, "1 unlock")
    assert over.over
    between = play(ended(seats=2, deals_to_win=7), "0 unlock", "1 unlock")
    assert between.over
    assert between.deal_result().state == "scored"
    assert between.standing.winners == ()


def test_nothing_follows_the_end() -> None:
    match = play(deal(exit_votes=1), "0 unlock")
    for text in ("1 play Ad", "1 unlock", "1 leave"):
        assert refused(match, text) == "match_over"
    reason = match.why_not(Deal(match.pack))
    assert reason is not None
    assert reason.code == "match_over"


def test_nobody_acts_before_the_cards_are_dealt() -> None:
    for text in ("1 play Ad", "0 leave", "0 unlock"):
        assert refused(fresh(), text) == "not_dealt"


def test_a_seat_that_is_not_there() -> None:
    for text in ("2 play Ad", "9 leave", "5 unlock"):
        assert refused(deal(), text) == "no_such_seat"
    assert deal().why_not(Play(-1, cards("Ad")[0])) is not None


# -- dealing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pack", "code"), [
    ("-Kc", "pack_lacks"), ("Kc", "pack_twice"), ("8c", "pack_has"), ("LJ", "pack_has"), ("-all", "pack_lacks"),
])  # fmt: skip
def test_the_whole_pack_once_and_nothing_else_is_dealt(pack: str, code: str) -> None:
    match = fresh()
    whole = match.pack
    faulty = () if pack == "-all" else whole[:-1] if pack == "-Kc" else (*whole, *cards(pack))
    reason = match.why_not(Deal(faulty))
    assert reason is not None
    assert reason.code == code
    with pytest.raises(IllegalAction):
        match.apply(Deal(faulty))


def test_a_card_in_place_of_another_is_named() -> None:
    match = fresh(seats=3)
    reason = match.why_not(Deal((*cards("2h"), *match.pack[1:])))
    assert reason is not None
    assert (reason.code, str(reason.values["card"])) == ("pack_has", "2h")


def test_no_deal_before_the_last_is_over() -> None:
    match = deal()
    reason = match.why_not(Deal(match.pack))
    assert reason is not None
    assert reason.code == "deal_not_over"


def test_cards_are_played_from_the_hand() -> None:
    match = deal("Ad 2s Kh 3d 4s Qh")
    assert refused(match, "1 play 2s") == "not_in_hand"
    assert refused(match, "0 play 2s") == "not_your_turn"
    with pytest.raises(IllegalAction) as caught:
        play(match, "1 play 2s")
    assert caught.value.reason.values == {"card": cards("2s")[0]}
    assert "not_in_hand" in str(caught.value)


def test_a_deal_that_is_over_takes_no_cards() -> None:
    match = ended(deals_to_win=7)
    assert refused(match, "0 play Ad") == "deal_over"
    assert refused(ended(deals_to_win=7, **CLOCK), "0 timeout") == "deal_over"
    assert match.legal() == ()
    assert match.phase is not None
    assert match.phase.legal() == ()


# -- the first dealer ------------------------------------------------------------------------------


def test_first_dealer_is_who_draws_the_highest_card() -> None:
    for seed in range(40):
        drawn = draw_dealer(fresh().pack, 5, RANKING, stream(seed, "dealer"))
        seats = list(range(5))
        for one in drawn.rounds:
            assert [seat for seat, _card in one] == seats
            best = min(RANKING.index(card.rank) for _seat, card in one)
            seats = [seat for seat, card in one if RANKING.index(card.rank) == best]
        assert seats == [drawn.dealer]


def test_ties_draw_again_and_only_who_tied() -> None:
    draws = [draw_dealer(fresh().pack, 6, RANKING, stream(seed, "dealer")) for seed in range(60)]
    again = [drawn for drawn in draws if len(drawn.rounds) > 1]
    assert again
    assert all(2 <= len(drawn.rounds[1]) < 6 for drawn in again)
    assert {drawn.dealer for drawn in draws} == set(range(6))


def test_suits_are_ignored_in_the_draw() -> None:
    drawn = draw_dealer(cards("Ad Ah 2s 2c"), 4, RANKING, stream(1, "dealer"))
    assert len(drawn.rounds[0]) == 4
    assert len(drawn.rounds[1]) == 2


# -- chance ----------------------------------------------------------------------------------------


def test_same_seed_same_match() -> None:
    first, second = ([(m.action, m.events) for m in playout(fresh(), 7, deals=9)] for _time in range(2))
    assert first == second
    assert first != [(m.action, m.events) for m in playout(fresh(), 8, deals=9)]


def test_each_purpose_has_its_own_stream() -> None:
    assert stream(1, "deal", 1).random() == stream(1, "deal", 1).random()
    numbers = {stream(*path).random() for path in ((1, "deal", 1), (1, "deal", 2), (1, "draw", 1), (2, "deal", 1))}
    assert len(numbers) == 4


def test_a_shuffle_keeps_every_card() -> None:
    pack = fresh().pack
    mixed = shuffled(pack, stream(1, "deal"))
    assert mixed != pack
    assert sorted(map(str, mixed)) == sorted(map(str, pack))


def test_every_place_is_equally_likely_for_a_card() -> None:
    rng, places = stream(3, "fair"), [0] * 40
    for _time in range(4000):
        places[shuffled(fresh().pack, rng).index(cards("Ad")[0])] += 1
    assert min(places) > 60
    assert max(places) < 145


# -- the view --------------------------------------------------------------------------------------


def test_a_view_shows_the_own_hand_and_backs() -> None:
    match = deal("Ad 2s Kh 3d 4s Qh", seats=2)
    view = look(match, 1)
    assert [str(card) for card in view.board.hands[1]] == ["Ad", "Kh", "4s"]
    assert {str(card) for card in view.board.hands[0]} == {"??"}
    watcher = look(match, None)
    assert {str(card) for hand in watcher.board.hands for card in hand} == {"??"}
    assert watcher.choices == ()
    assert watcher.refused == ()


def test_only_the_seat_on_turn_has_choices_the_others_read_why_not() -> None:
    match = deal(seats=3)
    assert look(match, 1).choices == match.legal()
    assert look(match, 1).refused == ()
    assert look(match, 2).choices == ()
    assert {reason.code for _card, reason in look(match, 2).refused} == {"not_your_turn"}
    assert len(look(match, 2).refused) == 3


@pytest.mark.parametrize("seat", [0, 2, None])
def test_what_everybody_may_know_of_a_match_stands_in_every_view(seat: int | None) -> None:
    auction = play(deal(game="chiamata", preset="online", seats=5), "2 leave", "1 call 2", "0 unlock")
    for match in (auction, play(auction, "2 timeout"), ended(seats=4, deals_to_win=1), ended(seats=4, exit_votes=2)):
        view = look(match, seat)
        assert (view.seat, view.game, view.options, view.seats) == (seat, match.name, match.options, match.seats)
        assert (view.sides, view.totals, view.results) == (match.sides, match.standing.totals, match.results)
        assert (view.over, view.winners, view.payout) == (match.over, match.standing.winners, match.standing.payout)
        assert (view.left, view.votes, view.expired) == (match.left, match.votes, match.expired)
        assert view.to_act == match.to_act
    assert auction.left and auction.votes and auction.to_act == 2
    assert play(auction, "2 timeout").expired == 2


def test_no_card_is_refused_when_none_is_to_be_played() -> None:
    over = ended(seats=2, deals_to_win=7)
    aborted = play(deal(seats=2, exit_votes=1), "0 unlock")
    assert [look(one, 0).refused for one in (over, aborted, fresh())] == [(), (), ()]
    assert look(aborted, 0).board.hands[0], "though there are cards in the hand"


@pytest.mark.parametrize("table", [
    {"seats": 4, "show_partner_hand": True, "trump_exchange": "seven"}, {"game": "spades", "seats": 3},
    {"game": "chiamata", "preset": "online", "seats": 5, "first_trick_blind": True},
    {"game": "muscio", "seats": 3, "hand_dealing": True}, {"game": "muscio", "seats": 5},
], ids=str)  # fmt: skip
def test_no_view_holds_a_card_that_its_seat_has_not_seen(table: dict[str, Any]) -> None:
    """The quick one of the twin deals: what has been seen is counted there from the events, by the rules."""
    for seed in range(3):
        moments = list(playout(fresh(**table), f"seen {seed}", curious=True))
        for seat in (0, 1, None):
            since = twins.known_from(moments, seat)
            for at, moment in enumerate(moments):
                view = look(moment.match, seat)
                named = getattr(view.phase, "called", None)
                found = {*twins.walk(view)} - {HIDDEN, named}
                assert all(since.get(card, len(moments)) <= at for card in found), f"step {at}: {moment.action}"
                for event in moment.events:
                    heard = event.seen_by(seat)
                    told = {*twins.walk(heard)}
                    assert told >= {*twins.KNOWN[type(event)](event, seat)}, "and is told all that it may know"
                    same = [twins.permuted(one, BACKS) for one in (heard, event) if not isinstance(one, Signed)]
                    assert len(set(map(repr, same))) <= 1, "but for the cards it hears the same"


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_knows_its_table_and_has_a_hand_and_a_pile_for_each_seat(game: str) -> None:
    """To the end of the deal, however it ended; before the first trick no pile has a card."""
    changes: dict[str, Any] = {"hand_dealing": True} if game == "muscio" else {}
    for seed in range(24):
        before = fresh(game, seats=GAMES[game].seats[-1], **changes)
        moments = list(playout(before, f"tables {seed}", curious=seed == 0))
        for moment in moments if seed == 0 else moments[::-4]:
            match, phase = moment.match, moment.match.phase
            assert phase is not None
            assert (phase.options, phase.seats, phase.dealer) == (match.options, match.seats, match.first_dealer)
            board, result = phase.board(), phase.result
            assert len(board.hands) == len(board.piles) == len(phase.points()) == match.seats
            if isinstance(phase, Tricks):
                assert sum(board.piles) == sum(len(taken.trick.cards) for taken in phase.done)
            elif result is None:
                assert not any(board.piles)
            if result is not None:
                assert len(result.scores) == match.seats and look(match, None).points == result.points == phase.points()


def test_a_view_before_the_first_deal() -> None:
    view = look(fresh(seats=3, dealer=2), 0)
    assert (view.deal_number, view.dealer, view.phase) == (0, 2, None)
    assert view.board.hands == ((), (), ())
    assert view.points == (0, 0, 0)


def test_the_deal_on_the_table_has_its_number_and_dealer_until_the_next_is_dealt() -> None:
    match = deal(seats=2, deals_to_win=7)
    assert (look(match, 0).deal_number, look(match, 0).dealer) == (1, 0)
    aborted = play(match, "0 unlock", "1 unlock")
    assert (look(aborted, 0).deal_number, look(aborted, 0).dealer) == (1, 0)
    over = ended(seats=2, deals_to_win=7)
    assert (look(over, 0).deal_number, look(over, 0).dealer) == (1, 0)
    assert look(over, 0).result == over.results[0]
    second = over.apply(Deal(stacked(over, ""))).match
    assert (look(second, 0).deal_number, look(second, 0).dealer) == (2, 1)


def test_points_taken_stand_in_the_view() -> None:
    match = play(deal("As 2s 3s 4s 5s 6s 7d"), "1 play As", "0 play 2s")
    assert look(match, None).points == (0, 11)
    assert look(match, None).board.piles == (0, 2)
    assert look(match, None).board.last_winner == 1


def test_a_bare_phase_hides_nothing_by_itself() -> None:
    match = deal()
    bare = Phase(options=match.options, seats=2, dealer=0)
    assert bare.to_act is None
    assert bare.result is None
    assert bare.points() == (0, 0)
    assert bare.legal() == ()
    reason = bare.why_not(Play(0, cards("Ad")[0]))
    assert reason is not None
    assert reason.code == "deal_over"


def test_a_phase_refuses_by_itself_too() -> None:
    phase = deal("Ad 2s Kh 3d 4s Qh").phase
    assert phase is not None
    step = phase.apply(Play(1, cards("Ad")[0]))
    assert step.state.to_act == 0
    assert len(step.events) == 1
    with pytest.raises(IllegalAction, match="1 play 2s: not_in_hand") as caught:
        phase.apply(Play(1, cards("2s")[0]))
    assert caught.value.action == Play(1, cards("2s")[0])
