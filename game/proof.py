"""What a record says of its shuffles under ``fairness``, and whether it holds (docs/fairness.md).

The seal of a deal is written with the deal. Its seed and salt stay with the match's own seed until the deal is
over; `revealed` puts them into what leaves the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeVar

import msgspec

from game.deal_code import CodedDeal, code_of
from game.engine.cards import Card
from game.engine.events import DealerDrawn
from game.fairness import (
    DRAW,
    KEY_LENGTH,
    Dice,
    Secret,
    Terms,
    draw_dealer,
    key_of,
    seal,
    secret_of,
    shuffled,
)
from game.i18n import _
from game.match import Match
from game.record import DealRecord, Record
from game.seating import WORD_LENGTH
from game.text import clean

FAIRNESS: Final = "fairness"
"""The key of a record, and of its deals (record.md)."""
replace = msgspec.structs.replace
T = TypeVar("T")
Digits = Annotated[str, msgspec.Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
Key = Annotated[str, msgspec.Meta(pattern=rf"\A([0-9a-f]{{{KEY_LENGTH}}})?\Z")]


class Sealing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a record says of one shuffle. ``key`` only where a deal code gave it: nothing was sealed then."""

    seal: Digits = ""
    seed: Digits = ""
    salt: Digits = ""
    key: Key = ""


class MatchFairness(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a record says for all its deals: the players' own ``word``, and the ``draw`` for the first deal."""

    word: str = ""
    draw: Sealing | None = None


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What can be shown of one deal: of an open one only its ``seal``.

    ``fault``: what does not hold, in words; ``code``: what starts the same deal elsewhere.
    """

    deal: int
    open: bool
    seal: str
    word: str = ""
    seed: str = ""
    salt: str = ""
    code: str = ""
    fault: str = ""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a record proves: so many deals that were ``sealed`` and hold, so many ``coded``; whether one is ``open``.

    ``fault``: the first thing that does not hold, with its deal; empty if all does.
    """

    sealed: int = 0
    coded: int = 0
    open: bool = False
    draw: bool = False
    fault: str = ""


# -- a match that is played ------------------------------------------------------------------------


def first_draw(match: Match, master: int, word: str) -> DealerDrawn:
    """The draw for the first deal of a match; who deals first in ``match`` itself does not matter."""
    return _drawn(match, Terms(match.name, DRAW, word), secret_of(master, DRAW).seed)


def _drawn(match: Match, terms: Terms, seed: str) -> DealerDrawn:
    return draw_dealer(match.pack, match.seats, match.game.draw_ranking, Dice(key_of(terms, seed)))


def begun(record: Record, master: int, word: str, *, drawn: bool) -> Record:
    """The record of a match before its first deal, with the players' word; with what the draw came from, if there was
    one: it is over when it is seen."""
    draw = None
    if drawn:
        secret = secret_of(master, DRAW)
        terms = Terms(record.game, DRAW, word)
        draw = Sealing(seal(terms, secret), secret.seed, secret.salt)
    said = msgspec.to_builtins(MatchFairness(word, draw))
    return replace(record, extra={**record.extra, FAIRNESS: said}) if said else record


def word_of(record: Record) -> str:
    """The players' own word; a damaged one is none."""
    said = _of_match(record)
    return said.word if said is not None else ""


def next_deal(record: Record, match: Match, master: int, key: str = "") -> DealRecord:
    """The deal that comes next; its pack follows from the ``master`` seed, or from the ``key`` of a deal code."""
    number = len(record.deals) + 1
    if key:
        sealing = Sealing(key=key)
    else:
        terms, secret = Terms(record.game, number, word_of(record)), secret_of(master, number)
        sealing, key = Sealing(seal(terms, secret)), key_of(terms, secret.seed)
    pack = shuffled(match.pack, Dice(key))
    return DealRecord(match.dealer, pack, extra={FAIRNESS: msgspec.to_builtins(sealing)})


def seal_of(deal: DealRecord) -> str | None:
    """The seal of a deal: empty if a deal code gave the pack, None if it says nothing of that."""
    said = _of_deal(deal)
    return said.seal if said is not None and (said.seal or said.key) else None


def revealed(record: Record, master: int) -> Record:
    """The record with the seeds and salts of its deals, which must all be over: what may leave the program then."""
    deals = tuple(_opened(record, deal, secret_of(master, at), at) for at, deal in enumerate(record.deals, 1))
    return replace(record, deals=deals)


def _opened(record: Record, deal: DealRecord, secret: Secret, number: int) -> DealRecord:
    # Of a match that goes on from somebody else's record, the deals before are not this seed's.
    if seal(Terms(record.game, number, word_of(record)), secret) != seal_of(deal):
        return deal
    told = {**deal.extra[FAIRNESS], "seed": secret.seed, "salt": secret.salt}
    return replace(deal, extra={**deal.extra, FAIRNESS: told})


def proof(record: Record, match: Match, master: int, number: int) -> Proof:
    """What may be shown of deal ``number`` of a match that is played here, from 1 to the last one."""
    deal, word = record.deals[number - 1], word_of(record)
    if match.deal_open and number == len(record.deals):
        return Proof(deal=number, open=True, seal=seal_of(deal) or "", word=word)
    deal = _opened(record, deal, secret_of(master, number), number)
    said, fault = _of_deal(deal) or Sealing(), _fault(record, match.pack, deal, number)
    key = said.key or key_of(Terms(record.game, number, word), said.seed)
    coded = CodedDeal(
        game=record.game, preset=record.preset, options=record.options, seats=len(record.names), dealer=deal.dealer,
        key=key,
    )  # fmt: skip
    return Proof(
        deal=number, open=False, seal=said.seal, word=word, seed=said.seed, salt=said.salt,
        code="" if fault else code_of(coded), fault=fault,
    )  # fmt: skip


# -- a record --------------------------------------------------------------------------------------


def verify(record: Record) -> Verdict:
    """What the record proves. RecordError if it cannot be played."""
    match = record.replay()
    finished = record.deals[:-1] if match.deal_open else record.deals
    fault = next(_faults(record, match, finished), "")
    if fault:
        return Verdict(fault=fault)
    coded, said = sum(1 for deal in finished if not seal_of(deal)), _of_match(record)
    draw = said is not None and said.draw is not None
    return Verdict(sealed=len(finished) - coded, coded=coded, open=match.deal_open, draw=draw)


def _faults(record: Record, match: Match, finished: tuple[DealRecord, ...]) -> Iterator[str]:
    """What does not hold, one after the other, each with its place."""
    said = _of_match(record)
    if said is None:
        yield _("what it says of all its deals under fairness is damaged")
    elif said.draw is not None and (words := _draw_fault(record, match, said.draw)):
        yield _("the draw for the first deal: {fault}").format(fault=words)
    for number, deal in enumerate(finished, 1):
        if words := _fault(record, match.pack, deal, number):
            yield _("deal {number}: {fault}").format(number=number, fault=words)
    if not finished:
        yield _("no deal of it is over: there is nothing to prove yet")


def _draw_fault(record: Record, match: Match, draw: Sealing) -> str:
    terms = Terms(record.game, DRAW, word_of(record))
    fault = _seal_fault(terms, draw)
    if fault:
        return fault
    drawn = _drawn(match, terms, draw.seed)
    return "" if drawn.dealer == record.first_dealer else _("another seat than the first dealer drew the highest card")


def _fault(record: Record, unshuffled: tuple[Card, ...], deal: DealRecord, number: int) -> str:
    """What does not hold of a deal that is over, in words; empty if all does."""
    said = _of_deal(deal)
    if said is None:
        return _("what it says under fairness is damaged")
    if said.key:
        fits = shuffled(unshuffled, Dice(said.key)) == deal.pack
        return "" if fits else _("the pack is not the one that its deal code gives")
    terms = Terms(record.game, number, word_of(record))
    fault = _seal_fault(terms, said)
    if fault:
        return fault
    fits = shuffled(unshuffled, Dice(key_of(terms, said.seed))) == deal.pack
    return "" if fits else _("the pack is not the one that its seed gives")


def _seal_fault(terms: Terms, said: Sealing) -> str:
    if not said.seal:
        return _("it was not sealed")
    if not said.seed or not said.salt:
        return _("its seed and salt are not revealed")
    fits = seal(terms, Secret(said.seed, said.salt)) == said.seal
    return "" if fits else _("the seal does not fit its seed, salt and word")


# -- what a record says ----------------------------------------------------------------------------


def _of_match(record: Record) -> MatchFairness | None:
    """What it says of all its deals, None if that is damaged; a word is one line that `clean` leaves as it is."""
    said = _read(record.extra, MatchFairness)
    return said if said is not None and clean(said.word, WORD_LENGTH) == said.word else None


def _of_deal(deal: DealRecord) -> Sealing | None:
    """What it says of a deal, None if that is damaged."""
    return _read(deal.extra, Sealing)


def _read(extra: dict[str, Any], kind: type[T]) -> T | None:
    try:
        return msgspec.convert(extra.get(FAIRNESS, {}), kind)
    except msgspec.ValidationError:
        return None
