"""The router, by which scenes open each other without importing each other. Only this module imports all scenes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec.structs import replace

from game.ai.client import AIClient
from game.analysis.model import MatchAnalysis, RetryTask
from game.exchange.record_files import save_record
from game.lessons.progress import LessonProgress
from game.match.archived_match import ArchivedMatch, encode_archived_match
from game.match.replay import MatchContinuation
from game.match.setup import MatchSetup
from game.storage.match_rows import SavedMatch
from game.text.file_names import make_record_file_name
from game.text.gettext import _
from game.trainer.model import AnyTask, TaskKind, TaskRequest
from ui.app.context import AppContext
from ui.app.match_launcher import make_join_check, open_match, start_continuation
from ui.app.router import HelpTopic, SettingsTab
from ui.app.scene import Scene
from ui.scenes.analysis.choice_retry import ChoiceRetryScene
from ui.scenes.analysis.progress import AnalysisProgressScene
from ui.scenes.analysis.scene import AnalysisScene
from ui.scenes.compare_deals.scene import CompareDealsScene, load_comparison
from ui.scenes.daily.scene import DailyDealScene
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.dialogs.prompts import open_match_export_prompt
from ui.scenes.help.scene import HelpScene
from ui.scenes.history.scene import HistoryScene
from ui.scenes.house_rules.scene import HouseRulesScene
from ui.scenes.lessons.menu import LessonsMenuScene
from ui.scenes.lessons.scene import LessonScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.medals.scene import MedalsScene
from ui.scenes.network.large_code import LargeCodeScene
from ui.scenes.new_match.last_choices import open_last_choices
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.profiles.scene import ProfilesScene
from ui.scenes.replay.scene import ReplayScene, make_replay
from ui.scenes.settings.scene import OWN_TABS, SettingsScene
from ui.scenes.shortcuts.scene import ShortcutsScene
from ui.scenes.statistics.scene import StatisticsScene
from ui.scenes.trainer.scene import TrainerScene
from ui.services.analysis_jobs import AnalysisJob, AnalysisService
from ui.services.left_matches import LeftMatchRunner
from ui.services.tasks import Task

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable
    from ui.scenes.network.friends import FriendsScene

LEFT_MATCH_MOVE_TIME_LIMIT_MS: Final = 200
"""The time limit of a move in a match that plays on in the background, in milliseconds."""
GENERATE_TASK_FUNCTION: Final = "game.trainer.generator:generate_task"
T = TypeVar("T")
TRAINER_TASK_TIMEOUT_S: Final = 20.0


class Router:
    """Opens scenes, over the top scene except as stated. ``left_matches`` plays matches to their end in the background.

    A match is given by its id; only its completed deals are shown.
    """

    def __init__(self, context: AppContext) -> None:
        """Create the router, and start the services that it uses."""
        self._context = context
        ai_client = AIClient(context.background_worker, LEFT_MATCH_MOVE_TIME_LIMIT_MS)
        self.left_matches = LeftMatchRunner(context, ai_client)
        context.services.append(self.left_matches)
        self._analyses = AnalysisService(context.storage, context.background_worker, context.tasks)
        self._loading: Task | None = None

    def _push(self, scene: Scene) -> None:
        self._context.scenes.push(scene)

    # -- pages

    def open_main_menu(self) -> None:
        """Open the main menu in place of all scenes."""
        self._context.scenes.replace(MainMenuScene(self._context))

    def open_new_match(self, *, is_of_people: bool = False) -> None:
        """Open the form of a new match; ``is_of_people``: it begins with several people."""
        self._push(NewMatchScene(self._context, is_of_people=is_of_people))

    def open_daily_deal(self) -> None:
        self._push(DailyDealScene(self._context))

    def open_trainer(self, game: str = "", kind: TaskKind | None = None) -> None:
        """Open the trainer, whose tasks come from the background process.

        ``game``: the one that is chosen, "" for the first; ``kind``: the kind of tasks to begin at once, if any.
        """

        def generate_task(request: TaskRequest) -> Future[AnyTask]:
            worker = self._context.background_worker
            return worker.submit(GENERATE_TASK_FUNCTION, request, timeout_s=TRAINER_TASK_TIMEOUT_S)

        scene = TrainerScene(self._context, generate_task)
        self._push(scene)
        if game:
            scene.set_game(game)
        if kind is not None:
            scene.practice(kind)

    def open_settings(self, tab: SettingsTab = "general") -> None:
        """Open a tab of the settings, in place of the top scene if that shows settings."""
        context, top = self._context, self._context.scenes.top
        if isinstance(top, SettingsScene) and tab in OWN_TABS:
            top.show_tab(tab)
            return
        scene = (
            HouseRulesScene(context)
            if tab == "house-rules"
            else ProfilesScene(context)
            if tab == "profiles"
            else SettingsScene(context, tab)
        )
        if isinstance(top, (SettingsScene, HouseRulesScene, ProfilesScene)):
            context.scenes.replace_top(scene)
        else:
            self._push(scene)

    def open_help(self, topic: HelpTopic) -> None:
        self._push(HelpScene(self._context, topic))

    def toggle_help(self) -> None:
        """Open the help at the topic of the top scene, or close it."""
        if isinstance(self._context.scenes.top, (HelpScene, ShortcutsScene)):
            self._context.scenes.pop()
        else:
            self.open_help(self._context.help_topic)

    def open_shortcuts(self) -> None:
        self._push(ShortcutsScene(self._context))

    def open_phone_code(self, link: str) -> None:
        """Show the code of a link for phones as high as the window."""
        self._push(LargeCodeScene(self._context, link))

    def open_history(self, on_changed: Callable[[], None]) -> None:
        """Open the history; ``on_changed`` is called when a match was deleted or imported."""
        self._push(HistoryScene(self._context, on_changed))

    def open_statistics(self) -> None:
        self._push(StatisticsScene(self._context))

    def open_medals(self) -> None:
        self._push(MedalsScene(self._context))

    def open_lessons(self) -> None:
        """Open the menu of lessons."""
        self._push(LessonsMenuScene(self._context))

    def open_lesson(self, game: str, progress: LessonProgress) -> None:
        """Open the lesson of a game where ``progress`` ends."""
        self._push(LessonScene(self._context, game, progress))

    def confirm(
        self, question: str, yes_label: str, on_yes: Callable[[], None], no_label: str = "", **options: Any
    ) -> None:
        """Ask a question, and return at once; the arguments are those of `ConfirmDialog`."""
        top = self._context.scenes.top
        self._push(ConfirmDialog(self._context, top, question, yes_label, on_yes, no_label=no_label, **options))

    # -- finished deals

    def open_replay(self, match_id: int) -> None:
        loading = self._context.storage.submit_to_archive(lambda archive: make_replay(archive.load_match(match_id)))
        self._push(ReplayScene(self._context, loading, lambda: self.open_comparison(match_id)))

    def open_comparison(self, match_id: int) -> None:
        """Open the comparison of a match with others of the same cards."""
        loading = self._context.storage.submit_to_archive(lambda archive: load_comparison(archive, match_id))
        self._push(CompareDealsScene(self._context, loading))

    def open_analysis(self, match_id: int) -> None:
        """Open the analysis of a match, after a page that waits for it."""

        def show(result: MatchAnalysis) -> None:
            other_players = self._analyses.get_job(match_id, is_of_people=False)
            self._push(AnalysisScene(self._context, result, match_id, other_players))

        job = self._analyses.get_job(match_id)
        if job.result is not None:
            show(job.result)
        else:
            self._push(AnalysisProgressScene(self._context, job, show))

    def analyze(self, match_id: int, deal: int | None = None) -> AnalysisJob:
        """Return the analysis of a match or of one of its deals, which begins if it has not."""
        return self._analyses.get_job(match_id, deal=deal)

    def open_choice_retry(
        self, tasks: tuple[RetryTask, ...], names: tuple[str, ...], first_index: int, match_id: int
    ) -> None:
        """Open the page to make choices of a match again, at ``tasks[first_index]``. ``names``: of all seats."""
        self._push(ChoiceRetryScene(self._context, tasks, names, first_index, match_id))

    def export_match(self, match: ArchivedMatch) -> None:
        """Ask for a path, and write a match file."""
        context, record = self._context, match.record
        file_name = make_record_file_name(record.game_id, match.played_at, record.names)
        open_match_export_prompt(
            context,
            file_name,
            lambda path: context.storage.submit(save_record, encode_archived_match(match), path),
        )

    # -- matches: a table replaces all scenes once it opens

    def start_match(self, match_setup: MatchSetup) -> None:
        """Start a match, unless one of its people is blocked."""
        self._push(make_join_check(self._context, match_setup))

    def start_match_at_level(self, match_setup: MatchSetup, level: str) -> None:
        """Start a match with all computer players at a level, which becomes that of the game's next matches."""
        reading = open_last_choices(self._context.folders)
        self._context.storage.submit(reading.update, lambda choices: choices.with_level(match_setup.game_id, level))
        players = (player if player.is_person else replace(player, kind=level) for player in match_setup.players)
        self.start_match(replace(match_setup, players=tuple(players)))

    def open_match(self, opening: Future[SavedMatch], owner: object) -> Task:
        """Open the table of a match as `ui.app.match_launcher.open_match` does."""
        return open_match(self._context, opening, owner)

    def start_continuation(self, continuation: MatchContinuation, notes: Mapping[str, bool], owner: object) -> Task:
        """Start a match that continues another as `ui.app.match_launcher.start_continuation` does."""
        return start_continuation(self._context, continuation, notes, owner)

    # -- tables over the network, whose modules take longer than a frame to load

    def open_friends(self, link: str = "") -> None:
        """Open the page of tables over the network; ``link``: of the table that the person wants to join, or ""."""

        def load() -> type[FriendsScene]:
            from ui.scenes.network.friends import FriendsScene

            return FriendsScene

        def show(friends: type[FriendsScene]) -> None:
            page = friends(self._context)
            self._push(page)
            if link:
                page.invitation.set_text(link)
                page.join()

        self._load(load, show)

    def continue_network_table(self, table: KnownTable) -> None:
        """Go back to a table over the network."""

        def load() -> Callable[[AppContext, KnownTable], None]:
            from ui.scenes.network.continue_table import continue_table

            return continue_table

        self._load(load, lambda go_back: go_back(self._context, table))

    def _load(self, load: Callable[[], T], show: Callable[[T], object]) -> None:
        """Load modules and show what they have, unless others are being loaded: a second click opens nothing more."""
        context = self._context
        if self._loading is None or not self._loading.is_pending:
            loading = context.storage.submit(load)
            self._loading = context.tasks.submit(loading, show, owner=context.scenes.top)

    # -- the end of the program

    def quit(self) -> None:
        """End the program; if matches are in memory only, ask first."""
        scenes, question = self._context.scenes, _("Quit? Matches you played without saving will be lost.")
        if not self._context.storage.has_unsaved_matches:
            self._end_program()
        elif not isinstance(scenes.top, ConfirmDialog) or scenes.top.question != question:
            self.confirm(question, _("Quit"), self._end_program, _("Stay"), is_dangerous=True)

    def _end_program(self) -> None:
        self._context.has_quit = True
