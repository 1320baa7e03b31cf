"""One call of an op inside of a level, with what rules ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ...generated import ops
from ...runtime.tensors.tensor import Tensor
from ..finding import is_batched

if TYPE_CHECKING:
    from ..level import Level


class Call:
    """An op's arguments by the names of the spec, and what it returned for the first sample."""

    def __init__(self, level: Level, op: str, arguments: Mapping[str, Any], outs: Sequence[Tensor]) -> None:
        self.level = level
        self.size = level.size
        self.op = op
        self.arguments = arguments
        self.outs = outs

    @property
    def function(self) -> Callable[..., Any]:
        """The op, called with keywords."""
        package, _, name = self.op.rpartition(".")
        module = import_module(f"{package}.ops") if package else ops
        found: Any = getattr(module, name)
        if isinstance(found, ModuleType):  # a family has the op's name
            found = getattr(module, f"{name}_op")
        return found  # type: ignore[no-any-return]

    def run(self, /, **changed: Any) -> Any:
        """Call the op itself with some arguments changed."""
        return self.function(**self.keywords({**self.arguments, **changed}))

    def keywords(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return arguments by the names of derivata's functions, which call `input` what the spec calls `self`."""
        if "." in self.op or "self" not in arguments or "input" in arguments:
            return arguments
        return {"input" if name == "self" else name: value for name, value in arguments.items()}

    def is_batched(self, value: Any) -> bool:
        """Tell whether a value has samples here."""
        return is_batched(value, self.level)

    def whole(self, tensor: Any) -> Any:
        """Return all samples of a tensor, repeated if they are one; None stays None."""
        if tensor is None:
            return None
        if self.is_batched(tensor):
            return tensor.batch.whole
        return ops.expand(tensor, (self.size, *tensor.shape))

    def whole_or_one(self, tensor: Any) -> Any:
        """Return all samples of a batched tensor, another value as it is."""
        return tensor.batch.whole if self.is_batched(tensor) else tensor

    def beside(self, tensor: Any, ndim: int) -> Any:
        """Return all samples with 1s inserted into their shape, so that each broadcasts against `ndim` dimensions."""
        if not self.is_batched(tensor):
            return tensor
        whole = tensor.batch.whole
        missing = ndim - len(tensor.shape)
        if missing <= 0:
            return whole
        return ops.reshape(whole, (whole.shape[0], *[1] * missing, *tensor.shape))

    def fitted(self, whole: Tensor, out: Tensor) -> Tensor:
        """Return the results with the shape and dtype of the per-sample results."""
        expected = (self.size, *out.shape)
        if whole.shape == out.shape and whole.shape != expected:  # no argument that has samples matters
            whole = ops.expand(whole, expected)
        if whole.shape != expected:
            if whole.numel() != out.numel() * self.size:
                raise AssertionError(
                    f"vmap: {self.op}: its rule gave the shape {whole.shape}, expected {expected}"
                )
            whole = ops.reshape(whole, expected)
        return whole if whole.dtype is out.dtype else ops._cast(whole, out.dtype)
