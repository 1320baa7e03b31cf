"""Random programs of views, writes and changes of shape in place: derivata, PyTorch and a slow reference agree.

A program is a list of Python statements. The same text runs on both libraries and on `Cells`, which knows neither
strides nor graphs: a tensor is a table of positions in a flat memory, and derivatives are complex steps. A write
through a detached alias, or under `no_grad`, changes the real parts only.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import derivata as dv

LEAF = (2, 3, 2)
START = np.linspace(-0.9, 1.1, 12).reshape(LEAF)
CONSTANT = np.linspace(0.4, 1.6, 12).reshape(3, 4)
STEP = 1e-30


class Cells:
    """A tensor of the reference: positions in a flat memory that other tensors may share."""

    recording = True

    def __init__(self, memory: Any, at: Any, detached: bool = False) -> None:
        self.memory, self.at, self.detached = memory, at, detached

    @classmethod
    def fresh(cls, value: Any) -> "Cells":
        value = np.array(value, np.complex128)
        return cls(value.reshape(-1), np.arange(value.size).reshape(value.shape))

    @property
    def value(self) -> Any:
        value = self.memory[self.at]
        return value.real if self.detached else value

    def _view(self, at: Any) -> "Cells":
        return Cells(self.memory, at, self.detached)

    def _become(self, at: Any) -> "Cells":
        self.at = at
        return self

    def _write(self, value: Any, index: Any = ...) -> "Cells":
        at, silent = self.at[index], self.detached or not Cells.recording
        self.memory[at] = np.real(value) + 1j * self.memory[at].imag if silent else value
        return self

    def detach(self) -> "Cells":
        return Cells(self.memory, self.at, True)

    def __getitem__(self, index: Any) -> "Cells":
        entries = index if isinstance(index, tuple) else (index,)
        if any(isinstance(entry, list | np.ndarray) for entry in entries):
            return Cells.fresh(self.value[index])
        return self._view(self.at[entries if ... in entries else (*entries, ...)])

    def __setitem__(self, index: Any, other: Any) -> None:
        self._write(raw(other), index)

    def unbind(self, dim: int) -> "list[Cells]":
        return [self.select(dim, i) for i in range(self.at.shape[dim])]

    def split(self, size: int, dim: int) -> "list[Cells]":
        cuts = range(size, self.at.shape[dim], size)
        return [self._view(at) for at in np.split(self.at, cuts, dim)]

    def narrow(self, dim: int, start: int, length: int) -> "Cells":
        return self._view(self.at[(*[slice(None)] * dim, slice(start, start + length))])

    def select(self, dim: int, i: int) -> "Cells":
        return self._view(np.moveaxis(self.at, dim, 0)[i, ...])

    def masked_fill_(self, mask: Any, value: float) -> "Cells":
        return self._write(np.where(mask, value, self.value))


@contextmanager
def no_grad() -> Iterator[None]:
    Cells.recording = False
    yield
    Cells.recording = True


def raw(other: Any) -> Any:
    return other.value if isinstance(other, Cells) else other


def _define() -> None:
    for name, view in {
        "t": lambda at: at.T,
        "transpose": np.swapaxes,
        "permute": lambda at, *dims: at.transpose(dims),
        "unsqueeze": np.expand_dims,
        "squeeze": lambda at, dim: at.squeeze(dim) if at.shape[dim] == 1 else at,
        "diagonal": np.diagonal,
        "expand": lambda at, *shape: np.broadcast_to(at, shape),
        "reshape": lambda at, *shape: at.reshape(shape),
    }.items():
        setattr(Cells, name, lambda self, *args, view=view: self._view(view(self.at, *args)))
        setattr(Cells, f"{name}_", lambda self, *args, view=view: self._become(view(self.at, *args)))
    for name, one in {"sin": np.sin, "tanh": np.tanh, "neg": np.negative, "clone": np.copy}.items():
        setattr(Cells, name, lambda self, one=one: Cells.fresh(one(self.value)))
        setattr(Cells, f"{name}_", lambda self, one=one: self._write(one(self.value)))
    for name, two in {"add": np.add, "sub": np.subtract, "mul": np.multiply, "copy": lambda a, b: b}.items():

        def write(self: Cells, other: Any, two: Callable[..., Any] = two) -> Cells:
            return self._write(two(self.value, raw(other)))

        def compute(self: Cells, other: Any, two: Callable[..., Any] = two) -> Cells:
            return Cells.fresh(two(self.value, raw(other)))

        setattr(Cells, f"{name}_", write)
        setattr(Cells, f"__i{name}__", write)
        setattr(Cells, f"__{name}__", compute)
    Cells.fill_ = Cells.copy_  # type: ignore[attr-defined]
    Cells.zero_ = lambda self: self._write(0.0)  # type: ignore[attr-defined]


_define()


REFERENCE = {"mask": np.array, "no_grad": no_grad}


class Generator:
    """Writes one program; the reference runs along, so that shapes and overlaps are known."""

    def __init__(self, seed: int, longest: int) -> None:
        self.random = np.random.default_rng(seed)
        self.names = reference(START)
        self.lines: list[str] = []
        self.expanded: set[str] = set()  # and views of them: memory that several positions share
        self.live = [self.names["x"].memory, self.names["base"].memory]  # memory that depends on x
        for _ in range(self.random.integers(4, longest)):
            kind = self.random.choice(
                ["view", "view", "compute", "write", "write", "assign", "parts", "metadata"]
            )
            source = self.pick()
            line = getattr(self, kind)(source)
            if line is not None:
                self.expanded |= {self.new()} if source in self.expanded else set()
                silent = kind in ("write", "assign") or (
                    kind in ("view", "parts") and not self.depends(source)
                )
                if silent and self.random.random() < 0.1:
                    line = f"with no_grad(): {line}"
                exec(line, REFERENCE, self.names)
                self.lines.append(line)
                self.note_dependence(line)

    def depends(self, name: str) -> bool:
        """Tell whether the memory of a tensor may depend on x."""
        return any(self.names[name].memory is memory for memory in self.live)

    def note_dependence(self, line: str) -> None:
        names = [name for name in re.findall(r"\w+", line) if name in self.names]
        if any(self.depends(name) for name in names):
            self.live += [self.names[name].memory for name in names if not self.depends(name)]

    def pick(self) -> str:
        names = [
            name for name in self.names if self.at(name).size and (name != "x" or self.random.random() < 0.3)
        ]
        return str(self.random.choice(names))

    def choose(self, options: list[Any]) -> Any:
        return options[self.random.integers(len(options))]

    def new(self) -> str:
        return f"t{len(self.names)}"

    def at(self, name: str) -> Any:
        return self.names[name].at

    def view(self, source: str) -> str | None:
        at = self.at(source)
        dims = range(at.ndim)
        options = [f"unsqueeze({self.random.integers(at.ndim + 1)})"]
        if at.ndim:
            dim = self.choose(list(dims))
            start = self.random.integers(at.shape[dim])
            options += [f"select({dim}, {start})", f"narrow({dim}, {start}, {at.shape[dim] - start})"]
            options += [f"permute({', '.join(map(str, self.random.permutation(at.ndim)))})"]
            options += [f"squeeze({dim})" for dim in dims if at.shape[dim] == 1]
            if (
                len(self.names[source].memory) == at.size
                and at.flags.c_contiguous
                and source in ("x", "base", "c")
            ):
                options += [f"reshape({at.size})", f"reshape({at.shape[-1]}, {at.size // at.shape[-1]})"]
        if at.ndim >= 2:
            options += ["transpose(0, 1)", f"transpose({at.ndim - 1}, 0)", "diagonal()"]
            options += ["t()"] if at.ndim == 2 else []
        if self.random.random() < 0.1:
            return f"{self.new()} = {source}.detach()"
        if self.random.random() < 0.05:
            self.expanded.add(self.new())
            return f"{self.new()} = {source}.expand(2, {', '.join(map(str, at.shape))})"
        if self.random.random() < 0.5:
            return f"{self.new()} = {source}[{self.index(at, basic=True)}]"
        return f"{self.new()} = {source}.{self.choose(options)}"

    def metadata(self, target: str) -> str:
        at = self.at(target)
        options = [f"unsqueeze_({self.random.integers(at.ndim + 1)})"] if at.ndim < 6 else ["squeeze_(0)"]
        options += [f"squeeze_({dim})" for dim in range(at.ndim) if at.shape[dim] == 1]
        options += [f"transpose_(0, {at.ndim - 1})"] if at.ndim else []
        options += ["t_()"] if at.ndim == 2 else []
        return f"{target}.{self.choose(options)}"

    def parts(self, source: str) -> str | None:
        at = self.at(source)
        if not at.ndim or at.shape[0] != 2 or source in self.expanded:
            return None
        several = self.choose(["unbind(0)", "split(1, 0)"])
        first = len(self.names)
        return f"t{first}, t{first + 1} = {source}.{several}"

    def compute(self, source: str) -> str:
        at = self.at(source)
        if self.random.random() < 0.3:
            return f"{self.new()} = {source}[{self.index(at)}]"
        if self.random.random() < 0.5:
            return f"{self.new()} = {source}.{self.choose(['sin', 'tanh', 'neg', 'clone'])}()"
        return f"{self.new()} = {source} {self.choose(['+', '-', '*'])} {self.operand(at.shape)}"

    def write(self, target: str) -> str | None:
        at = self.at(target)
        if target in self.expanded:
            return f"{target}.add_(0.5)" if np.unique(at).size < at.size else None
        draw = self.random.random()
        if draw < 0.3:
            return f"{target}.{self.choose(['sin_', 'tanh_', 'neg_', 'zero_'])}()"
        if draw < 0.4:
            return (
                f"{target}.fill_(0.75)"
                if draw < 0.35
                else f"{target}.masked_fill_({self.mask(at.shape)}, 0.25)"
            )
        operand = self.operand(at.shape, at, target)
        if draw < 0.6:
            return f"{target} {self.choose(['+=', '-=', '*='])} {operand}"
        if draw < 0.8:
            return f"{target}.{self.choose(['add_', 'sub_', 'mul_'])}({operand})"
        return f"{target}.copy_({self.operand(at.shape, at, target, number=False)})"

    def assign(self, target: str) -> str | None:
        at = self.at(target)
        if target in self.expanded:
            return None
        index = self.index(at)
        region = eval(f"at[{index}]", {"at": at, "mask": np.array})
        operand = self.operand(region.shape, at, target)
        return f"{target}[{index}] {self.choose(['=', '=', '+=', '*='])} {operand}"

    def operand(self, shape: tuple[int, ...], at: Any = None, target: str = "", number: bool = True) -> str:
        """Return a number or a tensor that broadcasts to the shape; a copy of one that the write would overlap."""
        if target and self.names[target].detached:
            return str(self.choose([0.5, 1.25, -2.0])) if number else f"{target}.clone()"
        fitting = [name for name in self.names if fits(self.at(name).shape, shape)]
        if number and (not fitting or self.random.random() < 0.3):
            return str(self.choose([0.5, 1.25, -2.0]))
        if not fitting:
            fitting = ["base[0, 0, 0]"]
        name = str(self.choose(fitting))
        if at is None:
            return name
        other = eval(name, {}, self.names)
        overlaps = other.memory is self.names[target].memory and np.intersect1d(other.at, at).size
        return f"{name}.clone()" if overlaps else name

    def mask(self, shape: tuple[int, ...]) -> str:
        return f"mask({(self.random.random(shape) < 0.5).tolist()})"

    def index(self, at: Any, basic: bool = False) -> str:
        if not basic and self.random.random() < 0.4:
            if at.ndim and self.random.random() < 0.5:
                return str(self.random.permutation(at.shape[0])[: self.random.integers(1, 3)].tolist())
            return self.mask(at.shape)
        entries = [self.entry(n) for n in at.shape]
        kept = self.random.integers(at.ndim + 1)
        entries = ["...", *entries[kept:]] if self.random.random() < 0.3 else entries[:kept]
        return ", ".join(entries) or "..."

    def entry(self, size: int) -> str:
        i = self.random.integers(-size, size)
        return str(self.choose([":", str(i), f"{i}:", "::2", "None, :"]))


def fits(shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
    try:
        return np.broadcast_shapes(shape, target) == target
    except ValueError:
        return False


def reference(start: Any) -> dict[str, Any]:
    return {"x": Cells.fresh(start), "base": Cells.fresh(start), "c": Cells.fresh(CONSTANT)}


class Run:
    """One library in the middle of a program."""

    def __init__(self, lib: Any) -> None:
        self.lib = lib
        x = lib.tensor(START, requires_grad=True)
        self.names: dict[str, Any] = {"x": x, "base": x * 1, "c": lib.tensor(CONSTANT)}
        self.loss = x.sum() * 0
        self.error = ""

    def raises(self, action: Callable[[], Any]) -> bool:
        try:
            action()
        except (RuntimeError, NameError, IndexError, ValueError) as error:  # an earlier line may have raised
            self.error = str(error)
            return True
        return False

    def execute(self, line: str) -> bool:
        return self.raises(
            lambda: exec(line, {"mask": self.lib.tensor, "no_grad": self.lib.no_grad}, self.names)
        )

    def use(self, name: str) -> bool:
        """Add a tensor to the loss, each element with another weight."""

        def add() -> None:
            tensor = self.names[name]
            weights = self.lib.tensor(weights_of(name, tuple(tensor.shape)))
            self.loss = self.loss + (tensor * tensor * weights).sum()

        return self.raises(add)

    def differentiate(self) -> bool:
        """Compute the gradient of the loss, and that of the gradient's square."""

        def gradients() -> None:
            x, grad = self.names["x"], self.lib.autograd.grad
            (first,) = grad(self.loss, x, create_graph=True)
            (second,) = grad((first * first).sum() + (x * x).sum(), x)
            self.gradients = first.detach().numpy(), second.detach().numpy()

        return self.raises(gradients)

    def stale(self, line: str) -> bool:
        """Tell whether the line uses a tensor whose history is lost (part of a base that was written)."""
        names = [name for name in re.findall(r"\w+", line) if name in self.names]
        return any(self.raises(lambda name=name: self.names[name].grad_fn) for name in names)

    def takes_for_a_leaf(self, line: str) -> bool:
        """Tell whether a write was refused because PyTorch has not yet seen that the target is no leaf any more."""
        target = next(self.names[name] for name in re.findall(r"\w+", line) if name in self.names)
        return "a leaf Variable that requires grad" in self.error and not target.is_leaf

    def facts(self, name: str) -> tuple[Any, ...]:
        t = self.names[name]
        return tuple(t.shape), t.requires_grad, t.is_leaf, t._is_view(), t._version


def weights_of(name: str, shape: tuple[int, ...]) -> Any:
    weights = np.linspace(0.5, 1.5, int(np.prod(shape))) + len(name) * 0.1
    return weights.reshape(shape)


def loss_of_reference(lines: list[str], used: list[str], start: Any) -> Any:
    names = reference(start)
    for line in lines:
        exec(line, REFERENCE, names)
    values = [names[name].value for name in used]
    return sum(np.sum(v * v * weights_of(n, v.shape)) for n, v in zip(used, values, strict=True))


def gradient_of_reference(lines: list[str], used: list[str]) -> Any:
    gradient = np.empty(START.size)
    for i in range(START.size):
        start = START.astype(np.complex128)
        start.reshape(-1)[i] += 1j * STEP
        gradient[i] = loss_of_reference(lines, used, start).imag / STEP
    return gradient.reshape(LEAF)


def is_stale(ours: Run, theirs: Run, line: str, program: str) -> bool:
    """Tell whether PyTorch has lost the history of an operand.

    derivata has lost it as well, unless the write was one through a detached alias or under no_grad, or changed only
    how the base sees its memory: that changes nobody's history.
    """
    stale, expected = ours.stale(line), theirs.stale(line)
    agree = stale == expected or (
        expected and re.search(r"detach|no_grad|unsqueeze_|squeeze_|transpose_|t_\(", program)
    )
    assert agree, f"history of an operand of {line!r} is {'' if stale else 'not '}lost in\n{program}"
    return expected


def compare(torch: Any, seed: int, longest: int = 14) -> bool:
    """Run one program everywhere; tell whether it had gradients."""
    lines = Generator(seed, longest).lines
    program = "\n".join([f"# seed {seed}", *lines])
    ours, theirs = Run(dv), Run(torch)
    executed = []
    for line in lines:
        if is_stale(ours, theirs, line, program):
            continue
        raised, refused = ours.execute(line), theirs.execute(line)
        if refused and not raised and theirs.takes_for_a_leaf(line):
            return False
        assert raised == refused, f"derivata {'raises' if raised else 'runs'} {line!r} in\n{program}"
        executed += [] if raised else [line]
    used = []
    for name in [name for name in ours.names if name in theirs.names]:
        if is_stale(ours, theirs, name, program):
            continue
        used.append(name)
        assert not ours.use(name) and not theirs.use(name), f"{name} after\n{program}"
        assert ours.facts(name) == theirs.facts(name), f"{name} after\n{program}"
        mine, other = ours.names[name], theirs.names[name]
        np.testing.assert_allclose(
            mine.detach(), other.detach(), 1e-12, 1e-15, err_msg=f"{name} after\n{program}"
        )
    np.testing.assert_allclose(
        ours.loss.item(), loss_of_reference(executed, used, START).real, rtol=1e-10, err_msg=program
    )
    raised, refused = ours.differentiate(), theirs.differentiate()
    assert refused or not raised, f"derivata's backward raises after\n{program}"
    if raised:
        return False
    expected = gradient_of_reference(executed, used)
    np.testing.assert_allclose(ours.gradients[0], expected, 1e-9, 1e-12, err_msg=program)
    # derivata keeps a value that PyTorch overwrites: the result of an in-place op, saved by its node
    if not refused:
        for mine, other in zip(ours.gradients, theirs.gradients, strict=True):
            np.testing.assert_allclose(mine, other, 1e-8, 1e-10, err_msg=program)
    return True


@pytest.mark.parametrize("part", range(5))
def test_random_programs_give_torch_s_values_and_gradients(torch: Any, part: int) -> None:
    """Random programs of ops, views and writes have the values and gradients of the functional program, and
    PyTorch's.
    """
    completed = sum(compare(torch, seed) for seed in range(100 * part, 100 * part + 100))
    assert completed >= 85  # in the others backward raises: a saved value was overwritten


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, 7))
def test_many_random_programs_give_torch_s_values_and_gradients(torch: Any, part: int) -> None:
    """Thousands of random programs of ops, views and writes have the gradients of the functional program, and
    PyTorch's.
    """
    completed = sum(compare(torch, seed) for seed in range(1000 * part, 1000 * part + 1000))
    assert completed >= 850


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_long_random_programs_give_torch_s_values_and_gradients(torch: Any, part: int) -> None:
    """Random programs of up to 40 ops, views and writes have the gradients of the functional program, and
    PyTorch's.
    """
    completed = sum(compare(torch, seed, longest=40) for seed in range(500 * part, 500 * part + 500))
    assert completed >= 250
