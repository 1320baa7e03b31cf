"""Attributes that tensors of other libraries have and derivata's lack: the error says what to use instead.

Each is a descriptor that raises: a `__getattr__` of the class would make the interpreter look up every attribute the
slow way. `hasattr` says no, `dir` does not list them, and type checkers do not know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NoReturn

_ONE_DEVICE = "the processor is the only device, so that nothing has to be moved: leave the call out"
_LINEAR_ALGEBRA = "use numpy.linalg or scipy.linalg on .detach().numpy() where no gradient is wanted"
_ON_ARRAY = "use .numpy().{name}, on the array that shares the memory"
_QUANTISED = "NumPy has no quantised numbers"
_PAGE = "derivata/not-here.md lists what PyTorch has beyond derivata, and why"

CURES = {
    "append extend": "use derivata.cat([x, y])",
    "argpartition partition": "use .topk(k), .kthvalue(k) or .sort()",
    "asnumpy to_numpy": "use .numpy()",
    "assign": "use .copy_(other)",
    "astype cast": "use .to(dtype), such as .to(derivata.float64)",
    "at": "write x[index] = value, or use .index_put((index,), value), which leaves x as it is",
    "base": "use ._base, the tensor that a view is of",
    "bfloat16": "NumPy has no such dtype; use .half() or .float()",
    "block_until_ready": "results are there when a call returns: leave the call out",
    "byteswap ctypes dump dumps flags getfield itemset newbyteorder setfield setflags tobytes tofile tostring": (
        _ON_ARRAY
    ),
    "chalf": "NumPy has no such dtype; use .cfloat()",
    "choose": "use derivata.gather or derivata.where",
    "eig lstsq solve symeig": _LINEAR_ALGEBRA,
    "compress": "use x[mask] or .masked_select(mask)",
    "conjugate": "use .conj()",
    "copy": "use .clone(), or .detach().clone() for a copy without history",
    "cuda ipu mtia xpu": _ONE_DEVICE,
    "dequantize int_repr q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point "
    "qscheme": _QUANTISED,
    "fill": "use .fill_(value)",
    "flat": "use .flatten(), or iterate over .reshape(-1)",
    "index": "use x[index]",
    "pin_memory record_stream share_memory_": "memory is the processor's own: leave the call out",
    "ptp": "use .amax() - .amin()",
    "searchsorted": "use derivata.searchsorted(sorted_sequence, values)",
    "storage storage_type untyped_storage": "use .numpy(), which shares the memory, or .data_ptr()",
    "strides": "use .stride(), in elements, or .numpy().strides, in bytes",
    "to_list": "use .tolist()",
    "volatile": "use `with derivata.no_grad():`",
    "zero_grad": "use x.grad = None, or the zero_grad() of an optimizer",
    "as_subclass ccol_indices coalesce col_indices const_data_ptr crow_indices grad_dtype indices "
    "is_coalesced map2_ module_load reinforce resize_as_sparse_ row_indices slice_inverse smm "
    "sparse_mask sparse_resize_ sparse_resize_and_clear_ sspaddmm to_mkldnn to_padded_tensor to_sparse_bsc "
    "to_sparse_bsr to_sparse_csc to_sparse_csr values": _PAGE,
}
"""Names, and what to do instead."""
CURES_OF_MODULES = {
    "bfloat16": CURES["bfloat16"],
    "compile": "use derivata.compile(module)",
    "cuda ipu mtia xpu": _ONE_DEVICE,
    "share_memory": "memory is the processor's own: leave the call out",
    "T_destination call_super_init dump_patches": _PAGE,
}
"""The same for modules."""


class Absent:
    """Descriptor of a missing attribute that users of other libraries expect."""

    def __init__(self, name: str, cure: str) -> None:
        self.name = name
        self.cure = cure

    def __get__(self, instance: object, owner: type) -> NoReturn:
        raise AttributeError(
            f"{owner.__name__!r} object has no attribute {self.name!r}; {self.cure}", name=self.name
        )


def answer(cls: type, cures: Mapping[str, str]) -> None:
    """Install descriptors on a class that raise a helpful error for each missing attribute; hide them from `dir`."""
    for names, cure in cures.items():
        for name in names.split():
            if name not in vars(cls):
                setattr(cls, name, Absent(name, cure.format(name=name)))

    def listed(self: object) -> list[str]:
        return present(type(self), object.__dir__(self))

    setattr(cls, "__dir__", listed)  # noqa: B010  (type checkers need not know)


def install(cls: type) -> None:
    """Have tensors answer, and hide the missing attributes from `dir` of their class, too."""
    answer(cls, CURES)

    def listed_of_class(self: type) -> list[str]:
        return present(self, type.__dir__(self))

    setattr(type(cls), "__dir__", listed_of_class)  # noqa: B010


def present(cls: type, names: Iterable[str]) -> list[str]:
    """Return the attribute names of an object without those of missing attributes."""
    return [name for name in names if not isinstance(_of_class(cls, name), Absent)]


def _of_class(cls: type, name: str) -> object:
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
