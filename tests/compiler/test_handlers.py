"""`try` blocks, `super()`, decorators of modes, and leaves that a function makes, in compiled functions."""

import re
import warnings
from dataclasses import dataclass
from typing import Any

import pytest

import derivata as dv
from derivata import nn
from derivata.compiler.function import compile

from .test_asked import agree, x

pytestmark = pytest.mark.usefixtures("on_numpy")

LIMIT = 2.0


def eye(scale: float) -> Any:
    return dv.eye(3, dtype=dv.float64) * scale


def jittered(a: Any, b: Any) -> Any:
    try:
        factor = dv.linalg.cholesky(a)
    except RuntimeError as error:
        assert "positive" in str(error)
        factor = dv.linalg.cholesky(a.detach() * 0 + dv.eye(3, dtype=dv.float64))
    else:
        factor = factor * LIMIT
    finally:
        b = b * 3
    return (factor @ b).sin()


def test_an_error_of_an_op_goes_to_the_handler() -> None:
    b = dv.ones(3, dtype=dv.float64)
    compiled = agree(jittered, [(eye(scale), b) for scale in (2, -2, 3, -1, 4)], programs=1)
    assert compiled.programs[0].ran == 3


RAISING: dict[
    str, tuple[Any, Any, Any]
] = {  # an op whose result nobody reads, and numbers for which it raises or not
    "cholesky": (dv.linalg.cholesky, eye(2), eye(-2)),
    "matrix_power": (lambda a: dv.linalg.matrix_power(a, -1), eye(2), eye(0)),
    "index": (lambda i: dv.ones(3)[i], dv.tensor([0, 1]), dv.tensor([0, 7])),
    "embedding": (lambda i: dv.nn.functional.embedding(i, eye(2)), dv.tensor([0, 1]), dv.tensor([0, 7])),
    "index_add_": (lambda i: dv.zeros(3).index_add_(0, i, dv.ones(2)), dv.tensor([0, 1]), dv.tensor([0, 7])),
    "division": (lambda i: 7 // i, dv.tensor([3, 1]), dv.tensor([3, 0])),
    "binary_cross_entropy": (lambda p: dv.nn.functional.binary_cross_entropy(p, p), eye(1), eye(2)),
}


@pytest.mark.parametrize("name", RAISING)
def test_an_op_whose_result_nobody_reads_raises_its_errors(name: str) -> None:
    op, good, bad = RAISING[name]

    def checked(x: Any, given: Any) -> Any:
        try:
            op(given)
        except (RuntimeError, IndexError):
            return x * 0
        return (x * 2).sin()

    def unchecked(x: Any, given: Any) -> Any:
        op(given)
        return (x * 2).sin()

    x = dv.ones(3)
    agree(checked, [(x, given) for given in (good, bad, good)], programs=1)
    compiled = compile(unchecked)
    compiled(x, good)
    with pytest.raises((RuntimeError, IndexError)) as raised:
        unchecked(x, bad)
    with pytest.raises(raised.type, match=re.escape(str(raised.value))):
        compiled(x, bad)


def test_random_numbers_are_put_back_before_the_handler() -> None:
    def noisy(a: Any) -> Any:
        noise = dv.rand(3, dtype=dv.float64)
        try:
            return dv.linalg.cholesky(a) @ noise + dv.rand(3, dtype=dv.float64)
        except RuntimeError:
            return noise - dv.rand(3, dtype=dv.float64)

    agree(noisy, [eye(scale) for scale in (2, -2, 3, -1, 4)], programs=1)


def test_nothing_has_happened_when_the_handler_runs() -> None:
    weight = dv.ones(3, requires_grad=True)
    optimizer = dv.optim.SGD([weight], lr=0.5)

    def step(a: Any) -> Any:
        optimizer.zero_grad()
        try:
            loss = (dv.linalg.cholesky(a) @ weight).sum()
        except RuntimeError:
            loss = (weight * 2).sum()
        loss.backward()
        optimizer.step()
        return loss.detach()

    found = []
    for function in (compile(step), step):
        with dv.no_grad():
            weight.fill_(1.0)
        losses = [function(dv.eye(3) * scale) for scale in (2, -2, 3)]
        found.append([*losses, weight.detach().clone()])
    for ours, theirs in zip(*found, strict=True):
        dv.testing.assert_close(ours, theirs)


def test_an_error_that_is_handled_while_it_is_traced_runs_op_by_op() -> None:
    table = {"a": 2.0}

    def looked_up(t: Any, key: str) -> Any:
        try:
            scale = table[key]
        except KeyError:
            scale = 3.0
        return t.sin() * scale + 1

    compiled: Any = compile(looked_up)
    dv.testing.assert_close(compiled(x(), "a"), looked_up(x(), "a"))
    with pytest.warns(UserWarning, match=r"looked_up \(.*, line \d+\): it raised KeyError: 'b'"):
        dv.testing.assert_close(compiled(x(), "b"), looked_up(x(), "b"))
    table["b"] = 5.0
    for key in ("a", "b"):
        dv.testing.assert_close(compiled(x(), key), looked_up(x(), key))


def test_what_handlers_say_is_not_looked_through() -> None:
    def careful(t: Any) -> Any:
        try:
            return t.sin() * LIMIT + 1
        except Exception as error:
            print("failed", error)
            raise

    agree(careful, [x(), x(1)], programs=1)


def test_a_mode_that_an_error_leaves_is_left() -> None:
    def failing(t: Any, key: str) -> Any:
        try:
            with dv.no_grad():
                return t * {"a": 2.0}[key]
        except KeyError:
            return t * 3

    compiled: Any = compile(failing)
    t = x().requires_grad_()
    with pytest.warns(UserWarning, match="KeyError"):
        assert compiled(t, "b").requires_grad
    assert dv.is_grad_enabled()
    assert not compiled(t, "a").requires_grad


class Base(nn.Module):
    scale = 2.0

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    @property
    def shift(self) -> float:
        return self.scale + 1

    @staticmethod
    def twice(t: Any) -> Any:
        return t * 2

    def forward(self, t: Any) -> Any:
        return self.linear(t).tanh() * self.scale


class Child(Base):
    def __init__(self, inner: Any = None) -> None:
        super().__init__()
        self.inner = inner

    @property
    def shift(self) -> float:
        return super().shift * 2

    def forward(self, t: Any) -> Any:
        t = t if self.inner is None else self.inner(t)
        return super().forward(t) + super().twice(t) * self.shift + super().scale


class GrandChild(Child):
    def forward(self, t: Any) -> Any:
        return super().forward(t).sin()


class OwnLinear(nn.Linear):
    def forward(self, input: Any) -> Any:
        return super().forward(input).sin() * 2


@pytest.mark.parametrize("make", [Child, GrandChild, lambda: Child(Child()), lambda: OwnLinear(4, 4)])
def test_methods_call_those_above(make: Any) -> None:
    model = make()
    compiled = compile(model, fullgraph=True)
    for seed in range(3):
        dv.manual_seed(seed)
        t = dv.randn(3, 4)
        dv.testing.assert_close(compiled(t), model(t))
    compiled(dv.randn(3, 4)).sum().backward()
    assert all(p.grad is not None for p in model.parameters())


def test_a_method_above_that_is_replaced_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    model = GrandChild()
    compiled, t = compile(model, fullgraph=True), dv.ones(3, 4)
    compiled(t)
    for name, value in {
        "forward": lambda self, t: t * 5,
        "twice": staticmethod(lambda t: t * 7),
        "scale": 4.0,
        "shift": property(lambda self: 0.5),
    }.items():
        monkeypatch.setattr(Base, name, value)
        dv.testing.assert_close(compiled(t), model(t))
    monkeypatch.setattr(Child, "forward", lambda self, t: t * 11)
    dv.testing.assert_close(compiled(t), model(t))


def test_what_methods_above_read_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Scaled(Base):
        def forward(self, t: Any) -> Any:
            return super().forward(t) * LIMIT

    class Above(Scaled):
        def forward(self, t: Any) -> Any:
            return super().forward(t) + 1

    model = Above()
    compiled, t = compile(model, fullgraph=True), dv.ones(3, 4)
    compiled(t)
    monkeypatch.setitem(globals(), "LIMIT", 5.0)
    dv.testing.assert_close(compiled(t), model(t))


@dataclass(frozen=True)
class Frozen:
    width: int = 4
    tags: tuple[str, ...] = ("a", "b")


class Shape:
    def area(self, t: Any) -> Any:
        return t * 2


class Square(Shape):
    def __init__(self, config: Frozen) -> None:
        self.config = config

    def area(self, t: Any) -> Any:
        return super().area(t) * self.config.width + len(self.config.tags)


def test_objects_call_methods_above_and_read_frozen_ones() -> None:
    square = Square(Frozen())
    compiled: Any = compile(square.area, fullgraph=True)
    dv.testing.assert_close(compiled(x()), square.area(x()))
    square.config = Frozen(width=7)
    dv.testing.assert_close(compiled(x()), square.area(x()))


def test_functions_decorated_by_modes_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    @dv.no_grad()
    def scaled(t: Any) -> Any:
        return t * LIMIT

    @dv.no_grad()
    def inner(t: Any) -> Any:
        return scaled(t) + recorded(t)

    @dv.enable_grad()
    def recorded(t: Any) -> Any:
        return t.sin() * LIMIT

    for function in (scaled, inner, recorded, lambda t: scaled(t) + t.cos()):
        compiled, t = compile(function, fullgraph=True), x().requires_grad_()
        for limit in (2.0, 3.0):
            monkeypatch.setitem(globals(), "LIMIT", limit)
            ours, theirs = compiled(t), function(t)
            dv.testing.assert_close(ours, theirs)
            assert ours.requires_grad == theirs.requires_grad


def test_gradients_of_leaves_that_a_function_makes_are_its_own() -> None:
    def slopes(t: Any) -> Any:
        leaf = t.detach().requires_grad_()
        (leaf**3).sum().backward()
        first = leaf.grad
        (leaf * 2).sum().backward()  # adds in place: the function has it already
        return first * 2, leaf.grad + 1

    agree(slopes, [x(), x(1)], programs=1)


def test_a_gradient_that_was_read_is_added_to_in_place() -> None:
    def slopes(t: Any, weight: Any) -> Any:
        (t * weight).sum().backward()
        first = weight.grad
        (t**2 * weight).sum().backward()
        return first * 2

    found = []
    for function in (compile(slopes, fullgraph=True), slopes):
        for shift in (0.5, 1.0):
            weight = x().requires_grad_()
            found.append((function(x(shift), weight), weight.grad))
    for ours, theirs in zip(found[:2], found[2:], strict=True):
        dv.testing.assert_close(ours[0], theirs[0])
        dv.testing.assert_close(ours[1], theirs[1])


def test_a_penalty_of_gradients_is_one_program() -> None:
    found = []
    for compiled in (True, False):
        dv.manual_seed(0)
        critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
        optimizer = dv.optim.Adam(critic.parameters(), lr=0.01)

        def step(real: Any, fake: Any, critic: Any = critic, optimizer: Any = optimizer) -> Any:
            optimizer.zero_grad()
            share = dv.rand(real.size(0), 1)
            mixed = (share * real + (1 - share) * fake).requires_grad_(True)
            scores = critic(mixed)
            (slope,) = dv.autograd.grad(
                outputs=scores,
                inputs=mixed,
                grad_outputs=dv.ones_like(scores),
                create_graph=True,
                retain_graph=True,
            )
            penalty = ((slope.norm(2, dim=1) - 1) ** 2).mean()
            loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
            loss.backward()
            optimizer.step()
            return loss.item()

        run: Any = compile(step) if compiled else step
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            found.append([run(dv.randn(8, 4), dv.randn(8, 4)) for _ in range(4)])
    assert found[0] == pytest.approx(found[1], rel=1e-4)
