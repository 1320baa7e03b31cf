"""Where derivata's run of a program first differs from PyTorch's."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from .execute import Seen, Side, Step, sizeable
from .statement import Program, Statement

CLOSE = {"float16": 1e-2, "float32": 1e-4, "complex64": 1e-4, "float64": 1e-9, "complex128": 1e-9}
"""Relative differences that nobody looks at."""
NOISE = {"float16": 1e-3, "float32": 1.2e-7, "complex64": 1.2e-7, "float64": 2.3e-16, "complex128": 2.3e-16}
CAUTION = re.compile("modified by an inplace operation|backward through the graph a second time")
"""Errors of PyTorch about what it saved, in graphs whose numbers may be right without it."""
UNFINISHED = re.compile(r"backward\(|grad\(|Inplace update to inference tensor")
"""Errors in the middle: some leaves may have a gradient already, and PyTorch refuses after the write."""
RESHAPED = re.compile(
    r"\bx\d+(?=\.(?:reshape|flatten|contiguous|to|double)\(|, use_reentrant)"
    r"|(?<=dv\.(?:reshape|flatten)\()x\d+|(?<=dv\.as_strided_copy\()x\d+|\bx\d+(?=\.as_strided_copy\()"
)
"""Tensors of which a view is made, or a copy, as their memory has it."""
HOOKED = re.compile(r"\b(x\d+)(?:\.grad_fn)?\.(?:retain_grad|register_\w+)\(")
ASKED = re.compile(r"(?:inputs=|autograd\.grad\([^\[]*)\[([^\]]*)\]")
NAMES = re.compile(r"\bx\d+\b")
HOOKS = re.compile(r"hooks|(hook|grad)\.\w+|(grad\.)?(value|none)")
"""Kinds of differences where a hook is called in one library only."""
WRITE = re.compile(
    r"(?:with dv\.\w+\(\): )?(x\d+)(?:\.(?!requires_grad_|detach_)\w+_\(|(?:\[.*\]|\.real|\.imag) = | [-+*/@]+= )"
)
SILENT = re.compile(r"with dv\.(no_grad|inference_mode)\(\): ")
MEMORY = re.compile(r"(grad\.|tangent\.)?value|version|refused|accepted|requires_grad|is_leaf")
"""Kinds of differences where a tensor is a view in one library, and a copy in the other one."""
DERIVATIVES = re.compile(r"backward\(|grad\(|unpack_dual")
SINGULAR = re.compile("matrix is singular|is zero and using it on lu_solve")
"""Errors of both libraries."""
QR = re.compile(r"\bqr\(")
FACTORS_SLOPE = re.compile(r"(grad|hook|tangent)\.value")
"""Derivatives, which divide by pivots that are 0 where columns depend on each other."""
MASKED = re.compile(r"\[(x\d+) > 0\]")
LOOSE = re.compile("hardsigmoid|bessel|airy")
"""PyTorch computes with 1 / 6 rounded to single precision, and its Bessel functions have about seven digits."""
ROUNDINGS = 40
"""How often the largest change by one rounding error in every op a difference may be."""


@dataclass(frozen=True)
class Difference:
    """What differs first: the line, the kind, and what is seen on both sides."""

    line: int
    kind: str
    name: str
    text: str


class Pair:
    """Both libraries."""

    def __init__(self, ours: Side, theirs: Side) -> None:
        self.ours, self.theirs = ours, theirs

    def difference(self, program: Program, fit: Any = None) -> Difference | None:
        """Return the first difference; none if some line is not `fit` to be compared."""
        theirs = self.theirs.run(program, fit)
        if len(theirs) < len(program):
            return None
        ours = self.ours.run(program)
        for line, (a, e) in enumerate(zip(ours, theirs, strict=True)):
            if line and any(
                masks_differ(ours[line - 1], theirs[line - 1], name)
                for name in MASKED.findall(program[line].text)
            ):
                return None  # rounding decides which elements are meant, and how many
            if (
                a.error is not None
                and e.error is not None
                and UNFINISHED.search(program[line].text + str(e.error))
            ):
                return None
            before = (ours[line - 1], theirs[line - 1]) if line else None
            for kind, name, text in differences(a, e, before):
                if kind.endswith("value") and survives(partial(self.rounding, program, line, kind, name, a)):
                    continue
                if kind.endswith("requires_grad") and survives(
                    partial(self.constant, program[: line + 1], kind, name, a)
                ):
                    return None  # what comes of it may be zeros in one library, and an error in the other one
                if kind == "hooks" and survives(partial(self.counted, program[: line + 1], len(a.hooks))):
                    return None
                if about_singular(kind, text, program[: line + 1]) and survives(
                    partial(self.nearly_singular, program[: line + 1])
                ):
                    return None
                if (
                    kind == "accepted"
                    and CAUTION.search(str(e.error))
                    and survives(partial(self.kept, program[: line + 1], a))
                ):
                    return None
                return Difference(line, kind, name, text)
        return None

    def constant(self, program: Program, kind: str, name: str, ours: Step) -> bool:
        """Tell whether a tensor that requires grad in one library only has a gradient of zero there."""
        hook = kind.startswith("hook.")
        found = ours.hooks[int(name)] if hook else ours.tensors[name]
        for part in () if hook else kind.split(".")[:-1]:
            found = getattr(found, part)
        side = self.ours if found is not None and found.requires_grad else self.theirs
        names = side.names()
        with side.quiet():
            for statement in program[:-1]:
                side.line(statement, names)
                side.look(names, None)  # asks for histories: see Writer.again
            there = [t for t in names.values() if isinstance(t, side.tensor)]
            side.line(program[-1], names)
            if hook:
                tensor = [t for t in names["seen"] if t is not None and sizeable(side.array(t))][int(name)]
            else:
                tensor = names[name].grad if kind.startswith("grad.") else names[name]
            there = [t for t in there if t is not tensor]
            start = tensor.detach() * 0 + 1
            try:
                inputs = [t for t in there if t.requires_grad]
                inputs = [t for t in inputs if t.is_leaf] or inputs
                if not inputs:
                    return False
                gradients = side.library.autograd.grad(tensor, inputs, start, allow_unused=True)
            except (RuntimeError, AttributeError):  # it is freed, or a history, or a hook finds nothing
                return True
            return not any(side.array(g).any() for g in gradients if g is not None)

    def told_apart(self, program: Program, found: Difference) -> bool:
        """Tell whether a difference is there because tensors lie, or share memory, otherwise in the two libraries."""
        program = program[: found.line + 1]
        ours, theirs = self.ours.run(program), self.theirs.run(program)
        writes = [line for line, statement in enumerate(program) if WRITE.match(statement.text)]
        last = max(writes, default=0)
        for line in range(1, len(program)):
            here, there = ours[line - 1].tensors, theirs[line - 1].tensors
            both = [(name, here[name], there[name]) for name in here if name in there]
            seen = [(name, a, e) for name, a, e in both if a is not None and e is not None]
            text = program[line].text
            copy_or_view = line < last or found.kind == "is_leaf" or "can't detach views" in found.text
            copy_or_view |= "as_strided_copy(" in text  # of other elements
            own_or_copy = HOOKS.fullmatch(found.kind) and "contiguous(" in text  # on which a hook is
            if (MEMORY.fullmatch(found.kind) and copy_or_view) or own_or_copy:
                names = RESHAPED.findall(text)
                if any(name in names and a.strides != e.strides for name, a, e in seen):
                    return True
            cut_off = found.kind == "refused" and "modified by an inplace operation" in found.text
            if (
                (HOOKS.fullmatch(found.kind) or cut_off) and writes
            ):  # a write passes by the hooks that a view had, by a view itself, and by gradients asked for it
                names = HOOKED.findall(text)
                if line >= last or "inputs=" in text:  # which retains gradients
                    names += NAMES.findall("".join(ASKED.findall(text)))
                later = [k for k in writes if k > line or line >= last]
                silent = any(is_silent(program[k], theirs[k]) for k in later)
                if any(name in names and e.is_view and (silent or not a.is_view) for name, a, e in seen):
                    return True
            if found.kind == "accepted" and line == len(program) - 1 and "modified inplace" in found.text:
                target = WRITE.match(text)  # no gradient, whatever is written
                if any(
                    target and name == target[1] and np.dtype(a.dtype).kind in "biu" for name, a, _ in seen
                ):
                    return True
        return False

    def right_without(self, program: Program, found: Difference, known: Callable[..., Any]) -> bool:
        """Tell whether only PyTorch raises, and without its error there are differences only that are known."""
        if found.kind != "accepted" or not CAUTION.search(found.text):
            return False
        program = program[: found.line + 1]
        return survives(partial(self.kept, program, self.ours.run(program)[-1], known))

    def kept(self, program: Program, ours: Step, known: Callable[..., Any] | None = None) -> bool:
        """Tell whether results are right without an error: those of PyTorch if nothing saved is written or freed."""
        torch = self.theirs.library
        torch.Tensor.backward = retaining(torch.Tensor.backward)  # in a child
        torch.autograd.grad = retaining(torch.autograd.grad)
        with torch.autograd.graph.saved_tensors_hooks(lambda saved: saved.clone(), lambda saved: saved):
            theirs = self.theirs.run(program)[-1]
            if theirs.error is not None:  # its formula has another reason to fail
                return True
            for kind, name, text in differences(ours, theirs, None):
                if kind.endswith(("requires_grad", "is_leaf")) or kind.startswith("tangent."):
                    continue
                found = Difference(len(program) - 1, kind, name, text)
                if known is not None and (known(program, found) or self.told_apart(program, found)):
                    continue
                if not kind.endswith("value") or not self.rounding(
                    program, len(program) - 1, kind, name, ours
                ):
                    return False
        return True

    def rounding(self, program: Program, line: int, kind: str, name: str, ours: Step) -> bool:
        """Tell whether rounding explains a difference: it grows in this program, or PyTorch's error is no smaller."""
        found = number(ours, kind, name)
        lines = [without_threads(s) for s in program[: line + 1]]  # modes of PyTorch belong to threads
        plain = number(self.theirs.run(lines)[line], kind, name)
        if plain.dtype.kind in "biu":
            return self.decided_by_rounding(lines, kind, name, found, plain)
        if kind != "value" or any(DERIVATIVES.search(s.text) for s in lines):
            found = np.where(mixed_nonfinite(found, plain), plain, found)
            if close(found, plain):
                return True
        if LOOSE.search("".join(s.text for s in lines)) and close(found, plain, 1e-6 * (1 + np.abs(plain))):
            return True
        wide = number(self.theirs.run([widened(s) for s in lines])[line], kind, name)
        if wide is not None and wide.shape == plain.shape:
            with np.errstate(all="ignore"):
                error, theirs = np.abs(found - wide), np.abs(plain - wide)
                bound = 8 * theirs + CLOSE[str(plain.dtype)] * (np.abs(wide) + largest(wide))
            if np.all(
                (error <= bound)
                | (found == plain)
                | same_nonfinite(found, wide)
                | (np.isnan(found) & np.isnan(plain))
            ):
                return True
        spread = np.zeros(plain.shape)
        for seed in range(8):  # the errors of two ops cancel in many
            with noise(self.theirs.library, seed):
                noisy = number(self.theirs.run(lines)[line], kind, name)
            if noisy is None or noisy.shape != plain.shape:
                return True
            with np.errstate(all="ignore"):
                change = np.abs(noisy - plain)
            if np.any(np.isfinite(noisy) != np.isfinite(plain)):
                return True
            spread = np.maximum(spread, np.where(np.isfinite(plain), change, 0))
        bound = ROUNDINGS * np.maximum(spread, 0.1 * spread.max(initial=0.0))
        uncertain = (spread > 0) & (8 * spread >= np.abs(plain))  # no digit of these
        uncertain |= ~np.isfinite(found) & (spread > 1e-3 * np.abs(plain))  # beside a pole
        found = np.where(uncertain & np.isnan(found), plain, found)
        return close(found, plain, np.where(uncertain, np.inf, bound))

    def nearly_singular(self, program: Program) -> bool:
        """Tell whether a program factors a matrix of which rounding decides whether it is singular."""
        matrices: list[Any] = []
        with factored(self.theirs.library, matrices):
            self.theirs.run([without_threads(s) for s in program])
        for matrix in matrices:
            values = np.linalg.svd(matrix, compute_uv=False)
            digits = 100 * NOISE[str(matrix.dtype)] * matrix.shape[-1]
            if np.any(values[..., -1] <= digits * values[..., 0]):
                return True
        return False

    def counted(self, program: Program, calls: int) -> bool:
        """Tell whether rounding decides how often hooks are called with numbers that are not zero."""
        lines = [without_threads(s) for s in program]
        plain = [number_of(seen) for seen in self.theirs.run(lines)[-1].hooks]
        counts, spreads = [len(plain)], [np.zeros(p.shape) for p in plain]
        for seed in range(8):
            with noise(self.theirs.library, seed):
                noisy = [number_of(seen) for seen in self.theirs.run(lines)[-1].hooks]
            counts.append(len(noisy))
            if [n.shape for n in noisy] == [p.shape for p in plain]:
                with np.errstate(all="ignore"):
                    spreads = [
                        np.fmax(s, np.abs(n - p)) for s, n, p in zip(spreads, noisy, plain, strict=True)
                    ]
        shaky = sum(bool(np.all(8 * s >= np.abs(p))) for s, p in zip(spreads, plain, strict=True))
        return min(counts) - shaky <= calls <= max(counts)

    def decided_by_rounding(self, program: Program, kind: str, name: str, found: Any, plain: Any) -> bool:
        """Tell whether integers or booleans that differ are others as soon as numbers have a rounding error more."""
        shaky = np.zeros(plain.shape, bool)
        for seed in range(8):
            with noise(self.theirs.library, seed):
                noisy = number(self.theirs.run(program)[-1], kind, name)
            if noisy is None or noisy.shape != plain.shape:
                return True
            shaky |= noisy != plain
        return bool(np.all((found == plain) | shaky))


def about_singular(kind: str, text: str, program: Program) -> bool:
    """Tell whether only one library finds a matrix singular: by an error, a pivot, or derivatives of factors."""
    found = re.search(r": value is (\d+); PyTorch: (\d+)$", text) if "_ex(" in program[-1].text else None
    if FACTORS_SLOPE.fullmatch(kind):
        return any(QR.search(statement.text) for statement in program)
    if kind == "value":
        return found is not None and "0" in found.groups()
    return kind in ("refused", "accepted") and SINGULAR.search(text) is not None


def survives(question: Callable[[], bool]) -> bool:
    """Ask in a child, as PyTorch's modes die of some programs: there is nothing to compare with then."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        answer = 0
        try:
            answer = 0 if question() else 1
        finally:
            os._exit(answer)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 1


def retaining(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a pass that keeps the graph."""
    return lambda *args, **kwargs: function(*args, **{**kwargs, "retain_graph": True})


def without_threads(statement: Statement) -> Statement:
    """Return a line that does its work in this thread."""
    return Statement(re.sub(r"in_thread\(lambda: (.*)\)$", r"\1", statement.text))


def widened(statement: Statement) -> Statement:
    """Return a line in double precision."""
    text = re.sub(r"dv\.float(16|32)\b", "dv.float64", statement.text)
    return Statement(re.sub(r"dv\.complex64\b", "dv.complex128", text))


SUMS = re.compile(
    r"sum|logaddexp|mean|norm|var|std|mm|mv|dot|addbmm|conv|trace|cdist|pool|upsample"
    r"|solve|inv|det|svd|eig|qr|cholesky|::lu|linalg_l|matrix|householder"
)
"""Ops whose rounding errors are small beside what they add, and not beside a sum that cancels."""

LAPACK = re.compile("linalg_|triangular|cholesky|lu_solve")
"""Ops that factor matrices, or solve with their factors."""

EXACT = re.compile(
    r"copy_|fill_|zero_|detach_|squeeze_|transpose_|::t_|swap|set_|resize|as_strided_|requires_grad_"
)
"""Writes without rounding errors, and those of no number."""


def noise(torch: Any, seed: int) -> Any:
    """Return a mode in which every op of PyTorch makes a rounding error more, and sums one in each term."""
    from torch.utils._python_dispatch import TorchDispatchMode

    class Noise(TorchDispatchMode):
        def __init__(self) -> None:
            super().__init__()
            self.generator = torch.Generator().manual_seed(seed)

        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            name = func._schema.name
            fresh = all(r.alias_info is None for r in func._schema.returns)
            if fresh and SUMS.search(name):
                args = [self.shaken(value) for value in args]
            out = func(*args, **(kwargs or {}))
            if fresh or (name.endswith("_") and not EXACT.search(name)):
                for t in out if isinstance(out, (tuple, list)) else [out]:
                    if self.rounds(t):
                        t.copy_(self.shaken(t))
            return out

        def rounds(self, t: Any) -> bool:
            floating = isinstance(t, torch.Tensor) and (t.is_floating_point() or t.is_complex())
            return bool(floating and t.numel() and not t._is_zerotensor())

        def shaken(self, t: Any) -> Any:
            if not self.rounds(t):
                return t
            size = NOISE[str(t.dtype).removeprefix("torch.")]
            signs = torch.randint(0, 2, t.shape, generator=self.generator, dtype=torch.float64) * 2 - 1
            if t.is_complex():  # also zero parts, which decide at branch cuts
                turned = torch.randint(0, 2, t.shape, generator=self.generator, dtype=torch.float64) * 2 - 1
                return (t.to(torch.complex128) * torch.complex(1 + size * signs, size * turned)).to(t.dtype)
            return (t.to(torch.float64) * (1 + size * signs)).to(t.dtype)

    return Noise()


def factored(torch: Any, matrices: list[Any]) -> Any:
    """Return a mode that notes what ops of linear algebra factor, or may factor: square matrices, any for LU and QR."""
    from torch.utils._python_dispatch import TorchDispatchMode

    class Factored(TorchDispatchMode):
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            if LAPACK.search(func._schema.name):
                for t in args:
                    if not isinstance(t, torch.Tensor) or t.dim() < 2 or not t.numel():
                        continue
                    if t.shape[-1] == t.shape[-2] or re.search("lu_factor|qr", func._schema.name):
                        matrices.append(t.detach().resolve_conj().numpy().copy())
            return func(*args, **(kwargs or {}))

    return Factored()


def number(step: Step, kind: str, name: str) -> Any:
    """Return the numbers that a kind of difference is about."""
    if kind.startswith("hook"):
        found = step.hooks[int(name)] if int(name) < len(step.hooks) else None
    else:
        found = step.tensors.get(name)
        for part in kind.split(".")[:-1]:
            found = getattr(found, part) if found is not None else None
    return None if found is None else found.value


def number_of(seen: Seen | None) -> Any:
    """Return the numbers that a hook was called with; it may have been None."""
    return np.zeros(()) if seen is None else np.asarray(seen.value, np.result_type(seen.value, np.float64))


def differences(a: Step, e: Step, before: tuple[Step, Step] | None) -> Iterator[tuple[str, str, str]]:
    """Yield kind, name and text of what differs after a line; `a` is derivata's."""
    if (a.error is None) != (e.error is None):
        kind = "refused" if a.error is not None else "accepted"
        yield kind, "", f"derivata: {said(a.error)}; PyTorch: {said(e.error)}"
        return
    if type(a.error) is not type(e.error):
        yield "class of error", "", f"derivata: {said(a.error)}; PyTorch: {said(e.error)}"
    for name in e.tensors:
        if name not in a.tensors:
            yield "missing", name, f"{name} is missing"
            continue
        yield from of_tensor(a.tensors[name], e.tensors[name], "", name)
        if before is not None and name in before[0].tensors:
            yield from of_versions(a.tensors[name], e.tensors[name], [s.tensors[name] for s in before], name)
    if len(a.hooks) != len(e.hooks):
        yield "hooks", "", f"{len(a.hooks)} calls of hooks; PyTorch: {len(e.hooks)}"
        return
    # leaves may come in any order; the order of hooks is a matter of the hunter `hooks`
    waiting = list(e.hooks)
    for k, ours in enumerate(a.hooks):
        same = [n for n, theirs in enumerate(waiting) if not any(of_tensor(ours, theirs, "hook.", str(k)))]
        if not same:
            yield from of_tensor(ours, e.hooks[k], "hook.", str(k))
            return
        del waiting[same[0]]


def of_tensor(
    a: Seen | None, e: Seen | None, prefix: str, name: str, primal: str = ""
) -> Iterator[tuple[str, str, str]]:
    """Yield where two tensors differ; a tangent has the dtype of its primal."""
    if a is None or e is None:
        if prefix in ("tangent.", "grad.") and zero(a) and zero(e):
            return
        if (a is None) != (e is None):
            yield f"{prefix}none", name, f"{name} {prefix}: {shown(a)}; PyTorch: {shown(e)}"
        return
    for field in ("shape", "dtype", "requires_grad", "is_leaf"):
        if (prefix and field == "is_leaf") or (prefix == "tangent." and field == "requires_grad"):
            continue
        ours, theirs = getattr(a, field), getattr(e, field)
        if prefix == "tangent." and field == "dtype":
            theirs = primal  # PyTorch's may have another one
        if ours != theirs:
            yield f"{prefix}{field}", name, f"{name}: {prefix}{field} is {ours}; PyTorch: {theirs}"
            if field in ("shape", "dtype"):
                return
    if not close(a.value, e.value):
        yield (
            f"{prefix}value",
            name,
            f"{name}: {prefix}value is {a.value.tolist()}; PyTorch: {e.value.tolist()}",
        )
    if not prefix:
        yield from of_tensor(a.tangent, e.tangent, "tangent.", name, a.dtype)
        yield from of_tensor(a.grad, e.grad, "grad.", name)


def of_versions(
    a: Seen | None, e: Seen | None, before: list[Seen | None], name: str
) -> Iterator[tuple[str, str, str]]:
    """Yield a version that one library changed and the other one did not."""
    if a is None or e is None or before[0] is None or before[1] is None:
        return
    ours, theirs = a.version != before[0].version, e.version != before[1].version
    if ours != theirs:
        yield "version", name, f"the version of {name} changed: {ours}; PyTorch: {theirs}"


def is_silent(statement: Statement, after: Step) -> bool:
    """Tell whether a write is not recorded: in a mode, or as the tensor has no history."""
    target = WRITE.match(statement.text)
    seen = after.tensors.get(target[1]) if target else None
    return SILENT.match(statement.text) is not None or (seen is not None and not seen.requires_grad)


def masks_differ(a: Step, e: Step, name: str) -> bool:
    """Tell whether the signs of numbers differ, which nobody minded: those of sums that cancel."""
    ours, theirs = a.tensors.get(name), e.tensors.get(name)
    if ours is None or theirs is None or ours.shape != theirs.shape:
        return False
    return not np.array_equal(ours.value > 0, theirs.value > 0)


def zero(seen: Seen | None) -> bool:
    """Tell whether there is nothing but zeros: no tangent, and no gradient, means one of zeros."""
    return seen is None or not np.any(seen.value)


def close(a: Any, e: Any, more: Any = 0.0) -> bool:
    """Tell whether numbers agree but for rounding errors of a few ops, and whatever else is allowed."""
    if a.dtype.kind in "biu":
        return bool(np.array_equal(a, e))
    with np.errstate(all="ignore"):
        bound = max(CLOSE[str(a.dtype)], CLOSE[str(e.dtype)]) * (np.abs(e) + largest(e)) + more
        bound = bound + np.finfo(e.dtype).tiny  # PyTorch flushes what is smaller in some loops
        near = np.abs(a.astype(np.result_type(a, np.float64)) - e) <= bound
    return bool(np.all(near | (a == e) | (np.isnan(a) & np.isnan(e)) | same_nonfinite(a, e)))


def same_nonfinite(a: Any, e: Any) -> Any:
    """Tell where complex numbers are not finite: which of their parts is NaN, which infinite, is not specified."""
    return (a.dtype.kind == "c") & ~np.isfinite(a) & ~np.isfinite(e)


def mixed_nonfinite(a: Any, e: Any) -> Any:
    """Tell where one is infinite and the other one NaN: sums of infinite derivatives depend on the order of terms."""
    return (np.isinf(a) & np.isnan(e)) | (np.isnan(a) & np.isinf(e))


def largest(array: Any) -> Any:
    """Return the largest finite number, of which a part is rounding everywhere."""
    finite = np.abs(array[np.isfinite(array)])
    return finite.max() if finite.size else 0.0


def said(error: Exception | None) -> str:
    """Return an error in a line."""
    return (
        "no error" if error is None else f"{type(error).__name__}: {str(error).partition(chr(10))[0][:300]}"
    )


def shown(seen: Seen | None) -> str:
    """Return what is seen in a few words."""
    return "None" if seen is None else f"{seen.value.tolist()}"
