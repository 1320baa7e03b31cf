"""The metaclass of `Tensor`: ``Tensor(...)`` makes a tensor from data or sizes, as older programs do."""

from collections.abc import Callable
from typing import Any, TypeVar

from ..graph.tensor_base import MADE_BY_CALL

T = TypeVar("T")


class TensorType(type):
    """Creates tensors in ``__call__``, not in ``__new__``: classes without ``__new__`` create their objects faster."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Make a tensor from data or sizes, unless a subclass says how its tensors are made."""
        own: Any = cls.__new__
        if own is not object.__new__:
            return super().__call__(*args, **kwargs)
        made: Any = getattr(cls, MADE_BY_CALL)(cls, *args, **kwargs)
        if cls.__init__ is not object.__init__:  # type: ignore[misc]
            made.__init__(*args, **kwargs)
        return made


def maker(cls: type[T]) -> Callable[[], T]:
    """Return a function that makes an object of a class without setting its slots: faster than `object.__new__`."""
    make: Callable[[], T] = type.__call__.__get__(cls)
    return make
