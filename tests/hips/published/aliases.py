"""HIPS autograd's modules, each standing for one of derivata's: `install` lets programs import them."""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

MODULES = {
    "autograd.numpy": "derivata.numpy",
    **{f"autograd.numpy.{name}": f"derivata.numpy.{name}" for name in ("fft", "linalg", "random")},
    **{
        f"autograd.{name}": f"derivata.hips.{name}"
        for name in (
            "builtins",
            "differential_operators",
            "extend",
            "misc.fixed_points",
            "misc.flatten",
            "misc.optimizers",
            "scipy",
            "scipy.integrate",
            "scipy.linalg",
            "scipy.signal",
            "scipy.special",
            "scipy.stats",
            "test_util",
            "tracer",
        )
    },
    **{
        f"autograd.scipy.stats.{name}": f"derivata.hips.scipy.stats.{name}"
        for name in ("beta", "chi2", "dirichlet", "gamma", "multivariate_normal", "norm", "poisson", "t")
    },
}


def install() -> None:
    """Put derivata's modules where programs look for HIPS autograd's."""
    hips = import_module("derivata.hips")
    root = _module("autograd", **{name: value for name, value in vars(hips).items() if name[:2] != "__"})
    for name, target in MODULES.items():
        sys.modules[name] = import_module(target)
    root.numpy, root.scipy = sys.modules["autograd.numpy"], sys.modules["autograd.scipy"]
    root.misc = _module(
        "autograd.misc", flatten=sys.modules["autograd.misc.flatten"].flatten, const_graph=_absent
    )
    _module("autograd.core", primitive=hips.primitive, make_vjp=_make_vjp, primitive_vjps={}, vspace=_absent)
    _module("autograd.util", func=lambda function: function)
    _module("autograd.wrap_util", unary_to_nary=_unary_to_nary)


def _module(name: str, **contents: Any) -> Any:
    made: Any = ModuleType(name)
    made.__path__ = []
    vars(made).update(contents)
    sys.modules[name] = made
    return made


def _absent(*given: Any, **options: Any) -> Any:
    raise NotImplementedError("a part of HIPS autograd's own machinery")


def _make_vjp(fun: Callable[..., Any], x: Any) -> Any:
    return import_module("derivata.hips").make_vjp(fun)(x)


def _unary_to_nary(operator: Callable[..., Any]) -> Callable[..., Any]:
    def of_function(fun: Callable[..., Any], argnum: int = 0) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            return operator(lambda x: fun(*args[:argnum], x, *args[argnum + 1 :]), args[argnum])

        return call

    return of_function
