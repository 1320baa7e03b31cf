"""Integrals of functions, with derivatives by limits and parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...arrays.dtypes import float64
from ...autograd import Function
from ...func import jvp, vjp
from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ...support.numpy_arguments import tensor
from ..implicit import Inputs, call_alone
from ..library import library
from ..parameters import as_vector, refuse_samples
from .problem import plain


def quad(
    func: Callable[..., Any],
    a: Any,
    b: Any,
    args: Any = (),
    *,
    epsabs: float = 1.49e-08,
    epsrel: float = 1.49e-08,
    limit: int = 50,
    points: Any = None,
) -> tuple[Tensor, float]:
    """Integrate a function of one number: `scipy.integrate.quad`, differentiable.

    Parameters
    ----------
    func : callable
        ``func(x, *args)`` gets and returns tensors of one element, of float64. What it takes from elsewhere must have
        no history.
    a, b : number or tensor
        The limits, which may be infinite. By tensors the integral has derivatives: ``-f(a)`` and ``f(b)``.
    args : tuple
        Further arguments; by tensors among them the integral has derivatives, integrals of those of `func`.
    epsabs, epsrel, limit, points
        As in SciPy; for derivatives too, by `quad_vec`.

    Returns
    -------
    y : tensor
        The integral, with derivatives of every order, reverse and forward.
    abserr : float
        SciPy's estimate of its error.

    Raises
    ------
    RuntimeError
        If `func` uses tensors with history that are not in `args`.

    Examples
    --------
    >>> import derivata as dv
    >>> a = dv.tensor(2.0, dtype=dv.float64, requires_grad=True)
    >>> y, _ = dv.scipy.integrate.quad(lambda x, a: dv.exp(-a * x), 0, dv.inf, (a,))
    >>> round(y.item(), 6), round(dv.autograd.grad(y, a)[0].item(), 6)  # 1 / a
    (0.5, -0.25)
    """
    integrate = library("integrate", "quad")
    refuse_samples("quad", a, b)
    inputs = Inputs("quad", args)

    def integrand(x: Tensor, *tensors: Tensor) -> Tensor:
        return as_vector(func(x, *inputs.put(tensors)), "quad", "func")

    limits = [tensor(limit).to(float64).reshape(()) for limit in (a, b)]
    options = {"epsabs": epsabs, "epsrel": epsrel, "limit": limit, "points": points}
    rule = Rule(integrand, options)
    value, error = integrate.quad(
        lambda x: float(rule.values(x, inputs.tensors)[0]), *[end.item() for end in limits], **options
    )
    found = _Integral.apply(rule, np.full(1, value), *limits, *inputs.tensors)
    assert isinstance(found, Tensor)
    return found.reshape(()), error


class Rule(NamedTuple):
    """A function of a number and tensors with a vector of values, and how it is integrated."""

    integrand: Callable[..., Tensor]
    options: dict[str, Any]

    def values(self, x: float, tensors: Any) -> Any:
        """Return the values at a number."""
        found = call_alone("quad", self.integrand, wrap(np.array(x, float64)), *plain(tensors))
        return found.detach().numpy()

    def integral(self, integrand: Callable[..., Tensor], a: Tensor, b: Tensor, *tensors: Tensor) -> Tensor:
        """Return the integrals of another function's values."""
        rule = Rule(integrand, self.options)
        integrate = library("integrate", "quad")
        value, _ = integrate.quad_vec(
            lambda x: rule.values(x, tensors), a.item(), b.item(), norm="max", **self.options
        )
        found = _Integral.apply(rule, np.asarray(value), a, b, *tensors)
        assert isinstance(found, Tensor)
        return found

    def at(self, limit: Tensor, tensors: Any) -> Tensor:
        """Return the values at a limit, recorded; none if it is infinite."""
        finite = bool(np.isfinite(limit._array))
        values = self.integrand(limit if finite else limit.new_zeros(()), *tensors)
        return values if finite else values * 0


class _Integral(Function):
    """The integrals of the values of a function."""

    generate_vmap_rule = True

    @staticmethod
    def forward(rule: Rule, found: Any, a: Tensor, b: Tensor, *tensors: Tensor) -> Tensor:
        return wrap(found)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.rule, _, *rest = inputs
        ctx.save_for_backward(*rest)
        ctx.save_for_forward(*rest)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        a, b, *tensors = ctx.saved_tensors
        by_a = -(grad * ctx.rule.at(a, tensors)).sum() if ctx.needs_input_grad[2] else None
        by_b = (grad * ctx.rule.at(b, tensors)).sum() if ctx.needs_input_grad[3] else None
        if not tensors:
            return None, None, by_a, by_b
        scale = float(np.abs(grad._array).max(initial=0)) or 1.0

        def products(x: Tensor, grad: Tensor, *tensors: Tensor) -> Tensor:
            _, pull = vjp(lambda *tensors: ctx.rule.integrand(x, *tensors), *tensors)
            return ops.cat([one.reshape(-1) for one in pull(grad)])

        totals = ctx.rule.integral(products, a, b, grad / scale, *tensors) * scale
        parts = totals.split([one.numel() for one in tensors])
        shaped = [part.reshape(one.shape) for part, one in zip(parts, tensors, strict=True)]
        return None, None, by_a, by_b, *shaped

    @staticmethod
    def jvp(ctx: Any, _: Any, __: Any, *tangents: Tensor | None) -> Any:
        a, b, *tensors = ctx.saved_tensors
        pairs = zip((a, b, *tensors), tangents, strict=True)
        a_change, b_change, *changes = [
            one.new_zeros(one.shape) if change is None else change for one, change in pairs
        ]
        count = len(tensors)
        found = ctx.rule.at(b, tensors) * b_change - ctx.rule.at(a, tensors) * a_change
        if not count:
            return found

        def change(x: Tensor, *given: Tensor) -> Tensor:
            tangent: Tensor = jvp(
                lambda *tensors: ctx.rule.integrand(x, *tensors), given[:count], given[count:]
            )[1]
            return tangent

        scale = max(float(np.abs(one._array).max(initial=0)) for one in changes) or 1.0
        scaled = [one / scale for one in changes]
        return found + ctx.rule.integral(change, a, b, *tensors, *scaled) * scale
