"""Jacobians and Hessians as tensors, row by row or column by column."""

from collections.abc import Sequence
from typing import Any

from ..runtime.modes.grad_mode import GradMode, enable_grad, outside_inference, recording
from ..runtime.tensors.tensor import Tensor
from .basis import from_rows, one_hots
from .boundary import check_real, gradients, one_for, or_zeros
from .functional_arguments import (
    Function,
    Given,
    Tensors,
    evaluate,
    evaluate_scalar,
    finished,
    fresh_inputs,
    given,
    refuse,
)
from .functional_products import refuse_constant, refuse_linear, refuse_unused
from .pushforward import jacobians, push_all

MODES = ("reverse-mode", "forward-mode")


@outside_inference
def jacobian(
    func: Function,
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """Return the Jacobian of a function: the derivative of every output element by every input element.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a Tensor or a tuple of Tensors.
    inputs : Tensor or tuple of Tensors
        Where to differentiate.
    create_graph : bool
        Record the result, so that it can be differentiated.
    strict : bool
        Raise if an output cannot depend on an input, where zeros would be returned.
    vectorize : bool
        Accepted for PyTorch's sake; the result is the same. Not supported together with `strict`.
    strategy : {"reverse-mode", "forward-mode"}
        One backward pass for each output element, or one evaluation of `func` for each input element: choose what
        there is less of.

    Returns
    -------
    Tensor or nested tuples of Tensors
        ``jacobian[i][j]``, of the shape of output i followed by that of input j; an index is left out where `func`
        returns one Tensor, or `inputs` is one.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.autograd.functional.jacobian(lambda x: x * x.sum(), dv.tensor([1.0, 2.0]))
    tensor([[4., 1.],
            [2., 5.]])
    """
    _check_modes("jacobian", "strategy", strategy, strict, vectorize)
    return _jacobian("jacobian", func, inputs, create_graph, strict, strategy)


@outside_inference
def hessian(
    func: Function,
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """Return the Hessian of a scalar function: its second derivatives by every pair of input elements.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a Tensor with one element.
    inputs, create_graph, strict, vectorize
        As in `jacobian`.
    outer_jacobian_strategy : {"reverse-mode", "forward-mode"}
        How the gradient, which is computed in reverse mode, is differentiated.

    Returns
    -------
    Tensor or nested tuples of Tensors
        ``hessian[i][j]``, of the shape of input i followed by that of input j; both indices are left out if `inputs`
        is one Tensor.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.autograd.functional.hessian(lambda x: (x**3).sum(), dv.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    _check_modes("hessian", "outer_jacobian_strategy", outer_jacobian_strategy, strict, vectorize)
    is_tuple = given("hessian", "inputs", inputs).is_tuple

    def gradient(*own: Tensor) -> tuple[Tensor, ...]:
        with enable_grad():
            variables = fresh_inputs("hessian", own, create_graph=True)
            output = evaluate_scalar("hessian", func, variables, strict)
        grads = gradients([output], variables.tensors, [one_for("hessian", output)], create_graph=True)
        if strict:
            refuse_unused("hessian", grads)
            refuse_linear("hessian", grads)
        return tuple([or_zeros(grad, tensor) for grad, tensor in zip(grads, own, strict=True)])

    table = _jacobian(
        "hessian", gradient, inputs if is_tuple else (inputs,), create_graph, strict, outer_jacobian_strategy
    )
    return table if is_tuple else table[0][0]


def _check_modes(caller: str, argument: str, mode: str, strict: bool, vectorize: bool) -> None:
    if mode not in MODES:
        raise AssertionError(
            f'{caller}: Expected strategy to be either "forward-mode" or "reverse-mode", got {argument}={mode!r}'
        )
    for other, chosen in (
        (f'{argument}="forward-mode"', mode == "forward-mode"),
        ("vectorize=True", vectorize),
    ):
        if strict and chosen:
            raise RuntimeError(
                f"{caller}: `strict=True` and `{other}` are not supported together; leave one of them out"
            )


def _jacobian(
    caller: str, func: Function, inputs: Any, create_graph: bool, strict: bool, strategy: str
) -> Any:
    by_mode = _forward if strategy == "forward-mode" else _reverse
    return by_mode(caller, func, inputs, create_graph, strict)


def _reverse(caller: str, func: Function, inputs: Any, create_graph: bool, strict: bool) -> Any:
    with enable_grad():
        own = fresh_inputs(caller, inputs, create_graph)
        outputs = evaluate(caller, func, own, strict)
    with GradMode(create_graph):
        table = [
            _rows(caller, k, output, own, create_graph, strict) for k, output in enumerate(outputs.tensors)
        ]
    return outputs.restore([own.restore(finished(row, create_graph)) for row in table])


def _rows(
    caller: str, number: int, output: Tensor, own: Given, create_graph: bool, strict: bool
) -> list[Tensor]:
    """Return the Jacobian of one output by each input."""
    check_real(caller, output)
    rows = [
        gradients([output], own.tensors, [vector], create_graph=create_graph, retain_graph=True)
        for vector in one_hots(output)
    ]
    if strict:
        for grads in rows:
            _refuse_independent(caller, number, grads)
            refuse_constant(caller, grads, create_graph, "jacobian")
    return [
        from_rows([or_zeros(grads[k], tensor) for grads in rows], output, tensor)
        for k, tensor in enumerate(own.tensors)
    ]


def _refuse_independent(caller: str, number: int, grads: Sequence[Tensor | None]) -> None:
    for index, grad in enumerate(grads):
        if grad is None:
            refuse(caller, f"Output {number} of the user-provided function is independent of input {index}")


def _forward(caller: str, func: Function, inputs: Any, create_graph: bool, strict: bool) -> Any:
    checked = given(caller, "inputs", inputs)
    form: list[Given] = []

    def call(duals: list[Tensor]) -> Tensors:
        form.append(evaluate(caller, func, Given(tuple(duals), checked.is_tuple), strict))
        return form[-1].tensors

    with GradMode(create_graph or recording()):
        outputs, blocks = push_all(call, checked.tensors)
        table = jacobians(outputs, checked.tensors, blocks)
    return form[-1].restore([checked.restore(finished(row, create_graph)) for row in table])
