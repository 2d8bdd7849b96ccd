"""Series of deals and table discipline (docs/rules.md, "Words and notation", "Table discipline"; docs/record.md)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.actions import Deal, Play
from game.core.cards import FRENCH_PACK, HIDDEN_CARD, JOKERS, Card, format_cards, parse_cards
from game.core.events import MatchEnded, PlayerLeft, PlayerTimedOut, VoteToEndCast
from game.core.messages import Reason
from game.core.phase import IllegalActionError, Phase
from game.core.trick_taking import TrickPhase
from game.match.match import Match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.briscola.events import SignMade
from game.rules.briscola_family import RANKING
from game.shuffling.shuffle import derive_random, draw_dealer
from tests import twin_deals
from tests.helpers import (
    deal_match,
    get_last_events,
    get_refusal_code,
    list_legal_phrases,
    make_match,
    play,
    play_random_actions,
)
from tests.rows import check_rows

TURN_CLOCK_OPTIONS: dict[str, Any] = {"turn_seconds": 30}
HIDDEN_BY_CARD = dict.fromkeys((*FRENCH_PACK, *JOKERS), HIDDEN_CARD)


def play_first_deal(**table: object) -> Match:
    """Return a match whose first deal is over and whose second is not dealt."""
    return list(play_random_actions(make_match(**table), 1))[-1].match  # type: ignore[arg-type]


MATCHES = {
    "not dealt": make_match(), "dealt": deal_match(), "clock": deal_match(**TURN_CLOCK_OPTIONS),
    "four": deal_match(seats=4, **TURN_CLOCK_OPTIONS), "last vote": deal_match(exit_votes=1),
    "hands": deal_match("Ad 2s Kh 3d 4s Qh"), "between": play_first_deal(deals_to_win=7),
    "between, clock": play_first_deal(deals_to_win=7, **TURN_CLOCK_OPTIONS),
    "exchange": deal_match("2s 7d 4c As 5c 5s Kd", trump_exchange="seven", **TURN_CLOCK_OPTIONS),
}  # fmt: skip
FORCED_SECOND_TRICK = "1 play Ad, 2 play 2d, 3 play 3d, 0 play 4d, 1 timeout"


def split_texts(texts: str) -> list[str]:
    return [text for text in texts.split(", ") if text]


@check_rows(("name", "before", "text", "code"), [
    ("not dealt", "", "1 play Ad", "not_dealt"), ("not dealt", "", "0 leave", "not_dealt"),
    ("not dealt", "", "0 unlock", "not_dealt"),
    ("dealt", "", "2 play Ad", "no_such_seat"), ("dealt", "", "9 leave", "no_such_seat"),
    ("dealt", "", "5 unlock", "no_such_seat"), ("dealt", "", "1 timeout", "no_clock"),
    ("dealt", "0 leave", "0 leave", "left_already"), ("dealt", "0 unlock", "0 unlock", "voted_already"),
    ("clock", "", "1 timeout", None), ("clock", "", "0 timeout", "not_your_turn"),
    ("clock", "1 timeout, 0 leave, 1 unlock", "1 play Ad", None),
    *(("four", FORCED_SECOND_TRICK, text, "forced_card") for text in ("1 sign asso", "2 play 6d", "1 timeout")),
    ("exchange", "1 play 2s, 0 play As", "0 swap", None),
    ("exchange", "1 play 2s, 0 play As, 0 timeout", "0 swap", "forced_card"),
    ("last vote", "0 unlock", "1 play Ad", "match_over"), ("last vote", "0 unlock", "1 unlock", "match_over"),
    ("last vote", "0 unlock", "1 leave", "match_over"),
    ("hands", "", "1 play 2s", "not_in_hand"), ("hands", "", "0 play 2s", "not_your_turn"),
    ("between", "", "0 play Ad", "deal_over"), ("between, clock", "", "0 timeout", "deal_over"),
    ("between", "0 leave", "0 leave", "left_already"), ("between", "0 unlock", "0 unlock", "voted_already"),
])  # fmt: skip
def test_action_is_refused_for_the_reason_that_applies(name: str, before: str, text: str, code: str | None) -> None:
    match = play(MATCHES[name], *split_texts(before))
    assert get_refusal_code(match, text) == code
    if name == "between" and before:
        assert get_refusal_code(match.apply(Deal(match.pack)).match, text) == code, "for the whole match"


# -- the clock -------------------------------------------------------------------------------------


def test_timeout_in_card_play_forces_a_card_of_that_seat() -> None:
    match = play(MATCHES["four"], *split_texts(FORCED_SECOND_TRICK))
    assert match.auto_play_seat == 1
    assert match.illegal_reason(Play(2, Card("6d"))) == Reason("forced_card", {"seat": 1})
    phrases = list_legal_phrases(match)
    assert phrases and all(phrase.startswith("play") for phrase in phrases)
    after = play(match, f"1 {phrases[0]}")
    assert (after.auto_play_seat, after.turn) == (None, 2)
    assert get_refusal_code(after, "2 sign asso") is None


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


@check_rows(("exit_votes", "seats", "needed"), [(3, 2, 2), (3, 4, 3), (6, 5, 5), (1, 2, 1), (6, 6, 6)])
def test_votes_to_end_finish_match_without_result(exit_votes: int, seats: int, needed: int) -> None:
    match = deal_match(seats=seats, exit_votes=exit_votes)
    for seat in range(needed - 1):
        assert get_last_events(match, f"{seat} unlock") == (VoteToEndCast(seat, seat + 1, needed),)
        match = play(match, f"{seat} unlock")
        assert match.is_deal_in_progress
    last = needed - 1
    assert get_last_events(match, f"{last} unlock") == (
        VoteToEndCast(last, needed, needed),
        MatchEnded((0,) * seats, ()),
    )
    match = play(match, f"{last} unlock")
    assert match.is_over and match.standing.is_over and match.standing.winners == () and not match.needs_deal
    assert match.turn is None and match.legal_actions() == ()
    result = match.get_deal_result()
    assert (result.state, result.scores) == ("unfinished", (0,) * seats)


def test_unfinished_deal_counts_points_taken_so_far() -> None:
    match = deal_match("As 2s 3s 4s 5s 6s 7d", exit_votes=1)
    match = play(match, "1 play As", "0 play 2s", "1 unlock")
    assert match.get_deal_result().points == (0, 11)


def test_votes_between_deals_end_match_with_its_result() -> None:
    between = play(MATCHES["between"], "0 unlock", "1 unlock")
    assert between.is_over and between.standing.winners == () and between.get_deal_result().state == "scored"


# -- dealing ---------------------------------------------------------------------------------------


@check_rows(("name", "pack", "code", "card"), [
    ("not dealt", "-Kc", "pack_lacks", "Kc"), ("not dealt", "Kc", "pack_twice", "Kc"),
    ("not dealt", "8c", "pack_has", "8c"), ("not dealt", "LJ", "pack_has", "LJ"),
    ("not dealt", "-all", "pack_lacks", "Ad"), ("dealt", "", "deal_not_over", ""),
    ("last vote", "over", "match_over", ""),
])  # fmt: skip
def test_deal_is_refused_at_another_time_or_with_another_pack(name: str, pack: str, code: str, card: str) -> None:
    match = MATCHES[name] if pack != "over" else play(MATCHES[name], "0 unlock")
    packs = {"": match.pack, "over": match.pack, "-all": (), "-Kc": match.pack[:-1]}
    deal = Deal(packs[pack] if pack in packs else (*match.pack, *parse_cards(pack)))
    reason = match.illegal_reason(deal)
    assert reason == Reason(code, {"card": parse_cards(card)[0]} if card else {})
    with pytest.raises(IllegalActionError):
        match.apply(deal)


def test_finished_deal_has_no_legal_actions() -> None:
    match = MATCHES["between"]
    assert match.legal_actions() == () and match.phase is not None and match.phase.legal_actions() == ()


# -- the first dealer ------------------------------------------------------------------------------


def test_first_dealer_draws_highest_card_and_tied_seats_draw_again() -> None:
    draws = [draw_dealer(make_match().pack, 6, RANKING, derive_random(seed, "dealer")) for seed in range(60)]
    for drawn in draws:
        seats = list(range(6))
        for draw in drawn.rounds:
            assert [seat for seat, _card in draw] == seats
            best = min(RANKING.index(card.rank) for _seat, card in draw)
            seats = [seat for seat, card in draw if RANKING.index(card.rank) == best]
        assert seats == [drawn.dealer]
    assert any(len(drawn.rounds) > 1 for drawn in draws) and {drawn.dealer for drawn in draws} == set(range(6))


def test_suits_do_not_count_in_dealer_draw() -> None:
    drawn = draw_dealer(parse_cards("Ad Ah 2s 2c"), 4, RANKING, derive_random(1, "dealer"))
    assert [len(draw) for draw in drawn.rounds][:2] == [4, 2]


# -- random numbers --------------------------------------------------------------------------------


def test_each_purpose_has_its_own_random_stream() -> None:
    paths = ((1, "deal", 1), (1, "deal", 2), (1, "draw", 1), (2, "deal", 1), (1, "deal", 1))
    assert len({derive_random(*path).random() for path in paths}) == 4


# -- observations ----------------------------------------------------------------------------------


def test_observation_shows_own_hand_and_card_backs() -> None:
    views = [observe(MATCHES["hands"], seat) for seat in (0, 1, None)]
    hands = [[format_cards(hand) for hand in view.board.hands] for view in views]
    assert hands == [["2s 3d Qh", "?? ?? ??"], ["?? ?? ??", "Ad Kh 4s"], ["?? ?? ??", "?? ?? ??"]]
    assert (views[2].legal_actions, views[2].illegal_cards) == ((), ())


def test_only_seat_on_turn_has_legal_actions_and_others_get_a_reason() -> None:
    match = deal_match(seats=3)
    own, other = observe(match, 1), observe(match, 2)
    assert (own.legal_actions, own.illegal_cards, other.legal_actions) == (match.legal_actions(), (), ())
    assert [reason.code for _card, reason in other.illegal_cards] == ["not_your_turn"] * 3


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
        standing = match.standing
        assert (view.seat, view.totals, view.winners) == (seat, standing.totals, standing.winners)
        assert view.payout == standing.payout
        for name in ("game_id", "options", "seats", "sides", "results", "is_over", "departed_seats", "votes_to_end",
                     "timed_out_seat", "turn"):  # fmt: skip
            assert getattr(view, name) == getattr(match, name), name
    assert auction.departed_seats and auction.votes_to_end and auction.turn == 2
    assert play(auction, "2 timeout").timed_out_seat == 2


@check_rows("table", [
    {"seats": 4, "show_partner_hand": True, "trump_exchange": "seven"}, {"game": "spades", "seats": 3},
    {"game": "chiamata", "preset": "online", "seats": 5, "first_trick_blind": True},
    {"game": "muscio", "seats": 3, "hand_dealing": True}, {"game": "muscio", "seats": 5},
])  # fmt: skip
def test_observation_contains_no_card_unseen_by_its_seat(table: dict[str, Any]) -> None:
    """Check quickly what twin deals check thoroughly, with the cards counted from the events."""
    moments = list(play_random_actions(make_match(**table), "seen 1", prefers_new_verbs=True))
    for seat in (0, 1, None):
        since = twin_deals.find_first_known_indexes(moments, seat)
        for index, moment in enumerate(moments):
            view = observe(moment.match, seat)
            named = getattr(view.phase, "called_card", None)
            cards = {*twin_deals.iter_cards(view)} - {HIDDEN_CARD, named}
            assert all(since.get(card, len(moments)) <= index for card in cards), f"step {index}: {moment.action}"
            for event in moment.events:
                seen_event = event.seen_by(seat)
                known_cards = twin_deals.KNOWN_CARDS_BY_EVENT[type(event)](event, seat)
                assert {*twin_deals.iter_cards(seen_event)} >= {*known_cards}, "and is told all that it may know"
                if not isinstance(event, SignMade):
                    masked, whole = (twin_deals.replace_cards(told, HIDDEN_BY_CARD) for told in (seen_event, event))
                    assert masked == whole, "but for the cards it hears the same"


@check_rows("game", GAMES)
def test_every_phase_has_a_board_and_a_hand_and_pile_for_each_seat(game: str) -> None:
    """Check to the end of any deal, and that no pile has a card before the first trick."""
    changes: dict[str, Any] = {"hand_dealing": True} if game == "muscio" else {}
    for seed in range(8):
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
                assert len(result.scores) == match.seats
                assert observe(match, None).points == result.points == phase.count_points()


def test_deal_number_and_dealer_are_kept_until_next_deal() -> None:
    between = MATCHES["between"]
    aborted = play(deal_match(), "0 unlock", "1 unlock")
    second = between.apply(Deal(between.pack)).match
    views = [observe(match, 0) for match in (make_match(dealer=1), deal_match(), aborted, between, second)]
    assert [(view.deal_number, view.dealer) for view in views] == [(0, 1), (1, 0), (1, 0), (1, 0), (2, 1)]
    assert (views[0].phase, views[0].board.hands, views[0].points) == (None, ((), ()), (0, 0))
    assert views[3].result == between.results[0]
    assert views[2].illegal_cards == () and views[2].board.hands[0], "though there are cards in the hand"


def test_phase_itself_hides_nothing() -> None:
    bare = Phase(options=deal_match().options, seats=2, dealer=0)
    assert (bare.turn, bare.result, bare.count_points(), bare.legal_actions()) == (None, None, (0, 0), ())
    assert bare.illegal_reason(Play(0, parse_cards("Ad")[0])) == Reason("deal_over")


def test_phase_itself_refuses_illegal_actions() -> None:
    phase = MATCHES["hands"].phase
    assert phase is not None
    step = phase.apply(Play(1, parse_cards("Ad")[0]))
    assert step.phase.turn == 0 and len(step.events) == 1
    with pytest.raises(IllegalActionError, match="seat 1 may not play 2s: 2s isn't in your hand") as caught:
        phase.apply(Play(1, parse_cards("2s")[0]))
    assert caught.value.action == Play(1, parse_cards("2s")[0])
