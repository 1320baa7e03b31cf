"""The checks of a pack: as its own tests, in the tests of its users, and what they say of a wrong entry."""

from typing import Any

import pytest

import derivata as dv

pytestmark = pytest.mark.slow

SPEC = """\
- name: bump(Tensor self, Scalar width=1.0) -> Tensor
  doc: A rational bell.
  forward: 1 / (1 + square(self / width))
  self: -2 * grad * conj(self * square(result) / (width * width))
- name: squeezed(Tensor self, int dim) -> Tensor
  doc: A composite.
  composite: tanh(sum(self, dim))
  dtypes: floating
  samples: {cases: [{self: [2, 3], dim: 1}]}
"""

WRONG = SPEC.replace("-2 * grad", "2 * grad")


@pytest.fixture
def pack(workshop: Any) -> Any:
    workshop.ops("my_ops.yaml", SPEC)
    workshop.make("my_ops.yaml", "--package", "my_ops")
    return workshop


@pytest.mark.parametrize("mode", ["prepend", "append", "importlib"])
def test_a_pack_brings_its_tests_along(pack: Any, mode: str) -> None:
    options = ("-v", "-p", "no:cacheprovider", f"--import-mode={mode}")
    done = pack.command("-m", "pytest", *options, "--pyargs", "my_ops")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "my_ops/test_my_ops.py::test_op[bump-double_backward] PASSED" in done.stdout
    assert "my_ops/test_my_ops.py::test_op[squeezed-forward_mode] PASSED" in done.stdout


def test_a_pack_within_a_package_brings_its_tests_along(workshop: Any) -> None:
    workshop.ops("my_ops.yaml", SPEC)
    workshop.write("mine/__init__.py", "")
    workshop.make("my_ops.yaml", "--package", "mine.ops")
    done = workshop.command("-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "mine.ops")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout


def test_the_tests_of_a_pack_run_from_its_folder_too(pack: Any) -> None:
    done = pack.command("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_product_that_is_not_bilinear_fails_the_tests_of_its_pack(workshop: Any) -> None:
    """Both gradients are right, so only the tangents that `auto_bilinear` stands for can be wrong."""
    workshop.write("arrays.py", "def shifted(a, b):\n    return a @ b + a\n")
    workshop.ops(
        "my_ops.yaml",
        """\
        - name: shifted(Tensor self, Tensor mat) -> Tensor
          forward: arrays.shifted
          self: grad @ mat.mH + grad
          mat: self.mH @ grad
          result: auto_bilinear
          samples: {cases: [{self: [3, 3], mat: [3, 3]}]}
        """,
    )
    workshop.make("my_ops.yaml", "--package", "my_ops")
    done = workshop.command("-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "my_ops")
    assert done.returncode == 1
    failed = [line.split(" - ")[0] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert [line.partition("::")[2] for line in failed] == [
        "test_op[shifted-forward_mode]",
        "test_op[shifted-forward_over_reverse]",
    ]
    assert "does `result:` say the same as the formulas of the arguments?" in done.stdout


USER = """\
    import derivata as dv
    import my_ops
    import pytest

    @pytest.mark.parametrize("check", dv.testing.pack_checks(my_ops), ids=str)
    def test_parametrised(check):
        check()

    @pytest.fixture(params=dv.testing.pack_checks("my_ops"), ids=str)
    def passing(request):
        return request.param

    def test_by_fixture(passing):
        passing()

    def test_all_at_once():
        assert dv.testing.check_pack(my_ops) == len(dv.testing.pack_checks(my_ops))
"""


def test_the_checks_are_parameters_fixtures_or_one_call_in_tests_of_ones_own(pack: Any) -> None:
    pack.write("test_mine.py", USER)
    done = pack.command("-m", "pytest", "-v", "-p", "no:cacheprovider", "test_mine.py")
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("test_parametrised[bump-gradients]", "test_by_fixture[bump-gradients]", "test_all_at_once"):
        assert f"::{name} PASSED" in done.stdout


def test_a_wrong_derivative_is_told_with_op_check_and_sample(workshop: Any) -> None:
    workshop.ops("my_ops.yaml", WRONG)
    workshop.make("my_ops.yaml", "--package", "my_ops")
    program = """
        import derivata as dv, my_ops

        try:
            dv.testing.check_pack(my_ops)
        except AssertionError as error:
            print(error)
    """
    first, *rest = workshop.run(program).splitlines()
    assert first.startswith("my_ops: ") and " checks failed:" in first
    told = "\n".join(rest)
    assert "bump: gradients: with {'self': (2, 3)} of float64: GradcheckError: Jacobian mismatch" in told
    assert "difference" in told and "likely cause" in told
    assert "squeezed" not in told


def test_the_tests_of_a_wrong_pack_fail_one_by_one(workshop: Any) -> None:
    workshop.ops("my_ops.yaml", WRONG)
    workshop.make("my_ops.yaml", "--package", "my_ops")
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "my_ops")
    done = workshop.command(*command, COLUMNS="200")
    assert done.returncode == 1
    assert (
        "FAILED my_ops/test_my_ops.py::test_op[bump-gradients] - AssertionError: bump: gradients: with"
        in done.stdout
    )
    assert "test_op[bump-broadcasting]" not in done.stdout
    assert "test_op[squeezed" not in done.stdout


def test_what_is_no_pack_cannot_be_checked() -> None:
    with pytest.raises(TypeError, match=r"expected a pack that derivata codegen has written, got pytest"):
        dv.testing.check_pack(pytest)
    with pytest.raises(TypeError, match=r"got nothing_of_this_name, which has no checks"):
        dv.testing.pack_checks("nothing_of_this_name")


def test_an_error_of_the_pack_itself_is_not_called_no_pack(pack: Any) -> None:
    pack.write("my_ops/checks/__init__.py", "import nothing_of_this_name\n")
    message = pack.error("import derivata as dv, my_ops; dv.testing.check_pack(my_ops)")
    assert message == "ModuleNotFoundError: No module named 'nothing_of_this_name'"
