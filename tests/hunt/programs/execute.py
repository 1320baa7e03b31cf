"""Runs programs with one of the libraries, and notes after every line what can be seen of all tensors."""

import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .statement import Program, Statement


class Seen(NamedTuple):
    """What is seen of a tensor; `None` where there is nothing to see."""

    shape: tuple[int, ...]
    dtype: str
    requires_grad: bool
    is_leaf: bool
    version: int | None
    value: Any
    tangent: "Seen | None"
    grad: "Seen | None"
    strides: tuple[int, ...]
    is_view: bool


@dataclass(frozen=True)
class Step:
    """What is there after a line: the tensors by name, the calls of hooks so far, the error of the line."""

    tensors: dict[str, Seen | None]
    hooks: list[Seen | None]
    error: Exception | None


class Side:
    """One of the two libraries, and names that programs use."""

    def __init__(self, library: Any, checkpoint: Callable[..., Any], array: Callable[[Any], Any]) -> None:
        self.library, self.checkpoint, self._array = library, checkpoint, array
        self.tensor = library.Tensor
        self.forward_ad = library.autograd.forward_ad

    def names(self) -> dict[str, Any]:
        """Return the names that a program begins with."""
        return {
            "dv": self.library,
            "seen": [],
            "checkpoint": self.checkpoint,
            "in_thread": in_thread,
            "together": together,
        }

    def run(self, program: Program, fit: Callable[..., bool] | None = None) -> list[Step]:
        """Run all lines, also behind one that raises; end where one is not `fit` to be compared."""
        names, steps = self.names(), []
        with self.quiet():
            for statement in program:
                error = self.line(statement, names)
                if fit is not None and not fit(statement, error, names):
                    break
                steps.append(self.look(names, error))
        self.forget(names)
        return steps

    def forget(self, names: dict[str, Any]) -> None:
        """Free what a program made: no collector finds the way from a gradient, or a hook, to its graph in PyTorch."""
        for value in names.values():
            if isinstance(value, self.tensor):
                value.grad = None
        names.clear()

    def line(self, statement: Statement, names: dict[str, Any]) -> Exception | None:
        """Run a line and return its error."""
        try:
            exec(statement.code, names)
        except Exception as error:  # whatever it is, it is compared
            return error.with_traceback(None)
        return None

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Run without warnings, and leave no mode on that a program switched on."""
        with warnings.catch_warnings(), np.errstate(all="ignore"), self.library.enable_grad():
            warnings.simplefilter("ignore")
            try:
                yield
            finally:
                self.leave_dual_level()

    def leave_dual_level(self) -> None:
        """Leave the level that a program has entered."""
        try:
            self.forward_ad.exit_dual_level()
        except RuntimeError:
            return

    def look(self, names: dict[str, Any], error: Exception | None) -> Step:
        """Return what can be seen now."""
        level = "LEVEL" in names
        tensors = {}
        for name, value in names.items():
            if isinstance(value, self.tensor) or (value is None and name != "LEVEL"):
                try:
                    tensors[name] = self.seen(value, level)
                except (
                    RuntimeError
                ):  # PyTorch tells here already that a history is lost; derivata in backward
                    continue
        hooks = [self.seen(value, False) for value in names["seen"]]
        # where a gradient is zero, but for rounding, hooks may as well not be called
        return Step(tensors, [seen for seen in hooks if seen is None or sizeable(seen.value)], error)

    def seen(self, tensor: Any, level: bool) -> Seen | None:
        """Return what can be seen of a tensor."""
        if not isinstance(tensor, self.tensor):
            return None
        tangent = self.forward_ad.unpack_dual(tensor).tangent if level else None
        grad = tensor.grad if tensor.is_leaf or tensor.retains_grad else None
        return Seen(
            tuple(tensor.shape),
            str(tensor.dtype).removeprefix("torch."),
            tensor.requires_grad,
            tensor.is_leaf,
            self.version(tensor),
            self.array(tensor),
            self.seen(tangent, False),
            self.seen(grad, False),
            strides(tensor),
            tensor._is_view(),
        )

    def version(self, tensor: Any) -> int | None:
        """Return the version; inference tensors have none."""
        try:
            return int(tensor._version)
        except RuntimeError:
            return None

    def array(self, tensor: Any) -> Any:
        """Return a copy of the numbers."""
        return self._array(tensor)


def strides(tensor: Any) -> tuple[int, ...]:
    """Return the strides, in elements, of dimensions where they matter."""
    if tensor.numel() == 0:
        return ()
    return tuple(tensor.stride(d) for d, length in enumerate(tensor.shape) if length > 1)


def sizeable(array: Any) -> bool:
    """Tell whether there are numbers that no rounding of ones explains."""
    small = 8 * np.finfo(array.dtype).eps if array.dtype.kind in "fc" else 0
    return bool(np.any(~(np.abs(array) <= small)))


def in_thread(function: Callable[[], Any]) -> Any:
    """Call a function in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result()


def together(*functions: Callable[[], Any]) -> list[Any]:
    """Call functions in threads at the same time."""
    with ThreadPoolExecutor(len(functions)) as pool:
        futures = [pool.submit(function) for function in functions]
        return [future.result() for future in futures]


def derivata() -> Side:
    """Return derivata's side."""
    import derivata as dv
    from derivata.utils.checkpoint import checkpoint

    return Side(dv, checkpoint, lambda tensor: tensor.detach().numpy().copy())


def pytorch() -> Side:
    """Return PyTorch's side."""
    import torch
    from torch.utils.checkpoint import checkpoint

    torch.set_num_threads(1)

    def array(tensor: Any) -> Any:
        tensor = tensor.detach()
        if tensor._is_zerotensor():
            tensor = torch.zeros(tensor.shape, dtype=tensor.dtype)
        return tensor.resolve_conj().resolve_neg().numpy().copy()

    return Side(torch, checkpoint, array)
