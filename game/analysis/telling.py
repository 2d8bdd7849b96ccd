"""What an analysis found, in words: for the terminal and for the window alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game import conventions
from game.ai.levels import room_of
from game.analysis.values import Finding, Judgement, Option, Place
from game.engine.cards import Deck
from game.i18n import _
from game.words import doing, say

LEAST: Final = 0.1
"""A loss that is one is never said to be nothing."""

FAINTEST: Final = 0.01
"""Less is no suspicion."""


def promise() -> str:
    """What the judge knows."""
    return _("Every choice is judged by what the player could know when it was made; hidden cards are not looked at.")


def where(place: Place) -> str:
    """Where in the match a choice was."""
    words = _("Deal {deal}, trick {trick}") if place.trick else _("Deal {deal}, before the play")
    return words.format(deal=place.deal, trick=place.trick)


def percent(share: float | None) -> str:
    """A share of 1 as a person reads it; a dash where there is none."""
    return "–" if share is None else conventions.percent(share)


def cost(game: str, best: Option, option: Option) -> str:
    """What an option costs beside the best, in the game's unit."""
    if option is best:
        return _("the best")
    if option.as_good:
        return _("as good as the best")
    return _(room_of(game).costs).format(loss=conventions.decimal(max(LEAST, option.loss), 1))


def priced(game: str, best: Option, option: Option, deck: Deck) -> str:
    """An option, and what it costs beside the best."""
    return _("{choice}: {cost}").format(choice=doing(option.action, deck), cost=cost(game, best, option))


def verdict(game: str, judgement: Judgement, deck: Deck) -> str:
    """What was chosen, and what it cost beside the best."""
    said = priced(game, judgement.best, judgement.made, deck)
    if judgement.made.as_good:
        return said
    return _("{choice}; the best was to {best}").format(choice=said, best=doing(judgement.best.action, deck))


def reasons(option: Option, names: Sequence[str], deck: Deck) -> tuple[str, ...]:
    """Why an option is as good as it is, the first reason first."""
    return tuple(say(reason, names, deck) for reason in option.why)


def because(option: Option, names: Sequence[str], deck: Deck) -> str:
    """What an option is, and all reasons for what it is worth, in one line."""
    said = conventions.clauses(reasons(option, names, deck))
    return _("{choice}: {reasons}").format(choice=doing(option.action, deck), reasons=said)


def suspicion(finding: Finding, names: Sequence[str]) -> str:
    """Whom the judge would have taken for the partner at a choice, the likeliest first; empty if nobody.

    The caller is among them, for he may play alone.
    """
    shares = sorted(((share, seat) for seat, share in enumerate(finding.suspects)), reverse=True)
    likely = [f"{names[seat]} {percent(share)}" for share, seat in shares if share >= FAINTEST]
    return conventions.series(likely)
