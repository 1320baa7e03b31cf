"""Products with Jacobians, and linear approximations."""

from collections.abc import Callable
from typing import Any

from ..autograd.boundary import normal, or_zeros
from ..autograd.pushforward import Linearized, push
from ..runtime.modes.grad_mode import outside_inference
from ..runtime.tensors.tensor import Tensor
from .calls import Call, Variables
from .containers import Structure, flatten
from .reverse import Recorded


@outside_inference
def vjp(func: Callable[..., Any], *primals: Any, has_aux: bool = False) -> tuple[Any, ...]:
    """Return the outputs of a function, and a function that multiplies vectors with its Jacobian.

    Parameters
    ----------
    func : callable
        Returns Tensors, in any nested container; with `has_aux`, a tuple of these and anything else.
    *primals : Tensor or nested containers of Tensors
        The arguments of `func`.
    has_aux : bool
        Whether `func` returns auxiliary results.

    Returns
    -------
    outputs
        What `func` returned.
    vjp_fn : callable
        ``vjp_fn(cotangents)``, for cotangents in the form of the outputs, returns a tuple with the gradient for each of
        `primals`. It can be called any number of times.
    aux
        With `has_aux` only.

    Examples
    --------
    >>> import derivata as dv
    >>> output, vjp_fn = dv.func.vjp(lambda x, y: x * y, dv.tensor([1.0, 2.0]), dv.tensor([3.0, 4.0]))
    >>> output
    tensor([3., 8.])
    >>> vjp_fn(dv.tensor([1.0, 10.0]))
    (tensor([ 3., 40.]), tensor([ 1., 20.]))
    """
    recorded = Recorded("vjp", func, primals, None, has_aux)
    for output in recorded.outputs:
        if output.dtype.kind not in "fc":
            raise RuntimeError(
                f"vjp: All outputs of f must be floating-point or complex Tensors, got Tensor with dtype {output.dtype}"
            )
    result, aux = recorded.results()
    structure = recorded.call.structure

    @outside_inference
    def vjp_fn(cotangents: Any, retain_graph: bool = True, create_graph: bool | None = None) -> Any:
        """Return the product of cotangents with the Jacobian."""
        vectors, given = flatten(cotangents)
        if given != structure:
            raise RuntimeError(
                "vjp_fn: Expected pytree structure of cotangents to be the same as pytree structure of outputs to the "
                f"function, {structure}, got {given}"
            )
        grads = recorded.pull(vectors, retain_graph, create_graph)
        return recorded.variables.structure.unflatten(recorded.release(grads))

    return (result, vjp_fn, aux) if has_aux else (result, vjp_fn)


@outside_inference
def jvp(
    func: Callable[..., Any], primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False
) -> tuple[Any, ...]:
    """Return the outputs of a function and the product of its Jacobian with a vector, in one forward pass.

    Parameters
    ----------
    func : callable
        As in `vjp`.
    primals : tuple
        The arguments of `func`: Tensors, or nested containers of Tensors.
    tangents : tuple
        The vector, in the form of `primals`.
    strict : bool
        Raise for an output that depends on no argument, where zeros would be returned.
    has_aux : bool
        Whether `func` returns auxiliary results.

    Returns
    -------
    outputs
        What `func` returned.
    output_tangents
        The product, in the same form.
    aux
        With `has_aux` only.

    Examples
    --------
    >>> import derivata as dv
    >>> x, direction = dv.tensor([1.0, 2.0]), dv.tensor([1.0, 0.0])
    >>> dv.func.jvp(lambda x: {"product": x * x, "sum": x.sum()}, (x,), (direction,))[1]
    {'product': tensor([2., 0.]), 'sum': tensor(1.)}
    """
    if not isinstance(primals, tuple):
        raise RuntimeError(
            f"jvp: Expected primals to be a tuple, got {type(primals).__name__}; it should be valid to call f(*primals)"
        )
    variables = Variables("jvp", primals, None)
    vectors = _vectors("jvp", variables, tangents)
    call = Call("jvp", func, variables, has_aux)
    pushed = push(call, variables.tensors, vectors)
    if strict and any(tangent is None for tangent in pushed.tangents[: call.count]):
        raise RuntimeError(
            "jvp: The output of f is independent of the inputs. This is not allowed with strict=True; pass "
            "strict=False for zeros"
        )
    result = call.structure.unflatten(pushed.outputs)
    tangent = call.structure.unflatten(
        [or_zeros(t, output) for t, output in zip(pushed.tangents, pushed.outputs, strict=True)]
    )
    return (result, tangent, call.auxiliary(pushed.outputs)) if has_aux else (result, tangent)


@outside_inference
def linearize(func: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """Return the outputs of a function, and its derivative at this point as a linear function.

    `func` runs once, however many vectors the derivative is applied to.

    Parameters
    ----------
    func : callable
        Returns Tensors, in any nested container.
    *primals : Tensor or nested containers of Tensors
        The arguments of `func`.

    Returns
    -------
    outputs
        What `func` returned.
    jvp_fn : callable
        ``jvp_fn(*tangents)``, for tangents in the form of `primals`, returns the product of the Jacobian with them, in
        the form of the outputs.

    Examples
    --------
    >>> import derivata as dv
    >>> output, jvp_fn = dv.func.linearize(lambda x: x.exp() * 2, dv.tensor([0.0, 0.0]))
    >>> jvp_fn(dv.tensor([1.0, 0.0])), jvp_fn(dv.tensor([0.0, 1.0]))
    (tensor([2., 0.]), tensor([0., 2.]))
    """
    variables = Variables("linearize", primals, None)
    call = Call("linearize", func, variables)
    linear = Linearized(call, variables.tensors)
    structure: Structure = call.structure

    @outside_inference
    def jvp_fn(*tangents: Any) -> Any:
        """Return the product of the Jacobian with tangents."""
        products = linear.push(_vectors("jvp_fn", variables, tangents)).tangents
        return structure.unflatten(
            [or_zeros(p, output) for p, output in zip(products, linear.outputs, strict=True)]
        )

    return structure.unflatten(linear.outputs), jvp_fn


def _vectors(caller: str, variables: Variables, tangents: Any) -> list[Tensor]:
    """Return the tangents as a list, checked against the tensors that they belong to."""
    vectors, structure = flatten(tangents)
    if structure != variables.structure:
        raise RuntimeError(
            f"{caller}: Expected primals and tangents to have the same python structure, got primals "
            f"{variables.structure} and tangents {structure}"
        )
    for index, (vector, primal) in enumerate(zip(vectors, variables.tensors, strict=True)):
        if not isinstance(vector, Tensor):
            raise RuntimeError(
                f"{caller}: Expected tangents to only contain Tensors, got {type(vector).__name__} at index {index}"
            )
        if (vector.shape, vector.dtype) != (primal.shape, primal.dtype):
            raise RuntimeError(
                f"{caller}: expected tangent {index} of the shape and dtype of its primal, {primal.shape} and "
                f"{primal.dtype}, got {vector.shape} and {vector.dtype}"
            )
    return [normal(vector) for vector in vectors]
