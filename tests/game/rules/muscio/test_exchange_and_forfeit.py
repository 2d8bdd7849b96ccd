"""The exchange of the turned trump, and two participants (docs/rules.md, "Muscio"; source 003), clause by clause."""

from __future__ import annotations

from game.core.cards import HIDDEN_CARD, Card, make_hidden_cards, parse_cards
from game.core.events import CardPlayed, TrickTaken, TurnedCardSwapped
from game.core.messages import Reason
from game.match.observation import observe
from game.rules.muscio.trick_play import ExchangePhase, ForfeitPhase, MuscioTrickPhase
from game.text.messages import format_event
from tests.game.rules.muscio.deals import FOUR_HANDS, apply_phrases, deal_muscio, get_deal_result
from tests.helpers import PLAYER_NAMES, get_last_events, get_refusal_code, list_legal_phrases, play
from tests.rows import check_rows

# -- exchange --------------------------------------------------------------------------------------


def test_dealer_may_exchange_a_card_for_turned_trump() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "in", "in", "in", "in")
    assert isinstance(match.phase, ExchangePhase)
    assert match.turn == 3
    assert list_legal_phrases(match) == ["keep", "swap 6s", "swap 5s", "swap 4s", "swap Ac", "swap Kc"]
    match = play(match, "3 swap 4s")
    assert isinstance(match.phase, MuscioTrickPhase)
    assert set(match.phase.hands[3]) == set(parse_cards("6s 5s Ac Kc 2c"))
    assert match.phase.trump == "c", "the trump suit stays"


def test_card_given_by_dealer_is_hidden_from_all_others() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "in", "in", "in", "in")
    before, events = observe(match, 0).board, get_last_events(match, "3 swap 4s")
    assert events == (TurnedCardSwapped(3, Card("4s"), Card("2c"), is_face_down=True),)
    assert events[0].seen_by(3) == events[0]
    for seat in (0, 1, 2, None):
        assert events[0].seen_by(seat) == TurnedCardSwapped(3, HIDDEN_CARD, Card("2c"), is_face_down=True)
    match = play(match, "3 swap 4s")
    for seat in (0, 1, 2, 3, None):
        view = observe(match, seat)
        assert isinstance(view.phase, MuscioTrickPhase)
        assert view.phase.dealer_discard == (parse_cards("4s") if seat == 3 else make_hidden_cards(1))
        assert (view.board.turned_card, view.board.trump) == (None, "c"), "nothing lies face up any more"
        assert view.board.stock_size == before.stock_size - 1 == 14


def test_exchange_is_formatted() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "in", "in", "in", "in")
    (event,) = get_last_events(match, "3 swap 4s")
    assert format_event(event.seen_by(0), PLAYER_NAMES) == "Dino takes the turned card, 2c"
    assert format_event(event.seen_by(3), PLAYER_NAMES) == "Dino takes the turned card, 2c, and puts 4s away face down"


@check_rows("word", ["pass", "blinde"])
def test_three_cannot_forfeit_and_dealer_who_passed_or_took_blinde_cannot_exchange(word: str) -> None:
    match = deal_muscio("2c", *FOUR_HANDS, blinde="Qd Qc Jd Jc 2s")
    assert isinstance(apply_phrases(match, "in", "in", "in", word).phase, MuscioTrickPhase)


# -- two participants ------------------------------------------------------------------------------


def test_two_participants_may_forfeit_starting_with_forehand() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS, dealer=1), "pass", "in", "in", "pass")
    assert isinstance(match.phase, ForfeitPhase)
    assert (match.turn, list_legal_phrases(match)) == (3, ["stand", "forfeit"])
    match = play(match, "3 stand")
    assert match.turn == 0
    match = play(match, "0 stand")
    assert isinstance(match.phase, MuscioTrickPhase)
    assert match.turn == 3


@check_rows(("words", "blinde", "totals"), [
    (("in", "in", "pass", "pass", "forfeit"), "", (30, 25, 30, 30)),
    (("in", "in", "pass", "pass", "stand", "forfeit"), "", (25, 30, 30, 30)),
    (("blinde", "in", "pass", "pass", "forfeit"), "Qd Qc Jd Jc 2s", (25, 30, 30, 30)),
    (("in", "blinde", "pass", "pass", "forfeit"), "Qd Qc Jd Jc 2s", (30, 25, 30, 30)),
])  # fmt: skip
def test_example_14_forfeit_scores_five_to_zero_and_player_with_blinde_is_not_asked(
    words: tuple[str, ...], blinde: str, totals: tuple[int, ...]
) -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS, blinde=blinde), *words)
    assert (match.standing.totals, get_deal_result(match).points) == (totals, (0,) * 4)
    if blinde:
        *declarations, _forfeit = words
        playing = apply_phrases(deal_muscio("2c", *FOUR_HANDS, blinde=blinde), *declarations, "stand")
        assert isinstance(playing.phase, MuscioTrickPhase) and playing.turn == 0


def test_example_16_leader_of_two_leads_highest_of_suit_in_first_two_tricks() -> None:
    match = apply_phrases(
        deal_muscio("2c", "Ah 4h Ks 3s 2d", "7h 5h 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand"
    )
    assert list_legal_phrases(match) == ["play 2d", "play Ah", "play Ks"]
    assert get_refusal_code(match, "0 play 4h") == "lead_highest"
    assert isinstance(match.phase, MuscioTrickPhase)
    hearts, spades = (Reason("lead_highest", {"card": card}) for card in parse_cards("Ah Ks"))
    assert match.phase.illegal_cards(0) == {Card("4h"): hearts, Card("3s"): spades}
    match = play(match, "0 play Ah")
    assert list_legal_phrases(match) == ["play 7h", "play 5h"], "the second plays any card of the suit"
    match = play(match, "1 play 5h")
    assert list_legal_phrases(match) == ["play 2d", "play 4h", "play Ks"], "the highest that he holds now"
    match = play(match, "0 play 2d", "1 play 3d")
    assert match.turn == 1
    assert list_legal_phrases(match) == ["play 6d", "play 7h", "play 4s"]
    match = play(match, "1 play 7h")
    assert list_legal_phrases(match) == ["play 4h"]


def test_two_participants_follow_suit_or_trump_and_play_nothing_face_down() -> None:
    match = apply_phrases(
        deal_muscio("2c", "Ah 4h Ks 3s 2d", "7c 5c 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand"
    )
    match = play(match, "0 play Ah")
    assert get_refusal_code(match, "1 play 3d") == "must_trump"
    played, taken = get_last_events(match, "1 play 5c")
    assert isinstance(played, CardPlayed) and not played.is_face_down
    assert isinstance(taken, TrickTaken) and taken.winner == 1
