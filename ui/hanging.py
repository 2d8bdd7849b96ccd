"""The doors between the scenes, hung in their places: the one room that knows all scenes."""

from __future__ import annotations

from collections.abc import Callable

from game.store.reading import Summary
from ui.doors import Doors
from ui.errands import Errands
from ui.matches import resume, sitting
from ui.practising import Tasks
from ui.scene import Stage
from ui.scenes.analysing import Analysing
from ui.scenes.analysis import Analysis
from ui.scenes.ask import Ask
from ui.scenes.daily import Daily
from ui.scenes.guided import Guided
from ui.scenes.help import Help
from ui.scenes.history import History
from ui.scenes.house_rules import HouseRules
from ui.scenes.learn import Learn
from ui.scenes.lessons import Lessons
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.people import People
from ui.scenes.replay import Replay, review_of
from ui.scenes.same_cards import SameCards, comparison_of
from ui.scenes.settings import SettingsScene
from ui.scenes.shortcuts import ShortcutsPage
from ui.scenes.statistics import StatisticsScene
from ui.scenes.trainer import Trainer
from ui.studies import Studies


def hang(stage: Stage) -> Doors:
    """The doors between the scenes of the program."""

    def ask(question: str, yes: str, act: Callable[[], None], no: str = "") -> None:
        stage.push(Ask(stage, stage.scene, question, yes, act, no=no))

    def explain() -> None:
        if isinstance(stage.scene, (Help, ShortcutsPage)):
            stage.back()
        else:
            stage.push(Help(stage, stage.topic))

    def compare(number: int) -> None:
        stage.push(SameCards(stage, stage.storage.archive(lambda archive: comparison_of(archive, number))))

    def replay(number: int) -> None:
        asked = stage.storage.archive(lambda archive: review_of(archive.take(number)))
        stage.push(Replay(stage, asked, lambda: compare(number)))

    errands = Errands(stage.storage, stage.clock, stage.notify, stage.environment.make_player_worker)
    stage.besides.append(errands)

    studies = Studies(stage.storage, stage.environment.make_analysis)
    stage.besides.append(studies)

    tasks = Tasks(stage.environment.make_exercise_worker)
    stage.besides.append(tasks)

    def analysis(match_id: int) -> None:
        going = studies.of(match_id)
        if going.found is not None:
            stage.push(Analysis(stage, going.found))
        else:
            stage.push(Analysing(stage, going, lambda found: stage.push(Analysis(stage, found))))

    def delete(match: Summary, then: Callable[[], None]) -> None:
        errands.delete(match.id, then)

    return Doors(
        menu=lambda: stage.go(Menu(stage)),
        new_match=lambda: stage.push(NewMatch(stage)),
        daily=lambda: stage.push(Daily(stage)),
        trainer=lambda: stage.push(Trainer(stage, tasks)),
        settings=lambda: stage.push(SettingsScene(stage)),
        house_rules=lambda: stage.push(HouseRules(stage)),
        people=lambda: stage.push(People(stage)),
        help=lambda topic: stage.push(Help(stage, topic)),
        explain=explain,
        shortcuts=lambda: stage.push(ShortcutsPage(stage)),
        ask=ask,
        finish=errands.look,
        finishing=lambda: errands.busy,
        delete=delete,
        history=lambda changed: stage.push(History(stage, changed)),
        replay=replay,
        statistics=lambda: stage.push(StatisticsScene(stage)),
        analysis=analysis,
        compare=compare,
        learn=lambda tasks, names, number: stage.push(Learn(stage, tasks, names, number)),
        lessons=lambda: stage.push(Lessons(stage)),
        lesson=lambda game, learnt: stage.push(Guided(stage, game, learnt)),
        begin=lambda seating: stage.push(sitting(stage, seating)),
        resume=lambda saved: resume(stage, saved),
    )
