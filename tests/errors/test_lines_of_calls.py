"""What anomaly mode tells about an error of a backward: the lines of the calls that it is about."""

import threading
import warnings
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv


@pytest.fixture(autouse=True)
def anomaly_mode() -> Iterator[None]:
    """Run every test in anomaly mode, without the warnings that tell the stack of the forward call."""
    with warnings.catch_warnings(), dv.autograd.set_detect_anomaly(True):
        warnings.simplefilter("ignore")
        yield


def leaf() -> dv.Tensor:
    return dv.ones(2, requires_grad=True)


def message_of(call: Callable[[], Any]) -> str:
    with pytest.raises(RuntimeError) as caught:
        call()
    return str(caught.value)


def test_a_write_to_a_saved_value_is_told_with_both_lines() -> None:
    """ "Modified by an inplace operation" names the line that used the value, and every later write with its line."""
    y = leaf() * 2
    y.mul_(1)  # before the use
    z = y * y  # the use
    y.add_(1)  # a write
    y[0] = 3.0  # another write
    message = message_of(z.sum().backward)
    assert "the last write was by setitem" in message
    assert "mul was called at" in message
    assert "z = y * y  # the use" in message
    assert "add_ made version 2" in message
    assert "y.add_(1)  # a write" in message
    assert "setitem made version 3" in message
    assert "y[0] = 3.0  # another write" in message
    assert "before the use" not in message


def test_writes_through_views_and_detached_aliases_are_told() -> None:
    """A write through a view or a detached alias is told like one to the tensor itself."""
    y = leaf() * 2
    z = y * y
    y.detach().zero_()  # through an alias
    y.view(2)[0].fill_(3)  # through a view
    message = message_of(z.sum().backward)
    assert "# through an alias" in message
    assert "# through a view" in message


def test_the_op_that_wrote_is_known_outside_of_the_mode_too() -> None:
    """The op that wrote last is named outside of anomaly mode as well, also the step of an optimizer."""
    with dv.autograd.set_detect_anomaly(False):
        w = leaf()
        z = (w * w).sum()
        w.grad = dv.ones(2)
        dv.optim.SGD([w], lr=0.1).step()
        message = message_of(z.backward)
    assert "the last write was by SGD.step" in message
    assert "set_detect_anomaly(True)" in message


def test_a_second_backward_is_told_with_the_lines_of_the_call_and_of_the_first() -> None:
    """A second backward names the node, the line of its forward call and that of the backward that freed it."""
    y = leaf().exp()  # the call
    y.sum().backward()  # the first
    message = message_of(y.sum().backward)
    assert message.startswith("ExpBackward: Trying to backward through the graph a second time")
    assert "y = leaf().exp()  # the call" in message
    assert "y.sum().backward()  # the first" in message
    assert ".detach()" in message
    assert "retain_graph=True" in message


class Double(dv.autograd.Function):
    @staticmethod
    def forward(ctx, x):  # type: ignore[no-untyped-def]
        return x * 2


class Marked(dv.autograd.Function):
    @staticmethod
    def forward(ctx, x):  # type: ignore[no-untyped-def]
        out = x * 2
        ctx.mark_non_differentiable(out)
        return out


CUTS: list[tuple[Callable[[dv.Tensor], Any], str]] = [
    (lambda x: (x * 2).detach(), "cut by .detach() at"),
    (lambda x: (x * 2).detach_(), "cut by .detach_() at"),
    (lambda x: (x * 2).data, "cut by .data at"),
    (lambda x: dv.no_grad()(lambda: x * 2)(), "cut by mul() inside no_grad() or inference_mode(), at"),
    (lambda x: dv.inference_mode()(lambda: x * 2)(), "cut by mul() inside no_grad() or inference_mode(), at"),
    (
        lambda x: dv.no_grad()(lambda: Double.apply(x))(),
        "cut by Double() inside no_grad() or inference_mode(), at",
    ),
    (Marked.apply, "cut by Marked(), which has no gradient, at"),
    (lambda x: x.to(dv.int64), "cut by to(), whose result is int64: only floating-point and complex values"),
    (lambda x: x > 0, "cut by gt(), whose result is bool"),
    (lambda x: x.argmax(), "cut by argmax(), whose result is int64"),
    (lambda x: dv.tensor(x * 2), "cut by tensor(), which copies values only, at"),
    (lambda x: dv.tensor([x[0], x[1]]), "cut by tensor(), which copies values only, at"),
    (lambda x: dv.from_numpy(x.numpy(force=True)), "cut by .numpy() at"),
    (lambda x: dv.from_numpy(x.detach().numpy()[1:]), "cut by .detach() at"),
]


@pytest.mark.parametrize(("cut", "told"), CUTS, ids=[told for _, told in CUTS])
def test_what_cut_the_history_is_named_with_its_line(cut: Any, told: str) -> None:
    """ "Does not require grad" names what cut the history of the tensor or of what it was computed from, and where."""
    later = cut(leaf()).float() * 2 + 1
    message = message_of(later.sum().backward)
    assert told in message
    assert "test_lines_of_calls.py" in message
    assert "Likely causes" not in message


def test_of_numbers_and_new_arrays_the_latest_exits_are_listed() -> None:
    """A number or a new array carries no mark: the latest conversions are listed beside the likely causes."""
    x = leaf()
    loss = (x * x).sum().item()  # a number
    values = np.sin(x.numpy(force=True))  # an array
    for lost in (dv.tensor(loss), dv.from_numpy(values)):
        message = message_of(lost.sum().backward)
        assert "Likely causes" in message
        assert ".item() at" in message
        assert "# a number" in message
        assert ".numpy() at" in message
        assert "# an array" in message


def test_outside_of_the_mode_the_likely_causes_are_listed() -> None:
    """Outside of anomaly mode "does not require grad" lists the likely causes, and how to find the actual one."""
    with dv.autograd.set_detect_anomaly(False):
        message = message_of((leaf() * 2).detach().sum().backward)
    for cause in (
        "requires_grad=True",
        "no_grad()",
        ".detach()",
        "NumPy",
        "integers",
        "set_detect_anomaly(True)",
    ):
        assert cause in message


def test_what_was_noted_dies_with_the_mode() -> None:
    """What is noted about numbers and arrays is forgotten when the mode is entered anew."""
    (leaf() * 2).sum().item()
    with dv.autograd.set_detect_anomaly(False):
        pass
    dv.autograd.set_detect_anomaly(False)
    with dv.autograd.set_detect_anomaly(True):
        assert ".item() at" not in message_of(dv.ones(()).backward)


def test_notes_keep_neither_tensors_nor_graphs_alive() -> None:
    """Notes about writes and cuts keep no tensor and no graph alive."""
    y = leaf() * 2
    z = y.detach() * y.data
    y.add_(1)
    node, array = weakref.ref(y.grad_fn), weakref.ref(y.numpy(force=True))
    del y, z
    assert node() is None
    assert array() is None


def test_the_line_is_that_of_the_user_s_call() -> None:
    """The line that is named is the innermost one outside of the library, for modules and functions as well."""
    layer = dv.nn.Linear(2, 2)
    out = layer(dv.ones(1, 2))  # the call of the module
    loss = dv.nn.functional.mse_loss(out.sigmoid(), dv.zeros(1, 2))
    loss.backward()
    assert "# the call of the module" in str(out.grad_fn.hooks.origin)
    assert "mse_loss(out.sigmoid()" in str(loss.grad_fn.hooks.origin)


def test_lines_are_known_in_other_threads() -> None:
    """The mode holds for all threads, and tells lines of each."""
    messages: list[str] = []

    def work() -> None:
        y = leaf() * 2
        z = y * y
        y.add_(1)  # in the thread
        messages.append(message_of(z.sum().backward))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "# in the thread" in messages[0]


def test_many_writes_are_told_by_the_latest_ones() -> None:
    """Of a tensor that is written again and again the latest writes are told."""
    x, w = leaf(), dv.ones(2)
    z = x * w
    for _ in range(100):
        w.add_(1)
    message = message_of(z.sum().backward)
    assert message.count("add_ made version") == 16
    assert "add_ made version 100" in message
