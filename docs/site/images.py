"""What pools, norms and functions of images do to a small picture, as SVG."""

from collections.abc import Callable

import numpy as np

import derivata as dv
from derivata import Tensor
from derivata.nn import functional as F

CELL, SIZE = 14, 12
TURN = dv.tensor([[[0.9, -0.45, 0.0], [0.45, 0.9, 0.0]]], dtype=dv.float64)
EDGES = dv.tensor([[[[1.0, 0.0, -1.0], [2.0, 0.0, -2.0], [1.0, 0.0, -1.0]]]], dtype=dv.float64)

BLUR = dv.tensor([[[[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [1.0, 2.0, 1.0]]]], dtype=dv.float64)
STEP = dv.tensor([[[1.0, 0.0, -1.0]]], dtype=dv.float64)


def rows(function: Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    """Return a function of images that treats each row as a signal: shape (rows, 1, SIZE)."""
    return lambda x: function(x[0, 0][:, None])[:, 0]


def volumes(function: Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    """Return a function of images that makes a volume of one, three slices, and takes the first slice of the result."""
    return lambda x: function(dv.stack([x.roll(k, -1) for k in range(3)], 2))[:, :, 0]


def quarters(x: Tensor) -> Tensor:
    """Return the quarters of an image as channels."""
    half = SIZE // 2
    return dv.cat([x[..., i : i + half, j : j + half] for i in (0, half) for j in (0, half)], 1)


def unpooled(x: Tensor) -> Tensor:
    """Return the largest number of each window of 3 by 3, at its place."""
    values, indices = F.max_pool2d(x, 3, return_indices=True)
    return F.max_unpool2d(values, indices, 3)


def unpooled_rows(x: Tensor) -> Tensor:
    """Return the largest number of each window of 3 in signals, at its place."""
    values, indices = F.max_pool1d(x, 3, return_indices=True)
    return F.max_unpool1d(values, indices, 3)


def unpooled_volumes(x: Tensor) -> Tensor:
    """Return the largest number of each window of 3 by 3 by 3, at its place."""
    values, indices = F.max_pool3d(x, 3, return_indices=True)
    return F.max_unpool3d(values, indices, 3)


IMAGES: dict[str, tuple[str, Callable[[Tensor], Tensor]]] = {
    "nn.functional.avg_pool1d": ("windows of 3 in each row", rows(lambda x: F.avg_pool1d(x, 3))),
    "max_pool1d": ("windows of 3 in each row", rows(lambda x: F.max_pool1d(x, 3))),
    "max_pool1d_with_indices": (
        "windows of 3 in each row: the indices",
        rows(lambda x: dv.max_pool1d_with_indices(x, 3)[1]),
    ),
    "nn.functional.lp_pool1d": (
        "a norm of order 2, windows of 3 in each row",
        rows(lambda x: F.lp_pool1d(x, 2.0, 3)),
    ),
    "nn.functional.adaptive_avg_pool1d": ("each row to 5", rows(lambda x: F.adaptive_avg_pool1d(x, 5))),
    "nn.functional.adaptive_max_pool1d_with_indices": (
        "each row to 5: the indices",
        rows(lambda x: F.adaptive_max_pool1d_with_indices(x, 5)[1]),
    ),
    "nn.functional.max_unpool1d": (
        "what `max_pool1d` found in windows of 3 of each row, at its place",
        rows(unpooled_rows),
    ),
    "nn.functional.avg_pool3d": (
        "windows of 3 by 3 by 3; one slice of the volume",
        volumes(lambda x: F.avg_pool3d(x, 3)),
    ),
    "max_pool3d": ("windows of 3 by 3 by 3; one slice of the volume", volumes(lambda x: F.max_pool3d(x, 3))),
    "nn.functional.max_pool3d_with_indices": (
        "windows of 3 by 3 by 3: the indices",
        volumes(lambda x: F.max_pool3d_with_indices(x, 3)[1]),
    ),
    "nn.functional.lp_pool3d": (
        "a norm of order 2, windows of 3 by 3 by 3; one slice of the volume",
        volumes(lambda x: F.lp_pool3d(x, 2.0, 3)),
    ),
    "nn.functional.adaptive_avg_pool3d": (
        "to 1 by 5 by 5; one slice of the volume",
        volumes(lambda x: F.adaptive_avg_pool3d(x, [1, 5, 5])),
    ),
    "nn.functional.adaptive_max_pool3d_with_indices": (
        "to 1 by 5 by 5: the indices",
        volumes(lambda x: F.adaptive_max_pool3d_with_indices(x, [1, 5, 5])[1]),
    ),
    "nn.functional.max_unpool3d": (
        "what `max_pool3d` found in windows of 3 by 3 by 3, at its place; one slice of the volume",
        volumes(unpooled_volumes),
    ),
    "nn.functional.avg_pool2d": ("windows of 3 by 3", lambda x: F.avg_pool2d(x, 3)),
    "max_pool2d": ("windows of 3 by 3", lambda x: F.max_pool2d(x, 3)),
    "nn.functional.lp_pool2d": ("a norm of order 2, windows of 3 by 3", lambda x: F.lp_pool2d(x, 2.0, 3)),
    "nn.functional.adaptive_avg_pool2d": ("to 5 by 5", lambda x: F.adaptive_avg_pool2d(x, 5)),
    "nn.functional.adaptive_max_pool2d": ("to 5 by 5", lambda x: F.adaptive_max_pool2d(x, 5)),
    "nn.functional.max_pool2d_with_indices": (
        "windows of 3 by 3: the indices",
        lambda x: F.max_pool2d_with_indices(x, 3)[1],
    ),
    "nn.functional.adaptive_max_pool2d_with_indices": (
        "to 5 by 5: the indices",
        lambda x: F.adaptive_max_pool2d_with_indices(x, 5)[1],
    ),
    "nn.functional.max_unpool2d": (
        "what `max_pool2d` found in windows of 3 by 3, at its place",
        unpooled,
    ),
    "nn.functional.interpolate": (
        "bicubic, three times as large",
        lambda x: F.interpolate(x, scale_factor=3, mode="bicubic"),
    ),
    "nn.functional.grid_sample": (
        "at the points of a turned grid",
        lambda x: F.grid_sample(
            x, F.affine_grid(TURN, [1, 1, SIZE, SIZE], align_corners=False), align_corners=False
        ),
    ),
    "nn.functional.conv2d": ("a kernel that sees vertical edges", lambda x: F.conv2d(x, EDGES)),
    "nn.functional.conv1d": ("differences along rows", rows(lambda x: F.conv1d(x, STEP))),
    "nn.functional.conv3d": (
        "a kernel that sees vertical edges in each slice",
        volumes(lambda x: F.conv3d(x, EDGES[:, :, None])),
    ),
    "nn.functional.conv_tbc": (
        "differences along rows, which are time",
        lambda x: (
            F.conv_tbc(x[0, 0].mT[:, :, None], STEP.permute(2, 1, 0), dv.zeros(1, dtype=dv.float64))[
                :, :, 0
            ].mT
        ),
    ),
    "nn.functional.conv_transpose1d": (
        "a kernel of 1, 0, -1 at every second place of a longer row",
        rows(lambda x: F.conv_transpose1d(x, STEP, stride=2)),
    ),
    "nn.functional.conv_transpose2d": (
        "a blurred point at every second place of a larger image",
        lambda x: F.conv_transpose2d(x, BLUR, stride=2),
    ),
    "nn.functional.conv_transpose3d": (
        "a blurred point at every second place of a larger slice",
        volumes(lambda x: F.conv_transpose3d(x, BLUR[:, :, None], stride=[1, 2, 2])),
    ),
    "nn.functional.unfold": (
        "a column for each of nine windows of 4 by 4",
        lambda x: F.unfold(x, 4, stride=4),
    ),
    "nn.functional.fold": (
        "all windows of 3 by 3, added where they overlap",
        lambda x: F.fold(F.unfold(x, 3), SIZE, 3),
    ),
    "pixel_shuffle": ("quarters of the image as channels", lambda x: F.pixel_shuffle(quarters(x), 2)),
    "channel_shuffle": ("rows are channels, in three groups", lambda x: F.channel_shuffle(x[0], 3)),
    "nn.functional.pad": ("3 on each side, reflected", lambda x: F.pad(x, [3, 3, 3, 3], mode="reflect")),
    "pixel_unshuffle": (
        "a factor of 2, channels side by side",
        lambda x: beside(F.pixel_unshuffle(x, 2)),
    ),
    "nn.functional.local_response_norm": (
        "5 neighbours, rows are channels",
        lambda x: F.local_response_norm(x.mT, 5, alpha=20.0).mT,
    ),
    "nn.functional.layer_norm": ("each row", lambda x: F.layer_norm(x, [SIZE])),
    "nn.functional.rms_norm": ("each row", lambda x: F.rms_norm(x, [SIZE])),
    "nn.functional.batch_norm": (
        "rows are samples, columns channels",
        lambda x: F.batch_norm(x[0, 0], None, None, training=True),
    ),
    "nn.functional.group_norm": ("columns are channels, in three groups", lambda x: F.group_norm(x[0, 0], 3)),
    "nn.functional.instance_norm": ("rows are channels", lambda x: F.instance_norm(x[0])),
    "nn.functional.normalize": ("each row", lambda x: F.normalize(x, dim=-1)),
    "native_layer_norm": (
        "each row",
        lambda x: dv.native_layer_norm(x, [SIZE], None, None, 1e-5)[0],
    ),
    "native_group_norm": (
        "columns are channels, in three groups",
        lambda x: dv.native_group_norm(x[0, 0], None, None, SIZE, SIZE, 1, 3, 1e-5)[0],
    ),
    "masked.normalize": (
        "each row, of which the elements below the diagonal are left out",
        lambda x: dv.masked.normalize(x[0, 0], 2.0, 1, mask=dv.ones(SIZE, SIZE, dtype=dv.bool).triu()),
    ),
    "masked.norm": (
        "of each row, of which the elements below the diagonal are left out",
        lambda x: dv.masked.norm(
            x[0, 0], 2.0, 1, keepdim=True, mask=dv.ones(SIZE, SIZE, dtype=dv.bool).triu()
        ),
    ),
    "renorm": ("rows, of norm 1 at most", lambda x: dv.renorm(x[0, 0], 2, 0, 1.0)),
    "norm": ("of each row", lambda x: dv.norm(x, dim=-1, keepdim=True)),
    "linalg.norm": ("of each row", lambda x: dv.linalg.norm(x[0, 0], dim=-1, keepdim=True)),
    "linalg.vector_norm": (
        "the largest of each row",
        lambda x: dv.linalg.vector_norm(x, float("inf"), dim=-1, keepdim=True),
    ),
    "flip": ("along rows", lambda x: dv.flip(x, [-1])),
    "roll": ("by 3 along rows", lambda x: dv.roll(x, 3, -1)),
    "rot90": ("once", lambda x: dv.rot90(x, 1, [-2, -1])),
}


def image() -> Tensor:
    """Return a disc on a ramp, of which rows below are darker: shape (1, 1, SIZE, SIZE)."""
    down, across = np.mgrid[:SIZE, :SIZE] / (SIZE - 1)
    disc = (down - 0.4) ** 2 + (across - 0.55) ** 2 < 0.09
    return dv.from_numpy((0.3 * across + 0.7 * disc) * (1 - 0.6 * down))[None, None]


def beside(images: Tensor) -> Tensor:
    """Return channels as one picture, in a row."""
    return dv.cat(list(images[0]), -1)


def before_and_after(name: str) -> str:
    """Return the picture of a function of images; "" for others."""
    if name not in IMAGES:
        return ""
    caption, function = IMAGES[name]
    shown = image()
    pictures = [squares(one.detach().numpy()) for one in (shown, function(shown))]
    return f'<figure class="images">{" → ".join(pictures)}<figcaption>{caption}</figcaption></figure>\n\n'


def squares(values: np.ndarray) -> str:
    """Return a matrix, within further dimensions of size 1, as squares from dark to light."""
    rows = values.reshape(values.shape[-2:])
    low, high = rows.min(), rows.max()
    shades = np.rint(255 * (rows - low) / (high - low or 1)).astype(int)
    height, width = rows.shape
    side = CELL * SIZE / max(height, width)
    cells = "".join(
        f'<path d="M{x} {y}h1v1h-1z" fill="#{shade:02x}{shade:02x}{shade:02x}"/>'
        for (y, x), shade in np.ndenumerate(shades)
    )
    frame = (
        f'viewBox="0 0 {width} {height}" width="{side * width:.0f}" shape-rendering="crispEdges" role="img"'
    )
    return f"<svg {frame}>{cells}</svg>"
