"""Sounds with a pitch: the thump of a table, wooden bars and plucked strings."""

import math

from .signal import RATE, Curve, Signal, count, strike, sweep

A4 = 440.0
STEPS = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}

BAR = ((1.0, 1.0, 1.0), (3.93, 0.28, 0.3), (9.2, 0.08, 0.12))
STRING = ((1.0, 1.0, 1.0), (2.0, 0.45, 0.7), (3.0, 0.22, 0.5), (4.0, 0.1, 0.35))
"""The partials of an instrument: multiple of the pitch, loudness, and how long it rings next to the first."""


def pitch(note: str) -> float:
    """The frequency of a natural note such as "C5"."""
    above = STEPS[note[0]] + 12 * (int(note[1]) - 4)
    return A4 * math.pow(2, above / 12)


def sine(seconds: float, frequency: Curve) -> Signal:
    """A sine wave whose frequency may move."""
    length, phase = count(seconds), 0.0
    wave = []
    for index in range(length):
        wave.append(math.sin(phase))
        phase += 2 * math.pi * frequency(index / length) / RATE
    return wave


def thump(frequency: float, decay: float) -> Signal:
    """A dull blow on felt: a low tone that sinks as it dies."""
    return strike(sine(decay * 7, sweep(frequency * 1.5, frequency * 0.75)), 0.002, decay)


def marimba(note: str, seconds: float, decay: float = 0.09) -> Signal:
    """A wooden bar struck with a soft mallet."""
    return _ring(BAR, pitch(note), seconds, 0.004, decay)


def pluck(note: str, seconds: float, decay: float = 0.06) -> Signal:
    """A string plucked lightly."""
    return _ring(STRING, pitch(note), seconds, 0.002, decay)


def wood(frequency: float, decay: float) -> Signal:
    """A tick of hard wood."""
    return _ring(((1.0, 1.0, 1.0), (1.52, 0.4, 0.6)), frequency, decay * 9, 0.001, decay)


def _ring(
    partials: tuple[tuple[float, float, float], ...],
    frequency: float,
    seconds: float,
    attack: float,
    decay: float,
) -> Signal:
    sounding = [partial for partial in partials if partial[0] * frequency < RATE * 0.45]
    total = [0.0] * count(seconds)
    for multiple, gain, length in sounding:
        steady = frequency * multiple
        wave = strike(_steady(seconds, steady), attack, decay * length)
        total = [before + gain * sample for before, sample in zip(total, wave, strict=True)]
    return total


def _steady(seconds: float, frequency: float) -> Signal:
    turn = 2 * math.pi * frequency / RATE
    return [math.sin(turn * index) for index in range(count(seconds))]
