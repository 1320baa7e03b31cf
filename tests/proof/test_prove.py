"""`derivata.proof.prove` and the command `derivata check`."""

import json
from pathlib import Path

import pytest

import derivata as dv
from derivata.codegen.diagnostics import SpecError
from derivata.codegen.options import SPEC
from derivata.commands import main
from derivata.proof import UnknownOp, prove

KNOWN = {
    "_hinge_embedding",  # its derivative is an argument, right in the samples alone; numbers are lost as in PyTorch
    "_masked_logaddexp",  # with masks it refuses complex numbers, as PyTorch's does
    "matrix_norm.ord",  # with a real dtype it refuses complex numbers, as PyTorch's does
    "unsafe_split",  # memory is shared, because that is what "unsafe" means
    "unsafe_split_with_sizes",
    "unsafe_chunk",
}
SOME = (
    *("add", "mul", "div", "sqrt", "abs", "sgn", "tanh", "sigmoid", "maximum", "lerp", "atan2", "softplus"),
    *("mm", "cumsum", "logsumexp", "erfinv", "betainc"),
)

SPEC_TEXT = """\
schema_version: 1
ops:
- family: mine
- name: right(Tensor self) -> Tensor
  forward: sin(self)
  self: grad * conj(cos(self))
- name: lossy(Tensor self) -> Tensor
  forward: log(1 + self)
  self: grad / (1 + self)
  dtypes: real
  samples: {domain: {self: [-0.9, 2.0]}}
- name: wrong(Tensor self) -> Tensor
  forward: sin(self)
  self: -grad * conj(cos(self))
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "my_ops.yaml"
    path.write_text(SPEC_TEXT)
    return path


@pytest.mark.slow
def test_some_of_derivata_s_own_entries_pass() -> None:
    """derivata's own derivatives pass: a sample of them."""
    assert [str(found) for found in prove(SPEC, SOME)] == []


def test_values_that_bring_in_chance_are_not_tried(spec: Path) -> None:
    """A default that no case varies is not varied where the results then are random: nothing could be compared."""
    entry = "- name: noisy(Tensor self, float p=0.0) -> Tensor\n  composite: dropout(self, p) * 2\n"
    samples = "  namespace: nn.functional\n  samples: {cases: [{self: [2]}]}\n"
    spec.write_text("schema_version: 1\nops:\n- family: mine\n" + entry + samples)
    for seed in range(8):  # two calls may be alike by chance
        dv.manual_seed(seed)
        assert [str(found) for found in prove(spec)] == []


@pytest.mark.slow
def test_all_of_derivata_s_own_entries_pass() -> None:
    """All of derivata's own derivatives pass, but for the warnings that are known."""
    found = prove(SPEC)
    assert [str(one) for one in found if one.severity == "error"] == []
    assert {one.op for one in found} == KNOWN


def test_an_output_that_an_argument_makes_a_constant_has_no_gradient_to_prove(spec: Path) -> None:
    """A value that no sample has, such as `both=False`, may leave an output of zeros that is not recorded."""
    entry = "- name: parts(Tensor self, bool both=True) -> (Tensor a, Tensor b)\n"
    composite = "  composite: sin(self) if both else fill(self, 1), cos(self) if both else fill(self, 0)\n"
    samples = "  samples: {cases: [{self: [3]}]}\n"
    spec.write_text("schema_version: 1\nops:\n- family: mine\n" + entry + composite + samples)
    assert [str(found) for found in prove(spec)] == []
    spec.write_text(spec.read_text().replace("else fill(self, 0)\n", "else detach(self)\n"))
    assert "for self of shape (3,), both=False the formula gives 0 for self" in str(prove(spec)[0])


def test_entries_are_reported_in_the_order_of_the_file(spec: Path) -> None:
    """Errors and warnings come in the order of the file, the same each time."""
    found = prove(spec)
    assert [(one.op, one.severity, one.location.line) for one in found] == [
        ("lossy", "warning", 8),
        ("wrong", "error", 14),
    ]
    assert prove(spec) == found


def test_only_the_entries_asked_for_are_proven(spec: Path) -> None:
    """`ops` restricts the proof to some entries; a name that is none is refused."""
    assert prove(spec, ["right"]) == []
    with pytest.raises(UnknownOp, match=r"expected names of ops, got 'rigt'; did you mean 'right'\?"):
        prove(spec, ["rigt"])


def test_a_spec_with_errors_is_not_proven(spec: Path) -> None:
    """Whatever can be said of a spec without evaluating it comes first."""
    spec.write_text(SPEC_TEXT.replace("cos(self)", "cosine(self)"))
    with pytest.raises(SpecError, match=r"expected an op, got 'cosine\(...\)'"):
        prove(spec)


def test_nothing_of_the_spec_stays_behind(spec: Path) -> None:
    """The spec's package and modules are forgotten; a later check sees what was changed meanwhile."""
    import sys
    import tempfile

    (spec.parent / "my_functions.py").write_text("def twice(self):\n    return 2 * self\n")
    entry = "- name: twice(Tensor self) -> Tensor\n  forward: my_functions.twice\n  self: 2 * grad\n"
    samples = "  result: auto_linear\n  samples: {cases: [{self: [3]}]}\n"
    spec.write_text("schema_version: 1\nops:\n- family: mine\n" + entry + samples)
    path = list(sys.path)
    assert prove(spec) == []
    (spec.parent / "my_functions.py").write_text("def twice(self):\n    return 3.0 * self\n")
    assert len(prove(spec)) == 1
    files = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}
    own = (str(spec.parent), str(Path(tempfile.gettempdir(), "derivata-")))
    assert [name for name, file in files.items() if file.startswith(own)] == []
    assert sys.path == path


def test_a_module_that_cannot_be_imported_is_located(spec: Path) -> None:
    """What the module of the array functions raises is reported in its own file."""
    (spec.parent / "broken.py").write_text("import numpy as np\n\nTABLE = np.zeros(3)[5]\n")
    entry = "- name: f(Tensor self) -> Tensor\n  forward: broken.f\n  self: grad\n  result: auto_linear\n"
    samples = "  samples: {cases: [{self: [3]}]}\n"
    spec.write_text("schema_version: 1\nops:\n- family: mine\n" + entry + samples)
    with pytest.raises(SpecError) as caught:
        prove(spec)
    assert str(caught.value).startswith("broken.py:3:9: IndexError: index 5 is out of bounds")


def test_a_module_that_does_not_exist_is_missed_at_the_entry_that_names_it(spec: Path) -> None:
    entry = "- name: twice(Tensor self) -> Tensor\n  forward: nowhere.twice\n  self: 2 * grad\n  result: auto_linear\n"
    spec.write_text("schema_version: 1\nops:\n- family: mine\n" + entry)
    with pytest.raises(
        SpecError, match=r"twice: forward: expected a module nowhere with the array function 'twice'"
    ):
        prove(spec)


def test_the_command_fails_for_errors_only_unless_strict(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`derivata check` returns 1 for errors, with `--strict` for warnings too, and 2 for a name that is none."""
    assert main(["check", str(spec)]) == 1
    assert main(["check", str(spec), "--ops", "right", "lossy"]) == 0
    assert "1 warning" in capsys.readouterr().err
    assert main(["check", str(spec), "--ops", "right", "lossy", "--strict"]) == 1
    assert main(["check", str(spec), "--ops", "rigt"]) == 2
    assert main(["check", str(spec.parent / "none.yaml")]) == 1


def test_the_command_speaks_json(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` prints one object per finding, for editors."""
    main(["check", str(spec), "--json"])
    lossy, wrong = json.loads(capsys.readouterr().out)
    assert (lossy["severity"], lossy["cure"]) == ("warning", "write `log1p(self)` for `log(1 + self)`")
    assert (wrong["severity"], wrong["line"], wrong["column"]) == ("error", 14, 9)
    assert (
        wrong["message"]
        == "self: at self=0.31 the formula gives -0.952, the true derivative is 0.952 (sign?)"
    )
