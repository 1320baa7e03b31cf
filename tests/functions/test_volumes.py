"""Convolutions and pools of sequences and volumes, and of complex numbers, against PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch")
TF, F = torch.nn.functional, dv.nn.functional

SIZES = {1: (7,), 2: (6, 5), 3: (5, 4, 6)}
KERNELS = {1: (3,), 2: (2, 3), 3: (3, 2, 1)}
TOLERANCE = {"float32": 2e-4, "complex64": 2e-4, "float64": 1e-10, "complex128": 1e-10}


def draw(shape: tuple[int, ...], dtype: str = "float64", seed: int = 0) -> Any:
    random = np.random.default_rng(seed)
    x = random.normal(size=shape)
    return (x + 1j * random.normal(size=shape) if dtype.startswith("complex") else x).astype(dtype)


def agree(call: Any, *arrays: Any) -> None:
    """Values, dtypes and gradients of all arrays are PyTorch's."""
    ours = [dv.tensor(x, requires_grad=True) for x in arrays]
    theirs = [torch.tensor(x, requires_grad=True) for x in arrays]
    got, wanted = call(F, *ours), call(TF, *theirs)
    if isinstance(wanted, tuple):
        np.testing.assert_array_equal(got[1].numpy(), wanted[1].numpy())
        got, wanted = got[0], wanted[0]
    tolerance = {"atol": TOLERANCE[str(arrays[0].dtype)], "rtol": TOLERANCE[str(arrays[0].dtype)]}
    assert got.dtype == wanted.detach().numpy().dtype
    np.testing.assert_allclose(got.detach().numpy(), wanted.detach().numpy(), **tolerance)
    grad = draw(tuple(wanted.shape), str(arrays[0].dtype), 9)
    got.backward(dv.tensor(grad))
    wanted.backward(torch.tensor(grad))
    for mine, other in zip(ours, theirs, strict=True):
        assert mine.grad is not None
        np.testing.assert_allclose(mine.grad.numpy(), other.grad.numpy(), **tolerance)


CONVOLUTIONS = [
    {},
    {"padding": 1, "groups": 2},
    {"stride": 2, "dilation": 2, "padding": 2},
    {"padding": "same", "dilation": 2},
    {"padding": "valid", "stride": 2},
]


@pytest.mark.filterwarnings("ignore:Using padding='same'")
@pytest.mark.filterwarnings("ignore:ComplexHalf")
@pytest.mark.parametrize("options", CONVOLUTIONS)
@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_convolutions_are_pytorch_s(dims: int, dtype: str, batch: Any, options: Any) -> None:
    """Of one, two and three dimensions, real and complex."""
    x = draw((*batch, 4, *SIZES[dims]), dtype)
    weight = draw((6, 4 // options.get("groups", 1), *KERNELS[dims]), dtype, 1)
    agree(
        lambda lib, *arrays: getattr(lib, f"conv{dims}d")(*arrays, **options),
        x, weight, draw((6,), dtype, 2),
    )  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"stride": 2, "padding": 1, "output_padding": 1, "groups": 2},
        {"dilation": 3, "output_padding": 2},
    ],
)
@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_transposed_convolutions_are_pytorch_s(dims: int, dtype: str, batch: Any, options: Any) -> None:
    """Of one, two and three dimensions, real and complex."""
    x, weight = draw((*batch, 4, *SIZES[dims]), dtype), draw((4, 3, *KERNELS[dims]), dtype, 1)
    agree(
        lambda lib, *arrays: getattr(lib, f"conv_transpose{dims}d")(*arrays, **options),
        x, weight, draw((3 * options.get("groups", 1),), dtype, 2),
    )  # fmt: skip


def test_convolutions_of_time_batch_channel_are_pytorch_s() -> None:
    agree(lambda lib, *a: lib.conv_tbc(*a, 1), draw((5, 2, 3)), draw((2, 3, 4), seed=1), draw((4,), seed=2))


@pytest.mark.parametrize("transposed", [False, True])
def test_convolutions_in_general_are_pytorch_s(transposed: bool) -> None:
    arrays = draw((2, 4, 5, 6)), draw((4, 4, 3, 2), seed=1), draw((4,), seed=2)
    numbers: Any = ((2, 1), (1, 0), (1, 2), transposed, (1, 0) if transposed else (0, 0), 1)
    agree(lambda lib, *a: (dv if lib is F else torch).convolution(*a, *numbers), *arrays)


def test_a_convolution_of_volumes_is_one_node() -> None:
    x, weight, bias = (
        dv.randn(*shape, requires_grad=True) for shape in ((2, 3, 4, 4, 4), (4, 3, 2, 2, 2), (4,))
    )
    node = F.conv3d(x, weight, bias).grad_fn
    assert [type(following).__name__ for following, _ in node.next_functions] == ["AccumulateGrad"] * 3


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("name", ["conv", "conv_transpose"])
def test_an_empty_batch_has_an_empty_result(name: str, dims: int, dtype: str) -> None:
    """Of sequences, images and volumes of real and complex numbers; the gradient of the filters is zero."""
    x = dv.zeros(0, 2, *[3] * dims, dtype=dtype, requires_grad=True)
    weight = dv.ones(2, 2, *[2] * dims, dtype=dtype, requires_grad=True)
    out = getattr(F, f"{name}{dims}d")(x, weight)
    assert out.shape == (0, 2, *[2 if name == "conv" else 4] * dims)
    out.real.sum().backward()
    assert x.grad is not None and x.grad.shape == x.shape
    assert weight.grad is not None and not weight.grad.numpy().any()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: F.conv3d(dv.ones(4, 4, 4), dv.ones(1, 1, 2, 2, 2)), r"conv3d: input must be \(N, C, D, H, W\)"),
        (lambda: F.conv3d(dv.ones(1, 1, 4, 4), dv.ones(1, 1, 2, 2)), "conv3d: weight must have shape .*kD, kH, kW"),
        (lambda: F.conv1d(dv.ones(1, 3, 4), dv.ones(1, 1, 2)), "conv1d: input must have 1 channels .* got 3"),
        (lambda: F.conv1d(dv.ones(1, 1, 4), dv.ones(1, 1, 5)), r"conv1d: weight must fit .* size \(4,\)"),
        (lambda: F.conv3d(dv.ones(1, 1, 2, 2, 2), dv.ones(1, 1, 2, 2, 2), dv.ones(2)), "conv3d: bias must have"),
        (lambda: F.conv1d(dv.ones(1, 1, 4) * 1j, dv.ones(1, 1, 2)), "conv1d: weight must have the dtype of input"),
        (lambda: F.conv3d(dv.ones(1, 1, 2, 2, 2), dv.ones(1, 1, 2, 2, 2), padding="same", stride=2), "needs stride 1"),
        (lambda: F.conv_transpose3d(dv.ones(1, 1, 2, 2), dv.ones(1, 1, 2, 2)), "conv_transpose3d: input must be"),
        (lambda: F.conv_transpose1d(dv.ones(1, 1, 2), dv.ones(1, 1, 2), padding=4), "conv_transpose1d: padding must"),
        (
            lambda: dv.convolution(dv.ones(1, 1), dv.ones(1, 1), None, [], [], [], False, [], 1),
            "convolution: padding must have one, two or three numbers, got 0",
        ),
        (lambda: F.max_pool1d(dv.ones(4), 2), r"max_pool1d: self must be \(N, C, L\) or \(C, L\)"),
        (lambda: F.max_pool1d(dv.ones(1, 2, 4), 5), "max_pool1d: kernel_size must fit into the padded"),
        (lambda: F.max_pool3d(dv.ones(1, 0, 4, 4, 4), 2), "max_pool3d: self must be .* and not empty"),
        (lambda: F.avg_pool3d(dv.ones(1, 4, 4, 4), 2, padding=2), "avg_pool3d: padding must be at least 0"),
        (lambda: F.avg_pool3d(dv.ones(1, 4, 4, 4), 2, divisor_override=0), "divisor must be not zero"),
        (lambda: F.avg_pool1d(dv.ones(1, 4), 2, stride=0), "avg_pool1d: stride must be at least 1"),
        (lambda: F.adaptive_avg_pool1d(dv.ones(1, 4), -1), "adaptive_avg_pool1d: elements of output_size must be"),
        (lambda: F.adaptive_max_pool3d(dv.ones(1, 0, 4, 4), 2), "adaptive_max_pool3d: self must be"),
        (lambda: F.fractional_max_pool2d(dv.ones(1, 4, 4), 2, 4), "fractional_max_pool2d: kernel_size and output_size"),
        (
            lambda: F.fractional_max_pool2d(dv.ones(1, 4, 4), 2, 2, _random_samples=dv.ones(1, 2)),
            r"_random_samples must have shape \(1, 1, 2\), got \(1, 2\)",
        ),
        (
            lambda: F.fractional_max_pool2d(dv.ones(1, 4, 4), 2, 2, _random_samples=dv.ones(1, 1, 2).double()),
            "_random_samples must have the dtype of input",
        ),
        (lambda: F.max_unpool1d(dv.ones(1, 2), dv.tensor([[0, 4]]), 2), r"max_unpool1d: indices must be in \[0, 3\]"),
        (lambda: F.max_unpool1d(dv.ones(1, 2), dv.tensor([[0]]), 2), "max_unpool1d: indices must be int64 of"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_named(call: Any, message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: F.adaptive_max_pool3d(dv.ones(1, 4, 4), 2),
            "adaptive_max_pool3d: Input dimension should be",
        ),
        (lambda: F.fractional_max_pool2d(dv.ones(1, 4, 4), 2), "expected an output_size or an output_ratio"),
        (
            lambda: F.fractional_max_pool2d(dv.ones(1, 4, 4), 2, output_ratio=(0.5,)),
            "output_ratio must be a number or 2 of them",
        ),
        (
            lambda: F.max_unpool1d(dv.ones(1, 2), dv.tensor([[0, 2]]), 2, output_size=(7,)),
            "max_unpool1d: invalid output_size",
        ),
        (
            lambda: F.max_unpool2d(dv.ones(1, 1, 1), dv.tensor([[[0]]]), 2, output_size=(7,)),
            "output_size should be a sequence containing 2 or 4 elements",
        ),
        (
            lambda: F.max_unpool1d(dv.ones(1, 1), dv.tensor([[0]]), 2, 3, 2, output_size=(-1,)),
            "output_size must be non-negative",
        ),
    ],
)
def test_wrong_values_are_named(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


WINDOWS = [
    {"kernel_size": 2},
    {"kernel_size": 3, "stride": 2, "padding": 1, "ceil_mode": True},
    {"kernel_size": 2, "stride": 3, "ceil_mode": True},
    {"kernel_size": 3, "stride": 1},
]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("batch", [(3,), (2, 3), (0, 3), (2, 40)])
@pytest.mark.parametrize("options", WINDOWS)
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_pools_are_pytorch_s(dims: int, options: Any, batch: Any, dtype: str) -> None:
    x = draw((*batch, *SIZES[dims]), dtype)
    agree(lambda lib, t: getattr(lib, f"avg_pool{dims}d")(t, count_include_pad=False, **options), x)
    agree(lambda lib, t: getattr(lib, f"avg_pool{dims}d")(t, **options), x)
    agree(lambda lib, t: getattr(lib, f"max_pool{dims}d")(t, **options), x)
    if len(batch) == 2:  # PyTorch's one-dimensional pool with indices takes no other empty batch
        agree(lambda lib, t: getattr(lib, f"max_pool{dims}d")(t, return_indices=True, **options), x)
    if "padding" not in options:
        options = {"kernel_size": options["kernel_size"], "ceil_mode": "stride" in options}
        for order in (2, 3.0, float("inf"), -float("inf")):
            agree(lambda lib, t, p=order: getattr(lib, f"lp_pool{dims}d")(t, p, **options), abs(x) + 0.1)  # type: ignore[misc]


def test_windows_of_a_volume_have_a_dilation_and_a_divisor() -> None:
    x = draw((2, 3, 6, 7, 8))
    agree(lambda lib, t: lib.max_pool3d(t, (2, 3, 2), 1, 1, (2, 1, 3), True, True), x)
    agree(lambda lib, t: lib.avg_pool3d(t, (2, 3, 2), divisor_override=5), x)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9])
@pytest.mark.parametrize("batch", [(3,), (2, 3), (0, 3), (2, 40)])
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_adaptive_pools_are_pytorch_s(dims: int, batch: Any, size: int) -> None:
    x = draw((*batch, *SIZES[dims]))
    agree(lambda lib, t: getattr(lib, f"adaptive_avg_pool{dims}d")(t, size), x)
    agree(lambda lib, t: getattr(lib, f"adaptive_max_pool{dims}d")(t, size), x)
    agree(lambda lib, t: getattr(lib, f"adaptive_max_pool{dims}d")(t, size, return_indices=True), x)
    if dims > 1:
        sizes = (None, size + 1, 2)[:dims]
        agree(lambda lib, t: getattr(lib, f"adaptive_max_pool{dims}d")(t, sizes, True), x)
        agree(lambda lib, t: getattr(lib, f"adaptive_avg_pool{dims}d")(t, sizes), x)


@pytest.mark.parametrize("size", [0, (0, 2, 1), (2, 1, 0), (1, 0, 2)])
@pytest.mark.parametrize("batch", [(3,), (2, 3), (0, 3)])
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_no_windows_at_all_have_zeros_for_a_gradient(dims: int, batch: Any, size: Any) -> None:
    """Differs from PyTorch, which has no gradient there."""
    size = size if size == 0 else size[:dims]
    x = draw((*batch, *SIZES[dims]))
    for name in (f"adaptive_avg_pool{dims}d", f"adaptive_max_pool{dims}d"):
        leaf = dv.tensor(x, requires_grad=True)
        out = getattr(F, name)(leaf, size)
        assert out.shape == tuple(getattr(TF, name)(torch.tensor(x), size).shape)
        if 0 in out.shape:
            out.sum().backward()
            assert leaf.grad is not None and not leaf.grad.numpy().any()


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 60])
def test_ties_and_nan_go_where_pytorch_s_go(dims: int, count: int) -> None:
    """In loops, and in NumPy's."""
    random = np.random.default_rng(1)
    x = random.integers(0, 3, (count, *SIZES[dims])).astype("float64")
    pools = [
        lambda lib, t: getattr(lib, f"max_pool{dims}d")(t, 2, 1, 1, return_indices=True),
        lambda lib, t: getattr(lib, f"adaptive_max_pool{dims}d")(t, 3, return_indices=True),
    ]
    if dims > 1:
        numbers = random.random((1, count, dims)).astype("float64")

        def fractional(lib: Any, t: Any) -> Any:
            samples = dv.tensor(numbers) if lib is F else torch.tensor(numbers)
            pool = getattr(lib, f"fractional_max_pool{dims}d")
            return pool(t, 2, output_size=2, return_indices=True, _random_samples=samples)

        pools.append(fractional)
    for pool in pools:
        agree(pool, x)
        agree(pool, np.where(x == 2, -np.inf, x))
        holes = np.where(x == 1, np.nan, x)
        got, wanted = pool(F, dv.tensor(holes)), pool(TF, torch.tensor(holes))
        for mine, other in zip(got, wanted, strict=True):
            np.testing.assert_array_equal(mine.numpy(), other.numpy())


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("batch", [(3,), (2, 3)])
@pytest.mark.parametrize("dims", [2, 3])
def test_fractional_pools_are_pytorch_s(dims: int, batch: Any, dtype: str) -> None:
    x, count = draw((*batch, *(9, 8, 7)[:dims]), dtype), batch[0] if len(batch) == 2 else 1
    samples = np.random.default_rng(2).random((count, 3, dims)).astype(dtype)
    sizes, ratios = (4, 5, 3)[:dims], (0.5, 0.3, 0.2)[:dims]
    for options in ({"output_size": 3}, {"output_size": sizes}, {"output_ratio": ratios}, {"output_size": 1}):

        def call(lib: Any, t: Any, options: Any = options) -> Any:
            numbers = dv.tensor(samples) if lib is F else torch.tensor(samples)
            pool = getattr(lib, f"fractional_max_pool{dims}d")
            return pool(t, 2, return_indices=True, _random_samples=numbers, **options)

        agree(call, x)


def test_fractional_pools_draw_from_the_global_generator() -> None:
    x = dv.randn(2, 3, 9, 9)
    dv.manual_seed(3)
    first, indices = F.fractional_max_pool2d_with_indices(x, 2, 4)
    dv.manual_seed(3)
    assert (F.fractional_max_pool2d(x, 2, 4) == first).all() and indices.dtype == dv.int64
    volumes = dv.randn(3, 8, 8, 8)
    assert F.fractional_max_pool3d(volumes, (1, 2, 2), output_ratio=0.5).shape == (3, 4, 4, 4)
    assert F.fractional_max_pool3d_with_indices(volumes, 2, 2)[1].shape == (3, 2, 2, 2)


@pytest.mark.parametrize("batch", [(3,), (2, 3)])
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_unpooled_maxima_are_pytorch_s(dims: int, batch: Any) -> None:
    x = draw((*batch, *SIZES[dims]))
    _, places = getattr(TF, f"max_pool{dims}d")(torch.tensor(x), 2, return_indices=True)

    def call(lib: Any, t: Any, **options: Any) -> Any:
        where = dv.tensor(places.numpy()) if lib is F else places
        return getattr(lib, f"max_unpool{dims}d")(t, where, 2, **options)

    maxima = draw(tuple(places.shape), seed=4)
    agree(lambda lib, t: call(lib, t, output_size=list(SIZES[dims])), maxima)
    if len(batch) == 2:
        agree(lambda lib, t: call(lib, t, output_size=(*batch, *SIZES[dims])), maxima)


def test_maxima_go_back_to_images_of_the_usual_size() -> None:
    places = np.array([[[0, 3], [8, 15]]])
    agree(
        lambda lib, t: lib.max_unpool2d(t, dv.tensor(places) if lib is F else torch.tensor(places), 2),
        draw((1, 2, 2)),
    )
    taken_twice = dv.tensor([[[1, 1], [8, 15]]])
    assert F.max_unpool2d(dv.arange(1.0, 5.0).reshape(1, 2, 2), taken_twice, 2)[0, 0, 1] == 2


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_pools_of_transposed_inputs_are_those_of_copies(dims: int) -> None:
    x = dv.tensor(draw((2, 30, *SIZES[dims]))).transpose(0, 1)
    for pool in (
        f"max_pool{dims}d",
        f"avg_pool{dims}d",
        f"adaptive_max_pool{dims}d",
        f"adaptive_avg_pool{dims}d",
    ):
        got, wanted = getattr(F, pool)(x, 2), getattr(F, pool)(x.contiguous(), 2)
        np.testing.assert_allclose(got.numpy(), wanted.numpy(), atol=1e-14)


def test_maxima_of_sequences_can_be_written() -> None:
    """The result of `max_pool1d` is no view: where it was computed under `no_grad`, it can be written later."""
    with dv.no_grad():
        pooled = dv.nn.functional.max_pool1d(dv.tensor([[[1.0, 2.0, 5.0, 3.0]]]), 2)
    weight = dv.tensor(7.0, requires_grad=True)
    pooled[..., 0] = weight
    pooled.sum().backward()
    assert (pooled.tolist(), weight.grad) == ([[[7.0, 5.0]]], dv.tensor(1.0))
