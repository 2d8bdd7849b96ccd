"""Sounds as WAV files of one channel and 16 bits."""

import io
import sys
import wave
from array import array
from pathlib import Path

from .signal import RATE, Signal

FULL = 32767
TOLERANCE = 1
"""How far samples may lie apart and still be the same: sines differ in the last bit between systems."""


def encoded(signal: Signal) -> bytes:
    """The file that holds a signal between -1 and 1."""
    samples = array("h", [round(sample * FULL) for sample in signal])
    if sys.byteorder == "big":
        samples.byteswap()
    held = io.BytesIO()
    with wave.open(held, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return held.getvalue()


def samples(path: Path) -> list[int]:
    """The samples of a file; ValueError when it is no sound of the kind written here."""
    try:
        with wave.open(str(path), "rb") as file:
            kind = (file.getnchannels(), file.getsampwidth(), file.getframerate())
            held = file.readframes(file.getnframes())
    except (wave.Error, EOFError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    if kind != (1, 2, RATE):
        raise ValueError(f"{path.name}: channels, bytes and rate are {kind}")
    read = array("h", held)
    if sys.byteorder == "big":
        read.byteswap()
    return read.tolist()


def same(path: Path, signal: Signal) -> bool:
    """Whether a file holds a signal."""
    try:
        held = samples(path)
    except ValueError:
        return False
    return len(held) == len(signal) and all(
        abs(one - round(other * FULL)) <= TOLERANCE for one, other in zip(held, signal, strict=True)
    )
