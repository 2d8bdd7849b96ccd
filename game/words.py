"""Reasons and events in words, in the player's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.actions import Action
from game.i18n import N_, _
from game.phases import Reason
from game.rules import GAMES

COMMON: Final = {
    "deal_over": N_("the deal is over"),
    "match_over": N_("the match is over"),
    "not_dealt": N_("no cards are dealt yet"),
    "deal_not_over": N_("the deal before it is not over"),
    "not_your_turn": N_("it is {seat}'s turn"),
    "not_in_hand": N_("the {card} is not in hand"),
    "not_now": N_("it is time to play a card"),
    "no_such_seat": N_("the seats are 0 to {last}"),
    "left_already": N_("a player leaves only once"),
    "voted_already": N_("a seat votes only once in a match"),
    "no_clock": N_("this table plays without a clock"),
    "forced_card": N_("the clock of {seat} ran out: a card must be played for that seat"),
    "pack_has": N_("the pack holds {card}, which is not played with here"),
    "pack_twice": N_("the pack holds {card} twice"),
    "pack_lacks": N_("the pack lacks {card}"),
}


def catalogue() -> dict[str, str]:
    """The English words of every reason, by its code."""
    return dict(COMMON, **{code: text for game in GAMES.values() for code, text in game.words.items()})


def say(reason: Reason, names: Sequence[str]) -> str:
    """``reason`` in words; ``names`` are the seats' names in seat order."""
    values = {key: _value(key, value, names) for key, value in reason.values.items()}
    return _(catalogue()[reason.code]).format(**values)


def _value(key: str, value: object, names: Sequence[str]) -> str:
    if key.startswith("seat") and isinstance(value, int):
        return names[value]
    if key.startswith("seat") and isinstance(value, tuple):
        return " & ".join(names[seat] for seat in value)
    return str(value)


def refusal(action: Action, reason: Reason, names: Sequence[str]) -> str:
    """One line: who may not do what, and why."""
    name = names[action.seat] if 0 <= action.seat < len(names) else _("seat {seat}").format(seat=action.seat)
    why = say(reason, names)
    return _("{name} may not {action}: {why}").format(name=name, action=action.phrase, why=why)
