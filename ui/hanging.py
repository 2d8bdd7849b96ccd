"""The doors between the scenes, hung in their places: the one room that knows all scenes."""

from __future__ import annotations

from collections.abc import Callable

from game.store.reading import UnfinishedMatch
from ui.doors import Router
from ui.errands import AbandonedMatchRunner
from ui.matches import make_join_check, resume_match
from ui.practising import TrainerTaskService
from ui.scene import AppContext
from ui.scenes.analysing import AnalysisProgressScene
from ui.scenes.analysis import AnalysisScene
from ui.scenes.ask import ConfirmDialog
from ui.scenes.daily import DailyDealScene
from ui.scenes.guided import LessonScene
from ui.scenes.help import HelpScene
from ui.scenes.history import HistoryScene
from ui.scenes.house_rules import HouseRulesScene
from ui.scenes.learn import ChoiceRetryScene
from ui.scenes.lessons import LessonsMenuScene
from ui.scenes.menu import MainMenuScene
from ui.scenes.new_match import NewMatchScene
from ui.scenes.people import ProfilesScene
from ui.scenes.replay import ReplayScene, make_replay
from ui.scenes.same_cards import CompareDealsScene, load_comparison
from ui.scenes.settings import SettingsScene
from ui.scenes.shortcuts import ShortcutsScene
from ui.scenes.statistics import StatisticsScene
from ui.scenes.trainer import TrainerScene
from ui.studies import AnalysisService


def make_router(context: AppContext) -> Router:
    """The doors between the scenes of the program."""

    def confirm(question: str, yes_label: str, on_yes: Callable[[], None], no_label: str = "") -> None:
        context.push_scene(ConfirmDialog(context, context.top_scene, question, yes_label, on_yes, no_label=no_label))

    def toggle_help() -> None:
        if isinstance(context.top_scene, (HelpScene, ShortcutsScene)):
            context.pop_scene()
        else:
            context.push_scene(HelpScene(context, context.help_topic))

    def open_comparison(match_id: int) -> None:
        context.push_scene(
            CompareDealsScene(
                context, context.storage.submit_to_archive(lambda archive: load_comparison(archive, match_id))
            )
        )

    def open_replay(match_id: int) -> None:
        loading = context.storage.submit_to_archive(lambda archive: make_replay(archive.load_match(match_id)))
        context.push_scene(ReplayScene(context, loading, lambda: open_comparison(match_id)))

    abandoned_matches = AbandonedMatchRunner(
        context.storage, context.clock, context.notify, context.environment.make_player_worker
    )
    context.services.append(abandoned_matches)

    analyses = AnalysisService(context.storage, context.environment.make_analysis)
    context.services.append(analyses)

    tasks = TrainerTaskService(context.environment.make_exercise_worker)
    context.services.append(tasks)

    def open_analysis(match_id: int) -> None:
        job = analyses.get_job(match_id)
        if job.result is not None:
            context.push_scene(AnalysisScene(context, job.result))
        else:
            context.push_scene(
                AnalysisProgressScene(context, job, lambda result: context.push_scene(AnalysisScene(context, result)))
            )

    def finish_and_delete_match(summary: UnfinishedMatch, on_deleted: Callable[[], None]) -> None:
        abandoned_matches.finish_and_delete_match(summary.id, on_deleted)

    return Router(
        open_main_menu=lambda: context.replace_scenes(MainMenuScene(context)),
        open_new_match=lambda: context.push_scene(NewMatchScene(context)),
        open_daily_deal=lambda: context.push_scene(DailyDealScene(context)),
        open_trainer=lambda: context.push_scene(TrainerScene(context, tasks)),
        open_settings=lambda: context.push_scene(SettingsScene(context)),
        open_house_rules=lambda: context.push_scene(HouseRulesScene(context)),
        open_profiles=lambda: context.push_scene(ProfilesScene(context)),
        open_help=lambda topic: context.push_scene(HelpScene(context, topic)),
        toggle_help=toggle_help,
        open_shortcuts=lambda: context.push_scene(ShortcutsScene(context)),
        confirm=confirm,
        finish_abandoned_matches=abandoned_matches.finish_abandoned_matches,
        is_finishing_matches=lambda: abandoned_matches.is_busy,
        finish_and_delete_match=finish_and_delete_match,
        open_history=lambda on_changed: context.push_scene(HistoryScene(context, on_changed)),
        open_replay=open_replay,
        open_statistics=lambda: context.push_scene(StatisticsScene(context)),
        open_analysis=open_analysis,
        open_comparison=open_comparison,
        open_choice_retry=lambda tasks, names, first_index: context.push_scene(
            ChoiceRetryScene(context, tasks, names, first_index)
        ),
        open_lessons=lambda: context.push_scene(LessonsMenuScene(context)),
        open_lesson=lambda game, lesson_progress: context.push_scene(LessonScene(context, game, lesson_progress)),
        start_match=lambda match_setup: context.push_scene(make_join_check(context, match_setup)),
        resume_match=lambda saved_match: resume_match(context, saved_match),
    )
