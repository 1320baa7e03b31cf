"""The exact text of every message of runtime, autograd, func, nn and utils, by family, with programs that show them.

The files are `tests/errors/messages/<family>.txt`: a title behind ``##``, a program, ``---``, and what it says. Where a
message is meant to change, ``python tests/errors/test_messages.py`` writes what the programs say now.
"""

import ast
import linecache
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import numpy as np
import pytest

import derivata as dv

FOLDER = Path(__file__).parent / "messages"
PACKAGE = Path(dv.__file__).parent
ELEMENTARY = PACKAGE / "arrays" / "elementwise" / "elementary.py"

OTHER_FRAMES = re.compile(r'  File "(?!program\.py).*\n(?:    .*\n)?')  # of tracebacks in warnings

# Where errors are raised that no program of a user meets, or whose text is not the library's own.
NOT_MET = {
    "autograd.checker.comparison.Comparison._explain_by_elements": "rounding in sums of many elements only",
    "autograd.checker.comparison.Comparison._same_again": "the engine casts first; for other libraries' tensors",
    "autograd.checker.problem.Problem._checked": "the engine fits gradients first; for other libraries' tensors",
    "autograd.checker.problem.Problem._tangent": "tangents are fitted when they are set; as above",
    "autograd.tracer.Tracer.on_change": "every tracer has its own",
    "autograd.tracer.Tracer.on_pass": "every tracer has its own",
    "func.containers._no_container": "a leaf is never rebuilt",
    "arrays.elementwise.elementary._check_divisor": "`explain` makes of it what the user sees",
    "arrays.elementwise.elementary._require_real": "the ops refuse complex numbers first",
    "runtime.__init__": "the folder imported under another name",
    "runtime.engine.nesting._on_new_thread": "passes on an error of the user",
    "runtime.forward_mode.dual_level.Level.give_tangents": "levels are of the class below",
    "runtime.graph.saved.Packed.tensor": "what is packed is of a class below",
    "runtime.graph.node.Node.apply": "every node class has its own",
    "runtime.graph.node.Node.differentiate": "every node class has its own",
    "nn.utils.pruning_methods._Lowest._scores": "every such method has its own",
    "runtime.views.refusal.Refusal.refuse": "every refusal says its own",
    "sparse.scipy._scipy_sparse": "SciPy is missing; shown in a process of its own by test_sparse_tensor",
    "runtime.forward_mode.tangents.refuse_tangents": "every op here has a rule; those of packs may lack one",
    "utils.recomputation.Found.pack": "ends a recomputation early, and is caught",
}
ROOMS = ("engine", "forward_mode", "graph", "memory", "modes", "tensors", "views")
LIBRARIES = (
    "array_api",
    "autograd",
    "autograd/checker",
    "autograd/custom",
    "autograd/graph",
    "func",
    "nn",
    "nn/modules",
    "nn/utils",
    "node_methods",
    "sparse",
    "support",
    "tensor_methods",
    "utils",
)
FOLDERS = ("arrays", "runtime", *(f"runtime/{room}" for room in ROOMS), *LIBRARIES)


class Message(NamedTuple):
    """One program and what it says."""

    family: str
    title: str
    program: str
    text: str


Site = tuple[str, int]


def messages_of(path: Path) -> Iterator[Message]:
    """Yield what one file holds."""
    for part in ("\n" + path.read_text(encoding="utf-8")).split("\n## ")[1:]:
        title, rest = part.split("\n", 1)
        program, text = (rest + "\n").split("\n---\n", 1)
        yield Message(path.stem, title, program, text.strip("\n"))


def all_messages() -> list[Message]:
    """Return the messages of all files."""
    return [message for path in sorted(FOLDER.glob("*.txt")) for message in messages_of(path)]


def said_by(program: str, sites: set[Site] | None = None) -> str:
    """Run a program; return its warnings and its error as text, and collect the lines that they come from."""
    linecache.cache["program.py"] = (len(program), None, program.splitlines(True), "program.py")
    names: dict[str, Any] = {"dv": dv, "np": np, "fwad": dv.autograd.forward_ad, "__name__": "program"}
    told: list[str] = []
    state, mode = dv.get_rng_state(), dv.autograd.set_detect_anomaly(False)
    with np.errstate(all="ignore"), warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch, mode:
        warnings.simplefilter("always")
        patch.setattr(warnings, "showwarning", lambda text, kind, *_: told.append(f"{kind.__name__}: {text}"))
        patch.setattr(warnings, "warn", _watched_warn(warnings.warn, sites))
        patch.setattr("derivata.runtime.tensors.differentiable._told", False)
        try:
            exec(compile(program, "program.py", "exec"), names)
        except Exception as error:  # whatever it is: the text below is what is compared
            told.append(f"{type(error).__name__}: {error}")
            if sites is not None:
                sites.update(_lines_of(error))
    dv.set_rng_state(state)
    return OTHER_FRAMES.sub("", "\n".join(told)).strip("\n")


def _watched_warn(warn: Any, sites: set[Site] | None) -> Any:
    def watched(*args: Any, stacklevel: int = 1, **options: Any) -> None:
        if sites is not None:
            frame: FrameType = sys._getframe(1)
            sites.add((frame.f_code.co_filename, frame.f_lineno))
        warn(*args, stacklevel=stacklevel + 1, **options)

    return watched


def _lines_of(error: BaseException) -> Iterator[Site]:
    """Yield every line that an error came through: those with `raise` on them raised it."""
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


@pytest.mark.parametrize(
    "message", all_messages(), ids=[f"{message.family}: {message.title}" for message in all_messages()]
)
def test_message_is_exactly_this(message: Message) -> None:
    assert said_by(message.program) == message.text


# Read when the tests are collected, not minutes later: modules are loaded by then, and a source may change meanwhile.
SOURCES = {
    path: path.read_text(encoding="utf-8")
    for folder in FOLDERS
    for path in sorted((PACKAGE / folder).glob("*.py"))
} | {ELEMENTARY: ELEMENTARY.read_text(encoding="utf-8")}


def places() -> Iterator[tuple[str, Path, ast.AST]]:
    """Yield every place of these packages that raises or warns, named by module and function."""
    for path, source in SOURCES.items():
        module = path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        yield from _places_in(ast.parse(source), module, path)


def _places_in(node: ast.AST, name: str, path: Path) -> Iterator[tuple[str, Path, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        named = isinstance(child, ast.FunctionDef | ast.ClassDef)
        warns = isinstance(child, ast.Call) and getattr(child.func, "attr", "") == "warn"
        if warns or (isinstance(child, ast.Raise) and child.exc is not None):
            yield name, path, child
        yield from _places_in(child, f"{name}.{child.name}" if named else name, path)  # type: ignore[attr-defined]


def test_every_place_that_raises_or_warns_is_shown() -> None:
    """Every message of the runtime, of autograd, func, nn and utils is tested word by word."""
    sites: set[Site] = set()
    for message in all_messages():
        said_by(message.program, sites)
    missing = [
        f"{name}, line {node.lineno}"
        for name, path, node in places()
        if name not in NOT_MET
        and not any((str(path), line) in sites for line in range(node.lineno, node.end_lineno + 1))
    ]
    listed = "\n".join(missing)
    assert not missing, f"show each by a program in tests/errors/messages/:\n{listed}"


def test_exceptions_to_that_exist() -> None:
    assert NOT_MET.keys() <= {name for name, _, _ in places()}


def main() -> None:
    """Write what the programs say now."""
    for path in sorted(FOLDER.glob("*.txt")):
        found = list(messages_of(path))
        parts = [f"## {m.title}\n{m.program}\n---\n{said_by(m.program)}\n" for m in found]
        path.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
