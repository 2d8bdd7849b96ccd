"""tools/README.md names every program of tools/."""

from __future__ import annotations

import re
from pathlib import Path

from tools import ROOT


def get_module_name(path: Path) -> str:
    """Return the name under which `python -m` runs a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")


PROGRAMS = [path for path in sorted((ROOT / "tools").rglob("*.py")) if "__name__ ==" in path.read_text("utf-8")]
README = (ROOT / "tools" / "README.md").read_text("utf-8")


def test_readme_names_every_program() -> None:
    assert set(re.findall(r"python -m (tools[\w.]*)", README)) == set(map(get_module_name, PROGRAMS))


def test_readme_names_the_programs_without_help() -> None:
    exceptions = re.findall(r"`(tools[\w.]*)`", README.partition("except")[2].partition(".\n")[0])
    without_parser = {
        get_module_name(path)
        for path in PROGRAMS
        if not re.search(r"ArgumentParser|from tools\.tournament\.command import", path.read_text("utf-8"))
    }
    assert set(exceptions) == without_parser
