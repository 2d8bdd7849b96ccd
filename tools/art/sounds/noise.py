"""Noise and a band filter, from which the sounds of paper and felt are made."""

import math
from random import Random

from .signal import SAMPLES_PER_SECOND, Curve, Samples, apply_envelope, make_swell, shape_as_blow, to_sample_count


def make_white_noise(random: Random, seconds: float) -> Samples:
    """Return noise with all frequencies equally loud, between -1 and 1."""
    return [2 * random.random() - 1 for _ in range(to_sample_count(seconds))]


def filter_band(signal: Samples, center: Curve, width: float) -> Samples:
    """Filter a signal around a center frequency in Hz, which may move; a larger `width` keeps more.

    It is a state-variable filter with trapezoidal integrators, which stays stable while the frequency moves.
    """
    low = middle = 0.0
    filtered = []
    for index, sample in enumerate(signal):
        g = math.tan(math.pi * center(index / len(signal)) / SAMPLES_PER_SECOND)
        high_pass = (sample - low - (width + g) * middle) / (1 + g * (g + width))
        passed = g * high_pass + middle
        middle = passed + g * high_pass
        below = g * passed + low
        low = below + g * passed
        filtered.append(width * passed)
    return filtered


def apply_grain(random: Random, signal: Samples, seconds: float) -> Samples:
    """Change the loudness at random, as paper does on cloth; `seconds`: the time between two random levels."""
    step = max(to_sample_count(seconds), 1)
    levels = [0.35 + 0.65 * random.random() for _ in range(len(signal) // step + 2)]
    rough = []
    for index, sample in enumerate(signal):
        place, past = divmod(index, step)
        rough.append(sample * (levels[place] + (levels[place + 1] - levels[place]) * past / step))
    return rough


def make_snap(random: Random, center: float, decay: float, width: float = 1.2) -> Samples:
    """Return a short dry hit of paper around a frequency in Hz; its loudness halves every `decay` seconds."""
    noise = make_white_noise(random, decay * 9)
    return shape_as_blow(filter_band(noise, lambda _: center, width), 0.0008, decay)


def make_swish(random: Random, seconds: float, center: Curve, peak: float, width: float = 0.9) -> Samples:
    """Return the sound of sliding paper: uneven noise that is loudest at `peak`, a share of its length."""
    noise = filter_band(make_white_noise(random, seconds), center, width)
    return apply_envelope(apply_grain(random, noise, 0.004), make_swell(peak))
