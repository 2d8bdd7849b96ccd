"""Tests send nothing to other machines: an audit hook refuses it, except in networks that a test has made itself."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from pathlib import Path
from typing import Any, Final

SENDING_EVENTS: Final = {"socket.connect", "socket.sendto", "socket.sendmsg"}
THREAD_NETWORK: Final = Path("/proc/thread-self/ns/net")
LOCAL_NAMES: Final = {"", "localhost", socket.gethostname()}


def _find_network() -> int:
    """Return a number of the network in which this thread is, 0 on a system without network namespaces."""
    return THREAD_NETWORK.stat().st_ino if THREAD_NETWORK.exists() else 0


OWN_NETWORK: Final = _find_network()


def refuse_other_machines() -> None:
    """Let whatever this process would send to another machine fail like a network that leads nowhere."""
    sys.addaudithook(_check_event)


def _check_event(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.getaddrinfo":
        if isinstance(arguments[0], str) and not _is_local(arguments[0]) and _find_network() == OWN_NETWORK:
            raise socket.gaierror(socket.EAI_NONAME, "tests ask for no names of other machines")
    elif event in SENDING_EVENTS:
        sender, address = arguments
        is_probe = event == "socket.connect" and sender.type == socket.SOCK_DGRAM  # chooses a route, and sends nothing
        if isinstance(address, tuple) and not is_probe and not _is_local(address[0]) and _find_network() == OWN_NETWORK:
            raise OSError(errno.ENETUNREACH, "tests send nothing to other machines")


def _is_local(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host in LOCAL_NAMES
    return address.is_loopback or address.is_unspecified
