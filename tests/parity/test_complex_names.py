"""Each of the 147 ops that are named as differentiable for complex numbers has the gradient that slopes show."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from parity.published.numerical_slopes import slope
from parity.test_complex_list import IMPLEMENTED_FOR_COMPLEX

import derivata as dv

F = dv.nn.functional
Function = Callable[..., Any]


class Call(NamedTuple):
    """A function of complex tensors of these shapes, and whether they are real."""

    function: Function
    shapes: tuple[tuple[int, ...], ...]
    real: bool = False


def of(function: Function, *shapes: tuple[int, ...]) -> Call:
    return Call(function, shapes or ((2, 3),))


def of_real(function: Function, *shapes: tuple[int, ...]) -> Call:
    return Call(function, shapes, True)


def written(function: Function) -> Function:
    """Return what a method in place makes of a copy, whose gradient is that of the copy."""

    def call(x: Any, *others: Any) -> Any:
        copy = x * 1
        function(copy, *others)
        return copy

    return call


def pulled(function: Function, *shape: int) -> Function:
    """Return the gradient of a function at some place as a function of the gradient of its result."""

    def call(grad: Any) -> Any:
        at = dv.tensor(complex_numbers(shape, 7), requires_grad=True)
        return dv.autograd.grad(function(at), at, grad, create_graph=True)[0]

    return call


def complex_numbers(shape: tuple[int, ...], seed: int) -> Any:
    generator = np.random.default_rng(seed)
    return generator.uniform(0.3, 1.0, shape) + 1j * generator.uniform(0.3, 1.0, shape)


def definite(a: Any) -> Any:
    return a @ a.mH + 2 * dv.eye(a.shape[-1])


def hermitian(a: Any) -> Any:
    return a + a.mH + dv.diag(dv.tensor([1.0, 4.0, 9.0], dtype=a.dtype))


def general(a: Any) -> Any:
    return a + dv.diag(dv.tensor([1.0, 4.0, 9.0], dtype=a.dtype))


def with_sizes(pair: Any) -> list[Any]:
    """Return eigenvalues, and the absolute values of the vectors, whose phases are not determined."""
    return [pair[0], dv.abs(pair[1])]


def singular(a: Any) -> list[Any]:
    u, s, vh = dv.linalg.svd(a, full_matrices=False)
    return [dv.abs(u), s, dv.abs(vh)]


def loss_gradient(x: Any, y: Any) -> Any:
    return dv.autograd.grad(F.l1_loss(x, y, reduction="sum"), x, create_graph=True)[0]


def tanh_gradient(x: Any, grad: Any) -> Any:
    return dv.autograd.grad(dv.tanh(x), x, grad, create_graph=True)[0]


def reflected(n: int) -> Function:
    return lambda x: F.pad(x, (1, 1) * n, mode="reflect")


def replicated(n: int) -> Function:
    return lambda x: F.pad(x, (1, 1) * n, mode="replicate")


INDEX, MASK = dv.tensor([2, 0]), dv.tensor([[True, False, True], [False, False, True]])
SQUARE, PLANE = ((3, 3),), (2, 3)
NAMED: dict[str, Call] = {
    "t": of(lambda x: x.t()),
    "view": of(lambda x: x.view(3, 2)),
    "reshape": of(lambda x: x.reshape(6)),
    "reshape_as": of(lambda x: x.reshape_as(dv.zeros(6))),
    "view_as": of(lambda x: x.view_as(dv.zeros(6))),
    "roll": of(lambda x: x.roll(1, 1)),
    "clone": of(lambda x: x.clone()),
    "repeat": of(lambda x: x.repeat(2, 1)),
    "expand": of(lambda x: x.expand(4, 2, 3)),
    "flip": of(lambda x: x.flip(0, 1)),
    "fliplr": of(lambda x: x.fliplr()),
    "flipud": of(lambda x: x.flipud()),
    "rot90": of(lambda x: x.rot90()),
    "transpose": of(lambda x: x.transpose(0, 1)),
    "permute": of(lambda x: x.permute(1, 0)),
    "squeeze": of(lambda x: x.squeeze(1), (2, 1, 3)),
    "unsqueeze": of(lambda x: x.unsqueeze(1)),
    "resize": of(lambda x: x.resize(3, 2)),
    "resize_as": of(lambda x: x.resize_as(dv.zeros(6))),
    "tril": of(lambda x: x.tril()),
    "triu": of(lambda x: x.triu()),
    "chunk": of(lambda x: x.chunk(2, 1)),
    "zero_": of(written(lambda x: x.zero_())),
    "eq_": of(written(lambda x, y: x.eq_(y)), PLANE, PLANE),
    "ne_": of(written(lambda x, y: x.ne_(y)), PLANE, PLANE),
    "add": of(lambda x, y: dv.add(x, y, alpha=2 - 1j), PLANE, PLANE),
    "__radd__": of(lambda x: (1 + 2j) + x),
    "sum": of(lambda x: x.sum(1)),
    "_conj": of(lambda x: x.conj()),
    "sin": of(dv.sin),
    "cos": of(dv.cos),
    "mul": of(dv.mul, PLANE, PLANE),
    "sinc": of(dv.sinc),
    "sinh": of(dv.sinh),
    "cosh": of(dv.cosh),
    "__rmul__": of(lambda x: (1 + 2j) * x),
    "sgn": of(dv.sgn),
    "asin": of(dv.asin),
    "acos": of(dv.acos),
    "sub": of(dv.sub, PLANE, PLANE),
    "div": of(dv.div, PLANE, PLANE),
    "cat": of(lambda x, y: dv.cat([x, y]), PLANE, PLANE),
    "view_as_complex": of_real(dv.view_as_complex, (3, 2)),
    "neg": of(dv.neg),
    "complex": of_real(dv.complex, PLANE, PLANE),
    "select": of(lambda x: x.select(1, 2)),
    "_s_where": of(lambda x, y: dv.where(MASK, x, y), PLANE, PLANE),
    "as_strided": of(lambda x: x.as_strided((2, 2), (1, 2))),
    "slice": of(lambda x: x[:, 1:]),
    "constant_pad_nd": of(lambda x: F.pad(x, (1, 2), value=3.0)),
    "unbind": of(lambda x: x.unbind(1)),
    "split": of(lambda x: x.split(2, 1)),
    "split_with_sizes": of(lambda x: x.split_with_sizes([1, 2], 1)),
    "unsafe_split": of(lambda x: x.unsafe_split(2, 1)),
    "split_with_sizes_backward": of(pulled(lambda x: x.split_with_sizes([1, 2], 1)[1], 2, 3), (2, 2)),
    "dot": of(dv.dot, (3,), (3,)),
    "vdot": of(dv.vdot, (3,), (3,)),
    "cholesky": of(lambda a: dv.cholesky(definite(a)), *SQUARE),
    "triangular_solve": of(lambda b, a: dv.triangular_solve(b, a + 2 * dv.eye(3))[0], (3, 2), (3, 3)),
    "mm": of(dv.mm, (2, 3), (3, 2)),
    "_unsafe_view": of(lambda x: x.t().reshape(6)),
    "mv": of(dv.mv, (2, 3), (3,)),
    "ger": of(dv.ger, (2,), (3,)),
    "bmm": of(dv.bmm, (2, 2, 3), (2, 3, 2)),
    "diagonal": of(lambda x: x.diagonal(1)),
    "alias": of(lambda x: x.view_as(x)),
    "atan": of(dv.atan),
    "log": of(dv.log),
    "log10": of(dv.log10),
    "log1p": of(dv.log1p),
    "log2": of(dv.log2),
    "reciprocal": of(dv.reciprocal),
    "tan": of(dv.tan),
    "pow": of(dv.pow, PLANE, PLANE),
    "rsqrt": of(dv.rsqrt),
    "tanh": of(dv.tanh),
    "tanh_backward": of(tanh_gradient, PLANE, PLANE),
    "asinh": of(dv.asinh),
    "acosh": of(dv.acosh),
    "atanh": of(dv.atanh),
    "take": of(lambda x: x.take(dv.tensor([5, 0, 5]))),
    "fill_": of(written(lambda x, y: x.fill_(y)), PLANE, ()),
    "exp": of(dv.exp),
    "nonzero": of(dv.nonzero),
    "mean": of(lambda x: x.mean(0)),
    "inverse": of(lambda a: general(a).inverse(), *SQUARE),
    "solve": of(lambda a, b: dv.linalg.solve(general(a), b), (3, 3), (3, 2)),
    "linalg_cholesky": of(lambda a: dv.linalg.cholesky(definite(a)), *SQUARE),
    "addcmul": of(lambda x, y, z: dv.addcmul(x, y, z, value=2), PLANE, PLANE, PLANE),
    "addcdiv": of(lambda x, y, z: dv.addcdiv(x, y, z, value=2), PLANE, PLANE, PLANE),
    "matrix_exp": of(dv.matrix_exp, *SQUARE),
    "linalg_eigh": of(lambda a: with_sizes(dv.linalg.eigh(hermitian(a))), *SQUARE),
    "cholesky_solve": of(lambda b, a: dv.cholesky_solve(b, a + 2 * dv.eye(3)), (3, 2), (3, 3)),
    "linalg_qr": of(dv.linalg.qr, *SQUARE),
    "_svd_helper": of(singular, (3, 2)),
    "_fft_c2c": of(dv.fft.fft),
    "_fft_r2c": of_real(dv.fft.rfft, (2, 5)),
    "linalg_solve": of(lambda a, b: dv.linalg.solve(general(a), b, left=False), (3, 3), (2, 3)),
    "sqrt": of(dv.sqrt),
    "stack": of(lambda x, y: dv.stack([x, y], 1), PLANE, PLANE),
    "gather": of(lambda x: x.gather(1, dv.tensor([[0, 0], [2, 1]]))),
    "index_select": of(lambda x: x.index_select(1, INDEX)),
    "index_add_": of(written(lambda x, y: x.index_add_(1, INDEX, y, alpha=2)), PLANE, (2, 2)),
    "linalg_inv": of(lambda a: dv.linalg.inv(general(a)), *SQUARE),
    "linalg_inv_ex": of(lambda a: dv.linalg.inv_ex(general(a))[0], *SQUARE),
    "l1_loss_backward": of(loss_gradient, PLANE, PLANE),
    "baddbmm": of(dv.baddbmm, (2, 2, 2), (2, 2, 3), (2, 3, 2)),
    "addbmm": of(dv.addbmm, (2, 2), (2, 2, 3), (2, 3, 2)),
    "addmm": of(dv.addmm, (2, 2), (2, 3), (3, 2)),
    "addmv": of(dv.addmv, (2,), (2, 3), (3,)),
    "addr": of(dv.addr, (2, 3), (2,), (3,)),
    "linalg_householder_product": of(dv.linalg.householder_product, (3, 2), (2,)),
    "reflection_pad1d": of(reflected(1), (2, 3)),
    "reflection_pad2d": of(reflected(2), (1, 2, 3)),
    "linalg_cholesky_ex": of(lambda a: dv.linalg.cholesky_ex(definite(a))[0], *SQUARE),
    "linalg_eig": of(lambda a: with_sizes(dv.linalg.eig(general(a))), *SQUARE),
    "reflection_pad1d_backward": of(pulled(reflected(1), 2, 3), (2, 5)),
    "reflection_pad2d_backward": of(pulled(reflected(2), 1, 2, 3), (1, 4, 5)),
    "symeig": of(lambda a: dv.linalg.eigvalsh(hermitian(a), UPLO="U"), *SQUARE),
    "replication_pad1d": of(replicated(1), (2, 3)),
    "replication_pad2d": of(replicated(2), (1, 2, 3)),
    "replication_pad3d": of(replicated(3), (1, 2, 2, 2)),
    "put_": of(written(lambda x, y: x.put_(dv.tensor([4, 1]), y)), PLANE, (2,)),
    "replication_pad1d_backward": of(pulled(replicated(1), 2, 3), (2, 5)),
    "replication_pad2d_backward": of(pulled(replicated(2), 1, 2, 3), (1, 4, 5)),
    "replication_pad3d_backward": of(pulled(replicated(3), 1, 2, 2, 2), (1, 4, 4, 4)),
    "diag": of(lambda x: dv.diag(x, 1), (3,)),
    "masked_scatter": of(lambda x, y: x.masked_scatter(MASK, y), PLANE, (4,)),
    "masked_select": of(lambda x: x.masked_select(MASK)),
    "index_fill": of(lambda x, y: x.index_fill(1, INDEX, y), PLANE, ()),
    "trace": of(dv.trace),
    "polar": of_real(dv.polar, PLANE, PLANE),
    "cumsum": of(lambda x: x.cumsum(1)),
    "rsub": of(lambda x, y: dv.rsub(x, y, alpha=2), PLANE, PLANE),
    "eig": of(lambda a: dv.linalg.eigvals(general(a)), *SQUARE),
    "lerp": of(dv.lerp, PLANE, PLANE, PLANE),
    "linalg_vector_norm": of(lambda x: dv.linalg.vector_norm(x, 3, dim=1)),
    "cumprod": of(lambda x: x.cumprod(1)),
    "prod": of(lambda x: x.prod(1)),
    "index_copy": of(lambda x, y: x.index_copy(1, INDEX, y), PLANE, (2, 2)),
    "lu": of(lambda a: dv.linalg.lu(general(a))[1:], *SQUARE),
    "unfold": of(lambda x: x.unfold(1, 2, 1)),
    "unfold_backward": of(pulled(lambda x: x.unfold(1, 2, 1), 2, 3), (2, 2, 2)),
    "index": of(lambda x: x[:, INDEX]),
    "masked_fill": of(lambda x, y: x.masked_fill(MASK, y), PLANE, ()),
    "cross": of(lambda x, y: dv.cross(x, y, dim=1), PLANE, PLANE),
    "lu_unpack": of(lambda a: dv.lu_unpack(*dv.linalg.lu_factor(general(a)))[1:], *SQUARE),
}
CONSTANT = {"zero_", "eq_", "ne_"}
"""What these leave does not depend on what was there: gradients are zeros."""


def outputs_of(call: Call, arrays: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return leaves, and the results that have a history."""
    leaves = [dv.tensor(array, requires_grad=True) for array in arrays]
    result = call.function(*leaves)
    results = list(result) if isinstance(result, (tuple, list)) else [result]
    return leaves, [part for part in results if part.requires_grad]


def projected(call: Call, arrays: list[Any]) -> tuple[list[Any], Any]:
    leaves, outputs = outputs_of(call, arrays)
    weights = [dv.tensor(complex_numbers(tuple(part.shape), 20 + k)) for k, part in enumerate(outputs)]
    return leaves, sum(
        (part * weight.conj()).real.sum() for part, weight in zip(outputs, weights, strict=True)
    )


def test_all_names_are_tried() -> None:
    assert set(NAMED) == set(IMPLEMENTED_FOR_COMPLEX)
    assert len(NAMED) == 147


@pytest.mark.filterwarnings("ignore:non-inplace resize:UserWarning", "ignore:.*deprecated")
@pytest.mark.parametrize("name", [name for name in NAMED if name != "nonzero"])
def test_complex_gradients_are_the_slopes(name: str) -> None:
    """The gradient of a complex function is the conjugate Wirtinger derivative that slopes along real and imaginary
    directions show, for each of the 147 names."""
    call = NAMED[name]
    arrays = [complex_numbers(shape, k) for k, shape in enumerate(call.shapes)]
    arrays = [array.real.copy() if call.real else array for array in arrays]
    leaves, loss = projected(call, arrays)
    gradients = dv.autograd.grad(
        loss, leaves, allow_unused=name in CONSTANT, materialize_grads=name in CONSTANT
    )
    assert all(
        g.dtype == leaf.dtype and g.shape == leaf.shape for g, leaf in zip(gradients, leaves, strict=True)
    )
    assert any(bool(g.abs().sum() > 0) for g in gradients) != (name in CONSTANT)
    for seed in range(2):
        directions = [
            complex_numbers(array.shape, 40 + 10 * seed + k) - 0.6 for k, array in enumerate(arrays)
        ]
        directions = [d.real.copy() if call.real else d for d in directions]

        def value(step: float, directions: list[Any] = directions) -> Any:
            moved = [a + step * d for a, d in zip(arrays, directions, strict=True)]
            return np.array([projected(call, moved)[1].item()])

        wanted, doubt = slope(value)
        found = sum(np.sum((g.numpy().conj() * d).real) for g, d in zip(gradients, directions, strict=True))
        assert doubt[0] < 1e-6
        assert abs(found - wanted[0]) < 1e-7 * (1 + abs(wanted[0]))


def test_nonzero_of_complex_numbers_has_no_gradient() -> None:
    x = dv.tensor([0j, 1j, 0.0, 2 + 0j], requires_grad=True)
    assert dv.nonzero(x).tolist() == [[1], [3]]
    assert not dv.nonzero(x).requires_grad
