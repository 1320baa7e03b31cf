"""Functions of tests, called in several processes under `mpirun`: the one place that starts them.

`Ranks(n)` starts n processes that wait for work; `ranks(function, *args)` calls a module's function in each of them and
returns what they return, by rank. A function that raises in one is an AssertionError with all tracebacks here; one
that does not come back in time ends the processes, and says where they were.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from functools import cache
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from socket import AF_UNIX, socket
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60.0


def mpirun() -> str | None:
    """Return the path of `mpirun`: that of this environment, or the system's."""
    beside = Path(sys.executable).with_name("mpirun")
    return str(beside) if beside.exists() else shutil.which("mpirun")


@cache
def command(count: int) -> list[str]:
    """Return how `count` processes are started, more than there are processors if need be; MPICH's needs no options."""
    found = mpirun()
    assert found is not None
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    options = ["--oversubscribe", "--bind-to", "none"] if "Open MPI" in told else []
    root = ["--allow-run-as-root"] if options and os.getuid() == 0 else []
    return [found, "-n", str(count), *root, *options]


def environment() -> dict[str, str]:
    """Return the environment of the processes: they share two processors with others, and are slow to give way else."""
    return {
        **os.environ,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}",
        "OMPI_MCA_mpi_yield_when_idle": "1",
    }


def run(
    count: int, program: str, seconds: float = SECONDS, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a program of Python in several processes to its end, whatever that is; one that hangs is an error."""
    call = [*command(count), sys.executable, "-c", program]
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(call, stdout=out, stderr=err, env={**environment(), **variables}, cwd=ROOT)
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            err.seek(0)
            raise AssertionError(f"{count} ranks did not end in {seconds} s\n{err.read()}") from None
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(call, code, out.read(), err.read())


def _end(process: subprocess.Popen[Any]) -> None:
    """End mpirun, which ends its processes."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Ranks:
    """Processes under `mpirun` that call functions of tests, one after the other, until the block is left."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.process: subprocess.Popen[Any] | None = None
        self.connections: list[Connection] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        """End the processes."""
        for connection in self.connections:
            connection.close()
        if self.process is not None:
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                _end(self.process)
        self.connections, self.process = [], None

    def start(self) -> None:
        """Start the processes, and wait until each has said who it is."""
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 (it is written until the processes end)
        found: dict[int, Connection] = {}
        with tempfile.TemporaryDirectory() as folder, socket(AF_UNIX) as listener:
            listener.bind(f"{folder}/ranks")
            listener.listen()
            listener.settimeout(SECONDS)
            call = [*command(self.count), sys.executable, "-m", "distributed.ranks", f"{folder}/ranks"]
            self.process = subprocess.Popen(
                call, stderr=self.errors, env=environment(), cwd=ROOT, stdin=subprocess.DEVNULL
            )
            try:
                while len(found) < self.count:
                    connection = Connection(listener.accept()[0].detach())
                    found[connection.recv()] = connection
            except TimeoutError:
                raise self.failed(f"{self.count - len(found)} of {self.count} ranks did not start") from None
        self.connections = [found[rank] for rank in range(self.count)]

    def failed(self, what: str) -> AssertionError:
        """End the processes, and return the error with what they have written."""
        assert self.process is not None
        _end(self.process)
        self.errors.seek(0)
        text = self.errors.read()
        self.end()
        return AssertionError(f"{what}\n{text}")

    def __call__(self, function: Callable[..., Any], *args: Any, seconds: float = SECONDS) -> list[Any]:
        """Call a function, which is one of a module, in all processes; return the results by rank."""
        if self.process is None:
            self.start()
        for connection in self.connections:
            connection.send((function.__module__, function.__name__, args))
        end = time.monotonic() + seconds
        answers = []
        for rank, connection in enumerate(self.connections):
            try:
                if not connection.poll(max(0.0, end - time.monotonic())):
                    raise EOFError(f"rank {rank} did not come back in {seconds} s")
                answers.append(connection.recv())
            except (EOFError, ConnectionError) as error:
                raise self.failed(repr(error)) from None
        failed = [f"rank {rank}:\n{text}" for rank, (text, _) in enumerate(answers) if text]
        if failed:
            self.end()  # they may not be at the same call
            raise AssertionError("\n".join(failed))
        return [result for _, result in answers]


def serve(address: str) -> None:
    """Call what the tests ask for, as one of the processes, until they hang up."""
    import faulthandler

    import derivata.distributed as dist

    dist.init_process_group("mpi", timeout=20)
    end = socket(AF_UNIX)
    end.connect(address)
    with Connection(end.detach()) as connection:
        connection.send(dist.get_rank())
        while True:
            try:
                module, name, args = connection.recv()
            except EOFError:
                break
            faulthandler.dump_traceback_later(SECONDS - 5)
            try:
                answer = "", getattr(import_module(module), name)(*args)
            except Exception:  # whatever it is: the test shows it
                answer = traceback.format_exc(), None
            faulthandler.cancel_dump_traceback_later()
            connection.send(answer)
    dist.destroy_process_group()


if __name__ == "__main__":
    serve(*sys.argv[1:])
