"""AppContext: the settings, storage, services and open scenes that all scenes share."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from math import inf
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec
import pygame

from game.ai.client import AIClient
from game.core.cards import DeckStyle
from game.match.house_rules import HouseRules
from game.session.avatars import Avatar, get_avatar, make_avatar_map
from game.statistics.daily_deals import get_daily_date
from game.storage.files import Folders, StorageError, StorageNotice
from game.storage.matches import MatchRepository
from game.storage.profiles import DEFAULT_COLOR, Profile
from game.storage.rule_sets import HouseRulesChange, open_house_rules
from game.storage.thread import StorageThread
from game.text.file_errors import make_printable
from game.text.first_notices import FIRST_NOTICES
from game.text.gettext import _, get_language
from game.text.player_names import get_person_key
from game.workers.worker_process import WorkerProcess
from ui.app.router import HelpTopic
from ui.app.scene import Scene
from ui.app.scene_stack import SceneStack
from ui.app.settings import Settings, apply_language, save_own_profile, save_settings
from ui.environment import Environment
from ui.graphics.canvas import KeptResults
from ui.graphics.card_images import CardImages
from ui.graphics.fonts.system_fonts import start_font_search
from ui.graphics.gui_manager import GuiManager
from ui.graphics.theme import TABLE_THEMES, Theme
from ui.graphics.viewport import Viewport
from ui.input.key_bindings import make_key_map
from ui.services.audio import AudioPlayer
from ui.services.error_log import LOG_FILE, log_unexpected
from ui.services.tasks import Tasks
from ui.widgets.base import Place

if TYPE_CHECKING:
    from ui.app.routes import Router

replace = msgspec.structs.replace
T = TypeVar("T")
DESIGN_WINDOW_SIZE: tuple[int, int] = (1280, 720)
"""The window size at which a design pixel is a pixel."""


class BackgroundService(Protocol):
    """A service that works in every frame, whatever scene is shown."""

    @property
    def is_busy(self) -> bool:
        """Whether the service needs frames."""
        ...

    def update(self) -> None:
        """Do the work of a frame without waiting; called in every frame."""
        ...

    def close(self) -> None:
        """Stop and release what the service holds, at the end of the program."""
        ...


class AppContext:
    """The state that all scenes share: window size and scale, GUI manager, settings, storage and computer players.

    ``size`` is that of the picture, in pixels. ``clock`` returns seconds that never go back, ``now`` the time of day as
    `time.time` does. ``zone`` is the time zone in which days begin, None for that of the system. ``seed_rng`` gives the
    seeds of new matches. Scenes open each other through ``router``. ``house_rules`` are the stored house rules.
    ``profiles`` are the people on this computer, with their ``avatars``; the person of the settings comes first.
    ``shown_notices`` are the toasts on the screen. ``narrate`` takes lines for a person who does not see the picture,
    or is None. ``has_quit``: the person wants the program to end.
    """

    router: Router

    def __init__(
        self,
        *,
        viewport: Viewport,
        settings: Settings,
        folders: Folders,
        storage: StorageThread,
        ai_client: AIClient,
        background_worker: WorkerProcess,
        environment: Environment,
    ) -> None:
        self.size = viewport.picture_size
        self.settings = settings
        self.folders = folders
        self.storage = storage
        self.ai_client = ai_client
        self.background_worker = background_worker
        self.environment = environment
        self.clock = environment.clock
        self.now = environment.now
        self.zone = environment.zone
        self.seed_rng = environment.seed_rng
        self.card_images = _make_card_images(settings)
        self.audio = AudioPlayer(settings)
        self.house_rules = HouseRules()
        self.profiles: tuple[Profile, ...] = (Profile(settings.profile, settings.name, DEFAULT_COLOR, None, 0.0),)
        self.avatars: dict[str, Avatar] = {}
        self.notices: list[str] = []
        self.shown_notices: tuple[str, ...] = ()
        self.narrate: Callable[[str], None] | None = None
        self.tasks = Tasks(self.report, is_paused=self._is_hidden_scene)
        self.services: list[BackgroundService] = []
        self.has_quit = False
        self.has_full_screen_changed = False
        self.key_map = make_key_map(settings.keys)
        start_font_search()
        self.kept = KeptResults()
        ui_scale = self._compute_ui_scale(inf)
        self._applied_theme = ui_scale, self.theme
        self.ui_manager = GuiManager(viewport, self.theme, ui_scale)
        self.scenes = SceneStack(self.ui_manager, self._apply_theme, self._get_look, on_close=self.tasks.cancel)

    @property
    def is_running(self) -> bool:
        """Whether the program continues: the person has not quit and a scene is open."""
        return bool(self.scenes) and not self.has_quit

    @property
    def has_storage_failed(self) -> bool:
        """Whether the file of saved matches could not be opened, so that no match can be stored."""
        opening = self.storage.opening
        return opening.done() and opening.exception() is not None

    @property
    def daily_date(self) -> str:
        """The local date of the daily deals now, as in 2026-11-22."""
        return get_daily_date(self.now(), self.zone)

    @property
    def own_profile(self) -> Profile:
        """The profile of the person of the settings; it has no id until the storage has loaded the profiles."""
        return self.profiles[0]

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people on this computer, the person of the settings first."""
        return self.settings.display_name, *(profile.name for profile in self.profiles[1:] if profile.name)

    @property
    def theme(self) -> Theme:
        """The table colors of the settings."""
        return TABLE_THEMES[self.settings.felt]

    @property
    def ui_scale(self) -> float:
        """The number of pixels per design pixel."""
        scene = self.scenes.current if self.scenes else None
        return self._compute_ui_scale(
            inf if scene is None else scene.max_scale, 0.0 if scene is None else scene.min_scale
        )

    def _is_hidden_scene(self, owner: object) -> bool:
        """Return whether ``owner`` is a scene that is not on top: its tasks wait, or are canceled when it closes."""
        return isinstance(owner, Scene) and not (self.scenes and owner is self.scenes.top)

    def _compute_ui_scale(self, max_scale: float, min_scale: float = 0.0) -> float:
        width, height = self.size
        window_scale = max(0.75, min(width / DESIGN_WINDOW_SIZE[0], height / DESIGN_WINDOW_SIZE[1]))
        return window_scale * min(max(self.settings.scale, min_scale), max_scale)

    def _apply_theme(self) -> None:
        """Apply the current colors and scale to the widgets that are made from now on."""
        if self._applied_theme != (self.ui_scale, self.theme):
            self._applied_theme = self.ui_scale, self.theme
            self.ui_manager.apply_theme(self.theme, self.ui_scale)
        self.kept.clear()

    def _get_look(self) -> object:
        return self.size, *_get_look(self.settings), *_get_card_drawings(self.settings)

    @property
    def window_scale(self) -> float:
        """Pixels to a design pixel of what does not grow with the text."""
        return min(self.size[0] / DESIGN_WINDOW_SIZE[0], self.size[1] / DESIGN_WINDOW_SIZE[1])

    @property
    def window_rect(self) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect((0, 0), self.size)

    @property
    def place(self) -> Place:
        """The place of a widget in no container."""
        return Place(self.ui_manager, self.ui_scale)

    def px(self, design: float) -> int:
        """Return a length in design pixels as pixels of this window."""
        return round(design * self.ui_scale)

    @property
    def scene_card_images(self) -> CardImages:
        """The card images for the deck of the scene that is built or painted."""
        return self.card_images[self.scenes.current.deck if self.scenes else "italian"]

    def get_deck(self, game_deck: DeckStyle) -> DeckStyle:
        """Return the deck with which a game is shown; ``game_deck``: the game's own."""
        return "french" if self.settings.deck == "french" else game_deck

    @property
    def help_topic(self) -> HelpTopic:
        """The help topic of the uppermost scene that has a topic, else that of the controls."""
        topics = (scene.help_topic for scene in reversed(self.scenes))
        return next((topic for topic in topics if topic is not None), HelpTopic("playing"))

    @property
    def is_busy(self) -> bool:
        """Whether a scene, shown or not, or a service needs frames."""
        has_busy_worker = any(service.is_busy for service in self.services) or any(
            card_images.is_busy for card_images in self.card_images.values()
        )
        has_pending_work = has_busy_worker or self.tasks.is_busy or bool(self.notices)
        return has_pending_work or any(scene.is_busy for scene in self.scenes)

    @property
    def seconds_until_next_update(self) -> float:
        """The seconds until a scene changes by itself; infinite if none does."""
        return min((scene.seconds_until_next_update for scene in self.scenes), default=inf)

    def update(self, seconds: float) -> None:
        """Update the scenes, tasks and services after ``seconds`` have passed."""
        for scene in self.scenes.covered:
            scene.update_in_background(seconds)
        self.scenes.top.update(seconds)
        self.tasks.update()
        if self.scenes and self._applied_theme != (self.ui_scale, self.theme):
            self.scenes.rebuild()  # The content that the scene has loaded limits its scale.
        if self.scenes:
            self.scenes.update()
        for service in self.services:
            service.update()

    def resize(self, viewport: Viewport) -> None:
        """Adopt a new size of the picture and rebuild the top scene for it, if there is one."""
        self.ui_manager.viewport = viewport
        if viewport.picture_size != self.size:
            self.size = viewport.picture_size
            self.ui_manager.set_window_resolution(self.size)
            self._rebuild_if_open()

    def apply_settings(self, settings: Settings, *, is_final: bool = True) -> None:
        """Apply new settings at once, and write them to disk.

        ``is_final``: False for settings that will be replaced soon, as while a slider is dragged; they are not written.
        """
        old_look, old_cards = _get_look(self.settings), _get_card_drawings(self.settings)
        old_settings, self.settings = self.settings, settings
        self.audio.settings = settings
        if settings.name != old_settings.name:
            self._update_avatars()
        if is_final:
            self._submit_change(self.storage.submit(save_settings, self.folders, settings), self._notify_of)
        if settings.language != old_settings.language:
            apply_language(settings.language)
        if _get_card_drawings(settings) != old_cards:
            self.card_images = _make_card_images(settings, self.card_images["italian"])
        self.has_full_screen_changed |= settings.full_screen != old_settings.full_screen
        self.key_map = make_key_map(settings.keys)
        if _get_look(settings) != old_look:
            self._rebuild_if_open()

    def save_house_rules(
        self,
        change: HouseRulesChange,
        on_saved: Callable[[], None] = lambda: None,
        on_failed: Callable[[], None] = lambda: None,
    ) -> None:
        """Change the house rules on disk; a later frame calls ``on_saved``, or ``on_failed`` after an error.

        The error is reported to the person.
        """

        def finish(saved: tuple[HouseRules, StorageNotice | None]) -> None:
            self.house_rules, notice = saved  # Another window may have changed other rules.
            self._notify_of(notice)
            on_saved()

        self._submit_change(self.storage.submit(open_house_rules(self.folders).update, change), finish, on_failed)

    def reload_profiles(self, change: Future[Any] | None = None, on_loaded: Callable[[], None] = lambda: None) -> None:
        """Load the profiles again; a later frame then calls ``on_loaded``. An error is reported to the person.

        ``change``: an operation of the storage on the profiles that was submitted before; its failure is reported too.
        The person of the settings gets a profile, or a name if they have a profile without a name.
        """
        if change is not None:
            self._submit_change(change, lambda _result: None)
        name, profile_id = self.settings.name, self.settings.profile

        def finish(profiles: tuple[Profile, ...]) -> None:
            self.profiles = profiles
            self._update_avatars()
            if (self.settings.name, self.settings.profile) == (name, profile_id):
                self._store_own_profile()
            on_loaded()

        self._submit_change(self.storage.call(MatchRepository.load_profiles, name, profile_id), finish)

    def tell_once(self, name: str, notice: str) -> None:
        """Tell a person of this computer one of `FIRST_NOTICES`, unless their profile says that they were told."""
        if self.mark_told(name, notice):
            self.notify(_(FIRST_NOTICES[notice]))

    def mark_told(self, name: str, notice: str) -> bool:
        """Note in the profile of a person that they are told a notice; return whether they were not told before."""
        key = get_person_key(name)
        profile = next((found for found in self.profiles if get_person_key(found.name) == key), self.own_profile)
        if notice in profile.told_notices:
            return False
        told = replace(profile, told_notices=(*profile.told_notices, notice))
        self.profiles = tuple(told if other is profile else other for other in self.profiles)
        self.storage.call(MatchRepository.mark_told, profile.id, notice)
        return True

    def _update_avatars(self) -> None:
        """Take the avatars from the profiles.

        The person without a name keeps theirs under the first name, before it is stored in the profile.
        """
        self.avatars = make_avatar_map(self.profiles)
        key, own = get_person_key(self.settings.name), self.own_profile
        if not own.name and key not in self.avatars:
            self.avatars[key] = get_avatar(self.avatars, own.name)

    def _store_own_profile(self) -> None:
        """Write the own profile's id and name to the settings.

        The name may have been changed by a renaming after which the settings were not written.
        """
        own, settings = self.own_profile, self.settings
        is_renamed = get_person_key(own.name) != get_person_key(settings.name)
        new_settings = replace(settings, profile=own.id, name=own.name if is_renamed else settings.name)
        if new_settings != settings:
            self.settings = new_settings
            self._submit_change(self.storage.submit(save_own_profile, self.folders, new_settings), self._notify_of)

    def _submit_change(
        self,
        future: Future[T],
        on_done: Callable[[T], object],
        on_failed: Callable[[], None] = lambda: None,
    ) -> None:
        def report_failure(error: BaseException) -> None:
            self.report(error)
            on_failed()

        self.tasks.submit(future, on_done, report_failure)

    def report(self, error: BaseException) -> None:
        """Notify the person of an error.

        A StorageError is shown with its text, once if several reads fail together; for any other, which is
        unexpected, the details go to the log.
        """
        if isinstance(error, StorageError):
            text, opening_error = str(error), str(self.storage.opening.exception()) if self.has_storage_failed else ""
            if opening_error and opening_error in text:
                text = f"{opening_error} " + _("You can also play without saving.")
            if text not in self.notices:
                self.notify(text)
            return
        log_unexpected(error)
        words = _("An unexpected error occurred. Details are in the log: {path}")
        self.notify(words.format(path=make_printable(self.folders.log / LOG_FILE)))

    def finish_opening_storage(self, notices: tuple[StorageNotice, ...]) -> None:
        """Load what the storage has, once it is open, and show its notices."""
        self.reload_profiles()
        self.router.left_matches.finish_left_matches()
        for notice in notices:
            self.notify(notice.text)

    def _notify_of(self, notice: StorageNotice | None) -> None:
        if notice is not None:
            self.notify(notice.text)

    def _rebuild_if_open(self) -> None:
        if self.scenes:
            self.scenes.rebuild()

    def speak(self, *lines: str) -> None:
        """Narrate lines if there is a person who does not see the picture."""
        if self.narrate is not None:
            for line in lines:
                self.narrate(line)

    def notify(self, text: str) -> None:
        """Show a message to the person as a toast over the top scene, and narrate it."""
        self.notices.append(text)
        self.speak(text)


def _get_look(settings: Settings) -> tuple[float, str, str, bool]:
    """Return the settings from which widgets are made: scale, table theme, language in use, and the chat's place."""
    return settings.scale, settings.felt, get_language(), settings.chat_beside


def _get_card_drawings(settings: Settings) -> tuple[str, str, str]:
    """Return the folders of the cards and the name of the back; the language in use may decide between folders."""
    return settings.italian_card_folder, settings.french_deck, settings.back


def _make_card_images(settings: Settings, shared: CardImages | None = None) -> dict[DeckStyle, CardImages]:
    folders: dict[DeckStyle, str] = {"italian": settings.italian_card_folder, "french": settings.french_deck}
    shared = shared or CardImages(settings.italian_card_folder)
    images = {folder: CardImages(folder, settings.back, shared) for folder in folders.values()}
    return {deck: images[folder] for deck, folder in folders.items()}
