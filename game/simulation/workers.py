"""Workers of a measurement: this process, other processes, or a Dask cluster.

The results follow from the seed and the number of the pack alone, so they are the same for all of them.
"""

from __future__ import annotations

import importlib
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Final

from game.simulation.asked_players import AskedPlayers, start_worker
from game.simulation.plan import BadArgumentError
from game.text.formatting import join_with_commas
from game.text.gettext import _
from game.version import VERSION

CONNECT_TIMEOUT_S: Final[float] = 10
"""Seconds in which the scheduler of a cluster must answer."""


@contextmanager
def open_worker_pool(
    jobs: int,
    cluster: str | None,
    *,
    timeout_s: float = CONNECT_TIMEOUT_S,
    version: str = VERSION,
    bots: Sequence[str] = (),
) -> Iterator[Executor | None]:
    """Return a context manager that gives its block an executor; None if this process does the work.

    ``jobs``: number of processes; ``cluster``: address of a Dask scheduler, whose workers are used instead if they
    answer within ``timeout_s`` and have this ``version`` of the program; ``bots``: the names of the players if some are
    bots, which never run in this process, because they can end theirs. Raise BadArgumentError if there is no such
    cluster, Dask is not installed, or a worker process ends; OSError if the connection to the cluster is lost.
    """
    if cluster is not None:
        with _open_cluster_pool(cluster, timeout_s, version) as executor:
            yield executor
    elif jobs <= 1 and not bots:
        yield None
    else:
        context = multiprocessing.get_context("spawn")
        asked_players = AskedPlayers(context, max(1, jobs))
        pool = ProcessPoolExecutor(
            max(1, jobs), mp_context=context, initializer=start_worker, initargs=(asked_players,)
        )
        try:
            yield pool
        except BrokenProcessPool:
            names = [bots[player] for player in asked_players.list_players()]
            raise _make_ended_error(names) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _make_ended_error(names: Sequence[str]) -> BadArgumentError:
    """Return the error for a worker process that has ended while it asked one of these bots."""
    if not names:
        return BadArgumentError(_("a worker process has ended unexpectedly"))
    text = _("{bot} exited instead of choosing an action")
    return BadArgumentError("--players: " + text.format(bot=join_with_commas(tuple(dict.fromkeys(names)))))


@contextmanager
def _open_cluster_pool(address: str, timeout_s: float, version: str) -> Iterator[Executor]:
    """Return a context manager that gives its block the executor of a cluster.

    The executor repeats the task of a lost worker on another one. Raise BadArgumentError without Dask or
    without a usable cluster at ``address``, OSError if the connection is lost in the block.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise BadArgumentError(_("--cluster: Dask is missing; run pip install 'tavoloverde[cluster]'")) from None
    _refuse_malformed(address)
    try:
        # A client without a scheduler cannot be closed and logs errors at exit, so the first request does without one.
        loop = distributed.utils.LoopRunner(asynchronous=False)
        kind = loop.run_sync(_kind_of_server, distributed, address, timeout_s, callback_timeout=timeout_s)
        if kind != "Scheduler":
            raise ValueError(kind)
        client = distributed.Client(address, timeout=timeout_s, set_as_default=False)
    except Exception as error:  # any type: the server at the address may not be a Dask server
        fault = _("--cluster: no cluster answers at {address}: {fault}")
        words = str(error).partition("\n")[0] or type(error).__name__
        raise BadArgumentError(fault.format(address=address, fault=words)) from None
    try:
        _check_versions(client.run(_get_version), address, version)
        yield client.get_executor(pure=False)
    except (CancelledError, distributed.CancelledError, distributed.KilledWorker) as error:
        raise OSError(
            _("the connection to the cluster at {address} was lost: {fault}").format(address=address, fault=error)
        ) from None
    finally:
        client.close()


def _refuse_malformed(address: str) -> None:
    """Raise BadArgumentError if an address has no host, no port from 1 to 65535, or an unknown scheme."""
    comm = importlib.import_module("distributed.comm")
    registry = importlib.import_module("distributed.comm.registry")
    try:
        scheme, place = comm.parse_address(address)
        host, port = registry.get_backend(scheme).get_address_host_port(place)
        is_sound = bool(host) and host.isprintable() and 0 < port < 2**16
    except (ImportError, NotImplementedError, TypeError, ValueError):
        is_sound = False
    if not is_sound:
        fault = _("--cluster: {address} is not a scheduler address such as tcp://10.0.0.1:8786")
        raise BadArgumentError(fault.format(address=address or "''"))


async def _kind_of_server(distributed: Any, address: str, timeout_s: float) -> object:
    """Return the type of a Dask server, "Scheduler" or "Worker". Raise any error of the library."""
    security = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, timeout=timeout_s, connection_args=security) as server:
        return (await server.identity())["type"]


def _get_version() -> str:
    """Return the version of the program on a worker."""
    return VERSION


def _check_versions(theirs: dict[str, str], address: str, ours: str) -> None:
    """Raise BadArgumentError if there is no worker, or one has another version than ``ours``."""
    if not theirs:
        raise BadArgumentError(_("--cluster: {address} has no workers").format(address=address))
    for worker, version in theirs.items():
        if version != ours:
            fault = _("--cluster: {worker} has version {theirs}; install {ours} there")
            raise BadArgumentError(fault.format(worker=worker, theirs=version, ours=ours))
