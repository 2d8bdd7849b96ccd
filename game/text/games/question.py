"""A question to the player on turn, with its answers in words."""

from __future__ import annotations

from typing import NamedTuple

from game.core.actions import Action


class ChoiceOption(NamedTuple):
    """An answer as a button: its id, its action and its text."""

    id: str
    action: Action
    text: str


class NumberOption(NamedTuple):
    """A number or a rank to call.

    ``figure``: as short as a card shows it; ``text``: of the button that calls it; ``small``: a word below the figure,
    or ""; ``meaning``: what the call earns and costs, in sentences.
    """

    action: Action
    figure: str
    text: str
    small: str = ""
    meaning: tuple[str, ...] = ()


class Question(NamedTuple):
    """The choices of a player besides playing a card.

    ``title``: "" if there is nothing to ask; ``hint``: a short explanation. ``options``, ``numbers``: also those that
    are illegal now, so that their reasons can be shown. ``has_usual_option``: whether the last option is the usual one.
    """

    title: str = ""
    hint: str = ""
    options: tuple[ChoiceOption, ...] = ()
    numbers: tuple[NumberOption, ...] = ()
    has_usual_option: bool = False
