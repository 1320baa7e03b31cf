"""The ufuncs of `scipy.special` that are ops: called with tensors they give SciPy's values, and are recorded."""

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.generated import numpy_functions

special = pytest.importorskip("scipy.special")

NAMES = sorted(
    name.rpartition(".")[2]
    for name in numpy_functions.UFUNCS
    if name.startswith("scipy.special.") and isinstance(getattr(special, name.rpartition(".")[2]), np.ufunc)
)
POINTS: dict[str, Any] = {
    "erfinv": [-0.6, 0.2, 0.7],
    "logit": [0.2, 0.5, 0.9],
    "ndtri": [0.2, 0.5, 0.9],
}
"""Where the usual numbers, which are above 0, are not in the domain."""
WITHOUT_FIRST = {"gammainc": 0, "gammaincc": 0}
"""Ops of two numbers that have no derivative by the first of them, and no forward mode."""


def arguments(name: str) -> list[np.ndarray]:
    if getattr(special, name).nin == 1:
        return [np.array(POINTS.get(name, [0.3, 1.4, 2.6]))]
    return [np.array([1.3, 2.2, 3.1]), np.array([0.4, 1.1, 2.7]), np.array([0.2, 0.5, 0.9])][
        : getattr(special, name).nin
    ]


def test_all_ufuncs_that_are_ops_are_here() -> None:
    assert len(NAMES) >= 31 and {"gammaln", "expit", "xlogy", "erf", "j0"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_values_are_scipys(name: str) -> None:
    given = arguments(name)
    tensors = [dv.from_numpy(one.copy()).requires_grad_() for one in given]
    ufunc = getattr(special, name)
    held = [one.detach() if WITHOUT_FIRST.get(name) == k else one for k, one in enumerate(tensors)]
    found = ufunc(*held)
    assert isinstance(found, dv.Tensor) and found.requires_grad
    np.testing.assert_allclose(found.detach(), ufunc(*given), rtol=1e-10)
    single = ufunc(*[one.detach().to(dv.float32) for one in tensors])
    assert isinstance(single, dv.Tensor) and single.dtype == dv.float32
    np.testing.assert_allclose(single, ufunc(*given), rtol=2e-5)
    if len(given) == 2:  # beside an array, on either side
        np.testing.assert_allclose(ufunc(given[0], held[1]).detach(), ufunc(*given), rtol=1e-10)
        np.testing.assert_allclose(ufunc(tensors[0].detach(), given[1]), ufunc(*given), rtol=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_derivatives_are_right(name: str) -> None:
    tensors = [
        dv.from_numpy(one).requires_grad_(WITHOUT_FIRST.get(name) != k)
        for k, one in enumerate(arguments(name))
    ]
    assert dv.autograd.gradcheck(getattr(special, name), tensors, check_forward_ad=name not in WITHOUT_FIRST)


@pytest.mark.parametrize("name", sorted(WITHOUT_FIRST))
def test_a_derivative_that_is_missing_is_told(name: str) -> None:
    tensors = [dv.from_numpy(one).requires_grad_() for one in arguments(name)]
    with pytest.raises(NotImplementedError, match="derivative"):
        getattr(special, name)(*tensors).sum().backward()


def test_a_ufunc_without_op_refuses_a_history_and_takes_other_tensors() -> None:
    x = dv.tensor([0.5, 1.5], dtype=dv.float64)
    np.testing.assert_allclose(special.fresnel(x)[0], special.fresnel(x.numpy())[0])
    with pytest.raises(TypeError, match="fresnel"):
        special.fresnel(x.requires_grad_())


X = np.array([[0.2, 1000.0, -3.0], [0.4, 999.0, 2.0]])
WEIGHTS = np.array([1.0, 0.5, 2.0])


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 1)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_sums_of_exponentials_are_scipys_and_have_derivatives(axis: Any, keepdims: bool) -> None:
    for weights in (None, WEIGHTS, [0.0, 1.0, 1.0]):
        found = dv.scipy.special.logsumexp(X, axis, weights, keepdims)
        theirs = special.logsumexp(X, axis, weights, keepdims)
        np.testing.assert_allclose(found, theirs, rtol=1e-12)
        assert found.shape == np.shape(theirs)
    inputs = [dv.from_numpy(np.array(one)).requires_grad_() for one in (X / 500, WEIGHTS)]
    assert dv.autograd.gradcheck(
        lambda a, b: dv.scipy.special.logsumexp(a, axis, b), inputs, check_forward_ad=True
    )
    for name in ("softmax", "log_softmax"):
        mine = getattr(dv.scipy.special, name)
        np.testing.assert_allclose(mine(X, axis), getattr(special, name)(X, axis), rtol=1e-12)
        assert dv.autograd.gradcheck(lambda a, mine=mine: mine(a, axis), inputs[0])


def test_weights_that_sum_to_less_than_0_give_nan_as_in_scipy() -> None:
    for weights in ([1.0, -2.0], [0.0, 0.0], [1.0, 0.0]):
        for a in ([0.0, 0.0], [-np.inf, 0.0]):
            with np.errstate(all="ignore"):
                theirs = special.logsumexp(a, b=weights)
            np.testing.assert_allclose(dv.scipy.special.logsumexp(a, b=weights), theirs)


@pytest.mark.parametrize("name", ["betaln", "rel_entr", "kl_div"])
def test_functions_made_of_ops_are_scipys_and_have_derivatives(name: str) -> None:
    x, y = np.array([0.3, 1.2, 2.5]), np.array([1.1, 0.4, 2.2])
    mine, theirs = getattr(dv.scipy.special, name), getattr(special, name)
    np.testing.assert_allclose(mine(x, y), theirs(x, y), rtol=1e-12, atol=1e-15)
    inputs = [dv.from_numpy(one).requires_grad_() for one in (x, y)]
    assert dv.autograd.gradcheck(mine, inputs, check_forward_ad=True)
    if name != "betaln":
        edges = np.array([[0, 0], [0, 1], [1, 0], [-1, 1], [0, -1]], float).T
        np.testing.assert_array_equal(mine(*edges), theirs(*edges))


def test_names_are_scipys() -> None:
    for name in dv.scipy.special.__all__:
        assert callable(getattr(dv.scipy.special, name)) and callable(getattr(special, name))
    x = np.array([0.3, 1.2])
    for name in ("j0", "y1", "k0e", "gammaln", "expit", "psi", "zeta"):
        given = (x + 2, x) if name == "zeta" else (x,)
        np.testing.assert_allclose(
            getattr(dv.scipy.special, name)(*given), getattr(special, name)(*given), rtol=1e-10
        )
    with pytest.raises(AttributeError, match="did you mean 'gammaln'"):
        dv.scipy.special.gamaln  # noqa: B018
