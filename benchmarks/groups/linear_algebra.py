"""Linear algebra and Fourier transforms beside the calls of NumPy and SciPy that their mathematics needs.

LAPACK's speed is LAPACK's; what is ours is what comes on top. So each case has a third side, `bare`: forward and
gradient written by hand with arrays. Matrices are such that gradients agree in single precision, too.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..case import Apply, Case, Group, Library, Run, default_dtype

Array = NDArray[Any]
Bare = Callable[..., Any]
Numbers = Sequence[Array]

LARGE, SMALL = 1.1, 2.0
"""What may come on top of the bare calls."""


def case(
    name: str, apply: Apply, bare: Bare, numbers: Callable[[], Numbers], count: int = 1, goal: float = SMALL
) -> Case:
    """Return a case that runs a function forward, and backward from gradients of all of its results.

    `numbers` makes the arguments, of which `count` have gradients, and the gradients of the results; `bare` computes
    the gradient of the first argument from all of them.
    """

    def build(lib: Library) -> Run:
        tensors = [lib.from_numpy(array) for array in of_dtype(numbers(), default_dtype(lib))]
        inputs, grads = tensors[:count], tensors[count:]
        for tensor in inputs:
            tensor.requires_grad_()

        def run() -> Any:
            for tensor in inputs:
                tensor.grad = None
            results = apply(lib, *inputs)
            if len(grads) == 1:
                results.backward(grads[0])
            else:
                lib.autograd.backward(results, grads)
            return inputs[0].grad

        return run

    def build_bare(dtype: str) -> Run:
        arrays = of_dtype(numbers(), dtype)
        return lambda: bare(*arrays)

    return Case(name, build, build_bare, goal)


def of_dtype(arrays: Numbers, dtype: str) -> list[Array]:
    """Return arrays of a precision, complex ones where they are."""
    complex_ = np.result_type(dtype, np.complex64)
    return [array.astype(complex_ if array.dtype.kind == "c" else dtype) for array in arrays]


def normal(*shape: int, seed: int = 0) -> Array:
    """Return normal random numbers."""
    return np.random.default_rng((seed, *shape)).standard_normal(shape)


def regular(*shape: int) -> Array:
    """Return matrices that are far from singular."""
    return normal(*shape) / shape[-1] ** 0.5 + 2 * np.eye(shape[-1])


def with_gaps(n: int, hermitian: bool) -> Array:
    """Return a matrix whose eigenvalues, or singular values, are 1 to n."""
    left, right = (np.linalg.qr(normal(n, n, seed=seed))[0] for seed in (1, 2))
    return np.asarray(left * np.arange(1.0, n + 1) @ (left if hermitian else right).T)


def covariance(n: int) -> Array:
    """Return the covariances of noisy values of a smooth function at n places."""
    places = np.linspace(0, 10, n)
    return np.asarray(np.exp(-0.5 * (places[:, None] - places) ** 2) + np.eye(n))


def lapack(array: Array, *names: str) -> list[Any]:
    """Return routines of LAPACK and BLAS for numbers of an array's dtype."""
    import scipy.linalg

    return [
        (scipy.linalg.get_blas_funcs if name in ("trsm", "trmm") else scipy.linalg.get_lapack_funcs)(
            (name,), (array,)
        )[0]
        for name in names
    ]


def solve(A: Array, B: Array, grad: Array) -> Array:
    """One factorisation solves the system and the adjoint one; that of the transposed matrix copies nothing twice."""
    if len(A) < 100:
        return np.asarray(-np.linalg.solve(A.T, grad) @ np.linalg.solve(A, B).T)
    getrf, getrs = lapack(A, "getrf", "getrs")
    factors, pivots, _ = getrf(A.T)
    found = getrs(factors, pivots, B, trans=1)[0]
    return np.asarray(-getrs(factors, pivots, grad)[0] @ found.T)


def inverse(A: Array, grad: Array) -> Array:
    """The inverse twice more as a factor."""
    if A.shape[-1] < 100:
        adjoint = np.linalg.inv(A).mT
        return np.asarray(-(adjoint @ grad @ adjoint))
    getrf, getri = lapack(A, "getrf", "getri")
    factors, pivots, _ = getrf(A.T)
    adjoint = getri(factors, pivots, lwork=64 * len(A), overwrite_lu=1)[0]
    return np.asarray(-(adjoint @ grad @ adjoint))


def logdet(A: Array, grad: Array) -> Array:
    """One factorisation for the determinant and the inverse."""
    if len(A) < 100:
        np.linalg.slogdet(A)
        return np.asarray(grad * np.linalg.inv(A).T)
    getrf, getri = lapack(A, "getrf", "getri")
    factors, pivots, _ = getrf(A.T)
    np.log(np.abs(factors.diagonal())).sum()
    return np.asarray(grad * getri(factors, pivots, lwork=64 * len(A), overwrite_lu=1)[0])


def log_density(lib: Library, K: Any, y: Any) -> Any:
    """The logarithm of the density of a Gaussian vector, by one Cholesky factor."""
    factor = lib.linalg.cholesky(K)
    white = lib.linalg.solve_triangular(factor, y, upper=False)
    return 0.5 * (white * white).sum() + factor.diagonal().log().sum()


def log_density_bare(K: Array, y: Array, grad: Array) -> Array:
    """The same, and the gradients that each of the ops has."""
    if len(K) < 100:
        factor = np.linalg.cholesky(K)
        diagonal = factor.diagonal()
        white = np.linalg.solve(factor, y)
        0.5 * (white * white).sum() + np.log(diagonal).sum()
        back = np.linalg.solve(factor.T, grad * white)
        inside = np.tril(factor.T @ (np.diag(grad / diagonal) - np.tril(back @ white.T)))
        inside = np.tril(inside, -1).T + inside
        return np.asarray(0.5 * np.linalg.solve(factor.T, np.linalg.solve(factor.T, inside).T))
    potrf, trsm, trmm = lapack(K, "potrf", "trsm", "trmm")
    factor = potrf(K.T)[0].T
    diagonal = factor.diagonal()
    white = trsm(1.0, factor.T, y, trans_a=1)
    0.5 * (white * white).sum() + np.log(diagonal).sum()
    back = trsm(1.0, factor.T, grad * white)
    of_factor = np.tril(back @ white.T)
    np.negative(of_factor, out=of_factor)
    of_factor[np.diag_indices_from(of_factor)] += grad / diagonal
    inside = trmm(1.0, factor.T, of_factor.T, side=1, trans_a=1).T
    inside = np.tril(inside, -1).T + np.tril(inside)
    inside *= 0.5
    return np.asarray(trsm(1.0, factor.T, trsm(1.0, factor.T, inside.T), side=1, trans_a=1))


def eigh(lib: Library, A: Any) -> Any:
    """Eigenvalues, and squares of eigenvectors, which have no signs to choose."""
    values, vectors = lib.linalg.eigh(A)
    return values, vectors.square()


def eigh_bare(A: Array, grad: Array, grad_squares: Array) -> Array:
    """Three products of matrices."""
    values, vectors = np.linalg.eigh(A)
    turn = vectors.T @ (2 * vectors * grad_squares)
    gaps = values - values[:, None]
    np.fill_diagonal(gaps, np.inf)
    turn -= turn.T
    turn *= 0.5
    turn /= gaps
    np.fill_diagonal(turn, grad)
    return np.asarray(vectors @ turn @ vectors.T)


def svd(lib: Library, A: Any) -> Any:
    """Singular values, and squares of singular vectors."""
    U, S, Vh = lib.linalg.svd(A, full_matrices=False)
    return U.square(), S, Vh.square()


def svd_bare(A: Array, grad_U: Array, grad: Array, grad_Vh: Array) -> Array:
    """Four products of matrices."""
    U, S, Vh = np.linalg.svd(A, full_matrices=False)
    gaps = S - S[:, None]
    gaps *= S + S[:, None]
    np.fill_diagonal(gaps, np.inf)
    left = U.T @ (2 * U * grad_U)
    left -= left.T
    left *= S
    left /= gaps
    right = Vh @ (2 * Vh * grad_Vh).T
    right -= right.T
    right *= S
    right /= gaps
    left += right.T
    left[np.diag_indices_from(left)] += grad
    return np.asarray(U @ left @ Vh)


def rfft(x: Array, grad: Array) -> Array:
    """The adjoint counts all but the first and the last element half."""
    import scipy.fft

    scipy.fft.rfft(x)
    half = grad.copy()
    half[1:-1] *= 0.5
    return np.asarray(scipy.fft.irfft(half, len(x), norm="forward"))


def irfft(x: Array, grad: Array) -> Array:
    """The adjoint counts all but the first and the last element twice."""
    import scipy.fft

    scipy.fft.irfft(x)
    back = scipy.fft.rfft(grad, norm="forward")
    back[1:-1] *= 2
    return np.asarray(back)


def half_spectrum(n: int, seed: int = 0) -> Array:
    """Return the transform of n real random numbers."""
    return np.asarray(np.fft.rfft(normal(n, seed=seed)))


def of_one(name: str) -> Apply:
    """Return the function of a name in `linalg` or `fft`, or at the top level."""
    room, _, rest = name.partition(".")
    return lambda lib, *inputs: (
        getattr(getattr(lib, room), rest)(*inputs) if rest else getattr(lib, room)(*inputs)
    )


def cases_of(n: int, goal: float) -> tuple[Case, ...]:
    """Return the cases of a single matrix of n rows."""
    size = f"{n} x {n}"
    return (
        case(
            f"solve, {size}",
            of_one("linalg.solve"),
            solve,
            lambda: (regular(n, n), normal(n, 10), normal(n, 10, seed=1)),
            2,
            goal,
        ),
        case(
            f"log-density by cholesky, {size}",
            log_density,
            log_density_bare,
            lambda: (covariance(n), normal(n, 1), np.ones(())),
            2,
            goal,
        ),
        case(f"logdet, {size}", of_one("logdet"), logdet, lambda: (covariance(n), np.ones(())), 1, goal),
        case(f"inv, {size}", of_one("linalg.inv"), inverse, lambda: (regular(n, n), normal(n, n)), 1, goal),
        case(
            f"eigh, {size}", eigh, eigh_bare, lambda: (with_gaps(n, True), normal(n), normal(n, n)), 1, goal
        ),
        case(
            f"svd, {size}",
            svd,
            svd_bare,
            lambda: (with_gaps(n, False), normal(n, n), normal(n), normal(n, n, seed=1)),
            1,
            goal,
        ),
    )


def of_stack(name: str, *functions: str) -> Case:
    """Return a case of functions of 1,000 matrices, each of what the one before it returned; nothing is recorded."""

    def build(lib: Library) -> Run:
        stack = regular(1000, 3, 3)
        dtype = default_dtype(lib)
        symmetric = lib.from_numpy((stack + stack.mT).astype(dtype))
        sides = lib.from_numpy(normal(1000, 3, 2).astype(dtype))

        def run() -> Any:
            results = (symmetric,)
            for function in functions:
                given = (*results, sides) if function.endswith("solve") else results
                results = getattr(lib.linalg, function)(*given)
            return results if len(functions) > 1 else results[0]

        return run

    return Case(f"{name}, 1,000 of 3 x 3", build)


LINEAR_ALGEBRA = Group(
    "linalg and fft",
    mean=np.inf,
    worst=np.inf,
    cases=(
        *cases_of(8, SMALL),
        *cases_of(500, LARGE),
        case(
            "inv, 1,000 of 3 x 3",
            of_one("linalg.inv"),
            inverse,
            lambda: (regular(1000, 3, 3), normal(1000, 3, 3)),
            1,
            LARGE,
        ),
        of_stack("lu_factor", "lu_factor"),
        of_stack("ldl_factor", "ldl_factor"),
        of_stack("ldl_factor and ldl_solve", "ldl_factor", "ldl_solve"),
        case(
            "rfft, 1e5", of_one("fft.rfft"), rfft, lambda: (normal(100_000), half_spectrum(100_000)), 1, LARGE
        ),
        case(
            "irfft, 1e5",
            of_one("fft.irfft"),
            irfft,
            lambda: (half_spectrum(100_000), normal(100_000)),
            1,
            LARGE,
        ),
    ),
)
"""The goals are those beside the bare calls; PyTorch has other libraries."""
