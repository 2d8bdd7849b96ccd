"""Bots: players in a Python file or a program of the user, run with the user's rights."""

from __future__ import annotations

import importlib.util
import os
import sys
import traceback
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final, NamedTuple, Protocol, TypeGuard

from game.ai.levels import choose_random_action
from game.core.actions import Action, check_action_types
from game.core.arguments import format_argument
from game.core.messages import N_
from game.core.sanitizer import escape_to_one_line
from game.match.observation import Observation
from game.simulation.plan import BadArgumentError, BotFile
from game.text.gettext import _

MAX_DETAIL_CHARACTERS: Final = 200
"""Characters of an exception's text that are shown."""


class Player(Protocol):
    """An object that chooses for a seat: a bot, or a computer player."""

    def choose(self, observation: Observation, rng: Random, /) -> Action:
        """Return one of the legal actions of ``observation``; random numbers come from ``rng``."""


class BotError(BadArgumentError):
    """A bot that cannot be loaded."""


class ProgramError(Exception):
    """The error of a program that plays no more in a deal. ``code``: one of `PROGRAM_FAULT_TEXTS`."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


PROGRAM_FAULT_TEXTS: Final = {
    "ended": N_("{bot} exited; it loses the deal"),
    "illegal": N_("{bot} answered {fault}, which is not a legal action; it loses the deal"),
    "not_started": N_("{bot} could not be started: {fault}; it loses the deal"),
    "silent": N_("{bot} did not answer within {fault} seconds; it loses the deal"),
}
"""The English texts of the faults of a program, by code."""


class BotFault(NamedTuple):
    """A fault of a bot.

    ``error``: class of the exception, "" for an illegal answer; of a program the code in `PROGRAM_FAULT_TEXTS`.
    """

    error: str
    detail: str


class BotChoice(NamedTuple):
    """The action for a bot, and the fault because of which it was chosen at random."""

    action: Action
    fault: BotFault | None = None


def parse_bot_file(text: str) -> BotFile | None:
    """Return the bot that ``FILE.py:CLASS`` or ``FOLDER/PROGRAM`` names; None if ``text`` names neither.

    The file is not read. Raise BotError if the class is missing in ``text``.
    """
    path, _colon, class_name = text.rpartition(":")
    if text.endswith((".py", ".py:")):
        raise _make_error(_("{bot}: add the class name, FILE.py:CLASS"), text)
    if not path.endswith(".py"):
        is_program = any(separator in text for separator in (os.sep, "/"))
        return BotFile(label=text, path=_make_absolute(text)) if is_program else None
    return BotFile(label=text, path=_make_absolute(path), class_name=class_name)


def _make_absolute(path: str) -> str:
    return str(Path(path).expanduser().absolute())


def _make_error(text: str, label: str, **values: str) -> BotError:
    return BotError("--players: " + text.format(bot=label, **values))


def load_bot(bot: BotFile) -> Player:
    """Return a bot of a Python file.

    Raise BotError if the file or the class is missing, the file or the class's constructor raises, or the class has no
    method ``choose``.
    """
    module = _load_module(bot)
    bot_class = getattr(module, bot.class_name, None)
    if not isinstance(bot_class, type):
        raise _make_error(_("{bot}: the file has no class {name}"), bot.label, name=bot.class_name)
    if not callable(getattr(bot_class, "choose", None)):
        raise _make_error(_("{bot}: the class has no method choose(observation, rng)"), bot.label)
    try:
        player: Player = bot_class()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _make_load_error(bot, error) from None
    return player


def check_is_file(bot: BotFile) -> None:
    """Raise BotError if the file is missing."""
    if not Path(bot.path).is_file():
        raise _make_error(_("{bot}: file not found: {path}"), bot.label, path=bot.path)


def _load_module(bot: BotFile) -> ModuleType:
    """Return the file as a module; it can import other files of its folder.

    Raise BotError if the file is missing or raises.
    """
    if bot.path in sys.modules:
        return sys.modules[bot.path]
    check_is_file(bot)
    spec = importlib.util.spec_from_file_location(bot.path, bot.path)
    assert spec is not None and spec.loader is not None  # a name that ends in .py has a loader
    module = importlib.util.module_from_spec(spec)
    folder = str(Path(bot.path).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    sys.modules[bot.path] = module  # dataclasses look for their module there
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[bot.path]
        raise _make_load_error(bot, error) from None
    return module


def _make_load_error(bot: BotFile, error: BaseException) -> BotError:
    return _make_error(_("could not load {bot}: {fault}"), bot.label, fault=_describe_error(bot, error))


def _describe_error(bot: BotFile, error: BaseException) -> str:
    """Return the exception, and the last line of the bot's file that led to it."""
    text = ": ".join(filter(None, (type(error).__name__, _read_text(error))))
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == bot.path]
    return _("{error} (line {line})").format(error=text, line=lines[-1]) if lines else text


def _read_text(error: BaseException) -> str:
    """Return the exception's text in one line, "" if it has none that can be read."""
    try:
        return escape_to_one_line(str(error), MAX_DETAIL_CHARACTERS)
    except Exception:
        return ""


def _is_own_action(answer: object, legal_actions: tuple[Action, ...]) -> TypeGuard[Action]:
    """Return whether ``answer`` is a legal action, and not something that merely equals one."""
    if type(answer) not in {type(action) for action in legal_actions}:
        return False
    assert isinstance(answer, Action)
    try:
        check_action_types(answer)
    except TypeError:
        return False
    return answer in legal_actions


def ask_bot(bot: BotFile, player: Player, observation: Observation, rng: Random) -> BotChoice:
    """Return the choice of a bot; if it fails or is illegal, a random legal action and the fault.

    Nothing is raised except KeyboardInterrupt.
    """
    legal_actions = observation.legal_actions
    try:
        answer = player.choose(observation, rng)
        if _is_own_action(answer, legal_actions):
            return BotChoice(legal_actions[legal_actions.index(answer)])
        fault = BotFault("", str(answer) if isinstance(answer, Action) else format_argument(answer))
    except KeyboardInterrupt:
        raise
    except ProgramError as error:
        fault = BotFault(error.code, error.detail)
    except BaseException as error:
        fault = BotFault(type(error).__name__, _describe_error(bot, error))
    return BotChoice(choose_random_action(observation, rng), fault)


def format_bot_fault(bot: BotFile, fault: BotFault) -> str:
    """Return the line that describes a fault of a bot."""
    if not bot.class_name:
        text = _(PROGRAM_FAULT_TEXTS[fault.error])
    elif fault.error:
        text = _("{bot} raised {fault}; a random legal action is played instead")
    else:
        text = _("{bot} chose {fault}, which is not legal; a random legal action is played instead")
    return text.format(bot=bot.label, fault=fault.detail)
