"""The error for a name that a module lacks: it suggests the nearest name, or says why there is none."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

Hooks: TypeAlias = tuple[Callable[[str], Any], Callable[[], list[str]]]
"""What a module calls `__getattr__` and `__dir__`."""

PAGE = "derivata/not-here.md lists what PyTorch has beyond derivata"
"""Where to look for what is like no name."""


class MissingName(AttributeError):
    """AttributeError that computes its suggestion only when it is printed, so that `hasattr` stays cheap."""

    def __init__(self, module: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"module {module!r} has no attribute {name!r}", name=name)
        self.module = module
        self.known = known

    def __str__(self) -> str:
        text, name = str(self.args[0]), str(self.name)
        if name.startswith("_"):
            return text
        known = [*self.known]
        why = "" if f"{name}_" in known else reason(self.module, name)  # an old name of what is there
        cure = why or elsewhere(name, self.module) or near(name, known) or reason(self.module, "*")
        return f"{text}; {cure or PAGE}"


def only_these(module: dict[str, Any], *lazy: str) -> Hooks:
    """Return `__getattr__`, which raises MissingName, and `__dir__` for a module.

    Parameters
    ----------
    module
        The globals of the module.
    lazy
        Names that the module loads itself when they are used.
    """

    def find(name: str) -> Any:
        raise MissingName(module["__name__"], name, public_names(module, lazy))

    return find, lambda: public_names(module, lazy)


def answer_within(module: ModuleType) -> None:
    """Have a module inside a package answer for names that it lacks, and list what it defines.

    The answer is the package's own name, or MissingName: PyTorch keeps other names in the modules of its packages, and
    ``nn.modules.activation.ReLU6`` is found.
    """

    def find(name: str) -> Any:
        package = import_module(module.__name__.rpartition(".")[0])
        if name[0] != "_" and name in dir(package):
            return getattr(package, name)
        raise MissingName(module.__name__, name, public_names(vars(module)))

    vars(module).setdefault("__getattr__", find)
    vars(module).setdefault("__dir__", lambda: public_names(vars(module)))


def public_names(module: Mapping[str, Any], lazy: Iterable[str] = ()) -> list[str]:
    """Return what `dir` lists of a module: its names without what it imports from elsewhere.

    Parameters
    ----------
    module
        The globals of the module. Its names are those of `__all__`, or else what it defines itself; a package also
        offers what derivata or the package defines. Modules are named in `__all__` or in `lazy`: those of a package
        are where its parts are written.
    lazy
        Names that are loaded when they are used, and modules for users.
    """
    own = module.get("__all__") or [
        name for name, value in module.items() if name[0] != "_" and _is_defined_for(module, value)
    ]
    namespaces = [
        name for name, value in module.items() if name[0] != "_" and _is_namespace_of(module, value)
    ]
    return sorted({*own, *namespaces, *lazy, *[name for name in module if name.startswith("__")]})


def _is_namespace_of(module: Mapping[str, Any], value: Any) -> bool:
    """Whether a value is a module of ops that a generated package offers, as in ``my_ops.special``."""
    return isinstance(value, ModuleType) and value.__name__.startswith(f"{module['__name__']}.namespaces.")


def _is_defined_for(module: Mapping[str, Any], value: Any) -> bool:
    """Whether a module defines a value, or for a package derivata or the package; this folder only helps."""
    is_listed = not isinstance(value, ModuleType | TypeVar)
    home = str(getattr(value, "__module__", None)) if is_listed else ""
    if "__path__" not in module:
        return home == str(module["__name__"])
    support, _, _ = __name__.rpartition(".")
    packages = (support.partition(".")[0], module["__name__"].partition(".")[0])
    return home.partition(".")[0] in packages and not home.startswith(f"{support}.")


_PLACES = """nn.functional linalg special fft nn optim autograd func nn.utils nn.init optim.lr_scheduler
    utils.checkpoint distributions masked"""
"""Where else a name may be, those first that are asked for most."""


def elsewhere(name: str, module: str = "") -> str:
    """Return "use derivata.nn.functional.softplus" if another module of derivata has the name, or "".

    Parameters
    ----------
    name
        What was asked for.
    module
        Where: packages that it is in are asked first.
    """
    library, *parts = (module or __name__).split(".")
    inner = [".".join([library, *parts[:end]]) for end in reversed(range(len(parts)))] if module else []
    modules = (
        import_module(place) for place in [*inner, *[f"{library}.{place}" for place in _PLACES.split()]]
    )
    return next((f"use {found.__name__}.{name}" for found in modules if name in dir(found)), "")


def near(name: str, known: Iterable[str]) -> str:
    """Return "did you mean 'tanh'?" for the name that is nearest, or ""."""
    found = nearest(name, known)
    return f"did you mean {found!r}?" if found else ""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that was probably meant, or "".

    It is the one at the smallest Damerau distance, if that is at most a quarter of the letters (one for short names);
    case and underscores do not count. Otherwise it is the shortest that the name begins.

    Examples
    --------
    >>> from derivata.support.missing_names import nearest
    >>> nearest("tahn", ["tan", "tanh"]), nearest("crossentropy", ["CrossEntropyLoss"])
    ('tanh', 'CrossEntropyLoss')
    """
    word = _plain(name)
    if len(word) < 3:
        return ""
    limit = max(1, len(word) // 4)
    others = [(other, _plain(other)) for other in sorted(set(known) - {name}) if other[:1] != "_"]
    close = [(other, plain) for other, plain in others if abs(len(plain) - len(word)) <= limit]
    ranked = [(damerau_distance(word, plain), _strange(word, plain), other) for other, plain in close]
    if ranked and min(ranked)[0] <= limit:
        return min(ranked)[2]
    longer = [other for other, plain in others if len(word) > 3 and plain.startswith(word)]
    return min(longer, key=len, default="")


def damerau_distance(first: str, second: str) -> int:
    """Return the Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of neighbours.

    Examples
    --------
    >>> from derivata.support.missing_names import damerau_distance
    >>> damerau_distance("tahn", "tanh"), damerau_distance("sofmtax", "softmax")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(second, 1):
            best = min(row[-1] + 1, before[j] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
    return row[-1]


def reason(module: str, name: str) -> str:
    """Return why a name of PyTorch is missing, as docs/not-here.md says, or "".

    What it says of a package holds for modules inside; all that it does not list is "*".
    """
    place = module.replace("derivata", "torch", 1)
    while place:
        if text := reasons().get((place, name), ""):
            return f"not here: {text} (derivata/not-here.md)"
        place = place.rpartition(".")[0]
    return ""


@cache
def reasons() -> dict[tuple[str, str], str]:
    """Return the reasons in derivata/not-here.md, a page that is part of the package, by module and name."""
    from pathlib import Path  # only where an error is shown

    found = {}
    page = Path(__file__).parent.parent / "not-here.md"
    for section in page.read_text(encoding="utf-8").split("\n## ")[1:]:
        place, _, table = section.partition("\n")
        for row in table.split("\n"):
            if "`" in row:
                _, why, names, _ = row.split("|")
                found.update({(place, name): why.strip() for name in names.replace("`", " ").split()})
    return found


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _strange(word: str, other: str) -> int:
    """Count the letters that only one of two words has, to prefer swapped letters among equal distances."""
    return sum(abs(word.count(letter) - other.count(letter)) for letter in {*word, *other})
