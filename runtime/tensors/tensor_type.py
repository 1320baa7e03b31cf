"""The class of the class `Tensor`: tensors are made by functions, not by calling their class."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class TensorType(type):
    """Refuses calls of the class, here and not in ``__new__``: a class without one makes its objects faster."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Refuse, unless a subclass says how its tensors are made."""
        own: Any = cls.__new__
        if own is object.__new__:
            raise TypeError(
                f"{cls.__name__}: tensors are made by functions; use derivata.tensor(data) or from_numpy(array)"
            )
        return super().__call__(*args, **kwargs)


def maker(cls: type[T]) -> Callable[[], T]:
    """Return a function that makes an object of a class without setting its slots: faster than `object.__new__`."""
    make: Callable[[], T] = type.__call__.__get__(cls)
    return make
