"""Jacobians and Hessians as transforms."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from ..arrays.random import default_generator
from ..autograd.basis import from_rows, one_hot_rows, one_hots
from ..autograd.pushforward import jacobians, push_all
from ..batching.rows import in_chunks, worthwhile
from ..generated.namespaces.top_level import cat
from ..runtime.modes.grad_mode import outside_inference
from ..runtime.tensors.tensor import Tensor
from .argnums import Argnums
from .calls import Call, Variables
from .mapping import check_randomness
from .reverse import Recorded


def jacrev(
    func: Callable[..., Any], argnums: Argnums = 0, *, has_aux: bool = False, chunk_size: int | None = None
) -> Callable[..., Any]:
    """Return a function that computes the Jacobian of a function in reverse mode: one backward pass for each row.

    Parameters
    ----------
    func : callable
        Returns real Tensors, in any nested container; with `has_aux`, a tuple of these and anything else.
    argnums : int or tuple of int
        The positional arguments to differentiate by: Tensors, or nested containers of Tensors.
    has_aux : bool
        Whether `func` returns auxiliary results.
    chunk_size : int, optional
        How many rows to compute at once; by default, as many as fit into the caches.

    Returns
    -------
    callable
        Takes the positional arguments of `func`. Returns, in place of each output, the form of the argument (for a
        tuple `argnums` a tuple) with Tensors of the output's shape followed by the argument's; with `has_aux`,
        ``(jacobian, aux)``.

    See Also
    --------
    jacfwd : better if there are fewer input elements than output elements.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.func.jacrev(lambda x: x * x.sum())(dv.tensor([1.0, 2.0]))
    tensor([[4., 1.],
            [2., 5.]])
    """
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"jacrev: `chunk_size` should be greater than 0, got {chunk_size}")

    @wraps(func, updated=())
    @outside_inference
    def jacobian(*args: Any, **kwargs: Any) -> Any:
        recorded = Recorded("jacrev", func, args, argnums, has_aux, kwargs)
        _check_real("jacrev", "inputs", recorded.variables.tensors)
        _check_real("jacrev", "outputs", recorded.outputs)
        result = _nested(recorded.call, recorded.variables, reverse_jacobians(recorded, chunk_size))
        return (result, recorded.results()[1]) if has_aux else result

    return jacobian


def jacfwd(
    func: Callable[..., Any],
    argnums: Argnums | None = 0,
    has_aux: bool = False,
    *,
    randomness: str = "same",
) -> Callable[..., Any]:
    """Return a function that computes the Jacobian of a function in forward mode: one evaluation for each column.

    Parameters
    ----------
    func, argnums, has_aux
        As in `jacrev`; `argnums` may be None for all positional arguments.
    randomness : {"same", "different", "error"}
        Whether all evaluations draw the same random numbers, or each other ones, or random numbers are an error.

    Returns
    -------
    callable
        As in `jacrev`.

    See Also
    --------
    jacrev : better if there are fewer output elements than input elements.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.func.jacfwd(lambda x: x * x.sum())(dv.tensor([1.0, 2.0]))
    tensor([[4., 1.],
            [2., 5.]])
    """
    check_randomness("jacfwd", randomness)

    @wraps(func, updated=())
    @outside_inference
    def jacobian(*args: Any, **kwargs: Any) -> Any:
        variables = Variables("jacfwd", args, argnums)
        _check_real("jacfwd", "inputs", variables.tensors)
        call = Call("jacfwd", func, variables, has_aux, kwargs)
        before = default_generator.get_state() if randomness == "error" else None
        results, table = forward_jacobians(
            call, variables, "different" if randomness == "different" else "same"
        )
        if before is not None and default_generator.get_state() != before:
            raise RuntimeError(
                "jacfwd: called a random operation while in randomness error mode; use randomness='same' or "
                "'different', or draw the numbers outside"
            )
        _check_real("jacfwd", "outputs", results[: call.count])
        nested = _nested(call, variables, table)
        return (nested, call.auxiliary(results)) if has_aux else nested

    return jacobian


def hessian(func: Callable[..., Any], argnums: Argnums = 0) -> Callable[..., Any]:
    """Return a function that computes the second derivatives of a function: ``jacrev(jacrev(func))``.

    Differs from PyTorch's ``jacfwd(jacrev(func))`` in cost only: `func` is evaluated and recorded once, not once for
    each input element.

    Parameters
    ----------
    func, argnums
        As in `jacrev`.

    Returns
    -------
    callable
        Returns the form of a Jacobian with, in place of each Tensor, the form of the argument again.

    See Also
    --------
    jacfwd : ``jacfwd(jacrev(func))`` is the same, forward over reverse mode; it keeps no graph of the gradient.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.func.hessian(lambda x: (x**3).sum())(dv.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacrev(jacrev(func, argnums), argnums)


def reverse_jacobians(recorded: Recorded, chunk_size: int | None = None) -> list[list[Tensor]]:
    """Return the Jacobian of each output by each variable."""
    return [recorded.release(_rows(recorded, k, chunk_size)) for k in range(len(recorded.outputs))]


def forward_jacobians(
    call: Call, variables: Variables, randomness: str = "same"
) -> tuple[Sequence[Tensor], list[list[Tensor]]]:
    """Return what the call returned, and the Jacobian of each output by each variable."""
    results, blocks = push_all(call, variables.tensors, randomness)
    return results, jacobians(results[: call.count], variables.tensors, blocks)


def _rows(recorded: Recorded, number: int, chunk_size: int | None) -> list[Tensor]:
    """Return the Jacobian of one output by each variable."""
    output, tensors = recorded.outputs[number], recorded.variables.tensors
    count = output._array.size
    elements = max(count, *[tensor._array.size for tensor in tensors])
    if worthwhile(count, elements) and chunk_size != 1:
        parts = []
        for start, stop in in_chunks(count, elements, chunk_size):
            part = recorded.pull_rows(number, one_hot_rows(output, start, stop))
            if part is None:
                break
            parts.append(part)
        else:
            return [
                cat(list(column)).reshape((*output.shape, *tensor.shape))
                for column, tensor in zip(zip(*parts, strict=True), tensors, strict=True)
            ]
    absent: list[Tensor | None] = [None] * len(recorded.outputs)
    rows = [
        recorded.pull([*absent[:number], vector, *absent[number + 1 :]], retain_graph=True)
        for vector in one_hots(output)
    ]
    return [from_rows([row[k] for row in rows], output, tensor) for k, tensor in enumerate(tensors)]


def _nested(call: Call, variables: Variables, table: Sequence[Sequence[Tensor]]) -> Any:
    """Put Jacobians into the form of the outputs, each of them in the form of the chosen arguments."""
    return call.structure.unflatten([variables.structure.unflatten(row) for row in table])


def _check_real(caller: str, what: str, tensors: Sequence[Tensor]) -> None:
    for index, tensor in enumerate(tensors):
        if tensor.dtype.kind == "c":
            raise RuntimeError(
                f"{caller}: Expected all {what} to be real but received complex tensor at flattened input idx: {index}"
                "; use vjp or jvp, or differentiate the real and the imaginary part"
            )
