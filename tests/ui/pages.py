"""Pages of the window that tests and pictures show, with what they are filled with."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from game.lessons.book import Learnt
from game.lessons.course import Stand
from game.rules import GAMES
from game.seating import PERSON
from game.store.lessons import keep_lesson
from tests.game.test_lessons import stands
from tests.game.test_same_cards import bring, keep, with_packs
from tests.game.test_same_cards import played as played_alike
from tests.helpers import NAMES, fresh, playout, recorded
from tests.ui.driving import still
from tests.ui.stage import AppByHand
from ui.scenes.guided import Guided
from ui.scenes.menu import Menu

FIRST = 1_760_000_000.0
"""Time of the first match, in seconds since 1970."""
LEVELS = ("club", "expert", "master", "novice")


def fill_history(app: AppByHand, count: int, *, last: int = 0) -> None:
    """Store ``count`` random matches of all games, the oldest first; the ``last`` ones are unfinished."""
    rng, journal = Random(4), app.storage.journal()
    app.clock.now = max(app.clock.now, FIRST)
    for number in range(count):
        app.clock.go(rng.randrange(40_000, 200_000))
        game = list(GAMES)[number % len(GAMES)]
        match = fresh(game, seats=GAMES[game].proposed_seats)
        record = recorded(match, list(playout(match, number, deals=40)))
        names = (NAMES[0], *rng.sample(NAMES[1:], len(record.names) - 1))
        record = replace(record, names=names)
        kinds = (PERSON, *rng.choices(LEVELS, k=len(names) - 1))
        extra = {"assisted": True} if number % 7 == 3 else {"side_line": True} if number % 11 == 5 else {}
        is_open = number >= count - last
        for _action in range(9 if is_open else 0):
            record = record.undo()
        made = journal.create(record, kinds, number, extra)
        if not is_open:
            journal.finish(made)
        journal.release(made)


def show_same_cards(app: AppByHand) -> Iterator[str]:
    """Show a comparison of the same cards, first covered, then with all results; yield the name of each."""
    journal = app.storage.journal()
    theirs = played_alike("spades", 5)
    other = bring(journal, theirs)
    app.stage.go(Menu(app.stage))
    app.stage.doors.compare(other)
    still(app)
    yield "same-cards-covered"
    app.stage.back()
    number = keep(journal, with_packs(theirs, 8))
    app.stage.doors.compare(number)
    still(app)
    app.press("let-computer-play")
    app.steps(lambda: not app.stage.scene.busy)
    still(app)
    yield "same-cards"


def show_lessons(app: AppByHand) -> Iterator[str]:
    """Show the list of lessons with one begun and one done; yield its name."""
    app.stage.go(Menu(app.stage))
    folders, name = app.stage.folders, app.stage.settings.called
    keep_lesson(folders, Learnt(name=name, game="briscola", answers=("",), done=True))
    keep_lesson(folders, Learnt(name=name, game="spades", answers=("", "")))
    app.stage.doors.lessons()
    still(app)
    yield "lessons"


def show_lesson(app: AppByHand, game: str, stand: Stand) -> Guided:
    """Show a lesson at a step."""
    app.stage.go(Menu(app.stage))
    app.stage.doors.lesson(game, Learnt(name=app.stage.settings.called, game=game, answers=stand.answers))
    scene = app.stage.scene
    assert isinstance(scene, Guided)
    app.steps(lambda: scene.settled_here)
    still(app)
    return scene


def longest_step(game: str) -> Stand:
    """Return the step with the longest text of those that ask for an action."""
    return max((one for one in stands(game) if one.step.asks), key=lambda one: len(one.step.text))
