"""What NumPy alone does: every op with every sample, in a process that has neither SciPy nor Numba."""

import subprocess
import sys

import pytest

PROGRAM = """if True:
    import sys, warnings
    sys.modules.update(dict.fromkeys(["scipy", "numba", "llvmlite"]))
    warnings.simplefilter("ignore")
    import numpy as np
    np.seterr(all="ignore")
    import derivata as dv
    from derivata.autograd.gradchecks import DERIVATA
    from derivata.generated.checks import CASES
    from derivata.testing.op_call import Op
    for case in CASES:
        for call in Op(case, DERIVATA).calls():
            try:
                leaves = call.leaves()
                results = [result for result in call(*leaves) if result.requires_grad]
                if results:
                    dv.autograd.grad(results, leaves, [dv.ones_like(r) for r in results], allow_unused=True)
            except ImportError as error:
                print(case.op, str(error).partition(": ")[2])
"""


@pytest.mark.slow
def test_ops_work_or_name_the_extra_without_scipy() -> None:
    """Every op has values and gradients, but for special functions and LU and LDL factors: they name the extra."""
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert run.stderr == ""
    missing = dict(line.split(" ", 1) for line in run.stdout.splitlines())
    assert set(missing.values()) == {"needs SciPy, which is not installed; pip install derivata[scipy]"}
    algebra = {
        op for op in missing if op.partition("_")[0] in ("lu", "ldl", "linalg", "fft") or "linalg" in op
    }
    assert algebra == {"_linalg_lu", "lu_factor", "lu_factor_ex", "ldl_factor", "ldl_factor_ex", "ldl_solve"}
    assert len(missing) < 45
