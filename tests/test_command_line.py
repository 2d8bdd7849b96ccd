"""The command line works without a display; wrong input and any failure of the disk are one line, never a traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import main
from game.version import PROGRAM_NAME, VERSION
from tests.game.match.played_records import play_whole_match
from tests.program import ROOT, get_single_error_line, run_and_capture_error, run_program
from tests.rows import check_rows
from tests.unusual_text import ANY_TEXT, PROBLEM_CHARACTERS

PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
AUTOPLAY_ARGUMENTS: Final = ("play", "briscola", "--autoplay", "--seed", "4", "--players", "random")
FULL_DEVICE: Final = Path("/dev/full")
needs_full_device = pytest.mark.skipif(not FULL_DEVICE.exists(), reason="needs a device that is always full")


def run_without_window(home: Path, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return run_program(home, *arguments, cwd=cwd, SDL_VIDEODRIVER="dummy")


def test_version_is_printed(tmp_path: Path) -> None:
    done = run_program(tmp_path, "--version")
    assert (done.returncode, done.stdout) == (0, f"{PROGRAM_NAME} {VERSION}\n")


@pytest.mark.slow
def test_self_check_runs_without_display_and_sound_and_leaves_no_files(tmp_path: Path) -> None:
    done = run_program(tmp_path / "home", "--smoke-test")
    assert done.returncode == 0, done.stderr
    assert "passed" in done.stdout
    assert not (tmp_path / "home").exists()


# -- playing -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_autoplay_narrates_and_saves_the_same_last_frame_for_the_same_seed(tmp_path: Path) -> None:
    """Run it in another folder than its own; the narration is printed, or appended to a file."""
    (tmp_path / "said.txt").write_text("before\n")
    outputs, shots = list[list[str]](), list[bytes]()
    for name, words in (("one", ["--narrate"]), ("two", ["--narrate", "said.txt"])):
        arguments = (*AUTOPLAY_ARGUMENTS, "--seats", "6", "--players", "novice", "--shot", f"{name}.png", *words)
        done = run_without_window(tmp_path / name, *arguments, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        outputs.append(done.stdout.splitlines())
        shots.append((tmp_path / f"{name}.png").read_bytes())
    assert shots[0] == shots[1] and shots[0].startswith(PNG_SIGNATURE)
    (result,) = outputs[1]
    assert re.fullmatch(r"After 1 deal: Anna \d, Bruno \d(, \w+ \d){4}\. The match goes on\.", result)
    said = (tmp_path / "said.txt").read_text("utf-8").splitlines()
    assert said == ["before", *outputs[0][:-1]] and outputs[0][-1] == result
    assert any(line.startswith("Score: ") for line in said)


@pytest.mark.slow
def test_damaged_settings_are_reported_and_program_continues(tmp_path: Path) -> None:
    config, text = tmp_path / "config", '{"deck": "french"'
    config.mkdir()
    (config / "settings.json").write_text(text)
    assert "settings.json" in get_single_error_line(run_without_window(tmp_path, *AUTOPLAY_ARGUMENTS), 0)
    assert [path.read_text() for path in config.glob("settings.json.damaged-*")] == [text]


# -- a record alone, as a desktop opens it -----------------------------------------------------------


@check_rows("name", ["match.tvr", "Più carte/MATCH.TVR", "replay.tvr"])
def test_record_alone_is_opened(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"no record")
    status, errors = run_and_capture_error(str(path))
    assert status == 2 and errors.count("\n") == 1 and path.name in errors


@check_rows("arguments", [("match.json",), ("match.tvr", "other.tvr"), ("-x.tvr",)])
def test_other_arguments_are_not_opened_as_record(arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        main.main(arguments)


def test_command_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.tvr"
    path.write_text(json.dumps(play_whole_match()), "utf-8")
    assert main.main(["replay", str(path)]) == 0
    assert "Result:" in capsys.readouterr().out


# -- wrong input -------------------------------------------------------------------------------------


TYPED_TEXTS = st.one_of(
    ANY_TEXT, st.sampled_from(PROBLEM_CHARACTERS), st.just("a\nb\x1b[31m\u202e\ud800"), st.text("9٣-", max_size=5000)
)


@pytest.mark.slow
@given(st.sampled_from([
    ("{}",), ("--{}",), ("play", "{}"), ("play", "briscola", "{}"), ("play", "briscola", "--{}"),
    ("play", "briscola", "--preset={}"), ("play", "briscola", "--players={}"), ("play", "briscola", "--seats={}"),
    ("play", "briscola", "--seats=2", "--seed={}", "--deals=0"), ("play", "briscola", "--deals={}", "--shot=x"),
    ("play", "briscola", "--shot={}", "--deals=0"), ("play", "briscola", "--shot=no/{}.png"),
    ("simulate", "{}", "--players=club", "--deals=1"), ("simulate", "briscola", "--players={}", "--deals=1"),
    ("simulate", "briscola", "--players=club", "--deals={}", "--limit=0"),
    ("simulate", "briscola", "--players=club", "--deals=0", "--seed={}"),
    ("simulate", "briscola", "--players=club", "--deals=1", "--preset={}", "--seats=9"),
    ("simulate", "briscola", "--players=club", "--deals=1", "--option={}"),
    ("simulate", "briscola", "--players=club", "--deals=1", "--option=teams={}x"),
    ("simulate", "briscola", "--players=club", "--deals=1", "--jobs={}x"),
    ("simulate", "briscola", "--players=random", "--deals=1", "--save=setup.cfg/{}"),
    ("replay", "gone/{}"), ("replay", "--{}", "gone"), ("replay", "gone", "{}"),
]), TYPED_TEXTS)  # fmt: skip
@example(("replay", "gone/{}"), "\0")
@example(("replay", "gone/{}"), "x" * 4000)
@example(("play", "briscola", "--shot={}", "--deals=0"), "\0.png")
@example(("simulate", "briscola", "--players=random", "--deals=1", "--save=setup.cfg/{}"), "a\nb")
def test_wrong_command_is_one_error_line_without_control_characters(
    arguments: tuple[str, ...], given_text: str
) -> None:
    words = [character.replace("{}", given_text) for character in arguments]
    if {"-h", "--help", "--version", "--h", "--smoke-test"} & set(words):
        return
    status, errors = run_and_capture_error(*words)
    assert status in (1, 2)
    assert errors.endswith("\n") and errors[:-1].isprintable(), ascii(errors)


# -- closed streams ----------------------------------------------------------------------------------


def run_shell_line(home: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line in the shell; ``$P`` is the program."""
    program = f"{sys.executable} {ROOT / 'main.py'}"
    values = {**os.environ, "TAVOLOVERDE_HOME": str(home), "P": program, "SDL_VIDEODRIVER": "dummy"}
    return subprocess.run(["sh", "-c", line], env=values, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_replay_without_standard_input_is_one_error_line(tmp_path: Path) -> None:
    assert "standard input" in get_single_error_line(run_shell_line(tmp_path, "$P replay - <&-"), 2)
    assert run_shell_line(tmp_path, "$P replay gone 2>&-").returncode == 2


@pytest.mark.slow
@needs_full_device
def test_output_on_full_disk_is_one_error_line(tmp_path: Path) -> None:
    command = "$P simulate briscola --players random --deals 1"
    assert "the disk is full" in get_single_error_line(run_shell_line(tmp_path, f"{command} > /dev/full"), 2)
    done = run_shell_line(tmp_path, f"{command} >&-")
    assert (done.returncode, done.stderr) == (0, "")


# -- failures of the disk and the display ------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_missing_display_is_one_error_line(tmp_path: Path) -> None:
    line = get_single_error_line(run_program(tmp_path, XDG_RUNTIME_DIR=str(tmp_path)), 1)
    assert line.startswith("tavoloverde: ") and "display" in line


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="such names are not possible there")
def test_whole_match_is_played_to_its_winner_without_saving_where_no_folder_can_be_made(tmp_path: Path) -> None:
    blocked = tmp_path / "a\nb\u202e"
    blocked.write_text("in the way")
    line = get_single_error_line(run_without_window(blocked / "home", *AUTOPLAY_ARGUMENTS), 1)
    assert line.startswith("tavoloverde: ") and ascii(str(blocked))[1:-1] in line and line.isprintable()
    done = run_without_window(blocked / "home", *AUTOPLAY_ARGUMENTS, "--no-save", "--deals", "1000")
    assert done.returncode == 0 and re.match(r"After \d+ deals: Anna −?\d+, .*\. Winners?: \w+", done.stdout)


@pytest.mark.slow
@needs_full_device
def test_screenshot_on_full_disk_is_one_error_line(tmp_path: Path) -> None:
    (tmp_path / "last.png").symlink_to(FULL_DEVICE)
    done = run_without_window(tmp_path, *AUTOPLAY_ARGUMENTS, "--shot", str(tmp_path / "last.png"))
    line = get_single_error_line(done, 1)
    assert "--shot" in line and "full" in line


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes there")
def test_program_runs_without_log_file_and_with_an_undrawable_name(tmp_path: Path) -> None:
    for folder in ("log", "config"):
        (tmp_path / folder).mkdir()
    (tmp_path / "config" / "settings.json").write_text('{"name": "\\u200b\\u0000\\u202e"}')
    os.mkfifo(tmp_path / "log" / "tavoloverde.log")
    done = run_without_window(tmp_path, *AUTOPLAY_ARGUMENTS)
    assert (done.returncode, done.stderr) == (0, "")
