"""Adapts a function of nested containers to a function of a list of tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..runtime.tensors.tensor import Tensor
from .argnums import Argnums, choose
from .containers import flatten


class Variables:
    """The tensors inside the chosen arguments of a call.

    Attributes
    ----------
    tensors : list of Tensor
    structure : Structure
        What the chosen arguments look like: one argument, or a tuple of them.
    """

    def __init__(self, caller: str, args: Sequence[Any], argnums: Argnums | None) -> None:
        self._args = args
        self._choice = choose(caller, argnums, len(args))
        self.tensors, self.structure = flatten(self._choice.pick(args))
        for tensor in self.tensors:
            _check_variable(caller, tensor)
        if not self.tensors:
            raise RuntimeError(f"{caller}: Expected primals to contain at least one Tensor, got none")

    def arguments(self, tensors: Sequence[Tensor]) -> tuple[Any, ...]:
        """Return all positional arguments, with these tensors in place of the variables."""
        return self._choice.put(self._args, self.structure.unflatten(tensors))


class Call:
    """A function of the variables; remembers the structure of what it returned last.

    It returns the outputs, followed by the tensors among the auxiliary results of ``has_aux=True``.

    Attributes
    ----------
    count : int
        How many of the tensors are outputs.
    """

    def __init__(
        self,
        caller: str,
        func: Callable[..., Any],
        variables: Variables,
        has_aux: bool = False,
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        self._caller = caller
        self._func = func
        self._variables = variables
        self._has_aux = has_aux
        self._kwargs = kwargs or {}

    def __call__(self, tensors: Sequence[Tensor]) -> list[Tensor]:
        """Call the function with other variables."""
        result = self._func(*self._variables.arguments(tensors), **self._kwargs)
        result, aux = _split(self._caller, result) if self._has_aux else (result, None)
        outputs, self.structure = flatten(result)
        _check_outputs(self._caller, outputs)
        self.count = len(outputs)
        self._aux, self._aux_structure = flatten(aux)
        return [*outputs, *[leaf for leaf in self._aux if isinstance(leaf, Tensor)]]

    def auxiliary(self, tensors: Sequence[Tensor]) -> Any:
        """Return the auxiliary results with their tensors replaced by those after the outputs."""
        given = iter(tensors[self.count :])
        return self._aux_structure.unflatten(
            [next(given) if isinstance(leaf, Tensor) else leaf for leaf in self._aux]
        )


def _check_variable(caller: str, value: Any) -> None:
    if not isinstance(value, Tensor):
        raise ValueError(
            f"{caller}: Thing passed to transform API must be Tensor, got {type(value).__name__}; choose the arguments "
            "to differentiate by with argnums, and mark constant fields of a dataclass with metadata={'static': True}"
        )
    if value.dtype.kind not in "fc":
        raise RuntimeError(
            f"{caller}: only Tensors of floating point and complex dtype can require gradients, got {value.dtype}; "
            "choose the arguments to differentiate by with argnums"
        )


def _split(caller: str, result: Any) -> tuple[Any, Any]:
    if not (isinstance(result, tuple) and len(result) == 2):
        raise RuntimeError(
            f"{caller}: output of function f should be a tuple: (output, aux) if has_aux is True, got "
            f"{type(result).__name__}"
        )
    return result


def _check_outputs(caller: str, outputs: Sequence[Any]) -> None:
    if not outputs or (len(outputs) == 1 and outputs[0] is None):
        raise RuntimeError(
            f"{caller}: Expected f to be a function that has non-empty output, got {outputs or 'no tensors'}; does it "
            "return its result?"
        )
    for output in outputs:
        if not isinstance(output, Tensor):
            raise RuntimeError(
                f"{caller}: expected f(*args) to return only tensors, got unsupported type {type(output).__name__}; "
                "return other results as the second of two, with has_aux=True"
            )
