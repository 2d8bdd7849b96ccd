"""No test sends anything to another machine."""

from __future__ import annotations

import socket

import pytest

OTHER_MACHINE = ("192.0.2.1", 9)


def test_nothing_is_sent_to_another_machine() -> None:
    with socket.socket() as stream, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        for send in (
            lambda: stream.connect(OTHER_MACHINE),
            lambda: datagrams.sendto(b"anything", OTHER_MACHINE),
            lambda: datagrams.sendmsg([b"anything"], [], 0, OTHER_MACHINE),
            lambda: socket.getaddrinfo("example.org", 9),
        ):
            with pytest.raises(OSError, match=r"tests (send nothing to|ask for no names of) other machines"):
                send()


def test_this_machine_can_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        client.connect(("localhost", server.getsockname()[1]))
        assert server.accept()[1] == client.getsockname()
