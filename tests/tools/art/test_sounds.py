"""The sounds: as the recipes make them, of one kind, short, even in level and without clicks at their ends."""

from pathlib import Path

import pytest

from tools.art.sounds import __main__ as synth
from tools.art.sounds.files import FULL, encoded, samples
from tools.art.sounds.recipes import RECIPES, sound
from tools.art.sounds.signal import RATE

NAMES = ["deal", "draw", "flip", "lose", "play", "sign", "slide", "take", "trump", "turn", "warning", "win"]
ENDS = 8
"""Samples at either end that must be next to silent."""


def parts(name: str) -> list[float]:
    """The samples of a file, as parts of the highest that fits."""
    return [sample / FULL for sample in samples(synth.FOLDER / f"{name}.wav")]


def test_every_sound_has_a_recipe() -> None:
    assert sorted(RECIPES) == NAMES


@pytest.mark.slow
def test_files_are_as_the_recipes_make_them() -> None:
    assert synth.check() == []


@pytest.mark.parametrize("name", NAMES)
def test_length_and_size(name: str) -> None:
    assert 0.08 <= len(parts(name)) / RATE <= 1.0
    assert (synth.FOLDER / f"{name}.wav").stat().st_size < 40_000


@pytest.mark.parametrize("name", NAMES)
def test_level(name: str) -> None:
    held = parts(name)
    assert max(map(abs, held)) == pytest.approx(0.5, abs=0.01)
    assert (sum(sample * sample for sample in held) / len(held)) ** 0.5 > 0.02
    assert abs(sum(held) / len(held)) < 0.01


@pytest.mark.parametrize("name", NAMES)
def test_no_click_at_the_ends(name: str) -> None:
    held = parts(name)
    assert held[0] == held[-1] == 0
    assert max(map(abs, held[:2])) < 0.03
    assert max(map(abs, held[-ENDS:])) < 0.005


@pytest.mark.parametrize("name", NAMES)
def test_starts_at_once(name: str) -> None:
    """What is seen and heard belong together: no silence before the sound."""
    assert max(map(abs, parts(name)[: RATE // 20])) > 0.05


def test_made_alike_each_time() -> None:
    assert encoded(sound("play")) == encoded(sound("play"))


def test_check_names_what_differs(tmp_path: Path) -> None:
    names = ("deal", "play", "sign")
    synth.write(tmp_path, names)
    assert synth.check(tmp_path, names) == []
    (tmp_path / "deal.wav").unlink()
    (tmp_path / "play.wav").write_bytes(encoded(sound("play")[1:]))
    (tmp_path / "sign.wav").write_bytes(b"RIFF")
    (tmp_path / "other.wav").write_bytes(encoded(sound("sign")))
    assert synth.check(tmp_path, names) == [
        "missing: deal.wav",
        "differs: play.wav",
        "differs: sign.wav",
        "superfluous: other.wav",
    ]


@pytest.mark.slow
def test_check_tells_by_its_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    synth.write(tmp_path)
    (tmp_path / "deal.wav").unlink()
    assert synth.main(["--check"], tmp_path) == 1
    assert capsys.readouterr().out == "missing: deal.wav\n"
    synth.write(tmp_path, ["deal", *RECIPES])
    assert synth.main(["--check"], tmp_path) == 0
