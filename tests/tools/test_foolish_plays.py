"""Choices that look foolish, each in a made-up position, and how steady the choices of the players are."""

from __future__ import annotations

from functools import partial

from game.match.observation import observe
from tests.game.ai.spades.last_tricks import make_last_tricks
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tests.helpers import deal_briscola, deal_chiamata, parse_seat_action
from tests.lanes import long_test, needs_nightly_lane
from tests.rows import check_rows
from tools.tournament.contests import STUDY_TABLES
from tools.tournament.foolish_plays import CARD_RULES, OTHER_RULES, judge_choice
from tools.tournament.plateau import iter_turns
from tools.tournament.steadiness import are_values_close, ask_repeatedly, has_same_action

end_pairs = partial(make_last_tricks, preset="partners", nil=True, bids=(2, 2, 2, 2))
PARTNER_LEADS = apply_phrases(end_pairs("Ah 2c", "2h 4c", "5s 3d", "7h 8c"), "play Ah", "play 2h")
OPPONENT_LEADS = apply_phrases(end_pairs("8h Ah", "3h 4c", "4h 5c", "Kh 2h"), "play 8h", "play 3h", "play 4h")
POOR_CALLER = apply_phrases(deal_chiamata("Kd Qd 7d 6s 5s 4c 2h 4h"), "call J", "call 2", "pass", "pass", "pass")
POSITIONS = {
    "beats the partner's sure trick": (PARTNER_LEADS, "play 5s", "play 3d"),
    "gives up an open contract": (OPPONENT_LEADS, "play 2h", "play Kh"),
    "low lead into the partner's nil": (end_pairs("Kd 4d", "2h", "5h", "7h", bids=(2, 2, 0, 2)), "play 4d", "play Kd"),
    "honor thrown away": (apply_phrases(end_pairs("Ah", "Qh 5h", "3h", "7h"), "play Ah"), "play Qh", "play 5h"),
    "own nil beats the table": (
        apply_phrases(end_pairs("9h", "Kh 5h", "3h", "7h", bids=(2, 0, 2, 2)), "play 9h"), "play Kh", "play 5h"),
    "carico on an opponent's trick": (
        apply_phrases(deal_briscola("7d", "Kd 4c 5c", "Ah 5s 6s"), "play Kd"), "play Ah", "play 5s"),
    "carico led early": (deal_briscola("7d", "Ac 5c 6c", "Ah 5s 6s", "6h 2s 4s", "2d 3c 5h"), "play Ac", "play 5c"),
    "call below 15 %": (POOR_CALLER, "call 2 115", "pass"),
    "blinde with a better hand": (deal_muscio("2c", "Ac 3c Kc Qc 4d", "", "", ""), "blinde", "in"),
}  # fmt: skip


@check_rows("name", [*CARD_RULES, *OTHER_RULES])
def test_fault_is_told_from_sound_choice(name: str) -> None:
    match, fault, sound = POSITIONS[name]
    actions = [parse_seat_action(match, f"{match.turn} {text}") for text in (fault, sound)]
    assert [judge_choice(observe(match, match.turn), action)[name] for action in actions] == [True, False]


@needs_nightly_lane
@long_test
def test_most_positions_get_the_same_card_or_equal_ones_with_other_random_numbers() -> None:
    views = [view for table in STUDY_TABLES for view in [*iter_turns(table, 1, 0, 3)][:3]]
    choices = [(view, ask_repeatedly("master", view)) for view in views]
    steady = [has_same_action(counts) or are_values_close(view, counts) for view, counts in choices]
    assert sum(steady) >= 2 * len(views) / 3, choices
