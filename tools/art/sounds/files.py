"""Sounds as WAV files with one channel and 16 bits."""

import io
import sys
import wave
from array import array
from pathlib import Path

from .signal import SAMPLES_PER_SECOND, Samples

MAX_SAMPLE_VALUE = 32767
SAMPLE_TOLERANCE = 1
"""The difference up to which samples are equal: the last bit of a sine differs between systems."""


def encode_wav(signal: Samples) -> bytes:
    """Return the content of the file for a signal between -1 and 1."""
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
    """Return the samples of a file, -32768 to 32767.

    Raise ValueError if it is not a WAV file with this format and rate.
    """
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
    """Return whether a file contains the signal, up to `SAMPLE_TOLERANCE`."""
    try:
        file_samples = read_samples(path)
    except ValueError:
        return False
    return len(file_samples) == len(signal) and all(
        abs(sample - round(expected * MAX_SAMPLE_VALUE)) <= SAMPLE_TOLERANCE
        for sample, expected in zip(file_samples, signal, strict=True)
    )
