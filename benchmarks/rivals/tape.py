"""What derivata and PyTorch have in common: derivatives by a tape."""

from collections.abc import Callable
from typing import Any

from ..case import Library, Run
from .problems import Problem


def derivative(lib: Library, function: Callable[..., Any], problem: Problem) -> Run:
    """Return a function that records another one and differentiates it, for a Hessian's product twice."""
    arguments = [lib.from_numpy(array).requires_grad_() for array in problem.arguments]
    constants = [lib.from_numpy(array) for array in problem.constants]
    if problem.rate is not None:
        return step(
            lib,
            function,
            [argument.detach().clone().requires_grad_() for argument in arguments],
            constants,
            problem.rate,
        )
    if problem.equation:
        return solve(lib, function, arguments, constants[0].requires_grad_())
    if problem.inner_rate is not None:
        return adapt(lib, function, arguments, constants, problem.inner_rate)
    if problem.vector is None:
        return lambda: lib.autograd.grad(function(*arguments, *constants), arguments)
    vector = lib.from_numpy(problem.vector)

    def product() -> Any:
        (gradient,) = lib.autograd.grad(function(*arguments, *constants), arguments, create_graph=True)
        return lib.autograd.grad(gradient, arguments, vector)

    return product


def solve(lib: Library, function: Callable[..., Any], arguments: list[Any], x: Any) -> Run:
    """Return a function that computes the gradient of the mean square of the second derivative by `x`."""

    def gradient() -> Any:
        (slope,) = lib.autograd.grad(function(*arguments, x), x, create_graph=True)
        (curvature,) = lib.autograd.grad(slope.sum(), x, create_graph=True)
        return lib.autograd.grad((curvature**2).mean(), arguments)

    return gradient


def adapt(
    lib: Library, function: Callable[..., Any], arguments: list[Any], constants: list[Any], rate: float
) -> Run:
    """Return a function that computes the gradient through a step down the gradient."""
    half = len(constants) // 2

    def gradient() -> Any:
        slopes = lib.autograd.grad(function(*arguments, *constants[:half]), arguments, create_graph=True)
        moved = [a - rate * slope for a, slope in zip(arguments, slopes, strict=True)]
        return lib.autograd.grad(function(*moved, *constants[half:]), arguments)

    return gradient


def step(
    lib: Library, function: Callable[..., Any], trained: list[Any], constants: list[Any], rate: float
) -> Run:
    """Return a function that takes a step of Adam and returns the loss before it."""
    optimizer = lib.optim.Adam(trained, lr=rate)

    def take() -> Any:
        optimizer.zero_grad()
        loss = function(*trained, *constants)
        loss.backward()
        optimizer.step()
        return (loss.detach(),)

    return take
