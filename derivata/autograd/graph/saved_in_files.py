"""Saved tensors outside of the memory that a program computes in: in PyTorch the CPU's, here files."""

import atexit
import os
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import ref

import numpy as np

from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from .saved_hooks import saved_tensors_hooks

_MAPPED = 1 << 16  # smaller files are read as a whole
_files: dict[str, "ref[_File]"] = {}  # by path, those whose tensors are there still


@atexit.register
def _remove_files() -> None:
    while _files:
        with suppress(FileNotFoundError):  # the folder may have been temporary
            os.unlink(_files.popitem()[0])


class _File:
    """A file with one array, which lives as long as this object."""

    __slots__ = ("__weakref__", "path", "size")

    def __init__(self, array: Any, directory: str) -> None:
        import tempfile

        descriptor, self.path = tempfile.mkstemp(prefix="saved-", suffix=".npy", dir=directory)
        # The interpreter alone takes the path and removes the file: in Python code an interrupt would get lost
        remove = partial(next, map(os.unlink, filter(_files.pop, (self.path,))))
        _files[self.path] = ref(self, remove)
        self.size = array.nbytes
        with open(descriptor, "wb") as file:
            np.save(file, array)

    def read(self) -> Any:
        """Return the array; a large one is read where it is used."""
        return np.asarray(np.load(self.path, mmap_mode="r" if self.size >= _MAPPED else None))


class save_on_cpu(saved_tensors_hooks):
    """Context in which tensors saved for backward are kept in files, if a directory is given.

    Tensors are in the CPU's memory already, so that without a directory nothing happens: code written for PyTorch runs.

    Parameters
    ----------
    pin_memory, device_type
        For compatibility with PyTorch.
    directory : str, optional
        Where to write the files; each is removed when its tensor is no longer needed.

    Examples
    --------
    >>> import derivata as dv, tempfile
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with dv.autograd.graph.save_on_cpu(directory=folder):
    ...         y = (x * x).sum()
    ...     y.backward()
    >>> x.grad
    tensor([2., 4.])
    """

    def __init__(
        self,
        pin_memory: bool = False,
        device_type: str = "cpu",
        *,
        directory: str | os.PathLike[str] | None = None,
    ) -> None:
        folder = None if directory is None else os.fspath(directory)

        def pack(tensor: Tensor) -> Any:
            return tensor if folder is None else _File(tensor._array, folder)

        def unpack(packed: Any) -> Tensor:
            return packed if isinstance(packed, Tensor) else wrap(packed.read())

        super().__init__(pack, unpack)
