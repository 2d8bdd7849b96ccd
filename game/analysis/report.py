"""Results of an analysis in words, for the terminal and the window."""

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
"""The smallest loss that is shown, so that a loss is never shown as 0."""

MIN_SHOWN_PROBABILITY: Final = 0.01
"""The smallest probability of a suspicion that is shown."""


def describe_judge() -> str:
    """Return a sentence on what the judge knows."""
    return _("Every choice is judged by what the player could know when it was made; hidden cards are not looked at.")


def describe_location(location: ChoiceLocation) -> str:
    """Return the place of a choice in the match: "Deal 2, trick 3"."""
    text = _("Deal {deal}, trick {trick}") if location.trick else _("Deal {deal}, before the play")
    return text.format(deal=location.deal, trick=location.trick)


def format_percent(share: float | None) -> str:
    """Return a share from 0 to 1 as a percentage; a dash for None."""
    return "–" if share is None else formatting.format_percent(share)


def describe_cost(game_id: str, best: JudgedOption, option: JudgedOption) -> str:
    """Return the cost of an option compared with the best, in the game's unit, in words.

    ``best``: the best option of the same choice; it costs nothing.
    """
    if option is best:
        return _("the best")
    if option.is_as_good_as_best:
        return _("as good as the best")
    return _(get_ai_info(game_id).loss_label).format(
        loss=formatting.format_decimal(max(MIN_SHOWN_LOSS, option.loss), 1)
    )


def describe_option(game_id: str, best: JudgedOption, option: JudgedOption, deck: DeckStyle) -> str:
    """Return an option and its cost compared with ``best``, in one line."""
    return _("{choice}: {cost}").format(
        choice=format_action(option.action, deck), cost=describe_cost(game_id, best, option)
    )


def describe_judgment(game_id: str, judgment: ChoiceJudgment, deck: DeckStyle) -> str:
    """Return the chosen option and its cost, and the best one if it is better, in one line."""
    text = describe_option(game_id, judgment.best_option, judgment.chosen_option, deck)
    if judgment.chosen_option.is_as_good_as_best:
        return text
    return _("{choice}; the best was to {best}").format(
        choice=text, best=format_action(judgment.best_option.action, deck)
    )


def list_reasons(option: JudgedOption, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    """Return the reasons for the value of an option in words, in its order."""
    return tuple(format_reason(reason, names, deck) for reason in option.reasons)


def explain_option(option: JudgedOption, names: Sequence[str], deck: DeckStyle) -> str:
    """Return an option and all reasons for its value, in one line."""
    text = formatting.join_with_semicolons(list_reasons(option, names, deck))
    return _("{choice}: {reasons}").format(choice=format_action(option.action, deck), reasons=text)


def describe_suspicion(finding: Finding, names: Sequence[str]) -> str:
    """Return the likely partners in the judge's view in one line, the likeliest first; "" if none.

    The caller is among them, because they may play in mano.
    """
    shares = sorted(((share, seat) for seat, share in enumerate(finding.partner_probabilities)), reverse=True)
    likely = [f"{names[seat]} {format_percent(share)}" for share, seat in shares if share >= MIN_SHOWN_PROBABILITY]
    return formatting.join_with_commas(likely)
