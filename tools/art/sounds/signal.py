"""Signals as lists of samples: mixing, shaping and finishing."""

import math
from collections.abc import Callable, Iterable

SAMPLES_PER_SECOND = 22050

FADE_IN_S = 0.001
FADE_OUT_S = 0.012

Samples = list[float]
Curve = Callable[[float], float]
"""A value over the time of a sound; the argument is the elapsed share, 0 to 1."""


def to_sample_count(seconds: float) -> int:
    """Return the number of samples in a time."""
    return round(seconds * SAMPLES_PER_SECOND)


def mix_signals(parts: Iterable[tuple[float, float, Samples]]) -> Samples:
    """Return the sum of signals, each given as (start in seconds, gain, signal)."""
    mixed: Samples = []
    for start, gain, part in parts:
        first = to_sample_count(start)
        mixed.extend([0.0] * (first + len(part) - len(mixed)))
        for index, sample in enumerate(part, first):
            mixed[index] += gain * sample
    return mixed


def shape_as_blow(signal: Samples, attack: float, decay: float) -> Samples:
    """Shape a signal as a blow: a linear rise for `attack` seconds, then a fall by half every `decay` seconds.

    The last fifth is also faded, so that the sound does not break off.
    """
    rise, tail = max(to_sample_count(attack), 1), max(len(signal) // 5, 1)
    fall, level = math.pow(0.5, 1 / (decay * SAMPLES_PER_SECOND)), 1.0
    shaped = []
    for index, sample in enumerate(signal):
        shaped.append(sample * level * min(1.0, index / rise, (len(signal) - index) / tail))
        if index >= rise:
            level *= fall
    return shaped


def apply_envelope(signal: Samples, envelope: Curve) -> Samples:
    """Multiply a signal by a curve over its length."""
    length = max(len(signal), 1)
    return [sample * envelope(index / length) for index, sample in enumerate(signal)]


def make_swell(peak: float) -> Curve:
    """Return a smooth curve from 0 to 1 at `peak` (a share of the length) and back to 0."""

    def get_height(part: float) -> float:
        along = part / peak if part < peak else (1 - part) / (1 - peak)
        return math.sin(along * math.pi / 2) ** 2

    return get_height


def make_frequency_sweep(first: float, last: float) -> Curve:
    """Return a curve from the frequency `first` to `last`, with equal intervals in equal times."""
    return lambda part: first * math.pow(last / first, part)


def finish_signal(signal: Samples, level: float) -> Samples:
    """Fade both ends and scale the signal so that its highest sample is `level`."""
    faded = _fade_ends(signal)
    peak = max(map(abs, faded))
    return [sample * level / peak for sample in faded]


def _fade_ends(signal: Samples) -> Samples:
    rise, fall, last = to_sample_count(FADE_IN_S), to_sample_count(FADE_OUT_S), len(signal) - 1
    return [sample * min(1.0, index / rise, (last - index) / fall) for index, sample in enumerate(signal)]
