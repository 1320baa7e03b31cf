"""Per-sample gradients take at most PyTorch's time, and no memory to speak of beside what they return."""

import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

SHAPES = {"w1": (256, 784), "b1": (256,), "w2": (10, 256), "b2": (10,)}


def per_sample_gradients(lib: Any, vmap: Any, grad: Any) -> Any:
    """Return a call of `vmap(grad)` of a 784-256-10 network with 64 samples."""
    random, functional = np.random.default_rng(0), lib.nn.functional
    parameters = {
        name: lib.tensor(0.05 * random.standard_normal(shape).astype("f")) for name, shape in SHAPES.items()
    }
    x, y = lib.tensor(random.standard_normal((64, 784)).astype("f")), lib.tensor(random.integers(0, 10, 64))

    def loss(p: Any, x: Any, y: Any) -> Any:
        hidden = functional.linear(x, p["w1"], p["b1"]).relu()
        scores = functional.linear(hidden, p["w2"], p["b2"])
        return functional.cross_entropy(scores.unsqueeze(0), y.unsqueeze(0))

    transformed = vmap(grad(loss), in_dims=(None, 0, 0))
    return lambda: transformed(parameters, x, y)


@pytest.mark.slow
def test_gradients_of_64_samples_are_no_slower_than_those_of_pytorch() -> None:
    torch: Any = pytest.importorskip("torch", reason="PyTorch is the reference")
    import derivata

    calls = {
        "derivata": per_sample_gradients(derivata, derivata.func.vmap, derivata.func.grad),
        "torch": per_sample_gradients(torch, torch.func.vmap, torch.func.grad),
    }
    results = {name: call() for name, call in calls.items()}
    for name in SHAPES:
        np.testing.assert_allclose(
            results["derivata"][name].numpy(), results["torch"][name].numpy(), rtol=1e-3, atol=1e-5
        )
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(15):  # in turns, so that a busy moment hits both
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            times[name].append(time.perf_counter() - start)
    assert min(times["derivata"]) <= min(times["torch"])


PROGRAM = """
import resource
import derivata
from tests.batching.test_speed import per_sample_gradients

call = per_sample_gradients(derivata, derivata.func.vmap, derivata.func.grad)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
result = call()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, sum(g.nbytes for g in result.values()) / 1024)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss is Linux's")
def test_gradients_of_64_samples_take_their_own_memory_only() -> None:
    found = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    taken, returned = map(float, found.stdout.split())
    assert taken < 1.25 * returned
