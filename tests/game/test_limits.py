"""Each limit holds exactly: so much is accepted or kept, and one more is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Future
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cli.analysis_report import MAX_SEED
from game.cli.simulate import parse_integer
from game.core.arguments import check_whole_number, format_argument
from game.core.messages import InputError
from game.core.sanitizer import escape_to_one_line, sanitize_for_drawing
from game.core.validation import read_validation_error
from game.lessons.progress import LessonProgress, LessonProgressList
from game.match.house_rules import decode_rule_set
from game.match.record import decode_record
from game.network.guest import Budget, Guest
from game.network.invitation import Endpoint, Invitation, decode_invitation, encode_invitation, is_address
from game.network.listeners import get_origin
from game.network.messages import RecordPart, SeatKey
from game.network.table_files import GuestSeat, SeatKeys
from game.network.unknown_connections import UnknownConnections
from game.session.encoding import MessageError, encode_message
from game.session.rate_limit import RateLimit
from game.session.write_queue import WriteQueue
from game.shuffling.deal_codes import decode_deal
from game.statistics.daily_deals import DailyResult, DailyResults, compute_streak
from game.storage.files import StorageError, read_file
from game.text.chat import message_refusal_reason
from game.text.file_errors import format_losses
from game.text.file_names import make_file_stem
from game.text.formatting import shorten_seal
from game.text.player_names import derive_portrait_number
from game.trainer.scores import TrainerScore, TrainerScores
from game.trainer.text import format_streak
from tests.helpers import deal_briscola
from tests.lanes import choose_sample

CARDS = ("7d", "Jh 4c 5c", "2d 4s 5s")
INVITATION = Invitation(("192.0.2.1",), 4000, bytes(32), bytes(16))
DEEP_RECORD = b'{"format": "tavoloverde-record", "version": 1, "extra": %s%s}'


def find_fault(function: Callable[..., object], *arguments: Any) -> str:
    """Return the reason for which a call is refused; "" if it is not."""
    try:
        function(*arguments)
    except (InputError, MessageError) as error:
        return error.reason.code if isinstance(error, InputError) else str(error)
    except (ValueError, StorageError) as error:
        return str(error)
    return ""


def find_record_fault(data: bytes) -> str:
    """Return the code of the fault of a record that is wrong in any case, with that inside it."""
    try:
        decode_record(data)
    except InputError as error:
        return f"{error.reason.code} {error.reason.values.get('fault', '')}"
    return ""


def make_address(size: int) -> str:
    return ".".join(["a" * 49] * 6)[: size - 2] + ".b"


@pytest.mark.parametrize(("most", "is_refused"), [
    # numbers and texts
    (10**18 - 1, lambda n: bool(find_fault(check_whole_number, "deals", n))),
    (10**18 - 1, lambda n: bool(find_fault(check_whole_number, "deals", -n))),
    (80, lambda n: "…" in format_argument(tuple(range(10**9, 10**9 + 6))) + escape_to_one_line("a" * n, 80)),
    (5000, lambda n: "…" in escape_to_one_line("a" * n)),
    (4, lambda n: sanitize_for_drawing("x" + "\u0323" * n) != "x" + "\u0323" * n),
    (40, lambda n: "a" * n not in str(read_validation_error(ValueError(f"Invalid enum value '{'a' * n}'"))[0])),
    (2**63 - 1, lambda n: bool(find_fault(parse_integer, "--seed", str(n), 0, MAX_SEED))),
    (200, lambda n: make_file_stem("a" * n) != "a" * n),
    (200, lambda n: message_refusal_reason(deal_briscola(*CARDS, talk="free"), "a" * n) is not None),
    # files
    (64_000, lambda n: find_fault(decode_rule_set, b" " * n) == "rules_file_too_long"),
    (8_000_000, lambda n: "file_too_large" in find_record_fault(b" " * n)),
    (2_000, lambda n: "too_many_deals" in find_record_fault(json.dumps({"deals": [0] * n}).encode())),
    (100_000, lambda n: "too_many_actions" in find_record_fault(b'{"deals": [{"actions": [0%s]}]}' % (b",0" * ~-n))),
    (50, lambda n: "too_deep" in find_record_fault(DEEP_RECORD % (b"[" * (n - 1), b"]" * (n - 1)))),
    (200, lambda n: find_fault(decode_deal, "B2-" + "A" * (n - 2)) == "code_too_long"),
    # invitations
    (253, lambda n: not is_address(make_address(n))),
    (63, lambda n: not is_address("a" * n + ".it")),
    (8, lambda n: bool(find_fault(Invitation, ("a",) * n, 1, bytes(32), bytes(16)))),
    (4, lambda n: bool(find_fault(Invitation, (), 1, bytes(32), bytes(16), (Endpoint("a", 1),) * n))),
    (65535, lambda n: bool(find_fault(Invitation, ("a",), n, bytes(32), bytes(16)))),
    (4000, lambda n: bool(find_fault(decode_invitation, encode_invitation(INVITATION).ljust(n)))),
])  # fmt: skip
def test_limit_holds_exactly(most: int, is_refused: Callable[[int], bool]) -> None:
    assert (is_refused(most), is_refused(most + 1)) == (False, True)


def keep_daily_results(count: int) -> int:
    *earlier, last = (DailyResult(date="2026-01-01", game=str(number), match=number) for number in range(count))
    return len(DailyResults(tuple(earlier)).with_started(last).results)


def keep_scores(count: int) -> int:
    practices = tuple(TrainerScore(profile=str(number), game="spades", kind="call") for number in range(count - 1))
    return len(TrainerScores(practices).with_answer("", "spades", "call", is_right=True).practices)


def keep_lessons(count: int) -> int:
    lessons = (LessonProgress(profile=str(number), game="spades") for number in range(count))
    return len(reduce(LessonProgressList.with_progress, lessons, LessonProgressList()).learnt)


def add_seat(keys: SeatKeys, host: int = 0, table: int = 0) -> tuple[SeatKeys, Invitation]:
    """Return the keys with one more, for a seat at a table of a host, and its invitation."""
    invitation = Invitation(("a",), 1, host.to_bytes(32), table.to_bytes(16))
    return keys.with_seat(invitation, GuestSeat(key=str(table), invitation="", table="", name="")), invitation


def keep_seats(count: int) -> int:
    return len(reduce(lambda keys, number: add_seat(keys, host=number)[0], range(count), SeatKeys()).seats)


def leave_seats(count: int, place: str) -> SeatKeys:
    """Return the keys after as many seats were left, each of another host or at another table."""
    keys = SeatKeys()
    for number in range(count):
        keys, invitation = add_seat(keys, **{place: number})
        keys = keys.without_seat(invitation)
    return keys


def keep_hosts(count: int) -> int:
    return len(leave_seats(count, "host").earlier_keys)


def keep_earlier_keys(count: int) -> int:
    return len(leave_seats(count, "table").list_keys(INVITATION))


def name_losses(count: int) -> int:
    return format_losses([f"match {number}" for number in range(count)]).count("match ")


@pytest.mark.nightly
@pytest.mark.parametrize(("most", "keep"), choose_sample([
    (10_000, keep_daily_results), (10_000, keep_scores), (2_000, keep_lessons), (100, keep_seats), (100, keep_hosts),
    (16, keep_earlier_keys), (20, name_losses),
], 2, 1))  # fmt: skip
def test_no_more_than_the_limit_is_kept(most: int, keep: Callable[[int], int]) -> None:
    assert (keep(most), keep(most + 1)) == (most, most)


# -- in time ---------------------------------------------------------------------------------------


def test_person_may_do_a_thing_five_times_in_ten_seconds() -> None:
    now = [0.0]
    limit, waits = RateLimit(lambda: now[0]), list[float]()
    for second in (0, 1, 2, 3, 4, 9, 10, 11):
        now[0] = float(second)
        waits.append(limit.find_wait(2))
        if not waits[-1]:
            limit.count(2)
    assert waits == [0, 0, 0, 0, 0, 1, 0, 0]
    assert limit.find_wait(1) == 0


def test_budget_of_a_guest_grows_up_to_its_bound() -> None:
    now = [0.0]
    budget = Budget(lambda: now[0])
    assert [budget.spend(0) for _message in range(101)][98:] == [0, 0, 1 / 20]
    now[0] = 1000.0
    assert [budget.spend(size) for size in (128 * 1024 - 1, 1, 16 * 1024)] == [0, 0, 1.0]


def make_record_part(size: int) -> RecordPart:
    """Return a message whose text has ``size`` bytes."""
    empty = RecordPart(data="", is_last=False)
    return msgspec.structs.replace(empty, data="x" * (size - len(encode_message(empty))))


def is_too_long(size: int) -> bool:
    """Return whether a host refuses a guest for whom it has a message of ``size`` bytes."""
    guest = Guest(Budget(lambda: 0.0), lambda: None)
    guest.send(make_record_part(size))
    return guest.is_closing


def test_message_of_a_host_has_half_a_megabyte_at_most() -> None:
    assert (is_too_long(512 * 1024), is_too_long(512 * 1024 + 1)) == (False, True)


def test_slow_reader_is_dropped_after_a_megabyte() -> None:
    guest = Guest(Budget(lambda: 0.0), lambda: None)
    part = make_record_part(32 * 1024)
    for _message in range(32):
        guest.send(part)
    assert (guest.outgoing_bytes, guest.is_too_slow) == (1024 * 1024, False)
    guest.take_outgoing()
    guest.send(part)
    guest.send(SeatKey(seat=0, key=""))
    assert guest.is_too_slow


def test_streak_of_days_lasts_through_the_next_day() -> None:
    days = {"2026-02-26", "2026-02-27", "2026-02-28", "2026-03-02", "2026-03-03"}
    assert [compute_streak(days, f"2026-03-0{day}") for day in (3, 4, 5)] == [(2, 3), (2, 3), (0, 3)]


# -- others ----------------------------------------------------------------------------------------


def test_queue_of_writes_is_full_with_sixteen() -> None:
    queue = WriteQueue()
    fullness = list[bool]()
    for _write in range(16):
        fullness.append(queue.is_full)
        queue.add(Future, lambda _result: None, is_step=False)
    assert not any(fullness) and queue.is_full


def test_addresses_of_one_home_share_their_places() -> None:
    connections = UnknownConnections[str](3, 2)
    came = (("a", "2001:db8:0:1::1"), ("b", "2001:db8:0:1:ffff::2"), ("c", "2001:db8:0:2::1"), ("d", "2001:db8:0:1::3"))
    assert [connections.add(name, get_origin(address)) for name, address in came] == [None, None, None, "a"]
    connections.discard("c")
    assert [connections.add(name, get_origin("192.0.2.1")) for name in "ef"] == [None, "b"]


def test_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(20_000_000)
    assert len(read_file(path)) == 20_000_000
    with path.open("ab") as file:
        file.write(b"x")
    assert find_fault(read_file, path)


def test_short_texts_have_their_length() -> None:
    assert shorten_seal("0123456789abcdef") == "01234567…"
    assert [format_streak(TrainerScore(profile="", game="", kind="", streak=n)) for n in (0, 1, 2)] == [
        "", "", "2 in a row",
    ]  # fmt: skip
    assert [derive_portrait_number(letter) for letter in "ABCDE"] == [9, 10, 14, 6, 9]


def test_invitation_has_the_written_form() -> None:
    assert encode_invitation(INVITATION) == f"tv2.lpGpMTkyLjAuMi4xzQ-gxC{'A' * 43}MQQ{'A' * 21}JDA-ZshYg"
