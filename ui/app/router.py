"""How a scene opens another without importing it: named doors, hung in `ui.app.routes`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Literal, NamedTuple, Protocol

from game.analysis.model import RetryTask
from game.lessons.progress import LessonProgress
from game.match.house_rules import RuleSet
from game.match.replay import MatchContinuation
from game.match.setup import MatchSetup
from game.storage.archive import ArchivedMatch
from game.storage.match_rows import SavedMatch
from game.storage.unfinished_matches import UnfinishedMatch
from ui.services.tasks import Task


class ConfirmDialogOpener(Protocol):
    """Opens a question over the scene shown."""

    def __call__(self, question: str, yes_label: str, on_yes: Callable[[], None], no_label: str = "") -> None:
        """On yes the question goes away and ``on_yes`` is called; Esc and ``no_label`` leave things as they are."""
        ...


HelpSection = Literal["", "speak", "play", "score", "rules"]
"""What a page of help has a heading for: auction or declarations, the play, the score, the house rules; "" its top."""


class HelpTopic(NamedTuple):
    """What the help is opened at: a page, or "" for the first, the rules in force there to be marked, a part of it."""

    page: str = ""
    rule_set: RuleSet | None = None
    section: HelpSection = ""


class ChoiceRetryOpener(Protocol):
    """Opens choices that were made to be made again, from the one of a number on."""

    def __call__(self, tasks: tuple[RetryTask, ...], names: tuple[str, ...], first_index: int) -> None:
        """``names`` are the seats' names."""
        ...


class Router(NamedTuple):
    """Each opens its scene: ``open_main_menu`` and a table in the place of all others, the rest over the one shown.

    ``open_history`` takes what is to be called when a match was deleted or brought in; ``open_replay``, ``analysis``
    and ``open_comparison`` the number of a match, of which only the deals that are over are gone through;
    ``open_lesson`` the game whose guided deal is gone on with, and how far one is in it; ``toggle_help`` opens the help
    at what is shown, and closes it where that is the help; ``start_match`` asks first whether everybody may sit down,
    and so does ``open_match``, which takes a match that is being opened and the scene that waits for it: if that scene
    closes before, the match is released. ``start_continuation`` does the same with a match that it makes of another
    one, with notes. The others open nothing: with
    ``finish_abandoned_matches``, matches that every person has left are played to their end unseen,
    ``is_finishing_matches`` says whether that is under way; what is deleted under a clock (``finish_and_delete_match``)
    is first ended in the same way, then the second argument is called. ``export_match`` asks for the file to write to.
    """

    open_main_menu: Callable[[], None]
    open_new_match: Callable[[], None]
    open_daily_deal: Callable[[], None]
    open_trainer: Callable[[], None]
    open_settings: Callable[[], None]
    open_house_rules: Callable[[], None]
    open_profiles: Callable[[], None]
    open_help: Callable[[HelpTopic], None]
    toggle_help: Callable[[], None]
    open_shortcuts: Callable[[], None]
    confirm: ConfirmDialogOpener
    finish_abandoned_matches: Callable[[], None]
    is_finishing_matches: Callable[[], bool]
    finish_and_delete_match: Callable[[UnfinishedMatch, Callable[[], None]], None]
    export_match: Callable[[ArchivedMatch], None]
    open_history: Callable[[Callable[[], None]], None]
    open_replay: Callable[[int], None]
    open_statistics: Callable[[], None]
    open_analysis: Callable[[int], None]
    open_comparison: Callable[[int], None]
    open_choice_retry: ChoiceRetryOpener
    open_lessons: Callable[[], None]
    open_lesson: Callable[[str, LessonProgress], None]
    start_match: Callable[[MatchSetup], None]
    open_match: Callable[[Future[SavedMatch], object], Task]
    start_continuation: Callable[[MatchContinuation, Mapping[str, bool], object], Task]
