"""The self-check names a broken part in one line. `tests/test_command_line.py` tests that it passes."""

from __future__ import annotations

import logging
import shutil
import struct
from pathlib import Path

import pytest

from assets import ASSETS_FOLDER
from game.text import gettext
from game.text.gettext import _
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings
from ui.app import self_check
from ui.app.settings import Settings

EMPTY_TRANSLATION = struct.pack("<7I", 0x950412DE, 0, 0, 28, 28, 0, 28)
"""A translation in the format of gettext (.mo) without a text."""


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(sound=True)


@pytest.fixture(name="assets")
def _assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the assets, so that a test can damage them."""
    copy = tmp_path / "assets"
    shutil.copytree(ASSETS_FOLDER, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(self_check, "ASSETS_FOLDER", copy)
    monkeypatch.setattr(gettext, "_LOCALE_FOLDER", copy / "locale")
    return copy


def get_failure_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], part: self_check.SelfCheckPart
) -> str:
    """Return the line of a self-check of ``part`` alone."""
    monkeypatch.setattr(self_check, "_iter_parts", lambda: iter([("the part", part)]))
    assert self_check.run_self_check() == 1
    lines = capsys.readouterr()
    assert "passed" not in lines.out
    (line,) = lines.err.splitlines()
    return line


def test_failed_check_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(_app: object) -> str:
        raise KeyError("two\nlines")

    def replace_worker(_app: object) -> str:
        logging.getLogger("game.workers.worker_process").warning("the thinking process is replaced")
        return "well"

    assert get_failure_line(monkeypatch, capsys, fail).startswith("tavoloverde --smoke-test: the part: ")
    assert get_failure_line(monkeypatch, capsys, replace_worker).endswith("the thinking process is replaced")


@check_rows(
    ("check", "name", "data"),
    [
        (self_check.check_pictures, "cards/french/Ad.svg", b"no picture"),
        (self_check.check_pictures, "cards/french/Ad.svg", None),
        (self_check.check_pictures, "portraits/03.svg", b"no picture"),
        (self_check.check_pictures, "icon-64.png", b"no picture"),
        (self_check.check_sounds, "sounds/deal.wav", b"no sound"),
        (self_check.check_sounds, "sounds", None),
        (self_check.check_help, "help/spades.en.md", None),
        (self_check.check_languages, "locale/it/LC_MESSAGES/tavoloverde.mo", b"no translation"),
        (self_check.check_languages, "locale/it/LC_MESSAGES/tavoloverde.mo", EMPTY_TRANSLATION),
    ],
)
def test_damaged_or_missing_part_is_named(
    app: AppDriver, assets: Path, check: self_check.SelfCheckPart, name: str, data: bytes | None
) -> None:
    path, whole = assets / name, assets.with_name("whole")
    path.rename(whole)
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(self_check.SelfCheckError, match=path.name):
        check(app)
    path.unlink(missing_ok=True)
    whole.rename(path)


def test_every_translation_is_used(app: AppDriver, assets: Path) -> None:
    shutil.rmtree(assets / "locale" / "fr")
    assert self_check.check_languages(app) == "en, it"
    assert _("New match") == "New match"


def test_match_is_saved_and_loaded(app: AppDriver) -> None:
    assert self_check.check_saved_matches(app)
