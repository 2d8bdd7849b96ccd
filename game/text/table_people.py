"""Lines about the people at a table over the network: absent ones, and those that the others wait for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.match.observation import Observation
from game.text.formatting import join_with_and
from game.text.gettext import _, ngettext
from game.text.player_names import abbreviate_name

MAX_NAMES: Final = 2
"""The largest number of awaited people in a line."""


def describe_absence(name: str, *, is_substituted: bool | None) -> str:
    """Return the line about a person who has gone or come back; ``is_substituted``: None if they are there."""
    if is_substituted is None:
        return _("{name} is back.").format(name=name)
    text = _("The computer plays for {name} until they're back.") if is_substituted else _("{name} is away.")
    return text.format(name=name)


def describe_absence_to_others(observation: Observation, name: str, owner: str, *, is_owner_there: bool) -> str:
    """Return what happens while a person is away, for people who cannot let the computer play.

    ``owner``: the name of the table's owner.
    """
    text = _("{name} is away, and the match is waiting. You can leave and come back.")
    if observation.options.has_turn_clock:
        text = _("{name} is away. If their time runs out, the program will play a random card.")
        if observation.phase is not None and not observation.phase.is_card_play:
            text = _("{name} is away. If their time runs out, the match will end.")
    elif is_owner_there:
        text = _("{name} is away. {owner} can let the computer play.")
    return text.format(name=name, owner=owner)


def describe_waiting(names: Sequence[str]) -> str:
    """Return the line for a person who is ready; ``names``: the people who are there and not ready."""
    if not names:
        return _("Dealing…")
    if len(names) <= MAX_NAMES:
        return _("Waiting for {names}…").format(names=join_with_and([*map(abbreviate_name, names)]))
    text = ngettext("Waiting for {count} player…", "Waiting for {count} players…", len(names))
    return text.format(count=len(names))


def describe_rematch_offer(name: str) -> str:
    """Return the line that the owner asks for another match; ``name``: "" if their screen is the table."""
    if not name:
        return _("The host wants to play again. The next match will start within a minute.")
    return _("{name} wants to play again. The next match will start within a minute.").format(name=name)
