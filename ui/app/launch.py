"""The commands that open the window. An error at the start is one line on standard error."""

from __future__ import annotations

import argparse
import io
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import pygame

from game.ai.levels import get_default_level, list_levels
from game.core.messages import InputError
from game.core.sanitizer import name_key
from game.core.struct_types import prepare_struct_types
from game.exchange.record_files import read_match_file
from game.match.archived_match import ArchivedMatch
from game.match.observation import Observation
from game.match.setup import PERSON_KIND, MatchSetup, PlayerInfo
from game.network.names import OWNER_KEY_VARIABLE
from game.network.nearby import NearbyTables
from game.rules import GAMES
from game.shuffling.deal_codes import DealCodeError, DealSpec, decode_deal
from game.storage.files import Folders, StorageError, get_default_folders, write_file
from game.storage.matches import MatchRepository
from game.storage.rule_sets import open_house_rules
from game.storage.thread import StorageThread
from game.text.errors import describe_error
from game.text.file_errors import describe_os_error
from game.text.gettext import _, ngettext
from game.text.messages import format_by_seat, format_match_outcome
from game.text.output import print_error, print_output
from ui.app.app import App
from ui.app.context import AppContext
from ui.app.match_launcher import make_join_check
from ui.app.narrator import Narrator
from ui.app.placement import DEFAULT_WINDOW_SIZE
from ui.app.scene import Scene
from ui.app.settings import Settings, apply_language, load_settings
from ui.app.window import HEADLESS_DRIVERS, NoDisplayError
from ui.environment import DEFAULT_ENVIRONMENT
from ui.scenes.dialogs.startup_error import StartupErrorScene, StoppedProgramScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.replay.scene import ReplayScene, make_replay_of_file
from ui.services.error_log import describe_stop, log_unexpected, start_log
from ui.services.text_log import TextLog, open_text_log
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene

DEFAULT_SEAT_NAMES: Final = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio")
"""The names of the seats of a match from the command line."""
MAX_AUTOPLAY_DEALS: Final = 1000
NO_SAVE_OPTION: Final = "--no-save"
AskAgain: TypeAlias = Callable[[Callable[[AppContext], StartupErrorScene]], bool]


class RunMode:
    """How the next run of the program begins, as the person chooses on the page of an error.

    ``is_saving``: whether it saves; ``open_match_id``: the match that was open when an error stopped the program, or
    None; ``wanted_match_id``: the match that it continues at once, or None.
    """

    def __init__(self, *, is_saving: bool = True) -> None:
        self.is_saving = is_saving
        self.open_match_id: int | None = None
        self.wanted_match_id: int | None = None

    def ask_again(self, make_page: Callable[[AppContext], StartupErrorScene]) -> bool:
        """Show an error page and return whether the person wants to try again; the next run follows their choice."""
        can_play_unsaved, can_continue_match = self.is_saving and _has_folders(), self.open_match_id is not None
        page = show_error_page(make_page, can_play_unsaved=can_play_unsaved, can_continue_match=can_continue_match)
        if page is None:
            return False
        self.is_saving = self.is_saving and not page.is_unsaved_play_wanted
        self.wanted_match_id = self.open_match_id if page.is_match_wanted else None
        return page.is_retry_wanted


class CommandLineError(Exception):
    """An error in the command line; ``str(error)`` is one line that names the argument."""


def open_menu(narration_path: str | None = None) -> int:
    """Open the window at the main menu, wait until it closes, and return the exit status.

    0 after the person has quit, 1 after an error that stopped the program, 2 if the narration cannot be opened; each
    error is one line on standard error. ``narration_path``: the file to which the events are narrated, "-" for standard
    output, or None.
    """
    return _run_command("tavoloverde", narration_path, lambda narration: _run_app(narration, MainMenuScene))


def open_replay_file(path_text: str, narration_path: str | None = None) -> int:
    """Open the window at the replay of a match file, wait until it closes, and return the exit status.

    ``narration_path`` and statuses: see `open_menu`. If the file cannot be read, the person may try again; else it is
    2.
    """
    return _run_command("tavoloverde", narration_path, lambda narration: _run_replay(narration, Path(path_text)))


def _run_replay(narration: TextLog | None, path: Path) -> int:
    archived_match = _read_match(path)
    if archived_match is None:
        return 2

    def make_first_scene(context: AppContext) -> Scene:
        context.scenes.push(MainMenuScene(context))
        return ReplayScene(context, context.storage.submit(make_replay_of_file, context.storage, archived_match))

    return _run_app(narration, make_first_scene)


def _read_match(path: Path) -> ArchivedMatch | None:
    """Return the match in a file, or None if it cannot be read and the person does not try again."""
    while True:
        try:
            return read_match_file(path, time.time())
        except StorageError as error:
            print_error(f"tavoloverde: {error}")
            page = show_error_page(partial(StartupErrorScene, error_text=str(error)))
            if page is None or not page.is_retry_wanted:
                return None


def run_play_command(args: argparse.Namespace) -> int:
    """Open the window at a table, as the arguments of ``play`` say, and return the exit status.

    0 after the person has quit, 1 after an error that stopped the program, 2 after a wrong argument; each error is one
    line on standard error.
    """

    def run(narration: TextLog | None) -> int:
        match_setup, screenshot_path = read_seating(args), _parse_screenshot_path(args.shot)
        autoplay_deals, mode = args.deals if args.autoplay else 0, RunMode(is_saving=not args.no_save)
        return run_guarded(
            lambda: _run_match(match_setup, args.seed, autoplay_deals, screenshot_path, narration, mode),
            ask_again=None if autoplay_deals else mode.ask_again,
        )

    return _run_command("tavoloverde play", args.narrate, run)


def run_join_command(args: argparse.Namespace) -> int:
    """Open the window at the lobby or the table of the invitation in the arguments of ``join``; return the exit status.

    0 after the person has quit, 1 after an error that stopped the program, 2 after a wrong argument or invitation; each
    error is one line on standard error. Without a name the window asks for it.
    """
    from game.network.invitation import decode_invitation

    def run(narration: TextLog | None) -> int:
        invitation = decode_invitation(sys.stdin.readline() if args.invitation == "-" else args.invitation)
        owner_key = os.environ.get(OWNER_KEY_VARIABLE, "").strip()

        def make_first_scene(context: AppContext) -> Scene:
            from ui.scenes.network.join import JoinDialog

            menu = MainMenuScene(context)
            context.scenes.push(menu)
            return JoinDialog(
                context, menu, invitation=invitation, owner_key=owner_key, name=args.name, joins_at_once=True
            )

        return _run_app(narration, make_first_scene)

    return _run_command("tavoloverde join", args.narrate, run)


def _run_command(name: str, narration_path: str | None, run: Callable[[TextLog | None], int]) -> int:
    """Call ``run`` with the log to which events are narrated, and return its exit status.

    It is 2 after a wrong argument, which is one line on standard error. At the end, the last lines of the log are
    written.
    """
    try:
        with ExitStack() as at_end:
            narration = None if narration_path is None else _open_narration(narration_path)
            if narration is not None:
                at_end.callback(narration.close)
            return run(narration)
    except (InputError, CommandLineError) as error:
        print_error(f"{name}: {describe_error(error)}")
        return 2


def _open_narration(path_text: str) -> TextLog:
    try:
        return open_text_log(path_text)
    except StorageError as error:
        raise CommandLineError(f"--narrate: {error}") from None


def _run_app(narration: TextLog | None, make_first_scene: Callable[[AppContext], Scene]) -> int:
    """Run the program at the first scene until the person quits, and return the exit status."""
    mode = RunMode()

    def run() -> None:
        app, match_id = make_app(narration, is_saving=mode.is_saving), mode.wanted_match_id
        mode.open_match_id = None
        try:
            app.run(make_first_scene if match_id is None else partial(_open_menu_with_match, match_id=match_id))
        finally:
            mode.open_match_id = app.stopped_match_id

    return run_guarded(run, ask_again=mode.ask_again)


def _open_menu_with_match(context: AppContext, match_id: int) -> Scene:
    """Return the main menu, from which a match is opened at once."""
    menu = MainMenuScene(context)
    context.router.open_match(context.storage.call(MatchRepository.open_match, match_id), menu)
    return menu


def run_guarded(work: Callable[[], None], ask_again: AskAgain | None = None) -> int:
    """Call ``work`` and return the exit status: 0, or 1 after an error, which is one line on standard error.

    An exception is not raised; KeyboardInterrupt is. ``ask_again``: if given, shows a page about a storage error or an
    unexpected error and returns whether to call ``work`` again.
    """
    while True:
        try:
            work()
        except (NoDisplayError, CommandLineError) as error:
            print_error(f"tavoloverde: {error}")
            return 1
        except StorageError as error:
            fault = str(error)
            print_error(f"tavoloverde: {fault}")
            page: Callable[[AppContext], StartupErrorScene] = partial(StartupErrorScene, error_text=fault)
        except Exception as error:
            log_unexpected(error)
            report = describe_stop(error)
            print_error("tavoloverde: " + " ".join(report))
            page = partial(StoppedProgramScene, report=report)
        else:
            return 0
        if ask_again is None or not ask_again(page):
            return 1


def _has_folders() -> bool:
    try:
        get_default_folders()
    except (RuntimeError, StorageError):
        return False
    return True


def make_app(
    transcript: TextLog | None = None,
    *,
    size: tuple[int, int] | None = None,
    is_saving: bool = True,
    **changes: object,
) -> App:
    """Return the program, with its window open and its folders, settings and house rules loaded.

    ``transcript``: the log to which the events are narrated, or None. ``size``: of the window, in pixels; None restores
    that of the last run. ``is_saving``: False keeps the matches in memory. ``changes``: settings by name that differ
    for this run. Raise `StorageError` if the folders cannot be used, `NoDisplayError` if the window cannot be opened.
    """
    try:
        folders = get_default_folders()
    except RuntimeError as error:  # As with ``~nobody/tavolo``, the home folder of an unknown user.
        raise StorageError(str(error)) from error
    try:
        folders.prepare()
    except StorageError:
        if is_saving:
            raise
    start_log(folders)
    settings, damage = load_settings(folders)
    rules, notice = open_house_rules(folders).read()
    apply_language(settings.language)
    prepare_struct_types()
    open_storage = partial(StorageThread, has_file=is_saving)
    environment = DEFAULT_ENVIRONMENT._replace(open_storage=open_storage, make_search=NearbyTables)
    app = App(
        folders, msgspec.structs.replace(settings, **changes), size=size, environment=environment
    )  # fmt: skip
    app.context.house_rules = rules
    if transcript is not None:
        app.context.services.append(Narrator(app.context, transcript))
    for words in filter(None, (damage, notice.text if notice else "")):
        app.context.notify(words)
    return app


def _run_match(
    match_setup: MatchSetup,
    seed: int | None,
    autoplay_deals: int,
    screenshot_path: Path | None,
    narration: TextLog | None,
    mode: RunMode,
) -> None:
    size = DEFAULT_WINDOW_SIZE if autoplay_deals or screenshot_path else None
    changes = {"speed": 0.0} if autoplay_deals else {}
    app = make_app(narration, size=size, is_saving=mode.is_saving, **changes)
    for words in app.context.notices if autoplay_deals else ():
        print_error(f"tavoloverde: {words}")
    if seed is not None:
        app.context.seed_rng = random.Random(seed)

    def make_first_scene(context: AppContext) -> Scene:
        return make_join_check(context, rename_first_person(match_setup, context.settings.display_name))

    standings_text = ""

    def is_done() -> bool:
        nonlocal standings_text
        scene = app.context.scenes.top
        if autoplay_deals and find_blocking_error(app.context):
            raise StorageError(find_blocking_error(app.context))
        if autoplay_deals and isinstance(scene, ResultOverlay):
            app.repaint()
            standings_text = format_standings(scene.table.observation, scene.table.session.info.names)
            if scene.table.observation.deal_number >= autoplay_deals or scene.table.session.observation.is_over:
                return True
            scene.go_on()
        return False

    def save_last_frame() -> None:
        if screenshot_path is not None:
            for card_images in app.context.card_images.values():
                card_images.wait()
            app.repaint()
            save_screenshot(app.surface, screenshot_path)

    app.run(make_first_scene, should_stop=is_done, before_close=save_last_frame)
    error = print_output(standings_text) if standings_text else None
    if error is not None:
        raise CommandLineError(describe_os_error(error))


def rename_first_person(seating: MatchSetup, called: str) -> MatchSetup:
    """Return the match with the name ``called`` for its first person; without people it is unchanged.

    Another player with that name gets the person's name.
    """
    person = next((player.name for player in seating.players if player.is_person), None)
    if person is None:
        return seating
    names = {name_key(person): called, name_key(called): person}
    players = (PlayerInfo(names.get(name_key(player.name), player.name), player.kind) for player in seating.players)
    return msgspec.structs.replace(seating, players=tuple(players))


def format_standings(observation: Observation, names: Sequence[str]) -> str:
    """Return the totals of a match, and its outcome, or that it goes on, in one line."""
    template = ngettext("After {count} deal: {totals}.", "After {count} deals: {totals}.", observation.deal_number)
    totals_text = template.format(count=observation.deal_number, totals=format_by_seat(observation.totals, names))
    return " ".join((totals_text, *format_match_outcome(observation, names)))


def find_blocking_error(context: AppContext) -> str:
    """Return the error that stops a match without people, in one line, or "" if there is none.

    It is an error of opening the storage, or of saving the match of a table.
    """
    opening = context.storage.opening
    error = opening.exception() if opening.done() else None
    if error is not None:
        return f"{describe_error(error)} " + _("Add {option} to play without saving.").format(option=NO_SAVE_OPTION)
    errors = (scene.session.error for scene in context.scenes if isinstance(scene, TableScene))
    return next(filter(None, errors), "")


def save_screenshot(surface: pygame.Surface, path: Path) -> None:
    """Write the surface to a PNG file. Raise `CommandLineError` if it cannot be written."""
    buffer = io.BytesIO()
    pygame.image.save(surface, buffer, "last.png")
    try:
        write_file(path, buffer.getvalue())
    except StorageError as error:
        raise CommandLineError(f"--shot: {error}") from None


def show_error_page(
    make_page: Callable[[AppContext], StartupErrorScene],
    *,
    can_play_unsaved: bool = False,
    can_continue_match: bool = False,
) -> StartupErrorScene | None:
    """Show an error page in a window and return it once the person has answered; None if it cannot be opened.

    ``can_play_unsaved``, ``can_continue_match``: whether it offers to play without saving, as far as that helps, or to
    continue the match that was open. The window has the place and the look of the last one; its folders are temporary.
    """
    if os.environ.get("SDL_VIDEODRIVER") in HEADLESS_DRIVERS:
        return None
    page: StartupErrorScene | None = None

    def make_first_page(context: AppContext) -> Scene:
        nonlocal page
        page = make_page(context)
        page.can_play_unsaved = can_play_unsaved and page.is_about_storage
        page.can_continue_match = can_continue_match
        return page

    try:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            app = App(Folders(root / "data", root / "config", root / "log"), _read_last_settings(), size=None)
            app.run(make_first_page)
            return page
    except (NoDisplayError, StorageError, OSError):
        return None
    except Exception as error:  # The error of the program is already on standard error.
        log_unexpected(error)
        return None


def _read_last_settings() -> Settings:
    """Return the settings on disk, with the place of the window, or the defaults if they cannot be read."""
    try:
        return load_settings(get_default_folders())[0]
    except (RuntimeError, StorageError, OSError):
        return Settings()


def read_seating(args: argparse.Namespace) -> MatchSetup:
    """Return the match that the arguments describe.

    Raise `CommandLineError`, which names the wrong or missing argument.
    """
    deal = _parse_deal_code(args)
    if deal is not None:
        args = argparse.Namespace(**{**vars(args), "game": deal.game_id, "preset": deal.preset, "seats": deal.seats})
    agreed = _parse_setup_arguments(args)
    if deal is None:
        return agreed
    return msgspec.structs.replace(agreed, options=deal.options, first_dealer=deal.dealer, shuffle_key=deal.key)


def _parse_deal_code(args: argparse.Namespace) -> DealSpec | None:
    """Return the deal of ``--code``, or None without it.

    Raise CommandLineError if the code is invalid, or if other arguments about the match are given with it.
    """
    if args.code is None:
        return None
    other_arguments = {_("GAME"): args.game, "--preset": args.preset, "--seats": args.seats}
    given_names = [name for name, value in other_arguments.items() if value]
    if given_names:
        raise CommandLineError(_("{argument}: already set by the deal code").format(argument=given_names[0]))
    try:
        return decode_deal(args.code)
    except DealCodeError as error:
        raise CommandLineError(f"--code: {describe_error(error)}") from None


def _parse_setup_arguments(args: argparse.Namespace) -> MatchSetup:
    if args.game is None:
        raise CommandLineError(_("GAME: choose one of {games}, or use --code").format(games=", ".join(GAMES)))
    game = GAMES.get(args.game)
    if game is None:
        raise CommandLineError(_("GAME: {name!r} is not one of {games}").format(name=args.game, games=", ".join(GAMES)))
    preset = args.preset or next(iter(game.presets))
    if preset not in game.presets:
        template = _("--preset: {name!r} is not one of {presets}")
        raise CommandLineError(template.format(name=preset, presets=", ".join(game.presets)))
    default_level = get_default_level(game.id)
    kinds = args.players.split(",") if args.players is not None else [PERSON_KIND, default_level]
    levels = (PERSON_KIND, *list_levels(game.id))
    unknown_kinds = [kind for kind in kinds if kind not in levels]
    if unknown_kinds:
        raise CommandLineError(
            _("--players: {name!r} is not one of {levels}").format(name=unknown_kinds[0], levels=", ".join(levels))
        )
    seat_counts = game.get_seat_counts(preset)
    min_seats = max(game.proposed_seat_count if args.players is None else 0, seat_counts[0])
    seats = args.seats if args.seats is not None else max(len(kinds), min_seats)
    if seats not in seat_counts:
        template = _("--seats: {game} is for {counts} players, not {seats}")
        raise CommandLineError(template.format(game=game.title, counts=", ".join(map(str, seat_counts)), seats=seats))
    if len(kinds) > seats:
        raise CommandLineError(_("--players: {count} players for {seats} seats").format(count=len(kinds), seats=seats))
    if not 1 <= args.deals <= MAX_AUTOPLAY_DEALS:
        raise CommandLineError(_("--deals: must be from 1 to {most}").format(most=MAX_AUTOPLAY_DEALS))
    seat_kinds = [kinds[seat % len(kinds)] for seat in range(seats)]
    if args.players is None:
        seat_kinds = [PERSON_KIND] + [default_level] * (seats - 1)
    if args.autoplay:
        seat_kinds = [default_level if kind == PERSON_KIND else kind for kind in seat_kinds]
    players = tuple(PlayerInfo(DEFAULT_SEAT_NAMES[seat], kind) for seat, kind in enumerate(seat_kinds))
    return MatchSetup(game.id, preset, game.presets[preset], players)


def _parse_screenshot_path(path_text: str | None) -> Path | None:
    if path_text is None:
        return None
    path = Path(path_text)
    if path.suffix.lower() != ".png":
        raise CommandLineError(_("--shot: {name!r} must end in .png").format(name=path_text))
    if path.is_dir():
        raise CommandLineError(_("--shot: {name!r} is a folder").format(name=path_text))
    if not path.absolute().parent.is_dir() or not os.access(path.absolute().parent, os.W_OK):
        raise CommandLineError(_("--shot: cannot write {name!r} to its folder").format(name=path_text))
    return path
