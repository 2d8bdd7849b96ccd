"""Nothing is sent to other machines unless a way to them is asked for."""

from __future__ import annotations

import socket
from pathlib import Path

from tests.namespaces.networks import Networks, at_machine
from tests.network.clients import play_with_computers
from tests.network.host import ONE_DEAL
from tests.network.processes import HostProcess
from tests.source import PROGRAM, imports, module, within

COUNTING_RULES = """
table inet watch {
    counter sent { }
    chain output { type filter hook output priority 0; oifname != "lo" counter name sent;
    }
}
"""
SENDING_LIBRARIES = {"zeroconf": {"game.network.nearby"}, "miniupnpc": {"game.network.router"}}


def test_host_and_guests_of_one_machine_send_nothing_to_another(networks: Networks, tmp_path: Path) -> None:
    _switch, machine, _other = networks.add_network("home", "host", "other")
    networks.run(machine, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1")  # the system sends packets of its own
    networks.run(machine, "ip", "route", "add", "default", "via", "192.168.7.2")
    networks.run(machine, "nft", "-f", "-", text=COUNTING_RULES)

    def count_packets() -> int:
        words = networks.run(machine, "nft", "list", "counter", "inet", "watch", "sent").split()
        return int(words[words.index("packets") + 1])

    with at_machine(machine):
        host = HostProcess(tmp_path, ONE_DEAL, 2, ways=["--address", "127.0.0.1", "--phones"])
        play_with_computers(host.invitation, host.owner_key, 1)
        assert count_packets() == 0
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"anything", ("11.0.0.9", 9))
    assert count_packets() == 1, "a packet would have been counted"


def test_only_these_modules_import_what_searches_announces_or_asks_a_router() -> None:
    importers = {
        library: {module(path) for path in PROGRAM if [name for name in imports(path) if within(name, library)]}
        for library in SENDING_LIBRARIES
    }
    assert importers == SENDING_LIBRARIES
    searching = {module(path) for path in PROGRAM if "make_search=" in path.read_text("utf-8")}
    assert searching == {"ui.app.launch"}, "only the program that a person starts searches"
