"""The table in words: a message for guests that know no game, such as a browser (docs/protocol.md)."""

from __future__ import annotations

import msgspec

from game.session.messages import HostMessage, Request, Turn


class Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fact of the deal that everybody at the seat may know, such as the trump.

    ``label``: the small line above ``text``. ``card``, ``suit``: its picture, "" without one. ``side``: "us", "them"
    or "".
    """

    text: str
    label: str = ""
    card: str = ""
    suit: str = ""
    side: str = ""


class DescribedSeat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player, with the card that they have played in the trick.

    ``portrait``: the number of a picture, with two digits. ``state``: one short line, such as a score or a bid.
    ``is_call``: whether it begins with what they have called or bid. ``role``: such as "Caller", or "". ``side``: "us",
    "them" or "". ``card``: "" without one, "??" face down.
    """

    seat: int
    name: str
    portrait: str = ""
    color: str = ""
    state: str = ""
    role: str = ""
    side: str = ""
    card: str = ""
    card_name: str = ""
    is_you: bool = False
    is_turn: bool = False
    is_winning: bool = False
    is_leading: bool = False
    is_call: bool = False
    is_away: bool = False
    is_free: bool = False
    is_partner: bool = False


class HandCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card of the guest's hand. ``choice``: the index of the choice that plays it, None if ``refusal`` forbids it."""

    card: str
    name: str
    choice: int | None = None
    refusal: str = ""


class DescribedChoice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice of the guest.

    ``kind``: "card", "number" (one of a row), "button", or "menu" for choices beside the turn. ``label``: the text of
    the button that makes the choice. ``figure``, ``small``: of a number, such as "0" and "nil". ``meaning``: lines
    about it. ``request``: what a `Command` then asks for. ``confirmation``: a question to ask before, or "".
    ``seat``: the empty seat of the lobby at which the guest then sits.
    """

    kind: str
    label: str
    request: Request
    card: str = ""
    suit: str = ""
    figure: str = ""
    small: str = ""
    meaning: tuple[str, ...] = ()
    is_primary: bool = False
    is_enabled: bool = True
    refusal: str = ""
    confirmation: str = ""
    seat: int | None = None


class ResultRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player or a side in a result.

    ``figure``: the score of the deal; ``total``: that of the match. ``note``: a role, or what was bid and taken.
    """

    name: str
    figure: str
    total: str = ""
    note: str = ""
    portraits: tuple[str, ...] = ()
    side: str = ""
    is_you: bool = False
    is_winner: bool = False


class ShownCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card of the deciding trick, and who played it."""

    card: str
    name: str
    player: str
    is_winning: bool = False


class DescribedResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a deal or of the match.

    ``lines``: sentences about it, the most important first. ``trick``: the deciding trick, with its title.
    """

    title: str
    lines: tuple[str, ...] = ()
    figure_heading: str = ""
    total_heading: str = ""
    rows: tuple[ResultRow, ...] = ()
    trick_title: str = ""
    trick: tuple[ShownCard, ...] = ()


class LogEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the log: an event, or a chat message of ``name``. ``kind``: "event", "chat", "own_chat" or "note"."""

    text: str
    kind: str = "event"
    name: str = ""
    portrait: str = ""


class Phrase(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ready-made chat message in the language of the guest."""

    text: str
    request: Request


class Check(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A thing that a guest can or cannot check of its host. ``id``: names it for a program that checks it itself."""

    id: str
    text: str


class Described(HostMessage, frozen=True, kw_only=True, omit_defaults=True, tag="described"):
    """All that a guest may know now, in the words of its language; sent after each change, always complete.

    ``number``: counts these messages on a connection. ``turn``: of the commands that ``choices`` make. ``place``:
    "waiting", "lobby", "table", "result" or "ended". ``deck``: the folder of the cards' pictures. ``seats``: in order
    of play, the guest's own one last, in the lobby the first one first. ``status``: one line about whose turn it is.
    ``is_trick_taken``: whether the cards at the seats are those of the last trick, which stay until the next card.
    ``question``, ``explanation``: of ``choices`` that are no cards. ``notice``: a line above everything, such as that
    somebody is away. ``refusal``: why the last request had no effect.
    """

    number: int
    turn: Turn
    place: str
    language: str
    title: str
    subtitle: str = ""
    deck: str = ""
    facts: tuple[Fact, ...] = ()
    seats: tuple[DescribedSeat, ...] = ()
    status: str = ""
    is_your_turn: bool = False
    is_trick_taken: bool = False
    hand: tuple[HandCard, ...] = ()
    question: str = ""
    explanation: tuple[str, ...] = ()
    choices: tuple[DescribedChoice, ...] = ()
    result: DescribedResult | None = None
    log: tuple[LogEntry, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    may_write: bool = False
    seconds_left: float | None = None
    notice: str = ""
    refusal: str = ""
    checks: tuple[Check, ...] = ()
