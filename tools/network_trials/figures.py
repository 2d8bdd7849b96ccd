"""`python -m tools.network_trials.figures`: latency, bytes on the wire, memory and processor time of five guests."""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from statistics import median
from unittest import mock

from game.match.house_rules import RuleSet
from game.network.remote_transport import RemoteTransport
from game.network.websocket import WebSocket
from game.session.session import Session
from tests.network.clients import has_lobby, make_client, wait_until
from tests.network.people import choose_action
from tests.network.processes import HostProcess, RelayProcess, list_relay_ways
from tools.text_tables import get_percentile

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
RULES = RuleSet(game="chiamata", preset="regolamento", changes={"match_deals": 1})
DEAL_COUNT = 5
KIB = 1024


def play_deal(home: Path, relay: str) -> tuple[list[float], int, int, float, float]:
    """Return latencies (ms), bytes to all guests, the host's memory (bytes), its processor time and the time (s)."""
    received = list[int]()

    receive_data = WebSocket.data_received

    def count_bytes(connection: WebSocket, data: bytes) -> None:
        received.append(len(data))
        receive_data(connection, data)

    host = HostProcess(home, RULES, len(NAMES), ways=list_relay_ways(relay))
    clients = [
        make_client(host.invitation, name, owner_key=host.owner_key if index == 0 else "")
        for index, name in enumerate(NAMES)
    ]
    counting = mock.patch.object(WebSocket, "data_received", count_bytes)
    counting.start()
    try:
        for client in clients:
            client.start()
        wait_until(lambda: all(map(has_lobby, clients)))
        for client in clients:
            client.be_ready()
        time.sleep(0.3)
        clients[0].start_match()
        wait_until(lambda: all(client.has_match for client in clients))
        sessions = [Session(RemoteTransport(client, time.monotonic), time.monotonic) for client in clients]
        latencies, started_at, cpu_start = list[float](), time.monotonic(), read_cpu_seconds(host.pid)
        acted_at, waiting = 0.0, set[int]()
        while not all(session.observation.is_over for session in sessions):
            for index, session in enumerate(sessions):
                if session.update(is_idle=True) and index in waiting:
                    waiting.discard(index)
                    if not waiting:
                        latencies.append((time.monotonic() - acted_at) * 1000)
                if session.status.is_between_deals:  # after a deal without a call
                    session.start_next_deal()
            for index, session in enumerate(sessions):
                if session.is_your_turn and not waiting:
                    acted_at, waiting = time.monotonic(), set(range(len(sessions))) - {index}
                    session.act(choose_action(session.observation, len(session.view.events)))
            time.sleep(0.001)
        elapsed = time.monotonic() - started_at
        return latencies, sum(received), host.read_memory(), read_cpu_seconds(host.pid) - cpu_start, elapsed
    finally:
        counting.stop()
        for client in clients:
            client.close()
        host.stop()


def read_cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Play some deals of chiamata with five guests and print the figures (Linux)."""
    parser = argparse.ArgumentParser(prog="python -m tools.network_trials.figures", description=main.__doc__)
    parser.add_argument("--relay", action="store_true", help="let all but the owner come over a relay")
    relay = RelayProcess() if parser.parse_args().relay else None
    latencies = list[float]()
    for _deal in range(DEAL_COUNT):
        with tempfile.TemporaryDirectory() as folder:
            address = "" if relay is None else f"127.0.0.1:{relay.port}"
            deal_latencies, byte_count, memory, cpu_seconds, seconds = play_deal(Path(folder), address)
        latencies += deal_latencies
        print(
            f"{len(deal_latencies)} actions, {byte_count / KIB / len(NAMES):.0f} KiB a guest, host: "
            f"{memory / KIB**2:.0f} MiB, {cpu_seconds:.2f} s of processor time in {seconds:.1f} s",
            flush=True,
        )
    if relay is not None:
        relay.stop()
    p99 = get_percentile(latencies, 0.99)
    print(f"from an action to the update of all other sessions: median {median(latencies):.1f} ms, p99 {p99:.1f} ms")


if __name__ == "__main__":
    main()
