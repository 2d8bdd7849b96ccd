"""The front door: from the command line to a window, or to one line that says why not."""

from __future__ import annotations

import argparse
import logging
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import pygame

from game.ai.levels import levels_for
from game.i18n import _
from game.rules import GAMES
from game.seating import PERSON, Player, Seating
from game.store.files import Folders, StorageError, default_folders
from ui.app import App, NoDisplay, load_settings
from ui.doors import Doors
from ui.form import OPPONENT
from ui.matches import resume, sitting
from ui.scene import Scene, Stage
from ui.scenes.ask import Ask
from ui.scenes.help import Help
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.saved import Saved
from ui.scenes.settings import SettingsScene
from ui.table.result import Result

NAMES: Final = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio")
"""What seats are called when nobody says otherwise."""
MOST_DEALS: Final = 1000


def hang(stage: Stage) -> Doors:
    """The doors between the scenes of the program."""

    def ask(question: str, yes: str, act: Callable[[], None], no: str = "") -> None:
        stage.push(Ask(stage, stage.scene, question, yes, act, no=no))

    return Doors(
        menu=lambda: stage.go(Menu(stage)),
        new_match=lambda: stage.push(NewMatch(stage)),
        saved=lambda matches, changed: stage.push(Saved(stage, matches, changed)),
        settings=lambda: stage.push(SettingsScene(stage)),
        help=lambda game: stage.push(Help(stage, game)),
        ask=ask,
        begin=lambda seating: stage.push(sitting(stage, seating)),
        resume=lambda saved: resume(stage, saved),
    )


class CallError(ValueError):
    """Something wrong with the command line; ``str(error)`` is one line naming the argument."""


def open_menu() -> int:
    """The program as most people open it. Gives the exit status."""
    return _guarded(lambda: _app().run(Menu))


def play(args: argparse.Namespace) -> int:
    """Straight to a table. Gives the exit status."""
    try:
        seating = _seating(args)
        shot = _shot(args.shot)
    except CallError as error:
        print(f"tavoloverde play: {error}", file=sys.stderr)
        return 2
    return _guarded(lambda: _play(seating, args.seed, args.deals if args.autoplay else 0, shot))


def _guarded(work: Callable[[], None]) -> int:
    try:
        work()
    except (NoDisplay, StorageError) as error:
        print(f"tavoloverde: {error}", file=sys.stderr)
        return 1
    return 0


def _app(**changes: object) -> App:
    folders = default_folders()
    folders.prepare()
    _log_to(folders)
    settings, damage = load_settings(folders)
    app = App(folders, msgspec.structs.replace(settings, **changes), hang)
    if damage:
        app.stage.notify(damage)
    return app


def _log_to(folders: Folders) -> None:
    """A frozen program in a window has no standard error: faults go to the log folder."""
    logging.basicConfig(filename=folders.log / "tavoloverde.log", level=logging.INFO, encoding="utf-8")


def _play(seating: Seating, seed: int | None, deals: int, shot: Path | None) -> None:
    app = _app(speed=0.0) if deals else _app()
    if seed is not None:
        app.stage.seeds = random.Random(seed)

    def first(stage: Stage) -> Scene:
        return sitting(stage, seating)

    def done() -> bool:
        scene = app.stage.scene
        if deals and isinstance(scene, Result):
            app.draw()
            if scene.desk.view.deal_number >= deals or scene.desk.table.over:
                return True
            scene.go_on()
        return False

    def last_frame() -> None:
        if shot is not None:
            pygame.image.save(app.surface, str(shot))

    app.run(first, until=done, finally_do=last_frame)


def _seating(args: argparse.Namespace) -> Seating:
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
    seats = args.seats if args.seats is not None else max(len(kinds), game.seats[0])
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
    if not path.absolute().parent.is_dir() or not os.access(path.absolute().parent, os.W_OK):
        raise CallError(_("--shot: the folder of {name!r} cannot be written to").format(name=name))
    return path
