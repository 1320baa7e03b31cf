"""LBFGS: quasi-Newton steps, with the curvature estimated from the latest gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..runtime.graph.versions import bump
from ..runtime.modes.grad_mode import enable_grad
from ..runtime.tensors.differentiable import held_gradient
from ..runtime.tensors.tensor import Tensor
from .hooks import hooked
from .line_search import strong_wolfe
from .optimizer import Array, Group, Optimizer, State, real_view


class LBFGS(Optimizer):
    """The quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno with limited memory.

    All parameters are one vector. A call of `step` takes up to `max_iter` steps ``x = x + t * d``, where `d` is the
    gradient times an inverse Hessian that the last `history_size` changes of parameters and gradients describe.

    Parameters
    ----------
    params : iterable of Tensor
        The tensors to optimize; there can be one group only.
    lr : float
        The length `t` of a step, and the first one that a line search tries.
    max_iter, max_eval : int
        How many steps, and how many calls of the closure, there are in a `step`; of calls ``max_iter * 5 // 4``.
    tolerance_grad : float
        The largest element of a gradient that counts as zero.
    tolerance_change : float
        The smallest change of parameters and of the loss with which it goes on.
    history_size : int
        How many changes are kept.
    line_search_fn : {"strong_wolfe"}, optional
        How `t` is found; None takes `lr`.

    Examples
    --------
    >>> x = dv.tensor([3.0, -1.0], requires_grad=True)
    >>> optimizer = dv.optim.LBFGS([x], line_search_fn="strong_wolfe")
    >>> def closure():
    ...     optimizer.zero_grad()
    ...     loss = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
    ...     loss.backward()
    ...     return loss
    >>> for _ in range(3):
    ...     first = optimizer.step(closure)
    >>> [round(value, 3) for value in x.tolist()]
    [1.0, 1.0]
    """

    _keeps_arrays = True
    _scope = "group"

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1.0,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:
        if line_search_fn not in (None, "strong_wolfe"):
            raise RuntimeError(
                f"LBFGS: only 'strong_wolfe' is supported for line_search_fn, got {line_search_fn!r}"
            )
        defaults = {
            "lr": lr,
            "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad,
            "tolerance_change": tolerance_change,
            "history_size": history_size,
            "line_search_fn": line_search_fn,
        }
        super().__init__(params, defaults)
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options: expected one group of parameters")

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Take up to `max_iter` steps; return the loss before them."""
        return hooked(self, self._minimise, (closure,)) if self._hooks else self._minimise(closure)

    def _minimise(self, closure: Callable[[], Any] | None) -> Any:
        if closure is None:
            raise TypeError(
                "LBFGS: step expected a closure that computes the loss and its gradients, got none"
            )
        group = self.param_groups[0]
        state = self.state.setdefault(group["params"][0], {"func_evals": 0, "n_iter": 0})
        run = _Run(group["params"], closure)
        with np.errstate(all="ignore"):
            return _minimised(run, state, group)


class _Run:
    """The parameters of one call of `step` as one vector, and the closure."""

    def __init__(self, params: list[Tensor], closure: Callable[[], Any]) -> None:
        self.params = params
        self.closure = closure
        self.result: Any = None

    def evaluate(self) -> tuple[float, Array]:
        """Return loss and gradient."""
        with enable_grad():
            self.result = self.closure()
        return float(self.result), self.gradient()

    def gradient(self) -> Array:
        parts = []
        for param in self.params:
            grad: Any = held_gradient(param)
            if grad is None:
                grad = np.zeros_like(param._array)
            elif grad.__class__ is not np.ndarray:
                grad = grad.to_dense()._array if grad.is_sparse else grad._array
            parts.append((real_view(grad) if grad.dtype.kind == "c" else grad).reshape(-1))
        return np.concatenate(parts)

    def views(self) -> list[Array]:
        arrays = []
        for param in self.params:
            bump(param, "LBFGS.step")
            arrays.append(real_view(param._array) if param.dtype.kind == "c" else param._array)
        return arrays

    def move(self, length: float, direction: Array) -> None:
        """Add so much of a direction to the parameters."""
        place = 0
        for array in self.views():
            array += (length * direction[place : place + array.size]).reshape(array.shape)
            place += array.size

    def place(self) -> list[Array]:
        return [array.copy() for array in self.views()]

    def put(self, place: list[Array]) -> None:
        for array, values in zip(self.views(), place, strict=True):
            array[...] = values


def _minimised(run: _Run, state: State, group: Group) -> Any:
    loss, grad = run.evaluate()
    first = run.result
    evaluations = 1
    state["func_evals"] += 1
    if np.abs(grad).max(initial=0) <= group["tolerance_grad"]:
        return first
    for number in range(1, group["max_iter"] + 1):
        state["n_iter"] += 1
        direction = _direction(grad, state, group["history_size"])
        state["prev_flat_grad"], before = grad.copy(), loss
        begin = state["n_iter"] == 1
        length: Any = min(1.0, 1.0 / np.abs(grad).sum()) * group["lr"] if begin else group["lr"]
        slope = grad.dot(direction)
        state["d"], state["t"], state["prev_loss"] = direction, length, before
        if slope > -group["tolerance_change"]:
            break
        calls = 0
        last = number == group["max_iter"]
        if group["line_search_fn"] is not None:
            left = group["max_eval"] - evaluations
            loss, grad, length, calls = _searched(run, length, direction, loss, grad, slope, left)
            state["t"] = length
        else:
            run.move(length, direction)
            if not last:  # the last gradient would not be used
                loss, grad = run.evaluate()
                calls = 1
        evaluations += calls
        state["func_evals"] += calls
        if (
            last
            or evaluations >= group["max_eval"]
            or _has_converged(grad, direction * length, loss, before, group)
        ):
            break
    return first


def _has_converged(grad: Array, change: Array, loss: float, before: float, group: Group) -> bool:
    return bool(
        np.abs(grad).max() <= group["tolerance_grad"]
        or np.abs(change).max() <= group["tolerance_change"]
        or abs(loss - before) < group["tolerance_change"]
    )


def _searched(
    run: _Run, length: Any, direction: Array, loss: float, grad: Array, slope: Any, most: int
) -> tuple[float, Array, Any, int]:
    """Move along a direction by the step of a line search."""
    start = run.place()

    def at(t: Any) -> tuple[float, Array]:
        run.move(t, direction)
        found = run.evaluate()
        run.put(start)
        return found

    loss, grad, length, calls = strong_wolfe(at, length, direction, loss, grad, slope, most)
    run.move(length, direction)
    return loss, grad, length, calls


def _direction(grad: Array, state: State, history_size: int) -> Array:
    """Return the quasi-Newton direction, after updating the history."""
    if state["n_iter"] == 1:
        state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1.0)
        return -grad
    dirs, steps, ro = state["old_dirs"], state["old_stps"], state["ro"]
    bend = grad - state["prev_flat_grad"]
    change = state["d"] * state["t"]
    curvature = bend.dot(change)
    if curvature > 1e-10:
        if len(dirs) == history_size:
            for history in (dirs, steps, ro):
                history.pop(0)
        dirs.append(bend)
        steps.append(change)
        ro.append(1.0 / curvature)
        state["H_diag"] = curvature / bend.dot(bend)
    direction = -grad
    weights = [0.0] * len(dirs)
    for i in reversed(range(len(dirs))):
        weights[i] = steps[i].dot(direction) * ro[i]
        direction = direction - weights[i] * dirs[i]
    direction = direction * state["H_diag"]
    for i in range(len(dirs)):
        direction = direction + steps[i] * (weights[i] - dirs[i].dot(direction) * ro[i])
    return np.asarray(direction)
