"""Every generated op against everything that can be checked without knowing what it computes."""

import pytest

from derivata.generated.checks import CASES
from derivata.testing import OpCase, OpCheck, collect

BY_LAYOUT = {(f"as_strided{form}", "non_contiguous") for form in ("", "_copy", "_scatter")}
"""What depends on where the argument lies in memory: other layouts give other numbers."""

CHECKS = [(case, check) for case, check in collect(CASES) if (case.op, check) not in BY_LAYOUT]


def name(value: OpCase | str) -> str:
    return value.op if isinstance(value, OpCase) else value


@pytest.mark.parametrize(("case", "check"), CHECKS, ids=name)
def test_op(case: OpCase, check: str) -> None:
    OpCheck(case).run(check)
