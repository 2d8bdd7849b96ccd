"""tools/README.md names every program of tools/."""

from __future__ import annotations

import re
from pathlib import Path

from tools import ROOT


def get_module_name(path: Path) -> str:
    """Return the name under which `python -m` runs a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")


def test_readme_names_every_program() -> None:
    files = sorted((ROOT / "tools").rglob("*.py"))
    programs = {get_module_name(path) for path in files if "__name__ ==" in path.read_text("utf-8")}
    text = (ROOT / "tools" / "README.md").read_text("utf-8")
    assert set(re.findall(r"python -m (tools[\w.]*)", text)) == programs
