"""`derivata which`, `explain` and `ops`: where ops come from and what they are."""

import json
import re
import shutil
import sys

import numpy as np
import pytest

from derivata.__main__ import main
from derivata.commands.catalogue import find, names
from derivata.commands.sources import own, own_about

PACK = """\
schema_version: 1
ops:
- family: first
# a comment
- name: other(Tensor self) -> Tensor
  forward: 2 * self
  self: 2 * grad

- name: bell(Tensor self, Scalar width=1.0) -> Tensor
  doc: A bell curve.
  forward: exp(-square(self / width))
  self: grad * conj(-2 * self / square(width) * result)
  alias: gauss
"""


def printed(capsys, *arguments, code=0):
    assert main(list(arguments)) == code
    return capsys.readouterr().out


def answers(capsys, name):
    return json.loads(printed(capsys, "which", name, "--json"))


@pytest.mark.parametrize(
    ("name", "kind", "known"),
    [
        ("tanh", "op", "derivata.tanh"),
        ("dv.tanh", "op", "derivata.tanh"),
        ("np.tanh", "op", "derivata.tanh"),
        ("tanh_", "in-place method", "derivata.tanh"),
        ("Tensor.mul_", "in-place method", "derivata.mul"),
        ("multiply", "alias", "derivata.mul"),
        ("*", "operator", "derivata.mul"),
        ("max.dim", "op", "derivata.max"),
        ("special.erf", "alias", "derivata.erf"),
        ("nn.functional.relu", "alias", "derivata.nn.functional.relu"),
        ("Tensor.T", "property", "Tensor.T"),
    ],
)
def test_which_knows_every_form_of_a_name(capsys, name, kind, known):
    """`derivata which` knows functions, methods, in-place forms, operators, properties, aliases and namespaces."""
    found = answers(capsys, name)
    assert known in found[0]["names"]
    assert found[0]["kind"] == kind


def test_a_name_means_the_same_whether_all_entries_are_read_or_those_that_mention_it(tmp_path, monkeypatch):
    """`derivata which` finds the same ops in the entries that contain a name as in the whole spec."""
    monkeypatch.chdir(tmp_path)  # no packs beside
    whole = own()
    known = {name.text for op in whole.spec.ops for name in names(op, "derivata")}
    known |= {name for op in whole.spec.ops for name in (op.full_name, op.flat_name)}
    for word in sorted(known)[::90]:
        few, all_ = find(word), find(word, whole)
        assert [(hit.name, hit.place, hit.entry) for hit in few] == [
            (hit.name, hit.place, hit.entry) for hit in all_
        ]
    assert len(own_about("tanh").spec.ops) < len(whole.spec.ops) / 10


def test_which_names_the_line_of_the_entry_and_of_the_function(capsys, monkeypatch):
    """The places that `derivata which` prints are those of the entry and of the generated function."""
    (found,) = answers(capsys, "tanh")
    for key, text in (("entry", "- name: tanh(Tensor self)"), ("code", "def tanh(")):
        path, line = found[key].rsplit(":", 1)
        with open(path) as file:
            assert file.read().splitlines()[int(line) - 1].startswith(text)
    assert "Tensor.tanh_" in found["names"]


def test_which_names_all_overloads(capsys):
    """A name with overloads gives an answer per overload."""
    signatures = [one["signature"].split("(")[0] for one in answers(capsys, "max")]
    assert signatures == ["max", "max.dim", "max.other"]


def test_which_knows_what_was_written_by_hand(capsys):
    """A function that is no op is found where it was written by hand."""
    assert re.search(
        r"zeros was written by hand\n  code +\S*factories\.py:\d+", printed(capsys, "which", "zeros")
    )


def test_which_of_a_missing_op_says_the_nearest_name_and_how_to_have_it(capsys):
    """For a name without op there is the nearest one, and an entry to complete; the exit code is 1."""
    assert main(["which", "tanhh"]) == 1
    out, err = capsys.readouterr()
    assert "did you mean 'tanh'?" in err
    assert "- name: tanhh(Tensor self) -> Tensor\n  forward: ..." in out


def test_the_entry_for_a_function_of_numpy_has_its_signature(capsys):
    """The entry for a function of NumPy has its arguments, in the words of the spec language."""
    text = printed(capsys, "which", "np.divmod", code=1)
    assert "- name: divmod(Tensor self, Tensor other) -> (Tensor first, Tensor second)" in text
    text = printed(capsys, "which", "np.convolve", code=1)
    assert "- name: convolve(Tensor self, Tensor other, str mode='full') -> Tensor" in text


def test_explain_prints_formulas_entry_node_wrapper_and_kernel(capsys):
    """`derivata explain mul` prints formulas in mathematical notation, the entry, and what was generated from it."""
    text = printed(capsys, "explain", "mul")
    order = [
        "mul(Tensor self, Tensor other) -> Tensor",
        "    result = self · other\n    g = ∂L/∂result\n    ∂L/∂self = g · conj(other)\n",
        "    ∂L/∂other = g · conj(self)\n",
        "- name: mul(Tensor self, Tensor other) -> Tensor\n  doc:",
        "class MulBackward(Node):",
        "def mul(input: TensorLike, other: TensorLike",
        "def backward_self_other(",
    ]
    places = [text.index(piece) for piece in order]
    assert places == sorted(places)
    assert "- name: div" not in text


def test_explain_in_latex_prints_the_formulas_only(capsys):
    """`--latex` prints the formulas, to be pasted into a paper."""
    text = printed(capsys, "explain", "tanh", "--latex")
    assert text.startswith(
        "\\begin{aligned}\n  \\mathrm{result} &= \\tanh\\left(\\mathrm{self}\\right) \\\\\n"
    )
    assert text.endswith("\\end{aligned}\n")


@pytest.mark.slow
def test_an_op_of_a_pack_is_explained_without_importing_the_pack(derivata, tmp_path):
    """An op of a generated pack is explained by its full name; the pack isn't imported."""
    (tmp_path / "bells.yaml").write_text(PACK)
    assert derivata("codegen", "bells.yaml", "--package", "bells").returncode == 0
    (tmp_path / "bells" / "__init__.py").write_text("raise RuntimeError('imported')")
    done = derivata("explain", "bells.bell")
    assert done.returncode == 0, done.stderr
    assert "result = exp(-(self / width)²)" in done.stdout
    assert "class BellBackward(Node):" in done.stdout
    done = derivata("which", "bells.gauss")
    assert "entry  bells/spec.yaml:10" in done.stdout


def test_an_op_of_a_spec_is_explained_before_anything_is_generated(derivata, tmp_path):
    """With `--spec` an op is explained as it would be generated; nothing is written."""
    (tmp_path / "bells.yaml").write_text(PACK)
    done = derivata("explain", "bell", "--spec", "bells.yaml", "--json")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)
    assert found["entry"]["place"] == "bells.yaml:9"
    assert found["entry"]["code"] == PACK[PACK.index("- name: bell") :].rstrip()
    assert [one["title"] for one in found["generated"]][:2] == ["node", "wrapper"]
    assert [path.name for path in tmp_path.iterdir()] == ["bells.yaml"]


@pytest.mark.slow
def test_derived_formulas_are_shown_in_the_words_of_the_spec(derivata, tmp_path):
    """What an entry leaves to be derived is printed as it could stand in the entry."""
    (tmp_path / "bells.yaml").write_text(re.sub("  self: grad .*\n", "", PACK))
    done = derivata("explain", "bell", "--spec", "bells.yaml")
    assert "derived from the forward" in done.stdout
    assert "  self: -grad * conj(2 * result * (self / width) / width)" in done.stdout
    (found,) = json.loads(derivata("explain", "bell", "--spec", "bells.yaml", "--json").stdout)
    assert found["derived"].keys() == {"self"}


@pytest.mark.slow
def test_explaining_an_op_of_a_broken_spec_says_what_is_wrong_with_it(derivata, tmp_path):
    """`explain --spec` of a broken spec prints its diagnostics."""
    (tmp_path / "bells.yaml").write_text(PACK.replace("exp(-square(self", "exp(-square(slef"))
    done = derivata("explain", "bell", "--spec", "bells.yaml")
    assert done.returncode == 1
    assert "did you mean 'self'?" in done.stderr


def test_ops_are_listed_by_family_and_filtered(capsys):
    """`derivata ops TEXT` lists the ops with the text in name or family, or as a word in the summary."""
    text = printed(capsys, "ops", "atan")
    assert "  atan2 " in text
    assert "mul" not in text
    assert text.splitlines()[-1] == f"{text.count(chr(10) + '  ')} ops"


def test_ops_as_json_have_names_and_lines(capsys):
    """`derivata ops --json` lists every public op with signature, family, line and names."""
    rows = {row["name"]: row for row in json.loads(printed(capsys, "ops", "--json"))}
    assert len(rows) > 400
    assert rows["mul"]["names"][:2] == ["derivata.mul", "derivata.multiply"]
    assert not any(name.endswith("_backward") for name in rows)


def test_ops_of_a_filter_that_nothing_has_end_with_code_1(capsys):
    """No op with the text: the exit code is 1."""
    assert printed(capsys, "ops", "nosuchop", code=1) == "0 ops\n"


def test_missing_functions_of_numpy_are_those_of_the_installed_one(capsys):
    """`derivata ops --missing numpy` compares with the installed NumPy, group by group."""
    groups = {one["group"]: one for one in json.loads(printed(capsys, "ops", "--missing", "numpy", "--json"))}
    ufuncs = groups["numpy ufuncs"]
    assert "spacing" in ufuncs["missing"]
    assert "exp" not in ufuncs["missing"]
    assert ufuncs["functions"] > 80
    assert "savetxt" in groups["numpy functions"]["missing"]
    assert "concatenate" not in groups["numpy functions"]["missing"]
    assert all(hasattr(np, name) for name in ufuncs["missing"])


def test_missing_functions_can_be_filtered_and_counted(capsys):
    """The coverage report tells how many functions of each group have no op."""
    text = printed(capsys, "ops", "--missing", "numpy", "bitwise_count")
    assert re.search(r"^numpy ufuncs: 1 of \d+ without op\n  bitwise_count$", text, re.MULTILINE)


def test_missing_functions_of_scipy(capsys):
    """`derivata ops --missing scipy.special` knows what derivata.special has."""
    pytest.importorskip("scipy", reason="the report asks SciPy itself")
    groups = json.loads(printed(capsys, "ops", "--missing", "scipy.special", "--json"))
    missing = {name for one in groups for name in one["missing"]}
    assert "erf" not in missing
    assert "agm" in missing


def test_missing_functions_of_torch(capsys):
    """`derivata ops --missing torch` covers the functions that torch itself lists as overridable."""
    pytest.importorskip("torch", reason="the report asks PyTorch itself")
    groups = {one["group"]: one for one in json.loads(printed(capsys, "ops", "--missing", "torch", "--json"))}
    assert set(groups) >= {"torch", "torch.Tensor", "torch.nn.functional", "torch.linalg", "torch.special"}
    assert groups["torch"]["functions"] > 300
    assert "relu" not in groups["torch.nn.functional"]["missing"]


def test_without_the_library_the_report_says_what_to_install(monkeypatch, capsys):
    """The report on a library that cannot be imported says what to install, with exit code 1."""
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["ops", "--missing", "torch"]) == 1
    assert "pip install torch" in capsys.readouterr().err


@pytest.mark.slow
def test_the_reason_of_a_surrogate_gradient_is_explained(derivata, tmp_path):
    """A gradient that is meant to differ from the derivative is shown with its reason."""
    (tmp_path / "bells.yaml").write_text(f"{PACK.rstrip()}\n  surrogate: {{self: it is nicer}}\n")
    assert (
        "    ∂L/∂self = a surrogate: it is nicer\n"
        in derivata("explain", "bell", "--spec", "bells.yaml").stdout
    )


def test_explain_short_prints_formulas_and_entry_only(capsys):
    """`explain --short` prints signature, doc, formulas and entry, and no generated code."""
    text = printed(capsys, "explain", "mul", "--short")
    assert text.splitlines()[0] == "mul(Tensor self, Tensor other) -> Tensor"
    assert "    ∂L/∂self = g · conj(other)\n" in text
    assert "- name: mul(Tensor self, Tensor other) -> Tensor\n  doc:" in text
    assert "class MulBackward" not in text and "def " not in text
    (found,) = json.loads(printed(capsys, "explain", "mul", "--short", "--json"))
    assert found["generated"] == []


@pytest.fixture
def lab(derivata, tmp_path):
    """A folder with a pack that was generated from bells.yaml, and a spec from which nothing was generated yet."""
    (tmp_path / "bells.yaml").write_text(PACK)
    assert derivata("codegen", "bells.yaml", "--package", "bells").returncode == 0
    (tmp_path / "bells" / "ops" / "__init__.py").write_text("raise RuntimeError('imported')")
    (tmp_path / "later.yaml").write_text(PACK.replace("bell(", "cumsum(").replace("gauss", "late"))
    (tmp_path / "compose.yaml").write_text("services: {schema_version: 1}\n")
    shutil.copytree(tmp_path / "bells", tmp_path / "elsewhere" / "bells")  # it is no pack elsewhere.bells
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("command", ["which", "explain"])
def test_a_name_without_a_package_is_looked_for_in_this_folder_too(derivata, lab, command):
    """`bell` is found in a pack that lies here, and in a spec from which nothing is generated; both are said."""
    done = derivata(command, "bell")
    assert (done.returncode, done.stderr) == (0, "")
    assert "from the pack bells in this folder" in done.stdout
    assert "from bells.yaml" not in done.stdout
    done = derivata(command, "late")
    assert (done.returncode, done.stderr) == (0, "")
    assert "from later.yaml in this folder, which is no pack yet" in done.stdout
    done = derivata(command, "later.late", "--json")
    assert [one["signature"] for one in json.loads(done.stdout)] == [
        "cumsum(Tensor self, Scalar width=1.0) -> Tensor"
    ]


@pytest.mark.slow
def test_an_entry_that_was_changed_since_is_shown_beside_that_of_the_pack(derivata, lab):
    """Of an entry that was changed since the pack was generated both versions are found."""
    (lab / "bells.yaml").write_text(PACK.replace("width=1.0", "width=2.0"))
    found = json.loads(derivata("which", "bell", "--json").stdout)
    assert [one["entry"] for one in found] == ["bells/spec.yaml:10", "bells.yaml:9"]
    assert "no pack yet, or not of its last version" in found[1]["origin"]


@pytest.mark.slow
def test_ops_of_derivata_and_of_this_folder_are_both_found(derivata, lab):
    """A name that derivata and a spec here have means both; with `dv.` it means derivata's alone."""
    found = json.loads(derivata("which", "cumsum", "--json").stdout)
    assert [one["origin"] == "" for one in found] == [True, False]
    assert len(json.loads(derivata("which", "dv.cumsum", "--json").stdout)) == 1


@pytest.mark.slow
def test_what_could_not_be_read_in_this_folder_is_said(derivata, lab):
    """A spec with errors is no hindrance; when a name is not found, the message says that it was not read."""
    (lab / "later.yaml").write_text(PACK.replace("  forward: 2 * self", "  forward: 2 *"))
    assert derivata("which", "bell").returncode == 0
    done = derivata("which", "belll")
    assert done.returncode == 1
    assert "bells/spec.yaml" in done.stderr and "did you mean 'bell'?" in done.stderr
    assert "not read, as it has errors: later.yaml" in done.stderr


@pytest.mark.slow
def test_a_spec_here_that_makes_no_pack_says_why(derivata, lab):
    """`explain` of an entry in a spec of this folder that is refused prints what is wrong with that spec."""
    (lab / "later.yaml").write_text(PACK.replace("bell(", "exp(").replace("gauss", "late"))
    done = derivata("explain", "late")
    assert done.returncode == 1
    assert done.stderr.startswith("later.yaml:9:9: exp: name: expected a free name, got 'exp', an elementary")
    assert derivata("explain", "late", "--short").returncode == 0
