"""Networks of this machine's own, in namespaces that a test makes and removes (Linux, root)."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import pytest

NAMESPACES_FOLDER: Final = Path("/var/run/netns")
OWN_NAMESPACE: Final = Path("/proc/thread-self/ns/net")
PROGRAMS: Final = ("ip", "nft", "miniupnpd")
_numbers = count(1)


def find_obstacle() -> str:
    """Return why this machine cannot have networks of its own, or ""."""
    if sys.platform != "linux":
        return "network namespaces need Linux"
    if os.geteuid() != 0:
        return "network namespaces need root"
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    return f"missing: {', '.join(missing)}" if missing else ""


def check_networks() -> None:
    """Skip the test where there can be no networks; in the CI as root that is a failure."""
    obstacle = find_obstacle()
    if obstacle and os.environ.get("CI") and hasattr(os, "geteuid") and os.geteuid() == 0:
        pytest.fail(obstacle)
    if obstacle:
        pytest.skip(obstacle)


ROUTER_RULES: Final = """
table inet filter {
    chain forward { type filter hook forward priority 0; policy drop;
        ct state established,related accept
        iifname "lan" accept
        jump miniupnpd
    }
    chain miniupnpd { }
    chain prerouting { type nat hook prerouting priority -100;
        jump prerouting_miniupnpd
    }
    chain postrouting { type nat hook postrouting priority 100;
        oifname "wan" masquerade
        jump postrouting_miniupnpd
    }
    chain prerouting_miniupnpd { }
    chain postrouting_miniupnpd { }
}
"""
"""The rules of a home's router: it stops what comes from outside, except what miniupnpd lets in."""


class Networks:
    """Machines and the cables between them, until `close`."""

    def __init__(self) -> None:
        self._prefix = f"tv{os.getpid()}x{next(_numbers)}"
        self._names: list[str] = []
        self._cables = count(1)

    def add_machine(self, name: str) -> str:
        """Add a machine with a loopback address only, and return its namespace."""
        namespace = f"{self._prefix}{name}"
        run("ip", "netns", "add", namespace)
        self._names.append(namespace)
        self.run(namespace, "ip", "link", "set", "lo", "up")
        return namespace

    def add_switch(self, name: str) -> str:
        """Add a switch, to which machines connect; it is a machine without an address."""
        switch = self.add_machine(name)
        self.run(switch, "ip", "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        self.run(switch, "ip", "link", "set", "br0", "up")
        return switch

    def connect(self, machine: str, address: str, switch: str, device: str = "eth0") -> None:
        """Connect a device of a machine, which gets the address (with /24), to a switch."""
        port = f"p{next(self._cables)}"
        run("ip", "-n", machine, "link", "add", device, "type", "veth", "peer", "name", port, "netns", switch)
        self.run(machine, "ip", "addr", "add", f"{address}/24", "dev", device)
        self.run(switch, "ip", "link", "set", port, "master", "br0", "up")
        self.run(machine, "ip", "link", "set", device, "up")

    def add_network(self, name: str, *members: str, prefix: str = "192.168.7") -> list[str]:
        """Add a switch with machines at it, and return it before them; they have the addresses .1, .2, ..."""
        switch, machines = self.add_switch(f"{name}s"), [self.add_machine(member) for member in members]
        for number, machine in enumerate(machines, 1):
            self.connect(machine, f"{prefix}.{number}", switch)
        return [switch, *machines]

    def add_home(
        self, name: str, outer: str, outer_address: str, *members: str, prefix: str = "192.168.7"
    ) -> list[str]:
        """Add a network behind a router, and return the router and the machines.

        ``outer``: the switch of the outer network, in which the router has ``outer_address``.
        """
        switch, *machines = self.add_network(name, *members, prefix=prefix)
        router = self.add_router(f"{name}r", outer, outer_address, switch, f"{prefix}.254")
        for machine in machines:
            self.run(machine, "ip", "route", "add", "default", "via", f"{prefix}.254")
        return [router, *machines]

    def add_router(self, name: str, outer: str, outer_address: str, inner: str, inner_address: str) -> str:
        """Add a router between two switches, which hides the inner network."""
        router = self.add_machine(name)
        self.connect(router, outer_address, outer, "wan")
        self.connect(router, inner_address, inner, "lan")
        self.run(router, "nft", "-f", "-", text=ROUTER_RULES)
        self.run(router, "sysctl", "-qw", "net.ipv4.ip_forward=1")
        return router

    def run(self, namespace: str, *command: str, text: str = "") -> str:
        """Run a command at a machine, and return what it prints."""
        return run("ip", "netns", "exec", namespace, *command, text=text)

    def close(self) -> None:
        """Remove all machines."""
        for namespace in self._names:
            subprocess.run(["ip", "netns", "del", namespace], check=False, capture_output=True)


@contextmanager
def upnp_router(namespace: str, folder: Path) -> Iterator[None]:
    """Run miniupnpd at a router of `Networks.add_home`; it keeps its leases in ``folder``."""
    settings = {
        "ext_ifname": "wan", "listening_ip": "lan", "upnp_table_name": "filter", "upnp_nat_table_name": "filter",
        "secure_mode": "yes", "lease_file": folder / "leases", "uuid": "12de4ddc-cad0-4f55-ab78-5085bf4d3fca",
        "notify_interval": 60,
    }  # fmt: skip
    lines = [f"{name}={value}\n" for name, value in settings.items()]
    path = folder / f"{namespace}.conf"
    path.write_text("".join([*lines, "allow 1024-65535 0.0.0.0/0 1024-65535\n"]), "utf-8")
    with at_machine(namespace):
        process = subprocess.Popen(
            ["miniupnpd", "-d", "-f", str(path), "-P", str(folder / f"{namespace}.pid")],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if "listening on port" in line:
                break
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield
    finally:
        process.kill()  # as if somebody pulls its plug
        process.wait(10)


def run(*command: str, text: str = "") -> str:
    """Run a command and return what it prints. Raise AssertionError if it fails."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert not done.returncode, (command, done.stderr)
    return done.stdout


@contextmanager
def at_machine(namespace: str) -> Iterator[None]:
    """Let this thread, and the threads and processes that it starts, use the network of a machine."""
    with ExitStack() as stack:
        before = stack.enter_context(OWN_NAMESPACE.open())
        there = stack.enter_context((NAMESPACES_FOLDER / namespace).open())
        _enter(there.fileno())
        try:
            yield
        finally:
            _enter(before.fileno())


def _enter(descriptor: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    assert library.setns(descriptor, 0x40000000) == 0, os.strerror(ctypes.get_errno())
