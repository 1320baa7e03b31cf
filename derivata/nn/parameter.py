"""Parameters and buffers: the tensors that a module owns, with or without a shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, SupportsIndex, TypeVar

import numpy as np

from ..arrays.dtypes import get_default_dtype
from ..runtime.graph.tensor_base import make
from ..runtime.graph.versions import shared_counter
from ..runtime.modes.batching import refuse_batched
from ..runtime.tensors.tensor import Tensor
from .values import empty

T = TypeVar("T", bound=Tensor)


class Parameter(Tensor):
    """A tensor that counts as a parameter of the module it is assigned to.

    Parameters
    ----------
    data : Tensor
        The initial value. The parameter shares its memory, and none of its history.
    requires_grad : bool
        Whether it takes part in differentiation.

    Examples
    --------
    >>> class Scale(nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = nn.Parameter(dv.ones(3))
    >>> [name for name, _ in Scale().named_parameters()]
    ['factor']
    """

    __slots__ = ("__dict__",)  # for tags that programs put on parameters: `weight.no_decay = True`

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Parameter:
        """Make a leaf over the memory of `data`."""
        return _over(cls, "Parameter", data, requires_grad)


class Buffer(Tensor):
    """A tensor that becomes a buffer of the module it is assigned to: state, but not a parameter.

    Parameters
    ----------
    data : Tensor
        The initial value. The buffer shares its memory, and none of its history.
    persistent : bool
        Whether `state_dict` contains it.

    Examples
    --------
    >>> module = nn.Module()
    >>> module.steps = nn.Buffer(dv.zeros(1))
    >>> list(module.state_dict()), list(module.parameters())
    (['steps'], [])
    """

    __slots__ = ("__dict__",)

    persistent: bool

    def __new__(cls, data: Tensor | None = None, *, persistent: bool = True) -> Buffer:
        """Make a tensor over the memory of `data`."""
        buffer = _over(cls, "Buffer", data, isinstance(data, Tensor) and data.requires_grad)
        buffer.persistent = persistent
        return buffer


def _over(cls: type[T], name: str, data: Any, requires_grad: bool) -> T:
    """Make a leaf of a class over the memory of a tensor; of no elements if there is none."""
    if data is None:
        return make(cls, np.empty(0, get_default_dtype()), requires_grad)
    if not isinstance(data, Tensor):
        raise TypeError(
            f"{name}: expected a Tensor as data, got {type(data).__name__}; convert it with dv.tensor(data)"
        )
    refuse_batched(name, data)
    made = make(cls, data._array, requires_grad)
    made._counter = shared_counter(data)
    return made


class UninitializedTensorMixin:
    """A tensor without shape and memory, which `materialize` gives it; anything else raises."""

    __slots__ = ()

    cls_to_become: ClassVar[type[Tensor]]
    if TYPE_CHECKING:
        dtype: np.dtype[Any]
        requires_grad: bool

    def materialize(
        self: Any, shape: tuple[int, ...], device: Any = None, dtype: np.dtype[Any] | None = None
    ) -> None:
        """Become a tensor of a shape, whose values are not set; of the dtype that it has unless another is given."""
        values = empty(tuple(shape), self.dtype if dtype is None else dtype, device)
        self.__class__ = self.cls_to_become
        self.data = values

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        kind, args = self.__reduce_ex__(2)
        return memo.setdefault(id(self), kind(*args))

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return type(self), (self.requires_grad, None, self.dtype)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def _refuse_shape(tensor: UninitializedTensorMixin) -> NoReturn:
    raise RuntimeError(
        f"{type(tensor).__name__}: Can't access the shape of an uninitialized parameter or buffer; call `forward` of "
        "its module with a first batch"
    )


def _refuse_use(tensor: UninitializedTensorMixin) -> NoReturn:
    raise ValueError(
        f"{type(tensor).__name__}: Attempted to use an uninitialized parameter or buffer, which has no values yet; "
        "call `forward` of its module with a first batch"
    )


for _name, _refuse in {"shape": _refuse_shape, "_array": _refuse_use, "_shape": _refuse_use}.items():
    setattr(UninitializedTensorMixin, _name, property(_refuse))


def _without_values(cls: type[T], base: type[Tensor], requires_grad: bool, dtype: Any, device: Any) -> T:
    made: Any = make(base, empty((0,), dtype, device)._array, requires_grad)
    made.__class__ = cls
    return made  # type: ignore[no-any-return]


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter whose shape is not known yet; it becomes a `Parameter`.

    Parameters
    ----------
    requires_grad : bool
        Whether it takes part in differentiation.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        Of the parameter that it becomes; the default dtype if not given.

    Examples
    --------
    >>> weight = nn.parameter.UninitializedParameter()
    >>> weight
    <UninitializedParameter>
    >>> weight.materialize((2, 3))
    >>> weight.shape
    (2, 3)
    """

    __slots__ = ()

    cls_to_become: ClassVar[type[Tensor]] = Parameter

    def __new__(
        cls, requires_grad: bool = True, device: Any = None, dtype: np.dtype[Any] | None = None
    ) -> UninitializedParameter:
        """Make a parameter without shape."""
        return _without_values(cls, Parameter, requires_grad, dtype, device)


class UninitializedBuffer(UninitializedTensorMixin, Buffer):
    """A buffer whose shape is not known yet; it becomes a `Buffer`.

    Parameters
    ----------
    requires_grad : bool
        Whether it takes part in differentiation.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        Of the buffer that it becomes; the default dtype if not given.
    persistent : bool
        Whether `state_dict` contains it.
    """

    __slots__ = ()

    cls_to_become: ClassVar[type[Tensor]] = Buffer

    def __new__(
        cls,
        requires_grad: bool = False,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
        persistent: bool = True,
    ) -> UninitializedBuffer:
        """Make a buffer without shape."""
        buffer = _without_values(cls, Buffer, requires_grad, dtype, device)
        buffer.persistent = persistent
        return buffer


def is_lazy(param: Any) -> bool:
    """Say whether something is a parameter or buffer without shape."""
    return isinstance(param, UninitializedTensorMixin)


def is_shard(param: Any) -> bool:
    """Say whether something is a parameter of which this rank has a part: see `distributed.fsdp.fully_shard`."""
    return isinstance(param, Parameter) and "shard" in param.__dict__
