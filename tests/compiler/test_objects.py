"""Objects of classes that users write: what compiled functions read of them, their methods, and methods compiled."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import derivata as dv
from derivata import kernels, nn
from derivata.compiler.function import compile
from derivata.compiler.refusal import CannotCompile


@dataclass
class Options:
    """What a configuration looks like."""

    factor: float = 2.0
    steps: int = 2


class Iterated:
    """A function with numbers, tensors, a configuration and methods of its own."""

    scale = 3.0

    def __init__(self) -> None:
        self.weight = dv.linspace(0.5, 1.0, 4, requires_grad=True)
        self.options = Options()

    def __call__(self, x: Any) -> Any:
        return self.forward(x)

    def forward(self, x: Any) -> Any:
        for _ in range(self.options.steps):
            x = self.once(x, self.options.factor)
        return x + self.offset

    @staticmethod
    def twice(x: Any) -> Any:
        return x * 2

    def once(self, x: Any, factor: float) -> Any:
        return self.twice((x * self.weight).tanh()) * factor * self.scale

    @property
    def offset(self) -> Any:
        return self.weight.sin()


class Slotted:
    """An object without a dict."""

    __slots__ = ("factor",)

    def __init__(self) -> None:
        self.factor = 2.0


class Asked:
    """An object whose attributes are made when they are asked for."""

    def __getattr__(self, name: str) -> float:
        return float(len(name))


def agree(compiled: Any, function: Callable[..., Any], *args: Any) -> None:
    """Compare the values and the gradients of a call."""
    found = []
    for each in (compiled, function):
        x = dv.linspace(0, 1, 4, requires_grad=True)
        value = each(x, *args)
        found.append([value, *dv.autograd.grad(value.sum(), [x])])
    for ours, theirs in zip(*found, strict=True):
        assert dv.allclose(ours, theirs)


def test_changes_of_objects_are_noticed_at_the_next_call() -> None:
    iterated, given = Iterated(), argparse.Namespace(rate=0.5)

    def f(x: Any) -> Any:
        return iterated(x) * given.rate

    changes: list[Callable[[], Any]] = [
        lambda: None,
        lambda: setattr(iterated.options, "steps", 3),
        lambda: setattr(iterated, "scale", 2.0),
        lambda: setattr(iterated, "options", Options(0.5)),
        lambda: setattr(iterated, "weight", dv.ones(4)),
        lambda: iterated.weight.mul_(2),
        lambda: setattr(given, "rate", 0.25),
        lambda: setattr(iterated, "once", lambda x, factor: x * factor),
        lambda: setattr(iterated, "__class__", type("Other", (Iterated,), {"offset": 1.0})),
    ]
    with kernels.disabled():
        compiled = compile(f, fullgraph=True)
        for change in changes:
            change()
            agree(compiled, f)
        assert len(compiled.programs) == len(changes) - 1  # numbers of a tensor are no other kind of call


def test_changes_of_a_class_are_noticed_at_the_next_call(monkeypatch: pytest.MonkeyPatch) -> None:
    iterated = Iterated()
    with kernels.disabled():
        compiled = compile(lambda x: iterated.forward(x), fullgraph=True)
        agree(compiled, iterated)
        monkeypatch.setattr(Iterated, "once", lambda self, x, factor: x * factor)
        agree(compiled, iterated)
        monkeypatch.setattr(Iterated, "scale", 5.0)
        agree(compiled, iterated)
        monkeypatch.setattr(Iterated, "offset", property(lambda self: self.weight * 2))
        agree(compiled, iterated)


@pytest.mark.parametrize("name", ["forward", "__call__", "object"])
def test_methods_and_objects_that_are_called_are_compiled(name: str) -> None:
    iterated = Iterated()
    with kernels.disabled():
        compiled = compile(iterated if name == "object" else getattr(iterated, name), fullgraph=True)
        agree(compiled, iterated)
        iterated.options.factor = 0.5
        agree(compiled, iterated)
        assert len(compiled.programs) == 2


def test_a_function_compiled_in_a_class_is_its_method() -> None:
    class Layer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = nn.Linear(4, 4)

        @compile(fullgraph=True)  # type: ignore[untyped-decorator]
        def forward(self, x: Any) -> Any:
            return self.inner(x).tanh()

    with kernels.disabled():
        for layer in (Layer(), Layer()):
            agree(layer, lambda x, layer=layer: layer.inner(x).tanh())
        assert Layer.forward.programs


def test_a_step_that_is_a_method_is_one_program() -> None:
    class Trainer:
        def __init__(self) -> None:
            dv.manual_seed(1)
            self.model = nn.Linear(3, 1)
            self.optimizer = dv.optim.SGD(self.model.parameters(), lr=0.1, momentum=0.9)

        def step(self, x: Any, y: Any) -> Any:
            self.optimizer.zero_grad()
            loss = ((self.model(x) - y) ** 2).mean()
            loss.backward()
            self.optimizer.step()
            return loss

    losses = []
    with kernels.disabled():
        for compiled in (True, False):
            trainer = Trainer()
            step = compile(trainer.step, fullgraph=True) if compiled else trainer.step
            losses.append([step(dv.ones(2, 3), dv.zeros(2, 1)).item() for _ in range(4)])
    assert losses[0] == pytest.approx(losses[1])


OPTIONS, SLOTTED, ASKED = Options(), Slotted(), Asked()
FACTORS: list[Any] = [1.0, 2.0]


def writes(x: Any) -> Any:
    """Change an object."""
    OPTIONS.factor = 3.0
    return x * 2


REFUSED: dict[str, tuple[Callable[..., Any], str]] = {
    "written": (writes, "sets the attribute factor"),
    "compared": (lambda x: x * 2 if x == OPTIONS else x * 3, "an? Options is compared"),
    "looked for": (lambda x: x * len([OPTIONS] * (OPTIONS in FACTORS)), "an? Options is compared"),
    "returned": (lambda x: (x * 2, OPTIONS), "returns, a Options: expected tensors"),
    "without a dict": (lambda x: x * SLOTTED.factor, "uses .factor"),
    "made when asked": (lambda x: x * ASKED.factor, "defines __getattr__"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_done_with_objects_otherwise_runs_op_by_op(name: str) -> None:
    function, message = REFUSED[name]
    with pytest.raises(CannotCompile, match=message):
        compile(function, fullgraph=True)(dv.ones(3))


def test_an_object_without_an_attribute_raises_what_it_raises_op_by_op() -> None:
    with pytest.raises(AttributeError, match="'Options' object has no attribute 'factors'"):
        compile(lambda x: x * OPTIONS.factors, fullgraph=True)(dv.ones(3))  # type: ignore[attr-defined]


class Optional_:
    def __init__(self, **members: Any) -> None:
        vars(self).update(members)


def test_members_are_read_by_name_and_noticed_when_they_come_and_go(monkeypatch: pytest.MonkeyPatch) -> None:
    config, layer = Optional_(scale=2.0), nn.Linear(3, 3)

    def scaled(t: Any, reduce: str = "sum") -> Any:
        t = t * getattr(config, "scale", 5.0) + (1 if hasattr(config, "shift") else 0)
        t = t + layer.extra_bias if hasattr(layer, "extra_bias") else layer(t)
        return getattr(t, reduce)()

    compiled: Any = compile(scaled, fullgraph=True)
    t = dv.ones(2, 3)

    def same() -> None:
        for reduce in ("sum", "mean"):
            dv.testing.assert_close(compiled(t, reduce), scaled(t, reduce))

    same()
    config.shift = 1.0  # type: ignore[attr-defined]
    same()
    del config.scale  # type: ignore[attr-defined]
    same()
    monkeypatch.setattr(Optional_, "scale", 7.0, raising=False)
    same()
    layer.extra_bias = dv.ones(3)  # type: ignore[assignment]
    same()
    del layer.extra_bias
    monkeypatch.setattr(nn.Linear, "extra_bias", 3.0, raising=False)
    same()
