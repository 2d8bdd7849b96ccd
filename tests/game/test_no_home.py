"""A user who has no home: the program says what to do."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from game.store.files import StorageError, default_folders


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("elsewhere the system always names a home")
    import pwd

    def unknown(_number: int) -> None:
        raise KeyError

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)


@pytest.mark.parametrize(
    ("environment", "words"),
    [({}, "Set HOME, or TAVOLOVERDE_HOME, to a folder."), ({"TAVOLOVERDE_HOME": "~/cards"}, "no such user or folder.")],
    ids=["nothing", "below the home"],
)
def test_without_a_home_one_line_says_what_is_wrong(environment: dict[str, str], words: str) -> None:
    with pytest.raises(StorageError, match=words):
        default_folders(environment)


def test_a_folder_that_is_named_needs_no_home(tmp_path: Path) -> None:
    assert default_folders({**os.environ, "TAVOLOVERDE_HOME": str(tmp_path)}).data == tmp_path / "data"
