"""Networks for the tests in this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.namespaces.networks import Networks, check_networks


@pytest.fixture
def networks() -> Iterator[Networks]:
    check_networks()
    networks = Networks()
    try:
        yield networks
    finally:
        networks.close()
