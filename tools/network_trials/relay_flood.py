"""`python -m tools.network_trials.relay_flood`: the memory of a relay under 1,000 connections that flood it (Linux)."""

from __future__ import annotations

import argparse
import socket
import time
from contextlib import suppress
from statistics import median

import psutil

from game.network.relay_lines import compute_table_id, derive_relay_key, prove_word
from tests.network.processes import RELAY_WORD, RelayProcess
from tools.text_tables import get_percentile

TABLE_COUNT = 30
GUESTS_OF_TABLE = 16
SILENT_COUNT = 10
"""With the hosts these are 1,000 connections."""
MAX_SECONDS = 120
PART = b"x" * 65536
STEP_BYTES = 130
STEP_COUNT = 2000
MIB = 1024**2


def connect(port: int, address: str, line: str) -> socket.socket:
    """Return a connection to the relay from an address of this machine, with its first line sent."""
    end = socket.create_connection(("127.0.0.1", port), 10.0, (address, 0))
    end.sendall(f"{line}\n".encode() if line else b"")
    return end


def open_table(port: int, number: int) -> tuple[socket.socket, list[socket.socket]]:
    """Return the host's connection of a new table, and both ends of all its joined connections."""
    key = derive_relay_key(f"flood {number}")
    host, ends = connect(port, f"127.1.{number}.1", f"HOST {key}"), list[socket.socket]()
    lines = host.makefile("r")
    challenge = lines.readline().removeprefix("WORD ").strip()
    host.sendall(f"{prove_word(RELAY_WORD, challenge, key)}\n".encode())
    assert lines.readline() == "OK\n"
    for index in range(GUESTS_OF_TABLE):
        guest = connect(port, f"127.2.{number}.{1 + index // 8}", f"GUEST {compute_table_id(key).hex()}")
        taken = lines.readline().split()[1]
        ends += [guest, connect(port, f"127.1.{number}.1", f"TAKE {taken}")]
        assert guest.recv(3) == b"OK\n"
    return host, ends


def flood(ends: list[socket.socket], *, is_read: bool) -> int:
    """Send once to every end what it takes, and read what has arrived if wanted; return the bytes that were read."""
    count = 0
    for end in ends:
        with suppress(BlockingIOError):
            end.send(PART)
        if is_read:
            with suppress(BlockingIOError):
                count += len(end.recv(len(PART)))
    return count


def measure_delay(sender: socket.socket, receiver: socket.socket) -> float:
    """Return the milliseconds in which a step of a match gets from one end of a connection to the other."""
    sent_at = time.monotonic()
    sender.sendall(PART[:STEP_BYTES])
    receiver.recv(STEP_BYTES, socket.MSG_WAITALL)
    return (time.monotonic() - sent_at) * 1000


def report_delays(name: str, delays: list[float]) -> None:
    print(f"{name}: median {median(delays):.2f} ms, p99 {get_percentile(delays, 0.99):.2f} ms", flush=True)


def report_quiet_relay(relay: RelayProcess) -> None:
    """Print the delay of a step over the relay, and without one."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        direct = socket.create_connection(listener.getsockname())
        end, _address = listener.accept()
    _host, (guest, host_end, *_others) = open_table(relay.port, TABLE_COUNT + 1)
    report_delays("a step without a relay", [measure_delay(direct, end) for _step in range(STEP_COUNT)])
    report_delays("a step over the relay", [measure_delay(guest, host_end) for _step in range(STEP_COUNT)])


def measure(relay: RelayProcess, ends: list[socket.socket], seconds: float, *, is_read: bool) -> None:
    """Flood for some seconds beside one quiet pair, and print the relay's memory and the delay of that pair."""
    process, memory, delays, byte_count = psutil.Process(relay.pid), list[int](), list[float](), 0
    _host, (guest, host_end, *others) = open_table(relay.port, TABLE_COUNT)
    for other in others:
        other.close()
    started_at, cpu_start = time.monotonic(), sum(process.cpu_times()[:2])
    while time.monotonic() - started_at < seconds:
        byte_count += flood(ends, is_read=is_read)
        delays.append(measure_delay(guest, host_end))
        memory.append(process.memory_info().rss)
    cpu = sum(process.cpu_times()[:2]) - cpu_start
    what = "both sides read" if is_read else "nobody reads"
    print(
        f"{what}: {max(memory) / MIB:.0f} MiB at most, {memory[-1] / MIB:.0f} at the end; {byte_count / MIB:.0f} MiB "
        f"copied in {seconds:.0f} s, {cpu:.1f} s of processor time",
        flush=True,
    )
    report_delays("a step of a quiet pair beside them", delays)


def main() -> None:
    """Flood a relay from many addresses of this machine, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tools.network_trials.relay_flood", description=main.__doc__)
    parser.add_argument("--seconds", type=int, default=10, help=f"length of each flood, at most {MAX_SECONDS}")
    seconds = min(parser.parse_args().seconds, MAX_SECONDS)
    own_process = psutil.Process()
    _soft_limit, hard_limit = own_process.rlimit(psutil.RLIMIT_NOFILE)
    own_process.rlimit(psutil.RLIMIT_NOFILE, (hard_limit, hard_limit))
    relay = RelayProcess()
    try:
        print(f"idle: {psutil.Process(relay.pid).memory_info().rss / MIB:.0f} MiB", flush=True)
        report_quiet_relay(relay)
        tables = [open_table(relay.port, number) for number in range(TABLE_COUNT - 1)]
        silent = [connect(relay.port, "127.3.0.1", "") for _connection in range(SILENT_COUNT)]
        ends = [end for _host, table_ends in tables for end in table_ends]
        for end in ends:
            end.setblocking(False)
        print(f"{len(ends) + len(tables) + len(silent)} connections", flush=True)
        measure(relay, ends, seconds, is_read=False)
        measure(relay, ends, seconds, is_read=True)
    finally:
        relay.kill()


if __name__ == "__main__":
    main()
