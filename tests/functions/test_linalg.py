"""Matrix products against torch for every combination of dimensions, and what linear algebra needs besides them."""

import numpy as np
import pytest

from derivata.arrays.jit.buffers import MIN_BYTES, is_owned_buffer
from derivata.arrays.linear_algebra import lapack
from derivata.arrays.products.triangles import dims_of_both
from derivata.generated import functions as F

RNG = np.random.default_rng(11)

MATMUL_SHAPES = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (3, 4)),
    ((2, 3), (3, 4)),
    ((2, 5, 3), (3,)),
    ((3,), (2, 3, 4)),
    ((2, 5, 3), (3, 4)),
    ((5, 3), (2, 3, 4)),
    ((2, 5, 3), (2, 3, 4)),
    ((2, 1, 5, 3), (6, 3, 4)),
    ((2, 0, 3), (3, 4)),
    ((2, 0), (0, 4)),
    ((0, 2, 3), (3, 4)),
    ((0, 2, 3), (0, 3, 4)),
]


def normal(shape, dtype=np.float64):
    x = RNG.normal(size=shape)
    return (x + 1j * RNG.normal(size=shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex128, np.int64])
@pytest.mark.parametrize("first, second", MATMUL_SHAPES)
def test_matmul_agrees_with_torch(first, second, dtype):
    torch = pytest.importorskip("torch")
    a, b = normal(first, dtype), normal(second, dtype)
    got, expected = F.matmul(a, b), torch.matmul(torch.from_numpy(a), torch.from_numpy(b)).numpy()
    assert type(got) is np.ndarray
    assert got.dtype == expected.dtype
    assert got.shape == expected.shape
    np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("first, second", [s for s in MATMUL_SHAPES if min(len(s[0]), len(s[1])) >= 2])
def test_matmul_accepts_transposed_and_strided_arguments(first, second):
    a = normal((*first[:-2], first[-1], first[-2])).swapaxes(-1, -2)
    b = normal((*second[:-1], 2 * second[-1]))[..., ::2]
    np.testing.assert_allclose(F.matmul(a, b), np.matmul(a.copy(), b.copy()))


@pytest.mark.parametrize("size", [4, 600])
def test_a_product_owns_its_memory_so_that_a_leaf_can_keep_it(size):
    a, b = normal((2, size, 8), np.float32), normal((8, 64), np.float32)
    for out in (F.matmul(a, b), F.mm(a[0], b), F.linear(a, b.T), F.bmm(a, np.stack([b, b]))):
        assert is_owned_buffer(out)
        assert out.flags.c_contiguous
    assert (F.mm(a[0], b).nbytes >= MIN_BYTES / 2) == (size == 600)


def test_integer_and_floating_arguments_are_not_mixed():
    with pytest.raises(
        RuntimeError, match=r"mm: self and mat2 must have the same dtype, got float32 and float64"
    ):
        F.mm(np.ones((2, 2), np.float32), np.ones((2, 2)))


@pytest.mark.parametrize(
    "call, message",
    [
        (
            lambda: F.mm(np.ones((2, 3)), np.ones((2, 3))),
            r"mm: self and mat2 must have shapes \(n, m\) and \(m, p\), got \(2, 3\) and \(2, 3\); tr",
        ),
        (
            lambda: F.mm(np.ones(3), np.ones((3, 2))),
            r"mm: self and mat2 must have shapes .* got \(3,\) and \(3, 2\)",
        ),
        (lambda: F.mv(np.ones((2, 3)), np.ones(2)), "mv: self and vec must have shapes"),
        (lambda: F.dot(np.ones((2, 3)), np.ones(3)), "dot: self and other must have shapes"),
        (lambda: F.dot(np.ones(2), np.ones(3)), "dot: self and other must have shapes"),
        (lambda: F.vdot(np.ones(2), np.ones((2, 1))), "vdot: self and other must have shapes"),
        (
            lambda: F.bmm(np.ones((2, 2, 2)), np.ones((3, 2, 2))),
            r"bmm: self and mat2 must have shapes \(b, n, m\) and \(b, m, p\)",
        ),
        (lambda: F.matmul(np.array(1.0), np.ones(3)), "matmul: self and other must have shapes"),
        (lambda: F.matmul(np.ones((2, 3)), np.ones((4, 2))), "matmul: self and other must have shapes"),
        (
            lambda: F.matmul(np.ones((2, 3, 3)), np.ones((5, 3, 3))),
            r"matmul: the dimensions before the last two must broadcast, got \(2,\) and \(5,\)",
        ),
        (
            lambda: F.addmm(np.ones(5), np.ones((2, 3)), np.ones((3, 4))),
            r"addmm: self must broadcast .* \(2, 4\)",
        ),
        (
            lambda: F.linear(np.ones((2, 5)), np.ones((3, 4))),
            "linear: input and weight must have shapes",
        ),
        (
            lambda: F.linear(np.ones((2, 4)), np.ones((3, 4)), np.ones(2)),
            r"linear: bias must have shape \(3,\)",
        ),
        (lambda: F.trace(np.ones(3)), "trace: self must be 2-d, got 1-d"),
        (lambda: F.tril(np.ones(3)), "tril: self must be 2-d or more"),
        (lambda: F.outer(np.ones((2, 1)), np.ones(2)), "outer: self and vec2 must have shapes"),
        (lambda: F.tensordot_dims(2, 3), r"tensordot: dims must be in \[0, 2\]"),
        (lambda: F.tensordot(np.ones((2, 3)), np.ones(2), (1,), (0,)), "tensordot: contracted dimensions"),
        (
            lambda: F.tensordot(np.ones((2, 3)), np.ones(2), (1, 0), (0,)),
            "tensordot: dims_self and dims_other",
        ),
    ],
)
def test_errors_say_what_was_expected(call, message):
    with pytest.raises(RuntimeError, match=message):
        call()


def test_vectors_and_batches_agree_with_numpy():
    a, b = normal(4, np.complex128), normal(4, np.complex128)
    np.testing.assert_allclose(F.dot(a, b), (a * b).sum())
    np.testing.assert_allclose(F.vdot(a, b), (a.conj() * b).sum())
    np.testing.assert_allclose(F.outer(a, b), a[:, None] * b[None, :])
    np.testing.assert_allclose(F.mv(normal_matrix := normal((3, 4)), b.real), normal_matrix @ b.real)
    assert F.dot(np.empty(0), np.empty(0)) == 0


@pytest.mark.parametrize("shape", [(), (4,), (2, 1), (2, 4)])
def test_addmm_adds_a_broadcast_argument(shape):
    c, a, b = normal(shape), normal((2, 3)), normal((3, 4))
    np.testing.assert_allclose(F.addmm(c, a, b), c + a @ b)
    np.testing.assert_allclose(F.addmm(c, a, b, 0.5, -2), 0.5 * c - 2 * a @ b)


def test_addmm_with_beta_0_does_not_look_at_self():
    got = F.addmm(np.full((2, 2), np.nan), np.eye(2), np.eye(2), 0)
    np.testing.assert_array_equal(got, np.eye(2))


@pytest.mark.parametrize("shape", [(3,), (2, 3), (2, 5, 3), (0, 3), (2, 0, 5, 3)])
def test_linear_agrees_with_torch(shape):
    torch = pytest.importorskip("torch")
    x, weight, bias = normal(shape), normal((4, 3)), normal(4)
    tensors = [torch.from_numpy(v) for v in (x, weight, bias)]
    np.testing.assert_allclose(F.linear(x, weight, bias), torch.nn.functional.linear(*tensors).numpy())
    np.testing.assert_allclose(F.linear(x, weight), torch.nn.functional.linear(*tensors[:2]).numpy())


def test_linear_accepts_an_input_that_is_not_contiguous():
    x, weight = normal((3, 5, 2)).T, normal((4, 3))
    np.testing.assert_allclose(F.linear(x, weight), x @ weight.T)


@pytest.mark.parametrize(
    "first, second, shape",
    [
        ((2, 3, 4), (2, 4, 5), (3, 5)),
        ((2, 6, 3, 4), (2, 6, 4, 5), (3, 5)),
        ((2, 1, 3, 4), (6, 4, 5), (1, 3, 5)),
        ((2, 6, 3, 4), (4, 5), (6, 3, 5)),
        ((0, 3, 4), (0, 4, 5), (3, 5)),
        ((3, 4), (4, 5), (3, 5)),
    ],
)
def test_matmul_to_shape_adds_the_batch_up(first, second, shape):
    for swap in (False, True):
        a = normal((*first[:-2], first[-1], first[-2])).swapaxes(-1, -2) if swap else normal(first)
        b = normal(second)
        np.testing.assert_allclose(F.matmul_to_shape(a, b, shape), F.sum_to_size(a @ b, shape), atol=1e-12)


@pytest.mark.parametrize("diagonal", [-1, 0, 2])
@pytest.mark.parametrize("shape", [(3, 3), (2, 3, 4), (0, 2)])
def test_triangles_agree_with_numpy(shape, diagonal):
    x = normal(shape)
    np.testing.assert_array_equal(F.tril(x, diagonal), np.tril(x, diagonal))
    np.testing.assert_array_equal(F.triu(x, diagonal), np.triu(x, diagonal))


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16", "i8", "?"])
@pytest.mark.parametrize("shape", [(400, 400), (2, 300, 450), (450, 300), (1, 140000), (140000, 1)])
def test_triangles_of_large_matrices_agree_with_numpy(shape, dtype):
    x = normal(shape).astype(dtype).swapaxes(-1, -2)
    for diagonal in (-500, -130, -1, 0, 63, 500):
        np.testing.assert_array_equal(F.tril(x, diagonal), np.tril(x, diagonal))
        np.testing.assert_array_equal(F.triu(x, diagonal), np.triu(x, diagonal))


def test_triangles_of_large_matrices_drop_what_is_not_finite():
    x = np.full((400, 400), np.nan)
    assert np.isnan(F.tril(x, 0)).sum() == 400 * 401 // 2
    assert (F.tril(x, -1) == 0).sum() == 400 * 401 // 2


def test_trace_of_a_matrix_that_is_not_square():
    x = np.arange(6).reshape(2, 3)
    assert F.trace(x) == 4
    assert F.trace(x).dtype == np.int64
    assert F.trace(np.empty((0, 3))) == 0


def test_tensordot_agrees_with_its_equation():
    a, b = normal((2, 3, 4)), normal((4, 5, 2))
    equation = F.tensordot_equation(3, 3, (0, -1), (2, 0))
    np.testing.assert_allclose(F.tensordot(a, b, (0, -1), (2, 0)), F.einsum(equation, [a, b]))
    assert F.tensordot_dims(3, 2) == ((1, 2), (0, 1))


def test_tensordot_says_where_lists_of_dimensions_go():
    with pytest.raises(
        TypeError, match=r"tensordot: dims must be an int or two lists of dimensions, got \['a'\]"
    ):
        dims_of_both(["a"])


@pytest.mark.parametrize("first, second", [((2, 3), (3, 2)), ((2,), (2, 2)), ((2, 1, 3), (2,)), ((), (2,))])
def test_kron_shapes_broadcast_to_the_kronecker_product(first, second):
    a, b = normal(first), normal(second)
    left, right, shape = F.kron_shapes(first, second)
    np.testing.assert_allclose((a.reshape(left) * b.reshape(right)).reshape(shape), np.kron(a, b))


@pytest.mark.parametrize("dtype", [np.float64, np.complex128, np.float32])
def test_exponentials_of_many_small_matrices_are_those_of_each(dtype):
    """Many small matrices are taken at once, each halved as often as it needs; what is not finite stays alone."""
    linalg = pytest.importorskip("scipy.linalg")
    scales = np.array([0.0, 1e-9, 0.1, 1.0, 3.0, 10.0, 1.0, 1.0])[:, None, None]
    random = np.random.default_rng(4)
    a = (random.normal(size=(8, 3, 3)) * scales + (1j * scales if dtype is np.complex128 else 0)).astype(
        dtype
    )
    a[6, 0, 0] = np.inf
    got = F.matrix_exp(a)
    assert got.dtype == dtype
    assert not np.isfinite(got[6]).all()
    assert (got[0] == np.eye(3)).all() or dtype is np.complex128
    for k in (1, 2, 3, 4, 5, 7):
        alone = linalg.expm(a[k].astype(np.result_type(dtype, np.float64)))
        np.testing.assert_allclose(
            got[k], alone, rtol=0, atol=abs(alone).max() * (1e-6 if dtype is np.float32 else 1e-11)
        )


def test_exponentials_without_scipy(monkeypatch):
    """One large matrix has the exponential that SciPy gives it."""
    linalg = pytest.importorskip("scipy.linalg")
    monkeypatch.setattr(lapack, "scipy_linalg", lambda: None)
    a = np.random.default_rng(4).normal(size=(30, 30))
    np.testing.assert_allclose(F.matrix_exp(a), linalg.expm(a), rtol=1e-10, atol=1e-10)
    assert np.isnan(F.matrix_exp(np.full((2, 2), np.nan))).all()
