"""`gradcheck` and `gradgradcheck`: derivatives against finite differences, every output by every input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from . import forward_ad
from .calls import grad
from .checker.check import check, check_second
from .checker.gradients_of_none import gradients_of_none
from .checker.library import Library
from .checker.options import Options
from .checker.report import GradcheckError

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


def _array(tensor: Tensor) -> NDArray[Any]:
    tensor = tensor.detach()
    return (tensor.to_dense() if tensor.is_sparse else tensor).numpy()


DERIVATA = Library(
    tensor_class=Tensor,
    array=_array,
    tensor=wrap,
    grad=grad,
    forward_ad=forward_ad,
    gradients_of_none=gradients_of_none,
)


def gradcheck(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Compare the derivatives of a function with central differences.

    Parameters
    ----------
    func : callable
        Takes the inputs, returns a Tensor or a tuple of Tensors.
    inputs : Tensor or tuple
        Those with ``requires_grad=True`` are differentiated; they should be float64 or complex128.
    eps : float
        Step of the differences.
    atol, rtol : float
        Allowed is ``atol + rtol * abs(numeric)``.
    raise_exception : bool
        Raise GradcheckError for a mismatch, instead of returning False.
    nondet_tol : float
        How much two runs of the same backward may differ.
    check_undefined_grad : bool
        Also check that an output whose gradient is undefined counts as one with gradient zero, and in forward mode an
        input without tangent as one with a tangent of zeros.
    check_grad_dtypes : bool
        Also check that gradients have their inputs' dtypes.
    check_batched_grad, check_batched_forward_grad : bool
        Also check that derivatives for several vectors at once are those for each alone.
    check_forward_ad, check_backward_ad : bool
        Which modes to check.
    fast_mode : bool
        Compare one random combination of all elements instead of every element.
    masked : bool, optional
        PyTorch's word for whether elements that a sparse input does not store are left out. Sparse tensors are no
        leaves here, so that no input is one, and both settings compare the same.

    Returns
    -------
    bool
        True if all derivatives agree.

    Raises
    ------
    GradcheckError
        Says which element of which derivative differs, by how much, and a likely cause.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([0.5, 1.5], dtype=dv.float64, requires_grad=True)
    >>> dv.autograd.gradcheck(lambda x: x.sin() * x, x)
    True
    """
    options = Options(
        eps, atol, rtol, nondet_tol, check_undefined_grad,
        check_grad_dtypes, check_forward_ad, check_backward_ad, fast_mode,
        check_batched_grad, check_batched_forward_grad,
    )  # fmt: skip
    try:
        return check(DERIVATA, func, inputs, options)
    except GradcheckError:
        if raise_exception:
            raise
        return False


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool = False,
) -> bool:
    """Compare the derivatives of a function's gradients with central differences.

    Parameters
    ----------
    func, inputs, eps, atol, rtol, raise_exception, nondet_tol, check_undefined_grad, check_grad_dtypes
        As in `gradcheck`.
    check_batched_grad, fast_mode, masked
        As in `gradcheck`.
    grad_outputs : Tensor or tuple, optional
        Gradients of the outputs to differentiate at; random numbers by default.
    check_fwd_over_rev, check_rev_over_rev : bool
        Which modes to differentiate the gradients in.

    Returns
    -------
    bool
        True if all second derivatives agree.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([0.5, 1.5], dtype=dv.float64, requires_grad=True)
    >>> dv.autograd.gradgradcheck(lambda x: x.sin() * x, x)
    True
    """
    options = Options(
        eps, atol, rtol, nondet_tol, check_undefined_grad,
        check_grad_dtypes, check_fwd_over_rev, check_rev_over_rev, fast_mode,
        check_batched_grad,
    )  # fmt: skip
    try:
        return check_second(DERIVATA, func, inputs, grad_outputs, options)
    except GradcheckError:
        if raise_exception:
            raise
        return False
