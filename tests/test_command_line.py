"""The command line works without a display, and an error is one line, never a traceback."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from game.version import PROGRAM_NAME, VERSION
from tests.program_runs import get_single_error_line, run_program

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def test_version_is_printed(tmp_path: Path) -> None:
    done = run_program(tmp_path, "--version")
    assert (done.returncode, done.stdout) == (0, f"{PROGRAM_NAME} {VERSION}\n")


@pytest.mark.slow
def test_self_check_runs_without_display_and_sound_and_leaves_no_files(tmp_path: Path) -> None:
    done = run_program(tmp_path / "home", "--smoke-test")
    assert done.returncode == 0, done.stderr
    assert "passed" in done.stdout
    assert not (tmp_path / "home").exists()


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 6])
def test_autoplay_finishes_and_saves_last_frame(tmp_path: Path, seats: int) -> None:
    shot = tmp_path / "last.png"
    arguments = ("play", "briscola", "--seats", str(seats), "--autoplay", "--seed", "4", "--shot", str(shot))
    done = run_program(tmp_path, *arguments, SDL_VIDEODRIVER="dummy")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"After 1 deal: Anna \d, Bruno \d(, \w+ \d)*\. The match goes on\.\n", done.stdout)
    assert shot.read_bytes().startswith(PNG_SIGNATURE)


@pytest.mark.slow
@pytest.mark.parametrize("game, seats", [("briscola", 2)])
def test_autoplay_of_whole_match_prints_winner(tmp_path: Path, game: str, seats: int) -> None:
    arguments = ("play", game, "--seats", str(seats), "--players", "random", "--autoplay", "--seed", "4")
    done = run_program(tmp_path, *arguments, "--deals", "1000", SDL_VIDEODRIVER="dummy")
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    assert re.match(r"After \d+ deals: Anna −?\d+, .*\. Winners?: \w+", done.stdout)


@pytest.mark.slow
def test_match_is_played_without_saving_where_no_folder_can_be_made(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    arguments = ("play", "briscola", "--players", "random", "--autoplay", "--seed", "4")
    refused = run_program(blocked / "home", *arguments, SDL_VIDEODRIVER="dummy")
    assert str(blocked) in get_single_error_line(refused, 1)
    done = run_program(blocked / "home", *arguments, "--no-save", SDL_VIDEODRIVER="dummy")
    assert done.returncode == 0 and "After 1 deal" in done.stdout


@pytest.mark.slow
def test_same_seed_gives_same_last_frame(tmp_path: Path) -> None:
    shots = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.png"
        arguments = ("play", "briscola", "--seats", "3", "--autoplay", "--seed", "4", "--deals", "2")
        assert run_program(tmp_path / name, *arguments, "--shot", str(path), SDL_VIDEODRIVER="dummy").returncode == 0
        shots.append(path.read_bytes())
    assert shots[0] == shots[1]


@pytest.mark.slow
def test_program_runs_from_any_folder(tmp_path: Path) -> None:
    done = run_program(tmp_path / "home", "play", "briscola", "--autoplay", "--shot", "last.png",
                cwd=tmp_path, SDL_VIDEODRIVER="dummy")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "last.png").is_file()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("arguments", [(), ("play", "briscola")])
def test_missing_display_is_one_error_line(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    line = get_single_error_line(run_program(tmp_path, *arguments, XDG_RUNTIME_DIR=str(tmp_path)), 1)
    assert line.startswith("tavoloverde: ")
    assert "display" in line


@pytest.mark.slow
@pytest.mark.parametrize("shot", ["no-such-folder/last.png", "last.jpg", "."])
def test_unwritable_screenshot_is_reported_before_play(tmp_path: Path, shot: str) -> None:
    done = run_program(tmp_path, "play", "briscola", "--autoplay", "--shot", shot, SDL_VIDEODRIVER="dummy")
    assert "--shot" in get_single_error_line(done, 2)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_home_folder_without_permission_is_one_error_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert str(tmp_path) in get_single_error_line(run_program(tmp_path / "home", SDL_VIDEODRIVER="dummy"), 1)
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.slow
def test_home_folder_that_cannot_be_created_is_one_error_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    line = get_single_error_line(run_program(tmp_path / "file" / "home", SDL_VIDEODRIVER="dummy"), 1)
    assert "Could not write" in line


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("play", "scopa"), "scopa"),
        (("play", "briscola", "--seats", "7"), "--seats"),
        (("play", "briscola", "--seats", "two"), "--seats"),
        (("play", "briscola", "--players", "you,genius"), "--players"),
        (("play", "briscola", "--seats", "2", "--players", "you,club,club"), "--players"),
        (("play", "briscola", "--preset", "mine"), "--preset"),
        (("play", "briscola", "--autoplay", "--deals", "0"), "--deals"),
        (("simulate", "briscola", "--players", "club", "--deals", "none"), "--deals"),
        (("replay",), "FILE"),
        (("play",), "GAME"),
        (("dance",), "dance"),
    ],
    ids=" ".join,
)
def test_wrong_argument_is_one_error_line_naming_it(tmp_path: Path, arguments: tuple[str, ...], named: str) -> None:
    assert named in get_single_error_line(run_program(tmp_path, *arguments, SDL_VIDEODRIVER="dummy"), 2)


def test_missing_file_is_one_error_line(tmp_path: Path) -> None:
    done = run_program(tmp_path, "replay", str(tmp_path / "none.tvr"))
    assert done.returncode != 0
    assert "none.tvr" in get_single_error_line(done, done.returncode)


@pytest.mark.slow
@pytest.mark.parametrize("text", ['{"deck": "siciliane", "felt": "blue"}', '{"deck": "french"'])
def test_damaged_settings_are_reported_and_program_continues(tmp_path: Path, text: str) -> None:
    config, damaged = tmp_path / "config", not text.endswith("}")
    config.mkdir()
    (config / "settings.json").write_text(text)
    done = run_program(tmp_path, "play", "briscola", "--autoplay", SDL_VIDEODRIVER="dummy")
    line = get_single_error_line(done, 0)
    assert "settings.json" in line and (damaged or 'deck "siciliane"' in line)
    assert [path.read_text() for path in config.glob("settings.json.damaged-*")] == [text] * damaged
    if not damaged:
        assert json.loads((config / "settings.json").read_text()).items() >= json.loads(text).items()


@pytest.mark.slow
def test_narration_is_printed_on_terminal(tmp_path: Path) -> None:
    arguments = ("play", "briscola", "--autoplay", "--seed", "4", "--narrate")
    done = run_program(tmp_path, *arguments, SDL_VIDEODRIVER="dummy")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert sum(" wins the trick: " in line or line.startswith("You win the trick: ") for line in lines) == 20
    assert lines[-1].startswith("After 1 deal: ")


@pytest.mark.slow
def test_narration_is_appended_to_file(tmp_path: Path) -> None:
    narration_file = tmp_path / "said.txt"
    narration_file.write_text("before\n")
    arguments = ("play", "briscola", "--autoplay", "--seed", "4", "--narrate", str(narration_file))
    done = run_program(tmp_path / "home", *arguments, SDL_VIDEODRIVER="dummy")
    assert (done.returncode, done.stderr) == (0, "")
    lines = narration_file.read_text("utf-8").splitlines()
    assert lines[0] == "before"
    assert any(line.startswith("Score: ") for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("--narrate=no/such/said.txt",), ("play", "briscola", "--narrate", ".")])
def test_unwritable_narration_file_is_reported_before_play(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert "--narrate" in get_single_error_line(run_program(tmp_path, *arguments, SDL_VIDEODRIVER="dummy"), 2)
