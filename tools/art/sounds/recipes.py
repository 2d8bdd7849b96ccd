"""The recipes of the sounds. Each has its own seed, so that a change of one leaves the others equal."""

from collections.abc import Callable
from random import Random

from .noise import make_snap, make_swish
from .signal import Samples, finish_signal, make_frequency_sweep, mix_signals
from .tones import make_marimba_note, make_plucked_note, make_thump, make_wood_tick

PEAK_LEVEL = 0.5
"""The highest sample of a file relative to the format's maximum: -6 dBFS."""


def deal() -> Samples:
    """Make the sound of a card that is flicked off the pack and lands at once."""
    random = Random(11)
    return mix_signals(
        [
            (0.0, 0.5, make_snap(random, 4200, 0.003)),
            (0.003, 1.0, make_swish(random, 0.085, make_frequency_sweep(2200, 4600), 0.6)),
            (0.075, 0.8, make_snap(random, 2400, 0.006)),
            (0.076, 0.3, make_thump(165, 0.016)),
        ]
    )


def slide() -> Samples:
    """Make the sound of a card pushed over the felt."""
    random = Random(12)
    return mix_signals(
        [
            (0.0, 1.0, make_swish(random, 0.26, make_frequency_sweep(1500, 2900), 0.35)),
            (0.02, 0.5, make_swish(random, 0.22, make_frequency_sweep(4200, 3000), 0.5)),
        ]
    )


def play() -> Samples:
    """Make the sound of a card laid on the felt, with a little air below it."""
    return _make_card_landing(Random(13))


def flip() -> Samples:
    """Make the sound of a card that is bent, released and turned over."""
    random = Random(14)
    return mix_signals(
        [
            (0.0, 0.55, make_swish(random, 0.06, make_frequency_sweep(1800, 4800), 0.8)),
            (0.05, 0.9, make_snap(random, 3900, 0.004)),
            (0.056, 0.4, make_snap(random, 5200, 0.002)),
            (0.11, 0.75, make_snap(random, 1900, 0.008)),
            (0.111, 0.3, make_thump(170, 0.015)),
        ]
    )


def draw() -> Samples:
    """Make the sound of a card that is taken from the stock to the hand."""
    random = Random(15)
    return mix_signals(
        [
            (0.0, 1.0, make_swish(random, 0.15, make_frequency_sweep(1700, 4400), 0.7)),
            (0.125, 0.75, make_snap(random, 3600, 0.004)),
            (0.135, 0.3, make_snap(random, 2600, 0.006)),
        ]
    )


def take() -> Samples:
    """Make the sound of the cards of a trick that are swept together and squared."""
    random = Random(16)
    edges = [
        (0.09 + 0.042 * place, 0.5 + 0.08 * place, make_snap(random, 2900 - 250 * place, 0.005)) for place in range(4)
    ]
    return mix_signals(
        [
            (0.0, 1.0, make_swish(random, 0.3, make_frequency_sweep(1300, 2700), 0.55)),
            *edges,
            (0.3, 0.8, make_snap(random, 1700, 0.009)),
            (0.301, 0.4, make_thump(145, 0.024)),
        ]
    )


def trump() -> Samples:
    """Make the sound of a card laid down with force, followed by a bright fifth."""
    return mix_signals(
        [
            (0.0, 1.0, _make_card_landing(Random(17))),
            (0.035, 0.26, make_plucked_note("G5", 0.4)),
            (0.105, 0.3, make_plucked_note("D6", 0.42)),
        ]
    )


def turn() -> Samples:
    """Make the sound for the player's turn: two soft rising notes."""
    return mix_signals([(0.0, 0.8, make_marimba_note("G4", 0.45)), (0.13, 1.0, make_marimba_note("C5", 0.55))])


def warning() -> Samples:
    """Make the sound for a turn clock that runs out: tick and tock, twice."""
    ticks = [(0.0, 1750.0), (0.17, 1310.0), (0.34, 1750.0), (0.51, 1310.0)]
    return mix_signals([(start, 1.0, make_wood_tick(frequency, 0.011)) for start, frequency in ticks])


def win() -> Samples:
    """Make the sound of a chord of C that rises quickly to its octave."""
    climb = [(0.0, "C5"), (0.1, "E5"), (0.2, "G5")]
    return mix_signals(
        [
            *((start, 0.75, make_marimba_note(note, 0.45)) for start, note in climb),
            (0.32, 0.85, make_marimba_note("C6", 0.55, 0.11)),
            (0.32, 0.4, make_plucked_note("E5", 0.55, 0.1)),
            (0.32, 0.4, make_plucked_note("G5", 0.55, 0.1)),
        ]
    )


def lose() -> Samples:
    """Make the sound of the same chord that descends, low and slow."""
    return mix_signals(
        [
            (0.0, 0.8, make_marimba_note("G4", 0.45)),
            (0.17, 0.75, make_marimba_note("E4", 0.45)),
            (0.34, 0.9, make_marimba_note("C4", 0.55, 0.11)),
        ]
    )


def sign() -> Samples:
    """Make the sound for a sign to the partner: a very soft grace note."""
    return mix_signals(
        [(0.0, 0.55, make_plucked_note("E5", 0.16, 0.03)), (0.055, 1.0, make_plucked_note("A5", 0.24, 0.04))]
    )


def _make_card_landing(random: Random) -> Samples:
    """Return the air below a card, its face on the felt, an edge that settles, and the table below."""
    return mix_signals(
        [
            (0.0, 0.35, make_swish(random, 0.035, make_frequency_sweep(3400, 1800), 0.8)),
            (0.026, 1.0, make_snap(random, 2100, 0.008)),
            (0.026, 0.45, make_snap(random, 4600, 0.003)),
            (0.027, 0.4, make_thump(155, 0.022)),
            (0.052, 0.3, make_snap(random, 3000, 0.006)),
        ]
    )


RECIPES: dict[str, Callable[[], Samples]] = {
    recipe.__name__: recipe for recipe in (deal, slide, play, flip, draw, take, trump, turn, warning, win, lose, sign)
}


def make_sound(name: str) -> Samples:
    """Return the finished samples of a sound, ready for its file. Raise KeyError for an unknown name."""
    return finish_signal(RECIPES[name](), PEAK_LEVEL)
