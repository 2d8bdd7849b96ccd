"""The command line shows one line for any wrong input and any failure of the disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.program import ROOT, get_single_error_line, run_and_capture_error, run_program
from tests.unusual_text import ANY_TEXT, PROBLEM_CHARACTERS

DUMMY_VIDEO_ENVIRONMENT: Final[dict[str, Any]] = {"SDL_VIDEODRIVER": "dummy"}
AUTOPLAY_ARGUMENTS = ("play", "briscola", "--autoplay")
FULL_DEVICE = Path("/dev/full")
needs_links = pytest.mark.skipif(os.name == "nt", reason="links need a right of the user there")
needs_full_device = pytest.mark.skipif(not FULL_DEVICE.exists(), reason="needs a device that is always full")


# -- wrong input -----------------------------------------------------------------------------------


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
    ("replay", "gone/{}"), ("replay", "--{}", "gone"), ("replay", "gone", "{}"),
]), TYPED_TEXTS)  # fmt: skip
@example(("replay", "gone/{}"), "\0")
@example(("replay", "gone/{}"), "x" * 4000)
@example(("play", "briscola", "--shot={}", "--deals=0"), "\0.png")
def test_wrong_command_is_one_error_line_without_control_characters(
    arguments: tuple[str, ...], given_text: str
) -> None:
    words = [character.replace("{}", given_text) for character in arguments]
    if {"-h", "--help", "--version", "--h", "--smoke-test"} & set(words):
        return
    status, errors = run_and_capture_error(*words)
    assert status in (1, 2)
    assert errors.endswith("\n") and errors[:-1].isprintable(), ascii(errors)


@pytest.mark.parametrize("folder", ["a\nb", "x\u202ey", "q" * 300])
def test_save_folder_that_cannot_be_created_is_one_error_line(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    where = str(tmp_path / "file" / folder)
    status, errors = run_and_capture_error("simulate", "briscola", "--players=random", "--deals=1", f"--save={where}")
    assert status == 2 and errors[:-1].isprintable()
    status, errors = run_and_capture_error("simulate", "briscola", "--players=random", "--deals=1", "--save=a\0b")
    assert status == 2 and errors[:-1].isprintable()


# -- closed streams --------------------------------------------------------------------------------


def run_shell_line(home: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line in the shell; ``$P`` is the program."""
    values = {
        **os.environ,
        "TAVOLOVERDE_HOME": str(home),
        "P": f"{sys.executable} {ROOT / 'main.py'}",
        **DUMMY_VIDEO_ENVIRONMENT,
    }
    return subprocess.run(["sh", "-c", line], env=values, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_replay_without_standard_input_is_one_error_line(tmp_path: Path) -> None:
    assert "standard input" in get_single_error_line(run_shell_line(tmp_path, "$P replay - <&-"), 2)
    assert run_shell_line(tmp_path, "$P replay gone 2>&-").returncode == 2


@pytest.mark.slow
@needs_full_device
def test_output_on_full_disk_is_one_error_line(tmp_path: Path) -> None:
    line = get_single_error_line(
        run_shell_line(tmp_path, "$P simulate briscola --players random --deals 1 > /dev/full"), 2
    )
    assert "the disk is full" in line
    done = run_shell_line(tmp_path, "$P simulate briscola --players random --deals 1 >&-")
    assert (done.returncode, done.stderr) == (0, "")


# -- failures of the disk --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("block", ["folder", "locks", "lock", pytest.param("loop", marks=needs_links)])
def test_autoplay_reports_one_line_when_nothing_can_be_saved(tmp_path: Path, block: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    if block == "folder":
        (data / "matches.db").mkdir()
    elif block == "locks":
        (data / "locks").write_text("in the way")
    elif block == "lock":
        (data / "locks" / "window-1.lock").mkdir(parents=True)
    else:
        (data / "matches.db").symlink_to(data / "matches.db")
    line = get_single_error_line(run_program(tmp_path, *AUTOPLAY_ARGUMENTS, **DUMMY_VIDEO_ENVIRONMENT), 1)
    assert line.startswith("tavoloverde: ")


@pytest.mark.slow
@needs_full_device
def test_screenshot_on_full_disk_is_one_error_line(tmp_path: Path) -> None:
    (tmp_path / "last.png").symlink_to(FULL_DEVICE)
    line = get_single_error_line(
        run_program(tmp_path, *AUTOPLAY_ARGUMENTS, "--shot", str(tmp_path / "last.png"), **DUMMY_VIDEO_ENVIRONMENT), 1
    )
    assert "--shot" in line and "full" in line


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [
        "folder",
        pytest.param(
            "pipe", marks=pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
        ),
        pytest.param("loop", marks=needs_links),
    ],
)
def test_program_runs_without_log_file(tmp_path: Path, kind: str) -> None:
    (tmp_path / "log").mkdir()
    log = tmp_path / "log" / "tavoloverde.log"
    if kind == "folder":
        log.mkdir()
    elif kind == "pipe":
        os.mkfifo(log)
    else:
        log.symlink_to(log)
    done = run_program(tmp_path, *AUTOPLAY_ARGUMENTS, "--seed", "4", **DUMMY_VIDEO_ENVIRONMENT)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="such names are not possible there")
def test_home_path_with_invalid_characters_is_one_error_line(tmp_path: Path) -> None:
    (tmp_path / "a\nb\u202e").write_text("in the way")
    assert get_single_error_line(
        run_program(tmp_path / "a\nb\u202e" / "home", **DUMMY_VIDEO_ENVIRONMENT), 1
    ).isprintable()


@pytest.mark.slow
def test_undrawable_names_in_settings_do_not_stop_program(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.json").write_text('{"name": "\\u200b\\u0000\\u202e"}')
    done = run_program(tmp_path, *AUTOPLAY_ARGUMENTS, "--seed", "4", **DUMMY_VIDEO_ENVIRONMENT)
    assert (done.returncode, done.stderr) == (0, "")
