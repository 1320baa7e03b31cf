"""`autograd.compiled`: a block, or a function, in which backward passes run as programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, Self, TypeVar

from ...autograd.pass_runner import began, runners
from ...runtime.modes.blocks import Block
from ...runtime.modes.decorating import decorated
from .plan import Plan
from .running import run

P = ParamSpec("P")
R = TypeVar("R")


class compiled(Block):
    """A context manager and decorator in which backward passes run as compiled programs.

    The forward pass is recorded op by op, as ever. `Tensor.backward`, `autograd.backward` and `autograd.grad` find the
    program of an earlier pass over a graph of the same ops, shapes, layouts and numbers, or make one: gradients of
    elementwise ops, and the sums behind them, become loops that read and write memory once. Nodes with hooks, of a
    `Function`, and others that no program can be made of run op by op, at their place between programs; so do passes
    that gain nothing, and all of them with ``create_graph=True``, in anomaly mode and in transforms. Gradients are
    the same, but for the last digits of sums.

    Parameters
    ----------
    wait : bool
        If False, passes run op by op while a thread compiles the loops of their programs, which takes seconds.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.linspace(0, 1, 100_000, requires_grad=True)
    >>> with dv.autograd.compiled():
    ...     for _ in range(2):
    ...         x.grad = None
    ...         ((x * 2).tanh() ** 2 + x).sum().backward()
    >>> x.grad[-1]
    tensor(1.2724)
    >>> @dv.autograd.compiled()
    ... def slope(x):
    ...     return dv.autograd.grad((x.sin() * x).sum(), x)[0]
    >>> slope(x)[0]
    tensor(0.)
    """

    variable = runners

    def __new__(cls, function: Callable[..., Any] | None = None, *, wait: bool = True) -> Any:
        """Return a context manager, or, as a bare decorator, the decorated function."""
        return object.__new__(cls) if function is None else cls(wait=wait)(function)

    def __init__(self, function: None = None, *, wait: bool = True) -> None:
        self.wait = wait
        self.latest: Plan | None = None

    def __enter__(self) -> Self:
        began.add(True)
        self.begin(0, self)
        return self

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Return the function with its body in this block."""
        return decorated(lambda: self, function, "compiled")

    def run_pass(self, *task: Any) -> None:
        """Run a backward pass; the arguments are those of the engine's `run_pass`."""
        self.latest = run(*task, wait=self.wait)

    def explain(self) -> None:
        """Print how the latest pass in this block ran: its programs and their loops, what ran op by op, and why."""
        from .report import report

        print(report(self.latest))
