"""Methods of tensors that are not ops: queries, conversions, and methods that replace a tensor's memory.

Importing this package gives them to Tensor, as importing `generated` does with ops; a module of it is loaded when one
of its methods is first used.
"""

import sys
from operator import attrgetter
from typing import TYPE_CHECKING

from ..autograd import tensor_backward as _backward  # noqa: F401  (gives Tensor `backward`)
from ..generated import methods as _ops  # noqa: F401  (of two methods of one name, this package has the last word)
from ..runtime.tensors.tensor import Tensor
from ..suggestions import attributes
from ..support.joint_signature import of_class
from ..support.lazy_loading import LazyMethod, LazyProperty, names_of_modules

METHODS = {
    "ArrayNamespace": "__array_namespace__ to_device",
    "Comparisons": "allclose equal",
    "ComplexParts": "imag",
    "Conversions": "__array__ __bool__ __complex__ __float__ __index__ __int__ __len__ dim item itemsize layout "
    "nbytes numel numpy to_dense tolist",
    "Copyable": "__copy__ __deepcopy__ __reduce_ex__",
    "MadeByCalls": "_made_by_call",
    "Movable": "cpu device to",
    "NumPyProtocol": "__array_function__ __array_ufunc__",
    "NewTensors": "apply_ map_ new new_empty new_empty_strided new_full new_ones new_tensor new_zeros",
    "TorchQueries": "data_ptr dense_dim dim_order element_size get_device is_complex is_conj is_contiguous "
    "is_distributed is_floating_point is_neg is_nonzero is_pinned is_same_size is_set_to is_shared is_signed "
    "ndimension nelement resolve_conj resolve_neg size sparse_dim storage_offset stride type",
    "Printable": "__format__ __repr__ _repr_html_",
    "SequenceProtocol": "__contains__ __dlpack__ __dlpack_device__ __iter__ __reversed__",
    "Resizable": "resize resize_ resize_as resize_as_ set_",
    "Sparse": "to_sparse to_sparse_coo",
    "TensorHooks": "name register_hook register_post_accumulate_grad_hook",
}
"""The methods of each class."""

PROPERTIES = frozenset(("device", "imag", "itemsize", "layout", "name", "nbytes"))
"""Which of these are properties."""

NEVER = (
    "is_cuda is_ipu is_maia is_meta is_mkldnn is_mps is_mtia is_nested is_quantized is_sparse_csr is_vulkan is_xla "
    "is_xpu"
)
"""What no tensor is: on another device, or of another kind of memory."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = names_of_modules(
        globals(),
        {
            ".array_namespace": ("ArrayNamespace",),
            ".calling": ("MadeByCalls",),
            ".comparing": ("Comparisons",),
            ".complex_parts": ("ComplexParts",),
            ".conversions": ("Conversions",),
            ".copying": ("Copyable",),
            ".hooks": ("TensorHooks",),
            ".moving": ("Movable",),
            ".new_tensors": ("NewTensors",),
            ".numpy_protocol": ("NumPyProtocol",),
            ".printing": ("Printable",),
            ".torch_queries": ("TorchQueries",),
            ".resizing": ("Resizable",),
            ".sequence_protocol": ("SequenceProtocol",),
            ".to_sparse": ("Sparse",),
        },
    )


def _install() -> None:
    for source, names in METHODS.items():
        for name in names.split():
            kind = LazyProperty if name in PROPERTIES else LazyMethod
            lazy = kind(Tensor, name, sys.modules[__name__], source, attrgetter(name))
            setattr(Tensor, name, lazy)
    for name in NEVER.split():
        setattr(Tensor, name, False)
    Tensor.is_cpu = True
    attributes.install(Tensor)
    setattr(type(Tensor), "__signature__", property(of_class))  # noqa: B010  (type checkers need not know)


_install()
