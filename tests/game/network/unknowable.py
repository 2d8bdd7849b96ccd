"""What no guest's program can know of its host: the rows of the table in docs/fairness.md, and what of the messages."""

from __future__ import annotations

from typing import Final

UNKNOWABLE: Final[dict[str, tuple[str, ...]]] = {
    "invent, change or leave out chat lines, the names in the list of people who wait, or who is away or ready": (
        "chat_lines", "match ChatLine", "waiting", "presence", "lobby seats.is_ready", "lobby seats.is_away",
    ),
    "leave out your word and say that your connection was bad": (),
    "say that the owner let the computer play for you while you were away, at a table without turn timer, or for the "
    "action that was under way when you came back": (),
    "say that your time was up, or refuse a move as too late or because it was saving": (
        "match DeadlineMessage", "match MatchStatus message.MatchStatus.error",
    ),
    "say how the table is called, which version its program has, who its owner is, what portraits people have, and "
    "whether it waits for \"ready\"": (
        "welcome", "lobby seats.is_owner", "lobby seats.color", "lobby seats.avatar_number",
        "match MatchStatus message.MatchStatus.is_between_deals",
    ),
    "start the match without having shown the lobby, or not show the draw for the first dealer": (
        "lobby", "step events[]",
    ),
    "give you a key with which you cannot come back, or refuse you": ("seat_key key", "refused"),
    "change, after a restart of your program, what it showed since your last move": (),
}  # fmt: skip
"""The kinds of messages and the fields that belong to a row, by its first cell; a field begins with its kind."""
IGNORED_FIELDS: Final = (
    "match FirstMessage message.FirstMessage.notes", "match FirstMessage message.FirstMessage.chat_messages"
)  # fmt: skip
"""The fields of which a guest's program makes no use."""
UNKNOWABLE_NAMES: Final = tuple(name for names in UNKNOWABLE.values() for name in names)
CHANGEABLE_FIELDS: Final = (*[name for name in UNKNOWABLE_NAMES if name != "lobby"], *IGNORED_FIELDS)
"""The fields with which a host can lie; what the lobby shows of rules and players is compared with the match."""
