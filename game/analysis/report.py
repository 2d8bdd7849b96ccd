"""What an analysis found, in words: for the terminal and for the window alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.ai.levels import get_ai_info
from game.analysis.model import ChoiceJudgment, ChoiceLocation, Finding, JudgedOption
from game.core.cards import DeckStyle
from game.text import formatting
from game.text.gettext import _
from game.text.messages import format_action, format_reason

MIN_SHOWN_LOSS: Final = 0.1
"""A loss that is one is never said to be nothing."""

MIN_SHOWN_PROBABILITY: Final = 0.01
"""Less is no suspicion."""


def describe_judge() -> str:
    """What the judge knows."""
    return _("Every choice is judged by what the player could know when it was made; hidden cards are not looked at.")


def describe_location(location: ChoiceLocation) -> str:
    """Where in the match a choice was."""
    text = _("Deal {deal}, trick {trick}") if location.trick else _("Deal {deal}, before the play")
    return text.format(deal=location.deal, trick=location.trick)


def format_percent(share: float | None) -> str:
    """A share of 1 as a person reads it; a dash where there is none."""
    return "–" if share is None else formatting.format_percent(share)


def describe_cost(game_id: str, best: JudgedOption, option: JudgedOption) -> str:
    """What an option costs beside the best, in the game's unit."""
    if option is best:
        return _("the best")
    if option.is_as_good_as_best:
        return _("as good as the best")
    return _(get_ai_info(game_id).loss_label).format(
        loss=formatting.format_decimal(max(MIN_SHOWN_LOSS, option.loss), 1)
    )


def describe_option(game_id: str, best: JudgedOption, option: JudgedOption, deck: DeckStyle) -> str:
    """An option, and what it costs beside the best."""
    return _("{choice}: {cost}").format(
        choice=format_action(option.action, deck), cost=describe_cost(game_id, best, option)
    )


def describe_judgment(game_id: str, judgment: ChoiceJudgment, deck: DeckStyle) -> str:
    """What was chosen, and what it cost beside the best."""
    text = describe_option(game_id, judgment.best_option, judgment.chosen_option, deck)
    if judgment.chosen_option.is_as_good_as_best:
        return text
    return _("{choice}; the best was to {best}").format(
        choice=text, best=format_action(judgment.best_option.action, deck)
    )


def list_reasons(option: JudgedOption, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    """Why an option is as good as it is, the first reason first."""
    return tuple(format_reason(reason, names, deck) for reason in option.reasons)


def explain_option(option: JudgedOption, names: Sequence[str], deck: DeckStyle) -> str:
    """What an option is, and all reasons for what it is worth, in one line."""
    text = formatting.join_with_semicolons(list_reasons(option, names, deck))
    return _("{choice}: {reasons}").format(choice=format_action(option.action, deck), reasons=text)


def describe_suspicion(finding: Finding, names: Sequence[str]) -> str:
    """Whom the judge would have taken for the partner at a choice, the likeliest first; empty if nobody.

    The caller is among them, for he may play alone.
    """
    shares = sorted(((share, seat) for seat, share in enumerate(finding.partner_probabilities)), reverse=True)
    likely = [f"{names[seat]} {format_percent(share)}" for share, seat in shares if share >= MIN_SHOWN_PROBABILITY]
    return formatting.join_with_commas(likely)
