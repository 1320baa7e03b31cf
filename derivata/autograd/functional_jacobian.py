"""Jacobians and Hessians as tensors, row by row or column by column."""

from typing import Any

from ..func.calls import Call, Variables
from ..func.jacobians import forward_jacobians, reverse_jacobians
from ..func.reverse import Recorded
from ..runtime.modes.grad_mode import GradMode, outside_inference, recording
from .boundary import check_real, zeros_like
from .functional_arguments import (
    Function,
    checked,
    finished,
    given,
    refuse,
    refuse_constant,
    variables,
)
from .functional_products import gradient

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
    function = checked("jacobian", func, strict)
    return _jacobian("jacobian", function, inputs, create_graph, strict, strategy, has_aux=False)


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
    function = gradient("hessian", func, strict)
    table = _jacobian(
        "hessian", function, inputs, create_graph, strict, outer_jacobian_strategy, has_aux=True
    )
    return table if is_tuple else table[0]


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
    caller: str,
    func: Function,
    inputs: Any,
    create_graph: bool,
    strict: bool,
    strategy: str,
    has_aux: bool,
) -> Any:
    """Return the Jacobians of each output, in the form of the outputs, by each input, in that of the inputs."""
    own = variables(caller, inputs, create_graph)
    call: Call
    if strategy == "forward-mode":
        tensors = Variables(caller, own.tensors, None)
        call = Call(caller, func, tensors, has_aux)
        with GradMode(create_graph or recording()):
            _, table = forward_jacobians(call, tensors)
    else:
        with GradMode(create_graph):
            recorded = Recorded(caller, func, own.tensors, None, has_aux)
            for number, output in enumerate(recorded.outputs):
                check_real(caller, output)
                if strict:
                    _refuse_independent(caller, recorded, number, create_graph)
            call, table = recorded.call, reverse_jacobians(recorded)
    return call.structure.unflatten([own.restore(finished(row, create_graph)) for row in table])


def _refuse_independent(caller: str, recorded: Recorded, number: int, create_graph: bool) -> None:
    """Raise if an output depends on an input not at all, or in a way that has no derivatives."""
    cotangents = [zeros_like(out) if k == number else None for k, out in enumerate(recorded.outputs)]
    grads = recorded.pull_or_none(cotangents, retain_graph=True)
    for index, grad in enumerate(grads):
        if grad is None:
            refuse(caller, f"Output {number} of the user-provided function is independent of input {index}")
    refuse_constant(caller, grads, create_graph, "jacobian")
