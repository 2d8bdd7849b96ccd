"""constraints.txt has a tested version of each library, and everything but the weekly workflow installs with it."""

from __future__ import annotations

import configparser
import re
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.rows import check_rows

ROOT: Final = Path(__file__).resolve().parents[1]
CONSTRAINTS: Final = ROOT / "constraints.txt"
UNCONSTRAINED_EXTRAS: Final = ("bench", "dev")
"""The extras with libraries that only compare or renew, and that no test needs."""
WEEKLY_WORKFLOW: Final = ROOT / ".github" / "workflows" / "newest.yml"
INSTALLING_FILES: Final = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(set((ROOT / ".github" / "workflows").glob("*.yml")) - {WEEKLY_WORKFLOW}),
]


def list_requirements() -> list[Requirement]:
    """Return the libraries that setup.cfg requires, without the program itself."""
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg", "utf-8")
    extras = config["options.extras_require"]
    texts = [
        config["options"]["install_requires"],
        *(extras[name] for name in extras if name not in UNCONSTRAINED_EXTRAS),
    ]
    requirements = [Requirement(line) for text in texts for line in text.splitlines() if line]
    return [requirement for requirement in requirements if requirement.name != "tavoloverde"]


def list_pins() -> list[Requirement]:
    lines = CONSTRAINTS.read_text("utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.lstrip().startswith("#")]


@check_rows("requirement", list_requirements())
def test_each_library_has_a_tested_version_within_its_bounds(requirement: Requirement) -> None:
    pins = [pin for pin in list_pins() if canonicalize_name(pin.name) == canonicalize_name(requirement.name)]
    assert pins
    for pin in pins:
        (specifier,) = pin.specifier
        assert specifier.operator == "==" and requirement.specifier.contains(specifier.version)


@check_rows("path", INSTALLING_FILES)
def test_program_is_installed_with_tested_versions(path: Path) -> None:
    commands = re.findall(r"pip install [^&\n]*", path.read_text("utf-8"))
    own = [command for command in commands if re.search(r"(^|[ '])\.(\[|\s|$)", command)]
    assert [command for command in own if "-c constraints.txt" not in command] == []
    assert own or path.name == "newest.yml"


def test_weekly_workflow_installs_the_newest_versions() -> None:
    text = WEEKLY_WORKFLOW.read_text("utf-8")
    assert "schedule:" in text and "pip install --upgrade ." in text and "constraints" not in text.partition("name:")[2]


def test_constraints_name_the_command_that_renews_them() -> None:
    header = re.search(r"^#\s+uv (pip compile .*)$", CONSTRAINTS.read_text("utf-8"), re.MULTILINE)
    assert header is not None
    contributing = re.sub(r"\\\n\s*", "", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert header[1] in contributing
