"""Learn the filter that removes the noise of an image best.

    python examples/learned_filter.py

An image with noise is convolved by `conv2d` with a kernel of 9 by 9 numbers. These are changed until the result is as
near to the clean image as can be: the filter learns to look along the stripes. Takes a second.
"""

import numpy as np

import derivata as dv
from derivata.nn import functional as F
from derivata.scipy.optimize import minimize

SIZE, TAPS = 96, 9
NOISE = 0.6


def images(seed: int = 0) -> tuple[dv.Tensor, dv.Tensor]:
    """Return stripes that swell and turn, and the same with noise."""
    generator = np.random.default_rng(seed)
    down, across = np.mgrid[:SIZE, :SIZE] / SIZE
    clean = np.sin(40 * (across + 0.6 * down) + 2 * np.sin(5 * down)) * (0.5 + down)
    noisy = clean + NOISE * generator.normal(size=clean.shape)
    return dv.from_numpy(clean)[None, None], dv.from_numpy(noisy)[None, None]


def filtered(kernel: dv.Tensor, image: dv.Tensor) -> dv.Tensor:
    """Return an image of the same size."""
    return F.conv2d(F.pad(image, [TAPS // 2] * 4, mode="reflect"), kernel[None, None])


def misfit(kernel: dv.Tensor, noisy: dv.Tensor, clean: dv.Tensor) -> dv.Tensor:
    """Return the mean squared error that a filter leaves."""
    return (filtered(kernel, noisy) - clean).square().mean()


def learn(noisy: dv.Tensor, clean: dv.Tensor) -> dv.Tensor:
    """Return the kernel with the least error."""
    start = np.zeros((TAPS, TAPS))
    return minimize(lambda kernel: misfit(kernel, noisy, clean), start, method="L-BFGS-B", tol=1e-10).x


def main() -> None:
    """Learn from one image, and try the filter on one with other noise."""
    clean, noisy = images()
    kernel = learn(noisy, clean)
    _, other = images(seed=1)
    for title, image in ("noise it has learned from", noisy), ("other noise", other):
        before, after = (image - clean).square().mean().item(), misfit(kernel, image, clean).item()
        print(f"{title:26} {before:.3f} -> {after:.3f}")


if __name__ == "__main__":
    main()
