"""For a user without a home folder the program says what to do."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from game.storage.files import StorageError, get_default_folders
from tests.rows import check_rows


@pytest.fixture(autouse=True)
def _remove_home(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("elsewhere the system always names a home")
    import pwd

    def raise_key_error(_number: int) -> None:
        raise KeyError

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", raise_key_error)


@check_rows(
    ("environment", "words"),
    [
        ({}, "Set HOME or TAVOLOVERDE_HOME to a folder."),
        ({"TAVOLOVERDE_HOME": "~/cards"}, "user or folder does not exist."),
    ],
)
def test_missing_home_is_one_error_line(environment: dict[str, str], words: str) -> None:
    with pytest.raises(StorageError, match=words):
        get_default_folders(environment)


def test_explicit_folder_needs_no_home(tmp_path: Path) -> None:
    assert get_default_folders({**os.environ, "TAVOLOVERDE_HOME": str(tmp_path)}).data == tmp_path / "data"
