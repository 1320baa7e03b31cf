"""Every generated op against everything that can be checked without knowing what it computes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from derivata.arrays import kernels
from derivata.generated.checks import CASES
from derivata.testing import OpCase, OpCheck, collect

BY_LAYOUT = {(f"as_strided{form}", "non_contiguous") for form in ("", "_copy", "_scatter")}
"""What depends on where the argument lies in memory: other layouts give other numbers."""

RUN_LOOPS = (
    *("_cdist", "_ldl", "_linalg_lu", "_lu", "adaptive", "avg_pool", "cdist", "conv"),
    *("interpolate", "ldl", "lp_pool", "lu_", "max_pool", "pdist"),
)
"""How the names of ops begin whose samples are large enough for compiled loops."""


def checks() -> Iterator[tuple[OpCase, str]]:
    """Yield ops with their checks; without compilers only one of each op whose samples run no loops in any case."""
    once = os.environ.get("DERIVATA_TEST_BLOCK_COMPILERS") == "1"
    before = None
    for case, check in collect(CASES):
        same = once and case is before and not case.op.startswith(RUN_LOOPS)
        if not same and (case.op, check) not in BY_LAYOUT:
            yield case, check
        before = case


def name(value: OpCase | str) -> str:
    return value.op if isinstance(value, OpCase) else value


@pytest.mark.parametrize(("case", "check"), list(checks()), ids=name)
def test_op(case: OpCase, check: str) -> None:
    OpCheck(case).run(check)


PROGRAM = """if True:
    import warnings
    warnings.simplefilter("ignore")
    import numpy as np
    np.seterr(all="ignore")
    import derivata as dv
    from derivata.arrays.jit.cache import entries
    from derivata.autograd.gradchecks import DERIVATA
    from derivata.generated.checks import CASES
    from derivata.testing.op_call import Op
    compile = entries._compile
    for case in CASES:
        def noting(*arguments):
            print(case.op)
            return compile(*arguments)
        entries._compile = noting
        for call in Op(case, DERIVATA).calls():
            leaves = call.leaves()
            results = [result for result in call(*leaves) if result.requires_grad]
            if results:
                dv.autograd.grad(results, leaves, [dv.ones_like(r) for r in results], allow_unused=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(not kernels.enabled(), reason="nothing is compiled without llvmlite")
def test_samples_run_no_loops_but_those_of_ops_that_are_known_for_it(tmp_path: Path) -> None:
    """With an empty cache nothing is compiled for other ops: their checks are the same without compilers."""
    environment = {**os.environ, "DERIVATA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    compiled = set(done.stdout.split())
    assert compiled
    assert [op for op in sorted(compiled) if not op.startswith(RUN_LOOPS)] == []
