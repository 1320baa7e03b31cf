"""Libraries that know nothing of derivata run on tensors with gradients: einops, opt_einsum, xarray, scikit-learn."""

import copy
import doctest
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import derivata as dv

einops = pytest.importorskip("einops")
layers = pytest.importorskip("derivata.nn.einops")
opt_einsum = pytest.importorskip("opt_einsum")
xarray = pytest.importorskip("xarray")
sklearn = pytest.importorskip("sklearn")

_rng = np.random.default_rng(7)
VALUES = _rng.normal(size=(2, 3, 4))


def check_gradient(function: Callable[[Any], Any], values: Any = VALUES, tolerance: float = 1e-6) -> None:
    """Compare values with the function of the array, and the slope along a direction with its difference quotient."""
    x = dv.tensor(values, requires_grad=True)
    found = function(x)
    np.testing.assert_allclose(found.detach().numpy(), function(values), 1e-9, 1e-12)
    weights = np.sin(np.arange(found.numel()) + 1.0).reshape(found.shape)
    (found * dv.tensor(weights)).sum().backward()
    direction = np.cos(np.arange(values.size)).reshape(values.shape)
    ahead, behind = (
        (np.asarray(function(values + step * direction)) * weights).sum() for step in (1e-6, -1e-6)
    )
    assert x.grad is not None
    slope = float((x.grad.numpy() * direction).sum())
    assert slope == pytest.approx((ahead - behind) / 2e-6, rel=tolerance, abs=tolerance)


EINOPS: dict[str, Callable[[Any], Any]] = {
    "rearrange": lambda x: einops.rearrange(x, "a b c -> b (c a)"),
    "rearrange of a list": lambda x: einops.rearrange([x, x], "l a b c -> a b (l c)"),
    "repeat": lambda x: einops.repeat(x, "a b c -> (a r) b c k", r=3, k=2),
    "einsum": lambda x: einops.einsum(x, x, "a b c, a d c -> b d"),
    "pack": lambda x: einops.pack([x, 2.0 * x], "a * c")[0],
    "unpack": lambda x: einops.unpack(x, [(2,), (1, 1)], "a * c")[0],
    **{
        f"reduce by {name}": lambda x, name=name: einops.reduce(x, "a b (c d) -> b 1 c", name, d=2)
        for name in ("sum", "mean", "max", "min", "prod")
    },
}


@pytest.mark.parametrize("name", EINOPS)
def test_einops_rearranges_tensors(name: str) -> None:
    check_gradient(EINOPS[name])


def test_einops_asks_for_shapes_arrays_and_truths() -> None:
    x = dv.tensor(VALUES, requires_grad=True)
    assert einops.parse_shape(x, "a _ c") == {"a": 2, "c": 4}
    np.testing.assert_array_equal(einops.asnumpy(x), VALUES)
    assert einops.reduce(x > 5, "a b c -> a", "any").tolist() == [False, False]


LAYERS: dict[str, Callable[[Any], Any]] = {
    "Rearrange": lambda x: layers.Rearrange("a b c -> b (c a)")(x),
    "Reduce": lambda x: layers.Reduce("a b (c d) -> b 1 c", "max", d=2)(x),
    "both": lambda x: layers.Reduce("b (c a) -> c", "mean", a=2)(layers.Rearrange("a b c -> b (c a)")(x)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_layers_of_einops_are_its_functions(name: str) -> None:
    check_gradient(LAYERS[name])


MIXES: dict[str, tuple[str, str, str | None, dict[str, int]]] = {
    "a b (c d) -> b (a c) e": ("d e", "e", "a b c d, d e -> b a c e", {"d": 2, "e": 3}),
    "a b c -> a b c": ("c", None, "a b c, c -> a b c", {"c": 4}),
    "... c -> ... e": ("c e", "e", "... c, c e -> ... e", {"c": 4, "e": 2}),
}


@pytest.mark.parametrize("pattern", MIXES)
def test_mixes_of_axes_are_products_with_a_weight(pattern: str) -> None:
    """`EinMix` is einops' `einsum` of the split input and the weight, plus the bias, put together again."""
    weight_shape, bias_shape, product, lengths = MIXES[pattern]
    mix = copy.deepcopy(layers.EinMix(pattern, weight_shape, bias_shape, **lengths).double())
    weight = mix.weight.detach().numpy()
    fan_in = np.prod([lengths[axis] for axis in weight_shape.split() if axis not in pattern.split("->")[1]])
    assert 0 < np.abs(weight).max() <= (3 / fan_in) ** 0.5
    assert (mix.bias is None) is (bias_shape is None)

    def written_out(x: Any) -> Any:
        if isinstance(x, dv.Tensor):
            return mix(x)
        split = einops.rearrange(x, "a b (c d) -> a b c d", d=2) if "(" in pattern else x
        result = einops.einsum(split, weight, product) + (
            0 if mix.bias is None else mix.bias.detach().numpy()
        )
        return einops.rearrange(result, "b a c e -> b (a c) e") if "(" in pattern else result

    check_gradient(written_out)
    mix(dv.tensor(VALUES)).square().sum().backward()
    assert all(parameter.grad.abs().sum() > 0 for parameter in mix.parameters())


def test_layers_of_einops_are_found_without_importing_their_module() -> None:
    """`dv.nn.einops` loads it when it is used; completion of `dv.nn` does not offer it, for einops may be missing."""
    program = "import derivata as dv; print('einops' in dir(dv.nn), dv.nn.einops.Rearrange.__name__)"
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert said.split() == ["False", "Rearrange"]


def test_layers_of_einops_are_modules() -> None:
    model = dv.nn.Sequential(
        layers.Rearrange("b (c h w) -> b c h w", c=1, h=4),
        dv.nn.Conv2d(1, 3, 3),
        layers.Reduce("b c h w -> b c", "mean"),
        layers.EinMix("b c -> b k", "c k", "k", c=3, k=2),
    )
    assert sorted(model.state_dict()) == ["1.bias", "1.weight", "3.bias", "3.weight"]
    x = dv.rand(5, 16)
    assert pickle.loads(pickle.dumps(model[0]))(x).shape == (5, 1, 4, 4)
    assert dv.equal(copy.deepcopy(model)(x), model(x))
    assert repr(model[2]) == "Reduce('b c h w -> b c', 'mean')"
    with pytest.raises(einops.EinopsError, match="Dimension k of weight should be specified"):
        layers.EinMix("b c -> b k", "c k", c=3)


@pytest.mark.parametrize("first", ["derivata", "einops, opt_einsum"])
def test_the_order_of_imports_makes_no_difference(first: str) -> None:
    """Tensors are in the registries whichever library is imported first, and other modules keep their loaders."""
    program = f"""
import {first}
import derivata as dv, einops, opt_einsum, inspect
assert einops.rearrange(dv.ones(2, 3), "a b -> b a").shape == (3, 2)
assert opt_einsum.contract("ij,jk,kl->li", dv.ones(2, 3), dv.ones(3, 4), dv.ones(4, 5)).shape == (5, 2)
assert "AbstractBackend" in inspect.getsource(einops._backends)
assert type(einops._backends.__spec__.loader) is type(einops.__spec__.loader)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_registries_load_nothing() -> None:
    program = "import sys, derivata; print([n for n in sys.modules if 'ein' in n or 'array_api' in n])"
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert found == "[]\n"


def test_opt_einsum_contracts_tensors() -> None:
    other = _rng.normal(size=(4, 5)), _rng.normal(size=(5, 3))

    def like(x: Any) -> list[Any]:
        return [dv.tensor(one) for one in other] if isinstance(x, dv.Tensor) else list(other)

    check_gradient(lambda x: opt_einsum.contract("abc,cd,de->eab", x, *like(x)))
    check_gradient(lambda x: opt_einsum.contract("abc,abd->dc", x, x))
    expression = opt_einsum.contract_expression("abc,cd,de->ae", VALUES.shape, (4, 5), (5, 3))
    check_gradient(lambda x: expression(x, *like(x)))


def of_xarray(x: Any) -> Any:
    return xarray.DataArray(x, dims=("a", "b", "c"), coords={"b": [1, 2, 3]})


XARRAY: dict[str, Callable[[Any], Any]] = {
    **{
        f"{name}, {options}": lambda x, name=name, options=options: (
            getattr(of_xarray(x), name)("b", **options).data
        )
        for name in ("sum", "mean", "max", "min", "std", "var", "prod", "cumsum")
        for options in ({}, {"skipna": False})
    },
    "median": lambda x: of_xarray(x).median("b", skipna=False).data,
    "quantile": lambda x: of_xarray(x).quantile(0.3, "b", skipna=False).data,
    "differentiate": lambda x: of_xarray(x).differentiate("b").data,
    "of all": lambda x: of_xarray(x).mean().data,
    "by name": lambda x: (
        (of_xarray(x) * xarray.DataArray(np.arange(4.0), dims="c") + of_xarray(x).mean("a")).data
    ),
    "with another order": lambda x: (of_xarray(x) * of_xarray(x).transpose("c", "b", "a")).data,
    "ufunc": lambda x: np.exp(of_xarray(x)).data,
    "dot": lambda x: xarray.dot(of_xarray(x), of_xarray(x).isel(a=1), dim="c").data,
    "isel": lambda x: of_xarray(x).isel(c=[0, 2]).data,
    "sel": lambda x: of_xarray(x).sel(b=2).data,
    "where": lambda x: of_xarray(x).where(of_xarray(x) > 0, 0.5).data,
    "concat": lambda x: xarray.concat([of_xarray(x), 2 * of_xarray(x)], "a").data,
    "stack": lambda x: of_xarray(x).stack(n=("a", "c")).data,
    "clip": lambda x: of_xarray(x).clip(-0.5, 0.5).data,
    "diff": lambda x: of_xarray(x).diff("c").data,
    "shift": lambda x: of_xarray(x).shift(c=1, fill_value=0.0).data,
    "fillna": lambda x: of_xarray(x).fillna(0.0).data,
    "groupby": lambda x: of_xarray(x).groupby("b").sum().data,
    "weighted": lambda x: of_xarray(x).weighted(xarray.DataArray([1.0, 2.0, 3.0], dims="b")).mean("b").data,
    **{
        f"rolling {name}": lambda x, name=name: getattr(of_xarray(x).rolling(b=2, min_periods=1), name)().data
        for name in ("sum", "mean", "max", "min", "var", "prod")
    },
    "rolling, centred": lambda x: of_xarray(x).rolling(c=3, center=True).mean().isel(c=slice(1, -1)).data,
    "rolling along two": lambda x: of_xarray(x).rolling(b=2, c=3, min_periods=1).sum().data,
    "windows": lambda x: of_xarray(x).rolling(c=2).construct("w", fill_value=0.0).data,
    "cumulative": lambda x: of_xarray(x).cumulative("c").mean().data,
    "coarsen": lambda x: of_xarray(x).coarsen(c=2).max().data,
    "dataset": lambda x: xarray.Dataset({"v": of_xarray(x)}).mean("c").v.data,
}


@pytest.mark.parametrize("name", XARRAY)
def test_xarray_keeps_gradients(name: str) -> None:
    check_gradient(XARRAY[name])


def test_xarray_passes_gradients_to_what_it_wraps() -> None:
    x = dv.tensor(VALUES, requires_grad=True)
    (of_xarray(x).mean("b") ** 2).sum().data.backward()
    np.testing.assert_allclose(
        x.grad.numpy(), np.broadcast_to(2 * VALUES.mean(1, keepdims=True) / 3, VALUES.shape)
    )


SCIKIT_LEARN = """
import os
os.environ["SCIPY_ARRAY_API"] = "1"  # which SciPy reads when it is imported
import numpy as np, derivata as dv, sklearn, warnings
from sklearn import decomposition, discriminant_analysis, linear_model, metrics, mixture, naive_bayes, preprocessing

warnings.simplefilter("ignore", RuntimeWarning)
sklearn.set_config(array_api_dispatch=True)
rng = np.random.default_rng(0)
samples = rng.normal(size=(40, 4))
target = samples @ np.arange(1.0, 5.0) + 0.1 * rng.normal(size=40)
classes = (target > 0).astype(np.int64)
lda = discriminant_analysis.LinearDiscriminantAnalysis()
normals = mixture.GaussianMixture(2, init_params="random_from_data", random_state=0)
for estimator, method, y in (
    (decomposition.PCA(2, svd_solver="full"), "transform", None),
    (decomposition.PCA(2, svd_solver="covariance_eigh"), "transform", None),
    (linear_model.Ridge(solver="svd"), "predict", target),
    (linear_model.RidgeCV(), "predict", target),
    (linear_model.RidgeClassifier(solver="svd"), "predict", classes),
    (lda, "predict_proba", classes),
    (naive_bayes.GaussianNB(), "predict_proba", classes),
    (normals, "predict_proba", None),
    (preprocessing.StandardScaler(), "transform", None),
    (preprocessing.MinMaxScaler(), "transform", None),
    (preprocessing.MaxAbsScaler(), "transform", None),
    (preprocessing.Normalizer(), "transform", None),
    (preprocessing.PolynomialFeatures(), "transform", None),
):
    wanted = getattr(estimator.fit(samples, y), method)(samples)
    x = dv.tensor(samples)
    found = getattr(estimator.fit(x, None if y is None else dv.tensor(y)), method)(x)
    assert isinstance(found, dv.Tensor), estimator
    np.testing.assert_allclose(found.numpy(), wanted, 1e-6, 1e-6, err_msg=str(estimator))
assert metrics.r2_score(dv.tensor(target), dv.tensor(target + 1)) == metrics.r2_score(target, target + 1)

x = dv.tensor(samples, requires_grad=True)
model = linear_model.Ridge(alpha=2.0, solver="svd", fit_intercept=False).fit(x, dv.tensor(target))
model.coef_[0].backward()


def coefficient(x):
    return np.linalg.solve(x.T @ x + 2.0 * np.eye(4), x.T @ target)[0]


step = np.zeros_like(samples)
step[3, 1] = 1e-6
slope = (coefficient(samples + step) - coefficient(samples - step)) / 2e-6
np.testing.assert_allclose(x.grad.numpy()[3, 1], slope, 1e-6)
"""


@pytest.mark.slow
def test_scikit_learn_fits_and_predicts_tensors() -> None:
    """Estimators give on tensors what they give on arrays; coefficients of a ridge have gradients by its samples."""
    subprocess.run([sys.executable, "-c", SCIKIT_LEARN], check=True)


def test_the_page_prints_what_it_shows() -> None:
    page = Path(__file__).parents[2] / "docs" / "array-api.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 8) == (0, True)


@pytest.mark.parametrize("call", [np.multiply, np.subtract, np.divide, np.hypot])
@pytest.mark.parametrize("inside", ["array", "tensor"])
def test_numpy_s_functions_of_a_tensor_and_a_dataarray_give_a_dataarray_with_gradients(
    call: Any, inside: str
) -> None:
    x = dv.tensor([1.0, 2.0], dtype=dv.float64, requires_grad=True)
    other = dv.tensor([3.0, 5.0], dtype=dv.float64)
    field = xarray.DataArray(other.numpy() if inside == "array" else other, dims="a")
    found = call(x, field)
    assert isinstance(found, xarray.DataArray)
    expected = call(x, other)
    assert found.data.tolist() == expected.tolist()
    slopes = [dv.autograd.grad(y.sum(), x)[0].tolist() for y in (found.data, expected)]
    assert slopes[0] == slopes[1]


def test_a_polynomial_that_xarray_fits_has_derivatives() -> None:
    x = dv.tensor([1.0, 2.0, 4.0], dtype=dv.float64, requires_grad=True)
    field = xarray.DataArray(x, dims="t", coords={"t": [0.0, 1.0, 2.0]})
    slope, offset = field.polyfit("t", 1).polyfit_coefficients.data
    assert [slope.item(), offset.item()] == pytest.approx([1.5, 5 / 6])
    assert dv.autograd.grad(slope, x)[0].tolist() == pytest.approx([-0.5, 0, 0.5], abs=1e-12)


def test_a_tensor_before_a_dataarray_is_refused_with_the_cure() -> None:
    x = dv.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(TypeError, match=r"xarray\.DataArray; write it as the first operand, or call NumPy's"):
        x * xarray.DataArray(np.ones(2), dims="a")
