"""The router: scenes open each other by its functions, without importing each other.

`ui.app.routes` makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from game.analysis.model import RetryTask
from game.lessons.progress import LessonProgress
from game.match.archived_match import ArchivedMatch
from game.match.house_rules import RuleSet
from game.match.replay import MatchContinuation
from game.match.setup import MatchSetup
from game.storage.archive import MatchListEntry
from game.storage.match_rows import SavedMatch
from ui.services.tasks import Task

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable


class ConfirmDialogOpener(Protocol):
    """A function that opens a question over the top scene."""

    def __call__(
        self, question: str, yes_label: str, on_yes: Callable[[], None], no_label: str = "", *,
        is_dangerous: bool = False, is_recommended: bool = False,
    ) -> None:  # fmt: skip
        """Open a dialog that asks ``question``, and return at once.

        Yes closes it and calls ``on_yes``; Esc or ``no_label``, "" for the usual text, only closes it.
        ``is_dangerous``: the button of the action is red. ``is_recommended``: the action is the default.
        """
        ...


HelpSection = Literal["", "speak", "play", "score", "rules"]
"""A part of a help page: auction or declarations, play, scoring, house rules; "" is its top."""


class HelpTopic(NamedTuple):
    """A place in the help: a page, or "" for the first; the rules in force, to be marked there; a part of the page."""

    page: str = ""
    rule_set: RuleSet | None = None
    section: HelpSection = ""


SettingsTab = Literal["general", "cards", "sound", "accessibility", "house-rules", "profiles"]
"""A tab of the settings."""


class SettingsOpener(Protocol):
    """A function that opens the settings."""

    def __call__(self, tab: SettingsTab = "general") -> None:
        """Open a tab over the top scene, or in its place if that shows settings."""
        ...


class ChoiceRetryOpener(Protocol):
    """A function that opens a scene in which the player makes choices of a match again."""

    def __call__(self, tasks: tuple[RetryTask, ...], names: tuple[str, ...], first_index: int, match_id: int) -> None:
        """Open the page to try choices of a match again, at ``tasks[first_index]``. ``names``: of all seats."""
        ...


class Router(NamedTuple):
    """The functions that open scenes. They open them over the top scene, except as stated.

    ``open_main_menu``, and a table once it opens, replace all scenes. ``toggle_help`` opens the help at the topic of
    the top scene, or closes it. ``open_history`` takes a callback for a match that was deleted or imported.
    ``open_replay``, ``open_analysis`` and ``open_comparison`` take the id of a match, and show only completed deals.
    ``open_lesson`` takes a game and the progress in its lesson.

    ``start_match`` and ``open_match`` check first whether a player is blocked. ``open_match`` takes the opening match
    and the scene that waits for it: if that scene closes before, the match is released. ``start_continuation`` does the
    same with a new match that continues another, and with its notes.

    ``open_friends`` opens the page of tables over the network. ``continue_network_table`` goes back to such a table; it
    takes a `KnownTable`.

    ``quit`` ends the program; if matches are in memory only, it asks first.

    The rest opens no scene. ``finish_left_matches`` plays matches that every person has left to their end in the
    background, and ``is_finishing_matches`` returns whether that goes on. ``finish_and_delete_match`` plays a match to
    its end in the same way, deletes it and calls its second argument. ``export_match`` asks for a path and writes a
    match file.
    """

    open_main_menu: Callable[[], None]
    open_new_match: Callable[[], None]
    open_daily_deal: Callable[[], None]
    open_trainer: Callable[[], None]
    open_settings: SettingsOpener
    open_help: Callable[[HelpTopic], None]
    toggle_help: Callable[[], None]
    open_shortcuts: Callable[[], None]
    confirm: ConfirmDialogOpener
    finish_left_matches: Callable[[], None]
    is_finishing_matches: Callable[[], bool]
    finish_and_delete_match: Callable[[MatchListEntry, Callable[[], None]], None]
    export_match: Callable[[ArchivedMatch], None]
    open_history: Callable[[Callable[[], None]], None]
    open_replay: Callable[[int], None]
    open_statistics: Callable[[], None]
    open_medals: Callable[[], None]
    open_analysis: Callable[[int], None]
    open_comparison: Callable[[int], None]
    open_choice_retry: ChoiceRetryOpener
    open_lessons: Callable[[], None]
    open_lesson: Callable[[str, LessonProgress], None]
    start_match: Callable[[MatchSetup], None]
    open_match: Callable[[Future[SavedMatch], object], Task]
    start_continuation: Callable[[MatchContinuation, Mapping[str, bool], object], Task]
    open_friends: Callable[[], None]
    continue_network_table: Callable[[KnownTable], None]
    quit: Callable[[], None]
