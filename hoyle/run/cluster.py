"""Workers on one or more machines, by Ray: `pip install 'hoyle[ray]'`, which nothing else of Hoyle needs.

Leaves which work there is to `hoyle.run.spread`. Ray starts lost work again elsewhere; figures do not
change by that, as a shard comes out the same wherever and however often it is played.
"""

from __future__ import annotations

import os
import secrets
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, redirect_stdout, suppress
from importlib.util import find_spec
from typing import Any

from hoyle.terminal.guard import Misuse, because, bound_memory

LOCAL = "local"
RETRIES = 10
"""So often is a piece of work begun again whose worker was lost."""
STORE = 100 * 2**20
"""Bytes that local workers share: sums are small."""

QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
"""Nothing is told to anybody elsewhere, and nothing about graphics cards."""
CLOSED = ("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "RAY_AUTH_MODE", "RAY_AUTH_TOKEN")
"""The first, which Ray reads on every system, says whether workers are for other machines too."""

SECONDS = 5.0
"""So long a cluster has time to answer at all."""


class Cluster(Executor):
    """Ray's workers as an executor.

    `local` begins workers on this machine, as many as `jobs` or as it has cores; they end with it, and listen to
    loopback alone. Anything else is the address of a running cluster, such as `10.0.0.1:6379`.

    Raises Misuse where Ray is not installed, or no cluster answers.
    """

    def __init__(self, address: str = LOCAL, jobs: int | None = None) -> None:
        if find_spec("ray") is None:
            raise Misuse("a cluster is reached by Ray, which is not installed; install it: pip install 'hoyle[ray]'")
        self._before = dict(os.environ)
        os.environ.update(QUIET, **(_closed() if address == LOCAL else {}))
        try:
            _reached(address)
            import ray

            self._ray: Any = ray
            with _unbounded(), redirect_stdout(sys.stderr):
                ray.init(**_options(address, jobs))
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            self._restore()
            said = because(error) if isinstance(error, OSError) else (str(error).strip() or type(error).__name__)
            how = f"write `{LOCAL}`, or the address that `ray start --head` told, such as 10.0.0.1:6379"
            raise Misuse(f"no cluster could be reached at `{address}`: {said.splitlines()[0]}; {how}") from None
        self._call = ray.remote(num_cpus=1, max_retries=RETRIES)(_call)

    @property
    def workers(self) -> int:
        """How many pieces of work there may be at once."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Has a worker call a function, which it imports by its name."""
        found: Future[Any] = self._call.remote(fn, args, kwargs).future()
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leaves the cluster; workers that were begun for it end."""
        self._ray.shutdown()
        self._restore()

    def _restore(self) -> None:
        for name in {*QUIET, *CLOSED}:
            os.environ.pop(name, None)
            if name in self._before:
                os.environ[name] = self._before[name]


def _closed() -> dict[str, str]:
    """Variables by which workers on this machine answer nobody else: on loopback alone, and whoever has the word."""
    return dict(zip(CLOSED, ("0", "token", secrets.token_hex(32)), strict=True))


def _reached(address: str) -> None:
    """Raises OSError where nobody listens at an address of host and port: Ray would try for minutes."""
    host, _, port = address.rpartition(":")
    if host and port.isdecimal() and "/" not in host:
        with socket.create_connection((host, int(port)), SECONDS):
            pass


def _options(address: str, jobs: int | None) -> dict[str, object]:
    common: dict[str, object] = {"logging_level": "error", "log_to_driver": False, "configure_logging": True}
    if address != LOCAL:
        return {**common, "address": address}
    return {
        **common, "address": LOCAL, "num_cpus": jobs or os.cpu_count() or 1, "include_dashboard": False,
        "object_store_memory": STORE, "_node_ip_address": "127.0.0.1",
    }  # fmt: skip


@contextmanager
def _unbounded() -> Iterator[None]:
    """Without the bound that a command has on its memory, as Ray's own processes would inherit it; workers have it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
    try:
        yield
    finally:
        with suppress(ImportError, OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _call(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    bound_memory()
    return fn(*args, **kwargs)
