"""Loops over inputs of different shapes and layouts, and gradients that they sum to their arguments' shapes."""

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import kernels
from derivata.arrays.broadcasting.axes import broadcast_shape, merged
from derivata.arrays.gradients.sum_to import summed_to
from derivata.arrays.kernels import Elementwise

needs_kernels = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")

MODULE = "derivata.generated.kernels.mul"
PATTERNS = {
    "row": ((300, 200), (200,)),
    "long rows": ((30, 5000), (5000,)),
    "column": ((300, 200), (300, 1)),
    "column of long rows": ((30, 5000), (30, 1)),
    "channels": ((12, 16, 14, 14), (16, 1, 1)),
    "channels last": ((60, 14, 14, 3), (3,)),
    "samples": ((40, 3, 20, 20), (40, 1, 1, 1)),
    "middle": ((40, 30, 50), (40, 1, 50)),
    "outer product": ((300, 1), (200,)),
    "both ways": ((200, 1, 10), (1, 30, 10)),
    "one number": ((250, 200), (1, 1)),
    "no dimensions": ((250, 200), ()),
    "many axes": ((7, 1, 11, 1, 13, 3), (5, 1, 6, 1, 3)),
}
LAYOUTS = {
    "C": np.ascontiguousarray,
    "F": np.asfortranarray,
    "strided": lambda array: np.repeat(array, 2, axis=-1)[..., ::2],
    "reversed": lambda array: array[::-1].copy()[::-1],
}


@pytest.fixture
def threads():
    """Set the number of threads; the test leaves it as it was."""
    before = kernels.get_num_threads()
    yield kernels.set_num_threads
    kernels.set_num_threads(before)


def draw(*shapes, dtype=np.float32):
    random = np.random.default_rng(len(shapes))
    return [np.asarray(random.standard_normal(shape), dtype) for shape in shapes]


def forward():
    return Elementwise(MODULE, "forward")


def backward():
    return Elementwise(MODULE, "backward_self_other", outputs=2, cost=2)


@needs_kernels
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_loop_over_different_shapes_gives_what_numpy_gives(pattern, layout, dtype):
    a, b = draw(*PATTERNS[pattern], dtype=dtype)
    a = LAYOUTS[layout](a)
    result = forward().broadcast(a, b)
    assert result is not None
    np.testing.assert_array_equal(result, a * b, strict=True)
    swapped = forward().broadcast(b, a)
    np.testing.assert_array_equal(swapped, a * b, strict=True)


@needs_kernels
@pytest.mark.parametrize("pattern", PATTERNS)
def test_later_runs_of_a_plan_give_the_bits_of_the_first_on_any_number_of_threads(threads, pattern):
    a, b = draw(*PATTERNS[pattern])
    (grad,) = draw(np.broadcast_shapes(a.shape, b.shape))
    loop, gradients = forward(), backward()
    targets = tuple((x.shape, x.dtype) if x.shape != grad.shape else None for x in (a, b))
    first = [loop.broadcast(a, b), *gradients(grad, a, b, targets=targets)]
    for count in (1, 3, 4, 2, 1):
        threads(count)
        for _ in range(2):
            for found, expected in zip(
                [loop.broadcast(a, b), *gradients(grad, a, b, targets=targets)], first, strict=True
            ):
                np.testing.assert_array_equal(found, expected, strict=True)
    plans = [plan for kernel in (loop, gradients) for plan in kernel._blockwise._plans.values()]
    assert plans and all(plan._launch is not None for plan in plans)


@needs_kernels
@pytest.mark.parametrize("shape", [(100, 1000), (5, 65536), (700, 300), (3000, 400)])
def test_a_broad_loop_is_cut_into_as_many_tasks_for_each_of_two_or_four_threads(shape):
    a, b = draw(shape, shape[-1:])
    kernel = forward()
    assert kernel.broadcast(a, b) is not None
    (plan,) = kernel._blockwise._plans.values()
    assert plan.grid.groups in (1, 2, 4, 8, 16)
    assert plan.grid.tasks % 4 == 0


@needs_kernels
def test_a_summed_gradient_is_no_view_which_a_leaf_would_copy():
    a, b, grad = draw((300, 200), (200,), (300, 200))
    _, total = backward()(grad, a, b, targets=(None, (b.shape, b.dtype)))
    assert total.base is None
    np.testing.assert_allclose(total, (grad * a).sum(0), rtol=1e-4)


@needs_kernels
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_gradients_are_summed_to_the_shapes_of_the_arguments(pattern, layout, dtype):
    a, b = draw(*PATTERNS[pattern], dtype=dtype)
    (grad,) = draw(np.broadcast_shapes(a.shape, b.shape), dtype=dtype)
    a, grad = LAYOUTS[layout](a), LAYOUTS[layout](grad)
    results = backward()(grad, a, b, targets=((a.shape, a.dtype), (b.shape, b.dtype)))
    exact = (grad.astype(np.float64) * b, a.shape), (grad.astype(np.float64) * a, b.shape)
    for result, (unsummed, shape) in zip(results, exact, strict=True):
        if result.shape != shape:  # a sum that does not suit the loop is left to the caller
            result = summed_to(result, shape)
        assert result.dtype == dtype
        with kernels.disabled():
            expected = summed_to(unsummed, shape)
        scale = np.sqrt(unsummed.size / expected.size) * np.finfo(dtype).eps
        np.testing.assert_allclose(result, expected, rtol=4 * scale, atol=40 * scale)


@needs_kernels
@pytest.mark.parametrize("pattern", PATTERNS)
def test_gradients_do_not_depend_on_the_number_of_threads(pattern, threads):
    shapes = PATTERNS[pattern]
    whole = np.broadcast_shapes(*shapes)
    a, b, grad = draw(*[(shape[0] * 8, *shape[1:]) if shape and shape[0] == whole[0] else shape for shape in shapes],
                      (whole[0] * 8, *whole[1:]))  # fmt: skip
    targets = tuple([(array.shape, array.dtype) for array in (a, b)])
    outcomes = []
    for count in (1, 2, 4):
        threads(count)
        outcomes.append([backward()(grad, a, b, targets=targets) for _ in range(3)])
    first = outcomes[0][0]
    for results in (results for same in outcomes for results in same):
        assert all(np.array_equal(x, y) for x, y in zip(first, results, strict=True))


@needs_kernels
def test_sums_of_many_rows_are_as_exact_as_pairwise_ones():
    rows, columns = 200_000, 7
    (grad,) = draw((rows, columns))
    grad += 100
    ones = np.ones((rows, columns), np.float32)
    _, summed = backward()(grad, ones, ones[0], targets=(None, ((columns,), grad.dtype)))
    np.testing.assert_allclose(summed, grad.sum(0, dtype=np.float64), rtol=2e-7)
    flat, exact = summed_to(grad, ()), grad.sum(dtype=np.float64)
    np.testing.assert_allclose(flat, exact, rtol=2e-7)


@needs_kernels
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_gradient_is_summed_without_a_loop(pattern):
    shapes = PATTERNS[pattern]
    (grad,) = draw(np.broadcast_shapes(*shapes))
    for shape in shapes:
        with kernels.disabled():
            expected = summed_to(grad.astype(np.float64), shape)
        np.testing.assert_allclose(summed_to(grad, shape), expected, rtol=1e-4, atol=1e-4)


@needs_kernels
def test_an_expanded_gradient_is_summed_without_a_copy():
    grad = np.broadcast_to(np.float32(0.5), (300, 400))
    np.testing.assert_array_equal(summed_to(grad, (400,)), np.full(400, 150, np.float32))
    np.testing.assert_array_equal(summed_to(grad, (300, 1)), np.full((300, 1), 200, np.float32))


@needs_kernels
def test_bool_inputs_are_broadcast_as_well():
    select = Elementwise("derivata.generated.kernels.where", "forward")
    a, b = draw((300, 200), (200,))
    for condition in (a > 0, a[0] > 0, a[:, :1] > 0):
        result = select.broadcast(condition, a, b)
        np.testing.assert_array_equal(result, np.where(condition, a, b), strict=True)


@needs_kernels
@pytest.mark.parametrize("number", [2.5, 3, True, np.float64(0.1), np.array(0.1, np.float32)])
def test_numbers_stand_beside_inputs_of_different_shapes(number):
    lerp = Elementwise("derivata.generated.kernels.lerp", "forward")
    a, b = draw((300, 200), (200,))
    np.testing.assert_allclose(
        lerp.broadcast(a, b, number), a + np.float32(number) * (b - a), rtol=1e-5, atol=1e-5
    )


@needs_kernels
@pytest.mark.parametrize(
    "inputs",
    [
        (np.zeros((8, 16), np.float32), np.zeros(16, np.float32)),
        (np.zeros((300, 200), np.float32), np.zeros(200, np.float64)),
        (np.zeros((300, 200), np.int64), np.zeros(200, np.int64)),
        (np.zeros((300, 200), np.float32), np.zeros(201, np.float32)),
        (np.zeros((300, 200), np.float32), 1j, np.zeros(200, np.float32)),
    ],
    ids=["few elements", "two dtypes", "integers", "shapes that do not match", "complex number"],
)
def test_numpy_gets_what_does_not_fit(inputs):
    assert forward().broadcast(*inputs) is None


@needs_kernels
def test_kernels_that_are_switched_off_decline():
    a, b = draw((300, 200), (200,))
    with kernels.disabled():
        assert forward().broadcast(a, b) is None
        assert backward()(a, a, b, targets=(None, (b.shape, b.dtype))) is None


@needs_kernels
def test_plans_are_kept_but_not_without_limit():
    kernel = forward()
    (row,) = draw((2000,))
    for rows in range(20, 220):
        assert kernel.broadcast(np.ones((rows, 2000), np.float32), row) is not None
    assert len(kernel._blockwise._plans) <= 64


@needs_kernels
@pytest.mark.parametrize("name", ["mul", "atan2", "div"])
@pytest.mark.parametrize("pattern", ["row", "column", "channels", "no dimensions"])
def test_ops_agree_with_numpy_alone(name, pattern):
    """Ops whose arguments are broadcast compute the same with and without compiled loops."""
    op = getattr(dv, name)

    def gradients():
        a, b = [
            dv.from_numpy(np.asarray(np.abs(array) + 0.5)).requires_grad_()
            for array in draw(*PATTERNS[pattern])
        ]
        out = op(a, b)
        out.backward(dv.ones(out.shape))
        return [out.detach().numpy(), a.grad.numpy(), b.grad.numpy()]

    with kernels.disabled():
        expected = gradients()
    for ours, numpys in zip(gradients(), expected, strict=True):
        np.testing.assert_allclose(ours, numpys, rtol=2e-5, atol=1e-5)


@needs_kernels
def test_a_loop_that_fails_is_an_error(tmp_path, monkeypatch):
    text = "def refuse(lo, hi, out, a, b):\n    for i in range(lo, hi):\n        if a[i] < b[i]:\n"
    (tmp_path / "loop_that_fails.py").write_text(
        text + "            raise ValueError\n        out[i] = a[i]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    refuse = Elementwise("loop_that_fails", "refuse")
    a = np.ones((300, 200), np.float32)
    assert np.array_equal(refuse.broadcast(a, a[0]), a)
    with pytest.raises(RuntimeError, match="failed"):
        refuse.broadcast(a, a[0] + 1)


@pytest.mark.parametrize(
    ("shape", "strides", "axes"),
    [
        ((4, 5, 6), [(120, 24, 4), (120, 24, 4)], [(120, (4, 4))]),
        ((4, 5, 6), [(120, 24, 4), (0, 24, 4)], [(4, (120, 0)), (30, (4, 4))]),
        ((4, 5, 6), [(120, 24, 4), (0, 4, 0)], [(4, (120, 0)), (5, (24, 4)), (6, (4, 0))]),
        ((4, 1, 6), [(24, 24, 4), (4, 4, 0)], [(4, (24, 4)), (6, (4, 0))]),
        ((1, 1), [(4, 4)], [(1, (0,))]),
    ],
)
def test_neighbouring_axes_become_one(shape, strides, axes):
    assert merged(shape, strides) == axes


@pytest.mark.parametrize(
    ("shapes", "whole"),
    [([(3, 1), (4,)], (3, 4)), ([(), (2, 3)], (2, 3)), ([(3,), (4,)], None), ([(0, 1), (5,)], (0, 5))],
)
def test_shapes_are_broadcast_as_numpy_does(shapes, whole):
    assert broadcast_shape(shapes) == whole


@needs_kernels
@pytest.mark.parametrize("sizes", [((5, 40), (5,)), ((50, 400), (50,))])
def test_shapes_that_do_not_fit_are_an_error_of_numpy_s_path(sizes):
    """Shapes that cannot be broadcast are a RuntimeError, whatever the number of elements."""
    x, y = (dv.ones(*size) for size in sizes)
    for _ in range(3):
        with pytest.raises(RuntimeError, match="expected shapes that broadcast"):
            dv.nn.functional.soft_margin_loss(x, y)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "complex64", "int64"])
@pytest.mark.parametrize(
    ("full", "shape"),
    [
        *[((4, 3), (3,)), ((4, 1), (1,)), ((4, 3), ()), ((2, 5, 3), (3,)), ((2, 5, 3), (5, 3))],
        *[
            ((90, 91), (91,)),
            ((91, 91), (91,)),
            ((4, 3), (4, 1)),
            ((2, 5, 3), (1, 3)),
            ((2, 5, 3), (2, 1, 3)),
        ],
        *[((0, 5), (5,)), ((2, 3, 0), (3, 0)), ((2, 0, 3), (0, 3)), ((0, 2, 3), (3,)), ((4, 3), (4, 3))],
    ],
)
def test_few_and_many_rows_are_summed_in_any_layout(
    full: tuple[int, ...], shape: tuple[int, ...], dtype: str
) -> None:
    """By BLAS, by NumPy or by a loop, which each have their sizes, layouts and dtypes."""
    numbers = np.random.default_rng(0).integers(-8, 9, full).astype(dtype)  # whose sums are exact
    added = len(full) - len(shape)
    axes = (*range(added), *[added + place for place, n in enumerate(shape) if n != full[added + place]])
    expected = numbers.sum(axes, np.float64 if numbers.dtype.kind == "f" else None).reshape(shape)
    for array in (numbers, np.asfortranarray(numbers), np.repeat(numbers, 2, -1)[..., ::2]):
        found = summed_to(array, shape)
        assert found.dtype == numbers.dtype
        np.testing.assert_array_equal(found, expected.astype(dtype))
