"""Functions that are made of ops, in compiled functions: values and both derivatives, twice with other numbers."""

from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels

from .programs import compare


def leaf(*shape: int) -> Any:
    """Return a tensor that requires grad."""
    return dv.tensor(np.random.default_rng(0).standard_normal(shape), requires_grad=True)


CASES: dict[str, tuple[Any, ...]] = {
    "norm": (lambda x: [x.norm(), dv.norm(x, dim=1), x.norm(1, 0)], leaf(3, 4)),
    "norm inf": (lambda x: [x.norm(float("inf")), x.norm("fro", dim=(0, 1))], leaf(3, 4)),
    "flips": (lambda x: dv.fliplr(x) * 2 + dv.flipud(x) * dv.rot90(x, 2), leaf(3, 4)),
    "kron": (lambda x, y: dv.kron(x, y), leaf(2, 2), leaf(3, 2)),
    "diag": (lambda x: [dv.diag(x) * 2, dv.diag(x[0]) * 1], leaf(3, 3)),
    "cols": (
        lambda x: [
            dv.column_stack([x[0], x[1]]) * 1,
            dv.atleast_2d(x[0]) * 2,
            dv.atleast_3d(x) * 2,
            dv.atleast_1d(x.sum()) * 1,
        ],
        leaf(3, 4),
    ),
    "bt": (lambda x, y: [a * 2 for a in dv.broadcast_tensors(x, y)], leaf(3, 1), leaf(4)),
    "mesh": (lambda x, y: [a * 2 for a in dv.meshgrid(x, y, indexing="ij")], leaf(3), leaf(4)),
    "cross": (lambda x, y: dv.cross(x, y, dim=-1), leaf(4, 3), leaf(4, 3)),
    "trap": (lambda x: dv.trapezoid(x, dx=0.1), leaf(3, 4)),
    "cov": (lambda x: dv.cov(x), leaf(3, 4)),
    "vecdot": (lambda x, y: dv.linalg.vecdot(x, y), leaf(3, 4), leaf(3, 4)),
    "glu": (lambda x: F.glu(x), leaf(3, 4)),
    "pad": (
        lambda x: [F.pad(x, (1, 2)), F.pad(x[None], (1, 1), mode="reflect"), F.pad(x, (1, 0), value=3.0)],
        leaf(3, 4),
    ),
    "normalize": (lambda x: F.normalize(x), leaf(3, 4)),
    "cos": (
        lambda x, y: [
            F.cosine_similarity(x, y),
            F.pairwise_distance(x, y),
            F.cosine_embedding_loss(x, y, dv.ones(3)),
        ],
        leaf(3, 4),
        leaf(3, 4),
    ),
    "prelu": (lambda x, w: F.prelu(x, w), leaf(3, 4), leaf(1)),
    "rms": (lambda x: F.rms_norm(x, (4,)), leaf(3, 4)),
    "pix": (lambda x: [F.pixel_shuffle(x, 2) * 1, F.channel_shuffle(x, 2) * 1], leaf(1, 4, 2, 2)),
    "unpix": (lambda x: F.pixel_unshuffle(x, 2) * 2, leaf(1, 1, 4, 4)),
    "interp": (
        lambda x: [F.interpolate(x, scale_factor=2), F.interpolate(x, size=(3, 3), mode="bilinear")],
        leaf(1, 2, 4, 4),
    ),
    "pools": (lambda x: [F.avg_pool1d(x, 2), F.adaptive_avg_pool1d(x, 2)], leaf(1, 2, 6)),
    "pools3": (lambda x: [F.avg_pool3d(x, 2), F.adaptive_avg_pool3d(x, 2)], leaf(1, 2, 4, 4, 4)),
    "sdpa": (
        lambda q, k, v: [
            F.scaled_dot_product_attention(q, k, v),
            F.scaled_dot_product_attention(q, k, v, is_causal=True),
            F.scaled_dot_product_attention(q, k, v, dropout_p=0.3),
        ],
        leaf(2, 5, 4),
        leaf(2, 5, 4),
        leaf(2, 5, 4),
    ),
    "losses": (
        lambda x, y, z: [
            F.triplet_margin_loss(x, y, z),
            F.margin_ranking_loss(x[:, 0], y[:, 0], dv.ones(3)),
            F.soft_margin_loss(x, dv.ones(3, 4)),
            F.poisson_nll_loss(x, y.exp()),
        ],
        leaf(3, 4),
        leaf(3, 4),
        leaf(3, 4),
    ),
    "windows": (
        lambda x: [
            x * dv.hann_window(4, dtype=x.dtype) + dv.hamming_window(4) * dv.kaiser_window(4),
            x * dv.bartlett_window(4) - dv.blackman_window(4),
        ],
        leaf(3, 4),
    ),
    "transforms": (
        lambda x: [
            dv.fft.rfft(x).abs(),
            dv.fft.irfft(x + 0j, 6),
            x * dv.fft.fftfreq(4),
            dv.fft.fftshift(x) * 2,
        ],
        leaf(3, 4),
    ),
    "parts": (lambda x: [part * 2 for part in (*x.tensor_split(3, 1), *dv.hsplit(x, 2))], leaf(3, 4)),
    "places": (lambda x: [x * 2, dv.tril_indices(3, 4), dv.triu_indices(3, 4, 1)], leaf(3, 4)),
    "norms": (
        lambda x: [
            F.batch_norm(x, None, None, training=True),
            F.batch_norm(x, dv.zeros(4), dv.ones(4)),
            F.instance_norm(x[None]),
        ],
        leaf(3, 4),
    ),
    "largest": (
        lambda x: [
            F.max_pool1d(x, 2),
            F.adaptive_max_pool1d(x, 3),
            F.max_pool1d(x, 2, return_indices=True)[0] * 2,
        ],
        leaf(1, 2, 6),
    ),
    "largest of images": (
        lambda x: [
            F.adaptive_max_pool2d(x[0], 2),
            F.max_pool3d(x, 2),
            F.adaptive_max_pool3d(x, 2),
        ],
        leaf(1, 2, 4, 4, 4),
    ),
    "resampled": (
        lambda x: [
            F.upsample(x, scale_factor=2),
            F.upsample_nearest(x, (3, 3)),
            F.upsample_bilinear(x, (3, 5)),
        ],
        leaf(1, 2, 4, 4),
    ),
    "likelihood": (lambda x, y: F.gaussian_nll_loss(x, y, x * x + 0.1), leaf(3, 4), leaf(3, 4)),
    "contractions": (
        lambda x, y: [
            dv.einsum("ij,kj->ik", x, y),
            dv.einsum("ij->ji", x) * 2,
            dv.einsum("ij,ij->", [x, y]),
            dv.tensordot(x, y, dims=([1], [1])),
        ],
        leaf(3, 4),
        leaf(3, 4),
    ),
    "systems": (
        lambda x, y: [
            dv.linalg.solve(x @ x.mH + dv.eye(3), y),
            (x @ x.mT + dv.eye(3)).logdet(),
            dv.linalg.inv(x + 9 * dv.eye(3)).det(),
            dv.linalg.svdvals(x),
            dv.linalg.lstsq(x, y).solution,
        ],
        leaf(3, 3),
        leaf(3, 4),
    ),
    "written in place": (lambda x: [F.relu(x * 2, inplace=True), dv.sin_(x * 3), F.elu_(x - 1)], leaf(3, 4)),
    "lrn": (lambda x: F.local_response_norm(x, 2), leaf(1, 4, 3, 3)),
    "grid": (
        lambda t, x: F.grid_sample(
            x, F.affine_grid(t, (1, 1, 4, 4), align_corners=False), align_corners=False
        ),
        leaf(1, 2, 3),
        leaf(1, 1, 4, 4),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_functions_made_of_ops_are_those_op_by_op(name: str) -> None:
    function, *leaves = CASES[name]
    with kernels.disabled():
        compare(function, leaves)
