"""Price an Asian option and its sensitivities by simulation, as one compiled program.

    python examples/options.py

The option pays by the geometric mean of a price on twelve days, so its value is known in closed form. `dv.compile`
makes one loop of all months and of the pass back, with new random numbers in each call. Takes some seconds.
"""

import math

import derivata as dv
from derivata.special import ndtr

STRIKE, MONTHS, PATHS, ROUNDS = 100.0, 12, 100_000, 20
SPOT, VOLATILITY, RATE = 105.0, 0.25, 0.03
GOAL = 0.01


def simulated(spot: dv.Tensor, volatility: dv.Tensor, rate: dv.Tensor) -> dv.Tensor:
    """Return the mean of what the option pays, of paths drawn at random."""
    price = spot.log() + dv.zeros(PATHS, dtype=dv.float64)
    total = dv.zeros(PATHS, dtype=dv.float64)
    for _ in range(MONTHS):
        noise = volatility * math.sqrt(1 / MONTHS) * dv.randn(PATHS, dtype=dv.float64)
        price = price + (rate - volatility**2 / 2) / MONTHS + noise
        total = total + price
    return ((total / MONTHS).exp() - STRIKE).relu().mean() * (-rate).exp()


def known(spot: dv.Tensor, volatility: dv.Tensor, rate: dv.Tensor) -> dv.Tensor:
    """Return the value in closed form: the logarithm of the mean is normal."""
    drift = spot.log() + (rate - volatility**2 / 2) * (MONTHS + 1) / (2 * MONTHS)
    variance = volatility**2 * (MONTHS + 1) * (2 * MONTHS + 1) / (6 * MONTHS**2)
    upper = (drift - math.log(STRIKE) + variance) / variance.sqrt()
    paid = (drift + variance / 2).exp() * ndtr(upper) - STRIKE * ndtr(upper - variance.sqrt())
    return paid * (-rate).exp()


def greeks(function, rounds: int = 1) -> list[float]:
    """Return the value and its derivatives by spot, volatility and rate, the mean of some calls of a function."""
    market = [dv.tensor(number, dtype=dv.float64) for number in (SPOT, VOLATILITY, RATE)]
    found = [function(*market) for _ in range(rounds)]
    numbers = dv.tensor([[value.item(), *[slope.item() for slope in slopes]] for value, slopes in found])
    return numbers.mean(0).tolist()


simulate = dv.compile(dv.func.value_and_grad(simulated, argnums=(0, 1, 2)))
"""The simulation with its derivatives, one program; without `dv.compile` it does the same in more time."""


def main() -> None:
    """Print what the simulation finds beside what is known."""
    dv.manual_seed(0)
    ours, true = greeks(simulate, ROUNDS), greeks(dv.func.value_and_grad(known, argnums=(0, 1, 2)))
    for name, our, their in zip(("value", "delta", "vega", "rho"), ours, true, strict=True):
        print(f"{name:6}{our:9.4f}   (true: {their:.4f})")
        if abs(our / their - 1) > GOAL:
            raise SystemExit(f"options: expected {name} within {GOAL:.0%}, got {our / their - 1:.2%} off")


if __name__ == "__main__":
    main()
