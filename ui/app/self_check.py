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

from assets import ASSETS_FOLDER
from game import version
from game.core.cards import FRENCH_PACK, HIDDEN_CARD, ITALIAN_PACK, JOKERS, SUITS
from game.match.setup import MatchSetup, PlayerInfo
from game.rules import GAMES
from game.storage.files import Folders
from game.storage.thread import StorageThread
from game.text.formatting import format_decimal
from game.text.gettext import SOURCE_LANGUAGE, _
from game.version import PROGRAM_NAME
from ui.app.app import App
from ui.app.launch import DEFAULT_SEAT_NAMES
from ui.app.match_launcher import make_join_check
from ui.app.routes import make_router
from ui.app.settings import CARD_BACKS, FRENCH_DECKS, ITALIAN_DECKS, Settings, apply_language
from ui.graphics import theme
from ui.graphics.card_images import PORTRAIT_COUNT, CardImages
from ui.scenes.help.content import list_text_pages, parse_paragraphs
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.services.audio import open_audio_device
from ui.table.result.overlay import ResultOverlay

TESTED_LEVELS: Final = ("master", "club")
"""Who plays: the strongest, who needs everything that was learned, and the one that most people play with."""
CARD_WIDTH_PX: Final = 40
"""Pixels that a card is drawn wide: whether it can be drawn does not depend on it."""
MOVE_TIME_LIMIT_MS: Final = 50
"""A master looks closely who has so long, with all that was learned; whether he looks often does not depend on it."""
DEAL_TIMEOUT_S: Final = 120.0
"""Seconds that a deal may take, on a slow machine with a virus scanner."""

SelfCheckPart: TypeAlias = Callable[[App], str]
"""One part of the test: it gives what was found in a few words, or raises an exception that says what is wrong."""


class SelfCheckError(Exception):
    """Something of the program is missing or does not work; one line."""


def run_self_check() -> int:
    """Everything once. Gives the exit status; what is wrong is one line on standard error."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    part_name = _("the window")
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
    yield _("what players learned"), _check_models
    yield _("languages"), check_languages
    yield _("saved matches"), check_saved_matches
    for game in GAMES:
        yield _(GAMES[game].title), _make_deal_check(game)


@contextmanager
def _open_app(folder: Path) -> Iterator[App]:
    """The program, open at its menu, with all its things below ``folder``."""
    folders = Folders(folder / "data", folder / "config", folder / "log")
    folders.prepare()
    app = App(folders, Settings(speed=0.0), make_router, move_time_limit_ms=MOVE_TIME_LIMIT_MS)
    try:
        app.context.scenes.push(MainMenuScene(app.context))
        app.run_frame()
        yield app
    finally:
        app.close()


class _WarningCollector(logging.Handler):
    """Collects warnings and worse: a thinking process that dies is replaced without a word on the screen."""

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


def _list_assets(pattern: str) -> tuple[Path, ...]:
    """The asset files of this name pattern. Fault if there are none."""
    paths = tuple(sorted(path for path in ASSETS_FOLDER.rglob(pattern) if path.is_file()))
    if not paths:
        raise SelfCheckError(_("there is no {pattern} below {folder}").format(pattern=pattern, folder=ASSETS_FOLDER))
    return paths


@contextmanager
def _report_file(path: Path) -> Iterator[None]:
    """Whatever fails in the block becomes a Fault that names the file."""
    try:
        yield
    except Exception as error:
        raise SelfCheckError(f"{path.relative_to(ASSETS_FOLDER.parent)}: {error}") from error


def check_pictures(_app: App) -> str:
    packs = [(deck, ITALIAN_PACK) for deck in ITALIAN_DECKS] + [
        (deck, (*FRENCH_PACK, *JOKERS)) for deck in FRENCH_DECKS
    ]
    for deck, pack in packs:
        art = CardImages(deck)
        for card in pack:
            art.get_card(card, CARD_WIDTH_PX)
    for back in CARD_BACKS:
        CardImages(ITALIAN_DECKS[0], back).get_card(HIDDEN_CARD, CARD_WIDTH_PX)
    for number in range(1, PORTRAIT_COUNT + 1):
        art.get_portrait(number, CARD_WIDTH_PX)
    for suit in SUITS:
        art.get_icon(f"italian_{suit}", CARD_WIDTH_PX)
        art.get_icon(f"french_{suit}", CARD_WIDTH_PX)
    drawn, painted = _list_assets("*.svg"), _list_assets("*.png")
    for path in drawn:
        with _report_file(path):
            pygame.image.load_sized_svg(path, (CARD_WIDTH_PX, CARD_WIDTH_PX))
    for path in painted:
        with _report_file(path):
            pygame.image.load(path)
    return _("{decks} decks, {files} files").format(
        decks=len({*ITALIAN_DECKS, *FRENCH_DECKS}), files=len(drawn + painted)
    )


def check_sounds(_app: App) -> str:
    if not open_audio_device():
        raise SelfCheckError(_("not even the silent device opens"))
    files = _list_assets("sounds/*")
    for path in files:
        with _report_file(path):
            if pygame.mixer.Sound(path).get_length() <= 0:
                raise SelfCheckError(_("it is empty"))
    return _("{files} files").format(files=len(files))


def _check_fonts(_app: App) -> str:
    for face in theme.FONT_FILES:
        if theme.render_text("Però è così: 3 · 4", face, theme.BODY_TEXT_SIZE, theme.CREAM).get_width() < CARD_WIDTH_PX:
            raise SelfCheckError(_("{face} draws nothing").format(face=face))
    return ", ".join(theme.FONT_FILES)


def check_help(_app: App) -> str:
    files = _list_assets("help/*.md")
    missing = sorted({f"{topic}.en.md" for topic in list_text_pages()} - {path.name for path in files})
    if missing:
        raise SelfCheckError(_("{name} is missing").format(name=missing[0]))
    for path in files:
        with _report_file(path):
            if parse_paragraphs(path.read_text(encoding="utf-8"))[0].kind != "title":
                raise SelfCheckError(_("it does not begin with a title"))
    return _("{files} files").format(files=len(files))


def _check_models(_app: App) -> str:
    folder = Path(version.__file__).parent
    files = sorted(folder.rglob("*.npz"))
    if not files:
        raise SelfCheckError(_("there is no {pattern} below {folder}").format(pattern="*.npz", folder=folder))
    for path in files:
        with _report_file(path), zipfile.ZipFile(path) as archive:
            if archive.testzip() is not None:
                raise SelfCheckError(_("it is damaged"))
    return _("{files} files").format(files=len(files))


def check_languages(app: App) -> str:
    """Every translation there is says something, and the first screens can be shown in it."""
    languages = ["en"]
    for path in sorted((ASSETS_FOLDER / "locale").glob("*/LC_MESSAGES/*.mo")):
        languages.append(path.parent.parent.name)
        with _report_file(path), path.open("rb") as stream:
            if gettext.GNUTranslations(stream).info().get("content-type") is None:
                raise SelfCheckError(_("it translates nothing"))
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
    """The fewest players, all of them computers."""
    preset, options = next(iter(GAMES[game].presets.items()))
    seats = range(GAMES[game].seat_counts[0])
    return MatchSetup(
        game,
        preset,
        options,
        tuple(PlayerInfo(DEFAULT_SEAT_NAMES[seat], TESTED_LEVELS[seat % len(TESTED_LEVELS)]) for seat in seats),
    )


def _make_deal_check(game: str) -> SelfCheckPart:
    """A deal of ``game``, thought out in the real process and shown on the real table."""

    def check_deal(app: App) -> str:
        app.context.scenes.replace(MainMenuScene(app.context))
        app.context.scenes.push(make_join_check(app.context, _make_setup(game)))
        start_seconds = time.monotonic()
        while not isinstance(app.context.scenes.top, ResultOverlay):
            if app.context.notices:
                raise SelfCheckError(app.context.notices[0])
            if time.monotonic() > start_seconds + DEAL_TIMEOUT_S:
                raise SelfCheckError(
                    _("the deal is not over after {seconds} seconds").format(seconds=round(DEAL_TIMEOUT_S))
                )
            app.run_frame()
        app.repaint()
        if app.player_worker.pid is None:
            raise SelfCheckError(_("the computer's mind does not run in a process of its own"))
        return _("a deal in {seconds} s").format(seconds=format_decimal(time.monotonic() - start_seconds, 1))

    return check_deal


def check_saved_matches(app: App) -> str:
    """A match is begun, a card played, the file closed and opened again: the match is the same."""
    place = app.context.folders.data / "again"
    folders = Folders(place, place, place)
    seating = _make_setup(next(iter(GAMES)))
    record = seating.create_record(0)
    match = record.create_match()
    record = record.with_deal(match.dealer, match.pack)
    action = record.replay().legal_actions()[0]
    with _open_storage(folders) as storage:
        number = storage.create_match(record, tuple(player.kind for player in seating.players), 1, {}).result(
            DEAL_TIMEOUT_S
        )
        storage.add_action(number, 1, 1, action).result(DEAL_TIMEOUT_S)
    with _open_storage(folders) as storage:
        if storage.load_match(number).result(DEAL_TIMEOUT_S).record != record.with_action(action):
            raise SelfCheckError(_("what is read is not what was saved"))
    return _("written and read")


@contextmanager
def _open_storage(folders: Folders) -> Iterator[StorageThread]:
    storage = StorageThread(folders, time.time)
    try:
        storage.opening.result(DEAL_TIMEOUT_S)
        yield storage
    finally:
        with suppress(Exception):  # what went wrong before matters more
            storage.close()
