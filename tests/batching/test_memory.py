"""Per-sample gradients take no memory to speak of beside what they return."""

import subprocess
import sys

import pytest

PROGRAM = """
import resource

import derivata
from benchmarks.groups.models import per_sample_gradients

gradients = per_sample_gradients(derivata)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
result = gradients()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, result.nbytes / 1024)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss is Linux's")
def test_gradients_of_64_samples_take_their_own_memory_only() -> None:
    found = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    taken, returned = map(float, found.stdout.split())
    assert taken < 1.25 * returned
