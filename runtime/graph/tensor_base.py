"""The slots of a tensor, and functions that create tensors: all that graph, engine and modes need to know.

The class `Tensor` is in a higher layer; when it is imported, it registers itself here with `make_by`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from numpy import asarray, ndarray
from numpy.typing import NDArray

from derivata.arrays.jit.out_buffer import OutBuffer

if TYPE_CHECKING:
    from numpy import dtype

    from ..tensors.tensor import Tensor
    from .extra import Extra
    from .node import Node
    from .versions import VersionCounter

    T = TypeVar("T", bound=Tensor)


class Slots:
    """The slots of a tensor.

    Attributes
    ----------
    _edge
        None (needs no gradient), the producing node, a leaf's AccumulateGrad, or a Port.
    _counter
        How often the memory was written, an int until it has to be shared.
    """

    __slots__ = ("__weakref__", "_array", "_counter", "_dtype", "_edge", "_extra", "_shape")

    _array: NDArray[Any]
    _shape: tuple[int, ...]
    _dtype: "dtype[Any]"
    _edge: "Node | None"
    _counter: "int | VersionCounter"
    _extra: "Extra | None"


class SparseGrad(Protocol):
    """Protocol of a gradient that stores only some rows: a tensor without an array, which knows how to add itself."""

    def added_to(self, array: NDArray[Any]) -> NDArray[Any]:
        """Add this gradient to an array in place; return the array."""

    def added_to_waiting(self, waiting: Any) -> Any:
        """Return the sum of this gradient and one in a buffer, which is an array or a tensor."""

    def to_dense(self) -> "Tensor":
        """Return the gradient as an ordinary tensor, for nodes that know no sparse ones."""

    def taken_over(self) -> "Tensor":
        """Return this gradient for a leaf to keep: itself, or a copy if it may be shared."""


if TYPE_CHECKING:  # there are no others
    TensorBase = Tensor
else:
    TensorBase = Slots

PRIMITIVES = (
    "__add__", "add_", "clone", "contiguous", "copy_", "permute", "real", "sum_to_size", "to", "zero_",
)  # fmt: skip
"""The ops that the runtime itself calls, as operators and methods of tensors; generated code defines them."""

MADE_BY_CALL = "_made_by_call"
"""The method that makes what ``Tensor(...)`` returns, the only other one that the runtime calls and does not define."""

plain: type = Slots  # the class `Tensor` once it is there; until then, all that graph and engine need
_new: Any = Slots


def make_by(new: "Callable[[], Tensor]", cls: type) -> None:
    """Set the class of the tensors that `wrap` creates, and the function that creates one with unset slots."""
    global _new, plain
    _new, plain = new, cls


def wrap(array: Any) -> "Tensor":
    """Return a tensor without history on an array, or on a NumPy scalar that an array function returned."""
    if array.__class__ is not ndarray and array.__class__ is not OutBuffer:
        array = asarray(array)
    tensor: Tensor = _new()
    tensor._array = array
    tensor._shape = array.shape
    tensor._dtype = array.dtype
    tensor._edge = None
    tensor._counter = 0
    tensor._extra = None
    return tensor


def make(cls: "type[T]", array: NDArray[Any], requires_grad: bool) -> "T":
    """Return a leaf of a subclass of Tensor."""
    tensor = object.__new__(cls)
    tensor._array = array
    tensor._shape = array.shape
    tensor._dtype = array.dtype
    tensor._edge = None
    tensor._counter = 0
    tensor._extra = None
    return tensor.requires_grad_() if requires_grad else tensor
