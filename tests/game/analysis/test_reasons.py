"""Reasons in hints and in notes on plays: none contradicts the verdict, and none is told twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from game.ai.advice import compute_advice, explain_actions
from game.ai.estimates import ExplainedEstimate
from game.ai.reasons import REASON_DIRECTIONS, list_reasons_against, list_reasons_for
from game.ai.registry import GAME_AIS
from game.ai.time_limit import TimeLimit
from game.analysis.judge import make_options
from game.analysis.model import ChoiceJudgment, JudgedOption
from game.analysis.report import describe_better_choice, describe_chosen_choice, format_loss
from game.core.actions import Deal, Play
from game.core.cards import Card
from game.core.messages import Reason
from game.core.trick_taking import TrickPhase, get_card_strengths
from game.match.observation import Observation, list_unseen_cards, observe
from game.rules import GAMES
from game.shuffling.shuffle import shuffle_pack
from game.text.gettext import use_language
from game.text.messages import build_message_catalog, format_reason
from tests.helpers import PLAYER_NAMES, choose_without_time_limit, deal_briscola, make_match, play
from tests.rows import check_rows

TIME_LIMIT: Final = TimeLimit(20, lambda: 0.0)
"""A short limit by a clock that never advances."""
TABLES: Final[tuple[dict[str, Any], ...]] = (
    {"game": "briscola", "seats": 2}, {"game": "briscola", "seats": 3}, {"game": "briscola", "seats": 4},
    {"game": "chiamata", "seats": 5}, {"game": "spades", "seats": 3},
    {"game": "spades", "seats": 4, "preset": "partners"}, {"game": "muscio", "seats": 3},
)  # fmt: skip
SEEDS: Final = range(2)
PLURALS: Final = {"en": r"opponents|other side", "it": r"avversari\b", "fr": r"adversaires|camp\b"}
"""Words for several opponents, by language."""
LOSS_CODES: Final = ("why_gives_nothing", "why_no_points", "why_costs_less")
"""The codes of reasons that no points are lost, or fewer."""


def iter_views(table: dict[str, Any]) -> Iterator[Observation]:
    """Yield what the player on turn sees, with a choice, in a deal of each seed that novices play."""
    for seed in SEEDS:
        match, rng = make_match(**table), Random(seed)
        match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
        while match.is_deal_in_progress and match.turn is not None:
            view = observe(match, match.turn)
            if len(view.legal_actions) > 1:
                yield view
            match = match.apply(choose_without_time_limit("novice", view, rng)).match


def judge_all(view: Observation) -> tuple[JudgedOption, ...]:
    """Return the options of a view, the best first."""
    return make_options(compute_advice(view, TIME_LIMIT, Random(1)), GAME_AIS[view.game_id])


def make_judgment(options: tuple[JudgedOption, ...], chosen: JudgedOption) -> ChoiceJudgment:
    return ChoiceJudgment(chosen_action=chosen.action, options=options, max_loss=1.0)


def is_sure_to_win(view: Observation, card: Card) -> bool:
    """Return whether neither a card of the trick nor one that can still be played to it beats a card."""
    phase = view.phase
    assert isinstance(phase, TrickPhase)
    power = get_card_strengths(phase.ranking, phase.trump, (*phase.trick.cards, card)[0].suit)
    is_last = len(phase.trick.cards) + 1 == len(phase.trick.seats)
    rivals = [*phase.trick.cards, *(() if is_last else list_unseen_cards(view))]
    return all(power[rival] < power[card] for rival in rivals)


def check_reasons_for(view: Observation, reasons: tuple[Reason, ...], action: Play, other: Play) -> None:
    """Check that reasons for a card speak for it, and that none holds as much for the other one."""
    phase = view.phase
    assert isinstance(phase, TrickPhase)
    points, other_points = (phase.card_points.get(each.card.rank, 0) for each in (action, other))
    wins, other_wins = (is_sure_to_win(view, each.card) for each in (action, other))
    risk, other_risk = 0 if wins else points, 0 if other_wins else other_points
    for reason in reasons:
        assert REASON_DIRECTIONS[reason.code] in ("for", "neutral"), reason
        assert reason.code not in LOSS_CODES or risk < other_risk, reason
        assert reason.code != "why_takes_points" or (wins and not (other_wins and other_points >= points)), reason
        assert reason.code not in ("why_takes", "why_nobody_beats") or (wins and not other_wins), reason
        assert reason.code != "why_keeps" or other.card.suit == phase.trump, reason
        assert reason.code != "why_keeps_card" or reason.values["card"] != action.card, reason


def test_each_reason_of_an_action_has_a_direction() -> None:
    assert {code for code in build_message_catalog() if code.startswith("why_")} == REASON_DIRECTIONS.keys()


@check_rows("table", TABLES)
def test_note_on_a_play_speaks_against_it_and_for_the_better_one(table: dict[str, Any]) -> None:
    """Check also that no reason, and no card, is named in both of its sentences."""
    checked = 0
    for view in iter_views(table):
        options = judge_all(view)
        for chosen, best in ((option, options[0]) for option in options if option.loss):
            against = list_reasons_against(chosen.reasons, best.reasons)[:1]
            praise = list_reasons_for(best.reasons, chosen.reasons, against)
            assert all(REASON_DIRECTIONS[reason.code] in ("against", "neutral") for reason in against)
            assert all(REASON_DIRECTIONS[reason.code] in ("for", "neutral") for reason in praise)
            assert not any(reason in praise for reason in against)
            cards = [value for reason in (*against, *praise[:1]) for value in reason.values.values()]
            assert len([card for card in cards if isinstance(card, Card)]) <= 1
            if isinstance(chosen.action, Play) and isinstance(best.action, Play):
                check_reasons_for(view, praise, best.action, chosen.action)
            checked += 1
    assert checked > 20


@check_rows("table", TABLES)
def test_hint_gives_reasons_that_set_the_best_card_apart(table: dict[str, Any]) -> None:
    checked = 0
    for view in [view for number, view in enumerate(iter_views(table)) if number % 4 == 0]:
        hint = explain_actions(view, TIME_LIMIT, Random(1))
        best = hint[0]
        assert all(REASON_DIRECTIONS[reason.code] != "against" for reason in best.reasons)
        assert len({format_reason(reason, PLAYER_NAMES) for reason in best.reasons}) == len(best.reasons)
        rival = find_named_rival(best)
        if rival is not None and isinstance(best.action, Play):
            check_reasons_for(view, best.reasons[:-1], best.action, rival)
        checked += 1
    assert checked > 5


def find_named_rival(best: ExplainedEstimate) -> Play | None:
    """Return the play of the card that the best one is said to be better than, if there is any."""
    comparison = best.reasons[-1]
    is_better = comparison.code in ("why_close_to", "why_more_often")
    return Play(best.action.seat, comparison.values["card"]) if is_better else None


@check_rows("language", PLURALS)
def test_only_opponent_is_not_spoken_of_in_the_plural(language: str) -> None:
    with use_language(language):
        for view in iter_views(TABLES[0]):
            options = judge_all(view)
            for option in options:
                text = " ".join(format_reason(reason, PLAYER_NAMES, "italian") for reason in option.reasons)
                assert not re.search(PLURALS[language], text), text


def judge_by_chances(game: str, view: Observation, chances: dict[str, float]) -> tuple[JudgedOption, ...]:
    """Return the options with these chances, and the reasons for them as the program finds them."""
    reasons = {option.action: option.reasons for option in judge_all(view)}
    best = max(chances.values())
    plays = {Play(view.seat or 0, Card(name)): chance for name, chance in chances.items()}
    return tuple(
        JudgedOption(action=action, loss=100 * (best - chance), win_probability=chance, reasons=reasons[action])
        for action, chance in plays.items()
    )


def note(view: Observation, chances: dict[str, float]) -> tuple[str, str]:
    """Return the note on the last of these cards; the first is the best one."""
    game = GAMES[view.game_id]
    options = judge_by_chances(game.id, view, chances)
    judgment = make_judgment(options, options[-1])
    return (
        describe_chosen_choice(game.id, judgment, PLAYER_NAMES, game.deck),
        describe_better_choice(judgment, PLAYER_NAMES, game.deck),
    )


def test_card_that_gives_away_less_is_said_to_give_away_only_that() -> None:
    view = observe(play(deal_briscola("7d", "4d 4c 4s", "As Qh 5h"), "0 play 4d"), 1)
    reason = "It adds 11 points to a trick that Anna is winning so far."
    costly = f"The ace of swords lowers the chance of winning from 32% to 14%. {reason}"
    assert note(view, {"Qh": 0.32, "As": 0.14}) == (
        costly, "The knight of cups was safer: it gives away only 3 points."
    )  # fmt: skip
    assert note(view, {"5h": 0.32, "As": 0.14}) == (costly, "The five of cups was safer: it gives nothing away.")


def test_card_that_leaves_an_empty_trick_is_not_praised_for_what_its_winner_has_too() -> None:
    view = observe(play(deal_briscola("4c", "2d 4s 5s", "7d 6s Jc"), "0 play 2d"), 1)
    assert note(view, {"6s": 0.46, "7d": 0.4}) == (
        "The seven of coins lowers the chance of winning from 46% to 40%. It wins a trick worth no points, and you "
        "lead next.",
        "The six of swords was safer.",
    )


def test_loss_in_percent_is_the_difference_of_the_chances_that_are_named() -> None:
    view = observe(play(deal_briscola("7d", "4d 4c 4s", "As Qh 5h"), "0 play 4d"), 1)
    best, chosen = judge_by_chances("briscola", view, {"5h": 0.324, "As": 0.136})
    assert format_loss("briscola", best, chosen) == "−18%"
