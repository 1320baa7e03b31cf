"""The public names of the last release with their parameters, in tests/api.json, and what became of them.

``python -m tests.api`` writes the file, when a release is made; ``--check`` tells whether it is that of today.

Public is what `dir()` of a public module lists, and what its classes have. Parameters are written without their types,
which each Python prints in its own way; those of functions of NumPy and SciPy, which change with these, are left out.
"""

import argparse
import inspect
import json
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

FILE = Path(__file__).with_name("api.json")
MODULES = """
    amp array_api array_api.fft array_api.linalg autograd autograd.forward_ad autograd.functional
    autograd.graph autograd.profiler backends debug distributed distributed.algorithms
    distributed.algorithms.ddp_comm_hooks distributed.algorithms.ddp_comm_hooks.default_hooks
    distributed.algorithms.ddp_comm_hooks.powerSGD_hook distributed.algorithms.join distributed.checkpoint
    distributed.fsdp distributed.nn distributed.nn.functional distributed.ops distributed.optim distributions fft func
    hips kernels linalg masked nn nn.functional nn.init nn.parallel nn.utils nn.utils.parametrizations
    nn.utils.parametrize nn.utils.prune nn.utils.rnn numpy optim optim.lr_scheduler optim.swa_utils profiler random
    scipy scipy.integrate scipy.linalg scipy.optimize scipy.sparse scipy.sparse.linalg scipy.stats signal
    signal.windows sparse special testing utils utils.checkpoint utils.data viz
"""
"""The modules that users import; what else `dir()` lists is where their parts are written."""


def public_modules() -> dict[str, ModuleType]:
    return {
        name: import_module(name) for name in ["derivata", *(f"derivata.{one}" for one in MODULES.split())]
    }


def public() -> dict[str, str]:
    """Return the parameters of every public name; of what is not called, the kind of thing that it is."""
    found = {
        f"{name}.{member}": getattr(module, member)
        for name, module in public_modules().items()
        for member in names_of(module)
        if not isinstance(getattr(module, member), ModuleType) and not is_python_s(getattr(module, member))
    }
    classes = {id(value) for value in found.values()}
    seen: set[int] = set()
    texts = {}
    for name, value in found.items():
        texts[name] = parameters(value)
        if isinstance(value, type) and id(value) not in seen:
            seen.add(id(value))
            texts.update({f"{name}.{member}": text for member, text in members(value, classes).items()})
    return dict(sorted(texts.items()))


def is_python_s(value: object) -> bool:
    return str(getattr(value, "__module__", "derivata")).partition(".")[0] in sys.stdlib_module_names


def names_of(owner: object) -> list[str]:
    return [name for name in dir(owner) if not name.startswith("_")]


def members(cls: type, classes: set[int]) -> dict[str, str]:
    """Return what a class of derivata has itself, or from bases that are neither public nor a public class's."""
    listed = {base for one in cls.__mro__[1:] if id(one) in classes for base in one.__mro__}
    bases = [base for base in cls.__mro__ if base.__module__.startswith("derivata") and base not in listed]
    names = {name for base in bases for name in vars(base) if not name.startswith("_")}
    return {name: parameters(inspect.getattr_static(cls, name)) for name in names}


def parameters(value: object) -> str:
    """Return `(x, dim=None)`, or `property`, or the name of a class."""
    if isinstance(value, property):
        return "property"
    value = getattr(value, "__func__", value)
    if not callable(value):
        return "a value"
    if not str(getattr(value, "__module__", "")).startswith("derivata"):
        return "of another library"
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):  # some of C's and NumPy's have none
        return "a function without a signature"
    return str(
        signature.replace(
            parameters=[written(one) for one in signature.parameters.values()],
            return_annotation=inspect.Signature.empty,
        )
    )


class Written:
    """A default in words that no run and no Python changes."""

    def __init__(self, value: object) -> None:
        plain = value is None or isinstance(value, (bool, int, float, str, tuple))
        self.text = repr(value) if plain else getattr(value, "__name__", type(value).__name__)

    def __repr__(self) -> str:
        return self.text


def written(parameter: inspect.Parameter) -> inspect.Parameter:
    default = parameter.default
    kept = default if default is parameter.empty else Written(default)
    return parameter.replace(annotation=parameter.empty, default=kept)


def problems(before: dict[str, str], now: dict[str, str], changelog: str) -> list[str]:
    """Return what users are not told: changed parameters without a line, removed names without a deprecation.

    Both are looked for in the lines since the last release. A name may go once two minor releases had it under
    "Deprecated".
    """
    (_, news), *releases = re.findall(
        r"^## \[(.+?)\].*?\n(.*?)(?=^## \[|\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    found = []
    for name, old in before.items():
        new = now.get(name)
        if new is None:
            deprecated = [release for release, text in releases if is_named(name, part(text, "Deprecated"))]
            first = min(map(minor, deprecated), default=None)
            since = {
                minor(release) for release, _ in releases if first is not None and minor(release) >= first
            }
            if len(since) < 2:
                found.append(f'{name} is gone: two minor releases have to list it under "Deprecated" first')
            elif not is_named(name, part(news, "Removed")):
                found.append(
                    f'{name} is gone: say so under "Removed" in CHANGELOG.md, and what to write instead'
                )
        elif new != old and not is_named(name, part(news, "Changed")):
            found.append(
                f'{name}{old} is now {new}: say under "Changed" in CHANGELOG.md what users have to change'
            )
    return found


def part(release: str, title: str) -> str:
    """Return the lines of a release under a title."""
    found = re.search(rf"^### {title}\n(.*?)(?=^### |\Z)", release, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def is_named(name: str, text: str) -> bool:
    last = name.rpartition(".")[2]
    return re.search(rf"`(?:[\w.]+\.)?{last}[`(]", text) is not None


def minor(release: str) -> tuple[int, ...]:
    return tuple(int(number) for number in release.split(".")[:2])


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description="Write tests/api.json.")
    parser.add_argument("--check", action="store_true", help="compare the file instead")
    check = parser.parse_args().check
    text = json.dumps(public(), indent=0, ensure_ascii=False) + "\n"
    if check:
        if FILE.read_text(encoding="utf-8") == text:
            return 0
        print(f"{FILE} is not of today: run `python -m tests.api`", file=sys.stderr)
        return 1
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
