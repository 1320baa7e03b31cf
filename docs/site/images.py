"""What pools, norms and functions of images do to a small picture, as SVG."""

from collections.abc import Callable

import numpy as np

import derivata as dv
from derivata import Tensor
from derivata.nn import functional as F

CELL, SIZE = 14, 12
TURN = dv.tensor([[[0.9, -0.45, 0.0], [0.45, 0.9, 0.0]]], dtype=dv.float64)
EDGES = dv.tensor([[[[1.0, 0.0, -1.0], [2.0, 0.0, -2.0], [1.0, 0.0, -1.0]]]], dtype=dv.float64)

IMAGES: dict[str, tuple[str, Callable[[Tensor], Tensor]]] = {
    "nn.functional.avg_pool2d": ("windows of 3 by 3", lambda x: F.avg_pool2d(x, 3)),
    "max_pool2d": ("windows of 3 by 3", lambda x: F.max_pool2d(x, 3)),
    "nn.functional.lp_pool2d": ("a norm of order 2, windows of 3 by 3", lambda x: F.lp_pool2d(x, 2.0, 3)),
    "nn.functional.adaptive_avg_pool2d": ("to 5 by 5", lambda x: F.adaptive_avg_pool2d(x, 5)),
    "nn.functional.adaptive_max_pool2d": ("to 5 by 5", lambda x: F.adaptive_max_pool2d(x, 5)),
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
