"""Deal codes: a deal as a short line of letters to be typed elsewhere: ``B2-0A7K-…``.

A code has the letter of the game and the number of seats; then, in the 32 letters of Crockford, the preset, the
dealer, the options that differ from the preset, the key of the shuffle (`game.shuffling.shuffle`), and four check
letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

import msgspec

from game.core.messages import InputError
from game.core.options import (
    Options,
    OptionSpec,
    OptionValue,
    change_options,
    find_changed_options,
    format_option_value,
    list_option_specs,
)
from game.rules import GAMES
from game.shuffling.shuffle import KEY_HEX_DIGITS

T = TypeVar("T")
CODE_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The letters of Crockford's base 32: without I, L, O and U."""
MISREAD_LETTERS: Final = str.maketrans("ILO", "110")
BITS_PER_LETTER: Final = 5
KEY_BITS: Final = 4 * KEY_HEX_DIGITS
CHECK_LETTER_COUNT: Final = 4
"""Letters at the end; a mistyped code passes them once in a million times."""
LETTERS_PER_GROUP: Final = 4
MAX_CODE_LETTERS: Final = 200
"""An upper bound of the letters in a code."""


class DealCodeError(InputError):
    """A text that cannot be decoded as a deal code."""


class DealSpec(msgspec.Struct, frozen=True, kw_only=True):
    """All that a deal follows from: game, rules, seats, dealer and the key of the shuffle."""

    game_id: str
    preset: str
    options: Options
    seats: int
    dealer: int
    key: str


def encode_deal(deal: DealSpec) -> str:
    """Return the deal code, the inverse of `decode_deal`: letters in groups with hyphens.

    Raise KeyError for a game that is not registered, ValueError for an unknown preset.
    """
    game = GAMES[deal.game_id]
    bits = _format_bits(list(game.presets).index(deal.preset), 3) + _format_bits(deal.dealer, 3)
    preset_options = game.presets[deal.preset]
    changes = find_changed_options(deal.options, preset_options)
    for index, spec in enumerate(_list_numbered_specs(preset_options)):
        if spec.name in changes:
            values = _list_values(spec)
            bits += "1" + _format_bits(index, 5) + _format_bits(values.index(changes[spec.name]), _count_bits(values))
    bits += "0"
    bits += "0" * (-len(bits) % BITS_PER_LETTER) + _format_bits(int(deal.key, 16), KEY_BITS)
    letters = "".join(
        CODE_ALPHABET[int(bits[index : index + BITS_PER_LETTER], 2)] for index in range(0, len(bits), BITS_PER_LETTER)
    )
    letters += _compute_check_letters(deal)
    groups = (letters[index : index + LETTERS_PER_GROUP] for index in range(0, len(letters), LETTERS_PER_GROUP))
    return "-".join((f"{game.code_letter}{deal.seats}", *groups))


def decode_deal(text: str) -> DealSpec:
    """Return the deal of a code; small letters, blanks and misread letters (O for 0) are accepted.

    Raise DealCodeError if the text is not a valid code of a registered game.
    """
    letters = "".join(text.upper().split()).replace("-", "")
    if len(letters) > MAX_CODE_LETTERS:
        raise DealCodeError("code_too_long")
    game = next((candidate for candidate in GAMES.values() if letters[:1] == candidate.code_letter), None)
    if game is None:
        first_letters = ", ".join(candidate.code_letter for candidate in GAMES.values())
        raise DealCodeError("code_first_letter", letters=first_letters)
    if not (letters[1:2].isdecimal() and letters[1:2].isascii() and int(letters[1:2]) in game.seat_counts):
        raise DealCodeError("code_seat_count", game=game.id, counts=", ".join(map(str, game.seat_counts)))
    bits = _BitReader("".join(_decode_letter(letters, index) for index in range(2, len(letters))))
    preset, dealer, changes = bits.read(3), bits.read(3), dict[str, OptionValue]()
    name, preset_options = _pick(list(game.presets.items()), preset)
    if dealer >= int(letters[1]) or int(letters[1]) not in game.get_seat_counts(name):
        raise DealCodeError("code_mistyped")
    specs = _list_numbered_specs(preset_options)
    while bits.read(1):
        spec = _pick(specs, bits.read(5))
        values = _list_values(spec)
        changes[spec.name] = _pick(values, bits.read(_count_bits(values)))
    bits.read(-bits.position % BITS_PER_LETTER)
    key = f"{bits.read(KEY_BITS):0{KEY_HEX_DIGITS}x}"
    bits.read(CHECK_LETTER_COUNT * BITS_PER_LETTER)
    if bits.bits_left:
        raise DealCodeError("code_ends_before", at=len(letters) - bits.bits_left // BITS_PER_LETTER + 1)
    deal = DealSpec(
        game_id=game.id,
        preset=name,
        options=change_options(preset_options, changes),
        seats=int(letters[1]),
        dealer=dealer,
        key=key,
    )
    if encode_deal(deal).replace("-", "")[2:] != letters[2:].translate(MISREAD_LETTERS):
        raise DealCodeError("code_mistyped")
    return deal


def _pick(items: Sequence[T], index: int) -> T:
    """Return one of the items. Raise DealCodeError if there is none with this index."""
    if index >= len(items):
        raise DealCodeError("code_mistyped")
    return items[index]


def _compute_check_letters(deal: DealSpec) -> str:
    """Return letters that depend on the meaning of the code, so that other rules refuse it."""
    changes = find_changed_options(deal.options, GAMES[deal.game_id].presets[deal.preset])
    rules_text = " ".join(f"{name}={format_option_value(value)}" for name, value in sorted(changes.items()))
    lines = ("tavoloverde code 1", deal.game_id, deal.preset, rules_text, deal.seats, deal.dealer, deal.key)
    digest = int(
        sha256("\n".join(map(str, lines)).encode()).hexdigest()[: CHECK_LETTER_COUNT * BITS_PER_LETTER // 4], 16
    )
    return "".join(
        CODE_ALPHABET[digest >> BITS_PER_LETTER * letter_index & 31]
        for letter_index in reversed(range(CHECK_LETTER_COUNT))
    )


# -- bits and letters


def _format_bits(number: int, width: int) -> str:
    return f"{number:0{width}b}"


def _decode_letter(letters: str, index: int) -> str:
    value = CODE_ALPHABET.find(letters[index].translate(MISREAD_LETTERS))
    if value < 0:
        start = index - (index - 2) % LETTERS_PER_GROUP
        group = letters[start : start + LETTERS_PER_GROUP]
        raise DealCodeError("code_letter", letter=letters[index], group=group)
    return _format_bits(value, BITS_PER_LETTER)


class _BitReader:
    """Bits that are read from the left. Raises DealCodeError at their end."""

    def __init__(self, bits: str) -> None:
        self._bits = bits
        self.position = 0

    @property
    def bits_left(self) -> int:
        return len(self._bits) - self.position

    def read(self, count: int) -> int:
        """Return the next ``count`` bits as a number. Raise DealCodeError if fewer are left."""
        if count > self.bits_left:
            raise DealCodeError("code_too_short")
        bits = self._bits[self.position : self.position + count]
        self.position += count
        return int(bits or "0", 2)


def _list_numbered_specs(options: Options) -> tuple[OptionSpec, ...]:
    """Return the options in the order of their numbers in codes, which never change: added ones are last."""
    return tuple(sorted(list_option_specs(type(options)), key=lambda spec: spec.is_added))


def _list_values(spec: OptionSpec) -> Sequence[OptionValue]:
    return spec.values or range(spec.min_value, spec.max_value + 1)


def _count_bits(values: Sequence[OptionValue]) -> int:
    """Return the number of bits of an option's value."""
    return max(1, (len(values) - 1).bit_length())
