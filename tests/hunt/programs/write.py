"""Writes a program, line by line, running it with PyTorch so that shapes and dtypes are known."""

import random
import re
from collections import Counter
from typing import Any

import numpy as np

from .execute import Side
from .leaf import FLOATING, INTEGERS, Numbers, drawn, literal
from .statement import Statement
from .vocabulary import Word, is_constant, words

WORTH_COMPARING = re.compile(
    "modified by an inplace operation|leaf Variable that requires grad|is a view and is being modified"
    "|backward through the graph a second time|does not require grad|implicitly created only for scalar"
    "|One of the differentiated Tensors|doesn't match the broadcast shape|can't be cast"
    "|must have the same shape|no grad|only Tensors of floating point|Inplace update to inference tensor"
    "|saved for backward|view of a leaf|output of a function that returns multiple views"
)
"""Errors of PyTorch that derivata has to have as well; lines with others are not written."""

DTYPES = {*FLOATING, *INTEGERS, "int8", "int16"}
WRITE = re.compile(r"(?:with dv\.\w+\(\): )?(x\d+)(\.\w+_\(|(?:\[.*\]|\.real|\.imag) = | [-+*/@]+= )")
PASS_TOWARDS = re.compile(r"(x\d+)(?:\.sum\(\))?\.backward\(.*inputs=\[(.*?)\]")
MOST = 48
"""Elements of a tensor."""


class Writer:
    """Writes a program of so many ops."""

    def __init__(self, side: Side, seed: int) -> None:
        self.side, self.random = side, random.Random(seed)
        self.lines: list[Statement] = []
        self.names = side.names()
        self.count = 0
        self.failed = False
        self.main = self.random.choices(
            ["float64", "float32", "float16", "complex128", "complex64", "mixed"], [36, 28, 12, 8, 4, 12]
        )[0]
        self.forward = self.random.random() < 0.2

    def program(self) -> list[Statement]:
        """Return a program."""
        with self.side.quiet():
            if self.forward:
                self.emit("LEVEL = dv.autograd.forward_ad.enter_dual_level()")
            for _ in range(self.random.choice([1, 1, 2, 3])):
                self.leaf()
            for _ in range(self.random.randint(2, 15)):
                self.step()
            if not self.failed:
                self.backward()
        self.side.forget(self.names)
        return self.lines

    def step(self) -> None:
        """Write one op, or what it needs."""
        kinds = {
            self.op: 40,
            self.view: 14,
            self.inplace: 24 if self.forward else 12,
            self.assign: 5,
            self.arithmetic: 10,
            self.hook: 5,
            self.backward: 5,
            self.gradient: 6,
            self.state: 4,
            self.leaf: 2,
            self.checkpoint: 2,
            self.conversion: 3,
            self.tangent: 6 if self.forward else 0,
        }
        for _ in range(20):
            (kind,) = self.random.choices(list(kinds), list(kinds.values()))
            before = len(self.lines)
            kind()
            if len(self.lines) > before or self.failed:
                return

    # Lines

    def emit(self, text: str, numbers: Numbers | None = None) -> bool:
        """Write a line if PyTorch takes it, or if its error is one to compare; tell whether it ran."""
        if self.failed:
            return False
        statement = Statement(text, numbers)
        if self.ends_pytorch(text):
            return False
        error = self.side.line(statement, self.names)
        if error is None and comparable(statement, self.names, self.side.tensor):
            self.lines.append(statement)
            return True
        if error is not None and WORTH_COMPARING.search(str(error)):
            self.lines.append(statement)
            self.failed = "backward" in text or "grad(" in text  # part of a pass may have run
            return False
        self.again()
        return False

    def ends_pytorch(self, text: str) -> bool:
        """Tell whether a line writes to a second result of an op that retains its gradient: PyTorch dies later."""
        target = WRITE.match(text)
        there = self.tensors() if target else {}
        if target is None or target[1] not in there:
            return False
        memory = memory_of(there[target[1]])
        return any(t.retains_grad and t.output_nr and memory_of(t) == memory for t in there.values())

    def again(self) -> None:
        """Run what is written from the start: what failed may have written something."""
        self.side.leave_dual_level()
        self.side.forget(self.names)
        self.names = self.side.names()
        for statement in self.lines:
            self.side.line(statement, self.names)
            comparable(statement, self.names, self.side.tensor)
            self.tensors()  # asks for histories: else PyTorch dies of a hook of a view whose base was written

    def new(self) -> str:
        """Return a name that is free."""
        self.count += 1
        return f"x{self.count}"

    def wrapped(self, text: str) -> str:
        """Return a line, sometimes in a mode; not one that makes a view, whose history differs on purpose."""
        mode = self.random.random()
        if mode < 0.06:
            return f"with dv.no_grad(): {text}"
        if mode < 0.07:
            return f"with dv.inference_mode(): {text}"
        return text

    # Tensors

    def tensors(self) -> dict[str, Any]:
        """Return what there is."""
        return {n: v for n, v in self.names.items() if isinstance(v, self.side.tensor) and has_history(v)}

    def root(self) -> str | None:
        """Return the name of a tensor with a history, where there is one."""
        for _ in range(4):
            name = self.pick(floating=True, grad=True)
            if name is None or not self.names[name].is_leaf:
                return name
        return name

    def pick(self, floating: bool = False, grad: bool = False, shared: bool = False) -> str | None:
        """Return the name of a tensor, a recent one rather than an old one; of those on one memory if there are any."""
        there = [n for n, t in self.tensors().items() if tame(t)]
        if shared:
            memory = Counter(memory_of(self.names[n]) for n in there)
            there = [n for n in there if memory[memory_of(self.names[n])] > 1] or there
        if floating:
            there = [n for n in there if self.names[n].is_floating_point() or self.names[n].is_complex()]
        if grad:
            there = [n for n in there if self.names[n].requires_grad]
        if not there:
            return None
        return self.random.choices(there, range(2, len(there) + 2))[0]

    def shape(self) -> tuple[int, ...]:
        """Return a shape; sometimes of no dimension or no element."""
        chance = self.random.random()
        if chance < 0.08:
            return ()
        if chance < 0.12:
            return self.random.choice([(0,), (2, 0), (0, 3)])
        return self.random.choice(
            [(3,), (4,), (2, 3), (3, 3), (2, 2), (1, 3), (2, 1), (2, 2, 3), (1,), (2, 3, 2)]
        )

    def dtype(self) -> str:
        """Return a floating dtype, that of the program rather than another."""
        if self.main == "mixed" or self.random.random() < 0.08:
            return self.random.choice(FLOATING)
        return self.main

    def leaf(
        self, shape: tuple[int, ...] | None = None, dtype: str = "", positive: bool = False
    ) -> str | None:
        """Write a tensor of numbers."""
        if not dtype:
            dtype = self.random.choice(INTEGERS) if self.random.random() < 0.07 else self.dtype()
        layout = self.random.choices(["plain", "transposed", "sliced", "expanded"], [70, 12, 12, 6])[0]
        numbers = Numbers(
            self.new(),
            self.shape() if shape is None else shape,
            dtype,
            layout,
            self.random.randrange(10**6),
            dtype in FLOATING and self.random.random() < 0.8,
            positive,
            self.forward and dtype in FLOATING and self.random.random() < 0.6,
        )
        if not self.emit(numbers.statement().text, numbers):
            return None
        return numbers.name

    def fit(self, shape: tuple[int, ...], dtype: str = "", positive: bool = False) -> str | None:
        """Return an expression with a tensor of a shape, of one that is there or of a new one."""
        name = self.pick(floating=True)
        if name is None or self.random.random() < 0.15 or (dtype and dtype != dtype_of(self.names[name])):
            return self.leaf(shape, dtype, positive)
        return self.shaped(name, shape) or self.leaf(shape, dtype or dtype_of(self.names[name]), positive)

    def shaped(self, name: str, shape: tuple[int, ...]) -> str | None:
        """Return an expression that gives a tensor another shape, or None."""
        tensor, size = self.names[name], 1
        for n in shape:
            size *= n
        if tuple(tensor.shape) == shape:
            return name
        if tensor.numel() == size:
            return f"{name}.reshape({shape})"
        if tensor.numel() > size:
            part = f"{name}.flatten()[:{size}]"
            return part if shape == (size,) else f"{part}.reshape({shape})"
        return None

    # Ops

    def op(self) -> None:
        """Write a call of an op of the spec."""
        word = self.random.choice(words())
        args = self.arguments(word)
        if args is None:
            return
        if is_constant(word.case) and self.forward:
            return
        text = self.call(word, *args)
        if text:
            if word.case.returns_list:
                self.several(text)
            else:
                names = ", ".join(self.new() for _ in word.case.outputs)
                line = f"{names} = {text}"
                self.emit(line if word.case.view else self.wrapped(line))

    def several(self, text: str) -> None:
        """Write names for a list of tensors."""
        try:
            count = len(eval(text, self.names))
        except (RuntimeError, TypeError, IndexError, ValueError):
            return
        if count:
            self.emit(f"{''.join(f'{self.new()}, ' for _ in range(count))}= {text}")

    def call(self, word: Word, args: list[str], named: dict[str, str]) -> str:
        """Return the text of a call: of a function, a method, or one that writes."""
        forms = [form for form in (*word.functions, *([""] if word.method else [])) if form is not None]
        if not forms:
            return ""
        form = self.random.choice(forms)
        keywords = [f"{name}={value}" for name, value in named.items()]
        if form:
            view = form == "einsum" and "," not in args[0]  # PyTorch may return one
            return f"dv.{form}({', '.join([*args, *keywords])}){'.clone()' if view else ''}"
        return f"{args[0]}.{word.method}({', '.join([*args[1:], *keywords])})"

    def arguments(self, word: Word, target: str | None = None) -> tuple[list[str], dict[str, str]] | None:
        """Return the texts of arguments by position and by name; the first may be given."""
        case = word.case
        sample = self.random.choice(case.samples)
        dtype = self.dtype_for(target)
        texts: dict[str, str] = {}
        common = self.shape()
        for name, _ in case.arguments:
            if name not in sample:
                continue
            value = sample[name]
            if target is not None and not texts:
                texts[name] = target
                continue
            found = self.argument(case, name, case.kind(name), value, dtype, common)
            if found is None:
                return None
            texts[name] = found
        args = []
        names = [name for name, _ in case.arguments]
        for name in names:
            if name not in texts or name in case.keyword_only:
                break
            args.append(texts[name])
        return args, {name: texts[name] for name in names[len(args) :] if name in texts}

    def dtype_for(self, target: str | None) -> str:
        """Return the dtype that new arguments get, so that they mostly agree."""
        name = target or self.pick(floating=True)
        return dtype_of(self.names[name]) if name in self.names else self.dtype()

    def argument(self, case: Any, name: str, kind: str, value: Any, dtype: str, common: Any) -> str | None:
        """Return the text of an argument."""
        if value is None:
            return "None"
        if kind == "Tensor":
            return self.tensor(case, name, value, dtype, common)
        if kind == "Tensor[]":
            parts = [self.tensor(case, name, part, dtype, common) for part in value]
            return None if None in parts else f"[{', '.join(part for part in parts if part)}]"
        if kind == "dtype":
            return f"dv.{value}"
        return repr(value)

    def tensor(self, case: Any, name: str, spec: Any, dtype: str, common: Any) -> str | None:
        """Return an expression for a tensor argument: of any shape if the op is elementwise."""
        details = spec if hasattr(spec, "keys") else {}
        if details.get("dtype") or details.get("values") is not None:
            return self.constant(case, name, details)
        shape = tuple(details["shape"] if details else spec)
        low, _ = case.domain.get(name, (-2.0, 2.0))
        if case.elementwise and self.random.random() < 0.8:
            picked = self.pick(floating=self.random.random() < 0.93)
            if picked is None:
                return None
            if tuple(self.names[picked].shape) not in ((), common) and len(case.tensors) > 1:
                text = self.shaped(picked, common) or self.leaf(common, dtype, low >= 0)
            else:
                text = picked
        else:
            text = self.fit(shape, dtype if self.random.random() < 0.9 else "", low >= 0)
        found = self.into(case, name, text) if text is not None else None
        return f"{found}.detach()" if found and is_constant(case) else found

    def into(self, case: Any, name: str, text: str) -> str | None:
        """Return an expression with numbers in the op's domain, mostly."""
        if name not in case.domain or self.random.random() < 0.1:
            return text
        low, high = case.domain[name]
        for way in ("{}", "{}.abs()", "{}.sigmoid()", "({}.sigmoid() + 1.0)", None):
            if way is None:
                return None
            line = way.format(text)
            try:
                value = eval(line, self.names)
                inside = bool(((value > low) & (value < high)).all())
            except (RuntimeError, TypeError, IndexError):
                continue
            if inside:
                return line
        return None

    def constant(self, case: Any, name: str, details: Any) -> str:
        """Return a literal for an argument whose dtype or numbers the sample states."""
        from derivata.testing.drawing import Drawer, shape_of

        listed = case.kind(name) == "Tensor[]"
        spec = [details] if listed else details
        array = Drawer(case, {name: spec}, np.dtype(details.get("dtype", "float64"))).values()[name]
        array = array[0] if listed else array
        dtype = str(array.dtype)
        if not details.get("dtype"):
            dtype = self.main if self.main in ("float32", "float64") else "float64"
        assert array.shape == shape_of(details)
        return literal(array, dtype)

    def arithmetic(self) -> None:
        """Write a sum or product of two tensors that are there."""
        a, b = self.pick(), self.pick(floating=True)
        if a is None or b is None:
            return
        if self.random.random() < 0.3:
            b = self.random.choice(["2", "0.5", "-1.5", "True", "3"])
        sign = self.random.choice(["+", "-", "*", "*", "/", "**"])
        if sign == "**":
            b = self.random.choice(["2", "3", "0.5"])
        sign = self.random.choice([sign] * 9 + ["@"])
        if self.random.random() < 0.2 and sign != "@":
            self.emit(self.wrapped(f"{a} {sign}= {b}"))
        else:
            self.emit(self.wrapped(f"{self.new()} = {a} {sign} {b}"))

    def inplace(self) -> None:
        """Write an op in place."""
        target = self.target()
        if target is None:
            return
        before = len(self.lines)
        able = [w for w in words() if w.inplace and not (self.forward and is_constant(w.case))]
        for word in self.random.sample(able, 3):
            found = self.arguments(word, target)
            if found is not None:
                args, named = found
                keywords = [f"{name}={value}" for name, value in named.items()]
                self.emit(self.wrapped(f"{args[0]}.{word.inplace}({', '.join([*args[1:], *keywords])})"))
            if len(self.lines) > before or self.failed:
                break
        written = self.tensors().get(target)  # None if PyTorch lost its history
        if (
            self.forward
            and written is not None
            and written.dtype.is_floating_point
            and self.random.random() < 0.3
        ):
            self.tangent(target)  # whose formula may need the value before the write
            self.backward()

    def target(self) -> str | None:
        """Return a tensor to write to, often one with views, seldom a leaf that requires grad."""
        shared = self.random.random() < 0.5
        for _ in range(5):
            name = self.pick(shared=shared)
            if name is None:
                return None
            tensor = self.names[name]
            if not (tensor.is_leaf and tensor.requires_grad) or self.random.random() < 0.05:
                return name
        return None

    def assign(self) -> None:
        """Write an assignment to a part, which may be the real or imaginary one."""
        target = self.target()
        if target is None:
            return
        part = f"[{self.index(self.names[target])}]"
        if self.names[target].is_complex() and self.random.random() < 0.3:
            part = self.random.choice([".real", ".imag"])
        value = self.random.choice(["0.0", "2.5", "-1"])
        if self.random.random() < 0.7:
            try:
                shape = tuple(eval(f"{target}{part}", self.names).shape)
            except (RuntimeError, IndexError, TypeError):
                return
            value = self.fit(shape) or value
        self.emit(self.wrapped(f"{target}{part} = {value}"))

    def index(self, tensor: Any) -> str:
        """Return an index."""
        if tensor.ndim == 0:
            return self.random.choice(["()", "...", "None"])
        n = tensor.shape[0]
        simple = ["0", "-1", "1:", ":1", "...", "None", "[0]", "..., 0", "..., :1", "::2", "[]"]
        simple += ["[0, 0]", f"[{n - 1}, 0]", "..., None", "dv.tensor([0, -1])"]
        if tensor.ndim > 1:
            simple += [":, 0", ":, [0, 0]", "0, 1:", "[0], [0]", ":, None, 0", "-1, ..., :1"]
        names = [k for k, v in self.tensors().items() if v.shape == tensor.shape and not v.is_complex()]
        if names:
            simple += [f"{self.random.choice(names)} > 0"] * 2
        return self.random.choice(simple)

    def view(self) -> None:
        """Write a view, or several."""
        name = self.pick()
        if name is None:
            return
        t = self.names[name]
        dims = t.ndim
        d = self.random.randrange(-dims, dims) if dims else 0
        e = self.random.randrange(-dims, dims) if dims else -1
        order = self.random.sample(range(dims), dims)
        ways = [
            ".unsqueeze(0)",
            ".unsqueeze(-1)",
            ".squeeze()",
            ".flatten()",
            ".reshape(-1)",
            ".detach()",
            ".view_as({n})",
        ]
        ways += [f"[{self.index(t)}]"] * 4 + [
            f".transpose({d}, {e})",
            ".clone()",
            ".contiguous()",
        ]
        ways += [f".permute({tuple(order)})", f".squeeze({d})", f".view({tuple(t.shape)})"]
        ways += [".conj_physical()", ".real", ".movedim(0, -1)"]
        ways += [f".expand({(2, *t.shape)})"] * (4 if self.forward else 1)  # whose tangent is expanded
        if t.is_complex():
            ways += [".imag", "REAL"]
        if dims:
            ways += [
                f".narrow({d}, 0, 1)",
                f".select({d}, 0)",
                f".unfold({d}, 1, 1)",
                ".diagonal()",
                ".mT",
                ".t()",
                ".T",
            ]
            ways += [f".unbind({d})", f".split(1, {d})", f".chunk(2, {d})"] if 0 < t.shape[d] <= 3 else []
        way = self.random.choice(ways).format(n=name)
        if way == "REAL":
            self.emit(f"{self.new()} = dv.view_as_real({name})")
            return
        if way.startswith((".unbind", ".split", ".chunk")):
            self.several(name + way)
            return
        if self.random.random() < 0.1 and way.startswith(
            (".unsqueeze", ".squeeze", ".transpose", ".t()", ".detach")
        ):
            self.emit(f"{name}{way.replace('(', '_(', 1)}")
            return
        self.emit(f"{self.new()} = {name}{way}")

    def conversion(self) -> None:
        """Write a conversion to a dtype, or a comparison."""
        name = self.pick()
        if name is not None:
            dtype = self.random.choice([*FLOATING, *INTEGERS])
            way = self.random.choice(
                [f".to(dv.{dtype})", f".to(dv.{dtype})", " > 0", ".to(dv.float32)", ".double()"]
            )
            self.emit(f"{self.new()} = {name}{way}")

    # Graphs

    def state(self) -> None:
        """Write what changes the state of a tensor."""
        name = self.pick(floating=True)
        if name is not None:
            way = self.random.choice(
                [
                    ".retain_grad()",
                    ".retain_grad()",
                    ".detach_()",
                    ".requires_grad_()",
                    ".requires_grad_(False)",
                    "DEL",
                    "ZERO",
                ]
            )
            if way == "DEL":
                if len(self.tensors()) > 2:
                    self.emit(f"del {name}")
            elif way == "ZERO":
                self.emit(f"{name}.grad = None")
            else:
                self.emit(f"{name}{way}")

    def hook(self) -> None:
        """Write a hook of a tensor, a leaf or a node."""
        name = self.pick(floating=True, grad=True)
        if name is None:
            return
        note = "seen.append(g.clone())"
        change = self.random.choice(["", "", " or g * 2", " or -g"])
        way = self.random.choice(["tensor", "tensor", "tensor", "retain", "leaf", "node", "pre"])
        leaf = self.names[name].is_leaf
        if not leaf and self.names[name]._is_view():  # in PyTorch, some results are views of others
            way = "tensor"
        if way == "retain":
            self.emit(f"{name}.retain_grad()")
        elif way == "leaf" and leaf:
            self.emit(f"{name}.register_post_accumulate_grad_hook(lambda t: seen.append(t.grad.clone()))")
        elif way == "node" and not leaf:
            self.emit(
                f"{name}.grad_fn.register_hook(lambda _, gs: seen.extend(g.clone() for g in gs if g is not None))"
            )
        elif way == "pre" and not leaf:
            self.emit(
                f"{name}.grad_fn.register_prehook(lambda gs: seen.extend(g.clone() for g in gs if g is not None))"
            )
        else:
            self.emit(f"{name}.register_hook(lambda g: {note}{change})")

    def seed(self, tensor: Any) -> str:
        """Return a gradient to start from."""
        return literal(
            drawn(tuple(tensor.shape), dtype_of(tensor), self.random.randrange(10**6)), dtype_of(tensor)
        )

    def backward(self) -> None:
        """Write a backward pass."""
        name = self.root()
        if name is None:
            return
        tensor, args = self.names[name], []
        root = name
        if self.random.random() < 0.5 and not tensor.is_complex():
            root = f"{name}.sum()"
        elif tensor.ndim or tensor.is_complex() or self.random.random() < 0.5:
            args.append(self.seed(tensor))
        chance = self.random.random()
        if chance < 0.4:
            args.append("retain_graph=True")
        elif chance < 0.5:
            args.append("create_graph=True")
        others = [n for n in self.tensors() if self.names[n].requires_grad]
        if self.random.random() < 0.15:
            args.append(f"inputs=[{', '.join(self.random.sample(others, min(2, len(others))))}]")
        call = f"{root}.backward({', '.join(args)})"
        if self.random.random() < 0.06 and not self.forward:  # levels belong to threads here
            call = f"in_thread(lambda: {call})"
        self.emit(call)

    def gradient(self) -> None:
        """Write gradients of one or two tensors by some that are there."""
        name = self.root()
        if name is None:
            return
        others = [n for n in self.tensors() if self.names[n].requires_grad]
        inputs = self.random.sample(others, min(self.random.choice([1, 1, 2]), len(others)))
        tensor = self.names[name]
        args = [name, f"[{', '.join(inputs)}]", self.seed(tensor)]
        if self.random.random() < 0.4 and not tensor.is_complex():
            args = [f"{name}.sum()", args[1]]
        args.append("allow_unused=True")
        if self.random.random() < 0.65:
            args.append("create_graph=True")
        elif self.random.random() < 0.7:
            args.append("retain_graph=True")
        if self.random.random() < 0.2:
            args.append("materialize_grads=True")
        names = "".join(f"{self.new()}, " for _ in inputs)
        self.emit(f"{names}= dv.autograd.grad({', '.join(args)})")

    def tangent(self, name: str | None = None) -> None:
        """Write a use of a tangent, so that it is differentiated backwards."""
        name, other = name or self.pick(floating=True), self.pick(floating=True, grad=True)
        if name is None or other is None:
            return
        tangent = self.side.forward_ad.unpack_dual(self.names[name]).tangent
        if tangent is None or tangent.dtype == self.names[name].dtype:  # PyTorch's may have another one
            self.emit(f"{self.new()} = dv.autograd.forward_ad.unpack_dual({name}).tangent * {other}")

    def checkpoint(self) -> None:
        """Write a checkpoint around an op or two."""
        name = self.pick(floating=True)
        if name is not None:
            body = self.random.choice(
                ["a.sin() * a", "(a * a).exp().sum()", "a.tanh().reshape(-1)", "a.mul(2).cos_()"]
            )
            self.emit(f"{self.new()} = checkpoint(lambda a: {body}, {name}, use_reentrant=False)")


def dtype_of(tensor: Any) -> str:
    """Return the name of a dtype."""
    return str(tensor.dtype).removeprefix("torch.")


def fit(statement: Statement, error: Exception | None, names: dict[str, Any]) -> bool:
    """Tell whether a line of PyTorch's run may be part of a program: see `comparable` and `WORTH_COMPARING`."""
    if error is not None:
        return WORTH_COMPARING.search(str(error)) is not None
    return comparable(statement, names, names["dv"].Tensor)


def comparable(statement: Statement, names: dict[str, Any], kind: type) -> bool:
    """Tell whether what a line did to PyTorch's tensors means the same in both libraries."""
    tensors = {n: v for n, v in names.items() if isinstance(v, kind)}
    if any(dtype_of(t) not in DTYPES for t in tensors.values()):
        return False
    if len({id(t) for t in tensors.values()}) < len(tensors):
        return False  # PyTorch returns its argument where an op has nothing to do: derivata another tensor
    text = statement.text
    target = WRITE.match(text)
    if target and target[1] in tensors:  # PyTorch reads what it has written already, where memory overlaps
        name = target[1]
        used = set(re.findall(r"\bx\d+\b", text[target.end() :])) & set(tensors)
        memory = memory_of(tensors[name])
        if any(n != name and memory_of(tensors[n]) == memory for n in used):
            return False
        if f"{name}.flatten" in text or f"{name}.reshape" in text:
            return False
        if memory in names.setdefault("GRADIENTS", set()):
            return False  # PyTorch's gradients may be expanded, or on each other's memory
    towards = PASS_TOWARDS.search(text)
    if towards and not reaches(
        tensors[towards[1]], [tensors[n] for n in towards[2].split(", ") if n in tensors]
    ):
        return False  # as below
    if "autograd.grad(" in text:  # PyTorch calls hooks also if there is no way to what is asked for
        results = re.match(r"(?:x\d+, )+", text)
        there = [tensors[n] for n in re.findall(r"x\d+", results[0]) if n in tensors] if results else []
        names.setdefault("GRADIENTS", set()).update(memory_of(t) for t in there)
        return any(bool(t.any()) for t in there) or ("materialize" not in text and bool(there))
    return True


def reaches(root: Any, inputs: list[Any]) -> bool:
    """Tell whether there is a way from a tensor to one of some leaves."""
    waiting, known = [root.grad_fn], set()
    while waiting:
        node = waiting.pop()
        if node is None or node in known:
            continue
        known.add(node)
        if any(getattr(node, "variable", None) is tensor for tensor in inputs):
            return True
        waiting += [following for following, _ in node.next_functions]
    return False


def memory_of(tensor: Any) -> int:
    """Return the address of a tensor's memory; PyTorch has zeros without any."""
    return 0 if tensor._is_zerotensor() else int(tensor.untyped_storage().data_ptr())


def has_history(tensor: Any) -> bool:
    """Tell whether a tensor's history is known: PyTorch refuses to tell it where a write has made it wrong."""
    try:
        return tensor.is_leaf or True
    except RuntimeError:
        return False


def tame(tensor: Any) -> bool:
    """Tell whether a tensor is small, with numbers that do not grow without end."""
    if tensor.numel() > MOST or tensor.ndim > 5:
        return False
    if tensor.numel() == 0 or not (tensor.is_floating_point() or tensor.is_complex()):
        return True
    size = tensor.detach().abs().max().item()
    return bool(size < (100 if "16" in str(tensor.dtype) else 1e4))
