"""The batched tensor: an ordinary tensor, the first sample, that carries all samples with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from ..runtime.modes.batching import NotBatched
from ..runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from .level import Level

FLOW = (
    "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support that "
    "yet: every sample would go its own way; write derivata.where(condition, a, b) instead"
)


class Batch(NamedTuple):
    """The level that a tensor is batched at, and the tensor of all samples: they are its first dimension."""

    level: Level
    whole: Tensor


def refusal(what: str) -> str:
    """Return the error message for an operation that needs the values of a batched tensor."""
    return (
        f"vmap: It looks like you're calling {what} on a Tensor. We don't support vmap over calling {what} on any "
        "Tensor, because it has other numbers for each sample; please try to rewrite what you're doing with other "
        "operations, or do it before or after vmap"
    )


class Batched(Tensor):
    """A tensor inside of `vmap`; its shape is that of one sample."""

    __slots__ = ()

    @property
    def batch(self) -> Batch:
        """Its level and all samples."""
        assert self._extra is not None
        found: Batch = self._extra.batch
        return found

    @property
    def requires_grad(self) -> bool:
        """Whether the tensor of all samples does."""
        return self.batch.whole.requires_grad

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        self.requires_grad_(value)

    @property
    def grad_fn(self) -> Any:
        """The node of the tensor of all samples."""
        return self.batch.whole.grad_fn

    @property
    def is_leaf(self) -> bool:
        """Whether the tensor of all samples is one."""
        return self.batch.whole.is_leaf

    def requires_grad_(self, requires_grad: bool = True) -> NoReturn:
        """Refuse, as PyTorch does."""
        raise NotBatched(
            "vmap: You are attempting to call Tensor.requires_grad_() inside of a function being transformed by "
            "vmap. This is unsupported; use derivata.func.grad inside, or call it outside"
        )

    def backward(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse, as PyTorch does."""
        raise NotBatched(
            "vmap: backward() called inside a functorch transform. This is not supported; use derivata.func.grad or vjp"
        )

    def __bool__(self) -> bool:
        raise NotBatched(FLOW)

    def __repr__(self, *args: Any) -> str:
        return f"BatchedTensor(lvl={self.batch.level.number}, bdim=0, value={self.batch.whole!r})"

    __str__ = __repr__

    def detach(self) -> Any:
        """Return the samples without history."""
        return _of_all(self, super().detach(), lambda whole: whole.detach())

    @property
    def data(self) -> Any:
        """The same memory without history."""
        return self.detach()

    @data.setter
    def data(self, value: Any) -> None:
        raise NotBatched(refusal(".data ="))


def _of_all(tensor: Batched, out: Tensor, function: Callable[[Tensor], Tensor]) -> Tensor:
    level, whole = tensor.batch
    level.attach(out, function(whole))
    return out


def _refusing(name: str) -> Callable[..., NoReturn]:
    def refuse(self: Tensor, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotBatched(refusal(f".{name}()"))

    refuse.__name__ = name
    return refuse


for _name in (
    "item", "numpy", "tolist", "__array__", "__index__", "__int__", "__float__", "__complex__", "__contains__",
    "__format__", "__dlpack__", "__reduce_ex__", "__deepcopy__", "equal", "allclose", "apply_", "map_",
    "data_ptr", "resize_", "resize_as_", "set_", "retain_grad", "register_hook", "detach_", "new_tensor",
    "to_sparse",
):  # fmt: skip
    setattr(Batched, _name, _refusing(_name))


class Escaped(Batched):
    """A batched tensor whose `vmap` has ended."""

    __slots__ = ()

    @property
    def _array(self) -> Any:  # type: ignore[override]
        raise NotBatched(
            "vmap: a tensor that was computed for all samples inside of vmap is used after its end; return it from the "
            "function instead"
        )
