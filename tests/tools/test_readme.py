"""tools/README.md names every program of tools/, and every program says how it is used."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

from tools import ROOT


def get_module_name(path: Path) -> str:
    """Return the name under which `python -m` runs a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")


PROGRAMS = [
    get_module_name(path)
    for path in sorted((ROOT / "tools").rglob("*.py"))
    if "__name__ ==" in path.read_text("utf-8") or path.name == "__main__.py"
]


def test_readme_names_every_program() -> None:
    readme = (ROOT / "tools" / "README.md").read_text("utf-8")
    assert set(re.findall(r"python -m (tools[\w.]*)", readme)) == set(PROGRAMS)


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize("program", PROGRAMS)
def test_help_is_printed_and_nothing_else_is_done(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [program, "--help"])
    with pytest.raises(SystemExit) as end:
        runpy.run_module(program, run_name="__main__")
    assert end.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith(f"usage: python -m {program}") and "--help" in out
    assert not list(tmp_path.iterdir())
