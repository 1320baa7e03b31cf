"""Products of a function's Jacobian or Hessian with a vector."""

from collections.abc import Callable, Sequence
from typing import Any

from ..func.reverse import Recorded
from ..runtime.modes.grad_mode import GradMode, outside_inference, recording
from ..runtime.tensors.tensor import Tensor
from .boundary import one_for, or_zeros, zeros_like
from .functional_arguments import (
    Function,
    Given,
    Tensors,
    checked,
    checked_scalar,
    refuse,
    refuse_constant,
    refuse_unused,
    variables,
    vector_for,
)

INPUT = "the input to the user-provided function is"


@outside_inference
def vjp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return the outputs of a function and the product of a vector with its Jacobian, ``v @ J``.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a Tensor or a tuple of Tensors.
    inputs : Tensor or tuple of Tensors
        Where to differentiate.
    v : Tensor or tuple of Tensors, optional
        Shaped like the outputs; may be left out (it is 1) if the output is one element.
    create_graph : bool
        Record both results, so that they can be differentiated by `inputs` and `v`.
    strict : bool
        Raise if an output cannot depend on an input, where zeros would be returned.

    Returns
    -------
    outputs : Tensor or tuple of Tensors
    product : Tensor or tuple of Tensors
        Shaped like the inputs.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([1.0, 2.0, 3.0])
    >>> dv.autograd.functional.vjp(lambda x: x * x, x, dv.tensor([1.0, 10.0, 100.0]))
    (tensor([1., 4., 9.]), tensor([  2.,  40., 600.]))
    """
    own = variables("vjp", inputs, create_graph)
    with GradMode(create_graph):
        recorded = Recorded("vjp", checked("vjp", func, strict), own.tensors, None, has_aux=False)
        result, _ = recorded.results()
        outputs = Given(tuple(recorded.outputs), isinstance(result, tuple))
        vectors = vector_for("vjp", v, outputs, "the user-provided function returns", create_graph)
        grads = recorded.pull_or_none(vectors)
        if strict:
            refuse_unused("vjp", grads)
            refuse_constant("vjp", grads, create_graph, "jacobian")
        return result, own.restore(recorded.release(with_zeros(grads, own.tensors)))


@outside_inference
def jvp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return the outputs of a function and the product of its Jacobian with a vector, ``J @ v``.

    Two backward passes compute it; `derivata.func.jvp` takes one forward pass.

    Parameters
    ----------
    func, inputs, create_graph, strict
        As in `vjp`.
    v : Tensor or tuple of Tensors, optional
        Shaped like the inputs; may be left out (it is 1) if the input is one element.

    Returns
    -------
    outputs : Tensor or tuple of Tensors
    product : Tensor or tuple of Tensors
        Shaped like the outputs.

    Examples
    --------
    >>> import derivata as dv
    >>> x, y = dv.tensor([1.0, 2.0]), dv.tensor([3.0, 4.0])
    >>> v = (dv.tensor([1.0, 0.0]), dv.tensor([0.0, 1.0]))
    >>> dv.autograd.functional.jvp(lambda x, y: x * y, (x, y), v)
    (tensor([3., 8.]), tensor([3., 2.]))
    """
    own = variables("jvp", inputs, create_graph)
    vectors = vector_for("jvp", v, own, INPUT, create_graph)
    with GradMode(create_graph):
        recorded = Recorded("jvp", checked("jvp", func, strict), own.tensors, None, has_aux=False)
        if strict:
            covectors = [zeros_like(output) for output in recorded.outputs]
            refuse_unused("jvp", recorded.pull_or_none(covectors, retain_graph=True))
        products = recorded.push_or_none(vectors)
        if strict:
            _refuse_unmoved(products)
            refuse_constant("jvp", products, create_graph, "jacobian")
        product = recorded.release(with_zeros(products, recorded.outputs))
        return recorded.results()[0], recorded.call.structure.unflatten(product)


@outside_inference
def vhp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return the value of a scalar function and the product of a vector with its Hessian, ``v @ H``.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a Tensor with one element.
    inputs, create_graph, strict
        As in `vjp`.
    v : Tensor or tuple of Tensors, optional
        Shaped like the inputs; may be left out (it is 1) if the input is one element.

    Returns
    -------
    output : Tensor
    product : Tensor or tuple of Tensors
        Shaped like the inputs.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([1.0, 2.0])
    >>> dv.autograd.functional.vhp(lambda x: (x**3).sum(), x, dv.tensor([1.0, 10.0]))
    (tensor(9.), tensor([  6., 120.]))
    """
    return _hessian_product("vhp", Recorded.pull_or_none, func, inputs, v, create_graph, strict)


@outside_inference
def hvp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return the value of a scalar function and the product of its Hessian with a vector, ``H @ v``.

    The same as `vhp`, which is cheaper, for every function whose second derivatives commute.

    Parameters
    ----------
    func, inputs, v, create_graph, strict
        As in `vhp`.

    Returns
    -------
    output : Tensor
    product : Tensor or tuple of Tensors
        Shaped like the inputs.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([1.0, 2.0])
    >>> dv.autograd.functional.hvp(lambda x: (x**3).sum(), x, dv.tensor([1.0, 10.0]))
    (tensor(9.), tensor([  6., 120.]))
    """
    return _hessian_product("hvp", Recorded.push_or_none, func, inputs, v, create_graph, strict)


def _hessian_product(
    caller: str,
    multiply: Callable[[Recorded, Sequence[Tensor]], list[Tensor | None]],
    func: Function,
    inputs: Any,
    v: Any,
    create_graph: bool,
    strict: bool,
) -> tuple[Any, Any]:
    """Return the value of a scalar function, and the product of its gradient's Jacobian with a vector."""
    own = variables(caller, inputs, create_graph)
    vectors = vector_for(caller, v, own, INPUT, create_graph)
    with GradMode(create_graph):
        recorded = Recorded(caller, gradient(caller, func, strict), own.tensors, None, has_aux=True)
        products = multiply(recorded, vectors)
        if strict:
            refuse_unused(caller, products, "The jacobian")
            refuse_constant(caller, products, create_graph, "hessian")
        product = recorded.release(with_zeros(products, own.tensors))
        return recorded.results()[1], own.restore(product)


def gradient(caller: str, func: Function, strict: bool) -> Function:
    """Return the gradient of a scalar function as a function, with the value as its auxiliary result."""
    scalar = checked_scalar(caller, func, strict)

    def call(*tensors: Tensor) -> tuple[Tensors, Tensor]:
        recorded = Recorded(caller, scalar, tensors, None, has_aux=False)
        (output,) = recorded.outputs
        grads = recorded.pull_or_none([one_for(caller, output)], create_graph=recording())
        if strict:
            refuse_unused(caller, grads)
            _refuse_linear(caller, grads)
        # The transform around this one frees them: its variables are what those of this one are views of
        return tuple(with_zeros(grads, tensors)), output

    return call


def with_zeros(grads: Sequence[Tensor | None], like: Sequence[Tensor]) -> list[Tensor]:
    """Replace None by zeros."""
    return [or_zeros(grad, ref) for grad, ref in zip(grads, like, strict=True)]


def _refuse_unmoved(products: Sequence[Tensor | None]) -> None:
    """Raise if an output requires grad because of what the function captured, and not because of an input."""
    for index, product in enumerate(products):
        if product is None:
            refuse("jvp", f"Output {index} of the user-provided function is independent of the inputs")


def _refuse_linear(caller: str, jacobian: Sequence[Tensor | None]) -> None:
    """Raise if a first derivative is constant where a second one is wanted."""
    for index, grad in enumerate(jacobian):
        if grad is not None and not grad.requires_grad:
            refuse(
                caller,
                f"The jacobian of the user-provided function with respect to input {index} is independent of the "
                "input: the function is linear in it, or not twice differentiable",
            )
