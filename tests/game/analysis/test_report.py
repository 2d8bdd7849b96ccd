"""The words for a mistake follow from what the two cards could do."""

from __future__ import annotations

from game.analysis.model import ChoiceJudgment, ChoiceLocation, Finding, JudgedOption, RetryTask
from game.analysis.report import summarize_mistake
from game.core.actions import Play
from game.core.cards import Card
from game.core.messages import Reason
from game.match.observation import observe
from tests.helpers import deal_briscola, play
from tests.rows import check_rows

MAY_BE_TAKEN = Reason("why_may_be_taken", {"count": 3})
GIVES_NOTHING = Reason("why_gives_nothing")
"""Reasons of a card that wins the trick so far, and of one that does not."""


def summarize(chosen_card: str, chosen: tuple[Reason, ...], best_card: str, best: tuple[Reason, ...]) -> str:
    """Return the words for playing ``chosen_card`` on an opponent's card where ``best_card`` was better."""
    match = play(deal_briscola("7d", "Kh 4c 5c", "6d 2s Ah"), "0 play Kh")
    actions = [Play(1, Card(name)) for name in (chosen_card, best_card)]
    options = [
        JudgedOption(action=action, loss=loss, win_probability=None, reasons=reasons)
        for action, loss, reasons in zip(actions, (1.0, 0.0), (chosen, best), strict=True)
    ]
    judgment = ChoiceJudgment(chosen_action=actions[0], options=tuple(reversed(options)), max_loss=4.0)
    finding = Finding(location=ChoiceLocation(1, 2, 1), seat=1, judgment=judgment)
    return summarize_mistake(RetryTask(observation=observe(match, 1), finding=finding))


COSTS, TAKES, SURE = (Reason(code, {"points": 4}) for code in ("why_costs", "why_takes_points", "why_nobody_beats"))


@check_rows(("reasons", "best_reasons", "words"), [
    ((MAY_BE_TAKEN,), (GIVES_NOTHING, Reason("why_keeps")), "Your trump was worth keeping."),
    ((MAY_BE_TAKEN,), (GIVES_NOTHING,), "Your card was worth keeping."),
    ((MAY_BE_TAKEN,), (Reason("why_costs", {"points": 2}),), "Your card was worth keeping."),
    ((MAY_BE_TAKEN,), (Reason("why_takes"),), "Your card could be beaten."),
    ((MAY_BE_TAKEN,), (Reason("why_takes_points", {"points": 15}),), "You passed up 15 points."),
    ((COSTS,), (GIVES_NOTHING,), "You gave away 4 points."),
    ((COSTS,), (TAKES,), "You gave away 4 points."),
    ((COSTS,), (COSTS, TAKES), "You passed up 4 points."),
    ((GIVES_NOTHING,), (TAKES,), "You passed up 4 points."),
    ((TAKES, MAY_BE_TAKEN), (TAKES, SURE), "Your card could be beaten."),
    ((MAY_BE_TAKEN,), (MAY_BE_TAKEN, COSTS), "Your card was worth keeping."),
])  # fmt: skip
def test_words_for_a_mistake_name_what_it_cost(
    reasons: tuple[Reason, ...], best_reasons: tuple[Reason, ...], words: str
) -> None:
    """Check also that a card that could be beaten is a reason only if the better one could not."""
    assert summarize("6d", reasons, "2s", best_reasons) == words
