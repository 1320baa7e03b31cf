"""Derivatives of derivatives."""

from typing import Any

from ..case import Case, Group, Library, Run, draw


def rosenbrock(lib: Library, x: Any) -> Any:
    """A classic of optimisation."""
    return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2).sum()


def hessian(lib: Library) -> Run:
    """The Hessian of a function of ten variables, row by row."""
    x = draw(lib, 10)
    return lambda: lib.autograd.functional.hessian(lambda x: rosenbrock(lib, x), x)


def large_product(lib: Library) -> Run:
    """A Hessian-vector product of a hundred thousand variables."""
    x, vector = draw(lib, 100_000, scale=0.3, requires_grad=True), draw(lib, 100_000, seed=1)

    def run() -> Any:
        (gradient,) = lib.autograd.grad(rosenbrock(lib, x), x, create_graph=True)
        (product,) = lib.autograd.grad(gradient, x, vector)
        return product

    return run


def gradient_penalty(lib: Library) -> Run:
    """A loss that contains the gradient of a perceptron by its input."""
    nn = lib.nn
    model = nn.Sequential(nn.Linear(16, 64), nn.Tanh(), nn.Linear(64, 1))
    with lib.no_grad():
        for number, parameter in enumerate(model.parameters()):
            parameter.copy_(draw(lib, *parameter.shape, scale=0.3, seed=number))
    x = draw(lib, 64, 16, requires_grad=True)

    def run() -> Any:
        for parameter in model.parameters():
            parameter.grad = None
        (gradient,) = lib.autograd.grad(model(x).sum(), x, create_graph=True)
        ((gradient**2).sum(-1) - 1.0).pow(2).mean().backward()
        return model[0].weight.grad

    return run


SECOND_ORDER = Group(
    "second order",
    mean=0.70,
    worst=1.1,
    cases=(
        Case("Hessian, 10 variables", hessian),
        Case("Hessian-vector product, 1e5", large_product),
        Case("gradient penalty", gradient_penalty),
    ),
)
