"""Results of an analysis in words, for the terminal and the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from game.ai.levels import get_ai_info
from game.ai.reasons import SURE_WIN_CODES, UNSURE_WIN_CODE, list_reasons_against, list_reasons_for
from game.analysis.model import ChoiceJudgment, ChoiceLocation, Finding, JudgedOption, RetryTask
from game.core.actions import Pass, Play
from game.core.cards import DeckStyle
from game.core.messages import N_
from game.core.phase import Phase
from game.core.trick_taking import TrickPhase
from game.text import formatting
from game.text.gettext import _, ngettext
from game.text.messages import format_action, format_reason
from game.text.narration import explain_choice, make_sentences

MIN_SHOWN_LOSS: Final = 0.1
"""The smallest loss that is shown, so that a loss is never shown as 0."""

MIN_SHOWN_PROBABILITY: Final = 0.01
"""The smallest probability of a suspicion that is shown."""

MISSED_REASONS: Final = {
    "why_takes": N_("You could have won the trick."), "why_nobody_beats": N_("You could have won the trick."),
    "why_takes_empty": N_("You could have won the trick."),
    "why_for_partner": N_("Your partner was already winning."), "why_keeps": N_("Your trump was worth keeping."),
    "why_gives_nothing": N_("Your card was worth keeping."), "why_keeps_card": N_("Your card was worth keeping."),
}  # fmt: skip
"""Short reasons for the best option, by the code of the judge's reason for it."""


def describe_judge() -> str:
    """Return a sentence on what the judge knows."""
    return _("Each choice is judged by what the player could know, not by hidden cards.")


def describe_location(location: ChoiceLocation) -> str:
    """Return the place of a choice in the match: "Deal 2, trick 3"."""
    text = _("Deal {deal}, trick {trick}") if location.trick else _("Deal {deal}, before play")
    return text.format(deal=location.deal, trick=location.trick)


def format_percent(share: float | None) -> str:
    """Return a share from 0 to 1 as a percentage; a dash for None."""
    return "–" if share is None else formatting.format_percent(share)


def describe_option(game_id: str, best: JudgedOption, option: JudgedOption, deck: DeckStyle) -> str:
    """Return the cost of an option compared with the best, in the game's unit, as a clause: "the ace costs 3.5 points".

    ``best``: the best option of the same choice; it costs nothing.
    """
    if option is best:
        text = _("{choice} is the best choice")
    elif option.is_as_good_as_best:
        text = _("{choice} is about as good as the best choice")
    else:
        text = _(get_ai_info(game_id).loss_text)
    is_percentage, loss = get_ai_info(game_id).is_loss_percentage, max(MIN_SHOWN_LOSS, option.loss)
    percentages = _compute_shown_percentages(best, option)
    if is_percentage and option.loss and percentages is not None:
        before, after = (format_percent(percentage / 100) for percentage in percentages)
        return _("{choice} lowers the chance of winning from {before} to {after}").format(
            choice=format_action(option.action, deck), before=before, after=after
        )
    shown_loss = formatting.format_decimal(max(1.0, loss), 0) if is_percentage else formatting.format_decimal(loss, 1)
    return text.format(choice=format_action(option.action, deck), loss=shown_loss)


def _compute_shown_percentages(best: JudgedOption, option: JudgedOption) -> tuple[int, int] | None:
    """Return the chances before and after a worse option, in whole percent that differ; None if they are unknown."""
    if best.win_probability is None or option.win_probability is None:
        return None
    before = max(1, round(100 * best.win_probability))
    return before, min(round(100 * option.win_probability), before - 1)


def format_loss(game_id: str, best: JudgedOption, option: JudgedOption) -> str:
    """Return the loss of an option that is worse than the best, as a negative number: "−14%".

    It is the difference of the chances that `describe_option` names.
    """
    loss, percentages = max(MIN_SHOWN_LOSS, option.loss), _compute_shown_percentages(best, option)
    if not get_ai_info(game_id).is_loss_percentage:
        return formatting.format_decimal(-loss, 1)
    before, after = percentages or (max(1.0, loss), 0)
    return formatting.format_percent((after - before) / 100)


def summarize_mistake(task: RetryTask) -> str:
    """Return in at most six words why the best option was better than the chosen one."""
    judgment = task.finding.judgment
    assert judgment is not None, "a task has been judged"
    chosen, best = judgment.chosen_option, judgment.best_option
    if isinstance(chosen.action, Play) and isinstance(best.action, Play):
        return _compare_reasons(chosen, best) or _compare_cards(task.observation.phase, chosen.action, best.action)
    if isinstance(best.action, Pass):
        return _("Passing was better.")
    if isinstance(chosen.action, Pass):
        return _("Passing was too cautious.")
    return _compare_bids(chosen, best) or _("Another choice was better on average.")


def _compare_bids(chosen: JudgedOption, best: JudgedOption) -> str:
    """Return why another bid was better, empty if it does not follow from the reasons."""
    for key, too_high, too_low in (
        ("bid", _("The bid was too high."), _("The bid was too low.")),
        ("asked", _("You called too many points."), _("You could have called more points.")),
    ):
        chosen_bid, best_bid = (_find_reason_value(option, key) for option in (chosen, best))
        if chosen_bid is not None and best_bid is not None and chosen_bid != best_bid:
            return too_high if chosen_bid > best_bid else too_low
    return ""


def _find_reason_value(option: JudgedOption, key: str) -> int | None:
    """Return a value of the first reason that has it, which is about the option itself; None if no reason has it."""
    return next((reason.values[key] for reason in option.reasons if key in reason.values), None)


def _compare_reasons(chosen: JudgedOption, best: JudgedOption) -> str:
    """Return why another card was better, empty if it does not follow from the reasons."""
    chosen_values, best_values = _list_reason_values(chosen), _list_reason_values(best)
    if "why_costs" in chosen_values and "why_costs" not in best_values:
        points = chosen_values["why_costs"]["points"]
        return ngettext("You gave away {points} point.", "You gave away {points} points.", points).format(points=points)
    if "why_takes_points" in best_values and "why_takes_points" not in chosen_values:
        points = best_values["why_takes_points"]["points"]
        text = ngettext("You passed up {points} point.", "You passed up {points} points.", points)
        return text.format(points=points)
    if UNSURE_WIN_CODE in chosen_values and SURE_WIN_CODES & best_values.keys():
        return _("Your card could be beaten.")
    if "why_costs" in best_values and "why_costs" not in chosen_values:
        return _("Your card was worth keeping.")
    missed = [text for code, text in MISSED_REASONS.items() if code in best_values and code not in chosen_values]
    return _(missed[0]) if missed else ""


def _compare_cards(phase: Phase | None, chosen: Play, best: Play) -> str:
    """Return why another card was better, as far as the cards themselves show it."""
    if isinstance(phase, TrickPhase):
        if (chosen.card.suit == phase.trump) != (best.card.suit == phase.trump):
            return _("A trump was better.") if best.card.suit == phase.trump else _("The trump was worth keeping.")
        chosen_points, best_points = (phase.card_points.get(play.card.rank, 0) for play in (chosen, best))
        if chosen_points > best_points:
            return _format_risk(chosen_points, is_lead=not phase.trick.cards)
        if chosen_points < best_points:
            return _("You passed up safe points.")
    return _("Another card was better on average.")


def _format_risk(points: int, *, is_lead: bool) -> str:
    """Return that a card of some points was a risk, as the first card of a trick or a later one."""
    text = (
        ngettext("That lead put {points} card point at risk.", "That lead put {points} card points at risk.", points)
        if is_lead
        else ngettext(
            "That play put {points} card point at risk.", "That play put {points} card points at risk.", points
        )
    )
    return text.format(points=points)


def _list_reason_values(option: JudgedOption) -> dict[str, Mapping[str, Any]]:
    return {reason.code: reason.values for reason in option.reasons}


def describe_judgment(game_id: str, judgment: ChoiceJudgment, deck: DeckStyle) -> str:
    """Return the cost of the chosen option, and the best one if it is better, in sentences."""
    chosen = describe_option(game_id, judgment.best_option, judgment.chosen_option, deck)
    if judgment.chosen_option.is_as_good_as_best:
        return make_sentences(chosen)
    best = _("{choice} was the best choice").format(choice=format_action(judgment.best_option.action, deck))
    return make_sentences(chosen, best)


def describe_chosen_choice(game_id: str, judgment: ChoiceJudgment, names: Sequence[str], deck: DeckStyle) -> str:
    """Return in sentences why the chosen option is worse: its cost and the first reason against it."""
    chosen, best = judgment.chosen_option, judgment.best_option
    cost = describe_option(game_id, best, chosen, deck)
    return make_sentences(cost, *list_reasons(chosen, best, names, deck)[:1])


def describe_better_choice(judgment: ChoiceJudgment, names: Sequence[str], deck: DeckStyle) -> str:
    """Return in a sentence which option was safer, with the first reason for it."""
    chosen, best = judgment.chosen_option, judgment.best_option
    choice = _("{choice} was safer").format(choice=format_action(best.action, deck))
    return explain_choice(choice, list_reasons(best, chosen, names, deck)[:1])


def list_reasons(
    option: JudgedOption, other: JudgedOption | None, names: Sequence[str], deck: DeckStyle | None
) -> tuple[str, ...]:
    """Return the reasons for an option that is as good as the best, or against a worse one, as clauses.

    ``other``: the best option beside the chosen one or the reverse, from which the reasons set it apart and which they
    do not repeat; None for no other; ``deck``: as in `format_reason`. The verdict is that of `describe_option`.
    """
    if other is None or (option.is_as_good_as_best and other.is_as_good_as_best):
        reasons = list_reasons_for(option.reasons)
    elif option.is_as_good_as_best:
        said = list_reasons_against(other.reasons, option.reasons)
        reasons = list_reasons_for(option.reasons, other.reasons, said)
    else:
        reasons = list_reasons_against(option.reasons, other.reasons)
    return tuple(format_reason(reason, names, deck) for reason in reasons)


def explain_judgment(judgment: ChoiceJudgment, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    """Return the best option and the chosen one, each with its reasons in a line; one without any is left out."""
    chosen, best = judgment.chosen_option, judgment.best_option
    pairs = [(best, None)] if chosen is best else [(chosen, best), (best, chosen)]
    explained = [(option, list_reasons(option, other, names, deck)) for option, other in pairs]
    return tuple(
        explain_choice(format_action(option.action, deck), reasons) for option, reasons in explained if reasons
    )


def describe_suspicion(finding: Finding, names: Sequence[str]) -> str:
    """Return the likely partners in the judge's view in one line, the likeliest first; "" if none.

    The caller is among them, because they may play in mano.
    """
    shares = sorted(((share, seat) for seat, share in enumerate(finding.partner_probabilities)), reverse=True)
    likely = [f"{names[seat]} {format_percent(share)}" for share, seat in shares if share >= MIN_SHOWN_PROBABILITY]
    return formatting.join_with_commas(likely)
