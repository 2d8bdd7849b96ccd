"""A record alone on the command line, as a desktop opens it."""

from __future__ import annotations

from pathlib import Path

import pytest

import main
from game.commands import replay
from ui import front


def opened(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    """The files that were opened in the window."""
    shown: list[str] = []

    def open_file(name: str, _narrate: str | None) -> int:
        shown.append(name)
        return 0

    monkeypatch.setattr(front, "open_file", open_file)
    main.main(arguments)
    return shown


def printed(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    """The files that the command ``replay`` was called with."""
    shown: list[str] = []

    def run(args: object) -> int:
        shown.append(str(vars(args)["file"]))
        return 0

    monkeypatch.setattr(replay, "run", run)
    main.main(arguments)
    return shown


@pytest.mark.parametrize("name", ["match.tvr", "/tmp/Più carte/MATCH.TVR", "replay.tvr"])
def test_a_record_alone_is_shown(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert opened(monkeypatch, name) == [name]


def test_the_command_line_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    assert printed(monkeypatch, "replay", "match.tvr") == ["match.tvr"]


@pytest.mark.parametrize("arguments", [("match.json",), ("match.tvr", "other.tvr"), ("-x.tvr",)])
def test_nothing_else_is_taken_for_a_record(monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        opened(monkeypatch, *arguments)


def test_a_record_that_is_not_there_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert main.main([str(tmp_path / "none.tvr")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
