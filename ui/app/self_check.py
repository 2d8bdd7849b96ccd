"""The self-check of a packaged program: it tries each part once and reports what is missing in one line.

It needs no screen and no sound device. Its files are in a temporary folder; those of the user are not touched.
"""

from __future__ import annotations

import gettext
import logging
import os
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import pygame

from assets import ASSETS_FOLDER
from game import version
from game.core.cards import FRENCH_PACK, ITALIAN_PACK, JOKERS, SUITS
from game.match.setup import MatchSetup, PlayerInfo
from game.rules import GAMES
from game.session.avatars import PORTRAIT_COUNT
from game.storage.files import Folders
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread
from game.text.first_notices import FIRST_NOTICES
from game.text.formatting import format_decimal
from game.text.gettext import LANGUAGE_NAMES, SOURCE_LANGUAGE, _
from game.version import PROGRAM_NAME
from ui.app.app import App
from ui.app.launch import DEFAULT_SEAT_NAMES
from ui.app.match_launcher import start_match
from ui.app.settings import (
    CARD_BACKS,
    FRENCH_DECKS,
    INDEXED_DECKS,
    ITALIAN_DECKS,
    Settings,
    apply_language,
    format_indexed_deck,
)
from ui.graphics import theme
from ui.scenes.help.content import list_text_pages, parse_paragraphs
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.services.audio import open_audio_device
from ui.table.scene import TableScene

CHECKED_LEVEL: Final = "master"
"""The strongest computer player: it needs every trained model."""
ITALIAN_FOLDERS: Final = (
    *ITALIAN_DECKS,
    *(format_indexed_deck(deck, language) for deck in INDEXED_DECKS for language in LANGUAGE_NAMES),
)
CHECKED_SIZE_PX: Final = 16
"""The width and height in pixels to which a drawing is rasterized."""
MOVE_TIME_LIMIT_MS: Final = 50
TIMEOUT_S: Final = 120.0
"""The time limit of one computer choice or one write: enough for a slow computer with a virus scanner."""

SelfCheckPart: TypeAlias = Callable[[App], str]
"""A part of the self-check: it returns a short summary, or raises an exception that describes the fault."""


class SelfCheckError(Exception):
    """A part of the program is missing or does not work; ``str(error)`` is one line."""


def run_self_check() -> int:
    """Try each part and return the exit status: 0, or 1 after an error, which is one line on standard error.

    A warning counts as an error. Nothing is raised.
    """
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    part_name = _("window")
    try:
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name,
            _collect_warnings() as warnings,
            _open_app(Path(name)) as app,
        ):
            for part_name, check in _iter_parts():
                result = check(app)
                if warnings:
                    raise SelfCheckError(warnings[0])
                print(f"{part_name}: {result}", flush=True)
    except Exception as error:
        error_text = " ".join(str(error).split()) or type(error).__name__
        print(f"tavoloverde --smoke-test: {part_name}: {error_text}", file=sys.stderr)
        return 1
    print(_("{name}: the smoke test passed").format(name=PROGRAM_NAME))
    return 0


def _iter_parts() -> Iterator[tuple[str, SelfCheckPart]]:
    yield _("pictures"), check_pictures
    yield _("sounds"), check_sounds
    yield _("fonts"), _check_fonts
    yield _("help"), check_help
    yield _("learned data"), _check_models
    yield _("languages"), check_languages
    yield _("saved matches"), check_saved_matches
    for game in GAMES:
        yield _(GAMES[game].title), partial(_check_table, game)


@contextmanager
def _open_app(folder: Path) -> Iterator[App]:
    """Return a context manager that opens the program at its main menu, with all files below ``folder``."""
    folders = Folders(folder / "data", folder / "config", folder / "log")
    folders.prepare()
    app = App(folders, Settings(speed=0.0), move_time_limit_ms=MOVE_TIME_LIMIT_MS)
    try:
        app.context.scenes.push(MainMenuScene(app.context))
        app.run_frame()
        yield app
    finally:
        app.close()


class _WarningCollector(logging.Handler):
    """The warnings and errors in the log: a worker process that dies is replaced without a notice."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextmanager
def _collect_warnings() -> Iterator[list[str]]:
    collector = _WarningCollector()
    logging.getLogger().addHandler(collector)
    try:
        yield collector.messages
    finally:
        logging.getLogger().removeHandler(collector)


# -- assets ----------------------------------------------------------------------------------------


def _check_files(pattern: str, check: Callable[[Path], object], folder: Path | None = None) -> tuple[Path, ...]:
    """Call ``check`` with each file that matches ``pattern``, and return the files; the folder is that of the assets.

    Raise `SelfCheckError` if there are none; it names the file for which ``check`` raises an exception.
    """
    folder = folder or ASSETS_FOLDER
    paths = tuple(sorted(path for path in folder.rglob(pattern) if path.is_file()))
    if not paths:
        raise SelfCheckError(_("no {pattern} in {folder}").format(pattern=pattern, folder=folder))
    for path in paths:
        try:
            check(path)
        except Exception as error:
            raise SelfCheckError(f"{path.relative_to(folder.parent)}: {error}") from error
    return paths


def _check_names(required: Iterable[str]) -> None:
    """Raise SelfCheckError if an asset is missing."""
    for name in required:
        if not (ASSETS_FOLDER / name).is_file():
            raise SelfCheckError(_("{name} is missing").format(name=name))


def _format_count(files: tuple[Path, ...]) -> str:
    return _("{files} files").format(files=len(files))


def check_pictures(_app: App) -> str:
    """Load all pictures, check that each deck, back, portrait and icon is complete, and return a summary.

    Raise SelfCheckError if a picture is missing or cannot be loaded.
    """
    required = (
        *(f"cards/{deck}/{card.name}" for deck in ITALIAN_FOLDERS for card in ITALIAN_PACK),
        *(f"cards/{deck}/{card.name}" for deck in FRENCH_DECKS for card in (*FRENCH_PACK, *JOKERS)),
        *(f"cards/backs/{back}" for back in CARD_BACKS),
        *(f"portraits/{number:02d}" for number in range(1, PORTRAIT_COUNT + 1)),
        *(f"icons/{nation}_{suit}" for nation in ("italian", "french") for suit in SUITS),
    )
    _check_names(f"{name}.svg" for name in required)
    size = CHECKED_SIZE_PX, CHECKED_SIZE_PX
    files = _check_files("*.svg", lambda path: pygame.image.load_sized_svg(path, size))
    files += _check_files("*.png", pygame.image.load)
    return _("{decks} decks, {files} files").format(decks=len({*ITALIAN_FOLDERS, *FRENCH_DECKS}), files=len(files))


def check_sounds(_app: App) -> str:
    """Load all sounds, check that none is empty, and return a summary.

    Raise SelfCheckError if a sound is empty or cannot be loaded, or no audio device opens.
    """

    def check(path: Path) -> None:
        if pygame.mixer.Sound(path).get_length() <= 0:
            raise SelfCheckError(_("the file is empty"))

    if not open_audio_device():
        raise SelfCheckError(_("no sound device works, not even the silent one"))
    return _format_count(_check_files("sounds/*", check))


def _check_fonts(_app: App) -> str:
    for face in theme.FONT_FILES:
        image = theme.render_text("Però è così: 3 · 4", face, theme.BODY_TEXT_SIZE, theme.CREAM)
        if image.get_width() < theme.BODY_TEXT_SIZE:
            raise SelfCheckError(_("{face} displays no characters").format(face=face))
    return ", ".join(theme.FONT_FILES)


def check_help(_app: App) -> str:
    """Check that all help pages exist and begin with a title, and return a summary.

    Raise SelfCheckError if a page is missing or cannot be read, or has no title.
    """

    def check(path: Path) -> None:
        if parse_paragraphs(path.read_text(encoding="utf-8"))[0].kind != "title":
            raise SelfCheckError(_("it does not start with a title"))

    _check_names(f"help/{topic}.en.md" for topic in list_text_pages())
    return _format_count(_check_files("help/*.md", check))


def _check_models(_app: App) -> str:
    def check(path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            if archive.testzip() is not None:
                raise SelfCheckError(_("it is damaged"))

    return _format_count(_check_files("*.npz", check, Path(version.__file__).parent))


def check_languages(app: App) -> str:
    """Check that each translation contains text and that main menu and new match form open in it; return a summary.

    Raise SelfCheckError if a translation is empty or cannot be read.
    """

    def check(path: Path) -> None:
        with path.open("rb") as stream:
            if gettext.GNUTranslations(stream).info().get("content-type") is None:
                raise SelfCheckError(_("it contains no translations"))

    files = _check_files("locale/*/LC_MESSAGES/*.mo", check)
    languages = [SOURCE_LANGUAGE, *(path.parent.parent.name for path in files)]
    try:
        for language in languages:
            apply_language(language)
            app.context.scenes.replace(MainMenuScene(app.context))
            app.run_frame()
            app.context.scenes.push(NewMatchScene(app.context))
            app.run_frame()
    finally:
        apply_language(SOURCE_LANGUAGE)
    return ", ".join(languages)


# -- matches ---------------------------------------------------------------------------------------


def _make_setup(game: str) -> MatchSetup:
    """Return the setup of a match with the fewest players, all of them computer players of the first preset."""
    preset, options = next(iter(GAMES[game].presets.items()))
    names = DEFAULT_SEAT_NAMES[: GAMES[game].seat_counts[0]]
    return MatchSetup(game, preset, options, tuple(PlayerInfo(name, CHECKED_LEVEL) for name in names))


def _check_table(game: str, app: App) -> str:
    """Open a table of ``game``, wait until the window shows a computer player's first choice, and return a summary.

    Raise SelfCheckError if an error is shown, if nobody chooses within `TIMEOUT_S`, or if the computer players have no
    process of their own.
    """
    start_seconds = time.monotonic()
    start_match(app.context, _make_setup(game))
    scene = app.context.scenes.top
    assert isinstance(scene, TableScene)
    turns, first_notices = set[int | None](), {_(text) for text in FIRST_NOTICES.values()}
    while len(turns - {None}) < 2:  # If a second seat is to act, the first has chosen.
        errors = [notice for notice in app.context.notices if notice not in first_notices]
        if errors:
            raise SelfCheckError(errors[0])
        if time.monotonic() > start_seconds + TIMEOUT_S:
            raise SelfCheckError(_("no computer player made a move"))
        app.run_frame()
        turns.add(scene.session.observation.turn)
    app.repaint()
    if app.player_worker.pid is None:
        raise SelfCheckError(_("the computer players do not run in their own process"))
    return _("first move after {seconds} s").format(seconds=format_decimal(time.monotonic() - start_seconds, 1))


def check_saved_matches(app: App) -> str:
    """Save a match with one action, check that a new storage loads the same match, and return a summary.

    Raise SelfCheckError if it loads another match, StorageError if it cannot be saved or loaded.
    """
    folder = app.context.folders.data / "again"
    folders = Folders(folder, folder, folder)
    setup = _make_setup(next(iter(GAMES)))
    record = setup.create_record(0)
    match = record.create_match()
    record = record.with_deal(match.dealer, match.pack)
    action = record.replay().legal_actions()[0]
    with closing(StorageThread(folders, time.time)) as storage:
        saving = storage.call(
            MatchRepository.create_match, record, tuple(player.kind for player in setup.players), 1, {}
        )
        match_id = saving.result(TIMEOUT_S)
        storage.call(MatchRepository.add_action, match_id, 1, 1, action).result(TIMEOUT_S)
    with closing(StorageThread(folders, time.time)) as storage:
        if storage.call(MatchRepository.load_match, match_id).result(TIMEOUT_S).record != record.with_action(action):
            raise SelfCheckError(_("the data loaded differs from the data saved"))
    return _("saved and loaded")
