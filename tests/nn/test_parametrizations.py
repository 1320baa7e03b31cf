"""Parametrizations, weight and spectral normalisation, fusion: the same on both libraries."""

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv


def given(lib: Any, *shape: int, seed: int = 0) -> Any:
    return lib.from_numpy(np.random.default_rng(seed).standard_normal(shape).astype(np.float32))


def layer_of(lib: Any, rows: int = 3, columns: int = 3) -> Any:
    layer = lib.nn.Linear(columns, rows)
    layer.weight.data, layer.bias.data = given(lib, rows, columns), given(lib, rows, seed=1)
    return layer


def symmetric(lib: Any, inverse: bool = True) -> Any:
    class Symmetric(lib.nn.Module):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            return x.triu() + x.triu(1).mT

        if inverse:

            def right_inverse(self, x: Any) -> Any:
                return x.triu()

    return Symmetric()


def two_parts(lib: Any, parts: Any = lambda x: (x / 2, x / 2)) -> Any:
    class Parts(lib.nn.Module):  # type: ignore[misc]
        def forward(self, *parts: Any) -> Any:
            return sum(parts)

        def right_inverse(self, x: Any) -> Any:
            return parts(x)

    return Parts()


def function(lib: Any, call: Any, inverse: Any = None) -> Any:
    class Function(lib.nn.Module):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            return call(x)

        if inverse:

            def right_inverse(self, x: Any) -> Any:
                return inverse(x)

    return Function()


def gradients(module: Any) -> list[Any]:
    return [parameter.grad.tolist() for parameter in module.parameters()]


def in_order(lib: Any) -> Any:
    """Two parametrizations of one tensor: what is printed, saved, computed and learned; assignment; removal."""
    P, layer = lib.nn.utils.parametrize, layer_of(lib)
    weight = layer.weight
    assert P.register_parametrization(layer, "weight", symmetric(lib)) is layer
    assert layer.parametrizations.weight.original is weight
    P.register_parametrization(layer, "weight", function(lib, lambda x: x * 2, lambda x: x / 2))
    told: list[Any] = [repr(layer), list(layer.state_dict()), layer.weight.tolist(), P.is_parametrized(layer)]
    layer(lib.ones(2, 3)).sum().backward()
    told += [gradients(layer), [name for name, _ in layer.named_parameters()]]
    value = given(lib, 3, 3, seed=2)
    layer.weight = value + value.mT
    told += [layer.weight.tolist(), layer.parametrizations.weight.original.tolist()]
    assert P.type_before_parametrizations(layer) is lib.nn.Linear is not type(layer)
    P.remove_parametrizations(layer, "weight")
    assert type(layer) is lib.nn.Linear and layer.weight is weight and not P.is_parametrized(layer)
    return [*told, layer.weight.tolist(), list(layer.state_dict()), hasattr(layer, "parametrizations")]


def several_originals(lib: Any) -> Any:
    P, layer = lib.nn.utils.parametrize, layer_of(lib)
    P.register_parametrization(layer, "weight", two_parts(lib))
    P.register_parametrization(
        layer, "bias", function(lib, lambda x: x.exp(), lambda x: x.log()), unsafe=True
    )
    layer.bias = lib.ones(3)
    told = [list(layer.state_dict()), layer.weight.tolist(), layer.bias.tolist(), repr(layer)]
    with pytest.raises(ValueError, match="leave_parametrized=False"):
        P.remove_parametrizations(layer, "weight", leave_parametrized=False)
    layer(lib.ones(2, 3)).sum().backward()
    told.append(gradients(layer))
    P.remove_parametrizations(layer, "weight")
    P.remove_parametrizations(layer, "bias", leave_parametrized=False)
    return [*told, layer.weight.tolist(), layer.bias.tolist(), sorted(layer.state_dict())]


def buffers(lib: Any) -> Any:
    P, norm = lib.nn.utils.parametrize, lib.nn.BatchNorm1d(3)
    P.register_parametrization(norm, "running_mean", function(lib, lambda x: x + 1))
    told = [list(norm.state_dict()), norm.running_mean.tolist(), [name for name, _ in norm.named_buffers()]]
    P.remove_parametrizations(norm, "running_mean", leave_parametrized=False)
    return [*told, norm.running_mean.tolist(), sorted(norm.state_dict())]


def caching(lib: Any) -> Any:
    P, layer, calls = lib.nn.utils.parametrize, layer_of(lib), []
    P.register_parametrization(layer, "weight", function(lib, lambda x: (calls.append(1), x * 2)[1]))
    calls.clear()
    with P.cached():
        first = layer.weight
        with P.cached():
            assert layer.weight is first
        assert layer.weight is first
    assert layer.weight is not first
    return len(calls)


def transferred(lib: Any) -> Any:
    P, source, target = lib.nn.utils.parametrize, layer_of(lib), lib.nn.Module()
    assert P.transfer_parametrizations_and_params(source, target) is target
    P.register_parametrization(source, "weight", symmetric(lib))
    P.register_parametrization(source, "bias", two_parts(lib))
    P.transfer_parametrizations_and_params(source, target)
    assert target.parametrizations.weight.original is source.parametrizations.weight.original
    one = P.transfer_parametrizations_and_params(source, layer_of(lib, 3, 3), "bias")
    return list(target.state_dict()), target.weight.tolist(), target.bias.tolist(), sorted(one.state_dict())


def copied(lib: Any) -> Any:
    """A copy is independent: removal from one of them leaves the other."""
    P, layer = lib.nn.utils.parametrize, layer_of(lib)
    P.register_parametrization(layer, "weight", symmetric(lib))
    twin = copy.deepcopy(layer)
    with lib.no_grad():
        twin.parametrizations.weight.original.zero_()
    with pytest.raises(RuntimeError, match="Serialization of parametrized modules"):
        pickle.dumps(layer)
    other = layer_of(lib)
    P.register_parametrization(other, "weight", function(lib, lambda x: x))
    other.load_state_dict(layer.state_dict())
    return layer.weight.tolist(), twin.weight.tolist(), other.weight.tolist()


def lasting_norms(lib: Any) -> Any:
    told: list[Any] = []
    for dim in (0, 1, None):
        layer = lib.nn.utils.parametrizations.weight_norm(layer_of(lib, 2, 3), dim=dim)
        layer(lib.ones(2, 3)).square().sum().backward()
        told += [
            repr(layer),
            {k: tuple(v.shape) for k, v in layer.state_dict().items()},
            layer.weight.tolist(),
        ]
        told.append(gradients(layer))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        older = lib.nn.utils.weight_norm(layer_of(lib, 2, 3))
    with lib.no_grad():
        older.weight_g *= 2
    layer = lib.nn.utils.parametrizations.weight_norm(layer_of(lib, 2, 3))
    layer.load_state_dict(older.state_dict())
    return [*told, layer.weight.tolist()]


def older_norms(lib: Any) -> Any:
    told: list[Any] = []
    for dim in (0, None):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            layer = lib.nn.utils.weight_norm(layer_of(lib, 2, 3), dim=dim)
        with lib.no_grad():
            layer.weight_g *= 2
        layer(lib.ones(2, 3)).square().sum().backward()
        told += [len(caught), repr(layer), list(layer.state_dict()), layer.weight.tolist(), gradients(layer)]
        lib.nn.utils.remove_weight_norm(layer)
        told += [sorted(layer.state_dict()), layer.weight.tolist(), len(layer._forward_pre_hooks)]
    return told


def with_vectors(lib: Any, module: Any, left: str, right: str) -> Any:
    """Give the vectors of the power method values that both libraries have."""
    for seed, name in enumerate((left, right)):
        buffer = module.get_buffer(name)
        value = given(lib, *buffer.shape, seed=7 + seed)
        buffer.copy_(value / (value * value).sum().sqrt())
    return module


def spectral(lib: Any) -> Any:
    N, told = lib.nn.utils.parametrizations, []
    for module, x, options in [
        (layer_of(lib, 2, 3), lib.ones(2, 3), {}),
        (lib.nn.ConvTranspose1d(3, 2, 2), lib.ones(1, 3, 4), {"n_power_iterations": 3}),
    ]:
        module.weight.data = given(lib, *module.weight.shape)
        module.bias.data = lib.zeros(2)
        N.spectral_norm(module, **options)
        with_vectors(lib, module, "parametrizations.weight.0._u", "parametrizations.weight.0._v")
        module(x).square().sum().backward()
        told += [repr(module), list(module.state_dict()), gradients(module), module.eval().weight.tolist()]
        told.append(module.parametrizations.weight[0]._u.tolist())
    vector = N.spectral_norm(layer_of(lib, 3, 3), "bias")
    return [*told, vector.bias.tolist(), list(vector.state_dict())]


def older_spectral(lib: Any) -> Any:
    told = []
    for module, x in [
        (layer_of(lib, 2, 3), lib.ones(2, 3)),
        (lib.nn.ConvTranspose1d(3, 2, 2), lib.ones(1, 3, 4)),
    ]:
        module.weight.data = given(lib, *module.weight.shape)
        module.bias.data = lib.zeros(2)
        lib.nn.utils.spectral_norm(module, n_power_iterations=2)
        with_vectors(lib, module, "weight_u", "weight_v")
        (module(x).square().sum() - module(x * 2).square().sum()).backward()
        told += [repr(module), list(module.state_dict()), gradients(module)]
        module.eval()
        told.append(module(x).tolist())
        lib.nn.utils.remove_spectral_norm(module)
        told += [sorted(module.state_dict()), module(x).tolist()]
    return told


def orthogonal(lib: Any) -> Any:
    """Values and gradients at an original that both libraries have, for each map and shape."""
    told: list[Any] = []
    N = lib.nn.utils.parametrizations
    for shape in [(3, 3), (4, 2), (2, 4)]:
        for mapping in ("matrix_exp", "cayley", "householder", None):
            layer = N.orthogonal(layer_of(lib, *shape), orthogonal_map=mapping)
            part = layer.parametrizations.weight[0]
            base = np.linalg.qr(np.random.default_rng(3).standard_normal((max(shape), max(shape))))[0]
            part.base = lib.from_numpy(base.astype(np.float32))
            with lib.no_grad():
                noise = 0.1 * given(lib, *shape, seed=4)  # the diagonal has the signs of reflections
                noise = noise.triu(1) if shape[0] < shape[1] else noise.tril(-1)
                layer.parametrizations.weight.original += noise
            weight = layer.weight
            square = weight @ weight.mT if shape[0] <= shape[1] else weight.mT @ weight
            np.testing.assert_allclose(square.detach().numpy(), np.eye(min(shape)), atol=1e-5)
            (weight * given(lib, *shape, seed=5)).sum().backward()
            told += [repr(layer), list(layer.state_dict()), weight.tolist()]
            told.append(layer.parametrizations.weight.original.grad.tolist())
    for mapping in ("cayley", "householder"):
        layer = N.orthogonal(layer_of(lib, 4, 2), orthogonal_map=mapping, use_trivialization=False)
        told += [layer.weight.tolist(), list(layer.state_dict())]
    layer.weight = given(lib, 4, 2, seed=6)
    told.append(layer.weight.tolist())
    square = layer_of(lib)
    square.weight.data = lib.from_numpy(np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))[0])
    before = square.weight.detach().clone()
    N.orthogonal(square)
    np.testing.assert_allclose(square.weight.detach().numpy(), before.numpy(), atol=1e-10)
    square.weight = given(lib, 3, 3).double()
    return [*told, square.weight.tolist()]


def fused(lib: Any) -> Any:
    U, told = lib.nn.utils, []
    for make, x, channels, options in [
        (lambda: lib.nn.Conv2d(2, 3, 2, bias=False), given(lib, 2, 2, 4, 4), 3, {}),
        (lambda: lib.nn.Conv1d(2, 3, 2), given(lib, 2, 2, 4), 3, {}),
        (lambda: lib.nn.ConvTranspose1d(2, 3, 2), given(lib, 2, 2, 4), 3, {"transpose": True}),
        (lambda: lib.nn.Linear(4, 3), given(lib, 2, 4), 3, {}),
    ]:
        layer = make().eval()
        norm = getattr(lib.nn, f"BatchNorm{max(x.ndim - 2, 1)}d")(channels).eval()
        for tensor in (norm.running_mean, norm.running_var, norm.weight.data, norm.bias.data):
            tensor.copy_(given(lib, channels, seed=tensor.shape[0]).abs() + 0.5)
        fuse = U.fuse_linear_bn_eval if isinstance(layer, lib.nn.Linear) else U.fuse_conv_bn_eval
        one = fuse(layer, norm, **options)
        np.testing.assert_allclose(
            one(x).detach().numpy(), norm(layer(x)).detach().numpy(), rtol=1e-4, atol=1e-5
        )
        told += [repr(one), [(name, p.requires_grad) for name, p in one.named_parameters()]]
        with pytest.raises(AssertionError, match="Fusion only for eval"):
            fuse(layer.train(), norm)
        with pytest.raises(AssertionError, match="must not be None"):
            fuse(layer.eval(), type(norm)(channels, track_running_stats=False).eval())
    with pytest.raises(AssertionError, match=r"linear\.out_features == bn\.num_features"):
        U.fuse_linear_bn_eval(lib.nn.Linear(2, 2).eval(), lib.nn.BatchNorm1d(3).eval())
    return told


PROGRAMS = [
    in_order,
    several_originals,
    buffers,
    caching,
    transferred,
    copied,
    lasting_norms,
    older_norms,
    spectral,
    older_spectral,
    orthogonal,
    fused,
]


def assert_close(got: Any, expected: Any) -> None:
    """Compare nested lists, numbers with a tolerance."""
    if isinstance(expected, float):
        assert got == pytest.approx(expected, rel=1e-4, abs=1e-5)
    elif isinstance(expected, list | tuple):
        assert len(got) == len(expected)
        for one, other in zip(got, expected, strict=True):
            assert_close(one, other)
    else:
        assert got == expected


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_programs_do_the_same_on_pytorch(program: Any) -> None:
    torch = pytest.importorskip("torch", reason="compared")
    assert_close(program(dv), program(torch))


WRONG = {
    "no such tensor": lambda lib, P, m: P.register_parametrization(m, "weigth", lib.nn.ReLU()),
    "other shape": lambda lib, P, m: P.register_parametrization(m, "weight", function(lib, lambda x: x[:1])),
    "other dtype": lambda lib, P, m: P.register_parametrization(
        m, "weight", function(lib, lambda x: x.double())
    ),
    "no tensor": lambda lib, P, m: P.register_parametrization(m, "weight", function(lib, lambda x: 3.0)),
    "inverse of another dtype": lambda lib, P, m: P.register_parametrization(
        m, "weight", function(lib, lambda x: x, lambda x: x.double())
    ),
    "inverse is no tensor": lambda lib, P, m: P.register_parametrization(
        m, "weight", function(lib, lambda x: x, lambda x: 3.0)
    ),
    "one of several is no tensor": lambda lib, P, m: P.register_parametrization(
        m, "weight", two_parts(lib, lambda x: (x, 3))
    ),
    "second of another shape": lambda lib, P, m: P.register_parametrization(
        P.register_parametrization(m, "weight", function(lib, lambda x: x)),
        "weight",
        function(lib, lambda x: x[:1]),
    ),
    "second with another inverse": lambda lib, P, m: P.register_parametrization(
        P.register_parametrization(m, "weight", function(lib, lambda x: x)),
        "weight",
        function(lib, lambda x: x, lambda x: x.double()),
    ),
    "not parametrized": lambda lib, P, m: P.remove_parametrizations(m, "weight"),
    "no modules": lambda lib, P, m: P.ParametrizationList([], m.weight),
    "orthogonal vector": lambda lib, P, m: lib.nn.utils.parametrizations.orthogonal(m, "bias"),
    "orthogonal of nothing": lambda lib, P, m: lib.nn.utils.parametrizations.orthogonal(m, "more"),
    "another map": lambda lib, P, m: lib.nn.utils.parametrizations.orthogonal(m, orthogonal_map="exp"),
    "reflections of complex": lambda lib, P, m: lib.nn.utils.parametrizations.orthogonal(
        lib.nn.Linear(2, 2, dtype=lib.complex64), orthogonal_map="householder"
    ),
    "orthogonal of another shape": lambda lib, P, m: setattr(
        lib.nn.utils.parametrizations.orthogonal(m), "weight", lib.ones(2, 2)
    ),
    "no steps": lambda lib, P, m: lib.nn.utils.parametrizations.spectral_norm(m, n_power_iterations=0),
    "spectral norm of nothing": lambda lib, P, m: lib.nn.utils.parametrizations.spectral_norm(m, "more"),
    "weight norm of nothing": lambda lib, P, m: lib.nn.utils.parametrizations.weight_norm(m, "more"),
    "no steps, older": lambda lib, P, m: lib.nn.utils.spectral_norm(m, n_power_iterations=0),
    "nothing to remove": lambda lib, P, m: lib.nn.utils.remove_spectral_norm(m),
    "no norm to remove": lambda lib, P, m: lib.nn.utils.remove_weight_norm(m),
    "no shape yet": lambda lib, P, m: lib.nn.utils.spectral_norm(lib.nn.LazyLinear(2)),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_pytorch_refuses_is_refused(lib: Any, case: str) -> None:
    with pytest.raises(ValueError):
        WRONG[case](lib, lib.nn.utils.parametrize, layer_of(lib))


def test_other_refusals(lib: Any) -> None:
    U, P = lib.nn.utils, lib.nn.utils.parametrize
    with pytest.raises(IndexError, match="Dimension out of range"):
        U.parametrizations.spectral_norm(layer_of(lib), dim=2)
    layer = U.spectral_norm(layer_of(lib))
    with pytest.raises(RuntimeError, match="Cannot register two spectral_norm hooks"):
        U.spectral_norm(layer)
    layer = P.register_parametrization(layer_of(lib), "weight", symmetric(lib, False))
    with pytest.raises(RuntimeError, match=r"does not implement right_inverse"):
        layer.weight = lib.ones(3, 3)
    with pytest.raises(NotImplementedError, match="It is not possible to assign"):
        U.parametrizations.orthogonal(
            layer_of(lib), orthogonal_map="cayley", use_trivialization=False
        ).weight = lib.ones(3, 3)
    with pytest.raises(RuntimeError, match="Expected a Module; got"):
        U.skip_init(int)
    with pytest.raises(RuntimeError, match="Module must support a 'device' arg"):
        U.skip_init(lib.nn.ReLU)


@pytest.mark.filterwarnings("ignore:.*weight_norm.* is deprecated")
def test_parametrizations_return_what_they_were_registered_with(lib: Any) -> None:
    """An assigned value whose inverse is of another kind is refused."""
    P, answers = lib.nn.utils.parametrize, [lambda x: x]
    layer = P.register_parametrization(
        layer_of(lib), "weight", function(lib, lambda x: x, lambda x: answers[-1](x))
    )
    for answer in (lambda x: 3.0, lambda x: x.double()):
        answers.append(answer)
        with pytest.raises(ValueError):
            layer.weight = lib.ones(3, 3)
    several: list[Any] = [lambda x: (x, x)]
    layer = P.register_parametrization(
        layer_of(lib), "bias", two_parts(lib, lambda x: several[-1](x)), unsafe=True
    )
    for answer in (lambda x: 3.0, lambda x: (x,), lambda x: (x, 3.0), lambda x: (x, x.double())):
        several.append(answer)
        with pytest.raises(ValueError):
            layer.bias = lib.ones(3)
    with pytest.raises(RuntimeError, match="Cannot register two weight_norm hooks"):
        lib.nn.utils.weight_norm(lib.nn.utils.weight_norm(layer_of(lib)))


def test_skipped_initialisation(lib: Any) -> None:
    lib.manual_seed(0)
    expected = lib.rand(2).tolist()
    lib.manual_seed(0)
    layer = lib.nn.utils.skip_init(lib.nn.Linear, 5, out_features=2)
    assert lib.rand(2).tolist() == expected
    assert layer.weight.shape == (2, 5) and layer.weight.requires_grad


@pytest.mark.filterwarnings("ignore:.*stateless.functional_call. is deprecated")
def test_older_functional_call(lib: Any) -> None:
    layer = lib.nn.Linear(2, 1)
    state = {"weight": lib.ones(1, 2), "bias": lib.zeros(1)}
    assert lib.nn.utils.stateless.functional_call(layer, state, lib.ones(2)).tolist() == [2.0]
