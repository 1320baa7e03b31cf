"""Products of a function's Jacobian or Hessian with a vector."""

from collections.abc import Sequence
from typing import Any

from ..runtime.modes.grad_mode import enable_grad, outside_inference
from ..runtime.tensors.tensor import Tensor
from .boundary import gradients, one_for, or_zeros
from .double_backward import DoubleBackward
from .functional_arguments import (
    Function,
    Given,
    Tensors,
    evaluate,
    evaluate_scalar,
    finished,
    fresh_inputs,
    refuse,
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
    with enable_grad():
        own = fresh_inputs("vjp", inputs, create_graph)
        outputs = evaluate("vjp", func, own, strict)
        vectors = vector_for("vjp", v, outputs, "the user-provided function returns", create_graph)
    grads = gradients(outputs.tensors, own.tensors, vectors, create_graph=create_graph)
    if strict:
        refuse_unused("vjp", grads)
        refuse_constant("vjp", grads, create_graph, "jacobian")
    product = finished(with_zeros(grads, own.tensors), create_graph)
    return outputs.restore(finished(outputs.tensors, create_graph)), own.restore(product)


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
    with enable_grad():
        own = fresh_inputs("jvp", inputs, create_graph)
        vectors = vector_for("jvp", v, own, INPUT, create_graph)
        outputs = evaluate("jvp", func, own, strict)
    linear = DoubleBackward(outputs.tensors, own.tensors)
    if strict:
        refuse_unused("jvp", linear.pulled)
    products = linear.push(vectors, create_graph=create_graph)
    if strict:
        refuse_unmoved("jvp", products)
        refuse_constant("jvp", products, create_graph, "jacobian")
    product = finished(with_zeros(products, outputs.tensors), create_graph)
    return outputs.restore(finished(outputs.tensors, create_graph)), outputs.restore(product)


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
    output, own, jacobian, vectors = recorded_gradient("vhp", func, inputs, v, create_graph, strict)
    grads = gradients(jacobian, own.tensors, vectors, create_graph=create_graph)
    if strict:
        refuse_unused("vhp", grads, "The jacobian")
        refuse_constant("vhp", grads, create_graph, "hessian")
    product = finished(with_zeros(grads, own.tensors), create_graph)
    return finished([output], create_graph)[0], own.restore(product)


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
    output, own, jacobian, vectors = recorded_gradient("hvp", func, inputs, v, create_graph, strict)
    products = DoubleBackward(jacobian, own.tensors).push(vectors, create_graph=create_graph)
    if strict:
        refuse_unused("hvp", products, "The jacobian")
        refuse_constant("hvp", products, create_graph, "hessian")
    product = finished(with_zeros(products, own.tensors), create_graph)
    return finished([output], create_graph)[0], own.restore(product)


def recorded_gradient(
    caller: str, func: Function, inputs: Any, v: Any, create_graph: bool, strict: bool
) -> tuple[Tensor, Given, list[Tensor | None], Sequence[Tensor]]:
    """Return a scalar function's value, its fresh inputs, its differentiable gradient, and the checked vector."""
    with enable_grad():
        own = fresh_inputs(caller, inputs, create_graph)
        vectors = vector_for(caller, v, own, INPUT, create_graph)
        output = evaluate_scalar(caller, func, own, strict)
    jacobian = gradients([output], own.tensors, [one_for(caller, output)], create_graph=True)
    if strict:
        refuse_unused(caller, jacobian)
        refuse_linear(caller, jacobian)
    return output, own, jacobian, vectors


def with_zeros(grads: Sequence[Tensor | None], like: Tensors) -> list[Tensor]:
    """Put zeros where nothing depends on anything."""
    return [or_zeros(grad, ref) for grad, ref in zip(grads, like, strict=True)]


def refuse_unused(caller: str, grads: Sequence[Tensor | None], subject: str = "The output") -> None:
    """Raise if an input was not reached from the outputs, or from their derivatives."""
    for index, grad in enumerate(grads):
        if grad is None:
            refuse(caller, f"{subject} of the user-provided function is independent of input {index}")


def refuse_unmoved(caller: str, products: Sequence[Tensor | None]) -> None:
    """Raise if an output requires grad because of what the function captured, and not because of an input."""
    for index, product in enumerate(products):
        if product is None:
            refuse(caller, f"Output {index} of the user-provided function is independent of the inputs")


def refuse_linear(caller: str, jacobian: Sequence[Tensor | None]) -> None:
    """Raise if a first derivative is constant where a second one is wanted."""
    for index, grad in enumerate(jacobian):
        if grad is not None and not grad.requires_grad:
            refuse(
                caller,
                f"The jacobian of the user-provided function with respect to input {index} is independent of the "
                "input: the function is linear in it, or not twice differentiable",
            )


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
