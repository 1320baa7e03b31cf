"""Complex numbers where an op has no complex values are refused in derivata's words, in every place."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.generated.checks import CASES

REAL = [case for case in CASES if not case.complex]
OTHERS_WORDS = ("not supported between", "unsupported operand", "ufunc", "complex()", "NoneType")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", REAL, ids=[case.op for case in REAL])
def test_no_message_is_python_s_or_numpy_s(case: Any) -> None:
    module, _, name = case.call.rpartition(".")
    function = getattr(import_module(module), name)
    for argument in [name for name, _ in case.arguments if name in case.samples[0]]:
        for number in (1j, np.complex64(1j), dv.tensor(1j), dv.tensor([1j, 2j])):
            given = {**case.samples[0], argument: number}
            named = {name: given.pop(name) for name in case.keyword_only if name in given}
            try:
                function(*[given[name] for name, _ in case.arguments if name in given], **named)
            except (TypeError, ValueError, RuntimeError, IndexError) as error:
                assert not any(word in str(error) for word in OTHERS_WORDS)


def test_a_number_that_a_composite_compares_is_named() -> None:
    with pytest.raises(TypeError, match="stdtr: argument 't': not defined for complex numbers, got 1j"):
        dv.special.stdtr(dv.ones(3), 1j)
