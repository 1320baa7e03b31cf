"""Small tensors: the price of recording an op and of running its node."""

from typing import Any

from ..case import Case, Group, Library, Run, draw


def one_op(lib: Library) -> Run:
    """Record one op and run its backward: the price of starting the engine."""
    x, scale, one = draw(lib, 8, requires_grad=True), draw(lib, 8, seed=1), lib.ones(8)

    def run() -> Any:
        x.grad = None
        (x * scale).backward(one)
        return x.grad

    return run


def worked_example(lib: Library) -> Run:
    """Compute the sum of three products, as an introduction to reverse mode does by hand."""
    a, b, c = (lib.tensor(value, requires_grad=True) for value in (2.0, 3.0, -0.5))

    def run() -> Any:
        a.grad = b.grad = c.grad = None
        (a * b + lib.sin(a) * c + b * c).backward()
        return a.grad

    return run


def chain(lib: Library) -> Run:
    """Record a hundred ops on eight elements."""
    x, scale, shift = draw(lib, 8, requires_grad=True), lib.ones(8) * 0.99, draw(lib, 8, seed=1)
    one = lib.ones(8)

    def run() -> Any:
        x.grad, y = None, x
        for _ in range(50):
            y = y * scale + shift
        y.backward(one)
        return x.grad

    return run


def broadcast(lib: Library) -> Run:
    """Add a row to a matrix and multiply by a column, with gradients of both: they are summed."""
    x, one = draw(lib, 4, 5), lib.ones(4, 5)
    row, column = draw(lib, 5, requires_grad=True), draw(lib, 4, 1, requires_grad=True, seed=1)

    def run() -> Any:
        row.grad = column.grad = None
        ((x + row) * column).backward(one)
        return row.grad

    return run


def numbers(lib: Library) -> Run:
    """Record a hundred ops with Python numbers: no exception, no new constant a call."""
    x, one = draw(lib, 8, requires_grad=True), lib.ones(8)

    def run() -> Any:
        x.grad, y = None, x
        for _ in range(50):
            y = 0.99 * y + 0.5
        y.backward(one)
        return x.grad

    return run


def two_sided(lib: Library) -> Run:
    """Record 125 ops whose arguments all need gradients: sums of gradients at every step."""
    x, one = draw(lib, 8, requires_grad=True), lib.ones(8)

    def run() -> Any:
        x.grad, y = None, x
        for _ in range(25):
            y = ((y * x + x) - y * x).tanh()
        y.backward(one)
        return x.grad

    return run


def mixed(lib: Library) -> Run:
    """Record ops of many kinds on small matrices: views, sums, products, indexing, joining."""
    x, weight = draw(lib, 4, 6, requires_grad=True), draw(lib, 6, 5, requires_grad=True, seed=1)

    def run() -> Any:
        x.grad = weight.grad = None
        y = lib.exp(-(x @ weight).pow(2))
        rows = lib.cat([y[0:2], y[2:4] * 2.0]).transpose(0, 1)
        z = (rows.reshape(4, 5) / (1.0 + y.sum(1, keepdim=True))).mean()
        (z + y.amax(0).sum() - lib.sqrt(y + 1.0)[1, 2]).backward()
        return x.grad

    return run


def unrecorded(lib: Library) -> Run:
    """Run a hundred ops on eight elements without recording them."""
    x, scale, shift = draw(lib, 8), lib.ones(8) * 0.99, draw(lib, 8, seed=1)

    def run() -> Any:
        y = x
        with lib.no_grad():
            for _ in range(50):
                y = y * scale + shift
        return y

    return run


def long_chain(lib: Library) -> Run:
    """Record and run back a chain of 100,000 ops."""
    x, scale, one = draw(lib, 8, requires_grad=True), lib.ones(8) * 0.99999, lib.ones(8)

    def run() -> Any:
        x.grad, y = None, x
        for _ in range(100_000):
            y = y * scale
        y.backward(one)
        return x.grad

    return run


def small_step(lib: Library) -> Run:
    """Train a perceptron of 17 units on a batch of 8."""
    nn = lib.nn
    model = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
    with lib.no_grad():
        for number, parameter in enumerate(model.parameters()):
            parameter.copy_(draw(lib, *parameter.shape, scale=0.3, seed=number))
    optimizer = lib.optim.SGD(model.parameters(), lr=0.0)  # so that every step is the same
    x, target = draw(lib, 8, 4), draw(lib, 8, 1)

    def run() -> Any:
        optimizer.zero_grad()
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        optimizer.step()
        return loss

    return run


def hessian_vector_product(lib: Library) -> Run:
    """Differentiate a gradient's product with a vector, ten elements."""
    x, vector = draw(lib, 10, requires_grad=True), draw(lib, 10, seed=1)
    weights = draw(lib, 10, seed=2)

    def run() -> Any:
        loss = ((x * weights).tanh() * x).sum()
        (gradient,) = lib.autograd.grad(loss, x, create_graph=True)
        (product,) = lib.autograd.grad((gradient * vector).sum(), x)
        return product

    return run


TAPE = Group(
    "tape",
    mean=0.40,
    worst=0.70,
    cases=(
        Case("one op with backward", one_op),
        Case("worked example, 0-d", worked_example),
        Case("chain of 100 ops, 8 elements", chain),
        Case("the same with numbers", numbers),
        Case("the same, both arguments recorded", two_sided),
        Case("a row and a column, broadcast", broadcast),
        Case("mixed small ops", mixed),
        Case("100 ops without recording", unrecorded),
        Case("chain of 100,000 ops", long_chain),
        Case("step of a small perceptron", small_step),
        Case("Hessian-vector product, 10", hessian_vector_product),
    ),
)
