"""gradcheck judges functions of derivata, and, with the same code, of torch, whose own gradcheck is the reference."""

import inspect
import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from derivata.autograd.checker.check import check, check_second
from derivata.autograd.checker.library import Library
from derivata.autograd.checker.mismatch import differ
from derivata.autograd.checker.options import Options
from derivata.autograd.checker.report import GradcheckError
from derivata.autograd.gradchecks import DERIVATA, gradcheck, gradgradcheck


@dataclass
class Lib:
    """A tensor library, and what the functions under test are made of."""

    library: Library
    autograd: Any

    def leaf(self, values: Any, dtype: Any = np.float64) -> Any:
        return self.library.tensor(np.array(values, dtype)).requires_grad_()

    def wrong(
        self, derivative: Callable[[Any, Any], Any], forward: Callable[[Any], Any] = lambda x: x * x
    ) -> Any:
        """Return a function with a backward of its own: `derivative(x, grad)`."""

        class Wrong(self.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                ctx.save_for_backward(x)
                return forward(x)

            @staticmethod
            def backward(ctx: Any, grad: Any) -> Any:
                return derivative(ctx.saved_tensors[0], grad)

        return Wrong.apply

    def check(self, func: Any, inputs: Any, **options: Any) -> bool:
        return check(self.library, func, inputs, Options(**options))

    def message(self, func: Any, inputs: Any, **options: Any) -> str:
        with pytest.raises(GradcheckError) as caught:
            self.check(func, inputs, **options)
        return str(caught.value)


def derivata_lib() -> Lib:
    from derivata import autograd

    return Lib(DERIVATA, autograd)


def torch_lib() -> Lib:
    torch = pytest.importorskip("torch", reason="compares with torch")

    def array(tensor: Any) -> Any:
        tensor = tensor.detach()
        return tensor.numpy(force=tensor.is_conj() or tensor.is_neg() or tensor._is_zerotensor())

    def tensor(values: Any) -> Any:
        return torch.from_numpy(values if values.flags.writeable else values.copy())

    autograd = torch.autograd
    return Lib(Library(torch.Tensor, array, tensor, autograd.grad, autograd.forward_ad), autograd)


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Lib:
    return derivata_lib() if request.param == "derivata" else torch_lib()


VERDICTS: dict[str, tuple[Callable[..., Any], list[Any]]] = {
    "one argument": (lambda x: x.sin() * x, [[0.3, 1.2]]),
    "broadcast": (lambda x, y: x * y, [[[0.3, 1.2], [0.7, 0.1]], [0.4, 2.0]]),
    "several outputs": (lambda x, y: (x * y, x.exp(), (x / y).detach()), [[0.3, 1.2], [0.4, 2.0]]),
    "matrix product": (lambda x, y: x @ y, [[[0.3, 1.2]], [[0.4], [2.0]]]),
    "unused argument": (lambda x, y: x * 2, [[0.3, 1.2], [0.4, 2.0]]),
    "gradient cut": (lambda x, y: x + y.detach() * 3, [[0.3, 1.2], [0.4, 2.0]]),
    "no differentiable output": (lambda x: x.detach() * 2, [[0.3, 1.2]]),
    "constant": (lambda x: (x * 0).detach(), [[0.3, 1.2]]),
    "kink": (lambda x: x.relu(), [[0.0, 1.2]]),
    "no dimensions": (lambda x: x * x, [0.5]),
    "empty result": (lambda x: x[:0] * 2, [[0.3, 1.2]]),
    "no outputs": (lambda x: (), [[0.3, 1.2]]),
    "outputs of both kinds": (lambda z: (z * z, z.abs()), [[0.3 + 0.4j, -1j]]),
    "holomorphic": (lambda x: x * x * x, [[0.3 + 0.4j, -1j]]),
    "complex to real": (lambda x: x.abs(), [[0.3 + 0.4j, -1j]]),
    "complex and real": (lambda x, y: (x * y).exp(), [[0.3 + 0.4j, -1j], [0.7, 0.1]]),
}


@pytest.mark.parametrize("fast_mode", [False, True], ids=["slow", "fast"])
@pytest.mark.parametrize("forward", [False, True], ids=["reverse", "both modes"])
@pytest.mark.parametrize("name", VERDICTS)
def test_verdict_is_that_of_torch(lib: Lib, name: str, forward: bool, fast_mode: bool) -> None:
    """`gradcheck` gives PyTorch's verdict in both modes, fast and slow, on real and complex inputs and outputs, unused
    inputs, no outputs, and outputs without gradient, whose numerical gradient has to be zero.
    """
    torch = pytest.importorskip("torch", reason="its gradcheck is the reference")
    func, values = VERDICTS[name]
    arrays = [np.asarray(value, np.result_type(np.asarray(value), np.float64)) for value in values]
    tensors = [torch.tensor(array, requires_grad=True) for array in arrays]
    wanted = name not in ("gradient cut", "no differentiable output", "kink")
    if not (name == "several outputs" and forward and fast_mode):  # torch: IndexError for a detached output
        keywords = {"check_forward_ad": forward, "fast_mode": fast_mode, "raise_exception": False}
        assert torch.autograd.gradcheck(func, tensors, **keywords) is wanted
    leaves = [lib.leaf(array, array.dtype) for array in arrays]
    try:
        got = lib.check(func, leaves, check_forward_ad=forward, fast_mode=fast_mode)
    except GradcheckError:
        got = False
    assert got is wanted


@pytest.mark.parametrize("forward", [False, True], ids=["reverse", "forward"])
@pytest.mark.parametrize(
    "name", ["one argument", "broadcast", "matrix product", "holomorphic", "complex to real"]
)
def test_second_derivatives_of_right_functions_pass(lib: Lib, name: str, forward: bool) -> None:
    """`gradgradcheck` passes right second derivatives, and fails wrong ones."""
    func, values = VERDICTS[name]
    leaves = [lib.leaf(v, np.result_type(np.asarray(v), np.float64)) for v in values]
    options = Options(check_forward_ad=forward, check_backward_ad=not forward)
    assert check_second(lib.library, func, leaves, None, options)


def test_second_derivative_of_a_detached_factor_fails(lib: Lib) -> None:
    """`gradgradcheck` passes right second derivatives, and fails wrong ones."""
    half_detached = lib.wrong(lambda x, grad: grad * 2 * x.detach())
    leaf = lib.leaf([0.3, 1.2])
    assert lib.check(half_detached, leaf)
    with pytest.raises(GradcheckError, match="no gradient arrives"):
        check_second(lib.library, half_detached, leaf, None, Options())


def test_gradgradcheck_counts_grad_outputs(lib: Lib) -> None:
    """`gradgradcheck` takes one of `grad_outputs` for each output."""
    leaf = lib.leaf([0.3, 1.2])
    assert check_second(lib.library, lambda x: x * x, leaf, lib.leaf([1.0, -2.0]), Options())
    with pytest.raises(ValueError, match="each of 1 outputs"):
        check_second(lib.library, lambda x: x * x, leaf, (leaf, leaf), Options())


def test_message_names_output_argument_element_values_and_tolerance(lib: Lib) -> None:
    """Its message names output, argument, element, values and tolerance."""
    doubled = lib.wrong(lambda x, grad: grad * 4 * x)

    def func(first: Any, second: Any) -> Any:
        return first * 2, doubled(second)

    message = lib.message(func, (lib.leaf([1.0]), lib.leaf([[1.0, 3.0]])))
    assert "Jacobian mismatch for output 1 with respect to input 1 (second), in reverse mode" in message
    assert "d output 1[0, 1] / d input 1 (second)[0, 1]: the worst of 2 that differ, among 4" in message
    assert "analytic    12\n" in message
    assert "numeric     6" in message
    assert "difference  6, allowed 0.006" in message
    assert "2 times the numeric one" in message


def test_message_names_the_part_of_a_complex_number(lib: Lib) -> None:
    """The message names the part of a complex number."""
    message = lib.message(lib.wrong(lambda x, grad: grad * 2 * x), lib.leaf([0.3 + 0.4j], np.complex128))
    assert (
        "d real(output 0[0]) / d imag(input 0" in message or "d imag(output 0[0]) / d real(input 0" in message
    )
    assert "missing or surplus conj" in message


def test_fast_mode_names_the_element_too(lib: Lib) -> None:
    """Fast mode finds and names the wrong element too."""
    message = lib.message(lib.wrong(lambda x, grad: grad * 4 * x), lib.leaf([1.0, 3.0]), fast_mode=True)
    assert "d output 0[1] / d input 0" in message


def matrix(lib: Lib, transposed: bool) -> Any:
    factor = lib.library.tensor(np.array([[1.0, 2.0], [3.0, 4.0]]))
    return lib.wrong(lambda x, grad: factor @ grad if transposed else factor.T @ grad, lambda x: factor @ x)


CAUSES = {
    "the sign": (lambda lib: lib.wrong(lambda x, grad: grad * -2 * x), 1.5),
    "a factor: the analytic gradient is 0.5": (lambda lib: lib.wrong(lambda x, grad: grad * x), 1.5),
    "transpose of the numeric one": (lambda lib: matrix(lib, True), [1.0, 2.0]),
    "does not depend on this input": (lambda lib: lib.wrong(lambda x, grad: grad, lambda x: x * 0 + 1), 1.5),
    "no gradient arrives": (lambda lib: lib.wrong(lambda x, grad: grad * 0), 1.5),
    "kink or a jump, with slope 0 on the left and 1 on the right": (lambda lib: lambda x: x.relu(), 0.0),
    "not finite within eps": (lambda lib: lambda x: x.sqrt(), 0.0),
    "gradient is not finite although": (lambda lib: lib.wrong(lambda x, grad: grad * (x - x) / (x - x)), 1.5),
    "rounding: outputs as large as": (lambda lib: lambda x: x * 1e-3 + 1e9, 1.5),
}


@pytest.mark.parametrize("cause", CAUSES)
def test_cause_is_named(lib: Lib, cause: str) -> None:
    """The message names a likely cause."""
    make, values = CAUSES[cause]
    with np.errstate(all="ignore"):
        message = lib.message(make(lib), lib.leaf(values))
    assert cause in message.partition("likely cause: ")[2]


def test_right_matrix_product_with_own_backward_passes(lib: Lib) -> None:
    """A right matrix product with a backward of its own passes."""
    assert lib.check(matrix(lib, False), lib.leaf([1.0, 2.0]))


def test_function_with_random_numbers_is_named_as_such(lib: Lib) -> None:
    """A function that draws random numbers is named as such."""
    random = np.random.default_rng(0)
    message = lib.message(lambda x: x * float(random.random()), lib.leaf([1.0]))
    assert "different values for the same inputs" in message


def test_float32_warns_and_is_named_as_the_cause(lib: Lib) -> None:
    """Single precision is warned of, and named as the cause."""
    leaf = lib.leaf([0.7, 1.3], np.float32)
    with (
        pytest.warns(UserWarning, match="input 0 is float32"),
        pytest.raises(GradcheckError, match="needs float64"),
    ):
        lib.check(lambda x: x.exp(), leaf)


def test_wrong_tangent_is_found_by_forward_mode_alone(lib: Lib) -> None:
    """`check_forward_ad` and `check_backward_ad` run what they say only: the one finds a wrong `jvp`, the other a wrong
    backward.
    """

    class WrongTangent(lib.autograd.Function):
        @staticmethod
        def forward(x: Any) -> Any:
            return x * 2

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            pass

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 2

        @staticmethod
        def jvp(ctx: Any, tangent: Any) -> Any:
            return tangent * 3

    leaf = lib.leaf([1.0, 2.0])
    assert lib.check(WrongTangent.apply, leaf)
    message = lib.message(WrongTangent.apply, leaf, check_forward_ad=True, check_backward_ad=False)
    assert "in forward mode" in message
    assert "1.5 times" in message

    class WrongGradient(WrongTangent):
        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 3

        @staticmethod
        def jvp(ctx: Any, tangent: Any) -> Any:
            return tangent * 2

    assert lib.check(WrongGradient.apply, leaf, check_forward_ad=True, check_backward_ad=False)
    assert "in reverse mode" in lib.message(WrongGradient.apply, leaf, check_forward_ad=True)


def test_forward_mode_runs_on_inputs_without_a_graph(lib: Lib) -> None:
    """Checks of forward mode run the function on inputs that do not require grad."""
    seen = []

    class Both(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            seen.append((x.requires_grad, y.requires_grad))
            return x.clone(), y.clone()

        @staticmethod
        def jvp(ctx: Any, x: Any, y: Any) -> Any:
            seen.append("pushed")
            return x, y

    options = {"check_forward_ad": True, "check_backward_ad": False, "check_batched_forward_grad": True}
    assert lib.check(Both.apply, (lib.leaf([1.0]), lib.leaf([2.0])), **options)
    forward = [before for before, after in itertools.pairwise(seen) if after == "pushed"]
    assert len(forward) >= 2
    assert set(forward) == {(False, False)}


@pytest.mark.parametrize("fast_mode", [False, True])
def test_fast_mode_allows_what_slow_mode_allows(lib: Lib, fast_mode: bool) -> None:
    """Fast mode adjusts `atol` to its sums, so that it passes what slow mode passes, complex inputs included."""
    leaf = lib.leaf(np.exp(1j * np.arange(100.0)), np.complex128)
    inexact = lib.wrong(lambda x, grad: grad * (2 + 0.9e-3), lambda x: x * 2)
    assert lib.check(inexact, leaf, rtol=0.0, atol=1e-3, fast_mode=fast_mode)


@pytest.mark.parametrize("masked", [False, True])
def test_sparse_gradients_are_compared_with_any_setting_of_masked(masked: bool) -> None:
    """`masked` may be given: functions with sparse gradients are compared with both settings."""
    import derivata

    embedding, indices = derivata.nn.functional.embedding, derivata.tensor([0, 2, 0])
    leaf = derivata_lib().leaf([[0.3, 1.2], [0.7, 0.1], [0.5, 0.9]])
    assert gradcheck(lambda table: embedding(indices, table, sparse=True), leaf, masked=masked)
    assert gradgradcheck(lambda table: embedding(indices, table) ** 2, leaf, masked=masked)


def noisy(lib: Lib) -> Any:
    count = iter(range(1000))
    return lib.wrong(lambda x, grad: grad * 2 * x + 1e-7 * next(count))


def test_backward_that_gives_other_values_the_second_time_is_not_reentrant(lib: Lib) -> None:
    """A backward that gives other values the second time is an error, unless `nondet_tol` allows the difference."""
    assert "Backward is not reentrant" in lib.message(noisy(lib), lib.leaf([1.0]))
    assert lib.check(noisy(lib), lib.leaf([1.0]), nondet_tol=1e-5)


def test_a_second_backward_that_is_not_reentrant_is_found_by_gradgradcheck() -> None:
    """`gradgradcheck` finds second backwards that are not deterministic, unless `nondet_tol` allows them."""
    lib = derivata_lib()
    count = iter(range(1000))

    class Slope(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any, grad: Any) -> Any:
            ctx.save_for_backward(x, grad)
            return 2 * x * grad

        @staticmethod
        def backward(ctx: Any, again: Any) -> Any:
            x, grad = ctx.saved_tensors
            return 2 * grad * again + 1e-7 * next(count), 2 * x * again

    square = lib.wrong(Slope.apply)
    with pytest.raises(GradcheckError, match="Backward is not reentrant"):
        gradgradcheck(square, lib.leaf([1.0]))
    assert gradgradcheck(square, lib.leaf([1.0]), nondet_tol=1e-4)


def two_outputs(lib: Lib, combine: Callable[[Any, Any], Any]) -> Any:
    class Two(lib.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.set_materialize_grads(False)
            return x * 1, x * 2

        @staticmethod
        def backward(ctx: Any, first: Any, second: Any) -> Any:
            return combine(first, second)

    return Two.apply


def test_backward_that_cannot_take_none_is_found(lib: Lib) -> None:
    """A backward that fails for a gradient that is None is found, and its error is told."""
    fails = two_outputs(lib, lambda first, second: first + 2 * second)
    message = lib.message(fails, lib.leaf([1.0]))
    assert "handle undefined output gradients" in message
    assert "TypeError" in message


def test_backward_that_takes_none_for_one_is_found(lib: Lib) -> None:
    """A backward that takes a gradient that is None for another than zero is found."""
    wrong = two_outputs(
        lib, lambda first, second: (1 if first is None else first) + (0 if second is None else second * 2)
    )
    assert "expected an undefined gradient to count as zero" in lib.message(wrong, lib.leaf([1.0]))


def test_hooks_that_cannot_take_none_are_found() -> None:
    """Hooks of nodes that fail for a gradient that is None are found: a RuntimeError that tells theirs."""
    lib = derivata_lib()

    def func(x: Any) -> Any:
        first, second = two_outputs(
            lib, lambda first, second: sum(g for g in (first, second) if g is not None)
        )(x)
        first.grad_fn.register_prehook(lambda grads: (grads[0] * 1, grads[1]))
        return first, second / 2

    with pytest.raises(RuntimeError, match=r"handle undefined output gradients.*NoneType"):
        gradcheck(func, lib.leaf([1.0]))


UNDEFINED: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any], Any] | None, str]] = {
    "zeros for None": (lambda x, grad: grad * 2 if grad is not None else x * 0, None, ""),
    "None for None": (lambda x, grad: None if grad is None else grad * 2, None, ""),
    "fails for None": (lambda x, grad: grad * 2, None, "handle undefined output grad"),
    "ones for None": (lambda x, grad: x * 0 + 1 if grad is None else grad * 2, None, "undefined or zero"),
    "hook fails for None": (
        lambda x, grad: None if grad is None else grad * 2,
        lambda grad: grad * 1,
        "handle undefined",
    ),
}


@pytest.mark.parametrize("fast_mode", [False, True], ids=["slow", "fast"])
@pytest.mark.parametrize("name", UNDEFINED)
def test_undefined_gradients_are_tried_on_every_backward_and_hook(name: str, fast_mode: bool) -> None:
    """Backwards and hooks are called with None, and what they make of it has to be nothing, as PyTorch's check asks."""
    backward, hook, complaint = UNDEFINED[name]
    torch = pytest.importorskip("torch", reason="its gradcheck is the reference")
    for lib in (derivata_lib(), torch_lib()):

        class Own(lib.autograd.Function):  # type: ignore[misc, name-defined]
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                ctx.set_materialize_grads(False)
                ctx.save_for_backward(x)
                return x * 2

            @staticmethod
            def backward(ctx: Any, grad: Any) -> Any:
                return backward(ctx.saved_tensors[0], grad)

        def func(x: Any, own: Any = Own) -> Any:
            y = own.apply(x)
            if hook is not None:
                y.register_hook(hook)
            return y

        check = gradcheck if lib.autograd is not torch.autograd else torch.autograd.gradcheck
        if not complaint:
            assert check(func, lib.leaf([1.0]), fast_mode=fast_mode)
        else:  # PyTorch lets a TypeError pass as it is
            with pytest.raises(
                (RuntimeError, TypeError), match=None if check is not gradcheck else complaint
            ):
                check(func, lib.leaf([1.0]), fast_mode=fast_mode)
            assert gradcheck is not check or check(func, lib.leaf([1.0]), check_undefined_grad=False)


def test_gradients_that_are_not_multiplied_are_found(lib: Lib) -> None:
    """A backward that adds something of its own to the gradient is found by gradients of zeros."""

    class Own(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 2 if bool((grad != 0).any()) else grad + 1

    with pytest.raises(GradcheckError, match=r"undefined or zero|not multiplied by grad_output"):
        lib.check(Own.apply, lib.leaf([1.0]))


def test_undefined_gradients_may_go_unchecked(lib: Lib) -> None:
    """`check_undefined_grad=False` leaves backwards that cannot take None alone."""

    def combine(first: Any, second: Any) -> Any:
        return second * 2 if first is None else first if second is None else first + second * 2 + 0.5

    leaf = lib.leaf([1.0])
    assert lib.check(two_outputs(lib, combine), leaf, check_undefined_grad=False)
    assert "count as zero" in lib.message(two_outputs(lib, combine), leaf)


def test_inputs_are_as_before_after_a_check(lib: Lib) -> None:
    """Inputs are as before after a check, also where the function raises."""
    leaf = lib.leaf([0.1, 0.7])
    lib.check(lambda x: x * x, leaf)
    lib.message(lib.wrong(lambda x, grad: grad), leaf)
    assert lib.library.array(leaf).tolist() == [0.1, 0.7]


def test_inputs_are_as_before_when_the_function_raises(lib: Lib) -> None:
    """Inputs are as before after a check, also where the function raises."""
    leaf = lib.leaf([0.1, 0.7])

    def only_here(x: Any) -> Any:
        if lib.library.array(x)[0] != 0.1:
            raise KeyError("moved")
        return x * x

    with pytest.raises(KeyError, match="moved"):
        lib.check(only_here, leaf)
    assert lib.library.array(leaf).tolist() == [0.1, 0.7]


def test_output_that_changes_its_shape_is_an_assertion_error(lib: Lib) -> None:
    """An output that changes its shape or dtype with the input is an AssertionError."""

    def changing(x: Any) -> Any:
        return x[:1] if lib.library.array(x)[0] == 0.1 else x * 1

    with pytest.raises(AssertionError, match=r"keep shape \(1,\)"):
        lib.check(changing, lib.leaf([0.1, 0.7]))

    def narrowing(x: Any) -> Any:
        return x * 1 if lib.library.array(x)[0] == 0.1 else (x * (1 + 0j))

    with pytest.raises(AssertionError, match="dtype float64"):
        lib.check(narrowing, lib.leaf([0.1, 0.7]))


def test_argument_errors(lib: Lib) -> None:
    """Wrong arguments are errors: no mode to check, no input that requires grad, an output that is no tensor."""
    leaf = lib.leaf([0.1, 0.7])
    with pytest.raises(ValueError, match="at least one input tensor to require gradient"):
        lib.check(lambda x: x, leaf.detach())
    with pytest.raises(TypeError, match="got float as output 1"):
        lib.check(lambda x: (x * 2, 1.0), leaf)
    with pytest.raises(AssertionError, match="check_forward_ad or check_backward_ad"):
        lib.check(lambda x: x, leaf, check_backward_ad=False)


def test_overlapping_memory_is_refused() -> None:
    """Inputs on overlapping or read-only memory are refused."""
    lib = torch_lib()
    expanded = lib.leaf([[0.1], [0.7]]).expand(2, 3)
    assert "elements that share memory" in lib.message(lambda x: x * 2, expanded)


def test_read_only_memory_is_refused() -> None:
    """Inputs on overlapping or read-only memory are refused."""
    lib = derivata_lib()
    array = np.array([0.1, 0.7])
    array.flags.writeable = False
    assert "read-only memory" in lib.message(lambda x: x * 2, lib.library.tensor(array).requires_grad_())


def test_gradient_dtype_is_checked_on_request(lib: Lib) -> None:
    """`check_grad_dtypes` checks that gradients have the dtypes of their inputs."""

    def narrow_gradients(tensor: Any) -> Any:  # the engines cast, so a wrong dtype has to be made up
        array = lib.library.array(tensor)
        return array if tensor.requires_grad else array.astype(np.float32)

    narrow = replace(lib.library, array=narrow_gradients)
    leaf = lib.leaf([1.0])
    with pytest.raises(GradcheckError, match="to have dtype float64, got float32"):
        check(narrow, lambda x: x * 2, leaf, Options(check_grad_dtypes=True))


def test_exceptions_of_the_function_propagate(lib: Lib) -> None:
    """Exceptions of the function propagate, also with `raise_exception=False`."""

    def fails(x: Any) -> Any:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        lib.check(fails, lib.leaf([1.0]))
    with pytest.raises(ZeroDivisionError, match="mine"):
        gradcheck(fails, derivata_lib().leaf([1.0]), raise_exception=False)


def test_raise_exception_false_returns_false() -> None:
    """A mismatch is a GradcheckError, which is a RuntimeError; with `raise_exception=False` the result is False."""
    lib = derivata_lib()
    wrong = lib.wrong(lambda x, grad: grad * 4 * x.detach())
    leaf = lib.leaf([1.0, 2.0])
    assert gradcheck(wrong, leaf, raise_exception=False) is False
    assert gradgradcheck(wrong, leaf, raise_exception=False) is False
    assert gradcheck(lambda x: x * x, leaf) is True
    assert gradgradcheck(lambda x: x * x, leaf) is True
    with pytest.raises(GradcheckError):
        gradcheck(wrong, leaf)
    with pytest.raises(GradcheckError):
        gradgradcheck(wrong, leaf)
    assert issubclass(GradcheckError, RuntimeError)


@pytest.mark.parametrize("function", [gradcheck, gradgradcheck])
def test_keyword_defaults_are_those_of_torch(function: Callable[..., Any]) -> None:
    """Keyword arguments have PyTorch's defaults."""
    torch = pytest.importorskip("torch", reason="its signature is the reference")
    wanted = inspect.signature(getattr(torch.autograd, function.__name__)).parameters
    for parameter in inspect.signature(function).parameters.values():
        assert parameter.default == wanted[parameter.name].default, parameter.name
        assert parameter.kind == wanted[parameter.name].kind, parameter.name


def test_finite_gradient_where_the_function_jumps_to_infinity_differs(lib: Lib) -> None:
    """A finite gradient where the function jumps to infinity is a mismatch."""
    infinite = lib.wrong(lambda x, grad: grad * 0 + 1.0, lambda x: x / lib.library.tensor(np.array(0.0)))
    with np.errstate(all="ignore"):
        assert "not finite within eps" in lib.message(infinite, lib.leaf(1.0))


def test_infinite_tolerance_allows_nothing() -> None:
    """An infinite tolerance allows no difference from a finite number, and no NaN."""
    one, infinity = np.array([1.0]), np.array([np.inf])
    assert differ(one, infinity, infinity).all()
    assert not differ(infinity, infinity, infinity).any()
    assert differ(np.array([np.nan]), np.array([np.nan]), one).all()


@pytest.mark.parametrize("fast_mode", [False, True])
def test_batches_of_right_derivatives_pass(fast_mode: bool) -> None:
    """Batched gradients, and batched forward gradients of `sin` and `add`, pass."""
    torch = pytest.importorskip("torch", reason="its gradcheck is the reference")
    import derivata

    for lib in (torch, derivata):
        x, y = (lib.tensor([0.3, 1.2], dtype=lib.float64, requires_grad=True) for _ in range(2))
        options = {"check_forward_ad": True, "check_batched_forward_grad": True, "check_batched_grad": True}
        assert lib.autograd.gradcheck(lib.sin, x, fast_mode=fast_mode, **options)
        assert lib.autograd.gradcheck(lib.add, (x, y), fast_mode=fast_mode, **options)
        assert lib.autograd.gradgradcheck(lib.sin, x, fast_mode=fast_mode, check_batched_grad=True)


def test_batches_need_their_mode() -> None:
    """Checks of batches need the mode that they belong to."""
    torch = pytest.importorskip("torch", reason="its gradcheck is the reference")
    import derivata

    for lib in (torch, derivata):
        x = lib.tensor([0.3], dtype=lib.float64, requires_grad=True)
        with pytest.raises(AssertionError, match="check_batched_forward_grad=True requires check_forward_ad"):
            lib.autograd.gradcheck(lib.sin, x, check_batched_forward_grad=True)
        with pytest.raises(AssertionError, match="check_batched_grad=True requires check_backward_ad"):
            lib.autograd.gradcheck(
                lib.sin, x, check_batched_grad=True, check_backward_ad=False, check_forward_ad=True
            )


def test_gradients_that_remember_the_row_before_are_found() -> None:
    """Checks of batches find derivatives that depend on what ran before."""
    lib, runs = derivata_lib(), []

    def derivative(x: Any, grad: Any) -> Any:
        runs.append(1)
        return grad * 2 * x * (1 + (len(runs) == 4))  # two rows alone, then the two rows of the batch

    assert "batched gradients" in lib.message(lib.wrong(derivative), lib.leaf([1.0]), check_batched_grad=True)


def test_tangents_that_remember_the_row_before_are_found() -> None:
    """Checks of batches find derivatives that depend on what ran before."""
    lib, runs = derivata_lib(), []

    class Own(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 2

        @staticmethod
        def jvp(ctx: Any, tangent: Any) -> Any:
            runs.append(1)
            return tangent * (3 if len(runs) == 4 else 2)  # two rows alone, then the two rows of the batch

    options = {"check_forward_ad": True, "check_batched_forward_grad": True}
    assert "batched forward gradients" in lib.message(Own.apply, lib.leaf([1.0]), **options)


@pytest.mark.parametrize("raises", [False, True])
def test_a_jvp_that_cannot_take_none_is_found(lib: Lib, raises: bool) -> None:
    """It finds a `jvp` that cannot take None for a tensor without tangent."""

    class Own(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.set_materialize_grads(False)
            return x + y

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad, grad

        @staticmethod
        def jvp(ctx: Any, one: Any, two: Any) -> Any:
            if one is None or two is None:
                if raises:
                    raise TypeError("got None")
                return (two if one is None else one) * 3
            return one + two

    inputs = lib.leaf([1.0]), lib.leaf([2.0])
    assert "tangent" in lib.message(Own.apply, inputs, check_forward_ad=True)
    if not raises:
        assert "undefined tangent" in lib.message(Own.apply, inputs, check_forward_ad=True)
