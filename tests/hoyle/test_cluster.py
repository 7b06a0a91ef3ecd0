"""Real Ray workers on loopback: the figures of one process, also where a worker is killed in the middle.

`make ray` installs Ray and runs these; every-day tests leave them out.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hoyle import api
from hoyle.commands.cli import main
from hoyle.run.cluster import CLOSED, Cluster
from hoyle.run.simulating import Simulation, simulated
from hoyle.run.spread import spread
from hoyle.terminal.guard import Misuse

pytestmark = [
    pytest.mark.skipif(not os.environ.get("HOYLE_RAY"), reason="takes long: HOYLE_RAY=1, or make ray"),
    pytest.mark.timeout(300),
]
LISTENING = "0A"


@pytest.fixture(scope="module", name="cluster")
def two_workers() -> Iterator[Cluster]:
    with Cluster("local", 2) as cluster:
        # Workers cannot import this file.
        cluster._ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        yield cluster
    assert not {*CLOSED} & {*os.environ}


def noted(folder: str, fn: Any, *args: Any) -> Any:
    """Does work, and leaves a file with the number of the process that does it."""
    (Path(folder) / str(os.getpid())).touch()
    return fn(*args)


class Noting:
    """A cluster whose workers leave their numbers in a folder."""

    def __init__(self, cluster: Cluster, folder: Path) -> None:
        self.cluster, self.folder = cluster, folder

    def submit(self, fn: Any, /, *args: Any) -> Any:
        return self.cluster.submit(noted, str(self.folder), fn, *args)

    @property
    def workers(self) -> list[int]:
        return [int(path.name) for path in self.folder.iterdir()]


def test_a_worker_that_is_killed_in_the_middle_changes_no_figure(cluster: Cluster, tmp_path: Path):
    interpreter = api.load("leduc_poker").interpreter
    order = Simulation(6000, 3, engine="interpreter")
    noting: Any = Noting(cluster, tmp_path)
    killed: list[int] = []

    def kill(played: int, asked: int) -> None:
        if not killed and played < asked:
            killed.append(noting.workers[0])
            os.kill(killed[0], signal.SIGKILL)

    found = spread(noting, interpreter, order, shards=24, progress=kill)
    assert found.sums == simulated(interpreter, order).sums
    assert len(killed) == 1
    assert len(noting.workers) >= 3  # another worker took its place


def test_workers_answer_on_loopback_alone(cluster: Cluster, tmp_path: Path):
    noting: Any = Noting(cluster, tmp_path)
    pids = {noting.submit(os.getpid).result() for _ in range(4)}
    addresses = {address for pid in pids for address in listening(pid)}
    assert addresses <= {"0100007F", "0000000000000000FFFF00000100007F"}
    assert addresses, "no worker listens: the test looks at nothing"


def listening(pid: int) -> Iterator[str]:
    """The addresses at which a process listens, as the system writes them."""
    sockets = set()
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        try:
            sockets.add(os.readlink(handle))
        except OSError:
            continue
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            cells = line.split()
            if cells[3] == LISTENING and f"socket:[{cells[9]}]" in sockets:
                yield cells[1].partition(":")[0]


def test_an_error_of_a_worker_is_told_as_it_is(cluster: Cluster):
    with pytest.raises(ZeroDivisionError):
        cluster.submit(partial(divmod, 1), 0).result()


def test_a_second_cluster_and_one_that_does_not_answer_are_told(cluster: Cluster):
    with pytest.raises(Misuse, match="no cluster could be reached at `local`"):
        Cluster("local")
    with pytest.raises(Misuse, match=r"no cluster could be reached at `127\.0\.0\.1:1`: Connection refused"):
        Cluster("127.0.0.1:1")


def test_the_command_prints_the_figures_and_nothing_else(capsys: pytest.CaptureFixture[str]):
    words = ["simulate", "leduc_poker", "--games", "300", "--seed", "2", "--json"]
    assert main(words) == 0
    wanted = json.loads(capsys.readouterr().out)
    command = [sys.executable, "-m", "hoyle", *words, "--cluster", "local", "--jobs", "2"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)
    for timed in ("seconds", "games_per_second", "decisions_per_second"):
        del wanted[timed], found[timed]
    assert found == wanted
