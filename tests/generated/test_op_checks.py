"""Every generated op against everything that can be checked without knowing what it computes."""

import pytest

from derivata.generated.checks import CASES
from derivata.testing import OpCase, OpCheck, collect


def name(value: OpCase | str) -> str:
    return value.op if isinstance(value, OpCase) else value


@pytest.mark.parametrize(("case", "check"), list(collect(CASES)), ids=name)
def test_op(case: OpCase, check: str) -> None:
    OpCheck(case).run(check)
