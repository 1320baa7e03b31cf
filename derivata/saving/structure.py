"""Nested plain data as JSON, with the tensors in it as arrays by name; and the way back.

JSON's own null, truth values, whole numbers and texts stand for themselves, and lists for lists; anything else is an
object with one key that says what it is.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..arrays.dtypes import as_dtype
from ..nn.parameter import Parameter
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.devices import device
from .container import DamagedFile

Array: TypeAlias = NDArray[Any]
Arrays = dict[str, Array]

MAX_DEPTH = 200
"""How deep plain data may be nested, in a file and when it is saved."""


def described(obj: object) -> tuple[Arrays, str]:
    """Return the arrays of an object by name, and the rest as JSON."""
    writer = _Writer()
    tree = writer.describe(obj, (), 0)
    return writer.arrays, json.dumps(tree)


class _Writer:
    """Collects the arrays; those on the same memory once."""

    def __init__(self) -> None:
        self.arrays: Arrays = {}
        self._names: dict[tuple[Any, ...], str] = {}
        self._open: set[int] = set()

    def describe(self, value: Any, path: tuple[str, ...], depth: int) -> Any:
        if value is None or isinstance(value, bool) or type(value) in (int, str):
            return value
        if type(value) is float:
            return {"float": value.hex()}
        if type(value) in _LEAVES:
            return _LEAVES[type(value)](value)
        if isinstance(value, Tensor):
            return self._tensor(value, path)
        if isinstance(value, np.ndarray | np.generic):
            kind = "array" if isinstance(value, np.ndarray) else "number"
            return {kind: self._array(np.asarray(value), path)}
        if isinstance(value, np.dtype):
            return {"dtype": value.name}
        return self._nested(value, path, depth)

    def _nested(self, value: Any, path: tuple[str, ...], depth: int) -> Any:
        kind = type(value)
        if kind not in (list, tuple, set, frozenset, dict, OrderedDict):
            where = ".".join(path) or "the object"
            raise TypeError(
                f"save: expected tensors and plain data, got {kind.__name__} at {where}, whose code no file can hold; "
                "save its numbers, such as the state_dict() of a module"
            )
        if depth > MAX_DEPTH or id(value) in self._open:
            raise ValueError(
                f"save: expected data nested at most {MAX_DEPTH} deep, got deeper data, or data that contain themselves"
            )
        self._open.add(id(value))
        if isinstance(value, dict):
            items = [
                [
                    self.describe(key, (*path, "key"), depth + 1),
                    self.describe(item, (*path, str(key)), depth + 1),
                ]
                for key, item in value.items()
            ]
        else:
            items = [
                self.describe(item, (*path, str(number)), depth + 1) for number, item in enumerate(value)
            ]
        self._open.discard(id(value))
        return items if kind is list else {kind.__name__: items}

    def _tensor(self, tensor: Tensor, path: tuple[str, ...]) -> Any:
        if tensor.is_sparse:
            raise TypeError(
                f"save: expected dense tensors, got a sparse one at {'.'.join(path)}; save its parts, or to_dense()"
            )
        kind = "parameter" if isinstance(tensor, Parameter) else "tensor"
        found = {kind: self._array(tensor._array, path)}
        return {**found, "requires_grad": True} if tensor.requires_grad else found

    def _array(self, array: Array, path: tuple[str, ...]) -> Any:
        if array.dtype.kind not in "biufc":
            raise TypeError(f"save: expected arrays of numbers, got one of {array.dtype} at {'.'.join(path)}")
        memory = (
            array.__array_interface__["data"][0],
            array.shape,
            array.strides,
            array.dtype.str,
            array.size > 0,
        )
        name = self._names.get(memory) if array.size else None
        if name is None:
            name = self._free_name(".".join(path) or "tensor")
            self._names[memory] = name
            own = array.astype(array.dtype.newbyteorder("="), order="C", copy=False)
            # the format has no complex numbers: pairs
            self.arrays[name] = _pairs(own) if own.dtype.kind == "c" else own
        return [name, "complex"] if array.dtype.kind == "c" else name

    def _free_name(self, wanted: str) -> str:
        name, number = wanted, 1
        while name in self.arrays or name == "__metadata__":
            name, number = f"{wanted}#{number}", number + 1
        return name


def _pairs(array: Array) -> Array:
    """Return complex numbers with their parts as a last dimension."""
    return np.stack([array.real, array.imag], axis=-1)


_LEAVES: dict[type, Callable[[Any], Any]] = {
    complex: lambda value: {"complex": [value.real.hex(), value.imag.hex()]},
    bytes: lambda value: {"bytes": value.hex()},
    device: lambda value: {"device": str(value)},
}


def rebuilt(arrays: Arrays, text: str | None) -> Any:
    """Return the object that a text describes; without one, the arrays by name as tensors."""
    if text is None:
        return {name: wrap(array) for name, array in arrays.items()}
    try:
        return _Reader(arrays).build(json.loads(text), 0)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError, RuntimeError) as error:
        raise DamagedFile(
            f"expected a description of its data, got another ({error}); the file is damaged"
        ) from None


class _Reader:
    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays

    def build(self, value: Any, depth: int) -> Any:
        if depth > MAX_DEPTH + 1:
            raise ValueError("nested too deep")
        if isinstance(value, list):
            return [self.build(item, depth + 1) for item in value]
        if not isinstance(value, dict):
            return value
        kind, content = next(iter(value.items()), ("nothing", ()))
        if kind in ("tensor", "parameter"):
            return self._tensor(kind, self._array(content), value.get("requires_grad") is True)
        if kind in ("array", "number"):
            array = self._array(content)
            return array if kind == "array" else array[()]
        if kind in ("dict", "OrderedDict"):
            pairs = [(self.build(key, depth + 1), self.build(item, depth + 1)) for key, item in content]
            return dict(pairs) if kind == "dict" else OrderedDict(pairs)
        if kind in ("tuple", "set", "frozenset"):
            return _CONTAINERS[kind](self.build(item, depth + 1) for item in content)
        return _READERS[kind](content)

    def _tensor(self, kind: str, array: Array, requires_grad: bool) -> Tensor:
        if kind == "parameter":
            return Parameter(wrap(array), requires_grad)
        return wrap(array).requires_grad_(requires_grad)

    def _array(self, content: Any) -> Array:
        if isinstance(content, str):
            return self.arrays[content]
        name, _ = content
        pairs = self.arrays[name]
        kind = {"f4": np.complex64, "f8": np.complex128}[pairs.dtype.str[1:]]
        return pairs.view(kind).reshape(pairs.shape[:-1])


_CONTAINERS: dict[str, Callable[[Any], Any]] = {"tuple": tuple, "set": set, "frozenset": frozenset}
_READERS: dict[str, Callable[[Any], Any]] = {
    "float": float.fromhex,
    "complex": lambda parts: complex(*map(float.fromhex, parts)),
    "bytes": bytes.fromhex,
    "device": device,
    "dtype": as_dtype,
}
