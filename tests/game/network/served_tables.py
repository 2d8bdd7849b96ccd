"""A server in the process of the test."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from game.network.certificate import load_server_context
from game.network.server import TableServer
from tests.network_driver import TableDriver

Talk = Callable[[int, TableDriver], Coroutine[Any, Any, None]]


def serve(home: Path, talk: Talk, *, seats: int = 3) -> None:
    """Run ``talk`` with the port of an open table."""

    async def run() -> None:
        driver = TableDriver(home, seats=seats)
        context, _fingerprint = load_server_context(home)
        table_server = TableServer(driver.table, context, time.monotonic)
        port = table_server.listen(0)
        running = asyncio.create_task(table_server.run())
        try:
            await asyncio.wait_for(talk(port, driver), 30)
        finally:
            table_server.stop()
            await running

    asyncio.run(run())
