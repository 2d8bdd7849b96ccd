"""A deal in a short line of letters that can be told, typed and played elsewhere: ``B2-0A7K-…``.

The letter that the game declares and the number of seats; then, in the 32 letters of Crockford, the preset, the dealer
and the rules that differ from the preset, the key of the shuffle (`game.fairness`), and four letters that check it all.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

import msgspec

from game.engine.options import Options, Rule, Value, adapt, declared, deviations, shown
from game.fairness import KEY_LENGTH
from game.i18n import _
from game.rules import GAMES

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O and U."""
MISREAD: Final = str.maketrans("ILO", "110")
BITS: Final = 5
"""Of a letter."""
KEY_BITS: Final = 4 * KEY_LENGTH
CHECK: Final = 4
"""Letters at the end that are right by chance once in a million codes."""
GROUP: Final = 4
LONGEST: Final = 200
"""No code has so many letters."""


class CodeError(ValueError):
    """No deal code; ``str(error)`` is one line that says what is wrong with it, and where."""


class CodedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """All that a deal follows from: what is agreed on, who deals, the key of the shuffle."""

    game: str
    preset: str
    options: Options
    seats: int
    dealer: int
    key: str


def code_of(deal: CodedDeal) -> str:
    """The code that `coded` reads."""
    game = GAMES[deal.game]
    bits = _bits(list(game.presets).index(deal.preset), 3) + _bits(deal.dealer, 3)
    base = game.presets[deal.preset]
    changed = deviations(deal.options, base)
    for at, rule in enumerate(declared(type(base))):
        if rule.name in changed:
            bits += "1" + _bits(at, 5) + _bits(_place(rule, changed[rule.name]), _width(rule))
    bits += "0"
    bits += "0" * (-len(bits) % BITS)
    bits += _bits(int(deal.key, 16), KEY_BITS)
    letters = "".join(LETTERS[int(bits[at : at + BITS], 2)] for at in range(0, len(bits), BITS))
    letters += _check(deal)
    groups = (letters[at : at + GROUP] for at in range(0, len(letters), GROUP))
    return "-".join((f"{game.code_letter}{deal.seats}", *groups))


def coded(text: str) -> CodedDeal:
    """The deal of a code, however it is written: small letters, blanks, an O for a 0. CodeError if it is none."""
    letters = "".join(text.upper().split()).replace("-", "")
    if len(letters) > LONGEST:
        raise CodeError(_("a deal code is not so long"))
    game = next((one for one in GAMES.values() if letters[:1] == one.code_letter), None)
    if game is None:
        known = ", ".join(one.code_letter for one in GAMES.values())
        raise CodeError(_("letter 1: a deal code begins with one of {letters}").format(letters=known))
    if not (letters[1:2].isdecimal() and letters[1:2].isascii() and int(letters[1:2]) in game.seats):
        words = _("letter 2: {game} is played by {counts}")
        raise CodeError(words.format(game=_(game.title), counts=", ".join(map(str, game.seats))))
    bits = _Bits("".join(_read_letter(letter, at) for at, letter in enumerate(letters[2:], 3)))
    preset, dealer, changes = bits.take(3), bits.take(3), dict[str, Value]()
    if preset >= len(game.presets) or dealer >= int(letters[1]):
        raise _mistyped()
    name, base = list(game.presets.items())[preset]
    rules = declared(type(base))
    while bits.take(1):
        at = bits.take(5)
        if at >= len(rules):
            raise _mistyped()
        changes[rules[at].name] = _value(rules[at], bits.take(_width(rules[at])))
    bits.take(-bits.at % BITS)
    key = f"{bits.take(KEY_BITS):0{KEY_LENGTH}x}"
    bits.take(CHECK * BITS)
    if bits.left:
        raise CodeError(_("letter {at}: the deal code ends before it").format(at=len(letters) - bits.left // BITS + 1))
    deal = CodedDeal(
        game=game.name, preset=name, options=adapt(base, changes), seats=int(letters[1]), dealer=dealer, key=key
    )  # fmt: skip
    if code_of(deal).replace("-", "")[2:] != letters[2:].translate(MISREAD):
        raise _mistyped()
    return deal


def _mistyped() -> CodeError:
    return CodeError(_("a letter of the deal code is wrong or left out, or two have changed places"))


def _check(deal: CodedDeal) -> str:
    """Letters that follow from what the code means, so that a program with other rules refuses it."""
    changed = deviations(deal.options, GAMES[deal.game].presets[deal.preset])
    rules = " ".join(f"{name}={shown(value)}" for name, value in sorted(changed.items()))
    lines = ("tavoloverde code 1", deal.game, deal.preset, rules, deal.seats, deal.dealer, deal.key)
    digest = int(sha256("\n".join(map(str, lines)).encode()).hexdigest()[: CHECK * BITS // 4], 16)
    return "".join(LETTERS[digest >> BITS * at & 31] for at in reversed(range(CHECK)))


# -- bits and letters


def _bits(number: int, width: int) -> str:
    return f"{number:0{width}b}"


def _read_letter(letter: str, at: int) -> str:
    place = LETTERS.find(letter.translate(MISREAD))
    if place < 0:
        words = _("letter {at}: {letter!r} is no letter of deal codes")
        raise CodeError(words.format(at=at, letter=letter))
    return _bits(place, BITS)


class _Bits:
    """Bits that are taken from the left. CodeError if there are not so many."""

    def __init__(self, bits: str) -> None:
        self._bits = bits
        self.at = 0

    @property
    def left(self) -> int:
        return len(self._bits) - self.at

    def take(self, count: int) -> int:
        """The number that the next bits are."""
        if count > self.left:
            raise CodeError(_("the deal code is too short: its end is missing"))
        taken = self._bits[self.at : self.at + count]
        self.at += count
        return int(taken or "0", 2)


def _values(rule: Rule) -> Iterator[Value]:
    yield from rule.values or range(rule.low, rule.high + 1)


def _width(rule: Rule) -> int:
    """The bits that a value of a rule takes."""
    return max(1, (len(list(_values(rule))) - 1).bit_length())


def _place(rule: Rule, value: Value) -> int:
    return list(_values(rule)).index(value)


def _value(rule: Rule, place: int) -> Value:
    values = list(_values(rule))
    if place >= len(values):
        raise _mistyped()
    return values[place]
