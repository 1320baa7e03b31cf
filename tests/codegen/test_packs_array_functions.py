"""Array functions of packs: written by hand, in modules that the entries name."""

from typing import Any

import pytest

pytestmark = pytest.mark.slow

SPEC = """\
- name: total(Tensor self, int dim) -> Tensor
  doc: Sums, by a module of one name.
  forward: my_functions.total
  self: spread(grad, self.shape[functions.positive(dim, self.ndim)], dim)
  result: auto_linear
  samples: {cases: [{self: [2, 3], dim: 1}, {self: [3], dim: -1}]}
- name: spread(Tensor self, int count, int dim) -> Tensor
  doc: Copies, by a module in a package.
  forward: lab.arrays.spread
  self: total(grad, dim)
  result: auto_linear
  samples: {cases: [{self: [2, 3], count: 2, dim: 1}]}
- name: thrice(Tensor self) -> Tensor
  doc: A multiple, by a module that lies in the pack.
  forward: my_ops.by_hand.thrice
  self: 3 * grad
  result: auto_linear
  samples: {cases: [{self: [2]}]}
"""

MODULES = {
    "my_functions.py": """\
        import numpy as np

        def total(self, dim):
            return np.sum(self, axis=dim)
        """,
    "lab/arrays.py": """\
        import numpy as np

        def spread(self, count, dim):
            return np.repeat(np.expand_dims(self, dim), count, axis=dim)
        """,
    "helpers.py": """\
        def positive(dim, ndim):
            return dim % ndim
        """,
    "my_ops/by_hand.py": """\
        def thrice(self):
            return 3 * self
        """,
}


@pytest.fixture
def pack(workshop: Any) -> Any:
    for path, text in MODULES.items():
        workshop.write(path, text)
    workshop.ops("my_ops.yaml", SPEC, above="functions: helpers")
    workshop.make("my_ops.yaml", "--package", "my_ops")
    return workshop


def test_array_functions_are_in_any_modules(pack: Any) -> None:
    program = """
        import derivata as dv, my_ops

        x = dv.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        y = my_ops.thrice(my_ops.total(x, 1))
        y.sum().backward()
        print(y.tolist(), x.grad.tolist(), dv.testing.check_pack(my_ops) > 20)
    """
    assert pack.run(program) == "[9.0, 21.0] [[3.0, 3.0], [3.0, 3.0]] True\n"
    assert (pack.folder / "my_ops" / "by_hand.py").exists()


def test_nothing_of_the_user_is_imported_while_a_pack_is_generated(workshop: Any) -> None:
    for path in MODULES:
        workshop.write(path, "raise SystemExit('imported')\n")
    workshop.ops("my_ops.yaml", SPEC, above="functions: helpers")
    workshop.make("my_ops.yaml", "--package", "my_ops")


def test_a_module_that_is_missing_is_named_at_import(pack: Any) -> None:
    (pack.folder / "my_functions.py").unlink()
    assert pack.error("import my_ops") == (
        "ModuleNotFoundError: my_ops.total: expected a module my_functions with the array function 'total', got none "
        "of this name (No module named 'my_functions'); write it, or put its folder on sys.path"
    )


def test_a_function_that_is_missing_is_named_at_import(pack: Any) -> None:
    path = pack.write("lab/arrays.py", "def spraed(self, count, dim): ...\n")
    assert pack.error("import my_ops") == (
        f"ImportError: my_ops.spread: expected the array function 'spread' in the module lab.arrays ({path}), got none"
        "; define it there, or correct the entry of spread and generate the pack again"
    )


def test_what_a_module_of_array_functions_fails_with_is_not_hidden(pack: Any) -> None:
    pack.write("my_functions.py", "import nothing_of_this_name\n")
    assert pack.error("import my_ops") == "ModuleNotFoundError: No module named 'nothing_of_this_name'"


def test_an_error_of_a_class_of_its_own_reaches_the_caller(pack: Any) -> None:
    """Such an error is meant for users; what NumPy says is told with the arguments of the op."""
    pack.write(
        "my_functions.py",
        """\
        class Lost(RuntimeError):
            pass

        def total(self, dim):
            raise Lost("the other end does not answer") if dim else RuntimeError("the other end")
        """,
    )
    program = "import derivata as dv, my_ops; my_ops.total(dv.ones(2, 3), {})"
    assert pack.error(program.format(1)) == "my_functions.Lost: the other end does not answer"
    assert "my_ops.total: expected arguments that fit each other" in pack.error(program.format(0))


MALFORMED = {
    "my-functions.solve": "expected names in 'my-functions.solve' of ASCII letters, digits and '_', got 'my-functions'",
    "my_functions..solve": "expected names in 'my_functions..solve' of ASCII letters, digits and '_', got ''",
    "my_functions.": "expected names in 'my_functions.' of ASCII letters, digits and '_', got ''",
    "my_functions.class": "expected names in 'my_functions.class', got Python's keyword 'class'",
    "my_functions.__import__": "expected names in 'my_functions.__import__' without two leading underscores",
    "fünctions.solve": "expected names in 'fünctions.solve' of ASCII letters, digits and '_', got 'fünctions'",
    "my_functions.solve(self)": "expected 'my_functions.solve' alone, got it with arguments; an array function",
    "my_ops.ops.solve": "expected a module that is written by hand, got 'my_ops.ops' of the pack",
    "my_ops.solve": "expected a module that is written by hand, got 'my_ops' of the pack",
    "functions.solve": "expected a module with the array function 'solve', got none; write 'functions: MODULE' above",
}


@pytest.mark.parametrize("forward", MALFORMED)
def test_a_forward_that_names_no_function_of_a_module_is_located(workshop: Any, forward: str) -> None:
    entry = f"""\
        - name: solve(Tensor self) -> Tensor
          forward: {forward}
          self: grad
          result: auto_linear
          samples: {{cases: [{{self: [2]}}]}}
        """
    workshop.ops("my_ops.yaml", entry)
    done = workshop.codegen("my_ops.yaml", "--package", "my_ops")
    assert done.code == 1
    first = done.err.splitlines()[0]
    assert first.startswith("my_ops.yaml:6:12: solve: ")
    assert MALFORMED[forward] in first
    assert not (workshop.folder / "my_ops").exists()


def test_an_expression_with_a_number_after_a_minus_is_no_function(workshop: Any) -> None:
    workshop.ops("my_ops.yaml", "- name: less(Tensor self) -> Tensor\n  forward: self-0.5\n  self: grad\n")
    workshop.make("my_ops.yaml", "--package", "my_ops")


def test_modules_that_generated_code_would_call_alike_are_refused(workshop: Any) -> None:
    entries = "".join(
        f"- name: {name}(Tensor self) -> Tensor\n  forward: {module}.f\n  self: grad\n  result: auto_linear\n"
        "  samples: {cases: [{self: [2]}]}\n"
        for name, module in (("one", "lab.arrays"), ("two", "lab_arrays"))
    )
    workshop.ops("my_ops.yaml", entries)
    assert workshop.codegen("my_ops.yaml", "--package", "my_ops").err.splitlines()[0] == (
        "my_ops.yaml:11:12: two: expected modules whose names differ in more than '.' and '_', got 'lab_arrays' and "
        "'lab.arrays'; rename one of them"
    )


NAMES = {
    "kernels(Tensor self)": "name: expected a free name, got 'kernels', a module of the pack",
    "exp(Tensor self)": "name: expected a free name, got 'exp', an elementary function of formulas",
    "my(Tensor self, Scalar derivata_ops=1)": "expected a free name, got 'derivata_ops', which generated code uses",
}


def test_a_namespace_cannot_stand_where_an_op_or_module_of_the_pack_stands(workshop: Any) -> None:
    entry = "- name: {}(Tensor self) -> Tensor\n  forward: 2 * self\n  self: 2 * grad\n"
    inner = "  namespace: {}\n"
    spec = (
        entry.format("one")
        + entry.format("two")
        + inner.format("one")
        + entry.format("three")
        + inner.format("ops")
    )
    workshop.ops("my_ops.yaml", spec)
    first, second, _ = workshop.codegen("my_ops.yaml", "--package", "my_ops").err.splitlines()
    assert first.startswith(
        "my_ops.yaml:11:14: two: namespace: expected a free name, got 'one', an op of the pack; "
    )
    assert second.startswith(
        "my_ops.yaml:15:14: three: namespace: expected a free name, got 'ops', a module of the"
    )


@pytest.mark.parametrize("signature", NAMES)
def test_names_that_a_pack_needs_itself_are_refused(workshop: Any, signature: str) -> None:
    factor = " * derivata_ops" if "derivata_ops" in signature else ""
    workshop.ops(
        "my_ops.yaml",
        f"- name: {signature} -> Tensor\n  forward: 2 * self{factor}\n  self: 2 * grad{factor}\n",
    )
    message = workshop.codegen("my_ops.yaml", "--package", "my_ops").err.splitlines()[0]
    assert message.startswith("my_ops.yaml:5:9: ")
    assert NAMES[signature] in message


def test_an_argument_may_have_the_name_of_what_packs_are_made_of(workshop: Any) -> None:
    entry = """\
        - name: grown(Tensor self, Scalar base, Scalar package=1) -> Tensor
          forward: exp(self * base) * package
          self: grad * conj(result * base)
          samples: {cases: [{self: [2, 3], base: 2.0}]}
        """
    workshop.ops("my_ops.yaml", entry)
    workshop.make("my_ops.yaml", "--package", "my_ops")
    workshop.run("import derivata as dv, my_ops; dv.testing.check_pack(my_ops)")


NUMBERS = """\
- name: whole(Tensor self) -> Tensor
  doc: Sums to a number of Python.
  forward: my_functions.whole
  self: copies(grad, self.shape[0])
  result: auto_linear
  samples: {cases: [{self: [3]}]}
- name: copies(Tensor self, int count) -> Tensor
  doc: Repeats a number.
  forward: my_functions.copies
  self: whole(grad)
  result: auto_linear
  samples: {cases: [{self: [], count: 3}]}
"""


def test_a_gradient_may_be_a_number_of_python(workshop: Any) -> None:
    text = """\
        import numpy as np

        def whole(self):
            return float(np.sum(self))

        def copies(self, count):
            return np.full(count, self)
        """
    workshop.write("my_functions.py", text)
    workshop.ops("my_ops.yaml", NUMBERS)
    workshop.make("my_ops.yaml", "--package", "my_ops")
    program = """
        import derivata as dv, my_ops

        x = dv.tensor(2.0, requires_grad=True)
        my_ops.copies(x, 3).sum().backward()
        print(x.grad)
    """
    assert workshop.run(program) == "tensor(3.)\n"
