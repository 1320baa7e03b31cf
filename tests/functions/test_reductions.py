"""Reductions against NumPy and torch: every form of `dim`, 0-d and empty arrays, NaN, complex numbers, ties."""

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import dims
from derivata.generated import functions as F

RNG = np.random.default_rng(7)
REAL = RNG.normal(size=(2, 3, 4))
COMPLEX = REAL + 1j * RNG.normal(size=REAL.shape)
DIMS = [None, (), 0, -1, (1,), (0, -1), (2, 0, 1)]
NUMPY_AXES = {(): None}


def axes_of(dim):
    return NUMPY_AXES.get(dim, dim) if not isinstance(dim, int) else dim


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize("x", [REAL, COMPLEX, REAL.astype(np.float32)], ids=["f8", "c16", "f4"])
@pytest.mark.parametrize("name", ["sum", "mean", "all", "any"])
def test_reductions_agree_with_numpy_for_every_form_of_dim(name, x, dim, keepdim):
    got = getattr(F, name)(x, dim, keepdim)
    axes = () if name in ("all", "any") and dim == () else axes_of(dim)
    expected = getattr(np, name)(x, axis=axes, keepdims=keepdim)
    assert type(got) is np.ndarray
    assert got.dtype == expected.dtype
    assert got.shape == expected.shape
    np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize("name", ["amax", "amin"])
def test_extrema_agree_with_numpy_for_every_form_of_dim(name, dim, keepdim):
    got = getattr(F, name)(REAL, dim, keepdim)
    expected = getattr(np, name)(REAL, axis=axes_of(dim), keepdims=keepdim)
    assert type(got) is np.ndarray
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint8, np.int32, np.int64])
@pytest.mark.parametrize("name", ["sum", "prod"])
def test_integers_and_booleans_are_summed_and_multiplied_as_int64(name, dtype):
    x = np.array([[1, 0, 1], [1, 1, 1]], dtype)
    got = getattr(F, name)(x, 1)
    assert got.dtype == np.int64
    np.testing.assert_array_equal(got, getattr(np, name)(x.astype(np.int64), axis=1))


def test_sum_converts_to_the_given_dtype_before_it_adds():
    x = np.full(4, 100, np.int8)
    assert F.sum(x, dtype=np.dtype(np.float32)).dtype == np.float32
    assert F.sum(x, dtype=np.dtype(np.float32)) == 400
    assert F.sum(COMPLEX, dtype=np.dtype(np.float64)) == pytest.approx(COMPLEX.real.sum())


@pytest.mark.parametrize("shape", [(1000, 8), (5000, 3), (7, 11, 130, 5), (513, 4), (2048, 1), (4, 3000)])
@pytest.mark.parametrize("dtype", [np.float32, np.complex128])
def test_sums_of_many_short_rows_are_as_accurate_as_in_double_precision(shape, dtype):
    x = (RNG.normal(size=shape) + 0.5).astype(dtype)
    leading = tuple(range(len(shape) - 1))
    exact = x.astype(np.complex128).sum(leading)
    assert F.sum(x, leading).shape == exact.shape
    np.testing.assert_allclose(F.sum(x, leading), exact, rtol=1e-5, atol=1e-3)
    np.testing.assert_allclose(F.sum(x, 0), x.sum(0), rtol=1e-4, atol=1e-3)


def test_dims_become_sorted_nonnegative_axes():
    assert dims.axis("op", 3, -1) == 2
    assert dims.axes("op", 3, (2, -3)) == (0, 2)
    assert dims.axes("op", 3, -2) == (1,)
    assert dims.axes("op", 0, (-1,)) == ()
    assert dims.axes("op", 3, ()) == ()
    assert dims.reduced_axes("op", 3, ()) == dims.reduced_axes("op", 3, None) == (0, 1, 2)
    assert dims.kept_shape((2, 3, 4), (0, 2)) == (1, 3, 1)


@pytest.mark.parametrize("dim", [3, -4, (0, 5)])
def test_dims_out_of_range_are_an_error(dim):
    with pytest.raises(IndexError, match=r"op: dim must be in \[-3, 2\] for a 3-d tensor, got"):
        dims.axes("op", 3, dim)


def test_zero_dimensional_arrays_accept_dims_0_and_minus_1():
    x = np.array(3.0)
    for name in ("sum", "mean", "amax", "amin", "prod", "all", "any", "logsumexp", "count_nonzero"):
        for dim in (0, -1):
            assert getattr(F, name)(x, dim).shape == ()
    assert F.max_dim(x, -1)[1] == 0
    assert F.argmax(x, 0).dtype == np.int64
    with pytest.raises(IndexError, match=r"sum: dim must be in \[-1, 0\] for a 0-d tensor, got 1"):
        F.sum(x, 1)


def test_reductions_of_nothing_give_the_neutral_element():
    x = np.empty((0, 3))
    np.testing.assert_array_equal(F.sum(x, 0), np.zeros(3))
    np.testing.assert_array_equal(F.prod(x, 0), np.ones(3))
    assert np.isnan(F.mean(x, 0)).all()
    assert np.isnan(F.mean(x))
    assert F.mean(x, 1).shape == (0,)
    assert F.logsumexp(x, (0,)).tolist() == [-np.inf] * 3
    assert np.isnan(F.var(x, 0)[0]).all()
    assert F.all(x).item() is True
    assert F.any(x).item() is False
    assert F.vector_norm(x) == 0


@pytest.mark.parametrize("name", ["amax", "amin", "argmax", "argmin", "max_dim", "min_dim", "aminmax"])
def test_extrema_of_nothing_are_an_error_that_names_the_shape(name):
    with pytest.raises(
        IndexError, match=r"must have an element along every reduced dimension, got shape \(2, 0\)"
    ):
        getattr(F, name)(np.empty((2, 0)), 1)
    out = getattr(F, name)(np.empty((0, 2)), 1)
    assert (out[0] if isinstance(out, tuple) else out).shape == (0,)


@pytest.mark.parametrize("scale", [1e30, 1e-30])
@pytest.mark.parametrize("length", [3, 300, 100_000])
@pytest.mark.parametrize("shape", [(-1,), (4, -1)])
def test_standard_deviations_whose_squares_have_no_room(scale, length, shape):
    """Single precision holds the deviation, not its square, which is infinite or 0; gradients as well."""
    x = (np.resize([1.0, 2.0, 4.0], 4 * length) * scale).astype(np.float32).reshape(shape)
    expected = np.std(x.astype(np.float64), axis=-1, ddof=1)
    for name in ("std", "std_mean"):
        found = getattr(F, name)(x, -1)[0]
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, expected, 1e-6)
    wide, leaf = (dv.tensor(x.astype(dtype)).requires_grad_() for dtype in (np.float64, np.float32))
    gradients = [dv.autograd.grad(dv.std(t, -1).sum(), t)[0].numpy() for t in (wide, leaf)]
    np.testing.assert_allclose(gradients[1], gradients[0], 1e-4, 1e-9)


def test_errors_name_op_argument_and_cure():
    with pytest.raises(RuntimeError, match="sum: dim must name each dimension once, got dimension 1 twice"):
        F.sum(REAL, (1, -2))
    with pytest.raises(
        RuntimeError, match="mean: self must have a floating-point or complex dtype, got int64; pass"
    ):
        F.mean(np.arange(3))
    with pytest.raises(
        RuntimeError, match="nanmean: self must have a floating-point or complex dtype, got int64"
    ):
        dv.nanmean(dv.ones(3), dtype=dv.int64)
    with pytest.raises(TypeError, match="amax: self must be real, got complex128"):
        F.amax(COMPLEX)
    with pytest.raises(
        TypeError, match="var: dim must be an int, a tuple or None, got False; write unbiased=False"
    ):
        F.var(REAL, False)
    with pytest.raises(TypeError, match="std: either unbiased or correction may be given, got both"):
        F.std(REAL, 0, True, False, 1)


def test_nan_is_the_maximum_and_the_minimum():
    x = np.array([[1.0, np.nan, 3.0], [4.0, 5.0, 6.0]])
    for values, indices in (F.max_dim(x, 1), F.min_dim(x, 1)):
        assert np.isnan(values[0])
        assert indices[0] == 1
    assert np.isnan(F.max(x))
    assert np.isnan(F.aminmax(x)[0])


def test_nansum_leaves_nans_out():
    x = np.array([[1.0, np.nan], [np.nan, np.nan]])
    np.testing.assert_array_equal(F.nansum(x, 1), [1.0, 0.0])


@pytest.mark.parametrize("dim", DIMS)
def test_count_nonzero_counts_over_every_form_of_dim(dim):
    x = (REAL > 0).astype(np.float64)
    np.testing.assert_array_equal(F.count_nonzero(x, dim), np.count_nonzero(x, axis=axes_of(dim)))
    assert F.count_nonzero(x, dim).dtype == np.int64


@pytest.mark.parametrize("dim", [None, 0, -1, 1])
@pytest.mark.parametrize("keepdim", [False, True])
def test_argmax_and_max_dim_agree_with_numpy(dim, keepdim):
    np.testing.assert_array_equal(F.argmax(REAL, dim, keepdim), np.argmax(REAL, dim, keepdims=keepdim))
    np.testing.assert_array_equal(F.argmin(REAL, dim, keepdim), np.argmin(REAL, dim, keepdims=keepdim))
    if dim is not None:
        values, indices = F.max_dim(REAL, dim, keepdim)
        np.testing.assert_array_equal(F.select_reduced(REAL, dim, indices, keepdim), values)


def test_place_reduced_is_the_transpose_of_select_reduced():
    _, indices = F.max_dim(REAL, 1)
    grad = RNG.normal(size=indices.shape)
    placed = F.place_reduced(grad, REAL.shape, 1, indices, False)
    assert np.vdot(placed, REAL) == pytest.approx(np.vdot(grad, F.select_reduced(REAL, 1, indices, False)))


def test_ties_and_nans_share_the_gradient_evenly():
    x = np.array([[2.0, 2.0, 1.0], [np.nan, 0.0, np.nan]])
    weights = F.tie_weights(x, F.amax(x, 1), 1, False)
    np.testing.assert_array_equal(weights, [[0.5, 0.5, 0.0], [0.5, 0.0, 0.5]])
    assert F.tie_weights(x.astype(np.float32), np.float32(2), None, False).dtype == np.float32


@pytest.mark.parametrize("dim", [None, 1, (0, -1)])
@pytest.mark.parametrize("correction", [0, 1, 2, 0.5])
@pytest.mark.parametrize("x", [REAL, COMPLEX], ids=["real", "complex"])
def test_variance_and_deviation_agree_with_numpy(x, correction, dim):
    expected = np.var(x, axis=dim, ddof=correction)
    np.testing.assert_allclose(F.var(x, dim, correction=correction)[0], expected)
    np.testing.assert_allclose(F.std(x, dim, correction=correction)[0], np.sqrt(expected))
    variance, mean = F.var_mean(x, dim, keepdim=True, correction=correction)
    np.testing.assert_allclose(variance, np.var(x, axis=dim, ddof=correction, keepdims=True))
    np.testing.assert_allclose(mean, np.mean(x, axis=dim, keepdims=True))


def test_variance_is_unbiased_unless_told_otherwise():
    assert F.var(np.array([1.0, 3.0]))[0] == 2
    assert F.var(np.array([1.0, 3.0]), unbiased=False)[0] == 1
    assert F.std_mean(np.array([1.0, 3.0]), unbiased=False)[0] == 1


def test_variance_without_degrees_of_freedom_is_nan_or_infinite():
    assert np.isnan(F.var(np.array([3.0]))[0])
    assert F.var(np.array([3.0, 4.0]), correction=5)[0] == np.inf
    assert F.variance_scale((2,), None, None, 2) == np.inf


def test_variance_of_a_large_mean_loses_no_digits():
    x = 1e8 + np.array([0.0, 1.0, 2.0])
    assert F.var(x)[0] == 1


@pytest.mark.parametrize("dim", [(), (1,), (0, -1), -1])
def test_logsumexp_agrees_with_scipy(dim):
    special = pytest.importorskip("scipy.special")
    expected = special.logsumexp(1000 * REAL, axis=axes_of(dim))
    np.testing.assert_allclose(F.logsumexp(1000 * REAL, dim), expected)


@pytest.mark.parametrize("shape", [(3, 5), (80, 64), (2, 40, 64)])
@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("name", ["var", "std", "logsumexp"])
def test_gradients_along_rows_agree_with_torch(name, keepdim, shape):
    """The larger shapes take the compiled loops."""
    torch = pytest.importorskip("torch")
    x = RNG.normal(size=shape)
    leaf = torch.tensor(x, requires_grad=True)
    expected = getattr(leaf, name)(-1, keepdim=keepdim)
    grad = RNG.normal(size=expected.shape)
    (gradient,) = torch.autograd.grad(expected, leaf, torch.tensor(grad))
    if name == "logsumexp":
        out = F.logsumexp(x, -1, keepdim)
        got = F.logsumexp_backward(grad, x, out, -1, keepdim)
    else:
        out, mean = getattr(F, name)(x, (-1,), keepdim=keepdim)
        inner = grad if name == "var" else 0.5 * grad / out
        got = F.var_backward(inner, x, mean, (-1,), None, keepdim, None)
    np.testing.assert_allclose(out, expected.detach().numpy())
    np.testing.assert_allclose(got, gradient.numpy(), atol=1e-12)


def test_logsumexp_of_infinities_is_infinite():
    assert F.logsumexp(np.array([-np.inf, -np.inf]), 0) == -np.inf
    assert F.logsumexp(np.array([np.inf, 1.0]), 0) == np.inf
    assert np.isnan(F.logsumexp(np.array([np.nan, 1.0]), 0))
    assert F.logsumexp(np.arange(3), 0).dtype == np.float32


def test_logsumexp_of_complex_numbers_is_the_complex_logarithm():
    np.testing.assert_allclose(F.logsumexp(COMPLEX, (0, 1)), np.log(np.exp(COMPLEX).sum((0, 1))))


@pytest.mark.parametrize("ord", [0, 0.5, 1, 2, 3, -1, -2, np.inf, -np.inf])
@pytest.mark.parametrize("dim", [None, -1, (0, 2)])
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
def test_vector_norm_agrees_with_torch(ord, dim, dtype):
    torch = pytest.importorskip("torch")
    x = COMPLEX.astype(dtype) if dtype == "complex128" else REAL.astype(dtype)
    x[0, 0, 0] = 0
    expected = torch.linalg.vector_norm(torch.from_numpy(x), ord, dim).numpy()
    got = F.vector_norm(x, ord, dim)
    assert got.dtype == expected.dtype
    np.testing.assert_allclose(got, expected, rtol=1e-5)


@pytest.mark.parametrize("size", [0, 1, 1023, 1024, 5000])
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_euclidean_norm_of_everything_is_accurate(size, dtype):
    x = (RNG.normal(size=size) + 10).astype(dtype)
    if dtype == "complex128":
        x += 1j * RNG.normal(size=size)
    expected = np.sqrt((np.abs(x.astype(np.complex128)) ** 2).sum())
    assert F.vector_norm(x).dtype == x.real.dtype
    assert F.vector_norm(x) == pytest.approx(expected, rel=1e-6)
    assert F.vector_norm(x[::2]) == pytest.approx(np.linalg.norm(x[::2]), rel=1e-5)


def test_norms_of_nothing_exist_only_where_they_have_a_neutral_element():
    with pytest.raises(
        RuntimeError, match=r"vector_norm: self must have an element .* for ord=inf, got shape"
    ):
        F.vector_norm(np.empty((2, 0)), np.inf, 1)
    assert F.vector_norm(np.empty((0, 2)), np.inf, 1).shape == (0,)


@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize("keepdim", [False, True])
def test_expand_reduced_is_the_transpose_of_sum(dim, keepdim):
    reduced = F.sum(COMPLEX, dim, keepdim)
    grad = np.asarray(RNG.normal(size=reduced.shape) + 1j)
    expanded = F.expand_reduced(grad, COMPLEX.shape, dim, keepdim)
    assert expanded.flags.owndata
    assert expanded.flags.c_contiguous
    assert np.vdot(expanded, COMPLEX) == pytest.approx(np.vdot(grad, reduced))


def test_expand_reduced_gives_real_arguments_the_real_part():
    got = F.expand_reduced(np.array(2 + 3j), (2,), None, False, np.dtype(np.float32))
    assert got.dtype == np.float32
    assert got.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (2, 1, 4), (), (1, 1, 1), (2, 3, 4)])
def test_sum_to_size_undoes_broadcasting(shape):
    got = F.sum_to_size(REAL, shape)
    ones = np.ones(shape)
    assert got.shape == shape
    assert (got * ones).sum() == pytest.approx((REAL * ones).sum())
    assert got is not REAL


def test_sum_to_size_refuses_shapes_that_do_not_broadcast():
    with pytest.raises(
        RuntimeError, match=r"size must broadcast to the shape of self, \(2, 3, 4\), got \(2, 4\)"
    ):
        F.sum_to_size(REAL, (2, 4))


def test_reductions_change_nothing_they_are_given():
    x = REAL.copy()
    for name in ("sum", "mean", "prod", "var", "std", "logsumexp", "amax", "vector_norm", "nansum"):
        getattr(F, name)(x, *(((1,),) if name not in ("prod", "vector_norm") else ()))
    np.testing.assert_array_equal(x, REAL)
