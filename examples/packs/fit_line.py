"""Fit a line to points of which a quarter are wrong: with squares, and with the losses of `robust_losses.yaml`."""

from collections.abc import Callable

import numpy as np
import robust_losses  # generated: derivata codegen robust_losses.yaml --package robust_losses

import derivata as dv

TRUE_SLOPE, TRUE_OFFSET = 2.0, -1.0


def points(count: int = 200) -> tuple[dv.Tensor, dv.Tensor]:
    """Return points on a line with a little noise, every fourth of them far above it."""
    rng = np.random.default_rng(0)
    x = rng.uniform(-3, 3, count)
    y = TRUE_SLOPE * x + TRUE_OFFSET + 0.1 * rng.standard_normal(count)
    y[::4] += rng.uniform(5, 20, y[::4].shape)
    return dv.tensor(x), dv.tensor(y)


def fit(loss: Callable[..., dv.Tensor], x: dv.Tensor, y: dv.Tensor, steps: int = 400) -> tuple[float, float]:
    """Return slope and offset of the line whose residuals have the smallest mean loss."""
    line = dv.zeros(2, dtype=dv.float64, requires_grad=True)
    optimizer = dv.optim.Adam([line], lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        loss(y - line[0] * x - line[1]).mean().backward()
        optimizer.step()
    slope, offset = line.tolist()
    return slope, offset


def main() -> None:
    """Print what each loss makes of the same points."""
    x, y = points()
    losses: dict[str, Callable[..., dv.Tensor]] = {"squares": lambda residual: residual * residual / 2}
    for name in ("charbonnier", "log_cosh", "cauchy_loss", "geman_mcclure", "tukey_biweight"):
        losses[name] = getattr(robust_losses, name)
    print(f"{'':16}slope  offset    (true: {TRUE_SLOPE}, {TRUE_OFFSET})")
    for name, loss in losses.items():
        slope, offset = fit(loss, x, y)
        print(f"{name:16}{slope:5.2f}  {offset:6.2f}")


if __name__ == "__main__":
    main()
