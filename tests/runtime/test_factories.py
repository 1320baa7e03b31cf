"""Functions that make tensors: values, dtypes and layouts, compared with PyTorch's."""

import operator
from collections import deque
from typing import Any

import numpy as np
import pytest

import derivata as dv

DATA = [
    1.5,
    3,
    True,
    1j,
    [1.0, 2.0],
    [1, 2],
    [1, 2.5],
    [True, 2],
    [[1, 2], [3, 4.0]],
    [],
    [[], []],
    (1.0, (2.0)),
    [1, 2j],
    range(3),
]


@pytest.mark.parametrize("data", DATA, ids=str)
def test_python_data_gets_torch_s_dtype_shape_and_values(torch: Any, data: Any) -> None:
    """Python numbers and nested sequences get PyTorch's dtype, shape and values."""
    expected, got = torch.tensor(data), dv.tensor(data)
    assert str(got.dtype) == str(expected.dtype).removeprefix("torch.")
    assert got.shape == tuple(expected.shape)
    assert got.tolist() == expected.tolist()


@pytest.mark.parametrize("dtype", ["float64", "float16", "int64", "complex128", "bool"])
def test_numbers_are_read_in_the_wanted_dtype_at_once(lib: Any, dtype: str) -> None:
    """Numbers are read in the wanted dtype at once, without a rounding in between."""
    x = lib.tensor([0.1, 2.0], dtype=getattr(lib, dtype))
    assert x.tolist() == np.array([0.1, 2.0]).astype(dtype).tolist()
    assert lib.tensor(2**53 + 1, dtype=lib.int64).item() == 2**53 + 1


def test_arrays_keep_their_dtype_and_are_copied(lib: Any) -> None:
    """`tensor` of an array copies it and keeps its dtype."""
    array = np.array([1.0, 2.0])
    x = lib.tensor(array)
    array[0] = 9
    assert x.dtype == lib.float64
    assert x.tolist() == [1.0, 2.0]


def test_from_numpy_and_as_tensor_share_memory(lib: Any) -> None:
    """`from_numpy` and `as_tensor` share memory with the array."""
    array = np.array([1.0, 2.0])
    for make in (lib.from_numpy, lib.as_tensor):
        x = make(array)
        x.add_(1)
        assert array.tolist() == x.tolist()
    assert array.tolist() == [3.0, 4.0]


def test_as_tensor_returns_a_tensor_itself_with_its_history(lib: Any) -> None:
    """`as_tensor` returns a tensor itself, with its history."""
    y = lib.ones(2, requires_grad=True) * 2
    assert lib.as_tensor(y) is y
    converted = lib.as_tensor(y, dtype=lib.float64)
    assert converted.dtype == lib.float64
    assert converted.requires_grad


def test_tensor_of_a_tensor_is_a_copy_without_history() -> None:
    """Differs from PyTorch: `tensor` of a tensor copies it without a warning, as it does with any other
    data.
    """
    y = dv.ones(2, requires_grad=True) * 2
    copy = dv.tensor(y)
    assert not copy.requires_grad
    assert copy.data_ptr() != y.data_ptr()


def test_nested_sequences_may_contain_tensors_and_arrays(lib: Any) -> None:
    """Nested sequences may contain tensors and arrays."""
    assert lib.tensor([lib.tensor(1.0), lib.tensor(2.0)]).tolist() == [1.0, 2.0]
    assert lib.tensor([np.float32(1.0), 2.0]).tolist() == [1.0, 2.0]


@pytest.mark.parametrize("data", [[1, [2, 3]], [[1, 2], [3]]], ids=str)
def test_ragged_sequences_are_refused(lib: Any, data: Any) -> None:
    """Ragged sequences are refused."""
    with pytest.raises((ValueError, TypeError)):
        lib.tensor(data)


@pytest.mark.parametrize("data", ["text", None, {"a": 1}, [None], Ellipsis], ids=str)
def test_other_data_is_refused(lib: Any, data: Any) -> None:
    """Data that are no numbers are refused."""
    with pytest.raises((TypeError, RuntimeError, ValueError)):
        lib.tensor(data)


def test_arrays_of_other_kinds_are_refused_with_a_cure() -> None:
    with pytest.raises(
        TypeError, match=r"from_numpy: can't convert an array of dtype <U1; expected bool, integers"
    ):
        dv.from_numpy(np.array(["a"]))
    with pytest.raises(
        TypeError, match=r"from_numpy: expected an np\.ndarray, got list; use derivata\.tensor"
    ):
        dv.from_numpy([1.0])  # type: ignore[arg-type]


def test_arrays_in_foreign_byte_order_are_converted() -> None:
    foreign = np.array([1.0, 2.0]).astype(">f8")
    assert dv.tensor(foreign).dtype == dv.float64
    assert dv.tensor(foreign).tolist() == [1.0, 2.0]


SIZES = [(), (0,), (3,), (2, 3)]


@pytest.mark.parametrize("name", ["zeros", "ones", "empty", "rand", "randn"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_sizes_as_ints_or_as_one_sequence(lib: Any, name: str, size: tuple[int, ...]) -> None:
    """Sizes are given as ints or as one sequence."""
    make = getattr(lib, name)
    for x in (make(size), make(list(size)), *([make(*size)] if size else [])):
        assert tuple(x.shape) == size
        assert x.dtype == lib.float32
        assert not x.requires_grad


@pytest.mark.parametrize("name", ["zeros", "ones", "empty", "rand", "randn"])
def test_dtype_and_requires_grad_are_taken(lib: Any, name: str) -> None:
    """Factories take `dtype` and `requires_grad`."""
    x = getattr(lib, name)(2, dtype=lib.float64, requires_grad=True)
    assert x.dtype == lib.float64
    assert x.requires_grad
    assert x.is_leaf


@pytest.mark.parametrize("name", ["zeros", "ones", "empty", "rand", "randn"])
def test_the_only_device_is_accepted(lib: Any, name: str) -> None:
    """Factories accept the device "cpu" and no other."""
    x = getattr(lib, name)(2, device="cpu")
    assert str(x.device) == "cpu"
    assert getattr(lib, f"{name}_like")(x, device=x.device).shape == (2,)
    with pytest.raises((RuntimeError, AssertionError), match=r"(?i)cuda"):
        getattr(lib, name)(2, device="cuda")


def test_random_like_functions_take_dtype_device_and_requires_grad(lib: Any) -> None:
    """`ones_like` and `randn_like` take dtype, device and `requires_grad`; a dtype is one object."""
    for make in (lib.ones_like, lib.randn_like):
        x = make(lib.zeros(2), dtype=lib.float64, device="cpu", requires_grad=True)
        assert x.dtype is lib.float64 and x.requires_grad and str(x.device) == "cpu"


@pytest.mark.parametrize("name", ["zeros_like", "ones_like", "empty_like", "rand_like", "randn_like"])
def test_like_functions_follow_their_argument(lib: Any, name: str) -> None:
    """`zeros_like` and the others follow shape and dtype of their argument."""
    source = lib.zeros(2, 3, dtype=lib.float64)
    make = getattr(lib, name)
    assert make(source).shape == source.shape
    assert make(source).dtype == lib.float64
    assert make(source, dtype=lib.float32).dtype == lib.float32
    assert make(source, requires_grad=True).requires_grad
    assert not make(lib.ones(2, requires_grad=True)).requires_grad


@pytest.mark.parametrize("name", ["zeros_like", "ones_like", "empty_like"])
def test_like_functions_keep_the_memory_layout(lib: Any, name: str) -> None:
    """They keep its memory layout."""
    assert tuple(getattr(lib, name)(lib.zeros(2, 3).t()).stride()) == (1, 3)


@pytest.mark.parametrize("value", [2, 2.5, True, 1j])
def test_full_takes_the_dtype_of_its_number(torch: Any, value: Any) -> None:
    """`full` takes the dtype of its number."""
    expected, got = torch.full((2,), value), dv.full((2,), value)
    assert str(got.dtype) == str(expected.dtype).removeprefix("torch.")
    assert got.tolist() == expected.tolist()
    assert dv.full_like(dv.zeros(2), 3).tolist() == [3.0, 3.0]


@pytest.mark.parametrize("dtype", ["float64", "int32", "bool", "complex64"])
def test_full_takes_a_tensor_without_dimensions_for_its_number(torch: Any, dtype: str) -> None:
    """`full` treats a tensor of one number as that number, `full_like` and `new_full` likewise."""

    def filled(lib: Any) -> list[tuple[str, Any]]:
        value = lib.tensor(1, dtype=getattr(lib, dtype))
        made = [lib.full((2,), value), lib.full_like(lib.zeros(2), 1), lib.zeros(2).new_full((2,), 1)]
        return [(str(tensor.dtype).removeprefix("torch."), tensor.tolist()) for tensor in made]

    assert filled(dv) == filled(torch)


@pytest.mark.parametrize("value", [None, [1.0], "1"], ids=repr)
def test_full_refuses_what_is_no_number(value: Any) -> None:
    """`full` and its relatives do not guess a number from None, a list or a word."""
    for make in (
        lambda: dv.full((1,), value),
        lambda: dv.full_like(dv.zeros(1), value),
        lambda: dv.zeros(1).new_full((1,), value),
    ):
        with pytest.raises(TypeError, match=r"argument 'fill_value' must be a number, not "):
            make()


@pytest.mark.parametrize(
    "bounds", [(5,), (1, 7, 2), (5, 0, -2), (0, 1, 0.25), (2.5,), (0, 0), (1, 2, 0.3), (3, 3, -1)], ids=str
)
def test_arange_is_torch_s(torch: Any, bounds: Any) -> None:
    """`arange` gives PyTorch's values and dtypes."""
    expected, got = torch.arange(*bounds), dv.arange(*bounds)
    assert str(got.dtype) == str(expected.dtype).removeprefix("torch.")
    assert got.tolist() == pytest.approx(expected.tolist())


@pytest.mark.parametrize("bounds", [(0, 5, -1), (5, 0, 1), (0, 5, 0)], ids=str)
def test_arange_refuses_steps_that_lead_away(lib: Any, bounds: Any) -> None:
    """`arange` refuses steps that lead away from its end."""
    with pytest.raises(RuntimeError):
        lib.arange(*bounds)


@pytest.mark.parametrize("name", ["linspace", "logspace"])
@pytest.mark.parametrize("arguments", [(0.0, 1.0, 5), (2.0, -2.0, 3), (1.0, 3.0, 1), (0.0, 1.0, 0)], ids=str)
def test_linspace_and_logspace_are_torch_s(torch: Any, name: str, arguments: Any) -> None:
    """`linspace` and `logspace` give PyTorch's values."""
    expected, got = getattr(torch, name)(*arguments), getattr(dv, name)(*arguments)
    assert got.dtype == dv.float32
    assert np.allclose(got.tolist(), expected.tolist(), rtol=1e-6)


@pytest.mark.parametrize("size", [(3,), (2, 4), (0,)], ids=str)
def test_eye_is_torch_s(torch: Any, size: Any) -> None:
    """`eye` gives PyTorch's matrices."""
    assert dv.eye(*size).tolist() == torch.eye(*size).tolist()


def test_scalar_tensor_and_is_tensor(lib: Any) -> None:
    x = lib.scalar_tensor(3)
    assert x.dtype == lib.float32
    assert x.shape == ()
    assert lib.is_tensor(x)
    assert not lib.is_tensor(3)


def test_randint_and_randperm_stay_in_their_range(lib: Any) -> None:
    """`randint` and `randperm` stay in their range."""
    x = lib.randint(3, 9, (1000,))
    assert x.dtype == lib.int64
    assert (min(x.tolist()), max(x.tolist())) == (3, 8)
    assert set(lib.randint(4, (200,)).tolist()) == {0, 1, 2, 3}
    assert sorted(lib.randperm(10).tolist()) == list(range(10))
    with pytest.raises(RuntimeError):
        lib.randint(5, 5, (1,))


def test_randperm_takes_dtype_out_and_requires_grad(lib: Any) -> None:
    """`randperm` gives numbers of another dtype, which may require gradients, or writes into `out`."""
    assert lib.randperm(5).dtype == lib.int64
    assert lib.randperm(5, dtype=lib.int32).dtype == lib.int32
    x = lib.randperm(5, dtype=lib.float64, requires_grad=True)
    assert x.requires_grad
    assert sorted(x.tolist()) == [0.0, 1.0, 2.0, 3.0, 4.0]
    out = lib.zeros(4, dtype=lib.int16)
    assert lib.randperm(4, out=out) is out
    assert sorted(out.tolist()) == [0, 1, 2, 3]


def test_numbers_like_a_tensor_are_drawn_from_a_generator(lib: Any) -> None:
    """`rand_like`, `randn_like` and `randint_like` draw from `generator`; `randint_like` takes `requires_grad`."""
    x = lib.zeros(2, 3, dtype=lib.float64)
    for like in (lib.rand_like, lib.randn_like, lambda x, **kwargs: lib.randint_like(x, 0, 9, **kwargs)):
        first, second = (like(x, generator=lib.Generator().manual_seed(5), requires_grad=True) for _ in "ab")
        assert first.requires_grad
        assert first.tolist() == second.tolist()


def test_the_same_seed_gives_the_same_numbers(lib: Any) -> None:
    """The same seed gives the same numbers."""
    lib.manual_seed(3)
    first = lib.rand(3).tolist()
    lib.manual_seed(3)
    assert lib.rand(3).tolist() == first


@pytest.mark.parametrize("size", [(-1,), (2, -3)], ids=str)
def test_negative_sizes_are_refused(lib: Any, size: Any) -> None:
    """Negative sizes are refused."""
    with pytest.raises(RuntimeError):
        lib.zeros(size)


def test_sizes_that_are_no_ints_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match="zeros: expected a size as ints or one sequence of ints"):
        dv.zeros(2.5)
    with pytest.raises(TypeError, match="zeros: expected a size as ints or one sequence of ints"):
        dv.zeros("ab")


def test_like_functions_name_what_is_no_tensor() -> None:
    with pytest.raises(TypeError, match="zeros_like: argument 'input' must be Tensor, not list"):
        dv.zeros_like([1.0])  # type: ignore[arg-type]


def test_every_public_name_exists_and_is_listed() -> None:
    from derivata.top_level.public import __all__ as names

    for name in names:
        assert hasattr(dv, name), name
        assert name in dir(dv)
    with pytest.raises(AttributeError, match="module 'derivata' has no attribute 'nothing'"):
        dv.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("zeros", (3,)),
        ("ones", (3,)),
        ("full", ((3,), 2.0)),
        ("eye", (2,)),
        ("arange", (4,)),
        ("linspace", (0, 1, 5)),
    ],
)
def test_factories_write_into_out(lib: Any, name: str, arguments: Any) -> None:
    """`out=` of a factory is the tensor written, resized and of its own dtype unless another one is given."""
    out = lib.empty(0, dtype=lib.float64)
    assert getattr(lib, name)(*arguments, out=out) is out
    assert out.dtype is lib.float64 and out.numel() == getattr(lib, name)(*arguments).numel()
    with pytest.raises(RuntimeError, match="does not match dtype of out parameter"):
        getattr(lib, name)(*arguments, out=out, dtype=lib.float32)


@pytest.mark.parametrize("name", ["linspace", "logspace"])
def test_numbers_of_steps_are_checked(lib: Any, name: str) -> None:
    """`linspace` and `logspace` refuse negative numbers of steps, and bounds that are more than one number."""
    with pytest.raises(RuntimeError, match="number of steps must be non-negative"):
        getattr(lib, name)(0, 1, -1)
    with pytest.raises(RuntimeError, match="only supports 0-dimensional start and end tensors"):
        getattr(lib, name)(lib.ones(2), lib.ones(2), 3)


@pytest.mark.parametrize("wrong", ["flaot32", "object", 3.5, "U5", str])
def test_what_is_no_dtype_of_numbers_is_refused(wrong):
    """Conversions say what a dtype is, and what they were given instead."""
    for convert in (dv.ones(2).to, dv.nn.Linear(1, 1).to, lambda dtype: dv.tensor([1.0], dtype=dtype)):
        with pytest.raises(TypeError, match="dtype: expected a dtype of numbers, such as"):
            convert(wrong)


def test_an_array_of_another_library_is_named_and_its_conversion_too():
    """An argument that is another library's array is called by its full name."""

    class Tensor:
        __module__ = "elsewhere.arrays"

        def __array__(self, dtype=None, copy=None):
            return np.ones(2, np.float32)

    with pytest.raises(
        TypeError, match=r"'other' must be Tensor, not elsewhere.*Tensor; convert it with derivata"
    ):
        dv.ones(2) * Tensor()
    with pytest.raises(
        TypeError, match=r"sequences of them, got elsewhere.*Tensor; convert it with np.asarray"
    ):
        dv.tensor(Tensor())
    assert (dv.ones(2) * dv.tensor(np.asarray(Tensor()))).tolist() == [1.0, 1.0]


def test_randint_writes_into_out(lib: Any) -> None:
    """`randint` fills `out` with integers of its range, in its dtype, and returns it."""
    out = lib.full((100,), 9.0)
    assert lib.randint(2, 5, (100,), out=out) is out
    assert set(out.tolist()) == {2.0, 3.0, 4.0}
    with pytest.raises(RuntimeError, match="dtype"):
        lib.randint(5, (2,), dtype=lib.int64, out=lib.zeros(2))


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: dv.randint("a", (2,)), "high"),
        (lambda: dv.randint(0.5, 3, (2,)), "low"),
        (lambda: dv.linspace("a", 1, 3), "start"),
        (lambda: dv.logspace(0, None, 3), "end"),
        (lambda: dv.arange(0, 3, "a"), "step"),
        (lambda: dv.randperm(2.5), "n"),
        (lambda: dv.ones(3).std(correction="a"), "correction"),
    ],
)
def test_bounds_that_are_no_numbers_are_named(make: Any, argument: str) -> None:
    """Functions that make numbers name the argument that is none, rather than fail in the middle."""
    with pytest.raises(TypeError, match=rf"^\w+: argument '{argument}' must be (int|a number), "):
        make()


LAYOUTS = {
    **dict.fromkeys(["zeros", "ones", "empty", "rand", "randn", "eye", "arange", "randperm"], (3,)),
    **{"full": ((2,), 1.0), "randint": (3, (2,)), "linspace": (0, 1, 3), "logspace": (0, 1, 3)},
    **{"empty_strided": ((2,), (1,)), "empty_permuted": ((2,), (0,)), "scalar_tensor": (1.0,)},
    **dict.fromkeys(["tril_indices", "triu_indices"], (2, 2)),
    **dict.fromkeys(["hann_window", "hamming_window", "bartlett_window", "blackman_window"], (3,)),
    **dict.fromkeys(["kaiser_window", "fft.fftfreq", "fft.rfftfreq"], (3,)),
    **{f"signal.windows.{name}": (3,) for name in ("bartlett", "blackman", "cosine", "exponential")},
    **{f"signal.windows.{name}": (3,) for name in ("gaussian", "hamming", "hann", "kaiser", "nuttall")},
    "signal.windows.general_cosine": (3,),
    **dict.fromkeys(["zeros_like", "ones_like", "empty_like", "rand_like", "randn_like"], ("x",)),
    **{"full_like": ("x", 1.0), "randint_like": ("x", 4)},
    **dict.fromkeys(["Tensor.new_zeros", "Tensor.new_ones", "Tensor.new_empty"], ("x", (2,))),
    **{"Tensor.new_full": ("x", (2,), 1.0), "Tensor.new_empty_strided": ("x", (2,), (1,))},
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_new_tensors_are_strided(lib: Any, name: str) -> None:
    """As in PyTorch: what makes tensors takes `layout`, of which there is one, by strides."""

    def call(layout: Any) -> Any:
        arguments = [lib.zeros(2) if value == "x" else value for value in LAYOUTS[name]]
        options = {"a": [0.5, 0.5]} if name.endswith("general_cosine") else {}
        return operator.attrgetter(name)(lib)(*arguments, layout=layout, **options)

    assert call(lib.strided).layout is lib.strided
    if lib is dv:
        with pytest.raises(
            RuntimeError, match=r"^layout: expected derivata\.strided, got derivata\.sparse_coo"
        ):
            call(dv.sparse_coo)


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_a_deque_is_a_sequence_of_data(library: str) -> None:
    """As in the programs that collect returns from the last reward to the first."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    returns: deque[float] = deque([2.0])
    returns.appendleft(1.5)
    assert lib.tensor(returns).tolist() == [1.5, 2.0]
    assert lib.tensor([returns, (3, 4)]).tolist() == [[1.5, 2.0], [3.0, 4.0]]
