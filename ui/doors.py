"""How a scene opens another without importing it: named doors, hung in `ui.front`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from game.seating import Seating
from game.store.reading import SavedMatch, Summary


class AskDoor(Protocol):
    """Opens a question over the scene shown."""

    def __call__(self, question: str, yes: str, act: Callable[[], None], no: str = "") -> None:
        """On yes the question goes away and ``act`` is called; Esc and ``no`` leave things as they are."""
        ...


class Doors(NamedTuple):
    """Each opens its scene: ``menu`` and a table in the place of all others, the rest over the one shown.

    ``saved`` takes the matches and what is to be called when one was deleted; ``replay`` the number of a match;
    ``help`` the game that it opens at, or "" for the first; ``shortcuts`` closes its page where that is shown;
    ``begin`` asks first whether everybody may sit down, and so does ``resume``, whose match is claimed by the caller.
    The others open nothing: with ``finish``, matches that every person has left are played to their end unseen,
    ``finishing`` says whether that is under way; what is deleted under a clock (``delete``) is first ended in the same
    way, then the second argument is called.
    """

    menu: Callable[[], None]
    new_match: Callable[[], None]
    saved: Callable[[tuple[Summary, ...], Callable[[], None]], None]
    settings: Callable[[], None]
    house_rules: Callable[[], None]
    people: Callable[[], None]
    help: Callable[[str], None]
    shortcuts: Callable[[], None]
    ask: AskDoor
    finish: Callable[[], None]
    finishing: Callable[[], bool]
    delete: Callable[[Summary, Callable[[], None]], None]
    history: Callable[[], None]
    replay: Callable[[int], None]
    statistics: Callable[[], None]
    begin: Callable[[Seating], None]
    resume: Callable[[SavedMatch], None]
