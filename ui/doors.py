"""How a scene opens another without importing it: named doors, hung in `ui.hanging`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

from game.analysis.values import Task
from game.house_rules import RuleSet
from game.lessons.book import Learnt
from game.seating import Seating
from game.store.reading import SavedMatch, Summary


class AskDoor(Protocol):
    """Opens a question over the scene shown."""

    def __call__(self, question: str, yes: str, act: Callable[[], None], no: str = "") -> None:
        """On yes the question goes away and ``act`` is called; Esc and ``no`` leave things as they are."""
        ...


Part = Literal["", "speak", "play", "score", "rules"]
"""What a page of help has a heading for: auction or declarations, the play, the score, the house rules; "" its top."""


class Topic(NamedTuple):
    """What the help is opened at: a page, or "" for the first, the rules in force there to be marked, a part of it."""

    page: str = ""
    table: RuleSet | None = None
    part: Part = ""


class LearnDoor(Protocol):
    """Opens choices that were made to be made again, from the one of a number on."""

    def __call__(self, tasks: tuple[Task, ...], names: tuple[str, ...], number: int) -> None:
        """``names`` are the seats' names."""
        ...


class Doors(NamedTuple):
    """Each opens its scene: ``menu`` and a table in the place of all others, the rest over the one shown.

    ``history`` takes what is to be called when a match was deleted or brought in; ``replay``, ``analysis`` and
    ``compare`` the number of a match, of which only the deals that are over are gone through; ``lesson`` the game whose
    guided deal is gone on with, and how far one is in it; ``explain`` opens the help at what is shown, and closes it
    where that is the help; ``begin`` asks first whether everybody may sit down, and so does ``resume``, whose match is
    claimed by the caller. The others open nothing: with ``finish``, matches that every person has left are played to
    their end unseen, ``finishing`` says whether that is under way; what is deleted
    under a clock (``delete``) is first ended in the same way, then the second argument is called.
    """

    menu: Callable[[], None]
    new_match: Callable[[], None]
    daily: Callable[[], None]
    trainer: Callable[[], None]
    settings: Callable[[], None]
    house_rules: Callable[[], None]
    people: Callable[[], None]
    help: Callable[[Topic], None]
    explain: Callable[[], None]
    shortcuts: Callable[[], None]
    ask: AskDoor
    finish: Callable[[], None]
    finishing: Callable[[], bool]
    delete: Callable[[Summary, Callable[[], None]], None]
    history: Callable[[Callable[[], None]], None]
    replay: Callable[[int], None]
    statistics: Callable[[], None]
    analysis: Callable[[int], None]
    compare: Callable[[int], None]
    learn: LearnDoor
    lessons: Callable[[], None]
    lesson: Callable[[str, Learnt], None]
    begin: Callable[[Seating], None]
    resume: Callable[[SavedMatch], None]
