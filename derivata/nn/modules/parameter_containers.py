"""Lists and dictionaries of parameters."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from operator import index as as_index
from typing import Any, Self

from ...runtime.tensors.tensor import Tensor
from ..module import Module
from ..parameter import Parameter


def _as_value(value: Any) -> Any:
    """Make a parameter of a tensor; keep anything else."""
    return Parameter(value) if isinstance(value, Tensor) and not isinstance(value, Parameter) else value


def _described(value: Any) -> str:
    if isinstance(value, Tensor):
        word = "Parameter" if isinstance(value, Parameter) else "Tensor"
        return f"{word} containing: [{value.dtype.name} of size {'x'.join(map(str, value.shape))}]"
    return f"Object of type: {type(value).__name__}"


class ParameterList(Module):
    """A list of parameters that are found. Tensors become parameters; other values are kept as they are.

    Parameters
    ----------
    values : iterable, optional
        The first elements.

    Examples
    --------
    >>> weights = nn.ParameterList([dv.ones(2, 2), dv.zeros(2)])
    >>> [name for name, _ in weights.named_parameters()], weights[1].tolist()
    (['0', '1'], [0.0, 0.0])
    """

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        self.extend(values or ())

    def _name(self, index: int) -> str:
        position = as_index(index)
        if not -self._size <= position < self._size:
            bounds = f"[-{self._size}, {self._size})"
            raise IndexError(f"ParameterList: expected an index in {bounds}, got {position}")
        return str(position % self._size)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return iter([getattr(self, str(position)) for position in range(self._size)])

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return getattr(self, self._name(index))

    def __setitem__(self, index: int, value: Any) -> None:
        setattr(self, self._name(index), _as_value(value))

    def __iadd__(self, values: Iterable[Any]) -> Self:
        return self.extend(values)

    def append(self, value: Any) -> Self:
        """Add an element at the end."""
        self._size += 1
        setattr(self, str(self._size - 1), _as_value(value))
        return self

    def extend(self, values: Any) -> Self:
        """Add several elements at the end."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(
                f"ParameterList: expected an iterable, such as a list, got {type(values).__name__}; append() adds one"
            )
        for value in list(values):
            self.append(value)
        return self

    def extra_repr(self) -> str:
        """Return a line for each element."""
        return _lines(enumerate(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.extra_repr()})" if len(self) == 0 else _block(self)


class ParameterDict(Module):
    """A dictionary of parameters that are found. Tensors become parameters; other values are kept as they are.

    Keys are attributes: they contain no dots.

    Parameters
    ----------
    parameters : mapping or iterable of pairs, optional
        The first entries.

    Examples
    --------
    >>> weights = nn.ParameterDict({"left": dv.ones(2), "right": dv.zeros(3)})
    >>> list(weights), weights["right"].shape, list(weights.state_dict())
    (['left', 'right'], (3,), ['left', 'right'])
    """

    def __init__(self, parameters: Mapping[str, Any] | Iterable[tuple[str, Any]] | None = None) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}
        self.update(parameters or ())

    def __getitem__(self, key: str) -> Any:
        if key not in self._keys:
            raise KeyError(key)
        return getattr(self, key)

    def __setitem__(self, key: str, value: Any) -> None:
        if not isinstance(key, str):
            raise TypeError(f"ParameterDict: expected a str as key, got {type(key).__name__}")
        if key not in self._keys and (hasattr(self, key) or "." in key):
            raise KeyError(
                f"ParameterDict: expected a key that is no attribute and without dots, got {key!r}; choose another"
            )
        self._keys[key] = None
        setattr(self, key, _as_value(value))

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, key)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._keys))

    def __reversed__(self) -> Iterator[str]:
        return reversed(list(self._keys))

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __or__(self, other: Mapping[str, Any]) -> ParameterDict:
        return self.copy().__ior__(other)

    def __ior__(self, other: Mapping[str, Any]) -> Self:
        self.update(other)
        return self

    def keys(self) -> Iterable[str]:
        """Return the keys in order."""
        return self._keys.keys()

    def values(self) -> Iterable[Any]:
        """Return the values in order."""
        return [self[key] for key in self._keys]

    def items(self) -> Iterable[tuple[str, Any]]:
        """Return the pairs in order."""
        return [(key, self[key]) for key in self._keys]

    def update(self, parameters: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> None:
        """Add or replace several entries; those of a `dict` in the order of their keys, as in PyTorch."""
        if isinstance(parameters, OrderedDict | ParameterDict):
            pairs: Iterable[tuple[str, Any]] = parameters.items()
        elif isinstance(parameters, Mapping):
            pairs = ((key, parameters[key]) for key in sorted(parameters))
        else:
            pairs = parameters
        for key, value in pairs:
            self[key] = value

    def copy(self) -> ParameterDict:
        """Return another dictionary with the same parameters."""
        return ParameterDict(self.items())

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of a key, or another one."""
        return getattr(self, key) if key in self._keys else default

    def setdefault(self, key: str, default: Any = None) -> Any:
        """Return the value of a key, which is added first if it is not there."""
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key: str) -> Any:
        """Remove an entry and return its value."""
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Remove the last entry and return it."""
        key = next(reversed(self))
        return key, self.pop(key)

    def clear(self) -> None:
        """Remove all entries."""
        for key in list(self._keys):
            del self[key]

    def fromkeys(self, keys: Iterable[str], default: Any = None) -> ParameterDict:
        """Return a dictionary with one value for several keys."""
        return ParameterDict((key, default) for key in keys)

    def extra_repr(self) -> str:
        """Return a line for each entry."""
        return _lines(self.items())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.extra_repr()})" if len(self) == 0 else _block(self)


def _lines(pairs: Iterable[tuple[Any, Any]]) -> str:
    return "\n".join([f"  ({key}): {_described(value)}" for key, value in pairs])


def _block(container: Module) -> str:
    lines = container.extra_repr().replace("\n", "\n  ")
    return f"{type(container).__name__}(\n  {lines}\n)"
