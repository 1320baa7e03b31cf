"""Queries that PyTorch's tensors answer: strides, storage, flags of dtypes and devices."""

from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from ..arrays.dtypes import as_dtype
from ..arrays.shapes.memory_formats import MemoryFormat, check_memory_format
from ..runtime.graph.node import Array
from ..support.other_names import by_other_name

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor

_TYPE_NAMES = {
    "float16": "Half",
    "float32": "Float",
    "float64": "Double",
    "complex64": "ComplexFloat",
    "complex128": "ComplexDouble",
    "uint8": "Byte",
    "int8": "Char",
    "int16": "Short",
    "int32": "Int",
    "int64": "Long",
    "bool": "Bool",
}
_DTYPES = {f"{name}Tensor": dtype for dtype, name in _TYPE_NAMES.items()}


class TorchQueries:
    """Questions that programs written for PyTorch ask; methods of Tensor."""

    _array: Array
    shape: tuple[int, ...]
    dtype: "np.dtype[Any]"

    if TYPE_CHECKING:  # the package sets them
        is_cpu: bool
        is_cuda: bool
        is_ipu: bool
        is_maia: bool
        is_meta: bool
        is_mkldnn: bool
        is_mps: bool
        is_mtia: bool
        is_vulkan: bool
        is_xla: bool
        is_xpu: bool
        is_nested: bool
        is_quantized: bool
        is_sparse_csr: bool

    def size(self, dim: int | None = None, axis: int | None = None) -> Any:
        """Return the shape, or one entry of it; `axis` is another name of `dim`."""
        if axis is not None:
            dim = by_other_name("size", "dim", dim, None, "axis", axis)
        return self.shape if dim is None else self.shape[dim]

    def nelement(self) -> int:
        """Return the number of elements."""
        return self._array.size

    def element_size(self) -> int:
        """Return the bytes of one element."""
        return self._array.itemsize

    def stride(self, dim: int | None = None, axis: int | None = None) -> Any:
        """Return the strides in elements, or one of them; `axis` is another name of `dim`."""
        if axis is not None:
            dim = by_other_name("stride", "dim", dim, None, "axis", axis)
        strides = tuple([step // self._array.itemsize for step in self._array.strides])
        return strides if dim is None else strides[dim]

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """Tell whether the elements lie in memory in row-major order, or with the channels last, without gaps."""
        check_memory_format(memory_format)
        array = self._array
        last = {MemoryFormat.CHANNELS_LAST: 4, MemoryFormat.CHANNELS_LAST_3D: 5}.get(memory_format)
        if last is not None:
            return array.ndim == last and np.moveaxis(array, 1, -1).flags.c_contiguous
        return array.flags.c_contiguous

    def is_floating_point(self) -> bool:
        """Tell whether the dtype is a real floating-point one."""
        return self.dtype.kind == "f"

    def is_complex(self) -> bool:
        """Tell whether the dtype is complex."""
        return self.dtype.kind == "c"

    def data_ptr(self) -> int:
        """Return the address of the first element."""
        return self._array.__array_interface__["data"][0]  # type: ignore[no-any-return]

    def is_pinned(self) -> bool:
        """Tell whether the memory is pinned for another device: never, there is none."""
        return False

    def is_shared(self) -> bool:
        """Tell whether the memory is meant for several processes: never, as PyTorch means it."""
        return False

    def is_distributed(self) -> bool:
        """Tell whether other machines hold a part: never."""
        return False

    def dense_dim(self) -> int:
        """Return the number of dimensions that are stored in full: all."""
        return len(self.shape)

    def sparse_dim(self) -> int:
        """Return the number of dimensions of which only some indices are stored: none."""
        return 0

    def ndimension(self) -> int:
        """Return the number of dimensions."""
        return len(self.shape)

    def is_signed(self) -> bool:
        """Tell whether the dtype has negative numbers."""
        return self.dtype.kind in "ifc"

    def is_nonzero(self) -> bool:
        """Tell whether the only element is not zero; an error for several elements."""
        return bool(cast("Tensor", self))

    def is_same_size(self, other: "Tensor") -> bool:
        """Tell whether another tensor has the same shape."""
        return self.shape == other.shape

    def is_set_to(self, tensor: "Tensor") -> bool:
        """Tell whether another tensor sees the same memory in the same way."""
        mine, other = self._array, tensor._array
        alike = (mine.shape, mine.strides, mine.dtype) == (other.shape, other.strides, other.dtype)
        return alike and _address(mine) == _address(other)

    def storage_offset(self) -> int:
        """Return how many elements of the memory lie before the first one."""
        whole = self._array
        while isinstance(whole.base, np.ndarray):
            whole = whole.base
        return (_address(self._array) - _address(whole)) // self._array.itemsize

    def dim_order(self) -> tuple[int, ...]:
        """Return the dimensions in the order in which they lie in memory, the densest last."""
        strides = self._array.strides
        return tuple(sorted(range(len(strides)), key=lambda dim: -strides[dim]))

    def get_device(self) -> int:
        """Return the number of the device: -1, which stands for the CPU."""
        return -1

    def is_conj(self) -> bool:
        """Tell whether values wait to be conjugated: never, `conj` computes."""
        return False

    def is_neg(self) -> bool:
        """Tell whether values wait to be negated: never, `neg` computes."""
        return False

    def resolve_conj(self) -> Self:
        """Return the tensor itself: nothing waits to be conjugated."""
        return self

    def resolve_neg(self) -> Self:
        """Return the tensor itself: nothing waits to be negated."""
        return self

    def type(self, dtype: Any = None) -> Any:
        """Return the name of the type, or the tensor converted to a dtype or a type of that name.

        Examples
        --------
        >>> import derivata as dv
        >>> dv.tensor([1.5]).type()
        'derivata.FloatTensor'
        >>> dv.tensor([1.5]).type(dv.int64)
        tensor([1])
        """
        if dtype is None:
            return f"derivata.{_TYPE_NAMES[self.dtype.name]}Tensor"
        if isinstance(dtype, str):
            dtype = _DTYPES.get(dtype.rpartition(".")[2], dtype)
        return cast("Tensor", self).to(as_dtype(dtype))


def _address(array: Array) -> int:
    return int(array.__array_interface__["data"][0])
