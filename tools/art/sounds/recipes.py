"""How each sound of the program is made; every recipe has its own seed, so that changing one leaves the others."""

from collections.abc import Callable
from random import Random

from .noise import snap, swish
from .signal import Signal, finish, mix, sweep
from .tones import marimba, pluck, thump, wood

PEAK = 0.5
"""The highest sample of a file next to the highest that fits: -6 dBFS."""


def deal() -> Signal:
    """A card flicked off the pack that lands at once."""
    random = Random(11)
    return mix(
        [
            (0.0, 0.5, snap(random, 4200, 0.003)),
            (0.003, 1.0, swish(random, 0.085, sweep(2200, 4600), 0.6)),
            (0.075, 0.8, snap(random, 2400, 0.006)),
            (0.076, 0.3, thump(165, 0.016)),
        ]
    )


def slide() -> Signal:
    """A card pushed over the felt."""
    random = Random(12)
    return mix(
        [
            (0.0, 1.0, swish(random, 0.26, sweep(1500, 2900), 0.35)),
            (0.02, 0.5, swish(random, 0.22, sweep(4200, 3000), 0.5)),
        ]
    )


def play() -> Signal:
    """A card laid on the felt with a little air under it."""
    return _laid(Random(13))


def flip() -> Signal:
    """A card bent, let go and falling on its other side."""
    random = Random(14)
    return mix(
        [
            (0.0, 0.55, swish(random, 0.06, sweep(1800, 4800), 0.8)),
            (0.05, 0.9, snap(random, 3900, 0.004)),
            (0.056, 0.4, snap(random, 5200, 0.002)),
            (0.11, 0.75, snap(random, 1900, 0.008)),
            (0.111, 0.3, thump(170, 0.015)),
        ]
    )


def draw() -> Signal:
    """A card taken from the stock and brought to the hand."""
    random = Random(15)
    return mix(
        [
            (0.0, 1.0, swish(random, 0.15, sweep(1700, 4400), 0.7)),
            (0.125, 0.75, snap(random, 3600, 0.004)),
            (0.135, 0.3, snap(random, 2600, 0.006)),
        ]
    )


def take() -> Signal:
    """The cards of a trick swept together and squared on the table."""
    random = Random(16)
    edges = [(0.09 + 0.042 * place, 0.5 + 0.08 * place, snap(random, 2900 - 250 * place, 0.005)) for place in range(4)]
    return mix(
        [
            (0.0, 1.0, swish(random, 0.3, sweep(1300, 2700), 0.55)),
            *edges,
            (0.3, 0.8, snap(random, 1700, 0.009)),
            (0.301, 0.4, thump(145, 0.024)),
        ]
    )


def trump() -> Signal:
    """A card laid down with more force, and a bright fifth after it."""
    return mix(
        [
            (0.0, 1.0, _laid(Random(17))),
            (0.035, 0.26, pluck("G5", 0.4)),
            (0.105, 0.3, pluck("D6", 0.42)),
        ]
    )


def turn() -> Signal:
    """It is your turn: two soft notes upwards."""
    return mix([(0.0, 0.8, marimba("G4", 0.45)), (0.13, 1.0, marimba("C5", 0.55))])


def warning() -> Signal:
    """The clock runs out: tick, tock, twice."""
    ticks = [(0.0, 1750.0), (0.17, 1310.0), (0.34, 1750.0), (0.51, 1310.0)]
    return mix([(start, 1.0, wood(frequency, 0.011)) for start, frequency in ticks])


def win() -> Signal:
    """A chord of C climbed quickly up to its octave."""
    climb = [(0.0, "C5"), (0.1, "E5"), (0.2, "G5")]
    return mix(
        [
            *((start, 0.75, marimba(note, 0.45)) for start, note in climb),
            (0.32, 0.85, marimba("C6", 0.55, 0.11)),
            (0.32, 0.4, pluck("E5", 0.55, 0.1)),
            (0.32, 0.4, pluck("G5", 0.55, 0.1)),
        ]
    )


def lose() -> Signal:
    """The same chord stepped down, low and unhurried: no reproach in it."""
    return mix(
        [
            (0.0, 0.8, marimba("G4", 0.45)),
            (0.17, 0.75, marimba("E4", 0.45)),
            (0.34, 0.9, marimba("C4", 0.55, 0.11)),
        ]
    )


def sign() -> Signal:
    """A sign given to the partner: a grace note, hardly more than a touch."""
    return mix([(0.0, 0.55, pluck("E5", 0.16, 0.03)), (0.055, 1.0, pluck("A5", 0.24, 0.04))])


def _laid(random: Random) -> Signal:
    """The air under a card, its face meeting the felt, an edge that settles after it, and the table below."""
    return mix(
        [
            (0.0, 0.35, swish(random, 0.035, sweep(3400, 1800), 0.8)),
            (0.026, 1.0, snap(random, 2100, 0.008)),
            (0.026, 0.45, snap(random, 4600, 0.003)),
            (0.027, 0.4, thump(155, 0.022)),
            (0.052, 0.3, snap(random, 3000, 0.006)),
        ]
    )


RECIPES: dict[str, Callable[[], Signal]] = {
    recipe.__name__: recipe for recipe in (deal, slide, play, flip, draw, take, trump, turn, warning, win, lose, sign)
}


def sound(name: str) -> Signal:
    """The finished samples of a sound, ready for its file."""
    return finish(RECIPES[name](), PEAK)
