"""What it costs to import a pack, what type checkers know of it, and its kernels."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from derivata.arrays.jit.cache.fingerprint import entry_name
from derivata.codegen.elementary import ELEMENTARY, Result

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

SPEC = """\
- name: bump(Tensor self, Scalar width=1.0) -> Tensor
  doc: A rational bell.
  forward: 1 / (1 + square(self / width))
  self: -2 * grad * conj(self * square(result) / (width * width))
- name: parts(Tensor self, int dim) -> (Tensor low, Tensor high)
  doc: Sums of the negative and of the positive elements.
  forward: my_functions.parts
  self: where(self < 0, unsqueeze(grad_low, dim), unsqueeze(grad_high, dim))
  low: sum(where(self_p < 0, self_t, 0), dim)
  high: sum(where(self_p < 0, 0, self_t), dim)
  dtypes: floating
  samples: {cases: [{self: [2, 3], dim: 1}]}
"""

FUNCTIONS = """\
import numpy as np


def parts(self, dim):
    return np.sum(np.minimum(self, 0), axis=dim), np.sum(np.maximum(self, 0), axis=dim)
"""


@pytest.fixture
def pack(workshop: Any) -> Any:
    workshop.ops("my_ops.yaml", SPEC)
    workshop.write("my_functions.py", FUNCTIONS)
    workshop.make("my_ops.yaml", "--package", "my_ops")
    return workshop


def test_importing_a_pack_loads_neither_numba_nor_what_generates_it(pack: Any) -> None:
    program = """
        import sys
        import my_ops

        heavy = "numba llvmlite scipy yaml jinja2 rich mpmath derivata.codegen derivata.testing"
        print([name for name in heavy.split() if name in sys.modules])
        print([name for name in ("my_ops.checks", "my_ops.kernels.bump") if name in sys.modules])
    """
    assert pack.run(program) == "[]\n[]\n"


def test_families_of_a_pack_are_loaded_when_they_are_first_used(workshop: Any) -> None:
    rare = "- family: rare\n" + NUMBERS.split("- name: bell")[0] + "  namespace: odd\n"
    more = "- name: bell" + NUMBERS.split("- name: bell")[1]
    workshop.ops("my_ops.yaml", SPEC.split("- name: parts")[0] + rare + more)
    workshop.make("my_ops.yaml", "--package", "my_ops")
    program = """
        import sys
        import derivata as dv, my_ops

        print("my_ops.ops.rare" in sys.modules, {"bell", "bump", "odd"} <= set(dir(my_ops)))
        print(my_ops.bell(dv.ones(2)).shape, my_ops.odd.grown(dv.ones(2)).shape, "my_ops.ops.rare" in sys.modules)
        print(dv.testing.check_pack(my_ops) > 20)
    """
    assert workshop.run(program) == "False True\n(2,) (2,) True\nTrue\n"


def test_a_pack_works_where_llvmlite_is_missing(pack: Any) -> None:
    program = """
        import sys
        sys.modules["llvmlite"] = None
        import derivata as dv, my_ops

        dv.testing.check_pack(my_ops)
        x = dv.ones(100_000, requires_grad=True)
        my_ops.bump(x).sum().backward()
        print(x.grad[0].item())
    """
    assert pack.run(program) == "-0.5\n"


def test_tensors_have_their_methods_when_a_pack_is_all_that_is_imported(pack: Any) -> None:
    assert pack.run("import my_ops, numpy; print(my_ops.bump(numpy.zeros(3)).sum().item())") == "3.0\n"


USER = """\
import derivata as dv
import my_ops

x = dv.tensor([[-1.0, 2.0]], requires_grad=True)
y: dv.Tensor = my_ops.bump(x, width=2.0)
low: dv.Tensor = my_ops.parts(x, 1).low
my_ops.bump_(y.detach())
count: int = dv.testing.check_pack(my_ops)
for check in dv.testing.pack_checks(my_ops):
    check()
"""

MISTAKES = """\
import my_ops

my_ops.bump(1.0, breadth=2.0)
my_ops.bumb(1.0)
wrong: int = my_ops.bump(1.0)
"""


def test_a_pack_and_its_users_pass_mypy_in_strict_mode(pack: Any) -> None:
    """Unknown names, arguments and types are found; `Any` would hide them."""
    pytest.importorskip("mypy", reason="mypy is not installed")
    pack.write("use.py", USER)
    pack.write("mistakes.py", MISTAKES)
    options = ("--strict", "--no-error-summary", "--cache-dir", str(pack.cache.parent / "mypy"))
    done = pack.command("-m", "mypy", *options, "-p", "my_ops", "-m", "use", MYPYPATH=str(ROOT))
    assert (done.stdout, done.returncode) == ("", 0), done.stderr
    done = pack.command("-m", "mypy", *options, "mistakes.py", MYPYPATH=str(ROOT))
    errors = [
        line for line in done.stdout.splitlines() if line.startswith("mistakes.py") and ": error: " in line
    ]
    assert [line.rsplit("[", 1)[1] for line in errors] == ["call-arg]", "attr-defined]", "assignment]"]


def test_a_user_of_a_pack_passes_pyright_in_strict_mode(pack: Any) -> None:
    pyright = shutil.which("pyright") or shutil.which("basedpyright")
    if pyright is None:
        pytest.skip("neither pyright nor basedpyright is installed")
    pack.write("use.py", USER)
    pack.write("mistakes.py", MISTAKES)
    settings = '{"typeCheckingMode": "strict", "pythonVersion": "3.11", "extraPaths": ["%s"]}'
    pack.write("pyrightconfig.json", settings % ROOT)
    done = subprocess.run([pyright, "use.py"], cwd=pack.folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([pyright, "mistakes.py"], cwd=pack.folder, capture_output=True, text=True)
    for rule in ("reportCallIssue", "reportAttributeAccessIssue", "reportAssignmentType"):
        assert rule in done.stdout


NUMBERS = """\
- name: grown(Tensor self, Scalar base=3.0) -> Tensor
  doc: Functions of numbers are numbers, and leave the dtype to the tensors.
  forward: exp(self) * log(base)
  self: grad * conj(result)
- name: bell(Tensor self, Scalar width=0.7) -> Tensor
  let: {height: 1 / (sqrt(6.283185307179586) * abs(width))}
  forward: exp(-0.5 * square(self / width)) / (sqrt(6.283185307179586) * abs(width))
  self: grad * conj(-self / square(width) * exp(-0.5 * square(self / width)) * height)
- name: scaled(Tensor self, Scalar factor=0.1) -> Tensor
  composite: self * exp(factor)
  samples: {cases: [{self: [2]}]}
"""


def test_functions_of_numbers_in_formulas_are_numbers(workshop: Any) -> None:
    """They leave float32 tensors float32, and lose nothing beside float64 ones."""
    workshop.ops("numbers.yaml", NUMBERS)
    workshop.make("numbers.yaml", "--package", "of_numbers")
    program = """
        import math
        import derivata as dv, of_numbers

        dv.testing.check_pack(of_numbers)
        x = dv.ones(3, requires_grad=True)
        for op in (of_numbers.grown, of_numbers.bell, of_numbers.scaled):
            print(op(x).dtype, *[g.dtype for g in dv.autograd.grad(op(x).sum(), x, create_graph=True)])
        exact = of_numbers.scaled(dv.ones(1, dtype=dv.float64)).item()
        print(exact == math.exp(0.1))
    """
    assert workshop.run(program) == "float32 float32\n" * 3 + "True\n"


OF_INTEGERS = ("gcd", "lcm", "left_shift", "right_shift", "xor")
OF_NUMBERS = [
    function
    for function in ELEMENTARY.values()
    if function.result is not Result.BOOL and function.name not in (*OF_INTEGERS, "where", "conj")
]
"""Functions that ops call with numbers, such as those of an array and those that NumPy has not."""


def test_every_elementary_function_takes_numbers(workshop: Any) -> None:
    """A formula may call each function with numbers only, and gets what it gives for an array of float64."""
    entries = [
        f"- name: of_{f.name}(Tensor self, Scalar width=0.75) -> Tensor\n"
        f"  forward: self * {f.name}({', '.join(['width', '0.5', '0.25'][: f.arity])})\n"
        for f in OF_NUMBERS
    ]
    workshop.ops("numbers.yaml", "".join(entries))
    workshop.make("numbers.yaml", "--package", "of_numbers")
    program = """
        import numpy as np
        import derivata as dv, of_numbers
        from derivata.arrays import special
        from derivata.arrays.elementwise import elementary
        from derivata.codegen.elementary import ELEMENTARY

        np.seterr(invalid="ignore")  # acosh
        one = dv.ones(1, dtype=dv.float64)
        for name in dir(of_numbers):
            f = ELEMENTARY.get(name.removeprefix("of_"))
            if f is None or name == f.name:
                continue
            module, _, attribute = f.numpy.partition(".")
            function = getattr({"np": np, "elementary": elementary, "special": special}[module], attribute)
            expected = function(*[np.array([v]) for v in (0.75, 0.5, 0.25)[: f.arity]])
            got = getattr(of_numbers, name)(one)
            if not (got.dtype == dv.float64 and np.allclose(got, expected, rtol=1e-15, atol=0, equal_nan=True)):
                print(name, got, expected)
            if getattr(of_numbers, name)(one.float()).dtype != dv.float32:
                print(name, "widens")
        print("done")
    """
    assert workshop.run(program) == "done\n"


DIVISIONS = """\
- name: steps(Tensor self, Scalar width=2.0) -> Tensor
  forward: self // width
- name: rest(Tensor self, Scalar width=2.0) -> Tensor
  forward: self % width + width % self
  samples: {domain: {self: [0.6, 0.9]}}
- name: truncated(Tensor self, Scalar width=2.0) -> Tensor
  forward: fmod(self, width)
- name: step(Tensor self, Scalar height=0.5) -> Tensor
  forward: heaviside(self, height)
"""


def test_arrays_are_divided_by_numbers(workshop: Any) -> None:
    """Functions of two arguments take an array and a number; a whole zero divides no integers."""
    workshop.ops("divisions.yaml", DIVISIONS)
    workshop.make("divisions.yaml", "--package", "divisions")
    program = """
        import derivata as dv, divisions

        dv.testing.check_pack(divisions)
        for x in (dv.tensor([-3, 0, 5]), dv.tensor([-3.0, 0.0, 5.0])):
            print(*[op(x).tolist() for op in (divisions.steps, divisions.truncated, divisions.step)])
        for call in (
            lambda: divisions.steps(dv.tensor([1]), 0),
            lambda: divisions.rest(dv.tensor([1, 0]), 2),
            lambda: divisions.steps(dv.tensor([1, 0]), 0),
        ):
            try:
                call()
            except RuntimeError as error:
                print(str(error).split(" where")[0])
    """
    assert workshop.run(program).splitlines() == [
        "[-2.0, 0.0, 2.0] [-1.0, 0.0, 1.0] [0.0, 0.5, 1.0]",
        "[-2.0, 0.0, 2.0] [-1.0, 0.0, 1.0] [0.0, 0.5, 1.0]",
        "divisions.steps: width must not be 0",
        "divisions.rest: self must not be 0",
        "divisions.steps: the divisor must not be 0",
    ]


def test_generated_functions_of_a_pack_are_documented(pack: Any) -> None:
    program = (
        "import inspect, my_ops; print(inspect.getdoc(my_ops.bump)); print(inspect.signature(my_ops.parts))"
    )
    text = pack.run(program)
    assert text.startswith(
        "A rational bell.\n\nParameters\n----------\nself : Tensor\nwidth : Scalar, default 1.0\n"
    )
    assert "gradient of self = -2 * grad * conj(self * square(result) / (width * width))" in text
    assert text.splitlines()[-1].startswith("(self: Any, dim: int")


def test_a_warmup_compiles_the_kernels_of_a_pack(pack: Any) -> None:
    """What it leaves on disk is all that a later process needs: the compiler is not imported."""
    cache = str(pack.folder / "cache")
    done = pack.command("-m", "derivata", "warmup", "--package", "my_ops", DERIVATA_CACHE_DIR=cache)
    assert done.returncode == 0, done.stderr
    assert any(path.name.startswith("bump.forward") for path in Path(cache).iterdir())
    assert not any(path.name.startswith("exp.") for path in Path(cache).iterdir())
    program = """
        import sys
        import derivata as dv, my_ops

        x = dv.ones(100_000, requires_grad=True)
        my_ops.bump(x).backward(dv.ones(100_000))
        print("numba" in sys.modules, x.grad[0].item())
    """
    assert pack.run(program, DERIVATA_CACHE_DIR=cache) == "False -0.5\n"


def test_a_warmup_names_a_package_that_is_no_pack(pack: Any) -> None:
    for name, reason in (
        ("json", "No module named 'json.kernels'"),
        ("nothing", "No module named 'nothing'"),
    ):
        done = pack.command("-m", "derivata", "warmup", "--package", name)
        assert done.returncode == 1
        assert f"expected packages that derivata codegen has written, got {name} ({reason}" in done.stderr


def test_kernels_of_one_name_in_two_packs_have_entries_of_their_own_in_the_cache(
    pack: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack.make("my_ops.yaml", "--package", "your_ops")
    kernels = [f"{name}/kernels/bump.py" for name in ("my_ops", "your_ops")]
    first, second = [(pack.folder / path).read_text().split("\n", 1)[1] for path in kernels]
    assert first == second
    monkeypatch.syspath_prepend(str(pack.folder))
    before = set(sys.modules)
    names = [
        entry_name(f"{name}.kernels.bump", "forward", ("float64*",) * 2, "host")
        for name in ("my_ops", "your_ops")
    ]
    for name in (
        set(sys.modules) - before
    ):  # finding a module imports its package, and that the pack's functions
        del sys.modules[name]
    assert names[0] != names[1]
    assert names[0].rpartition("-")[0] != names[1].rpartition("-")[0]  # nor does one push the other out


def test_an_argument_without_gradient_has_its_say_in_the_dtype(workshop: Any) -> None:
    """Arguments that are `non_differentiable` promote dtypes as others do, and real arguments keep real gradients."""
    entry = """\
- name: weighted(Tensor self, Tensor weight) -> Tensor
  doc: A product with a constant.
  forward: self * weight
  self: grad * conj(weight)
  weight: non_differentiable
"""
    program = """
        import derivata as dv
        import my_ops

        for weight in (dv.tensor([2.0, 3.0], dtype=dv.float64), dv.tensor([2, 3]), 2.0, dv.tensor([2.0 + 1j, 3.0])):
            x = dv.tensor([1.0, -1.0], requires_grad=True)
            y = my_ops.weighted(x, weight)
            y.backward(dv.ones_like(y))
            print(y.dtype, y.numpy(force=True).dtype, x.grad.tolist(), x.grad.dtype)
    """
    workshop.ops("my_ops.yaml", entry)
    workshop.make("my_ops.yaml", "--package", "my_ops")
    assert workshop.run(program).splitlines() == [
        "float64 float64 [2.0, 3.0] float32",
        "float32 float32 [2.0, 3.0] float32",
        "float32 float32 [2.0, 2.0] float32",
        "complex64 complex64 [2.0, 3.0] float32",
    ]
