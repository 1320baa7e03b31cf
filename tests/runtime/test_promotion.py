"""Result dtypes: PyTorch's rule, for every pair of dtypes, dimensions and numbers."""

import itertools
import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.support.promotion import (
    operand,
    operand_list,
    operand_pair,
    operand_tuple,
    promote,
    result_dtype,
)

DTYPES = [
    "bool",
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]
NUMBERS = [True, 3, 2.5, 1 + 2j]


def of(lib: Any, name: str, shape: tuple[int, ...]) -> Any:
    return lib.zeros(shape, dtype=getattr(lib, name))


def name_of(dtype: Any) -> str:
    """The dtype's own name; NumPy has no complex32, so complex64 stands for it."""
    return str(dtype).rpartition(".")[2].replace("complex32", "complex64")


@pytest.mark.parametrize("first", DTYPES)
def test_promote_types_is_torch_s_for_every_pair(torch: Any, first: str) -> None:
    """`promote_types` is PyTorch's for every pair of dtypes."""
    for second in DTYPES:
        expected = name_of(torch.promote_types(getattr(torch, first), getattr(torch, second)))
        assert name_of(dv.promote_types(getattr(dv, first), getattr(dv, second))) == expected, second


@pytest.mark.parametrize("first", DTYPES)
@pytest.mark.parametrize("shapes", list(itertools.product([(), (2,)], repeat=2)), ids=str)
def test_result_dtype_is_torch_s_for_every_pair_of_tensors(torch: Any, first: str, shapes: Any) -> None:
    """The result of two tensors has PyTorch's dtype, for every pair of dtypes and of numbers of dimensions."""
    for second in DTYPES:
        expected = torch.result_type(of(torch, first, shapes[0]), of(torch, second, shapes[1]))
        got = result_dtype([of(dv, first, shapes[0]), of(dv, second, shapes[1])])
        assert name_of(got) == name_of(expected), second


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (2,)], ids=str)
@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: type(number).__name__)
def test_numbers_only_raise_the_category(torch: Any, dtype: str, shape: tuple[int, ...], number: Any) -> None:
    """Python numbers only raise the category of a dtype, not its width."""
    expected = name_of(torch.result_type(of(torch, dtype, shape), number))
    x, y = operand_pair("op", ("self", "other"), of(dv, dtype, shape), number)
    assert name_of(result_dtype([x, y])) == expected
    y, x = operand_pair("op", ("self", "other"), number, of(dv, dtype, shape))
    assert name_of(result_dtype([y, x])) == expected


@pytest.mark.parametrize("op", ["add", "mul", "div", "maximum", "eq"])
@pytest.mark.parametrize("first", DTYPES)
def test_results_of_ops_have_torch_s_dtype(torch: Any, op: str, first: str) -> None:
    """Results of ops have PyTorch's dtype for all kinds of operands."""
    for second, shapes in itertools.product(DTYPES, itertools.product([(), (2,)], repeat=2)):
        a, b = of(torch, first, shapes[0]), of(torch, second, shapes[1])
        try:
            expected = getattr(torch, op)(a, b)
        except (RuntimeError, NotImplementedError):
            continue
        got = getattr(dv, op)(of(dv, first, shapes[0]), of(dv, second, shapes[1]))
        assert name_of(got.dtype) == name_of(expected.dtype), (second, shapes)


@pytest.mark.parametrize("op", ["add", "mul", "div", "pow"])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: type(number).__name__)
def test_results_with_numbers_have_torch_s_dtype(torch: Any, op: str, dtype: str, number: Any) -> None:
    """The result of a tensor and a Python number has PyTorch's dtype."""
    for shape in ((), (2,)):
        try:
            expected = getattr(torch, op)(of(torch, dtype, shape), number)
        except (RuntimeError, NotImplementedError):
            continue
        assert name_of(getattr(dv, op)(of(dv, dtype, shape), number).dtype) == name_of(expected.dtype), shape


def test_three_tensors_follow_the_same_rule(torch: Any) -> None:
    """Three tensors follow the same rule as two."""
    for names in itertools.product(["int64", "float16", "float64", "complex64"], repeat=3):
        for shapes in itertools.product([(), (2,)], repeat=3):
            parts = [of(torch, name, shape) for name, shape in zip(names, shapes, strict=True)]
            expected = torch.where(torch.ones((), dtype=torch.bool), parts[0], parts[1]).dtype
            got = result_dtype(
                [of(dv, name, shape) for name, shape in zip(names[:2], shapes[:2], strict=True)]
            )
            assert name_of(got) == name_of(expected)


def test_default_dtype_decides_for_python_floats() -> None:
    """The default dtype decides for Python floats."""
    dv.set_default_dtype(dv.float64)
    try:
        assert dv.tensor(1.5).dtype == dv.float64
        assert (dv.tensor([1, 2]) * 0.5).dtype == dv.float64
        assert (dv.tensor([1, 2]) / 2).dtype == dv.float64
        assert dv.tensor(1j).dtype == dv.complex128
        assert (dv.ones(2, dtype=dv.float32) * 0.5).dtype == dv.float32
    finally:
        dv.set_default_dtype(dv.float32)


def test_default_dtype_must_be_real_floating_point() -> None:
    """The default dtype must be a real floating-point one."""
    for dtype in (dv.int64, dv.complex64, dv.bool):
        with pytest.raises(TypeError, match="expected a real floating-point dtype"):
            dv.set_default_dtype(dtype)
    assert dv.get_default_dtype() == dv.float32


def test_gradients_return_in_the_dtype_of_their_argument(lib: Any) -> None:
    """Gradients return in the dtype of their argument."""
    x = lib.ones(2, requires_grad=True)
    y = lib.ones(2, dtype=lib.float64, requires_grad=True)
    z = lib.ones((), dtype=lib.complex64, requires_grad=True)
    (x * y * z).abs().sum().backward()
    assert (x.grad.dtype, y.grad.dtype, z.grad.dtype) == (lib.float32, lib.float64, lib.complex64)


def test_operands_keep_tensors_and_wrap_the_rest() -> None:
    x = dv.ones(2)
    array = np.ones(2)
    first, second, absent = operand_tuple("op", ("self", "other", "weight?"), x, array, None)
    assert first is x
    assert second._array is array
    assert absent is None


def test_operands_name_what_they_refuse() -> None:
    with pytest.raises(
        TypeError, match=r"mul: argument 'other' must be Tensor, not list; convert it with derivata.tensor"
    ):
        dv.mul(dv.ones(2), [1, 2])
    with pytest.raises(TypeError, match="mul: argument 'other' must be Tensor, not str"):
        dv.mul(dv.ones(2), "two")
    with pytest.raises(TypeError, match="encode strings and dates as numbers"):
        operand("op", "self", np.array(["a"]))
    with pytest.raises(TypeError, match="must be a tuple or list of Tensors, not Tensor"):
        operand_list("op", "tensors", dv.ones(2))


def test_integer_numbers_too_large_for_the_dtype_are_refused() -> None:
    """A Python integer too large for the tensor's dtype is refused."""
    with pytest.raises(OverflowError, match="add: argument 'other' = 300 does not fit int8"):
        dv.tensor([1], dtype=dv.int8) + 300


def test_promote_gives_arrays_of_the_common_dtype() -> None:
    first, second, absent = promote(dv.ones(2), dv.tensor([1, 2]), None)
    assert first.dtype == second.dtype == dv.float32
    assert absent is None


def test_zeros_of_both_signs_are_different_numbers() -> None:
    """Zeros of both signs are different numbers to ops that see the sign."""
    x = dv.tensor([1.0])
    for zero in (0.0, -0.0, 0.0, 0, -0.0):  # constants are kept, and 0.0 == -0.0
        assert np.signbit((x * zero).numpy()[0]) == np.signbit(float(zero))


def test_gradients_of_real_factors_of_complex_products_are_real_without_a_warning() -> None:
    """A real tensor used with complex ones has a real gradient, without a warning."""
    x = dv.tensor([1.0, 2.0], requires_grad=True)
    z = dv.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (x * z).real.sum().backward()
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), [1.0, 3.0])


@pytest.mark.parametrize("number", [np.float64(0.5), np.float32(0.5), np.int64(1)])
@pytest.mark.parametrize("dtype", [dv.float16, dv.float32])
@pytest.mark.parametrize(
    "call",
    [
        lambda x, number: dv.nn.functional.smooth_l1_loss(x, x + 1, beta=number),
        lambda x, number: dv.nn.functional.huber_loss(x, x + 1, delta=number),
        lambda x, number: dv.nn.functional.rms_norm(x, (3,), eps=number),
        lambda x, number: dv.nn.functional.normalize(x, number, 0),
        lambda x, number: dv.norm(x, number),
        lambda x, number: dv.renorm(x[None], number, 0, 1.0),
        lambda x, number: dv.dist(x, x, number),
    ],
)
def test_numbers_of_numpy_have_no_say_in_dtypes(call: Any, dtype: Any, number: Any) -> None:
    x = dv.ones(3, dtype=dtype)
    assert call(x, number).dtype == dtype
    assert call(x, number).tolist() == call(x, number.item()).tolist()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex128", "int64", "bool"])
def test_numbers_that_are_written_are_rounded_to_the_dtype_of_their_place_alone(lib: Any, dtype: str) -> None:
    """`x[0] = 0.1` has the digits that the dtype of `x` holds, not those of the default dtype."""
    x = lib.zeros(3, dtype=getattr(lib, dtype))
    x[0] = 0.1
    x[1:] = 3
    assert x.tolist() == np.array([0.1, 3, 3]).astype(dtype).tolist()
