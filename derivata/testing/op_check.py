"""`OpCheck`: all checks of an op that do not need to know what it computes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import ModuleType

import numpy as np

from ..arrays.kernels import enabled
from ..autograd.checker.library import Library
from ..autograd.gradchecks import DERIVATA
from .cases import OpCase
from .consistency_checks import (
    check_mixed_dtypes,
    check_partial_gradients,
    check_recorded_gradients,
    check_refuses_complex,
)
from .derivative_checks import (
    check_double_backward,
    check_forward_mode,
    check_gradients,
    check_kinks,
    check_single_precision,
    check_undefined_gradients,
)
from .hessian_checks import check_forward_over_reverse
from .kernel_checks import check_kernel_agrees_with_numpy
from .op_call import Op
from .path_checks import check_fused, check_inplace, check_not_recorded
from .shape_checks import check_broadcasting, check_non_contiguous, check_zero_dim_and_empty
from .view_checks import check_view

__all__ = ["OpCheck", "check_ops", "collect"]


class OpCheck:
    """The checks of one op; each raises AssertionError with what was expected and what came.

    Parameters
    ----------
    case : OpCase
        What the spec says about the op.

    Examples
    --------
    >>> from derivata.testing import OpCase, OpCheck
    >>> arguments = (("self", "Tensor"),)
    >>> case = OpCase("sin", "derivata.sin", arguments, differentiable=("self",), elementwise=True)
    >>> OpCheck(case).gradients()
    """

    def __init__(self, case: OpCase, library: Library = DERIVATA) -> None:
        self.case = case
        self._op = Op(case, library)

    def applicable(self) -> tuple[str, ...]:
        """Return the names of the checks that say something about this op."""
        case = self.case
        several_outputs = sum(case.outputs) > 1 or case.returns_list
        applies = {
            "gradients": case.is_differentiable and set(case.differentiable) > set(case.surrogate),
            "double_backward": case.is_differentiable and case.second_differences,
            "forward_mode": case.is_differentiable and case.tangents,
            "forward_over_reverse": case.is_differentiable and case.tangents,
            "single_precision": case.is_differentiable,
            "undefined_gradients": case.is_differentiable and several_outputs,
            "recorded_gradients": case.is_differentiable,
            "partial_gradients": case.is_differentiable and self._op.has_several_gradients(),
            "mixed_dtypes": case.elementwise and case.is_differentiable and self._op.has_several_gradients(),
            "refuses_complex": case.is_differentiable and not case.complex,
            "kinks": bool(case.kinks),
            "broadcasting": case.elementwise and len(case.tensors) > 1,
            "zero_dim_and_empty": case.elementwise,
            "non_contiguous": max(self._op.sizes(), default=0) > 1,
            "kernel_agrees_with_numpy": bool(case.kernels) and enabled(),
            "fused": case.fused,
            "not_recorded": not all(case.outputs),
            "inplace": bool(case.inplace or case.written),
            "view": case.view,
        }
        return tuple([name for name, says_something in applies.items() if says_something])

    def run(self, check: str) -> None:
        """Run the check of this name."""
        try:
            with np.errstate(all="ignore"):  # overflow and NaN where the checks provoke them
                _CHECKS[check](self._op)
        except AssertionError:
            raise
        except Exception as error:
            message = f"{self.case.op}: {check}: {type(error).__name__}: {error}"
            raise AssertionError(message) from error

    def gradients(self) -> None:
        """Compare gradients with central differences, for real and complex numbers."""
        self.run("gradients")

    def double_backward(self) -> None:
        """Compare gradients of gradients with central differences of gradients."""
        self.run("double_backward")

    def forward_mode(self) -> None:
        """Compare forward with reverse mode."""
        self.run("forward_mode")

    def forward_over_reverse(self) -> None:
        """Compare the tangents of gradients, and the gradients of tangents, with double backward."""
        self.run("forward_over_reverse")

    def single_precision(self) -> None:
        """Compare float32 with float64 gradients."""
        self.run("single_precision")

    def undefined_gradients(self) -> None:
        """Check that an output without gradient counts as one with zeros."""
        self.run("undefined_gradients")

    def recorded_gradients(self) -> None:
        """Compare gradients that are recorded with those that are not."""
        self.run("recorded_gradients")

    def partial_gradients(self) -> None:
        """Compare gradients computed alone with those computed together."""
        self.run("partial_gradients")

    def mixed_dtypes(self) -> None:
        """Compare arguments of different dtypes with those cast to the common one."""
        self.run("mixed_dtypes")

    def refuses_complex(self) -> None:
        """Check that an op for real numbers says so when it gets complex ones."""
        self.run("refuses_complex")

    def kinks(self) -> None:
        """Compare the gradients at kinks with those stated."""
        self.run("kinks")

    def broadcasting(self) -> None:
        """Compare broadcast with expanded arguments."""
        self.run("broadcasting")

    def zero_dim_and_empty(self) -> None:
        """Check tensors without dimensions and without elements."""
        self.run("zero_dim_and_empty")

    def non_contiguous(self) -> None:
        """Compare memory layouts of arguments and incoming gradients."""
        self.run("non_contiguous")

    def kernel_agrees_with_numpy(self) -> None:
        """Compare compiled loops with NumPy at special values."""
        self.run("kernel_agrees_with_numpy")

    def fused(self) -> None:
        """Compare the array function with the composite."""
        self.run("fused")

    def not_recorded(self) -> None:
        """Check that outputs without a gradient do not require grad."""
        self.run("not_recorded")

    def inplace(self) -> None:
        """Compare the in-place form with the function."""
        self.run("inplace")

    def view(self) -> None:
        """Check that the result shares memory with its argument, and what a write to it does."""
        self.run("view")


_CHECKS: dict[str, Callable[[Op], None]] = {
    "gradients": check_gradients,
    "double_backward": check_double_backward,
    "forward_mode": check_forward_mode,
    "forward_over_reverse": check_forward_over_reverse,
    "single_precision": check_single_precision,
    "undefined_gradients": check_undefined_gradients,
    "recorded_gradients": check_recorded_gradients,
    "partial_gradients": check_partial_gradients,
    "mixed_dtypes": check_mixed_dtypes,
    "refuses_complex": check_refuses_complex,
    "kinks": check_kinks,
    "broadcasting": check_broadcasting,
    "zero_dim_and_empty": check_zero_dim_and_empty,
    "non_contiguous": check_non_contiguous,
    "kernel_agrees_with_numpy": check_kernel_agrees_with_numpy,
    "fused": check_fused,
    "not_recorded": check_not_recorded,
    "inplace": check_inplace,
    "view": check_view,
}


def collect(cases: Iterable[OpCase] | ModuleType) -> Iterator[tuple[OpCase, str]]:
    """Yield every op with every check that applies to it; a module has its cases as `CASES`.

    Examples
    --------
    Tests of the ops of a package, with pytest::

        @pytest.mark.parametrize(("case", "check"), list(collect(my_ops.generated.checks)))
        def test_op(case, check):
            OpCheck(case).run(check)
    """
    found: Iterable[OpCase] = cases.CASES if isinstance(cases, ModuleType) else cases
    for case in found:
        for check in OpCheck(case).applicable():
            yield case, check


def check_ops(cases: Iterable[OpCase] | ModuleType, library: Library = DERIVATA, *, subject: str = "") -> int:
    """Run all checks of all ops, and raise one AssertionError with everything that failed; `subject` begins it.

    Returns
    -------
    int
        The number of checks.
    """
    failures, count = [], 0
    for case, check in collect(cases):
        count += 1
        try:
            OpCheck(case, library).run(check)
        except AssertionError as error:
            failures.append(str(error))
    if failures:
        begin = f"{subject}: " if subject else ""
        raise AssertionError(f"{begin}{len(failures)} of {count} checks failed:\n\n" + "\n\n".join(failures))
    return count
