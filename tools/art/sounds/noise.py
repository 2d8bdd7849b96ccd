"""Noise and the filter that gives it a colour: what paper and felt are made of."""

import math
from random import Random

from .signal import RATE, Curve, Signal, count, shape, strike, swell


def white(random: Random, seconds: float) -> Signal:
    """Noise with all frequencies alike."""
    return [2 * random.random() - 1 for _ in range(count(seconds))]


def band(signal: Signal, centre: Curve, width: float) -> Signal:
    """Keep what is around a centre frequency that may move; the larger the `width`, the more is kept.

    A state-variable filter with trapezoidal integrators, which stays stable while its frequency moves.
    """
    low = middle = 0.0
    kept = []
    for index, sample in enumerate(signal):
        g = math.tan(math.pi * centre(index / len(signal)) / RATE)
        high = (sample - low - (width + g) * middle) / (1 + g * (g + width))
        passed = g * high + middle
        middle = passed + g * high
        below = g * passed + low
        low = below + g * passed
        kept.append(width * passed)
    return kept


def grain(random: Random, signal: Signal, seconds: float) -> Signal:
    """Make a signal uneven, as paper rubbing on cloth: a new random loudness every so many seconds."""
    step = max(count(seconds), 1)
    levels = [0.35 + 0.65 * random.random() for _ in range(len(signal) // step + 2)]
    rough = []
    for index, sample in enumerate(signal):
        place, past = divmod(index, step)
        rough.append(sample * (levels[place] + (levels[place + 1] - levels[place]) * past / step))
    return rough


def snap(random: Random, centre: float, decay: float, width: float = 1.2) -> Signal:
    """A short dry blow of paper around a frequency, that halves every `decay` seconds."""
    noise = white(random, decay * 9)
    return strike(band(noise, lambda _: centre, width), 0.0008, decay)


def swish(random: Random, seconds: float, centre: Curve, peak: float, width: float = 0.9) -> Signal:
    """Paper sliding: uneven noise that swells up to `peak` (a part of its length) and dies away."""
    noise = band(white(random, seconds), centre, width)
    return shape(grain(random, noise, 0.004), swell(peak))
