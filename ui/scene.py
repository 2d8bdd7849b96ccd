"""A scene fills the window; the stage is what all scenes stand on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from math import inf
from typing import Any, Protocol, TypeVar

import pygame
import pygame_gui

from game.engine.cards import Deck
from game.house_rules import RuleBook
from game.i18n import _
from game.store.files import Folders, Notice, StorageError, shown
from game.store.profiles import Profile
from game.store.rules import Change, change_rules
from game.store.storage import Storage
from ui import shortcuts, theme
from ui.art import Art, Shelves
from ui.doors import Doors, Topic
from ui.environment import Environment, PlayerWorker
from ui.fonts.guard import prepare
from ui.log import FILE as LOG
from ui.log import log_unexpected
from ui.looks import NOBODY, Looks, looks_of
from ui.remapping import resolved
from ui.settings import Settings, save_settings
from ui.sounds import Sounds
from ui.tongue import speak
from ui.widgets.focus import Focus
from ui.widgets.held import find_press, restore_press

T = TypeVar("T")
BASE: tuple[int, int] = (1280, 720)
"""The window size that design pixels are measured at."""


class Beside(Protocol):
    """Something that goes on whatever scene is shown."""

    @property
    def busy(self) -> bool:
        """Whether it needs frames."""
        ...

    def update(self) -> None:
        """A frame; never waits."""
        ...

    def close(self) -> None:
        """The program ends."""
        ...


class Stage:
    """What every scene needs: the window's size and scale, the GUI manager, settings, storage, the computer's mind.

    ``clock`` gives seconds that only go forward, ``now`` the time of day as `time.time` does; ``seeds`` is where the
    seeds of new matches come from; ``hang`` makes the ``doors`` through which scenes open one another. ``rules`` are
    the house rules that are kept, ``profiles`` the people of this computer with their ``looks``. ``narrate`` takes
    lines for who follows it all without the picture, where somebody does. ``opens``: the scene shown has been built
    since its picture was last painted.
    """

    def __init__(
        self,
        *,
        size: tuple[int, int],
        settings: Settings,
        folders: Folders,
        storage: Storage,
        thinker: PlayerWorker,
        environment: Environment,
        hang: Callable[[Stage], Doors],
    ) -> None:
        self.size = size
        self.settings = settings
        self.folders = folders
        self.storage = storage
        self.thinker = thinker
        self.environment = environment
        self.clock = environment.clock
        self.now = environment.now
        self.seeds = environment.seed_rng
        self.arts = _arts(settings)
        self.sounds = Sounds(settings)
        self.rules = RuleBook()
        self.profiles: tuple[Profile, ...] = ()
        self.looks: Looks = NOBODY
        self.notices: list[str] = []
        self.narrate: Callable[[str], None] | None = None
        self._keeping: list[tuple[Future[Any], Callable[[Any], None]]] = []
        self.scenes: list[Scene] = []
        self._built: Scene | None = None
        self.besides: list[Beside] = []
        self.running = True
        self.opens = False
        self.full_screen_changed = False
        self.doors = hang(self)
        theme.lay(settings.felt)
        shortcuts.lay(resolved(settings.keys))
        self._themed = self.unit, settings.felt
        prepare()
        self.manager = pygame_gui.UIManager(
            size, theme.gui_theme(self.unit), enable_live_theme_updates=False, starting_language="en"
        )

    @property
    def unit(self) -> float:
        """Pixels to a design pixel."""
        wide, high = self.size
        most = self.scene.largest_scale if self.scenes else self.settings.scale
        return max(0.75, min(wide / BASE[0], high / BASE[1])) * min(self.settings.scale, most)

    def px(self, design: float) -> int:
        """Design pixels as pixels of this window."""
        return round(design * self.unit)

    @property
    def art(self) -> Art:
        """The cards of the scene shown: French ones where a game is played with them."""
        return self.arts[self.scene.deck if self.scenes else "italian"]

    @property
    def scene(self) -> Scene:
        return self.scenes[-1]

    @property
    def topic(self) -> Topic:
        """What the help says of the scene shown, or of one under it; of none in particular: the controls."""
        topics = (scene.topic for scene in reversed(self.scenes))
        return next((topic for topic in topics if topic is not None), Topic("playing"))

    @property
    def busy(self) -> bool:
        """Whether any scene, shown or not, has something that moves or is waited for."""
        beside = any(one.busy for one in self.besides) or any(art.busy for art in self.arts.values())
        waits = beside or bool(self._keeping) or bool(self.notices)
        return waits or any(scene.busy for scene in self.scenes)

    @property
    def rest(self) -> float:
        """Seconds until some scene changes by itself; infinite if none does."""
        return min((scene.rest for scene in self.scenes), default=inf)

    def update(self, seconds: float) -> None:
        """Time passes for the scene shown and for those under it."""
        for scene in self.scenes[:-1]:
            scene.run_under(seconds)
        self.scene.update(seconds)
        for beside in self.besides:
            beside.update()
        self._look_what_is_kept()

    def go(self, scene: Scene) -> None:
        """Replace every scene by this one."""
        while self.scenes:
            self.scenes.pop().leave()
        self.push(scene)

    def push(self, scene: Scene) -> None:
        """Put a scene over the one shown; `back` returns to that."""
        self.scenes.append(scene)
        self.rebuild()

    def back(self) -> None:
        """Leave the scene shown and return to the one below it."""
        self.scenes.pop().leave()
        if self.scenes:
            self.rebuild()
        else:
            self.running = False

    def rebuild(self) -> None:
        """Build the widgets of the scene shown anew (it was entered, the size or the scale changed)."""
        scene = self.scene
        press = find_press(self.manager, scene.focus) if scene is self._built else None
        self._built = scene
        self.manager.clear_and_reset()
        if self._themed != (self.unit, self.settings.felt):
            self._themed = self.unit, self.settings.felt
            self.manager.set_ui_theme(self.manager.create_new_theme(theme.gui_theme(self.unit)))
        scene.focus.clear()
        scene.build()
        if press is not None:
            restore_press(press, self.manager, scene.focus)
        self.opens = True

    def resize(self, size: tuple[int, int]) -> None:
        """The window has a new size."""
        self.size = size
        self.manager.set_window_resolution(size)
        self._retheme()

    def apply(self, settings: Settings, *, is_final: bool = True) -> None:
        """New settings take effect at once and are written to the disk, unless others follow that are final."""
        old, self.settings = self.settings, settings
        self.sounds.settings = settings
        if is_final:
            self._keep(self.storage.run(save_settings, self.folders, settings), self._tell)
        if (settings.deck, settings.french_deck, settings.back) != (old.deck, old.french_deck, old.back):
            self.arts = _arts(settings)
        if settings.language != old.language:
            speak(settings)
        self.full_screen_changed |= settings.full_screen != old.full_screen
        theme.lay(settings.felt)
        shortcuts.lay(resolved(settings.keys))
        if (settings.scale, settings.felt, settings.language) != (old.scale, old.felt, old.language):
            self._retheme()

    def agree(self, change: Change, then: Callable[[], None] = lambda: None) -> None:
        """Other house rules: they hold, and ``then`` is called, once they are on the disk."""

        def kept(found: tuple[RuleBook, Notice | None]) -> None:
            self.take_rules(found)
            then()

        self._keep(self.storage.run(change_rules, self.folders, change), kept)

    def take_rules(self, kept: tuple[RuleBook, Notice | None]) -> None:
        """These house rules are on the disk now; another window may have kept some of them."""
        self.rules, notice = kept
        self._tell(notice)

    def meet(self, change: Future[Any] | None = None, then: Callable[[], None] = lambda: None) -> None:
        """Look who has a profile here, after a ``change`` of that if there is one; then ``then`` is called."""
        if change is not None:
            self._keep(change, lambda _done: None)

        def met(profiles: tuple[Profile, ...]) -> None:
            self.profiles, self.looks = profiles, looks_of(profiles)
            then()

        self._keep(self.storage.profiles(), met)

    def recognise(self) -> None:
        """What was done without a name goes along with the name that was given, or with the word of the language."""
        settings = self.settings
        self.meet(self.storage.recognise(settings.called, named=bool(settings.name)))

    def _keep(self, future: Future[T], done: Callable[[T], None]) -> None:
        self._keeping.append((future, done))

    def _look_what_is_kept(self) -> None:
        """What could not be written to the disk is said, and the widgets show what is there."""
        while self._keeping and self._keeping[0][0].done():
            future, done = self._keeping.pop(0)
            error = future.exception()
            if error is not None:
                self.report(error)
                self.rebuild()
            else:
                done(future.result())

    def report(self, error: BaseException) -> None:
        """Notify the person of an error; the details of one that nothing was written for are in the log."""
        if isinstance(error, StorageError):
            self.notify(str(error))
            return
        log_unexpected(error)
        words = _("Something did not work because of an unexpected error. The details are in the log: {path}")
        self.notify(words.format(path=shown(self.folders.log / LOG)))

    def _tell(self, notice: Notice | None) -> None:
        if notice is not None:
            self.notify(notice.text)

    def _retheme(self) -> None:
        if self.scenes:
            self.rebuild()

    def notify(self, words: str) -> None:
        """Show a line to the person, over whatever scene is shown: what happened away from the eye, or went wrong."""
        self.notices.append(words)
        if self.narrate is not None:
            self.narrate(words)


def _arts(settings: Settings) -> dict[Deck, Art]:
    shelves = Shelves()
    return {
        "italian": Art(settings.deck, settings.back, shelves),
        "french": Art(settings.french_deck, settings.back, shelves),
    }


class Scene:
    """One thing that fills the window. Subclasses override what they need; ``build`` makes the widgets."""

    deck: Deck = "italian"
    """Which of the two kinds of cards the scene shows."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.focus = Focus()

    @property
    def told(self) -> tuple[str, ...]:
        """What is said of it in lines when it is entered, for who does not see it."""
        return ()

    @property
    def topic(self) -> Topic | None:
        """What the help is opened at while it is shown; None: what the scene under it says."""
        return None

    @property
    def to_be_read(self) -> tuple[pygame.Rect, ...]:
        """What nothing may cover besides its widgets: where its words and cards stand."""
        return ()

    @property
    def rather_free(self) -> tuple[pygame.Rect, ...]:
        """What is covered only where there is no other room: where something may come to lie."""
        return ()

    @property
    def largest_scale(self) -> float:
        """More than this the scene does not enlarge its text and buttons: it would not fit."""
        return 3.0

    @property
    def busy(self) -> bool:
        """Whether something moves or is waited for, so that frames must go on without events."""
        return False

    @property
    def ready(self) -> bool:
        """Whether its picture can be painted; as long as it cannot, the window keeps the one before."""
        return True

    @property
    def rest(self) -> float:
        """Seconds until something of it changes by itself while it is not busy: a clock that is shown."""
        return inf

    def build(self) -> None:
        """Make the widgets for the stage's size; those of an earlier call are gone."""

    def takes(self, event: pygame.event.Event) -> bool:
        """Take an event before any shortcut, widget or focus key does. Whether it was taken."""
        return False

    def handle(self, event: pygame.event.Event) -> None:
        """An event that no widget and no focus key has taken."""

    def update(self, seconds: float) -> None:
        """Time passes while the scene is shown."""

    def run_under(self, seconds: float) -> None:
        """Time passes while another scene lies over this one."""

    def draw(self, surface: pygame.Surface) -> None:
        """What lies under the widgets."""

    def draw_over(self, surface: pygame.Surface) -> None:
        """What lies over the widgets."""

    def leave(self) -> None:
        """The scene is gone for good: let go of what it held."""
