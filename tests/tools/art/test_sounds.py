"""The sounds: equal to their recipes, of one format, short, similar in level and without clicks at their ends."""

from pathlib import Path

import pytest

from tests.rows import check_rows
from tools.art.sounds import __main__ as synth
from tools.art.sounds.files import MAX_SAMPLE_VALUE, encode_wav, read_samples
from tools.art.sounds.recipes import RECIPES, make_sound
from tools.art.sounds.signal import SAMPLES_PER_SECOND

SOUND_NAMES = ["deal", "draw", "flip", "lose", "play", "sign", "slide", "take", "trump", "turn", "warning", "win"]
END_SAMPLES = 8
"""The number of samples at both ends that must be nearly silent."""


def read_sample_ratios(name: str) -> list[float]:
    """Return the samples of a file relative to the format's maximum."""
    return [sample / MAX_SAMPLE_VALUE for sample in read_samples(synth.SOUNDS_FOLDER / f"{name}.wav")]


def test_every_sound_has_a_recipe() -> None:
    assert sorted(RECIPES) == SOUND_NAMES


@pytest.mark.slow
def test_sound_files_match_their_recipes() -> None:
    assert synth.find_outdated_files() == []


@check_rows("name", SOUND_NAMES)
def test_sound_is_short_of_one_level_and_has_neither_clicks_nor_silence_at_its_ends(name: str) -> None:
    held = read_sample_ratios(name)
    assert 0.08 <= len(held) / SAMPLES_PER_SECOND <= 1.0
    assert (synth.SOUNDS_FOLDER / f"{name}.wav").stat().st_size < 40_000
    assert max(map(abs, held)) == pytest.approx(0.5, abs=0.01)
    assert (sum(sample * sample for sample in held) / len(held)) ** 0.5 > 0.02
    assert abs(sum(held) / len(held)) < 0.01
    assert held[0] == held[-1] == 0
    assert max(map(abs, held[:2])) < 0.03
    assert max(map(abs, held[-END_SAMPLES:])) < 0.005
    assert max(map(abs, held[: SAMPLES_PER_SECOND // 20])) > 0.05


def test_check_reports_different_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("deal", "play", "sign")
    synth.write_sounds(tmp_path, names)
    assert synth.find_outdated_files(tmp_path, names) == []
    (tmp_path / "deal.wav").unlink()
    (tmp_path / "play.wav").write_bytes(encode_wav(make_sound("play")[1:]))
    (tmp_path / "sign.wav").write_bytes(b"RIFF")
    (tmp_path / "other.wav").write_bytes(encode_wav(make_sound("sign")))
    assert synth.find_outdated_files(tmp_path, names) == [
        "missing: deal.wav",
        "differs: play.wav",
        "differs: sign.wav",
        "superfluous: other.wav",
    ]
