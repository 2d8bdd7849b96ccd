"""The files of the models, and the manifest that says how each was made."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai import models

MODELS_FOLDER: Final = Path(models.__file__).parent
MANIFEST_NAME: Final = "manifest.json"

ModelArrays: TypeAlias = Mapping[str, NDArray[Any]]
"""The arrays of a model by name."""
Models: TypeAlias = Mapping[str, ModelArrays]
"""The models that a step makes, by the name of their file without suffix."""


class ModelOrigin(msgspec.Struct, frozen=True, kw_only=True):
    """How a file was made.

    ``versions``: of Python, numpy and the rules of the game; ``sha256``: the checksum of the file. The same command
    gives the same arrays with these versions, and the same to rounding with others.
    """

    command: str
    seed: int
    options: dict[str, int]
    versions: dict[str, str]
    sha256: str


def get_model_path(folder: Path, name: str) -> Path:
    return folder / f"{name}.npz"


def list_model_names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.npz"))


def write_models(folder: Path, made: Models) -> None:
    """Write each model to its file in ``folder``."""
    for name, arrays in made.items():
        np.savez_compressed(get_model_path(folder, name), **dict[str, Any](arrays))


def compute_checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def get_versions(rules_version: int) -> dict[str, str]:
    """Return the versions with which models are made now."""
    return {"python": platform.python_version(), "numpy": np.__version__, "rules": str(rules_version)}


def read_manifest(folder: Path) -> dict[str, ModelOrigin]:
    """Return the origin of each model by name; none if there is no manifest.

    Raise msgspec.DecodeError if the manifest is damaged.
    """
    path = folder / MANIFEST_NAME
    return msgspec.json.decode(path.read_bytes(), type=dict[str, ModelOrigin]) if path.exists() else {}


def record_models(
    folder: Path, names: Iterable[str], *, command: str, seed: int, options: dict[str, int], versions: dict[str, str]
) -> None:
    """Enter how these files were made into the manifest."""
    entries = {
        name: ModelOrigin(
            command=command,
            seed=seed,
            options=options,
            versions=versions,
            sha256=compute_checksum(get_model_path(folder, name)),
        )
        for name in names
    }
    text = msgspec.json.encode(dict(sorted((read_manifest(folder) | entries).items())))
    (folder / MANIFEST_NAME).write_bytes(msgspec.json.format(text) + b"\n")
