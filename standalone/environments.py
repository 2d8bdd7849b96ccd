"""Trials of the program in unusual environments: ``python -m standalone.environments PROGRAM`` (Linux).

Among them are a read-only folder, names with spaces and accents, no network, no sound and no home folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

TRIAL_TIMEOUT_S: Final = 300.0
ODD_FOLDER_NAME: Final = "Più carte è meglio — naïve Ωλ"
ODD_USER_NAME: Final = "Nicolò Ünlü-Škoda"
UNKNOWN_USER_ID: Final = 54321
"""The id of a user that the system does not know, so that no home folder is known."""
READ_ONLY_SCRIPT: Final = """
mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && ! touch "$0/probe" 2>/dev/null && exec "$@"
"""


class Trial(NamedTuple):
    """A command, the environment variables added to a minimal environment, and the expected result.

    ``result``: a file that must exist afterwards, or None. ``refusal``: if not "", the program must fail with a line
    that contains this text.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    result: Path | None = None
    refusal: str = ""


def run_trials(program: Path) -> Iterator[tuple[str, str]]:
    """Run the program in each environment; yield the name of it and the error of the program there, or "".

    Two environments need root and are left out without it.
    """
    trials = [
        _make_read_only_trial,
        _make_accents_trial,
        _make_ascii_trial,
        _make_no_network_trial,
        _make_no_sound_trial,
        _make_no_home_trial,
    ]
    if os.geteuid() == 0:
        trials += [_make_unknown_user_trial, _make_no_folder_trial]  # only root can run a program as another user
    for make_trial in trials:
        with tempfile.TemporaryDirectory() as name:
            Path(name).chmod(0o755)
            trial = make_trial(program, Path(name))
            yield trial.name, _find_error(trial)


def _find_error(trial: Trial) -> str:
    environment = {"PATH": os.environ.get("PATH", os.defpath), "SDL_VIDEODRIVER": "dummy", **trial.environment}
    try:
        result = subprocess.run(
            list(trial.command), env=environment, capture_output=True, encoding="utf-8", errors="replace",
            timeout=TRIAL_TIMEOUT_S, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"it did not end within {TRIAL_TIMEOUT_S:.0f} seconds"
    except OSError as error:
        return f"it cannot be tried: {error}"
    if trial.refusal and result.returncode == 1 and trial.refusal in result.stderr and result.stderr.count("\n") == 1:
        return ""
    if trial.refusal:
        return f"it does not say {trial.refusal!r} in one line"
    if result.returncode or "Traceback" in result.stderr:
        return (result.stderr or result.stdout or f"exit status {result.returncode}").strip().splitlines()[-1]
    if trial.result is not None and not trial.result.exists():
        return f"{trial.result} is not there"
    return ""


def _copy_program(program: Path, target: Path) -> Path:
    """Copy the program with all its files and return the path of the copy."""
    if (program.parent / "_internal").is_dir():
        shutil.copytree(program.parent, target)
    else:
        target.mkdir(parents=True)
        shutil.copy(program, target)
    return target / program.name


def _make_play_command(program: Path, shot: Path) -> tuple[str, ...]:
    return (str(program), "play", "briscola", "--autoplay", "--seed", "1", "--shot", str(shot))


def _make_unshare_command(*kinds: str) -> tuple[str, ...]:
    """Return the start of a command in new namespaces; without root, that takes a user namespace as well."""
    return ("unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]), *kinds)


def _make_read_only_trial(program: Path, folder: Path) -> Trial:
    moved = _copy_program(program, folder / ODD_FOLDER_NAME / "tavolo verde")
    # Root may write in spite of permissions, so the folder is mounted read-only.
    command = (
        *_make_unshare_command("--mount"),
        "sh",
        "-c",
        READ_ONLY_SCRIPT,
        str(moved.parent),
        str(moved),
        "--smoke-test",
    )
    return Trial("a read-only folder with spaces and accents", command, {"HOME": str(folder)})


def _make_accents_trial(program: Path, folder: Path) -> Trial:
    home = folder / ODD_USER_NAME
    home.mkdir()
    environment = {"HOME": str(home), "USER": ODD_USER_NAME, "LANG": "C.UTF-8"}
    saved = home / ".local/share/tavoloverde/matches.db"
    return Trial("a user with accents", _make_play_command(program, home / "così è.png"), environment, saved)


def _make_ascii_trial(program: Path, folder: Path) -> Trial:
    home = folder / ODD_USER_NAME
    home.mkdir()
    environment = {"HOME": str(home), "LC_ALL": "POSIX", "TMPDIR": str(home)}
    shot = home / "così è.png"
    return Trial(
        "a user with accents where the system's letters are ASCII", _make_play_command(program, shot), environment, shot
    )


def _make_no_network_trial(program: Path, folder: Path) -> Trial:
    command = (*_make_unshare_command("--net"), str(program), "--smoke-test")
    return Trial("no network", command, {"HOME": str(folder)})


def _make_no_sound_trial(program: Path, folder: Path) -> Trial:
    # An audio driver that needs a device, and a device that does not exist.
    environment = {"HOME": str(folder), "SDL_AUDIODRIVER": "alsa", "AUDIODEV": "no such device"}
    shot = folder / "shot.png"
    return Trial("no sound", _make_play_command(program, shot), environment, shot)


def _make_no_home_trial(program: Path, folder: Path) -> Trial:
    # Without HOME the system tells the home folder; the matches of the person who builds the program must not change.
    kept = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("DATA", "CONFIG", "STATE")}
    shot = folder / "shot.png"
    return Trial("no HOME", _make_play_command(program, shot), kept, shot)


def _make_unknown_user_trial(program: Path, folder: Path) -> Trial:
    shot = folder / "shot.png"
    command = _make_unknown_user_command(program, folder, shot)
    environment = {"TAVOLOVERDE_HOME": str(folder / "kept"), "TMPDIR": str(folder)}
    return Trial("no HOME, a user whom the system does not know, a folder named", command, environment, shot)


def _make_no_folder_trial(program: Path, folder: Path) -> Trial:
    command = _make_unknown_user_command(program, folder, folder / "shot.png")
    environment = {"TMPDIR": str(folder)}
    return Trial("the same, no folder named: one line says what to do", command, environment, refusal="Set HOME")


def _make_unknown_user_command(program: Path, folder: Path, shot: Path) -> tuple[str, ...]:
    folder.chmod(0o777)
    command = _make_play_command(_copy_program(program, folder / "program"), shot)
    return ("setpriv", f"--reuid={UNKNOWN_USER_ID}", "--clear-groups", *command)


if __name__ == "__main__":
    faults = 0
    for tried_name, fault in run_trials(Path(sys.argv[1]).absolute()):
        print(f"{tried_name}: {fault or 'runs'}", flush=True)
        faults += bool(fault)
    sys.exit(faults > 0)
