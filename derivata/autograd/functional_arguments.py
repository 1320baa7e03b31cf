"""The arguments and results of `autograd.functional`: tuples of tensors, checked, and vectors that fit them."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from ..runtime.tensors.tensor import Tensor
from .boundary import new_input, one_for

Function = Callable[..., Any]
Tensors = tuple[Tensor, ...]


class Given(NamedTuple):
    """Tensors as a tuple, and whether the user passed a tuple or a single tensor."""

    tensors: Tensors
    is_tuple: bool

    def restore(self, values: Sequence[Any]) -> Any:
        """Return a tuple of values, or the only value if a single tensor was passed."""
        return tuple(values) if self.is_tuple else values[0]


def given(caller: str, name: str, value: Any) -> Given:
    """Check that a value is a tensor or a tuple of tensors."""
    values = value if isinstance(value, tuple) else (value,)
    for index, item in enumerate(values):
        if not isinstance(item, Tensor):
            where = f"the value at index {index}" if isinstance(value, tuple) else f"the given {name}"
            raise TypeError(
                f"{caller}: The {name} given to {caller} must be either a Tensor or a tuple of Tensors, but {where} "
                f"has type {type(item).__name__}"
            )
    return Given(values, isinstance(value, tuple))


def variables(caller: str, inputs: Any, create_graph: bool) -> Given:
    """Return the checked inputs; with `create_graph`, those that do not require grad are replaced by new leaves."""
    checked = given(caller, "inputs", inputs)
    if not checked.tensors:
        raise ValueError(f"{caller}: expected at least one Tensor as inputs, got an empty tuple")
    if not create_graph:
        return checked
    tensors = [tensor if tensor.requires_grad else new_input(tensor, True) for tensor in checked.tensors]
    return Given(tuple(tensors), checked.is_tuple)


def checked(caller: str, func: Function, strict: bool) -> Function:
    """Return the function with a check of what it returns."""

    def call(*tensors: Tensor) -> Any:
        outputs = given(caller, "outputs of the user-provided function", func(*tensors))
        for index, output in enumerate(outputs.tensors if strict else ()):
            if not output.requires_grad:
                refuse(
                    caller,
                    f"Output {index} of the user-provided function does not require gradients. The outputs must be "
                    "computed from the inputs, by ops that have gradients",
                )
        return outputs.restore(outputs.tensors)

    return call


def checked_scalar(caller: str, func: Function, strict: bool) -> Function:
    """Return the function with a check that it returns one tensor with one element."""

    def call(*tensors: Tensor) -> Tensor:
        output = checked(caller, func, strict)(*tensors)
        if isinstance(output, tuple):
            raise RuntimeError(
                f"{caller}: The function given to {caller} should return a single Tensor, got a tuple of {len(output)}"
            )
        if output._array.size != 1:
            raise RuntimeError(
                f"{caller}: The Tensor returned by the function given to {caller} should contain a single element, "
                f"got shape {output.shape}; reduce it with .sum() or .mean()"
            )
        scalar: Tensor = output
        return scalar

    return call


def vector_for(caller: str, v: Any, like: Given, subject: str, create_graph: bool) -> Sequence[Tensor]:
    """Return the vector of a product, checked against the tensors whose space it is in; None stands for 1."""
    if v is None:
        if len(like.tensors) != 1 or like.tensors[0]._array.size != 1:
            raise RuntimeError(
                f"{caller}: The vector v can only be None if {subject} a single Tensor with a single element"
            )
        return (one_for(caller, like.tensors[0]),)
    vectors = given(caller, "v", v).tensors
    if len(vectors) != len(like.tensors):
        raise RuntimeError(
            f"{caller}: v is a tuple of invalid length: should be {len(like.tensors)} but got {len(vectors)}"
            if like.is_tuple
            else f"{caller}: The given v should contain a single Tensor, got {len(vectors)}"
        )
    for index, (vector, tensor) in enumerate(zip(vectors, like.tensors, strict=True)):
        if vector.shape != tensor.shape:
            entry = f"Entry {index} in " if like.is_tuple else ""
            raise RuntimeError(
                f"{caller}: {entry}v has invalid size: should be {tensor.shape} but got {vector.shape}"
            )
    return vectors if create_graph else [vector.detach() for vector in vectors]


def finished(tensors: Sequence[Tensor], create_graph: bool) -> Tensors:
    """Return results; without history unless it was asked for."""
    return tuple(tensors if create_graph else [tensor.detach() for tensor in tensors])


def refuse(caller: str, finding: str) -> NoReturn:
    """Raise the error of `strict=True`, with a finding."""
    raise RuntimeError(
        f"{caller}: {finding}. This is not allowed in strict mode; pass strict=False for zeros"
    )


def refuse_unused(caller: str, grads: Sequence[Tensor | None], subject: str = "The output") -> None:
    """Raise if an input was not reached from the outputs, or from their derivatives."""
    for index, grad in enumerate(grads):
        if grad is None:
            refuse(caller, f"{subject} of the user-provided function is independent of input {index}")


def refuse_constant(
    caller: str, derivatives: Sequence[Tensor | None], create_graph: bool, order: str
) -> None:
    """Raise if a derivative that is to be differentiated again is constant."""
    for index, grad in enumerate(derivatives):
        if create_graph and grad is not None and not grad.requires_grad:
            refuse(
                caller,
                f"The {order} of the user-provided function is independent of input {index}, while create_graph=True "
                "asks for its derivatives",
            )
