"""Sounds with a pitch: a thump on a table, wooden bars and plucked strings."""

import math

from .signal import SAMPLES_PER_SECOND, Curve, Samples, make_frequency_sweep, shape_as_blow, to_sample_count

A4_HZ = 440.0
SEMITONES_FROM_A = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}

BAR_PARTIALS = ((1.0, 1.0, 1.0), (3.93, 0.28, 0.3), (9.2, 0.08, 0.12))
STRING_PARTIALS = ((1.0, 1.0, 1.0), (2.0, 0.45, 0.7), (3.0, 0.22, 0.5), (4.0, 0.1, 0.35))
"""The partials of an instrument: multiple of the pitch, loudness, and decay time relative to the first."""


def get_frequency(note: str) -> float:
    """Return the frequency in Hz of a natural note such as "C5"."""
    above = SEMITONES_FROM_A[note[0]] + 12 * (int(note[1]) - 4)
    return A4_HZ * math.pow(2, above / 12)


def make_sine(seconds: float, frequency: Curve) -> Samples:
    """Return a sine wave whose frequency in Hz may move."""
    length, phase = to_sample_count(seconds), 0.0
    wave = []
    for index in range(length):
        wave.append(math.sin(phase))
        phase += 2 * math.pi * frequency(index / length) / SAMPLES_PER_SECOND
    return wave


def make_thump(frequency: float, decay: float) -> Samples:
    """Return a dull hit on felt: a low tone with a sinking pitch."""
    return shape_as_blow(make_sine(decay * 7, make_frequency_sweep(frequency * 1.5, frequency * 0.75)), 0.002, decay)


def make_marimba_note(note: str, seconds: float, decay: float = 0.09) -> Samples:
    """Return a note of a wooden bar that is hit with a soft mallet."""
    return _make_partials(BAR_PARTIALS, get_frequency(note), seconds, 0.004, decay)


def make_plucked_note(note: str, seconds: float, decay: float = 0.06) -> Samples:
    """Return a note of a string that is plucked lightly."""
    return _make_partials(STRING_PARTIALS, get_frequency(note), seconds, 0.002, decay)


def make_wood_tick(frequency: float, decay: float) -> Samples:
    """Return a tick of hard wood at a frequency in Hz."""
    return _make_partials(((1.0, 1.0, 1.0), (1.52, 0.4, 0.6)), frequency, decay * 9, 0.001, decay)


def _make_partials(
    partials: tuple[tuple[float, float, float], ...],
    frequency: float,
    seconds: float,
    attack: float,
    decay: float,
) -> Samples:
    sounding = [partial for partial in partials if partial[0] * frequency < SAMPLES_PER_SECOND * 0.45]
    total = [0.0] * to_sample_count(seconds)
    for multiple, gain, length in sounding:
        steady = frequency * multiple
        wave = shape_as_blow(_make_steady_sine(seconds, steady), attack, decay * length)
        total = [before + gain * sample for before, sample in zip(total, wave, strict=True)]
    return total


def _make_steady_sine(seconds: float, frequency: float) -> Samples:
    turn = 2 * math.pi * frequency / SAMPLES_PER_SECOND
    return [math.sin(turn * index) for index in range(to_sample_count(seconds))]
