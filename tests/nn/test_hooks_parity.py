"""Hooks of modules are called when PyTorch calls them, with the same arguments, and replace the same values."""

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv

Log = list[Any]


def plain(value: Any) -> Any:
    """Return what both libraries have in common: lists of numbers in place of tensors."""
    if isinstance(value, tuple | list):
        return tuple(plain(item) for item in value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value.tolist() if hasattr(value, "tolist") else value


def noting(log: Log, name: str, result: Callable[..., Any] = lambda *_: None) -> Any:
    def hook(module: Any, *given: Any) -> Any:
        log.append((name, type(module).__name__, plain(given)))
        return result(*given)

    return hook


def made(lib: Any, kind: str = "two") -> Any:
    class Affine(lib.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.factor = lib.nn.Parameter(lib.tensor([2.0, 3.0]))

        def forward(self, x: Any, y: Any = None, *, scale: float = 1.0) -> Any:
            if scale < 0:
                raise ArithmeticError("negative")
            z = x * self.factor * scale
            if kind == "one":
                return z
            if kind == "dict":
                return {"z": z}
            return z, (z.detach() if y is None else z * y)

    return Affine()


def x_of(lib: Any, requires_grad: bool = True) -> Any:
    return lib.tensor([1.0, 4.0], requires_grad=requires_grad)


def forward_order(lib: Any, log: Log) -> Any:
    module = made(lib)
    module.register_forward_hook(noting(log, "after"))
    module.register_forward_hook(noting(log, "first after"), prepend=True)
    module.register_forward_hook(noting(log, "with"), with_kwargs=True)
    module.register_forward_pre_hook(noting(log, "before"))
    module.register_forward_pre_hook(noting(log, "first before"), prepend=True)
    module.register_forward_pre_hook(
        noting(log, "replaces", lambda args, kwargs: (args, {"scale": 10.0})), with_kwargs=True
    )
    return module(x_of(lib), scale=2.0)


def always(lib: Any, log: Log) -> Any:
    module = made(lib)
    module.register_forward_hook(noting(log, "never"))
    module.register_forward_hook(noting(log, "always"), always_call=True)
    module.register_forward_hook(noting(log, "always, too"), always_call=True, with_kwargs=True)
    with pytest.raises(ArithmeticError):
        module(x_of(lib), scale=-1.0)
    return module(x_of(lib))


def always_after_a_hook(lib: Any, log: Log) -> Any:
    """A hook that raised is not called again; an error of one that is called always becomes a warning."""
    module = made(lib)

    def fails(*_: Any) -> None:
        log.append("fails")
        raise ArithmeticError("of a hook")

    module.register_forward_hook(fails, always_call=True)
    module.register_forward_hook(noting(log, "after it"), always_call=True)
    module.register_forward_hook(fails, always_call=True)
    with pytest.raises(ArithmeticError), warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        module(x_of(lib))
    return len(told)


def full(lib: Any, log: Log) -> Any:
    module = made(lib)
    module.register_full_backward_hook(noting(log, "post"))
    module.register_full_backward_hook(
        noting(log, "doubles", lambda given, _: (given[0] * 2, *given[1:])), prepend=True
    )
    module.register_full_backward_pre_hook(noting(log, "pre"))
    module.register_full_backward_pre_hook(
        noting(log, "triples", lambda given: (given[0] * 3, given[1])), prepend=True
    )
    x, y = x_of(lib), lib.tensor([1.0, -1.0], requires_grad=True)
    first, second = module(x, y)
    (first.sum() + second.sum()).backward()
    return x.grad, y.grad, module.factor.grad


def full_of_one(lib: Any, log: Log) -> Any:
    """An input that needs no gradient, and an output that has none."""
    module = made(lib)
    module.register_full_backward_hook(noting(log, "post"))
    module.register_full_backward_pre_hook(noting(log, "pre"))
    x = x_of(lib)
    first, second = module(x, lib.tensor([1.0, -1.0]))
    first.sum().backward()
    return x.grad, first.requires_grad, second.requires_grad


def full_with_other_arguments(lib: Any, log: Log) -> Any:
    module = made(lib, "one")
    module.register_full_backward_hook(noting(log, "post"))
    x = x_of(lib)
    module(x, "text", scale=3.0).sum().backward()
    return x.grad, module.factor.grad


def full_without_inputs(lib: Any, log: Log) -> Any:
    module = made(lib)
    module.register_full_backward_hook(noting(log, "post"))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        module(x_of(lib, False))[0].sum().backward()
    return module.factor.grad, len(told)


def full_without_gradients(lib: Any, log: Log) -> Any:
    module = made(lib)
    module.register_full_backward_hook(noting(log, "post"))
    with lib.no_grad():
        return module(x_of(lib))


def full_twice(lib: Any, log: Log) -> Any:
    """Two calls before the backward, and a graph that is used twice."""
    module = made(lib, "one")
    module.register_full_backward_hook(noting(log, "post"))
    x = x_of(lib)
    y = module(module(x)).sum()
    y.backward(retain_graph=True)
    y.backward()
    return x.grad


def full_and_second_order(lib: Any, log: Log) -> Any:
    module = made(lib, "one")
    module.register_full_backward_hook(noting(log, "post"))
    x = x_of(lib)
    (grad,) = lib.autograd.grad((module(x) ** 2).sum(), x, create_graph=True)
    grad.sum().backward()
    return x.grad


def full_in_place_of_removed(lib: Any, log: Log) -> Any:
    module = made(lib, "one")
    with module.register_full_backward_hook(noting(log, "gone")):
        pass
    x = x_of(lib)
    module(x).sum().backward()
    return x.grad


def unusual_output(lib: Any, log: Log) -> Any:
    module = made(lib, "dict")
    module.register_full_backward_hook(noting(log, "post"))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        module(x_of(lib))["z"].sum().backward()
    return len(told)


def older(lib: Any, log: Log) -> Any:
    module = lib.nn.ReLU()
    module.register_backward_hook(noting(log, "post", lambda given, _: (given[0] * 5,)))
    x = x_of(lib)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        module(x * 1).sum().backward()
    return x.grad, len(told)


def older_of_several(lib: Any, log: Log) -> Any:
    module = made(lib, "dict")
    module.register_backward_hook(noting(log, "post"))
    x = x_of(lib)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        module(x)["z"].sum().backward()
    return x.grad, len(told)


def everywhere(lib: Any, log: Log) -> Any:
    of_all = lib.nn.modules.module
    of_all._global_is_full_backward_hook = None  # PyTorch never forgets
    handles = [
        of_all.register_module_forward_pre_hook(noting(log, "global before")),
        of_all.register_module_forward_hook(noting(log, "global after")),
        of_all.register_module_forward_hook(noting(log, "global with"), with_kwargs=True, always_call=True),
        of_all.register_module_full_backward_pre_hook(noting(log, "global pre")),
        of_all.register_module_full_backward_hook(noting(log, "global post")),
    ]
    module = made(lib, "one")
    module.register_full_backward_hook(noting(log, "post"))
    module.register_forward_hook(noting(log, "after"))
    model = lib.nn.Sequential(module, lib.nn.ReLU())
    x = x_of(lib)
    model(x).sum().backward()
    for handle in handles:
        handle.remove()
    model(x)
    return x.grad


def older_everywhere(lib: Any, log: Log) -> Any:
    of_all = lib.nn.modules.module
    of_all._global_is_full_backward_hook = None  # PyTorch never forgets
    module, x = lib.nn.ReLU(), x_of(lib)
    with of_all.register_module_backward_hook(noting(log, "global post")):
        module(x * 1).sum().backward()
        with pytest.raises(RuntimeError, match="Cannot use both regular backward hooks and full"):
            of_all.register_module_full_backward_hook(noting(log, ""))
    return x.grad


def registration(lib: Any, log: Log) -> Any:
    of_all = lib.nn.modules.module
    handles = [
        getattr(of_all, f"register_module_{kind}_registration_hook")(noting(log, kind))
        for kind in ("buffer", "module", "parameter")
    ]
    module = lib.nn.Module()
    module.weight = lib.nn.Parameter(lib.ones(1))
    module.register_parameter("none", None)
    module.weight = None
    module.register_buffer("mean", lib.ones(2))
    module.mean = lib.zeros(2)
    module.further = lib.nn.Buffer(lib.ones(1))
    handles[1].remove()
    module.child = lib.nn.ReLU()
    handles[0].remove(), handles[2].remove()
    with of_all.register_module_parameter_registration_hook(lambda m, n, p: lib.nn.Parameter(p * 2)):
        module.scale = lib.nn.Parameter(lib.ones(1))
    return module.scale, list(module.state_dict())


PROGRAMS = [
    forward_order,
    always,
    always_after_a_hook,
    full,
    full_of_one,
    full_with_other_arguments,
    full_without_inputs,
    full_without_gradients,
    full_twice,
    full_and_second_order,
    full_in_place_of_removed,
    unusual_output,
    older,
    older_of_several,
    everywhere,
    older_everywhere,
    registration,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_hooks_are_called_as_in_pytorch(program: Callable[[Any, Log], Any]) -> None:
    torch = pytest.importorskip("torch", reason="compared")
    logs: list[Log] = [[], []]
    expected, got = [plain(program(lib, log)) for lib, log in zip((torch, dv), logs, strict=True)]
    assert logs[1] == logs[0]
    assert got == expected
    assert logs[0] or program.__name__ in (
        "full_without_gradients",
        "full_in_place_of_removed",
        "unusual_output",
    )


@pytest.mark.parametrize("first", ["register_backward_hook", "register_full_backward_hook"])
def test_older_and_full_hooks_are_not_mixed(lib: Any, first: str) -> None:
    second = {"register_backward_hook", "register_full_backward_hook"} - {first}
    module = lib.nn.ReLU()
    getattr(module, first)(print)
    with pytest.raises(RuntimeError, match="Cannot use both regular backward hooks and full backward hooks"):
        getattr(module, second.pop())(print)


@pytest.mark.parametrize(
    ("register", "returned", "message"),
    [
        ("register_full_backward_hook", (None, None), "invalid number of grad_input, got 2, but expected 1"),
        ("register_full_backward_pre_hook", (), "invalid number of grad_output, got 0, but expected 1"),
    ],
)
def test_backward_hooks_return_as_many_gradients(
    lib: Any, register: str, returned: Any, message: str
) -> None:
    module = lib.nn.ReLU()
    getattr(module, register)(lambda *_: returned)
    with pytest.raises(RuntimeError, match=message):
        module(x_of(lib)).sum().backward()


@pytest.mark.filterwarnings("ignore:.*Full backward hook is firing")
def test_gradients_of_inputs_that_need_none_are_not_replaced(lib: Any) -> None:
    module = lib.nn.Linear(2, 1)
    module.register_full_backward_hook(lambda *_: (lib.ones(2),))
    with pytest.raises(RuntimeError, match="should always return None or None for all gradients"):
        module(x_of(lib, False)).sum().backward()


def test_forward_pre_hook_with_kwargs_returns_both(lib: Any) -> None:
    module = lib.nn.ReLU()
    module.register_forward_pre_hook(lambda *_: 3, with_kwargs=True)
    with pytest.raises(RuntimeError, match=r"a tuple of ?\s?\(new_args, new_kwargs\)"):
        module(x_of(lib))


def double(module: Any, args: Any, output: Any) -> Any:
    return output * 2


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda module: pickle.loads(pickle.dumps(module))])
def test_copied_modules_keep_their_hooks(lib: Any, duplicate: Any) -> None:
    module = lib.nn.ReLU()
    handle = module.register_forward_hook(double)
    twin = duplicate(module)
    handle.remove()
    assert module(x_of(lib)).tolist() == [1.0, 4.0]
    assert twin(x_of(lib)).tolist() == [2.0, 8.0]
    assert list(twin._forward_hooks.values()) == [double]
