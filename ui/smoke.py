"""The smoke test: whether this copy of the program is whole, said part by part and in one line where it is not.

It needs no screen and no sound and touches nothing of the person's: what is kept meanwhile lies in a folder of its own.
"""

from __future__ import annotations

import gettext
import logging
import os
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

import pygame

from game import i18n, version
from game.conventions import decimal
from game.engine.cards import FRENCH_PACK, HIDDEN, ITALIAN_PACK, JOKERS, SUITS
from game.i18n import _
from game.rules import GAMES
from game.seating import Player, Seating
from game.store.files import Folders
from game.store.storage import Storage
from game.version import NAME
from ui import theme
from ui.app import App
from ui.art import FOLDER, PORTRAITS, Art
from ui.front import NAMES
from ui.hanging import hang
from ui.matches import sitting
from ui.scenes.manual import paragraphs, topics
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.settings import BACKS, DECKS, FRENCH_DECKS, Settings
from ui.sounds import open_device
from ui.table.result import Result

LEVELS: Final = ("master", "club")
"""Who plays: the strongest, who needs everything that was learned, and the one that most people play with."""
WIDTH: Final = 40
"""Pixels that a card is drawn wide: whether it can be drawn does not depend on it."""
THINKING_MS: Final = 50
"""A master looks closely who has so long, with all that was learned; whether he looks often does not depend on it."""
PATIENCE: Final = 120.0
"""Seconds that a deal may take, on a slow machine with a virus scanner."""

Part: TypeAlias = Callable[[App], str]
"""One part of the test: it gives what was found in a few words, or raises an exception that says what is wrong."""


class Fault(Exception):
    """Something of the program is missing or does not work; one line."""


def smoke_test() -> int:
    """Everything once. Gives the exit status; what is wrong is one line on standard error."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    doing = _("the window")
    try:
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name,
            _complaints() as complaints,
            _window(Path(name)) as app,
        ):
            for doing, part in _parts():
                found = part(app)
                if complaints:
                    raise Fault(complaints[0])
                print(f"{doing}: {found}", flush=True)
    except Exception as fault:
        words = " ".join(str(fault).split()) or type(fault).__name__
        print(f"tavoloverde --smoke-test: {doing}: {words}", file=sys.stderr)
        return 1
    print(_("{name}: the smoke test passed").format(name=NAME))
    return 0


def _parts() -> Iterator[tuple[str, Part]]:
    yield _("pictures"), check_pictures
    yield _("sounds"), check_sounds
    yield _("fonts"), _fonts
    yield _("help"), check_help
    yield _("what players learned"), _learned
    yield _("languages"), check_languages
    yield _("saved matches"), check_saved_matches
    for game in GAMES:
        yield _(GAMES[game].title), _deal_of(game)


@contextmanager
def _window(folder: Path) -> Iterator[App]:
    """The program, open at its menu, with all its things below ``folder``."""
    folders = Folders(folder / "data", folder / "config", folder / "log")
    folders.prepare()
    app = App(folders, Settings(speed=0.0), hang, thinking_ms=THINKING_MS)
    try:
        app.stage.push(Menu(app.stage))
        app.frame()
        yield app
    finally:
        app.close()


class _Ear(logging.Handler):
    """Collects warnings and worse: a thinking process that dies is replaced without a word on the screen."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


@contextmanager
def _complaints() -> Iterator[list[str]]:
    ear = _Ear()
    logging.getLogger().addHandler(ear)
    try:
        yield ear.heard
    finally:
        logging.getLogger().removeHandler(ear)


# -- assets ----------------------------------------------------------------------------------------


def _files(pattern: str) -> tuple[Path, ...]:
    """The asset files of this name pattern. Fault if there are none."""
    found = tuple(sorted(path for path in FOLDER.rglob(pattern) if path.is_file()))
    if not found:
        raise Fault(_("there is no {pattern} below {folder}").format(pattern=pattern, folder=FOLDER))
    return found


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Whatever fails in the block becomes a Fault that names the file."""
    try:
        yield
    except Exception as error:
        raise Fault(f"{path.relative_to(FOLDER.parent)}: {error}") from error


def check_pictures(_app: App) -> str:
    packs = [(deck, ITALIAN_PACK) for deck in DECKS] + [(deck, (*FRENCH_PACK, *JOKERS)) for deck in FRENCH_DECKS]
    for deck, pack in packs:
        art = Art(deck)
        for card in pack:
            art.card(card, WIDTH)
    for back in BACKS:
        Art(DECKS[0], back).card(HIDDEN, WIDTH)
    for number in range(1, PORTRAITS + 1):
        art.portrait(number, WIDTH)
    for suit in SUITS:
        art.icon(f"italian_{suit}", WIDTH)
        art.icon(f"french_{suit}", WIDTH)
    drawn, painted = _files("*.svg"), _files("*.png")
    for path in drawn:
        with _named(path):
            pygame.image.load_sized_svg(path, (WIDTH, WIDTH))
    for path in painted:
        with _named(path):
            pygame.image.load(path)
    return _("{decks} decks, {files} files").format(decks=len({*DECKS, *FRENCH_DECKS}), files=len(drawn + painted))


def check_sounds(_app: App) -> str:
    if not open_device():
        raise Fault(_("not even the silent device opens"))
    files = _files("sounds/*")
    for path in files:
        with _named(path):
            if pygame.mixer.Sound(path).get_length() <= 0:
                raise Fault(_("it is empty"))
    return _("{files} files").format(files=len(files))


def _fonts(_app: App) -> str:
    for face in theme.FACES:
        if theme.text("Però è così: 3 · 4", face, theme.BODY, theme.CREAM).get_width() < WIDTH:
            raise Fault(_("{face} draws nothing").format(face=face))
    return ", ".join(theme.FACES)


def check_help(_app: App) -> str:
    files = _files("help/*.md")
    missing = sorted({f"{topic}.en.md" for topic in topics()} - {path.name for path in files})
    if missing:
        raise Fault(_("{name} is missing").format(name=missing[0]))
    for path in files:
        with _named(path):
            if paragraphs(path.read_text(encoding="utf-8"))[0].kind != "title":
                raise Fault(_("it does not begin with a title"))
    return _("{files} files").format(files=len(files))


def _learned(_app: App) -> str:
    folder = Path(version.__file__).parent
    files = sorted(folder.rglob("*.npz"))
    if not files:
        raise Fault(_("there is no {pattern} below {folder}").format(pattern="*.npz", folder=folder))
    for path in files:
        with _named(path), zipfile.ZipFile(path) as archive:
            if archive.testzip() is not None:
                raise Fault(_("it is damaged"))
    return _("{files} files").format(files=len(files))


def check_languages(app: App) -> str:
    """Every translation there is says something, and the first screens can be shown in it."""
    languages = ["en"]
    for path in sorted((FOLDER / "locale").glob("*/LC_MESSAGES/*.mo")):
        languages.append(path.parent.parent.name)
        with _named(path), path.open("rb") as stream:
            if gettext.GNUTranslations(stream).info().get("content-type") is None:
                raise Fault(_("it translates nothing"))
    try:
        for language in languages:
            i18n.set_language(language)
            app.stage.go(Menu(app.stage))
            app.frame()
            app.stage.push(NewMatch(app.stage))
            app.frame()
    finally:
        i18n.set_language("en")
    return ", ".join(languages)


# -- matches ---------------------------------------------------------------------------------------


def _seating(game: str) -> Seating:
    """The fewest players, all of them computers."""
    preset, options = next(iter(GAMES[game].presets.items()))
    seats = range(GAMES[game].seats[0])
    return Seating(game, preset, options, tuple(Player(NAMES[seat], LEVELS[seat % len(LEVELS)]) for seat in seats))


def _deal_of(game: str) -> Part:
    """A deal of ``game``, thought out in the real process and shown on the real table."""

    def play(app: App) -> str:
        app.stage.go(Menu(app.stage))
        app.stage.push(sitting(app.stage, _seating(game)))
        began = time.monotonic()
        while not isinstance(app.stage.scene, Result):
            if app.stage.notices:
                raise Fault(app.stage.notices[0])
            if time.monotonic() > began + PATIENCE:
                raise Fault(_("the deal is not over after {seconds} seconds").format(seconds=round(PATIENCE)))
            app.frame()
        app.draw()
        if app.thinker.pid is None:
            raise Fault(_("the computer's mind does not run in a process of its own"))
        return _("a deal in {seconds} s").format(seconds=decimal(time.monotonic() - began, 1))

    return play


def check_saved_matches(app: App) -> str:
    """A match is begun, a card played, the file closed and opened again: the match is the same."""
    place = app.stage.folders.data / "again"
    folders = Folders(place, place, place)
    seating = _seating(next(iter(GAMES)))
    record = seating.record(0)
    match = record.start()
    record = record.dealt(match.dealer, match.pack)
    action = record.replay().legal()[0]
    with _opened(folders) as storage:
        number = storage.create(record, tuple(player.kind for player in seating.players), 1, {}).result(PATIENCE)
        storage.add_action(number, 1, 1, action).result(PATIENCE)
    with _opened(folders) as storage:
        if storage.load(number).result(PATIENCE).record != record.acted(action):
            raise Fault(_("what is read is not what was saved"))
    return _("written and read")


@contextmanager
def _opened(folders: Folders) -> Iterator[Storage]:
    storage = Storage.open(folders, time.time)
    try:
        storage.opened.result(PATIENCE)
        yield storage
    finally:
        with suppress(Exception):  # what went wrong before matters more
            storage.close()
