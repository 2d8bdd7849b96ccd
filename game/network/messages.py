"""The messages that only a table over the network has, beside those of `game.session.messages` (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

import msgspec

from game.rules import GAMES
from game.session.messages import Count, HostMessage, SessionMessage
from game.shuffling.shuffle import WordRound

PROTOCOL_VERSION: Final = 3
MAX_GUEST_MESSAGE_BYTES: Final = 4096
MAX_HOST_MESSAGE_BYTES: Final = 512 * 1024
MAX_NAME_CHARACTERS: Final = 24
MAX_TOKEN_CHARACTERS: Final = 64
MAX_EARLIER_KEYS: Final = 16
MAX_WATCHERS: Final = 8
Token: TypeAlias = Annotated[str, msgspec.Meta(max_length=MAX_TOKEN_CHARACTERS, pattern="^[0-9a-f]*$")]
ShortText: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=15)]
Element: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{66}\Z")]
SealedText: TypeAlias = Annotated[str, msgspec.Meta(max_length=4096, pattern="^[0-9a-f]*$")]
Digest: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]

# -- from a guest to the host ----------------------------------------------------------------------


class Hello(SessionMessage, frozen=True, kw_only=True, tag="hello"):
    """The first message of a guest; its form is the same in all versions of the protocol.

    ``rules``: the version of the rules by game, for all games that the guest knows; none if it wants the table in
    words. ``token``: the secret of the table, or the key of a seat (hexadecimal).
    """

    program: ShortText
    protocol: Count
    rules: Annotated[dict[ShortText, Count], msgspec.Meta(max_length=64)]
    token: Token


class Enter(SessionMessage, frozen=True, kw_only=True, tag="enter"):
    """The second message: the person who comes in.

    ``owner_key``: makes them the owner of the table. ``earlier_keys``: the keys of seats that this host gave to the
    guest's machine before, because penalties bind them. ``run``: a random text that is new at each start of the guest's
    program; the host counts the numbers of its commands for each run. ``match``: the number of the first match of this
    table of which the guest has seen a part and has no record; 0 if it has all. ``language``: asks for the table in
    words of this language (`game.network.described`); "" for a guest that knows the games.
    """

    name: ShortText
    run: Token
    color: ShortText = ""
    avatar_number: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    owner_key: Token = ""
    match: Count = 0
    earlier_keys: Annotated[tuple[Token, ...], msgspec.Meta(max_length=MAX_EARLIER_KEYS)] = ()
    language: ShortText = ""


class Knock(SessionMessage, frozen=True, kw_only=True, tag="knock"):
    """The first message of a guest who knows the digits of a table of its network and has no invitation.

    ``element``: its end of SPAKE2 (`game.network.knock`).
    """

    protocol: Count
    element: Element


class KnockProof(SessionMessage, frozen=True, kw_only=True, tag="knock_proof"):
    """The proof that the guest has the key of both elements."""

    proof: Digest


class CommitWord(SessionMessage, frozen=True, kw_only=True, tag="commit"):
    """The commitment to the guest's word for a round of the shuffle of a deal (docs/fairness.md)."""

    deal: Count
    round: Count
    commitment: Digest


class OpenWord(SessionMessage, frozen=True, kw_only=True, tag="open"):
    """The guest's word, after the list of all commitments was shown."""

    deal: Count
    round: Count
    word: Digest


class ArrangeSeats(SessionMessage, frozen=True, kw_only=True, tag="arrange"):
    """Of the owner in the lobby: the new order of the seats, each by its present number."""

    order: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=16)]


class FillSeat(SessionMessage, frozen=True, kw_only=True, tag="fill"):
    """Of the owner in the lobby: put a computer player of ``level`` at an empty seat; "" makes it empty again."""

    seat: SeatNumber
    level: ShortText


class RemoveGuest(SessionMessage, frozen=True, kw_only=True, tag="remove"):
    """Of the owner: remove the person at ``seat``, in the lobby, or between two deals for the rest of the match."""

    seat: SeatNumber


class StartMatch(SessionMessage, frozen=True, kw_only=True, tag="start"):
    """Of the owner in the lobby: start the match; empty seats are filled with computer players.

    ``people``: the names of the people that the owner sees. The match does not start if others are there, because
    somebody has just come or gone; () starts it for anybody.
    """

    people: Annotated[tuple[ShortText, ...], msgspec.Meta(max_length=16)] = ()


class Substitute(SessionMessage, frozen=True, kw_only=True, tag="substitute"):
    """Of the owner: let the computer play the seat of a person who is away, until they are back."""

    seat: SeatNumber
    is_substituted: bool = True


class Readmit(SessionMessage, frozen=True, kw_only=True, tag="readmit"):
    """Of the owner: give the seat of a person who lost the key to ``name``, who waits with the invitation."""

    seat: SeatNumber
    name: ShortText


class LetWatch(SessionMessage, frozen=True, kw_only=True, tag="let_watch"):
    """Of the owner: let ``name``, who waits, watch without a seat; or send away a person who waits or watches."""

    name: ShortText
    may_watch: bool = True


class Rematch(SessionMessage, frozen=True, kw_only=True, tag="rematch"):
    """Of the owner, after the match: ask for another one of the same people; they answer with `Ready`."""


class EndTable(SessionMessage, frozen=True, kw_only=True, tag="end"):
    """Of the owner: end the table. A match that is not over is given up."""


class NewDigits(SessionMessage, frozen=True, kw_only=True, tag="new_digits"):
    """Of the owner in the lobby: show other digits to people on this network, with all tries."""


# -- from the host to a guest ----------------------------------------------------------------------


class Refused(HostMessage, frozen=True, kw_only=True, tag="refused"):
    """The last message before the host closes the connection; its form is the same in all versions.

    ``code``: see docs/protocol.md. ``program``, ``protocol``: the versions of the host. ``minutes``: the time after
    which the reason is gone, 0 if it has no end.
    """

    code: ShortText
    program: ShortText
    protocol: Count
    minutes: Count = 0


class LobbySeat(msgspec.Struct, frozen=True):
    """A seat in the lobby: empty (``kind`` ""), a computer player of level ``kind``, or a person ("you").

    ``is_away``: of an owner whose connection is lost; the seat of anybody else is empty then.
    """

    kind: ShortText = ""
    name: ShortText = ""
    color: ShortText = ""
    avatar_number: int = 0
    is_ready: bool = False
    is_owner: bool = False
    is_away: bool = False


class Welcome(HostMessage, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `Enter`.

    ``state``: "lobby", "match", "watching" without a seat and with the leave of the owner, or "waiting" without
    a seat. ``table``: the name of the table. ``match``: the number of its match, from 1. ``people``: of the match, as
    the lobby had them, () before it. It is sent again when another match begins, and when the state changes without
    a `SeatKey`.
    """

    program: ShortText
    protocol: Count
    rules_version: Count
    game: ShortText
    table: ShortText
    state: ShortText
    is_owner: bool
    match: Count = 1
    people: tuple[LobbySeat, ...] = ()


class KnockAnswer(HostMessage, frozen=True, kw_only=True, tag="knock_answer"):
    """The answer to `Knock`; ``element``: the host's end of SPAKE2."""

    element: Element


class KnockSecret(HostMessage, frozen=True, kw_only=True, tag="knock_secret"):
    """The answer to a right `KnockProof`. ``proof``: that of the host; ``sealed``: the text of the invitation."""

    proof: Digest
    sealed: SealedText


class Ways(HostMessage, frozen=True, kw_only=True, tag="ways"):
    """The present invitation, with all ways to the host: after `Welcome`, and when it has changed."""

    invitation: str


class Reach(HostMessage, frozen=True, kw_only=True, tag="reach"):
    """For the owner: how other people can reach the table, sent after every change.

    ``is_nearby``: whether the table is announced on this network. ``nearby_code``: the digits for a newcomer there, ""
    while nobody can come in by them. ``nearby_tries``: the wrong digits that may still be entered. ``router``: the code
    of what is known of the router's port, "" if it was not asked (`game.network.router`). ``relay``: "" without one,
    "connecting", "yes", "no" (it does not answer) or the reason of its refusal: "word_wrong", "no_place", "too_often".
    ``probe``: whether the relay got through to the router's port, "" if that is unknown. ``is_reached``: whether a
    guest has come in from another network without a relay. ``phones``: the link for browsers on this network, "" if
    they are not served.
    """

    is_nearby: bool = False
    nearby_code: ShortText = ""
    nearby_tries: Count = 0
    router: ShortText = ""
    relay: ShortText = ""
    probe: ShortText = ""
    is_reached: bool = False
    phones: str = ""


class Lobby(HostMessage, frozen=True, kw_only=True, tag="lobby"):
    """The lobby, sent after every change.

    ``changes``: the options that differ from ``preset``. ``your_seat``: the guest's own seat in ``seats``, None for a
    watcher. ``level``: of the computer players who take the empty seats.
    """

    game: ShortText
    preset: ShortText
    changes: dict[str, Any]
    seats: tuple[LobbySeat, ...]
    your_seat: int | None
    level: ShortText


class SeatKey(HostMessage, frozen=True, kw_only=True, tag="seat_key"):
    """The key of the guest's seat in the match (hexadecimal): from now on the token of its first message."""

    seat: int
    key: Token


class SeatPresence(msgspec.Struct, frozen=True):
    """A person of the match. ``away_seconds``: since the connection was lost, None if they are there.

    ``is_removed``: whether the owner has removed them, so that a computer plays until the end.
    """

    seat: int
    away_seconds: float | None = None
    is_substituted: bool = False
    is_removed: bool = False


class Presence(HostMessage, frozen=True, kw_only=True, tag="presence"):
    """The people at the table, sent after every change.

    ``ready_seats``: between two deals, the people who are ready for the next one; after the match, the
    people who are ready for another one, which the owner has asked for. ``is_rematch_asked``: whether they have.
    """

    people: tuple[SeatPresence, ...]
    ready_seats: tuple[int, ...] = ()
    is_rematch_asked: bool = False


class WaitingGuests(HostMessage, frozen=True, kw_only=True, tag="waiting"):
    """For the owner: the names of guests who came with the invitation and found no seat."""

    names: tuple[str, ...]


class WatcherNames(HostMessage, frozen=True, kw_only=True, omit_defaults=True, tag="watchers"):
    """The names of the watchers who are there, sent after every change; ``owner``: that of the owner among them."""

    names: tuple[str, ...]
    owner: str = ""


class Shuffle(HostMessage, frozen=True, kw_only=True, tag="shuffle"):
    """The words that people contribute to the shuffle of the next deal, sent after every change.

    ``match``, ``seal``: see docs/fairness.md. ``rounds``: the present round last. Of that one the commitments are shown
    once all have committed, and the words once all are open; an earlier one was void. ``excluded_seats``: the people
    who contribute no more words in this match, because theirs were missing or came late.
    """

    match: ShortText
    deal: int
    seal: Digest
    rounds: tuple[WordRound, ...]
    excluded_seats: tuple[int, ...] = ()


class FinishedDeal(HostMessage, frozen=True, kw_only=True, tag="deal"):
    """A deal that is over, which is public as a whole.

    ``number``: from 1. ``data``: the text of a match file with this deal only.
    """

    number: int
    data: str


class RecordPart(HostMessage, frozen=True, kw_only=True, tag="record"):
    """A part of the text of the match file of the finished match; the last part has ``is_last``."""

    data: str
    is_last: bool


def list_rules_versions() -> dict[str, int]:
    """Return the version of the rules of each game, for `Hello`."""
    return {game.id: game.rules_version for game in GAMES.values()}
