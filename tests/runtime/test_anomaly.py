"""Anomaly mode: which op made the NaN, and where it was called."""

import math
import traceback
import warnings
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv
from derivata.runtime.modes.state import OBSERVED, state


def nan_in_backward() -> dv.Tensor:
    x = dv.zeros(1, requires_grad=True)
    return (x.sqrt() * 0).sum()


def test_nan_is_an_error_that_names_function_and_output(lib: Any) -> None:
    """A NaN from a backward is an error that names function and output, after a warning with the forward's
    traceback.
    """
    with lib.autograd.set_detect_anomaly(True), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x = lib.zeros(1, requires_grad=True)
        with pytest.raises(
            RuntimeError, match=r"Function 'SqrtBackward0?' returned nan values in its 0th output\."
        ):
            (x.sqrt() * 0).sum().backward()


def test_warning_carries_the_trace_of_the_forward_call() -> None:
    """A NaN from a backward is an error that names function and output, after a warning with the forward's
    traceback.
    """
    with dv.autograd.set_detect_anomaly(True):
        out = nan_in_backward()
        with (
            pytest.warns(UserWarning, match=r"(?s)Error detected in SqrtBackward.*nan_in_backward.*sqrt"),
            pytest.raises(RuntimeError),
        ):
            out.backward()


def test_warning_says_when_there_is_no_trace() -> None:
    """The warning says when there is no traceback."""
    out = nan_in_backward()
    with (
        dv.autograd.set_detect_anomaly(True),
        pytest.warns(UserWarning, match="No forward pass information"),
        pytest.raises(RuntimeError),
    ):
        out.backward()


def test_errors_raised_in_a_backward_are_located_too() -> None:
    """An exception raised in a backward or hook warns with the forward's traceback as well, and reaches
    the caller.
    """

    def fail(grad: dv.Tensor) -> None:
        raise ValueError("in a hook")

    with dv.autograd.set_detect_anomaly(True):
        y = dv.ones(1, requires_grad=True) * 2
        y.register_hook(fail)
        with (
            pytest.warns(UserWarning, match="Error detected in MulBackward"),
            pytest.raises(ValueError, match="in a hook"),
        ):
            y.sum().backward()


def test_trace_goes_to_stderr_when_warnings_are_errors(capsys: pytest.CaptureFixture[str]) -> None:
    """Where warnings are errors the traceback goes to stderr, and does not hide the error that it
    explains.
    """
    with dv.autograd.set_detect_anomaly(True), warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        out = nan_in_backward()
        with pytest.raises(RuntimeError, match="nan values"):
            out.backward()
    assert "Error detected in SqrtBackward" in capsys.readouterr().err


def test_trace_of_a_second_derivative_names_the_node_that_made_its_node() -> None:
    """A second derivative's warning shows the node that made the failing one as well."""
    x = dv.zeros(1, requires_grad=True)
    with dv.autograd.set_detect_anomaly(True):
        (first,) = dv.autograd.grad((x**1.5).sum(), x, create_graph=True)
        with (
            pytest.warns(UserWarning, match=r"(?s)while the backward of PowScalarBackward ran"),
            pytest.raises(RuntimeError),
        ):
            (first * 0 + first.detach() * 0 * first).sum().backward()


def test_check_nan_false_skips_the_test() -> None:
    """`check_nan=False` looks for no NaN."""
    with dv.autograd.set_detect_anomaly(True, check_nan=False):
        x = dv.zeros(1, requires_grad=True)
        (x.sqrt() * 0).sum().backward()
    assert x.grad is not None
    assert str(x.grad.item()) == "nan"


def test_modes_nest_and_restore(lib: Any) -> None:
    """Modes nest: leaving one restores what was before, `check_nan` included."""

    def finds_nan() -> bool:
        x = lib.zeros(1, requires_grad=True)
        try:
            (x.sqrt() * 0).sum().backward()
        except RuntimeError:
            return True
        return False

    mode, found = lib.autograd.set_detect_anomaly, []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with mode(True):
            with mode(False):
                found.append(finds_nan())
            found.append(finds_nan())
            with mode(True, check_nan=False):
                found.append(finds_nan())
            found.append(finds_nan())
        found.append(finds_nan())
    assert found == [False, True, False, True, False]


def test_the_traceback_shows_the_raising_line(lib: Any, define: Callable[..., Any]) -> None:
    """The Python traceback of an exception raised in a backward shows the line that raised it."""

    def backward(ctx: Any, grad: Any) -> Any:
        raise LookupError("on this line")

    y = define(forward=lambda ctx, x: x * 1, backward=backward).apply(lib.ones(1, requires_grad=True))
    for enabled in (False, True):
        with warnings.catch_warnings(), pytest.raises(LookupError) as caught:
            warnings.simplefilter("ignore")
            with lib.autograd.set_detect_anomaly(enabled):
                y.sum().backward()
        last = traceback.extract_tb(caught.value.__traceback__)[-1]
        assert (last.name, last.line) == ("backward", 'raise LookupError("on this line")')


def test_state_is_clean_after_nested_modes() -> None:
    """After nested modes nothing of anomaly mode is left."""
    with dv.autograd.set_detect_anomaly(True):
        assert dv.autograd.is_anomaly_enabled()
        with dv.autograd.set_detect_anomaly(False):
            assert not dv.autograd.is_anomaly_enabled()
        assert state.active_modes & OBSERVED
    assert not dv.autograd.is_anomaly_enabled()
    assert not state.active_modes & OBSERVED


def test_entering_detect_anomaly_warns_and_leaving_restores(lib: Any) -> None:
    """`detect_anomaly()` warns that the mode is on, and leaving it restores what was before."""
    with pytest.warns(UserWarning, match="Anomaly Detection has been enabled"):
        mode = lib.autograd.detect_anomaly()
    with mode:
        pass
    with mode:
        pass


def test_making_the_context_does_not_switch_the_mode_on() -> None:
    """Differs from PyTorch: `detect_anomaly()` switches the mode on when its block is entered, not when the
    object is made.
    """
    with pytest.warns(UserWarning):
        mode = dv.autograd.detect_anomaly()
    assert not dv.autograd.is_anomaly_enabled()
    with mode:
        assert dv.autograd.is_anomaly_enabled()
    assert not dv.autograd.is_anomaly_enabled()


def test_set_detect_anomaly_works_as_a_plain_call() -> None:
    """`set_detect_anomaly` works as a plain call and as a context manager."""
    dv.autograd.set_detect_anomaly(True)
    assert dv.autograd.is_anomaly_enabled()
    dv.autograd.set_detect_anomaly(False)
    assert not dv.autograd.is_anomaly_enabled()


@pytest.mark.parametrize("create_graph", [False, True])
def test_gradients_are_the_same_under_anomaly_mode(create_graph: bool) -> None:
    """Gradients are the same under anomaly mode."""

    def gradient() -> Any:
        x = dv.tensor([0.5, 1.5], requires_grad=True)
        a, b = (x.exp() * x).unbind()
        return dv.autograd.grad((a * b + a).tanh(), x, create_graph=create_graph)[0].tolist()

    plain = gradient()
    with dv.autograd.set_detect_anomaly(True):
        assert gradient() == plain


def test_traces_do_not_keep_graphs_alive() -> None:
    """Traces keep no graph alive."""
    with dv.autograd.set_detect_anomaly(True):
        x = dv.ones(1, requires_grad=True)
        factor = dv.ones(1)
        y = x * factor
        alive = weakref.ref(factor)
        node = y.grad_fn
        (first,) = dv.autograd.grad(y.sum(), x, create_graph=True)
    del factor, y, first, node
    assert alive() is None


def test_metadata_is_usable_after_backward_and_without_the_output(lib: Any) -> None:
    """`node.metadata` is a usable mapping in anomaly mode, after backward and when the output is gone."""
    with lib.autograd.set_detect_anomaly(True):
        x = lib.ones(1, requires_grad=True)
        y = x * 2
        y.sum().backward()
        node = y.grad_fn
        del y
        node.metadata["note"] = 1
    assert node.metadata["note"] == 1


def test_metadata_dies_with_the_graph(lib: Any) -> None:
    """Metadata of a node that was made in anomaly mode dies with the graph, without the garbage collector."""

    class Note:
        pass

    with lib.autograd.set_detect_anomaly(True):
        x = lib.ones(1, requires_grad=True)
        y = (x * 2).exp()
        note = Note()
        y.grad_fn.metadata["note"] = note
        alive = weakref.ref(note)
        (first,) = lib.autograd.grad(y.sum(), x, create_graph=True)
        del note
        assert alive() is not None
        del y, first
    assert alive() is None


def test_a_hook_switches_detection_off_for_the_rest_of_its_pass(lib: Any) -> None:
    """After a hook has switched anomaly detection off, a NaN in the same pass is none of its business."""
    x = lib.tensor([0.0], requires_grad=True)
    y = x.sqrt() * 0
    y.register_hook(lambda grad: lib.autograd.set_detect_anomaly(False) and None)
    try:
        lib.autograd.set_detect_anomaly(True)
        y.sum().backward()
    finally:
        lib.autograd.set_detect_anomaly(False)
    assert math.isnan(x.grad.item())


def test_the_top_level_tells_whether_anomaly_detection_is_on(lib: Any) -> None:
    """`is_anomaly_enabled` and `is_anomaly_check_nan_enabled` tell what anomaly detection does at the moment."""

    def told() -> tuple[bool, bool]:
        return lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()

    assert told() == (False, True)
    with lib.autograd.detect_anomaly(check_nan=False):
        assert told() == (True, False)
        with lib.autograd.detect_anomaly():
            assert told() == (True, True)
    assert told() == (False, True)
