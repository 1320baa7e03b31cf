"""Errors in the middle of a backward pass: whatever fails, everything is usable afterwards."""

import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.runtime.engine import nesting
from derivata.runtime.modes.state import state


class Interruption(KeyboardInterrupt):
    """What a user's Ctrl-C is, told from a real one."""


class Injected:
    """A graph of every kind of node, in which one place fails while `on` is set."""

    def __init__(self, lib: Any, place: str, error: type[BaseException]) -> None:
        self.lib, self.error, self.on = lib, error, True
        self.x = lib.tensor([1.0, 2.0], requires_grad=True)
        self.w = lib.tensor([3.0, 5.0], requires_grad=True)
        getattr(self, place)()

    def fail(self, *args: Any) -> None:
        if self.on:
            raise self.error("injected")

    def graph(self) -> Any:
        lib, outer = self.lib, self

        class Step(lib.autograd.Function):  # type: ignore[misc,name-defined]
            @staticmethod
            def forward(ctx: Any, value: Any) -> Any:
                ctx.save_for_backward(value)
                return value * 2

            @staticmethod
            def backward(ctx: Any, grad: Any) -> Any:
                outer.in_function(grad)
                return grad * 2

        with lib.autograd.graph.saved_tensors_hooks(lambda value: value, self.unpack):
            product = self.x * self.w
        self.product = product
        self.product.retain_grad()
        parts = (Step.apply(product) + product.exp() * 0).unbind()
        total = parts[0] + parts[1] + self.w.sum() * 0
        self.attach(product)
        return total

    def in_function(self, grad: Any) -> None: ...

    def attach(self, product: Any) -> None: ...

    def unpack(self, value: Any) -> Any:
        return value

    def tensor_hook(self) -> None:
        self.attach = lambda product: product.register_hook(self.fail)  # type: ignore[method-assign]

    def pre_hook(self) -> None:
        self.attach = lambda product: product.grad_fn.register_prehook(self.fail)  # type: ignore[method-assign]

    def post_hook(self) -> None:
        self.attach = lambda product: product.grad_fn.register_hook(self.fail)  # type: ignore[method-assign]

    def multi_grad_hook(self) -> None:
        self.attach = lambda product: self.lib.autograd.graph.register_multi_grad_hook(  # type: ignore[method-assign]
            (product,), self.fail
        )

    def leaf_hook(self) -> None:
        self.x.register_hook(self.fail)

    def leaf_pre_hook(self) -> None:
        self.leaf_node = (self.x * 1).grad_fn.next_functions[0][0]
        self.leaf_node.register_prehook(self.fail)

    def leaf_post_hook(self) -> None:
        self.leaf_node = (self.x * 1).grad_fn.next_functions[0][0]
        self.leaf_node.register_hook(self.fail)

    def post_accumulate_hook(self) -> None:
        self.x.register_post_accumulate_grad_hook(self.fail)

    def function_backward(self) -> None:
        self.in_function = self.fail  # type: ignore[method-assign]

    def unpack_hook(self) -> None:
        def unpack(value: Any) -> Any:
            self.fail()
            return value

        self.unpack = unpack  # type: ignore[method-assign]

    def final_callback(self) -> None:
        queue = self.lib.autograd.Variable._execution_engine.queue_callback
        self.attach = lambda product: product.register_hook(  # type: ignore[method-assign]
            lambda grad: queue(self.fail)
        )

    def nested_pass(self) -> None:
        def run_another(grad: Any) -> None:
            with self.lib.enable_grad():
                other = self.w * 0
                other.register_hook(self.fail)
                other.sum().backward()

        self.in_function = run_another  # type: ignore[method-assign]


PLACES = (
    "tensor_hook", "pre_hook", "post_hook", "multi_grad_hook", "function_backward", "unpack_hook", "nested_pass",
    "final_callback", "leaf_hook", "leaf_pre_hook", "leaf_post_hook", "post_accumulate_hook",
)  # fmt: skip
IN_EVERY_PASS = PLACES[:8]  # `grad` calls no hooks of leaves but those of the tensor
PASSES: dict[str, Callable[[Any, Injected, Any], Any]] = {
    "backward": lambda lib, graph, y: y.backward(retain_graph=True),
    "inputs": lambda lib, graph, y: y.backward(retain_graph=True, inputs=[graph.x, graph.w]),
    "create_graph": lambda lib, graph, y: lib.autograd.backward(y, create_graph=True),
    "grad": lambda lib, graph, y: lib.autograd.grad(y, (graph.x, graph.w), retain_graph=True),
}


@pytest.fixture(autouse=True)
def same_state_afterwards() -> Iterator[None]:
    """See to it that no test leaves a mode switched on."""
    gc.collect()
    before = state.active_modes  # another module's threads may be at work still
    yield
    gc.collect()
    assert state.active_modes & ~before == 0
    assert dv.is_grad_enabled()
    assert nesting.depth.levels == 0
    assert dv.autograd.graph.get_current_node() is None


def check_clean_pass(lib: Any, graph: Injected, y: Any) -> None:
    """Run a backward on the graph that failed, and on a fresh one."""
    graph.on = False
    for root in (y, graph.graph()):
        graph.x.grad = graph.w.grad = None
        root.backward()
        assert graph.x.grad.tolist() == [6.0, 10.0]
        assert graph.w.grad.tolist() == [2.0, 4.0]


@pytest.mark.filterwarnings("ignore:.*create_graph=True:UserWarning")
@pytest.mark.parametrize("error", [ValueError, Interruption])
@pytest.mark.parametrize("kind", PASSES)
@pytest.mark.parametrize("place", PLACES)
def test_a_pass_that_fails_anywhere_leaves_everything_usable(
    lib: Any, place: str, kind: str, error: type[BaseException]
) -> None:
    """An exception in a hook, a custom backward, an unpacking, a callback or a nested pass reaches the caller, and
    graph, leaves and modes are as usable as before.
    """
    if kind == "grad" and place not in (*IN_EVERY_PASS, "leaf_hook"):
        pytest.skip("hooks of accumulation are not called by grad")
    graph = Injected(lib, place, error)
    y = graph.graph()
    with pytest.raises(error, match="injected"):
        PASSES[kind](lib, graph, y)
    assert lib.is_grad_enabled()
    check_clean_pass(lib, graph, y)


@pytest.mark.parametrize("place", PLACES)
def test_a_pass_that_fails_under_anomaly_detection_leaves_everything_usable(place: str) -> None:
    """A pass that fails under anomaly detection leaves everything usable as well."""
    graph = Injected(dv, place, ValueError)
    with dv.autograd.set_detect_anomaly(True), pytest.warns(UserWarning, match="Error detected in"):
        y = graph.graph()
        with pytest.raises(ValueError, match="injected"):
            y.backward(retain_graph=True)
    assert not dv.autograd.is_anomaly_enabled()
    check_clean_pass(dv, graph, y)


def test_an_interrupted_op_of_the_library_leaves_everything_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A KeyboardInterrupt inside a node of the library reaches the caller; the graph can be walked again."""
    x = dv.tensor([1.0, 2.0], requires_grad=True)
    y = (x.exp() * x).sum()
    with monkeypatch.context() as patch:
        patch.setattr(
            type(y.grad_fn.next_functions[0][0]), "apply", lambda *args: (_ for _ in ()).throw(Interruption)
        )
        with pytest.raises(Interruption):
            y.backward()
    assert x.grad is None
    y.backward()
    assert np.allclose(x.grad.tolist(), (np.exp([1.0, 2.0]) * np.array([2.0, 3.0])).tolist())


def test_gradients_of_a_failed_pass_are_freed() -> None:
    """A pass that failed keeps no gradient alive, once its exception is gone."""
    arrays: list[Any] = []

    def note(grad: Any) -> None:
        arrays.append(weakref.ref(grad._array))

    def fail(grad: Any) -> None:
        raise ValueError("injected")

    x = dv.ones(1000, requires_grad=True)
    y = x * 2
    z = y * 3
    z.register_hook(note)
    y.register_hook(note)
    y.register_hook(fail)
    total = z.sum()
    with pytest.raises(ValueError, match="injected"):
        total.backward(retain_graph=True)
    gc.collect()
    assert len(arrays) == 2
    assert [ref() for ref in arrays] == [None, None]


def test_a_leaf_s_gradient_is_complete_or_untouched_after_a_failure(lib: Any) -> None:
    """After a failure a leaf has all of the pass's gradient or nothing of it."""
    x = lib.tensor([1.0], requires_grad=True)
    y = x * 2
    z = x * 3

    def fail(grad: Any) -> None:
        raise ValueError("injected")

    y.register_hook(fail)
    with pytest.raises(ValueError, match="injected"):
        (z + y).backward()
    assert x.grad is None


def test_failures_in_deeply_nested_passes_unwind_all_of_them(lib: Any) -> None:
    """An error at the bottom of many nested passes ends them all, and the next ones work."""
    x = lib.tensor([1.0], requires_grad=True)
    failing = [True]

    def nested(level: int) -> None:
        with lib.enable_grad():
            y = x * 1

        def hook(grad: Any) -> None:
            if level:
                nested(level - 1)
            elif failing[0]:
                raise ValueError("bottom")

        y.register_hook(hook)
        y.backward()

    with pytest.raises(ValueError, match="bottom"):
        nested(40)
    assert x.grad is None
    failing[0] = False
    nested(40)
    assert x.grad.tolist() == [41.0]
