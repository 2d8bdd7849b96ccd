"""Sounds as WAV files of one channel and 16 bits."""

import io
import sys
import wave
from array import array
from pathlib import Path

from .signal import SAMPLES_PER_SECOND, Samples

MAX_SAMPLE_VALUE = 32767
SAMPLE_TOLERANCE = 1
"""How far samples may lie apart and still be the same: sines differ in the last bit between systems."""


def encode_wav(signal: Samples) -> bytes:
    """The file that holds a signal between -1 and 1."""
    samples = array("h", [round(sample * MAX_SAMPLE_VALUE) for sample in signal])
    if sys.byteorder == "big":
        samples.byteswap()
    stream = io.BytesIO()
    with wave.open(stream, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLES_PER_SECOND)
        file.writeframes(samples.tobytes())
    return stream.getvalue()


def read_samples(path: Path) -> list[int]:
    """The samples of a file; ValueError when it is no sound of the kind written here."""
    try:
        with wave.open(str(path), "rb") as file:
            kind = (file.getnchannels(), file.getsampwidth(), file.getframerate())
            frame_bytes = file.readframes(file.getnframes())
    except (wave.Error, EOFError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    if kind != (1, 2, SAMPLES_PER_SECOND):
        raise ValueError(f"{path.name}: channels, bytes and rate are {kind}")
    read = array("h", frame_bytes)
    if sys.byteorder == "big":
        read.byteswap()
    return read.tolist()


def has_signal(path: Path, signal: Samples) -> bool:
    """Whether a file holds a signal."""
    try:
        file_samples = read_samples(path)
    except ValueError:
        return False
    return len(file_samples) == len(signal) and all(
        abs(sample - round(expected * MAX_SAMPLE_VALUE)) <= SAMPLE_TOLERANCE
        for sample, expected in zip(file_samples, signal, strict=True)
    )
