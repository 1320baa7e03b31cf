"""Tensors in another dtype, or on another device, which can only be the processor: `to` in all its forms."""

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..generated.ops import to as _converted
from ..support.arguments import as_dtype
from ..support.devices import CPU, dtype_of_to
from ..support.devices import device as Device
from ..support.joint_signature import with_forms_of_to

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class Movable:
    """What programs call that move tensors; methods of Tensor."""

    if TYPE_CHECKING:
        dtype: "np.dtype[Any]"

    @with_forms_of_to
    def to(
        self, first: Any = None, second: Any = False, third: Any = False, /, *rest: Any, **options: Any
    ) -> "Tensor":
        """Return the tensor in another dtype; the tensor itself if it has that dtype, unless `copy` is true.

        Calls:

        * ``to(dtype, non_blocking=False, copy=False)``
        * ``to(device, dtype=None, non_blocking=False, copy=False)``
        * ``to(other, non_blocking=False, copy=False)``

        All of these may be named.

        Parameters
        ----------
        device : "cpu", optional
            The only one there is, accepted in every spelling so that programs written for others run.
        dtype : dtype, optional
        other : Tensor
            One of the dtype that is wanted.
        non_blocking : bool
            Accepted for the sake of such programs: nothing here happens in the background.
        copy : bool
            Whether to return a copy in any case.
        memory_format
            Accepted for the sake of such programs: arrays lie as NumPy's do.

        Raises
        ------
        RuntimeError
            For another device.
        TypeError
            For what is neither a device nor a dtype.

        Examples
        --------
        >>> import derivata as dv
        >>> x = dv.ones(2)
        >>> x.to("cpu") is x
        True
        >>> x.to(device="cpu", dtype=dv.float64)
        tensor([1., 1.], dtype=float64)
        """
        tensor = cast("Tensor", self)
        if isinstance(first, np.dtype) and not options and not rest:
            return _converted(tensor, first, second, third)
        dtype, non_blocking, copy = dtype_of_to((first, second, third, *rest), options)
        kind = tensor.dtype if dtype is None else as_dtype(dtype)
        return _converted(tensor, kind, non_blocking, copy)

    def cpu(self, memory_format: Any = None) -> "Tensor":
        """Return the tensor itself: it is on the CPU."""
        return cast("Tensor", self)

    @property
    def device(self) -> Device:
        """Where the elements are: on the processor, the only place."""
        return CPU
