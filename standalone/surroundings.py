"""The program where other programs fail: ``python -m standalone.surroundings PROGRAM`` (Linux).

A folder that cannot be written to, names with spaces and accents, no network, no sound, no home.
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

LIMIT: Final = 300.0
ODD: Final = "Più carte è meglio — naïve Ωλ"
USER: Final = "Nicolò Ünlü-Škoda"
NOBODY: Final = 54321
"""A user whom the system does not know: there is nothing that says where a home would be."""
READ_ONLY: Final = """
mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && ! touch "$0/probe" 2>/dev/null && exec "$@"
"""


class Trial(NamedTuple):
    """What is run, with which environment besides the plainest, and what must be there afterwards.

    ``refusal``: it must not run, but say this in its one line.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    result: Path | None = None
    refusal: str = ""


def tried(program: Path) -> Iterator[tuple[str, str]]:
    """Each of the surroundings by name, with what goes wrong there; an empty text if nothing does."""
    trials = [_read_only, _accents, _ascii, _no_network, _no_sound, _no_home]
    if os.geteuid() == 0:
        trials += [_nobody, _nowhere]  # only an administrator becomes another user
    for trial in trials:
        with tempfile.TemporaryDirectory() as name:
            Path(name).chmod(0o755)
            one = trial(program, Path(name))
            yield one.name, _fault(one)


def _fault(trial: Trial) -> str:
    environment = {"PATH": os.environ.get("PATH", os.defpath), "SDL_VIDEODRIVER": "dummy", **trial.environment}
    try:
        done = subprocess.run(
            list(trial.command), env=environment, capture_output=True, encoding="utf-8", errors="replace",
            timeout=LIMIT, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"it is not over after {LIMIT:.0f} seconds"
    except OSError as error:
        return f"it cannot be tried: {error}"
    if trial.refusal and done.returncode == 1 and trial.refusal in done.stderr and done.stderr.count("\n") == 1:
        return ""
    if trial.refusal:
        return f"it does not say {trial.refusal!r} in one line"
    if done.returncode or "Traceback" in done.stderr:
        return (done.stderr or done.stdout or f"exit status {done.returncode}").strip().splitlines()[-1]
    if trial.result is not None and not trial.result.exists():
        return f"{trial.result} is not there"
    return ""


def _copied(program: Path, place: Path) -> Path:
    """The program with all its files, at another place."""
    if (program.parent / "_internal").is_dir():
        shutil.copytree(program.parent, place)
    else:
        place.mkdir(parents=True)
        shutil.copy(program, place)
    return place / program.name


def _deal(program: Path, shot: Path) -> tuple[str, ...]:
    return (str(program), "play", "briscola", "--autoplay", "--seed", "1", "--shot", str(shot))


def _unshared(*kinds: str) -> tuple[str, ...]:
    """A namespace of its own; without the rights of an administrator it needs one of users as well."""
    return ("unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]), *kinds)


def _read_only(program: Path, folder: Path) -> Trial:
    moved = _copied(program, folder / ODD / "tavolo verde")
    # Permissions do not bind an administrator: the folder is mounted read-only.
    command = (*_unshared("--mount"), "sh", "-c", READ_ONLY, str(moved.parent), str(moved), "--smoke-test")
    return Trial("a read-only folder with spaces and accents", command, {"HOME": str(folder)})


def _accents(program: Path, folder: Path) -> Trial:
    home = folder / USER
    home.mkdir()
    environment = {"HOME": str(home), "USER": USER, "LANG": "C.UTF-8"}
    saved = home / ".local/share/tavoloverde/matches.db"
    return Trial("a user with accents", _deal(program, home / "così è.png"), environment, saved)


def _ascii(program: Path, folder: Path) -> Trial:
    home = folder / USER
    home.mkdir()
    environment = {"HOME": str(home), "LC_ALL": "POSIX", "TMPDIR": str(home)}
    shot = home / "così è.png"
    return Trial("a user with accents where the system's letters are ASCII", _deal(program, shot), environment, shot)


def _no_network(program: Path, folder: Path) -> Trial:
    command = (*_unshared("--net"), str(program), "--smoke-test")
    return Trial("no network", command, {"HOME": str(folder)})


def _no_sound(program: Path, folder: Path) -> Trial:
    # A kind of sound that needs a device; there is none of that name.
    environment = {"HOME": str(folder), "SDL_AUDIODRIVER": "alsa", "AUDIODEV": "no such device"}
    shot = folder / "shot.png"
    return Trial("no sound", _deal(program, shot), environment, shot)


def _no_home(program: Path, folder: Path) -> Trial:
    # Without HOME the system is asked where the home is; the matches of whoever builds the program are left alone.
    kept = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("DATA", "CONFIG", "STATE")}
    shot = folder / "shot.png"
    return Trial("no HOME", _deal(program, shot), kept, shot)


def _nobody(program: Path, folder: Path) -> Trial:
    shot = folder / "shot.png"
    command = _as_nobody(program, folder, shot)
    environment = {"TAVOLOVERDE_HOME": str(folder / "kept"), "TMPDIR": str(folder)}
    return Trial("no HOME, a user whom the system does not know, a folder named", command, environment, shot)


def _nowhere(program: Path, folder: Path) -> Trial:
    command = _as_nobody(program, folder, folder / "shot.png")
    environment = {"TMPDIR": str(folder)}
    return Trial("the same, no folder named: one line says what to do", command, environment, refusal="Set HOME")


def _as_nobody(program: Path, folder: Path, shot: Path) -> tuple[str, ...]:
    folder.chmod(0o777)
    command = _deal(_copied(program, folder / "program"), shot)
    return ("setpriv", f"--reuid={NOBODY}", "--clear-groups", *command)


if __name__ == "__main__":
    faults = 0
    for tried_name, fault in tried(Path(sys.argv[1]).absolute()):
        print(f"{tried_name}: {fault or 'runs'}", flush=True)
        faults += bool(fault)
    sys.exit(faults > 0)
