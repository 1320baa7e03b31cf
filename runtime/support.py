"""All that generated code calls, in one place, so that its imports are the same in every module."""

from collections.abc import Callable, Iterable, Sequence
from heapq import heappush
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeVar

import numpy as np
from numpy import asarray, ndarray

from .anomaly import remember_origin
from .array_protocol import UFUNCS
from .dtypes import DType, default_complex, get_default_dtype
from .errors import explain, not_implemented
from .forward_ad import (
    primal_of,
    set_tangent,
    tangent_of,
    tangent_or_zeros,
    write_tangent,
)
from .functions.reduce import Target, reduce_to
from .grad_mode import recording
from .inplace import Write, check_writable, written
from .kernels.launch import Elementwise
from .node import Array, Buffers, Heap, MultiNode, Node, Port, next_seq
from .ownership import accumulate, push
from .promotion import NUMBERS, operand, operand_list, operand_pair, operand_tuple, promote, to_floating
from .saved import RELEASED, checked, checked_list, checked_output
from .state import ANOMALY, FORWARD_AD, state
from .tensor import Tensor, wrap
from .versions import shared_counter, version_of
from .views import as_view

__all__ = [
    "ANOMALY",
    "FORWARD_AD",
    "INT",
    "INTS",
    "NUMBERS",
    "OPERANDS",
    "RELEASED",
    "STRING",
    "TENSOR",
    "UFUNCS",
    "Array",
    "Buffers",
    "DType",
    "DTypeLike",
    "Elementwise",
    "Heap",
    "IntsLike",
    "Like",
    "MultiNode",
    "Node",
    "Number",
    "Port",
    "Spread",
    "Tensor",
    "TensorLike",
    "Write",
    "accumulate",
    "any_tangent",
    "as_ints",
    "as_view",
    "asarray",
    "call_overload",
    "check_floating",
    "check_real",
    "check_writable",
    "checked",
    "checked_list",
    "checked_output",
    "edges_of",
    "explain",
    "fits",
    "fresh",
    "gathered",
    "heappush",
    "materialized",
    "materialized_tensors",
    "ndarray",
    "new",
    "next_seq",
    "not_implemented",
    "operand",
    "operand_list",
    "operand_pair",
    "operand_tuple",
    "plain_index",
    "primal_of",
    "promote",
    "push",
    "real_floating",
    "recording",
    "reduce_to",
    "refuse_tangents",
    "relinked",
    "remember_origin",
    "set_elementwise_tangent",
    "set_tangent",
    "settled",
    "shared_counter",
    "state",
    "tangent_of",
    "tangent_or_zeros",
    "to_floating",
    "unlike",
    "variadic",
    "version_of",
    "wrap",
    "write_tangent",
    "written",
]

T = TypeVar("T")

DTypeLike: TypeAlias = Any  # whatever numpy.dtype() accepts
TensorLike: TypeAlias = Any  # Tensor, ndarray or number
IntsLike: TypeAlias = Any  # int or sequence of ints
Number: TypeAlias = Any  # Python number
Spread: TypeAlias = "tuple[Target | None, ...] | None"

class Like(NamedTuple):
    """Shape and dtype of a tensor of which a node needs nothing else."""

    shape: tuple[int, ...]
    dtype: DType

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)


new: Callable[[type[T]], T] = object.__new__


def as_ints(op: str, argument: str, value: Any, size: int | None = None) -> tuple[int, ...]:
    """Return a tuple of ints from an int, a list, an array or a shape; one int stands for `size` equal ones."""
    try:
        if isinstance(value, bool):
            raise TypeError
        if hasattr(value, "__index__") and not isinstance(value, ndarray):
            return (int(value.__index__()),) * (size or 1)
        ints = tuple([int(item.__index__()) for item in value])
    except (AttributeError, TypeError):
        raise TypeError(
            f"{op}: argument {argument!r} must be an int or a tuple of ints, got {value!r} ({type(value).__name__})"
        ) from None
    if size is not None and len(ints) == 1:
        return ints * size
    if size is not None and len(ints) != size:
        raise RuntimeError(f"{op}: argument {argument!r} must be one int or {size} of them, got {value!r}")
    return ints


def gathered(values: tuple[Any, ...]) -> Any:
    """Return the list argument of a function that takes tensors in one list or one by one."""
    return values[0] if len(values) == 1 and isinstance(values[0], list | tuple) else values


def variadic(values: tuple[Any, ...]) -> Any:
    """Return the list argument of a method that takes it in one piece or as separate ints."""
    return values[0] if len(values) == 1 and not hasattr(values[0], "__index__") else values


def plain_index(index: Any) -> Any:
    """Return an index with the arrays of the tensors in it."""
    if isinstance(index, Tensor):
        return index._array
    if isinstance(index, tuple):
        return tuple([plain_index(part) for part in index])
    if isinstance(index, list):
        return np.asarray([part.item() if isinstance(part, Tensor) else part for part in index])
    return index


def check_real(op: str, *arrays: Array | None) -> None:
    """Raise for complex arguments of an op that has no complex values."""
    for array in arrays:
        if array is not None and array.dtype.kind == "c":
            raise TypeError(f"{op}: not defined for complex numbers, got {array.dtype}; use .real, .imag or abs()")


def check_floating(op: str, argument: str, array: Array) -> None:
    """Raise for arguments of an op that are neither float16, float32 nor float64."""
    if array.dtype.kind != "f":
        raise TypeError(
            f"{op}: {argument} must have a real floating-point dtype, got {array.dtype}; convert it with "
            ".to(derivata.float32)"
        )


def real_floating(op: str, *arrays: Any) -> Any:
    """Return the arguments of an op with real floating-point values: integers are converted, complex is an error."""
    check_real(op, *arrays)
    converted = tuple([None if array is None else to_floating(array) for array in arrays])
    return converted if len(converted) > 1 else converted[0]


def settled(data: Array, dtype: DType) -> Array:
    """Return a result of tensors of one dtype and a Python number in the dtype that PyTorch's rule gives it."""
    kind = data.dtype.kind
    if dtype.kind in "biu" and kind in "fc":  # NumPy says float64 or complex128
        return data.astype(get_default_dtype() if kind == "f" else default_complex(), copy=False)
    powers_of_bool = dtype.kind == "b" and data.dtype == np.int8  # NumPy's of a bool, a bool itself for PyTorch
    if (dtype.kind == "f" and kind == "f") or powers_of_bool:
        return data.astype(dtype, copy=False)
    return data


def fresh(data: Array, source: Array) -> Array:
    """Return a copy of a result that shares memory with the argument."""
    return data.copy() if np.may_share_memory(data, source) else data


def unlike(first: Tensor, *others: Tensor | None) -> bool:
    """Tell whether one of several optional operands has another shape or dtype than the first."""
    return any(t is not None and (t.shape != first.shape or t.dtype is not first.dtype) for t in others)


def edges_of(tensors: Sequence[Tensor]) -> tuple[Node | None, ...] | None:
    """Return the edges of a list argument, None when no gradient flows to any of it."""
    edges = tuple([tensor._edge for tensor in tensors])
    return edges if any(edge is not None for edge in edges) else None


def materialized(grads: Sequence[Array | None], outputs: Sequence[tuple[tuple[int, ...], DType]]) -> list[Array]:
    """Return the gradients of a node with several outputs, zeros where none came."""
    return [
        np.zeros(*output) if grad is None else grad for grad, output in zip(grads, outputs, strict=True)
    ]


def materialized_tensors(
    grads: Sequence[Tensor | None], outputs: Sequence[tuple[tuple[int, ...], DType]]
) -> list[Tensor]:
    """Return the same as `materialized`, as Tensors."""
    return [
        wrap(np.zeros(*output)) if grad is None else grad for grad, output in zip(grads, outputs, strict=True)
    ]


def relinked(node: Node, name: str, index: int = 0) -> Tensor:
    """Return a saved output as a Tensor with its history: the node itself."""
    tensor = wrap(checked_output(node, name))
    tensor._edge = node.port(index) if isinstance(node, MultiNode) else node
    if state.rare & FORWARD_AD and node.hooks is not None and index in node.hooks.tangents:
        tensor.extra().tangent = node.hooks.tangents[index]
    return tensor


def set_elementwise_tangent(out: Tensor, tangent: Tensor | None) -> None:
    """Give the output of an elementwise op its tangent: broadcast, and real where the output is."""
    if tangent is None:
        tangent = wrap(np.zeros(out.shape, out.dtype))
    if tangent.shape != out.shape:
        tangent = tangent.expand(out.shape)
    set_tangent(out, tangent)


def refuse_tangents(op: str, *tensors: Tensor | None) -> None:
    """Raise when a tensor with a tangent meets an op without a rule for tangents."""
    if any(tangent_of(tensor) is not None for tensor in tensors):
        raise NotImplementedError(
            f"{op}: Trying to use forward AD with {op} that does not support it because it has not been implemented "
            "yet; give its entry a 'result:' formula"
        )


INT = (int, np.integer)
INTS = (int, np.integer, tuple, list)
STRING = (str,)
TENSOR = (Tensor, ndarray)
OPERANDS = (*TENSOR, *NUMBERS)


def fits(*pairs: tuple[Any, tuple[type, ...]]) -> bool:
    """Tell whether arguments are of the kinds that an overload takes."""
    return all(isinstance(value, kinds) for value, kinds in pairs)


def any_tangent(tensors: Iterable[Tensor | None]) -> bool:
    """Tell whether one of several tensors carries a tangent."""
    return any(tangent_of(tensor) is not None for tensor in tensors)


def call_overload(op: str, overloads: Iterable[tuple[Any, Callable[..., bool]]], args: Any, kwargs: Any) -> Any:
    """Call the first overload whose predicate accepts the arguments."""
    for function, accepts in overloads:
        try:
            fits = accepts(*args, **kwargs)
        except TypeError:  # other names or another number of arguments
            continue
        if fits:
            return function(*args, **kwargs)
    refuse_arguments(op, args, kwargs)


def refuse_arguments(op: str, args: Sequence[Any], kwargs: dict[str, Any]) -> NoReturn:
    """Raise for arguments that no overload takes."""
    given = [type(arg).__name__ for arg in args] + [f"{k}={type(v).__name__}" for k, v in kwargs.items()]
    raise TypeError(f"{op}: no overload takes the arguments ({', '.join(given)}); see help(derivata.{op})")
