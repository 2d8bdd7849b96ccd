"""The routes between scenes. This is the only module that imports all scenes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Final

from game.ai.client import AIClient
from game.analysis.model import MatchAnalysis
from game.exchange.record_files import save_record
from game.match.archived_match import ArchivedMatch, encode_archived_match
from game.storage.archive import MatchListEntry
from game.text.file_names import make_record_file_name
from game.text.gettext import _
from game.trainer.model import AnyTask, TaskRequest
from ui.app.context import AppContext
from ui.app.match_launcher import make_join_check, open_match, start_continuation
from ui.app.router import Router, SettingsTab
from ui.app.scene import Scene
from ui.scenes.analysis.choice_retry import ChoiceRetryScene
from ui.scenes.analysis.progress import AnalysisProgressScene
from ui.scenes.analysis.scene import AnalysisScene
from ui.scenes.compare_deals.scene import CompareDealsScene, load_comparison
from ui.scenes.daily.scene import DailyDealScene
from ui.scenes.dialogs.confirm import ConfirmDialog, QuitDialog
from ui.scenes.dialogs.match_export import open_export_prompt
from ui.scenes.help.scene import HelpScene
from ui.scenes.history.scene import HistoryScene
from ui.scenes.house_rules.scene import HouseRulesScene
from ui.scenes.lessons.menu import LessonsMenuScene
from ui.scenes.lessons.scene import LessonScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.medals.scene import MedalsScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.profiles.scene import ProfilesScene
from ui.scenes.replay.scene import ReplayScene, make_replay
from ui.scenes.settings.scene import OWN_TABS, SettingsScene
from ui.scenes.shortcuts.scene import ShortcutsScene
from ui.scenes.statistics.scene import StatisticsScene
from ui.scenes.trainer.scene import TrainerScene
from ui.services.analysis_jobs import AnalysisService
from ui.services.left_matches import LeftMatchRunner

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

LEFT_MATCH_MOVE_TIME_LIMIT_MS: Final = 200
"""The time limit of a move in a match that plays on in the background, in milliseconds."""
GENERATE_TASK_FUNCTION: Final = "game.trainer.generator:generate_task"
TRAINER_TASK_TIMEOUT_S: Final = 20.0


def make_router(context: AppContext) -> Router:
    """Return the router, and start the services that it uses."""

    def confirm(
        question: str,
        yes_label: str,
        on_yes: Callable[[], None],
        no_label: str = "",
        *,
        is_dangerous: bool = False,
        is_recommended: bool = False,
    ) -> None:
        context.scenes.push(
            ConfirmDialog(
                context,
                context.scenes.top,
                question,
                yes_label,
                on_yes,
                no_label=no_label,
                is_dangerous=is_dangerous,
                is_recommended=is_recommended,
            )
        )

    def toggle_help() -> None:
        if isinstance(context.scenes.top, (HelpScene, ShortcutsScene)):
            context.scenes.pop()
        else:
            context.scenes.push(HelpScene(context, context.help_topic))

    def open_settings(tab: SettingsTab = "general") -> None:
        top = context.scenes.top
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
            context.scenes.push(scene)

    def export_match(match: ArchivedMatch) -> None:
        file_name = make_record_file_name(match.record.game_id, match.played_at, match.record.names)
        open_export_prompt(
            context,
            context.scenes.top,
            file_name,
            lambda path: context.storage.submit(save_record, encode_archived_match(match), path),
        )

    def open_comparison(match_id: int) -> None:
        context.scenes.push(
            CompareDealsScene(
                context, context.storage.submit_to_archive(lambda archive: load_comparison(archive, match_id))
            )
        )

    def open_replay(match_id: int) -> None:
        loading = context.storage.submit_to_archive(lambda archive: make_replay(archive.load_match(match_id)))
        context.scenes.push(ReplayScene(context, loading, lambda: open_comparison(match_id)))

    left_matches = LeftMatchRunner(context, AIClient(context.background_worker, LEFT_MATCH_MOVE_TIME_LIMIT_MS))
    context.services.append(left_matches)

    analyses = AnalysisService(context.storage, context.background_worker, context.tasks)

    def generate_task(request: TaskRequest) -> Future[AnyTask]:
        return context.background_worker.submit(GENERATE_TASK_FUNCTION, request, timeout_s=TRAINER_TASK_TIMEOUT_S)

    def open_analysis(match_id: int) -> None:
        def show(result: MatchAnalysis) -> None:
            other_players = analyses.get_job(match_id, is_of_people=False)
            context.scenes.push(AnalysisScene(context, result, match_id, other_players))

        job = analyses.get_job(match_id)
        if job.result is not None:
            show(job.result)
        else:
            context.scenes.push(AnalysisProgressScene(context, job, show))

    def finish_and_delete_match(summary: MatchListEntry, on_deleted: Callable[[], None]) -> None:
        left_matches.finish_and_delete_match(summary.id, on_deleted)

    # Only these load the network, in the storage thread, because it takes longer than a frame.
    def open_friends() -> None:
        def load() -> type[Scene]:
            from ui.scenes.network.friends import FriendsScene

            return FriendsScene

        opener = context.scenes.top
        context.tasks.submit(
            context.storage.submit(load), lambda scene_type: context.scenes.push(scene_type(context)), owner=opener
        )

    def continue_network_table(table: KnownTable) -> None:
        def load() -> Callable[[AppContext, KnownTable], None]:
            from ui.scenes.network.continue_table import continue_table

            return continue_table

        opener = context.scenes.top
        context.tasks.submit(
            context.storage.submit(load), lambda continue_table: continue_table(context, table), owner=opener
        )

    def end_program() -> None:
        context.has_quit = True

    def ask_or_quit() -> None:
        if not context.storage.has_unsaved_matches:
            end_program()
        elif not isinstance(context.scenes.top, QuitDialog):
            question = _("Quit? The matches that you played without saving will be lost.")
            context.scenes.push(
                QuitDialog(
                    context, context.scenes.top, question, _("Quit"), end_program, no_label=_("Stay"), is_dangerous=True
                )
            )

    return Router(
        open_main_menu=lambda: context.scenes.replace(MainMenuScene(context)),
        open_new_match=lambda: context.scenes.push(NewMatchScene(context)),
        open_daily_deal=lambda: context.scenes.push(DailyDealScene(context)),
        open_trainer=lambda: context.scenes.push(TrainerScene(context, generate_task)),
        open_settings=open_settings,
        open_help=lambda topic: context.scenes.push(HelpScene(context, topic)),
        toggle_help=toggle_help,
        open_shortcuts=lambda: context.scenes.push(ShortcutsScene(context)),
        confirm=confirm,
        finish_left_matches=left_matches.finish_left_matches,
        is_finishing_matches=lambda: left_matches.is_busy,
        finish_and_delete_match=finish_and_delete_match,
        export_match=export_match,
        open_history=lambda on_changed: context.scenes.push(HistoryScene(context, on_changed)),
        open_replay=open_replay,
        open_statistics=lambda: context.scenes.push(StatisticsScene(context)),
        open_medals=lambda: context.scenes.push(MedalsScene(context)),
        open_analysis=open_analysis,
        open_comparison=open_comparison,
        open_choice_retry=lambda *values: context.scenes.push(ChoiceRetryScene(context, *values)),
        open_lessons=lambda: context.scenes.push(LessonsMenuScene(context)),
        open_lesson=lambda game, lesson_progress: context.scenes.push(LessonScene(context, game, lesson_progress)),
        start_match=lambda match_setup: context.scenes.push(make_join_check(context, match_setup)),
        open_match=partial(open_match, context),
        start_continuation=partial(start_continuation, context),
        open_friends=open_friends,
        continue_network_table=continue_network_table,
        quit=ask_or_quit,
    )
