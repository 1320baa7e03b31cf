"""Random programs of hooks, views and writes: the calls of every hook and all gradients are compared with PyTorch's.

A program is a list of lines, which run in both libraries. Compared are, for every hook (of tensors, nodes, several
tensors, leaves after accumulation), the gradients that it saw, in order; gradients of leaves, retained gradients and
those of `grad`. A line that only one library takes ends the program there: which writes are refused, other hunters ask.

`IN_TORCH` lists where PyTorch 2.13 itself is wrong, and how programs avoid it.
"""

import re
from typing import Any

import numpy as np

from ..finding import Finding

NEEDS_TORCH = True

IN_TORCH = {
    "a hook on a view whose base was written is ignored, or the process crashes": (
        "register_hook takes the history that the view had before, or none, until somebody looks at grad_fn: every "
        "line that writes is followed by such looks"
    ),
    "a write fails with an internal assertion, and the tensors crash the process later": "the program ends there",
    "the hook of a computed tensor is ignored by grad": (
        "grad(loss, (x, b)) gives b the gradient before its own hook, and x the one after it; grad(loss, (b,)) gives "
        "the one after it, as derivata does always: programs ask for one of them"
    ),
    "the tangent of y.mul_(y) is that of the value written already": "programs have no tangents",
}

COMPUTED = [
    "{0} * 2.0",
    "{0}.sin()",
    "{0}.exp()",
    "{0} + 1.0",
    "{0}.clone()",
    "lib.kron({0}.contiguous(), lib.tensor([1.0, 0.5], dtype=lib.float64))",
    "lib.combinations({0}.flatten()[:3])",
    "{0}.flip(0)",
]
"""Results that are new in PyTorch, even where the last step is a change of shape, in the same order in memory."""
HOOKED = re.compile("register_|retain_grad")
"""What PyTorch may forget of a view, where its memory is written in no_grad mode."""
START = [[0.3, 0.7, -0.5], [1.1, -0.9, 0.6]]
FIRST = "which comes first follows from when histories were made"
PRELUDE = """
log = []
def hook(label, factor=None):
    def see(grad):
        log.append((label, grad.tolist()))
        return None if factor is None else grad * factor
    return see
def several(label):
    return lambda grads: log.append((label, [None if g is None else g.tolist() for g in grads]))
def first_of(label):
    return lambda grad: log.append((label, "which comes first follows from when histories were made"))
def before(label):
    return lambda grads: log.append((label, [None if g is None else g.tolist() for g in grads]))
def after(label):
    return lambda grads, outputs: log.append(
        (label, any(g is not None for g in grads), [None if g is None else g.tolist() for g in outputs])
    )
def leaf(label):
    return lambda x: log.append((label, None if x is None else [x.tolist(), x.grad.tolist()]))
""".strip()


class Program:
    """Writes random lines; it knows names and shapes, because PyTorch runs along."""

    def __init__(self, torch: Any, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.lines = [f"x = lib.tensor({START}, dtype=lib.float64, requires_grad=True)", "b = x * 1.5"]
        self.names: dict[str, Any] = {"lib": torch}
        self.tensors = ["b"]
        self.handles: list[str] = []
        self.count = 0
        for line in (PRELUDE, *self.lines):
            exec(line, self.names)
        for _ in range(self.random.integers(3, 12)):
            if not self.add(self.statement()):
                break
        self.end()

    def add(self, line: str) -> bool:
        """Keep a line if PyTorch takes it: it says of tensors without history in some ways that they have none.

        Returns whether PyTorch's tensors are still sound.
        """
        try:
            exec(line, self.names)
        except (RuntimeError, IndexError, ValueError, TypeError, AttributeError, AssertionError) as error:
            return "INTERNAL ASSERT" not in str(error)
        self.lines.append(line)
        name = line.split(" = ")[0]
        if name.startswith("v") and name.isalnum() and name not in self.tensors:
            self.tensors.append(name)
        if name.startswith("h") and name.isalnum():
            self.handles.append(name)
        return True

    def choice(self, items: Any) -> Any:
        return items[self.random.integers(len(items))]

    def statement(self) -> str:
        self.count += 1
        name, k = self.choice(self.tensors), self.count
        kind = self.choice(["view", "view", "compute", "hook", "hook", "retain", "several", "node", "write", "write",
                            "write", "leaf", "remove", "detach"])  # fmt: skip
        tensor = self.names[name]
        if kind == "view":
            return f"v{k} = {name}{self.choice(self.views(tensor))}"
        if kind == "compute":
            return f"v{k} = {self.choice(COMPUTED).format(name)}"
        if kind == "hook":
            owner = self.choice([name, name, name, "x"])
            return f"h{k} = {owner}.register_hook(hook('h{k}', {self.choice([None, None, 2.0, -0.5])}))"
        if kind == "retain":
            return f"{name}.retain_grad()"
        if kind == "several":
            other, mode = self.choice([*self.tensors, "x"]), self.choice(["all", "any"])
            see = f"several('m{k}')" if mode == "all" else f"first_of('m{k}')"
            return (
                f"h{k} = lib.autograd.graph.register_multi_grad_hook(({name}, {other}), {see}, mode={mode!r})"
            )
        if kind == "node":
            register = self.choice([f"register_prehook(before('p{k}'))", f"register_hook(after('q{k}'))"])
            return f"h{k} = {name}.grad_fn.{register}"
        if kind == "leaf":
            return f"h{k} = x.register_post_accumulate_grad_hook(leaf('a{k}'))"
        if kind == "detach" and self.random.random() < 0.5:
            return "b.detach_()"
        if kind == "remove" and self.handles:
            return f"{self.choice(self.handles)}.remove()"
        return self.write(name, tensor)

    def views(self, tensor: Any) -> list[str]:
        views = [".view_as({0})", "[...]", ".unsqueeze(0)", ".squeeze()"]
        views = [
            view.format("b") if tensor.shape == self.names["b"].shape else "[...]" for view in views[:1]
        ] + views[1:]
        if tensor.ndim:
            views += ["[0]", "[1:]", "[:1]", "[-1]", ".reshape(-1)[1:]"]
        if tensor.ndim > 1:
            views += [".transpose(0, 1)", "[:, 1:]", "[:, 0]", ".diagonal()", ".flatten()"]
        return views

    def write(self, name: str, tensor: Any) -> str:
        place = self.choice(["", "", "[0]", "[1:]", "[...]", "[:1]"] if tensor.ndim else [""])
        how = self.choice(
            [
                ".mul_(-1.5)",
                ".add_(1.0)",
                ".sin_()",
                ".zero_()",
                ".copy_",
                "= 0.5",
                "+= ",
                ".clamp_(-0.4, 0.9)",
                ".conj_physical_()",
            ]
        )
        if how == ".copy_":
            same = [n for n in self.tensors if self.names[n].shape == tensor.shape]
            line = f"{name}.copy_({self.choice(same)} * 3.0)"
        elif how == "= 0.5":
            line = f"{name}{place or '[...]'} = 0.5"
        elif how == "+= ":
            line = f"{name}{place or '[...]'} += 0.25"
        else:
            line = f"{name}{place}{how}"
        if "b.detach_()" in self.lines and not any(HOOKED.search(earlier) for earlier in self.lines):
            line = self.choice([line, f"exec('with lib.no_grad(): {line}')"])
        return f"{line}; {'; '.join(f'{n}.grad_fn' for n in self.tensors)}"

    def end(self) -> None:
        """Add the loss and a pass."""
        used = [name for name in self.tensors if self.random.random() < 0.6] or self.tensors[-1:]
        terms = [f"({name} * {1.0 + 0.5 * i}).sum()" for i, name in enumerate(used)]
        self.lines.append("loss = " + " + ".join(terms))
        target = self.choice(self.tensors)
        passes = [
            "loss.backward()",
            "loss.backward()",
            "loss.backward(retain_graph=True); loss.backward()",
            "found = lib.autograd.grad(loss, (x,), allow_unused=True)",
            f"found = lib.autograd.grad(loss, ({target},), allow_unused=True)",
            f"loss.backward(inputs=[x, {target}])",
            f"loss.backward(inputs=[{target}])",
            "found = lib.autograd.grad(loss, (x,), create_graph=True)",
            "(first,) = lib.autograd.grad(loss, (x,), create_graph=True); (first * first + x).sum().backward()",
        ]
        self.lines.append(str(self.choice(["", "", "keep = x.detach(); del x"])))
        self.lines.append(str(self.choice(passes)) if not self.lines[-1] else "loss.backward()")


def run(lib: Any, lines: list[str]) -> tuple[int, dict[str, Any]]:
    """Run a program; return how many lines ran, and what is compared."""
    names: dict[str, Any] = {"lib": lib}
    exec(PRELUDE, names)
    done = 0
    for line in lines:
        try:
            exec(line, names)
        except (RuntimeError, IndexError, ValueError, TypeError, NameError):
            break
        done += 1
    calls: dict[str, list[Any]] = {}
    for label, *values in names["log"]:
        again = label in calls and values == [FIRST]
        if "create_graph" in lines[-1] and (again or all_zero(values[-1])):
            continue  # whether a gradient of zeros has a history, nobody says
        calls.setdefault(label, []).append(values)
    facts: dict[str, Any] = {f"calls of {label}": values for label, values in calls.items()}
    for name, value in names.items():
        if name.startswith(("v", "b", "x")) and hasattr(value, "retains_grad") and name != "keep":
            kept = value.retains_grad or name == "x"
            facts[f"{name}.grad"] = value.grad.tolist() if kept and value.grad is not None else None
    facts["found"] = [None if g is None else g.tolist() for g in names.get("found", ())]
    return done, facts


def all_zero(value: Any) -> bool:
    """Tell whether nested lists have no number but zeros."""
    return all(map(all_zero, value)) if isinstance(value, list) else not value


def same(mine: Any, other: Any) -> bool:
    """Compare nested lists of numbers."""
    if isinstance(mine, list) and isinstance(other, list):
        return len(mine) == len(other) and all(map(same, mine, other))
    if isinstance(mine, float) and isinstance(other, float):
        return bool(np.isclose(mine, other, 1e-9, 1e-12))
    return bool(mine == other)


def difference(lines: list[str]) -> str | None:
    """Return in what the libraries differ."""
    import torch

    import derivata as dv

    (ours, mine), (theirs, others) = run(dv, lines), run(torch, lines)
    if ours != len(lines) or theirs != len(lines):
        return None
    for key in sorted({*mine, *others}):
        if not same(mine.get(key), others.get(key)):
            return f"{key}: expected {others.get(key)} (PyTorch), got {mine.get(key)}"
    return None


def attempt(seed: int) -> Finding | None:
    """Compare ten programs."""
    import torch

    for k in range(10):
        lines = Program(torch, 10 * seed + k).lines
        if difference(lines) is not None:
            lines = shrunk(lines)
            text = (
                f"import torch, derivata\nlib = derivata  # or torch\n{PRELUDE}\n"
                + "\n".join(lines)
                + "\nprint(log)"
            )
            return Finding(f"hooks and writes: {difference(lines)}", text)
    return None


def shrunk(lines: list[str]) -> list[str]:
    """Leave out lines as long as the libraries differ."""
    smaller = True
    while smaller:
        smaller = False
        for index in range(len(lines)):
            fewer = lines[:index] + lines[index + 1 :]
            if difference(fewer) is not None:
                lines, smaller = fewer, True
                break
    return lines
