"""Failures of files and of the disk, and paths, as one line for the user."""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from game.core.messages import N_
from game.match.record import MAX_PLAYER_NAME_CHARACTERS
from game.text.errors import describe_error
from game.text.gettext import _, ngettext

HOME_VARIABLE: Final = "TAVOLOVERDE_HOME"
"""The environment variable with the folder that takes the place of the user's own ones."""
MAX_NAMED_LOSSES: Final = 20
SHARING_VIOLATIONS: Final = frozenset({32, 33})
"""The codes of Windows for a file, or a part of it, that another program has open."""


class NotARegularFileError(OSError):
    """A pipe, a device or a socket in the place of a file."""


class NoLocksError(OSError):
    """A folder in which files cannot be locked, such as a network folder without a lock service."""


class FileInUseError(PermissionError):
    """A file that another program still had open after the last attempt to rename it."""


FAILURE_MESSAGES: Final[Mapping[str, str]] = {
    "disk_full": N_("the disk is full. Free up some space and try again"),
    "disk_fault": N_("the disk reported an error"),
    "disk_read_only": N_("the disk is read-only"),
    "file_read_only": N_("the file or its disk is read-only"),
    "not_permitted": N_("you don't have permission"),
    "missing": N_("the file or folder doesn't exist"),
    "is_folder": N_("it's a folder, not a file"),
    "no_folder": N_("there is a file where a folder is needed"),
    "name_too_long": N_("the name is too long"),
    "link_to_itself": N_("the link points to itself"),
    "no_file": N_("it isn't an ordinary file"),
    "not_opened": N_("the file can't be opened"),
    "in_use": N_("another window of the program is using the file"),
    "busy": N_("another window of the program is using the file; try again"),
    "in_other_program": N_("another program has the file open. Close it there and try again"),
    "no_locks": N_(
        "files can't be locked there (some network folders don't allow it). Set {variable} to a folder on a local disk"
    ),
    "damaged": N_("the file is damaged. Restart the program: it'll set the file aside and start a new one"),
}
"""The English texts by kind, without a full stop."""
_OS_FAILURES: Final[Mapping[int | None, str]] = {
    errno.ENOSPC: "disk_full", errno.EDQUOT: "disk_full", errno.EIO: "disk_fault", errno.EROFS: "disk_read_only",
    errno.EACCES: "not_permitted", errno.EPERM: "not_permitted", errno.ENOENT: "missing", errno.EISDIR: "is_folder",
    errno.ENOTDIR: "no_folder", errno.EEXIST: "no_folder", errno.ENAMETOOLONG: "name_too_long",
    errno.ELOOP: "link_to_itself", errno.ENXIO: "no_file",
}  # fmt: skip


def find_os_failure(error: OSError) -> str:
    """Return the kind of an error of the system, one of `FAILURE_MESSAGES`; "" if it has none."""
    if isinstance(error, TimeoutError):
        return "in_use"
    if isinstance(error, FileInUseError) or get_windows_code(error) in SHARING_VIOLATIONS:
        return "in_other_program"
    if isinstance(error, NotARegularFileError):
        return "no_file"
    return "no_locks" if isinstance(error, NoLocksError) else _OS_FAILURES.get(error.errno, "")


def describe_os_error(error: OSError) -> str:
    """Return the system's reason in the user's words, without a full stop."""
    return describe_failure(find_os_failure(error)) or (error.strerror or type(error).__name__).removesuffix(".")


def describe_failure(kind: str) -> str:
    """Return the reason of a failure, without a full stop; "" for an unknown kind."""
    return _(FAILURE_MESSAGES[kind]).format(variable=HOME_VARIABLE) if kind else ""


def describe_exception(error: Exception) -> str:
    """Return any exception in one printable line."""
    return make_printable(" ".join(describe_error(error).split()) or type(error).__name__)


def get_windows_code(error: OSError) -> int | None:
    """Return the code that Windows gave for an error; None on other systems."""
    code: int | None = getattr(error, "winerror", None)
    return code


def build_failure_message(failure: str, reason: str) -> str:
    """Return the message that names a failure and its reason."""
    return _("{failure}: {why}.").format(failure=failure, why=reason)


def make_printable(path: Path | str) -> str:
    """Return a path or text for a message, always one printable line."""
    text = str(path)
    return text if text.isprintable() else ascii(text)


def shorten_path(path: Path) -> str:
    """Return a path for a message, with ``~`` for the home folder."""
    home = Path.home()
    return make_printable(Path("~") / path.relative_to(home) if path.is_relative_to(home) else path)


def build_opening_message(path: Path, reason: str) -> str:
    """Return the message for saved matches that cannot be opened at ``path``."""
    text = _("Couldn't open the saved matches in {file}: {why}.")
    return text.format(file=make_printable(path), why=reason)


def make_display_text(value: object) -> str:
    """Return a printable text for any value, so that a list can show it, cut to the length of a player's name."""
    return make_printable(str(value))[:MAX_PLAYER_NAME_CHARACTERS]


def build_locked_message() -> str:
    """Return the message for a match that another window changed meanwhile."""
    return _("This match is being played in another window.")


def build_deleted_message() -> str:
    """Return the message for a match that was deleted."""
    return _("This match was deleted in another window.")


def build_damage_message(match_id: object) -> str:
    """Return the message for a match with damaged rows."""
    text = _("Saved match {n} is damaged. Restart the program: it'll set the damaged file aside.")
    return text.format(n=match_id)


def describe_lost_part(deal: int, action: int, *, is_in_deal: bool) -> str:
    """Return the missing part after ``action`` of ``deal``, the last action found.

    ``is_in_deal``: whether the rest of this deal is missing, rather than the next deal.
    """
    if not is_in_deal:
        return _("deal {deal} and everything after it").format(deal=deal + 1)
    return _("move {action} of deal {deal} and everything after it").format(deal=deal, action=action + 1)


def format_losses(losses: Sequence[str]) -> str:
    """Return a sentence that lists what is missing from a damaged file; empty if nothing is known."""
    if not losses:
        return ""
    more_count = len(losses) - MAX_NAMED_LOSSES
    more = [ngettext("{n} more", "{n} more", more_count).format(n=more_count)] if more_count > 0 else []
    return " " + _("Missing or damaged: {list}.").format(list="; ".join([*losses[:MAX_NAMED_LOSSES], *more]))
