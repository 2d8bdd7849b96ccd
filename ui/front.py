"""The front door: from the command line to a window, or to one line that says why not."""

from __future__ import annotations

import argparse
import io
import os
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import pygame

from game.ai.levels import levels_for
from game.console import complain, put_out
from game.deal_code import CodedDeal, CodeError, coded
from game.i18n import _, ngettext
from game.rules import GAMES
from game.seating import PERSON, Player, Seating
from game.store.archive import Kept
from game.store.files import Folders, StorageError, default_folders, why, write_file
from game.store.rules import load_rules
from game.store.transcript import Transcript, open_transcript
from game.store.tvr import read
from game.text import reads_as
from game.view import View
from game.words import each, outcome
from ui.app import App
from ui.form import OPPONENT
from ui.hanging import hang
from ui.log import describe_stop, log_unexpected, start_log
from ui.matches import sitting
from ui.narrator import Narrator
from ui.scene import Scene, Stage
from ui.scenes.menu import Menu
from ui.scenes.replay import Replay, review_of_file
from ui.scenes.trouble import Stopped, Trouble
from ui.settings import Settings, load_settings
from ui.table.result import Result
from ui.table.scene import TableScene
from ui.tongue import speak
from ui.window import BLIND, FIRST, NoDisplay

NAMES: Final = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio")
"""What seats are called when nobody says otherwise."""
MOST_DEALS: Final = 1000
AskAgain: TypeAlias = Callable[[Callable[[Stage], Trouble]], bool]


class CallError(Exception):
    """Something wrong with the command line; ``str(error)`` is one line naming the argument."""


def open_menu(narrate: str | None = None) -> int:
    """The program as most people open it. Gives the exit status. ``narrate``: where it is said in lines, if it is."""
    try:
        transcript = _transcript(narrate)
    except CallError as error:
        complain(f"tavoloverde: {error}")
        return 2
    return _narrated(transcript, lambda: run_guarded(lambda: make_app(transcript).run(Menu), ask_again=ask_again))


def open_file(name: str, narrate: str | None = None) -> int:
    """The program with a match from a file, to be gone through again. Gives the exit status."""
    try:
        transcript = _transcript(narrate)
    except CallError as error:
        complain(f"tavoloverde: {error}")
        return 2
    found: Kept | None = None
    while found is None:
        try:
            found = read(Path(name), time.time())
        except StorageError as error:
            complain(f"tavoloverde: {error}")
            if not ask_again(partial(Trouble, fault=str(error))):
                return 2

    kept = found

    def first(stage: Stage) -> Scene:
        stage.push(Menu(stage))
        return Replay(stage, stage.storage.run(review_of_file, stage.storage, kept))

    return _narrated(transcript, lambda: run_guarded(lambda: make_app(transcript).run(first), ask_again=ask_again))


def play(args: argparse.Namespace) -> int:
    """Straight to a table. Gives the exit status."""
    try:
        seating = read_seating(args)
        shot = _shot(args.shot)
        transcript = _transcript(args.narrate)
    except CallError as error:
        complain(f"tavoloverde play: {error}")
        return 2
    deals = args.deals if args.autoplay else 0
    again = None if deals else ask_again
    return _narrated(
        transcript, lambda: run_guarded(lambda: _play(seating, args.seed, deals, shot, transcript), ask_again=again)
    )


def _transcript(name: str | None) -> Transcript | None:
    if name is None:
        return None
    try:
        return open_transcript(name)
    except StorageError as error:
        raise CallError(f"--narrate: {error}") from None


def _narrated(transcript: Transcript | None, run: Callable[[], int]) -> int:
    """Run the program to its end, and write the last lines of it."""
    try:
        return run()
    finally:
        if transcript is not None:
            transcript.close()


def run_guarded(work: Callable[[], None], ask_again: AskAgain | None = None) -> int:
    """Do ``work``; the exit status. What is in its way is one line on standard error, and never a traceback.

    ``ask_again`` shows a page about it in a window too and asks whether to try again, where the disk is in the way or
    an unexpected error has stopped the program.
    """
    while True:
        try:
            work()
        except (NoDisplay, CallError) as error:
            complain(f"tavoloverde: {error}")
            return 1
        except StorageError as error:
            fault = str(error)
            complain(f"tavoloverde: {fault}")
            page: Callable[[Stage], Trouble] = partial(Trouble, fault=fault)
        except Exception as error:
            log_unexpected(error)
            fault, advice = describe_stop(error)
            complain(f"tavoloverde: {fault} {advice}")
            page = partial(Stopped, fault=fault, advice=advice)
        else:
            return 0
        if ask_again is None or not ask_again(page):
            return 1


def make_app(transcript: Transcript | None = None, *, size: tuple[int, int] | None = None, **changes: object) -> App:
    """The program; ``size`` of its window, None as it was left; ``changes`` of the settings for this time.

    ``transcript``: where it is said in lines what happens, if it is.
    """
    try:
        folders = default_folders()
    except RuntimeError as error:  # ~nobody/tavolo
        raise StorageError(str(error)) from error
    folders.prepare()
    start_log(folders)
    settings, damage = load_settings(folders)
    rules, notice = load_rules(folders)
    speak(settings)
    app = App(folders, msgspec.structs.replace(settings, **changes), hang, size=size)
    app.stage.rules = rules
    if transcript is not None:
        app.stage.besides.append(Narrator(app.stage, transcript))
    for words in filter(None, (damage, notice.text if notice else "")):
        app.stage.notify(words)
    return app


def _play(seating: Seating, seed: int | None, deals: int, shot: Path | None, transcript: Transcript | None) -> None:
    app = make_app(transcript, speed=0.0, size=FIRST) if deals else make_app(transcript, size=FIRST if shot else None)
    for words in app.stage.notices if deals else ():
        complain(f"tavoloverde: {words}")
    if seed is not None:
        app.stage.seeds = random.Random(seed)

    def first(stage: Stage) -> Scene:
        return sitting(stage, called_so(seating, stage.settings.called))

    last = ""

    def done() -> bool:
        nonlocal last
        scene = app.stage.scene
        if deals and stuck(app.stage):
            raise StorageError(stuck(app.stage))
        if deals and isinstance(scene, Result):
            app.draw()
            last = how_it_stands(scene.desk.view, scene.desk.table.names)
            if scene.desk.view.deal_number >= deals or scene.desk.table.over:
                return True
            scene.go_on()
        return False

    def last_frame() -> None:
        if shot is not None:
            for art in app.stage.arts.values():
                art.wait()
            app.draw()
            write_picture(app.surface, shot)

    app.run(first, until=done, finally_do=last_frame)
    error = put_out(last) if last else None
    if error is not None:
        raise CallError(why(error))


def called_so(seating: Seating, called: str) -> Seating:
    """The first person at the table under the name of the settings; the player of that name gets theirs."""
    person = next((player.name for player in seating.players if player.is_person), None)
    if person is None:
        return seating
    names = {reads_as(person): called, reads_as(called): person}
    players = (Player(names.get(reads_as(one.name), one.name), one.kind) for one in seating.players)
    return msgspec.structs.replace(seating, players=tuple(players))


def how_it_stands(view: View, names: Sequence[str]) -> str:
    """Where a match stands between two deals, or at its end, in one line."""
    words = ngettext("After {count} deal: {totals}.", "After {count} deals: {totals}.", view.deal_number)
    after = words.format(count=view.deal_number, totals=each(view.totals, names))
    return " ".join((after, *outcome(view, names)))


def stuck(stage: Stage) -> str:
    """What keeps a match that plays itself from going on, in one line; empty if nothing does."""
    opened = stage.storage.opened
    error = opened.exception() if opened.done() else None
    if error is not None:
        return str(error)
    faults = (scene.table.fault for scene in stage.scenes if isinstance(scene, TableScene))
    return next(filter(None, faults), "")


def write_picture(surface: pygame.Surface, path: Path) -> None:
    """The surface as a PNG file. CallError, one line, if it cannot be written."""
    picture = io.BytesIO()
    pygame.image.save(surface, picture, "last.png")
    try:
        write_file(path, picture.getvalue())
    except StorageError as error:
        raise CallError(f"--shot: {error}") from None


def ask_again(make_page: Callable[[Stage], Trouble]) -> bool:
    """Show what is in the way in a window, with settings and matches of its own. Whether to try again."""
    if os.environ.get("SDL_VIDEODRIVER") in BLIND:
        return False
    try:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            app = App(Folders(root / "data", root / "config", root / "log"), Settings(), hang)
            pages: list[Trouble] = []

            def page(stage: Stage) -> Scene:
                pages.append(make_page(stage))
                return pages[0]

            app.run(page)
            return pages[0].again
    except (NoDisplay, StorageError, OSError):
        return False
    except Exception as error:  # the line on standard error has been said
        log_unexpected(error)
        return False


def read_seating(args: argparse.Namespace) -> Seating:
    """The match that is asked for. CallError, one line naming the argument, if there is none."""
    deal = _deal(args)
    if deal is not None:
        args = argparse.Namespace(**{**vars(args), "game": deal.game, "preset": deal.preset, "seats": deal.seats})
    agreed = _agreed(args)
    if deal is None:
        return agreed
    return msgspec.structs.replace(agreed, options=deal.options, dealer=deal.dealer, key=deal.key)


def _deal(args: argparse.Namespace) -> CodedDeal | None:
    """The deal of ``--code``, which says all that the other arguments would say."""
    if args.code is None:
        return None
    said = {_("GAME"): args.game, "--preset": args.preset, "--seats": args.seats}
    given = [name for name, value in said.items() if value]
    if given:
        raise CallError(_("{argument}: the deal code says it already").format(argument=given[0]))
    try:
        return coded(args.code)
    except CodeError as error:
        raise CallError(f"--code: {error}") from None


def _agreed(args: argparse.Namespace) -> Seating:
    if args.game is None:
        raise CallError(_("GAME: one of {games} is needed, or --code").format(games=", ".join(GAMES)))
    game = GAMES.get(args.game)
    if game is None:
        raise CallError(_("GAME: {name!r} is not one of {games}").format(name=args.game, games=", ".join(GAMES)))
    preset = args.preset or next(iter(game.presets))
    if preset not in game.presets:
        words = _("--preset: {name!r} is not one of {presets}")
        raise CallError(words.format(name=preset, presets=", ".join(game.presets)))
    kinds = args.players.split(",") if args.players is not None else [PERSON, OPPONENT]
    levels = (PERSON, *levels_for(game.name))
    odd = [kind for kind in kinds if kind not in levels]
    if odd:
        raise CallError(_("--players: {name!r} is not one of {levels}").format(name=odd[0], levels=", ".join(levels)))
    fewest = game.proposed_seats if args.players is None else game.seats[0]
    seats = args.seats if args.seats is not None else max(len(kinds), fewest)
    if seats not in game.seats:
        words = _("--seats: {game} is played by {counts}, not by {seats}")
        raise CallError(words.format(game=game.title, counts=", ".join(map(str, game.seats)), seats=seats))
    if len(kinds) > seats:
        raise CallError(_("--players: {count} players for {seats} seats").format(count=len(kinds), seats=seats))
    if not 1 <= args.deals <= MOST_DEALS:
        raise CallError(_("--deals: must be from 1 to {most}").format(most=MOST_DEALS))
    dealt = [kinds[seat % len(kinds)] for seat in range(seats)]
    if args.players is None:
        dealt = [PERSON] + [OPPONENT] * (seats - 1)
    if args.autoplay:
        dealt = [OPPONENT if kind == PERSON else kind for kind in dealt]
    players = tuple(Player(NAMES[seat], kind) for seat, kind in enumerate(dealt))
    return Seating(game.name, preset, game.presets[preset], players)


def _shot(name: str | None) -> Path | None:
    if name is None:
        return None
    path = Path(name)
    if path.suffix.lower() != ".png":
        raise CallError(_("--shot: {name!r} must end in .png").format(name=name))
    if path.is_dir():
        raise CallError(_("--shot: {name!r} is a folder").format(name=name))
    if not path.absolute().parent.is_dir() or not os.access(path.absolute().parent, os.W_OK):
        raise CallError(_("--shot: the folder of {name!r} cannot be written to").format(name=name))
    return path
