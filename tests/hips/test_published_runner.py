"""What the runner of HIPS autograd's programs takes for agreement: `make hips`."""

import numpy as np
import pytest

from tests.hips.published.__main__ import Ran, compare
from tests.hips.published.program import root


def ran(*lines: str, ended: bool = True, failed: bool = False) -> Ran:
    return Ran(list(lines), ended, failed)


@pytest.mark.parametrize(
    ("ours", "theirs", "outcome"),
    [
        (ran("loss 1.00001"), ran("loss 1.00002"), "agrees in 1 lines"),
        (ran("loss 1.0", ended=False), ran("loss 1.0", "loss 0.9"), "agrees in 1 lines"),
        (ran("(np.float64(1.5), 2)"), ran("(array(1.5), 2)"), "agrees in 1 lines"),
        (ran("loss 1.001"), ran("loss 1.002"), "differs in line 1: 'loss 1.001', expected 'loss 1.002'"),
        (ran("loss 1.0"), ran("cost 1.0"), "differs in line 1: 'loss 1.0', expected 'cost 1.0'"),
        (ran("loss 1.0"), ran("loss 1.0", "loss 0.9"), "differs: 1 lines, expected 2"),
        (ran(ended=False), ran("loss 1.0"), "shows nothing in its time"),
        (ran("training"), ran("training"), "shows nothing in its time"),
        (ran("loss 1.0", failed=True), ran("loss 1.0"), "fails"),
        (ran("loss 1.0", failed=True), ran("loss 1.0", failed=True), "fails with both"),
        (ran("loss 1.0"), ran(failed=True), "runs here only"),
    ],
)
def test_only_numbers_that_were_shown_agree(ours: Ran, theirs: Ran, outcome: str) -> None:
    assert compare(ours, theirs) == outcome


def test_samples_follow_a_nearly_singular_covariance() -> None:
    """The runner draws samples of a covariance by its root, which moves as little as the covariance does."""
    points = np.linspace(-1, 1, 50)
    covariance = np.exp(-((points[:, None] - points) ** 2))
    drawn, moved = root(covariance), root(covariance * (1 + 1e-12))
    assert np.abs(drawn @ drawn - covariance).max() < 1e-12
    assert np.abs(drawn - moved).max() < 1e-6
