"""The parametrization of matrices with orthonormal columns; rows where there are fewer of these."""

from __future__ import annotations

import numpy as np

from ...generated.namespaces import linalg
from ...runtime.modes.grad_mode import no_grad
from ...runtime.tensors.tensor import Tensor
from ...top_level import public as ops
from ..module import Module

MAPS = "matrix_exp", "cayley", "householder"


class _Orthogonal(Module):
    """Return an orthogonal matrix, by one of three maps of the entries below the diagonal.

    With a base, the product of the base and the map's value, so that the map starts at the identity.
    """

    base: Tensor | None

    def __init__(self, weight: Tensor, orthogonal_map: str, *, use_trivialization: bool = True) -> None:
        super().__init__()
        if weight.is_complex() and orthogonal_map == "householder":
            raise ValueError("orthogonal: The householder parametrization does not support complex tensors")
        self.shape = weight.shape
        self.orthogonal_map = orthogonal_map
        self.has_base = use_trivialization
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, original: Tensor) -> Tensor:
        """Return the matrix, or the stack of matrices."""
        wide = original.shape[-2] < original.shape[-1]
        tall = original.mT if wide else original
        matrix: Tensor = _reflected(tall) if self.orthogonal_map == "householder" else self._rotated(tall)
        if self.has_base:
            assert self.base is not None
            matrix = self.base @ matrix
        return matrix.mT if wide else matrix

    def _rotated(self, tall: Tensor) -> Tensor:
        """Map a skew-symmetric matrix to a rotation."""
        rows, columns = tall.shape[-2:]
        lower = tall.tril()
        if rows != columns:
            lower = ops.cat([lower, lower.new_zeros(*lower.shape[:-1], rows - columns)], -1)
        skew = lower - lower.mH
        if self.orthogonal_map == "matrix_exp":
            return ops.matrix_exp(skew)[..., :columns]
        one = ops.eye(rows, dtype=skew.dtype)
        return linalg.solve(one - skew / 2, one + skew / 2)[..., :columns]

    @no_grad()
    def right_inverse(self, value: Tensor) -> Tensor:
        """Return an original whose value is a matrix, made orthogonal first if it is not."""
        if value.shape != self.shape:
            raise ValueError(
                f"orthogonal: Expected a matrix or batch of matrices of shape {self.shape}, got a tensor of shape "
                f"{value.shape}"
            )
        wide = value.shape[-2] < value.shape[-1]
        tall = value.mT if wide else value
        if self.has_base:
            self.base = _completed(tall)
            rows, columns = value.shape[-2:]
            return (-ops.eye(rows, columns, dtype=value.dtype)).expand(*value.shape).clone()
        if self.orthogonal_map != "householder":
            raise NotImplementedError(
                "orthogonal: It is not possible to assign to the matrix exponential or the Cayley parametrizations "
                "when use_trivialization=False"
            )
        reflectors, tau = ops.geqrf(tall)
        signs = reflectors.diagonal(dim1=-2, dim2=-1).sign()
        signs = ops.where(tau == 0, -signs, signs)
        found = reflectors.tril(-1) + _diagonal_like(reflectors, signs) + reflectors.triu(1)
        return found.mT if wide else found


def _reflected(tall: Tensor) -> Tensor:
    """Return a product of reflections, whose columns have the signs of the diagonal."""
    lower = tall.tril(-1)
    tau = 2.0 / (1.0 + (lower * lower).sum(-2))
    signs = tall.detach().diagonal(dim1=-2, dim2=-1).trunc()
    return linalg.householder_product(lower, tau) * signs.unsqueeze(-2)


def _diagonal_like(tall: Tensor, values: Tensor) -> Tensor:
    one = ops.eye(*tall.shape[-2:], dtype=tall.dtype)
    return one * values.unsqueeze(-2)


def _completed(tall: Tensor) -> Tensor:
    """Return a square orthogonal matrix that begins with the columns of one, made orthogonal where they are not."""
    rows, columns = tall.shape[-2:]
    if rows != columns:
        more = ops.randn(*tall.shape[:-2], rows, rows - columns, dtype=tall.dtype)
        return _orthogonalized(ops.cat([tall, more], -1))
    return tall.clone() if _is_orthogonal(tall) else _orthogonalized(tall)


def _is_orthogonal(square: Tensor) -> bool:
    tolerance = 10.0 * square.shape[-2] * np.finfo(square.dtype).eps
    one = ops.eye(square.shape[-1], dtype=square.dtype)
    return bool(ops.allclose(square.mH @ square, one, atol=float(tolerance)))


def _orthogonalized(tall: Tensor) -> Tensor:
    """Return the orthogonal factor whose other factor has a positive diagonal."""
    factor: Tensor
    factor, triangle = linalg.qr(tall)
    signs: Tensor = triangle.diagonal(dim1=-2, dim2=-1).sgn()
    return factor * signs.unsqueeze(-2)
