"""OpCheck: right ops pass every check, and every check finds an op that is wrong in its way."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from derivata.arrays.kernels import enabled
from derivata.autograd.checker.library import Library
from derivata.autograd.gradchecks import DERIVATA
from derivata.testing import OpCase, OpCheck, check_ops, collect
from derivata.testing.drawing import Drawer
from derivata.testing.op_call import Op

UNARY = OpCase(
    "square", "ops.square", (("self", "Tensor"),), differentiable=("self",), elementwise=True, complex=True
)
BINARY = OpCase(
    "product",
    "ops.product",
    (("self", "Tensor"), ("other", "Tensor")),
    differentiable=("self", "other"),
    elementwise=True,
    complex=True,
)


@dataclass
class Lib:
    """A tensor library, and a module `ops` for the functions under test."""

    library: Library
    autograd: Any
    ops: ModuleType

    def check(self, case: OpCase, check: str, function: Callable[..., Any] | None = None) -> None:
        if function is not None:
            setattr(self.ops, case.call.partition(".")[2], function)
        OpCheck(case, self.library).run(check)

    def failure(self, case: OpCase, check: str, function: Callable[..., Any] | None = None) -> str:
        with pytest.raises(AssertionError) as caught:
            self.check(case, check, function)
        return str(caught.value)

    def function(self, forward: Callable[..., Any], backward: Callable[..., Any]) -> Callable[..., Any]:
        """Return an op of one tensor with a backward of its own: `backward(x, *grads)`."""

        class Own(self.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                ctx.set_materialize_grads(False)
                ctx.save_for_backward(x)
                return forward(x)

            @staticmethod
            def backward(ctx: Any, *grads: Any) -> Any:
                if all(grad is None for grad in grads):  # a check asks what comes of nothing
                    return None
                return backward(ctx.saved_tensors[0], *grads)

        return Own.apply


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Lib:
    ops = ModuleType("ops")
    monkeypatch.setitem(sys.modules, "ops", ops)
    ops.square = lambda x: x * x
    ops.product = lambda x, y: x * y
    if request.param == "derivata":
        from derivata import autograd

        return Lib(DERIVATA, autograd, ops)
    torch = pytest.importorskip("torch", reason="a second library to check the checks with")

    def array(tensor: Any) -> Any:
        tensor = tensor.detach()
        return tensor.numpy(force=tensor.is_conj() or tensor.is_neg() or tensor._is_zerotensor())

    def tensor(values: Any) -> Any:
        return torch.from_numpy(values if values.flags.writeable else values.copy())

    autograd = torch.autograd
    return Lib(Library(torch.Tensor, array, tensor, autograd.grad, autograd.forward_ad), autograd, ops)


@pytest.mark.parametrize("case", [UNARY, BINARY], ids=lambda case: case.op)
def test_right_op_passes_every_check(lib: Lib, case: OpCase) -> None:
    checks = OpCheck(case, lib.library).applicable()
    assert {"gradients", "double_backward", "forward_mode", "zero_dim_and_empty", "non_contiguous"} <= set(
        checks
    )
    for check in checks:
        lib.check(case, check)


def test_gradients_finds_a_wrong_formula(lib: Lib) -> None:
    text = lib.failure(UNARY, "gradients", lib.function(lambda x: x * x, lambda x, grad: grad * x))
    assert "square: gradients: with {'self': (2, 3)} of float64" in text
    assert "input 0 (self)" in text
    assert "0.5 times" in text


def test_gradients_finds_a_missing_conj(lib: Lib) -> None:
    text = lib.failure(UNARY, "gradients", lib.function(lambda x: x * x, lambda x, grad: grad * 2 * x))
    assert "of complex128" in text
    assert "conj" in text
    real = replace(UNARY, complex=False)
    lib.check(real, "gradients")


def test_double_backward_finds_a_formula_that_cuts_the_graph(lib: Lib) -> None:
    cut = lib.function(lambda x: x * x, lambda x, grad: grad * 2 * x.detach())
    case = replace(UNARY, complex=False)
    lib.check(case, "gradients", cut)
    assert "double backward" in lib.failure(case, "double_backward", cut)


def test_forward_mode_finds_a_tangent_that_is_not_that_of_the_gradient(lib: Lib) -> None:
    class Own(lib.autograd.Function):
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

    assert "forward and" in lib.failure(UNARY, "forward_mode", Own.apply)


def test_forward_over_reverse_finds_a_saved_tensor_without_its_tangent(lib: Lib) -> None:
    class Own(lib.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            ctx.save_for_forward(x)
            return x * x

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            (x,) = ctx.saved_tensors
            right = grad * 2 * x
            return right if right.requires_grad else grad * 2 * x.detach()

        @staticmethod
        def jvp(ctx: Any, tangent: Any) -> Any:
            return ctx.saved_tensors[0] * 2 * tangent

    case = replace(UNARY, complex=False)
    assert "tangent" in lib.failure(case, "forward_over_reverse", Own.apply)


def test_undefined_gradients_finds_a_formula_that_takes_none_for_one(lib: Lib) -> None:
    case = replace(UNARY, outputs=(True, True))
    assert "undefined_gradients" in OpCheck(case, lib.library).applicable()

    def backward(x: Any, first: Any, second: Any) -> Any:
        return (1 if first is None else first) + (0 if second is None else second * 2)

    right = lib.function(
        lambda x: (x * 1, x * 2),
        lambda x, first, second: (0 if first is None else first) + (0 if second is None else second * 2),
    )
    lib.check(case, "undefined_gradients", right)
    wrong = lib.function(lambda x: (x * 1, x * 2), backward)
    assert "a gradient of output 1 alone" in lib.failure(case, "undefined_gradients", wrong)


def test_kinks_finds_another_value_than_stated(lib: Lib) -> None:
    case = replace(UNARY, kinks=({"at": {"self": 0.0}, "self": 0.0},))
    lib.check(case, "kinks", lambda x: x.relu())
    wrong = replace(UNARY, kinks=({"at": {"self": 0.0}, "self": 0.5},))
    text = lib.failure(wrong, "kinks", lambda x: x.relu())
    assert "gradient of self is not as stated" in text
    assert "Expected 0.5 but got 0.0" in text


def test_single_precision_finds_a_wrong_float32_path(lib: Lib) -> None:
    def backward(x: Any, grad: Any) -> Any:
        return grad * 2 * x * (1.01 if lib.library.array(x).dtype == np.float32 else 1)

    case = replace(UNARY, complex=False)
    own = lib.function(lambda x: x * x, backward)
    lib.check(case, "gradients", own)
    assert "far from that of float64" in lib.failure(case, "single_precision", own)


def test_broadcasting_finds_a_wrong_result_for_different_shapes(lib: Lib) -> None:
    def wrong(x: Any, y: Any) -> Any:
        return x * y if x.shape == y.shape else x * y + 1

    assert "output 0 differs from that of expanded" in lib.failure(BINARY, "broadcasting", wrong)


def test_broadcasting_finds_a_gradient_that_is_not_summed(lib: Lib) -> None:
    def wrong(x: Any, y: Any) -> Any:
        return x * y if x.shape == y.shape else x * y.detach() + y * 0 + (y - y.detach()) * (x.detach() + 1)

    assert "gradient of other differs" in lib.failure(BINARY, "broadcasting", wrong)


def test_zero_dim_and_empty_finds_a_wrong_scalar(lib: Lib) -> None:
    wrong = lib.failure(UNARY, "zero_dim_and_empty", lambda x: x * x if x.shape else x * 3)
    assert "of zero dimensions" in wrong


def test_zero_dim_and_empty_finds_a_wrong_empty_result(lib: Lib) -> None:
    wrong = lib.failure(UNARY, "zero_dim_and_empty", lambda x: x * x if 0 not in x.shape else (x * x)[:, :1])
    assert "expected outputs and gradients of shape (0, 3)" in wrong


def test_non_contiguous_finds_a_result_that_depends_on_the_layout(lib: Lib) -> None:
    def wrong(x: Any) -> Any:
        return x * x if lib.library.array(x).flags.c_contiguous else x * 2

    assert "every second arguments" in lib.failure(UNARY, "non_contiguous", wrong)


def test_non_contiguous_finds_a_backward_that_depends_on_the_layout(lib: Lib) -> None:
    def backward(x: Any, grad: Any) -> Any:
        return grad * 2 * x if lib.library.array(grad).flags.c_contiguous else grad * x

    wrong = lib.function(lambda x: x * x, backward)
    if lib.library is not DERIVATA:  # torch's tensors come on copies of read-only arrays
        wrong = lib.function(
            lambda x: x * x, lambda x, g: g * (2 if lib.library.array(x).flags.c_contiguous else 1) * x
        )
    assert "gradient of self" in lib.failure(replace(UNARY, complex=False), "non_contiguous", wrong)


@pytest.mark.skipif(not enabled(), reason="without llvmlite there are no kernels to compare")
def test_kernel_agrees_with_numpy_finds_a_difference_at_one_special_value(lib: Lib) -> None:
    def wrong(x: Any) -> Any:
        minus_zero = 1 / lib.library.array(x) == -np.inf
        return x * x + lib.library.tensor(
            np.where(enabled() & minus_zero, 1, 0).astype(lib.library.array(x).dtype)
        )

    text = lib.failure(UNARY, "kernel_agrees_with_numpy", wrong)
    assert "output 0 at {'self': -0.0}: NumPy gives 0.0, the kernel 1.0" in text


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda x: x * x, "returns? the tensor itself"),
        (lambda x: x, "raise the version"),
        (lambda x: x.mul_(3), "output 0 in place"),
        (lambda x: x.mul_(x.detach().clone()), "gradient of self in place"),
    ],
)
def test_inplace_finds_each_wrong_form(lib: Lib, wrong: Callable[..., Any], message: str) -> None:
    lib.ops.square_ = lambda x: x.mul_(x.clone())
    case = replace(UNARY, complex=False, inplace="ops.square_")
    lib.check(case, "inplace")
    lib.ops.square_ = wrong
    with pytest.raises(AssertionError, match=message):
        lib.check(case, "inplace")


def test_inplace_finds_a_leaf_that_may_be_written(lib: Lib) -> None:
    def square_(x: Any) -> Any:
        return x if x.is_leaf else x.mul_(x.clone())

    lib.ops.square_ = square_
    case = replace(UNARY, complex=False, inplace="ops.square_")
    assert "of a leaf that requires grad to raise RuntimeError" in lib.failure(case, "inplace")


def test_inplace_takes_a_method_name(lib: Lib) -> None:
    lib.check(replace(UNARY, complex=False, inplace="abs_"), "inplace", lambda x: x.abs())


def test_view_finds_a_copy(lib: Lib) -> None:
    case = replace(UNARY, view=True)
    lib.check(case, "view", lambda x: x[:1])
    assert "the result is a copy" in lib.failure(case, "view", lambda x: x[:1] * 1)


LISTS = OpCase(
    "parts.list",
    "ops.parts",
    (("tensors", "Tensor[]"), ("scale", "float"), ("bias", "Tensor?")),
    keyword_only=("bias",),
    samples=(
        {"tensors": [[2], [2]], "scale": 2.0, "bias": {"shape": [2], "values": [1.0, 2.0]}},
        {"tensors": [[3]], "scale": 0.5},
    ),
    differentiable=("tensors", "bias"),
    returns_list=True,
    complex=True,
)


def test_lists_optional_and_keyword_only_arguments(lib: Lib) -> None:
    def parts(tensors: Any, scale: float, *, bias: Any = None) -> list[Any]:
        return [t * t * scale if bias is None else t * t * scale + bias for t in tensors]

    lib.ops.parts = parts
    checks = OpCheck(LISTS, lib.library).applicable()
    assert "undefined_gradients" in checks
    assert "broadcasting" not in checks
    for check in checks:
        lib.check(LISTS, check)


def test_gradients_of_lists_are_compared_one_by_one(lib: Lib) -> None:
    def parts(tensors: Any, scale: float, *, bias: Any = None) -> list[Any]:
        return [t * t * scale if k == 0 else t * t.detach() for k, t in enumerate(tensors)]

    assert "input 1 (tensors_1)" in lib.failure(LISTS, "gradients", parts)


def test_outputs_that_are_not_differentiable_are_left_out(lib: Lib) -> None:
    case = replace(UNARY, outputs=(True, False))
    lib.check(case, "gradients", lambda x: (x * x, (x * 3).detach()))
    assert "undefined_gradients" not in OpCheck(case, lib.library).applicable()


def test_output_without_grad_is_found(lib: Lib) -> None:
    assert "square" in lib.failure(UNARY, "forward_mode", lambda x: (x * x).detach())


def test_any_error_becomes_an_assertion_that_names_op_and_check(lib: Lib) -> None:
    def fails(x: Any) -> Any:
        raise KeyError("inside")

    for check in OpCheck(UNARY, lib.library).applicable():
        assert lib.failure(UNARY, check, fails).startswith("square: ")


def test_check_ops_runs_everything_and_reports_every_failure(lib: Lib) -> None:
    count = check_ops([UNARY, BINARY], lib.library)
    assert count == len(list(collect([UNARY, BINARY])))
    lib.ops.square = lambda x: (x * x).detach()
    with pytest.raises(AssertionError, match=f"of {count} checks failed") as caught:
        check_ops([UNARY, BINARY], lib.library)
    assert "square: gradients" in str(caught.value)
    assert "product" not in str(caught.value)


def test_collect_takes_a_generated_module() -> None:
    module = ModuleType("checks")
    module.CASES = (UNARY,)
    assert {check for _, check in collect(module)} == set(OpCheck(UNARY).applicable())


def test_numbers_are_all_different_away_from_kinks_and_inside_the_domain() -> None:
    case = replace(
        BINARY, domain={"self": (0.0, 1.0)}, kinks=({"at": {"self": 0.5, "other": 0.5}, "self": 0.5},)
    )
    values = Drawer(case, {"self": [20, 5], "other": [100]}, np.dtype(np.float64)).values()
    assert values["self"].shape == (20, 5)
    assert values["self"].min() > 0.0
    assert values["self"].max() < 1.0
    assert np.abs(values["self"] - 0.5).min() >= 0.01
    assert np.unique(np.concatenate([values["self"].ravel(), values["other"]])).size == 200
    again = Drawer(case, {"self": [20, 5], "other": [100]}, np.dtype(np.float64)).values()
    assert np.array_equal(values["self"], again["self"])


def test_described_tensors_have_their_dtype_bounds_and_values() -> None:
    arguments = (("self", "Tensor"), ("index", "Tensor"), ("mask", "Tensor?"), ("dtype", "dtype"))
    sample = {
        "self": {"values": [[1.0, 2.0]]},
        "index": {"shape": [50], "dtype": "int64", "low": 3, "high": 5},
        "mask": {"shape": [], "dtype": "bool"},
        "dtype": "float32",
    }
    case = OpCase("pick", "ops.pick", arguments, samples=(sample,))
    values = Drawer(case, sample, np.dtype(np.float64)).values()
    assert values["self"].tolist() == [[1.0, 2.0]]
    assert set(values["index"].tolist()) == {3, 4}
    assert values["mask"].shape == ()
    assert values["mask"].dtype == bool
    assert values["dtype"] == np.float32


def test_layouts_survive_the_copy_into_leaves() -> None:
    case = replace(UNARY, samples=({"self": [4, 3]},))
    call = Op(case, DERIVATA).call(case.samples[0])
    strided = call.mapped(lambda array: np.asfortranarray(array)[::-1], "reversed columns")
    leaf = DERIVATA.array(strided.leaves()[0])
    assert np.array_equal(leaf, strided.array(("self", None)))
    assert leaf.strides == strided.array(("self", None)).strides


def test_case_with_an_unknown_argument_is_refused() -> None:
    with pytest.raises(ValueError, match="square: expected one of the arguments"):
        replace(UNARY, differentiable=("slef",))
    with pytest.raises(ValueError, match="square: expected samples"):
        replace(UNARY, elementwise=False)


def test_a_module_of_an_op_s_name_is_not_taken_for_it(lib: Lib, monkeypatch: pytest.MonkeyPatch) -> None:
    """The function of an op is found although a module of its name, that of a family, stands beside it."""
    monkeypatch.setitem(sys.modules, "ops.square", ModuleType("ops.square"))
    lib.check(UNARY, "gradients")


@pytest.mark.skipif(not enabled(), reason="there are no loops")
def test_loops_may_be_loaded_by_the_check_that_watches_them() -> None:
    """In a new process no other check has loaded the loops before; `atan2` asks for the same types again and again."""
    program = (
        "from derivata.generated.checks import CASES\n"
        "from derivata.testing import OpCheck\n"
        "(case,) = (case for case in CASES if case.op == 'atan2')\n"
        "OpCheck(case).run('kernel_agrees_with_numpy')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
