"""The system's file dialogs, run as separate programs so that no frame waits for them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final, TypeAlias

import platformdirs

from game.match.archived_match import RECORD_FILE_SUFFIX
from game.text.file_errors import HOME_VARIABLE

CommandLine: TypeAlias = list[str]
ProgramFinder: TypeAlias = Callable[[str], str | None]
PATH_SEPARATOR: Final = "\n"
SYSTEM_BY_PROGRAM: Final = {"osascript": "darwin", "powershell": "win32"}
"""The only system, as in `sys.platform`, on which a program shows dialogs."""
_OSASCRIPT_TO_OPEN: Final = """
on run argv
    set found to choose file with prompt (item 1 of argv) with multiple selections allowed
    set lines to ""
    repeat with one in found
        set lines to lines & POSIX path of one & linefeed
    end repeat
    lines
end run
"""
_OSASCRIPT_TO_SAVE: Final = """
on run argv
    POSIX path of (choose file name with prompt (item 1 of argv) default name (item 2 of argv) \
default location (POSIX file (item 3 of argv)))
end run
"""
_POWERSHELL_SCRIPT: Final = (
    "Add-Type -AssemblyName System.Windows.Forms; [Console]::OutputEncoding = [Text.Encoding]::UTF8; "
    "$d = New-Object System.Windows.Forms.{kind}; {more} "
    "if ($d.ShowDialog() -eq 'OK') {{ $d.FileNames -join \"`n\" }}"
)


def get_documents_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the user's documents, or the one in ``TAVOLOVERDE_HOME`` if that is set.

    The home folder, else the working folder, replaces a missing one.
    """
    home = environment.get(HOME_VARIABLE)
    if home:
        return Path(home).absolute()
    try:
        documents = platformdirs.user_documents_path()
        return documents if documents.is_dir() else Path.home()
    except (RuntimeError, OSError):
        return Path.cwd()


def build_open_command(
    title: str,
    folder: Path,
    which: ProgramFinder = shutil.which,
    platform: str = sys.platform,
    suffix: str = RECORD_FILE_SUFFIX,
) -> CommandLine | None:
    """Return the command that asks for files with this suffix to open and prints their paths.

    ``which`` finds a program as `shutil.which` does; ``platform`` is a value of `sys.platform`. Return None if the
    system has no such program.
    """
    pattern, separator = f"*{suffix}", f"--separator={PATH_SEPARATOR}"
    start, file_filter = f"--filename={folder}/", f"--file-filter={pattern}"
    more = f"$d.Multiselect = $true; $d.Filter = '{pattern}|{pattern}';"
    arguments_by_program = {
        "zenity": ["--file-selection", "--multiple", separator, f"--title={title}", start, file_filter],
        "kdialog": ["--title", title, "--multiple", "--separate-output", "--getopenfilename", str(folder), pattern],
        "osascript": ["-e", _OSASCRIPT_TO_OPEN, title],
        "powershell": _list_powershell_arguments("OpenFileDialog", more),
    }
    return _choose_command(arguments_by_program, which, platform)


def build_save_command(
    title: str, file: Path, which: ProgramFinder = shutil.which, platform: str = sys.platform
) -> CommandLine | None:
    """Return the command that asks where to save ``file`` and prints the path.

    Arguments as in `build_open_command`; None if the system has no such program.
    """
    more = f"$d.InitialDirectory = {_quote_powershell(file.parent)}; $d.FileName = {_quote_powershell(file.name)};"
    arguments_by_program = {
        "zenity": ["--file-selection", "--save", f"--title={title}", f"--filename={file}"],
        "kdialog": ["--title", title, "--getsavefilename", str(file)],
        "osascript": ["-e", _OSASCRIPT_TO_SAVE, title, file.name, str(file.parent)],
        "powershell": _list_powershell_arguments("SaveFileDialog", more),
    }
    return _choose_command(arguments_by_program, which, platform)


def _choose_command(
    arguments_by_program: Mapping[str, list[str]], which: ProgramFinder, platform: str
) -> CommandLine | None:
    """Return the command of the first program that this system has."""
    for program, arguments in arguments_by_program.items():
        if SYSTEM_BY_PROGRAM.get(program, platform) == platform and which(program):
            return [program, *arguments]
    return None


def _list_powershell_arguments(kind: str, more: str) -> list[str]:
    return ["-NoProfile", "-STA", "-Command", _POWERSHELL_SCRIPT.format(kind=kind, more=more)]


def _quote_powershell(text: Path | str) -> str:
    """Return ``text`` as a PowerShell string, in which typographic single quotes also end a string."""
    return "'" + re.sub("['\u2018-\u201b]", r"\g<0>\g<0>", str(text)) + "'"


class FileDialog:
    """An open file dialog. No method waits."""

    def __init__(self, command: CommandLine) -> None:
        """Start the dialog, which may take a moment: not in a frame. Raise OSError if it cannot be started."""
        # A pipe that is not read would block the process once it is full.
        self._output = TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=self._output, stderr=subprocess.DEVNULL
            )
        except BaseException:
            self._output.close()
            raise

    @property
    def is_open(self) -> bool:
        """Whether the person has not chosen yet."""
        return self._process.poll() is None

    def read_paths(self) -> tuple[Path, ...]:
        """Return the chosen paths, once `is_open` is False; () if the dialog was canceled.

        They are returned once; later calls return ().
        """
        if self._output.closed:
            return ()
        with self._output as output:
            output.seek(0)
            text = os.fsdecode(output.read())
        return tuple(Path(line.rstrip("\r")) for line in text.split(PATH_SEPARATOR) if line.strip())

    def close(self) -> None:
        """Terminate the dialog if it is open."""
        if self._process.poll() is None:
            self._process.terminate()
        self._output.close()
