"""The processes of these tests, which all of them share."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import pytest
from distributed.ranks import Ranks, mpirun, run


@pytest.fixture(scope="session")
def launcher() -> None:
    """Skip where there is no MPI: `make test-mpi` brings it."""
    if find_spec("mpi4py") is None or mpirun() is None:
        pytest.skip("mpi4py and mpirun are not installed, which `make test-mpi` does")


@pytest.fixture(scope="session", params=["two", "four"], ids=["2 ranks", "4 ranks"])
def ranks(request: pytest.FixtureRequest) -> Ranks:
    """Return the function that calls another one in 2 processes, then in 4."""
    found: Ranks = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="session")
def two(launcher: None) -> Iterator[Ranks]:
    """Return the function that calls another one in 2 processes, for what does not depend on their number."""
    with Ranks(2) as found:
        yield found


@pytest.fixture(scope="session")
def four(launcher: None) -> Iterator[Ranks]:
    """Return the function that calls another one in 4 processes."""
    with Ranks(4) as found:
        yield found


@pytest.fixture(scope="session")
def launch(launcher: None) -> Callable[..., Any]:
    """Return the function that runs a program in several processes to its end."""
    return run
