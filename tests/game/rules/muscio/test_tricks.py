"""Tricks of three and more participants, and the score (docs/rules.md, "Muscio"; source 003), clause by clause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from game.core.cards import HIDDEN_CARD, Card, format_cards, make_hidden_cards, parse_cards
from game.core.events import CardPlayed, PlayerPassed
from game.core.phase import DealResult
from game.match.match import Match
from game.match.observation import observe
from game.rules.game import sum_scores
from game.rules.muscio.events import BlindeTaken, FaceDownCardsShown, GattaShown, PlayDeclared
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.scoring import compute_standing, score_tricks
from game.rules.muscio.statistics_entries import list_stat_entries
from game.rules.muscio.trick_play import MuscioTrickPhase
from game.rules.statistics_entries import StatEntry
from tests.game.rules.muscio.deals import FOUR_HANDS, apply_phrases, deal_muscio, get_deal_result, make_deal_results
from tests.helpers import get_last_events, get_refusal_code, play
from tests.rows import check_rows

# -- three or more ---------------------------------------------------------------------------------


def deal_three_participants(*hands: str, turned: str = "2c", **table: Any) -> Match:
    """Return a deal that everyone plays and in which the dealer leaves the turned card."""
    match = deal_muscio(turned, *hands, **table)
    return apply_phrases(match, *["in"] * len(hands), "keep")


@check_rows(("hands", "actions", "codes"), [
    (("Ac Kd 3c Ks 2d", "7c 5c 4s 3d 6d", "Kc Jd Qs 6s 7h"), (), {"0 play Kd": "trump_tricks", "0 play 3c": None}),
    (("Ac Kd 3c Ks 2d", "7c 5c 4s 3d Ad", "Kc Jc Qc 6s 7h"),
     ("0 play Ac", "1 play 5c", "2 play Jc", "0 play 3c", "1 play 7c", "2 play Kc", "2 play 6s"),
     {"0 play Kd": "follow", "0 play Ks": None}),
    (("Ac Kd 3c Ks 2d", "7c 5c 4s 3d Ad", "Kc Jc Qc 6s 7h"),
     ("0 play Ac", "1 play 5c", "2 play Jc", "0 play 3c", "1 play 7c", "2 play Kc", "2 play 6s", "0 play Ks",
      "1 play 4s", "0 play 2d", "1 play 3d"), {"2 play 7h": "must_trump", "2 play Qc": None}),
])  # fmt: skip
def test_card_against_a_duty_is_refused(
    hands: tuple[str, ...], actions: tuple[str, ...], codes: dict[str, str | None]
) -> None:
    """The duties themselves are stated again in `test_no_revoke_is_legal_and_some_action_always_is`."""
    match = play(deal_three_participants(*hands), *actions)
    assert {text: get_refusal_code(match, text) for text in codes} == codes


def test_face_down_cards_are_visible_to_their_player_only_until_scoring() -> None:
    match = deal_three_participants("2h Kd Qd 3d 3s", "Ah 5d 4s Jh 6d", "Kh Jd Qs 6s 7h")
    (event,) = get_last_events(match, "0 play 2h")
    assert event == event.seen_by(0) == CardPlayed(0, Card("2h"), True)
    assert event.seen_by(1) == CardPlayed(0, HIDDEN_CARD, True)
    match = play(match, "0 play 2h", "1 play Ah")
    tricks = [format_cards(tuple(card for _seat, card in observe(match, seat).board.trick)) for seat in (0, 1, 2, None)]
    assert tricks == ["2h ??", "?? Ah", "?? ??", "?? ??"]
    assert observe(match, 2).board.face_down_seats == (0, 1)
    match = play(match, "2 play Kh")
    board = observe(match, 2).board
    assert board.last_trick == ((0, HIDDEN_CARD), (1, HIDDEN_CARD), (2, Card("Kh")))
    assert (board.last_trick_face_down_seats, match.turn) == ((0, 1, 2), 0), "the leader wins if nobody plays trump"
    match = play(match, "0 play 3s", "1 play 5d", "2 play 7h", "0 play Kd", "1 play 6d", "2 play Jd", "0 play Qd",
                 "1 play 4s", "2 play Qs")  # fmt: skip
    seen = observe(match, 1).phase
    assert isinstance(seen, MuscioTrickPhase)
    assert format_cards(seen.completed_tricks[0].trick.cards) == "?? Ah ??"
    events = get_last_events(match, "0 play 3d", "1 play Jh", "2 play 6s")
    shown = next(event for event in events if isinstance(event, FaceDownCardsShown))
    assert shown == shown.seen_by(1) == FaceDownCardsShown((0, 1, 2, 0, 1, 2), parse_cards("2h Ah Kh 3s 5d 7h"))


def test_first_participant_after_dealer_leads_and_passed_players_do_not_play() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS, dealer=0), "pass", "in", "in", "in", "keep")
    assert match.turn == 2
    assert isinstance(match.phase, MuscioTrickPhase)
    assert match.phase.trick.seats == (2, 3, 0)
    while match.is_deal_in_progress:
        match = match.apply(match.legal_actions()[0]).match
    assert get_deal_result(match).scores[1] == 0
    assert sum(get_deal_result(match).points) == 5
    assert observe(match, 1).board.hands[1] == parse_cards("6d 5d 4h 3h 2h")
    assert observe(match, 2).board.hands[1] == make_hidden_cards(5)


# -- score -----------------------------------------------------------------------------------------


def test_example_13_three_two_zero_and_passed() -> None:
    outcome = score_tricks((0, 1, 2), (3, 2, 0, 0))
    assert outcome.scores == (-3, -2, 5, 0)
    assert compute_standing(MuscioOptions(), sum_scores(4, (outcome,))).totals == (27, 28, 35, 30)


@check_rows(("changes", "totals", "winners", "payout"), [
    ((-31, -18, 10), (-1, 12, 40), (0,), (52, 0, 0)),
    ((-30, -32, -5, -20), (0, -2, 25, 10), (0, 1), (Fraction(35, 2), Fraction(35, 2), 0, 0)),
    ((-30, -32, -33, 5), (0, -2, -3, 35), (0, 1, 2), (*[Fraction(35, 3)] * 3, 0)),
    ((-29, 40, 0), (1, 70, 30), (), None),
])  # fmt: skip
def test_example_17_players_at_zero_or_less_share_points_of_others(
    changes: tuple[int, ...], totals: tuple[int, ...], winners: tuple[int, ...], payout: tuple[Fraction, ...] | None
) -> None:
    standing = compute_standing(MuscioOptions(), sum_scores(len(changes), make_deal_results(changes)))
    assert (standing.totals, standing.is_over, standing.winners) == (totals, bool(winners), winners)
    assert standing.payout == payout


def test_statistics_give_declaration_of_each_seat_and_shown_gatta() -> None:
    events = (
        PlayerPassed(2),
        PlayDeclared(3),
        BlindeTaken(0, parse_cards("Ad Kd")),
        PlayDeclared(1),
        GattaShown(3, parse_cards("Ah"), 5),
    )
    result = DealResult(state="scored", scores=(5, 0, -2, -5), points=(0,) * 4, reasons=())
    assert list_stat_entries(events, result) == (
        (StatEntry("declared", "blinde", 0.0, -5.0),), (StatEntry("declared", "play", 0.0, 0.0),),
        (StatEntry("declared", "pass", 1.0, 2.0),),
        (StatEntry("declared", "play", 1.0, 5.0), StatEntry("shown", "gatta", 1.0, 5.0)),
    )  # fmt: skip
