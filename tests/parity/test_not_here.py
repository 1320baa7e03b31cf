"""The page of what is missing names what is missing, and nothing else."""

import pkgutil
import re
import types
import warnings
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import derivata as dv

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "not-here.md"
WITH_CLASSES = [
    "torch.autograd",
    "torch.autograd.graph",
    "torch.autograd.functional",
    "torch.autograd.forward_ad",
    "torch.nn",
    "torch.nn.utils",
    "torch.nn.init",
    "torch.optim",
    "torch.func",
    "torch.utils",
    "torch.utils.data",
    "torch.amp",
    "torch.testing",
    "torch.distributions",
    "torch.autograd.function",
    "torch.utils.checkpoint",
]
"""Of these, classes and modules count, too."""
PLACES = [
    "torch",
    "torch.Tensor",
    "torch.nn.Module",
    "torch.nn.functional",
    "torch.special",
    "torch.linalg",
    "torch.fft",
    "torch.masked",
    "torch.signal.windows",
    *WITH_CLASSES,
]

EVERYWHERE = [
    "torch.accelerator",
    "torch.autograd.profiler",
    "torch.autograd.variable",
    "torch.backends",
    "torch.backends.cuda",
    "torch.compiler",
    "torch.cuda",
    "torch.cuda.amp",
    "torch.distributions.kl",
    "torch.distributions.transforms",
    "torch.mps",
    "torch.nn.modules",
    "torch.nn.modules.activation",
    "torch.nn.modules.loss",
    "torch.optim.adam",
    "torch.optim.lr_scheduler",
    "torch.profiler",
    "torch.sparse",
    "torch.utils.data.dataset",
    "torch.xpu",
]
"""Further places, whose missing names are answered as well."""


def stated(place: str) -> list[str]:
    """Return the names that the page gives for a place."""
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, _, table = section.partition("\n")
        if title == place:
            return re.findall(
                r"`(\w+)`", "".join(row.split("|")[2] for row in table.split("\n") if "`" in row)
            )
    return []


def found(root: Any, place: str) -> Any:
    path = place.partition(".")[2]
    return attrgetter(path)(root) if path else root


def is_name(value: Any, place: str) -> bool:
    """Whether a public attribute is a function, or a class of PyTorch; all attributes of tensors count."""
    if place == "torch" and type(value).__module__ == "torch":
        return True  # a dtype, a layout, a memory format
    if place in ("torch", *WITH_CLASSES) and isinstance(value, type):
        return str(getattr(value, "__module__", "")).startswith("torch")
    if place in (*WITH_CLASSES, *EVERYWHERE):
        return callable(value) and str(getattr(value, "__module__", "")).startswith("torch")
    return place in ("torch.Tensor", "torch.nn.Module") or (
        callable(value) and not isinstance(value, type | types.ModuleType)
    )


def modules(theirs: Any, place: str) -> list[str]:
    """Return the public modules of a place, on disk: not all of them are imported."""
    folders = getattr(theirs, "__path__", []) if place in WITH_CLASSES else []
    return [module.name for module in pkgutil.iter_modules(folders) if module.name[0] != "_"]


def has_module(ours: Any, place: str, name: str) -> bool:
    """Tell whether derivata has a module, or another attribute, of a name in a place."""
    if hasattr(ours, name) or not hasattr(ours, "__path__"):
        return hasattr(ours, name)
    return find_spec(f"{place.replace('torch', 'derivata', 1)}.{name}") is not None


@pytest.mark.parametrize("place", PLACES)
def test_page_names_what_is_missing(place: str) -> None:
    """Every public function of torch, torch.nn.functional, torch.special, torch.linalg, torch.fft, torch.masked and
    torch.signal.windows, every function, class and module of torch.nn, torch.nn.utils, torch.nn.init, torch.optim,
    torch.func and torch.utils, and every attribute of torch.Tensor and torch.nn.Module, is here, or stands with the
    reason on the page of what is not.
    """
    torch = pytest.importorskip("torch", reason="its public names are compared")
    theirs, ours = found(torch, place), found(dv, place)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        public = [name for name in dir(theirs) if name[0] != "_" and is_name(getattr(theirs, name), place)]
        missing = {name for name in public if not hasattr(ours, name)}
    missing |= {name for name in modules(theirs, place) if not has_module(ours, place, name)}
    assert len(public) > 3
    assert missing - set(stated(place)) == set(), "say on docs/not-here.md why"
    assert set(stated(place)) - missing == set(), "take them off docs/not-here.md: they are here"


def test_page_names_the_modules_that_are_missing() -> None:
    torch = pytest.importorskip("torch", reason="its modules are compared")
    found = [module.name for module in pkgutil.iter_modules(torch.__path__) if module.name[0] != "_"]
    assert sorted(name for name in found if not has_module(dv, "torch", name)) == sorted(
        stated("modules of torch")
    )


@pytest.mark.parametrize("place", [*PLACES, *EVERYWHERE])
def test_missing_names_are_answered(place: str) -> None:
    """What a module of PyTorch has and ours lacks is answered with the reason, the place or a near name."""
    torch = pytest.importorskip("torch", reason="its public names are asked for")
    theirs, ours = import_module(place) if place in EVERYWHERE else found(torch, place), found(dv, place)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        names = [name for name in dir(theirs) if name[0] != "_" and is_name(getattr(theirs, name), place)]
    for name in names:
        try:
            getattr(ours, name)
        except AttributeError as error:
            assert "; " in str(error), name
            assert PAGE.name not in str(error) or "not here: " in str(error) or name in stated(place), name


@pytest.mark.parametrize("place", [*PLACES, "modules of torch"])
def test_names_are_given_once(place: str) -> None:
    names = stated(place)
    assert len(names) == len(set(names))


def test_missing_attributes_of_tensors_are_answered() -> None:
    """The error for each attribute that the page names says what to use, or names the page."""
    for name in stated("torch.Tensor"):
        with pytest.raises(AttributeError, match=rf"^'Tensor' object has no attribute '{name}'; \w"):
            getattr(dv.ones(2), name)


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_questions_about_devices_and_layouts(library: str) -> None:
    """What programs ask about devices and layouts is answered as PyTorch does for a dense tensor on the processor."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    x = lib.ones(2, 3)
    kinds = ["cuda", "ipu", "maia", "meta", "mkldnn", "mps", "mtia", "vulkan", "xla", "xpu"]
    assert x.is_cpu
    assert not any(getattr(x, f"is_{kind}") for kind in [*kinds, "nested", "quantized", "sparse_csr"])
    assert not (x.is_pinned() or x.is_shared() or x.is_distributed())
    assert (x.dense_dim(), x.sparse_dim()) == (2, 0)
    assert x.to_sparse_coo().to_dense().tolist() == x.tolist()


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_unary_plus_and_reversed(library: str) -> None:
    """`+x` is the tensor's value, recorded; `reversed(x)` is a tensor, flipped along its first dimension."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    assert (+x).tolist() == x.tolist()
    assert reversed(x).tolist() == [[3.0, 4.0], [1.0, 2.0]]
    assert reversed(lib.tensor(5.0)).item() == 5.0
    (+x * reversed(x)).sum().backward()
    assert x.grad.tolist() == [[6.0, 8.0], [2.0, 4.0]]
