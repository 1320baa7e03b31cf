"""Maximum likelihood with the densities of `densities.yaml`: Newton's method, and standard errors from the Hessian."""

from collections.abc import Callable

import densities  # generated: derivata codegen densities.yaml --package densities
import numpy as np

import derivata as dv


def fit(
    log_density: Callable[..., dv.Tensor], data: np.ndarray, start: list[float]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the most likely parameters, which are positive, and their standard errors."""
    values = dv.tensor(data)

    def surprise(logs: dv.Tensor) -> dv.Tensor:
        first, second = logs.exp().unbind()
        return -log_density(values, first, second).sum()

    logs = dv.tensor(np.log(start))
    for _ in range(30):
        gradient, hessian = dv.func.grad(surprise)(logs).numpy(), dv.func.hessian(surprise)(logs).numpy()
        step = np.linalg.solve(hessian, gradient)
        logs = logs - dv.tensor(np.clip(step, -0.5, 0.5))
        if np.abs(step).max() < 1e-10:
            break
    parameters = logs.exp().numpy()
    return parameters, parameters * np.sqrt(np.diag(np.linalg.inv(hessian)))


def main() -> None:
    """Print what is found from samples whose distributions are known."""
    rng = np.random.default_rng(0)
    cases = {
        "gamma": (densities.gamma_log_density, rng.gamma(2.5, 1 / 1.5, 2000), [2.5, 1.5]),
        "weibull": (densities.weibull_log_density, 0.8 * rng.weibull(1.7, 2000), [1.7, 0.8]),
        "beta": (densities.beta_log_density, rng.beta(2.0, 3.5, 2000), [2.0, 3.5]),
    }
    for name, (log_density, data, true) in cases.items():
        parameters, errors = fit(log_density, data, [1.0, 1.0])
        found = "   ".join(f"{p:.3f} +- {e:.3f}" for p, e in zip(parameters, errors, strict=True))
        print(f"{name:8}  {found}   (true: {true[0]}, {true[1]})")


if __name__ == "__main__":
    main()
