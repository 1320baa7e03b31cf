"""The tensor: an array and its place in the graph."""

from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ..graph.accumulate_grad import AccumulateGrad
from ..graph.extra import Extra, resumed, suspend
from ..graph.tensor_base import Slots, make_by, wrap
from ..graph.versions import UNCOUNTED, bump, shared_counter, version_of
from ..modes.grad_mode import is_inference_mode_enabled
from ..modes.observers import tell_exit
from ..modes.state import OBSERVED, state
from . import fixed
from .differentiable import Differentiable
from .tensor_type import TensorType, maker

if TYPE_CHECKING:
    from ...autograd.tensor_backward import tensor_backward
    from ...generated import tensor_methods as generated
    from ...tensor_methods.comparing import Comparisons
    from ...tensor_methods.conversions import Conversions
    from ...tensor_methods.copying import Copyable
    from ...tensor_methods.hooks import TensorHooks
    from ...tensor_methods.moving import Movable
    from ...tensor_methods.new_tensors import NewTensors
    from ...tensor_methods.numpy_protocol import NumPyProtocol
    from ...tensor_methods.printing import Printable
    from ...tensor_methods.resizing import Resizable
    from ...tensor_methods.sequence_protocol import SequenceProtocol
    from ...tensor_methods.to_sparse import Sparse
    from ...tensor_methods.torch_queries import TorchQueries

    class TensorMethods(
        Movable,
        generated.TensorMethods,
        Comparisons,
        Conversions,
        Copyable,
        NewTensors,
        NumPyProtocol,
        Printable,
        TorchQueries,
        Resizable,
        SequenceProtocol,
        Sparse,
        TensorHooks,
    ):
        """Methods that higher layers install."""

else:

    class TensorMethods:
        """The base on which `derivata.generated` installs the ops as methods, and `derivata.tensor_methods` others."""

        __slots__ = ()


class Tensor(
    TensorMethods,
    Differentiable,
    Slots,
    metaclass=TensorType,
):
    """An n-dimensional array that remembers how it was computed.

    Create tensors with `derivata.tensor`, `derivata.from_numpy` and the other factories.

    Attributes
    ----------
    shape : tuple of int
    dtype : numpy.dtype
    requires_grad : bool
        Whether ops on this tensor are recorded.
    grad : Tensor or None
        The accumulated gradient of a leaf, or of a tensor after `retain_grad`.
    grad_fn : Node or None
        The node of the op that computed this tensor.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    __slots__ = ()

    shape: tuple[int, ...]  # reads `_shape`, as `fixed` says
    dtype: "np.dtype[Any]"
    is_sparse: ClassVar[bool] = False
    __pandas_priority__: ClassVar[int] = 5000  # above a DataFrame: pandas leaves operators to the tensor

    if TYPE_CHECKING:
        backward = tensor_backward  # set by `derivata.tensor_methods`

    def __hash__(self) -> int:
        return id(self)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self._shape)

    @property
    def requires_grad(self) -> bool:
        """Whether ops on this tensor are recorded."""
        return self._edge is not None

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if value is not True and value is not False:
            raise RuntimeError(f"requires_grad must be a bool, got {value!r}")
        self.requires_grad_(value)

    @requires_grad.deleter
    def requires_grad(self) -> None:
        raise RuntimeError("requires_grad must be a bool and cannot be deleted; use .requires_grad_(False)")

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Switch recording on or off for a leaf; return the tensor itself.

        Raises
        ------
        RuntimeError
            For an integer or bool dtype, or when switching off a tensor that was computed.
        """
        edge = self._edge
        if requires_grad and edge is None:
            if self.dtype.kind not in "fc":
                raise RuntimeError(
                    "requires_grad_: only Tensors of floating point and complex dtype can require gradients, got "
                    f"{self.dtype}; convert with .to(derivata.float32) first"
                )
            if self.is_inference() and not is_inference_mode_enabled():
                raise RuntimeError(
                    "requires_grad_: Setting requires_grad=True on inference tensor outside InferenceMode is not "
                    "allowed; make a normal tensor of it with .clone()"
                )
            self._edge = AccumulateGrad(self) if self._extra is None else resumed(self, self._extra)
        elif not requires_grad and edge is not None:
            if not isinstance(edge, AccumulateGrad):
                raise RuntimeError(
                    "requires_grad_: you can only change requires_grad flags of leaf variables, and this tensor was "
                    f"computed by {self.grad_fn}; use .detach() for a tensor without history"
                )
            self._edge = None
            suspend(edge, self.extra())
        return self

    @property
    def data(self) -> "Tensor":
        """A tensor on the same memory, without history and with its own version: backward ignores writes to it."""
        alias = wrap(self._array)
        if self._counter is UNCOUNTED:
            alias._counter = UNCOUNTED
        if state.active_modes & OBSERVED:
            tell_exit(".data", self, alias)
        return alias

    @data.setter
    def data(self, value: "Tensor") -> None:
        if not isinstance(value, Tensor):
            raise TypeError(f"data: Variable data has to be a tensor, but got {type(value).__name__}")
        if self._edge is not None and value.dtype.kind not in "fc":
            raise RuntimeError(
                "data set to a tensor that requires gradients must be floating point or complex dtype, got "
                f"{value.dtype}; call .requires_grad_(False) first, or convert it with .to()"
            )
        self._array, self._shape, self._dtype = value._array, value._shape, value._dtype
        if isinstance(self._edge, AccumulateGrad):
            self._edge.describe(self)

    @data.deleter
    def data(self) -> None:
        raise RuntimeError("data: Deleting tensor data is not allowed. Delete tensor instead!")

    @property
    def _version(self) -> int:
        if self._counter is UNCOUNTED:
            raise RuntimeError("_version: Inference tensors do not track version counter")
        return version_of(self)

    def is_inference(self) -> bool:
        """Tell whether the tensor was made in `inference_mode`."""
        return self._counter is UNCOUNTED

    def _bump_version(self, writer: str = "") -> None:
        """Count a write to `_array` outside of ops, so that a backward that needs the old values detects it."""
        bump(self, writer)

    @property
    def _base(self) -> "Tensor | None":
        return None if self._extra is None or self._extra.view is None else self._extra.view.base

    def _is_view(self) -> bool:
        return self._base is not None

    def extra(self) -> Extra:
        """Return the record of attributes that few tensors have; it is created on first use."""
        if self._extra is None:
            self._extra = Extra()
        return self._extra

    def detach(self) -> "Tensor":
        """Return a tensor without history on the same memory; backward detects writes to either."""
        alias = wrap(self._array)
        alias._counter = shared_counter(self)
        if state.active_modes & OBSERVED:
            tell_exit(".detach()", self, alias)
        return alias

    def detach_(self) -> Self:
        """Forget history and tangent of this tensor; a leaf no longer requires grad."""
        if self._is_view():
            raise RuntimeError("detach_: can't detach views in-place; use .detach() instead")
        if self._extra is not None:
            self._extra.tangents = None
        if self.is_leaf:
            return self.requires_grad_(False)
        if state.active_modes & OBSERVED:
            tell_exit(".detach_()", self, self)
        # The node that may have saved this array goes on noticing writes to it
        if shared_counter(self).views:  # they keep their history until the memory is written: see `cut_views`
            self.extra()
        self._edge = None
        return self


new_tensor = maker(Tensor)
make_by(new_tensor, Tensor)
fixed.install(Tensor)
