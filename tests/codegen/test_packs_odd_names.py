"""Packs with odd names, in odd places, or changed behind the generator's back: refused, and nothing is lost."""

import keyword
from typing import Any

import pytest

from derivata.codegen.parse.identifiers import DEVICES

OP = "- name: {}(Tensor self) -> Tensor\n  forward: 2 * self\n"
CASES = "  samples: {cases: [{self: [2]}]}\n"
BRACED = CASES.replace("{", "{{").replace("}", "}}")


def refused(workshop: Any, *arguments: str) -> str:
    """Generate what is refused, and leaves every file as it was; return the messages."""
    before = workshop.files(".")
    done = workshop.codegen(*arguments)
    assert done.code == 1
    assert workshop.files(".") == before
    return str(done.err)


def wrong_name(workshop: Any, name: str, *more: str) -> str:
    """Ask for a package of a name that it cannot have; return what is said, in one line."""
    before = workshop.files(".")
    done = workshop.codegen("mine.yaml", "--package", name, *more)
    assert done.code == 2
    assert workshop.files(".") == before
    return str(done.err)


PAIRS = {
    ("Bend", "bend"): "whose kernel has a file of its own, got 'bend', whose file is that of 'Bend'",
    (
        "foo_bar",
        "fooBar",
    ): "whose node has a class of its own, got 'fooBar', whose class is that of 'foo_bar'",
    ("foo_bar", "foo__bar"): "whose node has a class of its own, got 'foo__bar'",
    ("bend", "BendBackward"): "expected a free name, got 'BendBackward', the class of 'bend'",
}


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_ops_that_would_be_one_file_or_class_are_refused(workshop: Any, first: str, second: str) -> None:
    """Ops whose names differ in capitals or `_` only, and would become one file or class, are refused."""
    workshop.ops("mine.yaml", OP.format(first) + OP.format(second))
    line = refused(workshop, "mine.yaml", "--package", "mine").splitlines()[0]
    assert line.startswith(f"mine.yaml:7:9: {second}: ")
    assert PAIRS[first, second] in line


def test_names_that_differ_where_files_and_classes_do_are_free(workshop: Any) -> None:
    """Names alike to a reader only (`foobar`, `foo_bar`), or that Python's modules have, work."""
    names = ("foobar", "foo_bar", "numpy", "json", "derivata", "spec")
    workshop.ops("mine.yaml", "".join(OP.format(name) for name in names))
    workshop.make("mine.yaml", "--package", "mine")
    program = f"import mine; print(*[getattr(mine, name)(1.0).item() for name in {names}])"
    assert workshop.run(program) == "2.0 2.0 2.0 2.0 2.0 2.0\n"


@pytest.mark.parametrize("name", ["con", "NUL", "aux", "com1", "lpt9"])
def test_nothing_is_called_as_a_device_of_windows(workshop: Any, name: str) -> None:
    """No op with a kernel, family, namespace or package has a name that Windows keeps for a device."""
    assert name.lower() in DEVICES
    family = f"- family: {name.lower()}\n"
    workshop.ops("mine.yaml", OP.format(name) + family + OP.format("two") + f"  namespace: {name}\n")
    first, second, third, *_ = refused(workshop, "mine.yaml", "--package", "mine").splitlines()
    assert first.startswith(f"mine.yaml:5:9: {name}: name: expected a free name, got '{name}', a device")
    assert second.startswith(
        f"mine.yaml:7:11: family: expected a free name, got the device of Windows '{name.lower()}'"
    )
    assert third.startswith(f"mine.yaml:10:14: two: namespace: expected a free name, got '{name}', a device")
    assert f"got '{name}', which is a device on Windows" in wrong_name(workshop, f"lab.{name}")


HOMES = {
    "  namespace: top_level\n": "namespace: expected a free name, got 'top_level', a module of generated code",
    "  alias: kernels\n": "name: expected a free name, got 'kernels', a module of the pack",
    "  alias: ops.bend\n": "namespace: expected a free name, got 'ops', a module of the pack",
    "  alias: test_mine\n": "name: expected a free name, got 'test_mine', a module of the pack",
    "  namespace: test_mine\n": "namespace: expected a free name, got 'test_mine', a module of the pack",
    "  alias: a_b.bend, A.B.bend\n": "namespace: expected one with a module of its own, got 'A.B', whose module",
}


@pytest.mark.parametrize("key", HOMES, ids=str.strip)
def test_a_public_name_hides_no_module_of_the_pack(workshop: Any, key: str) -> None:
    """Aliases and namespaces that would stand where a module of the pack, or another namespace, stands are refused."""
    workshop.ops("mine.yaml", OP.format("bend") + key)
    line = refused(workshop, "mine.yaml", "--package", "mine").splitlines()[0]
    assert line.startswith("mine.yaml:7:")
    assert HOMES[key] in line


PACKAGES = {
    "..mine": "expected a name of ASCII letters",
    "/tmp/mine": "expected a name of ASCII letters",
    "C:\\mine": "expected a name of ASCII letters",
    "lab..mine": "expected a name of ASCII letters",
    "None": "got Python's keyword 'None'",
    "lab.__pycache__": "without two leading underscores",
    "sys": "got 'sys', which generated code would import",
    "test": "got 'test', which Python would import from",
}


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_is_a_free_name_and_no_path(workshop: Any, name: str) -> None:
    """`--package` takes no path, keyword or module of Python's library; nothing is written."""
    workshop.ops("mine.yaml", OP.format("bend"))
    assert PACKAGES[name] in wrong_name(workshop, name)


@pytest.mark.parametrize("word", sorted(keyword.kwlist)[:8])
def test_a_keyword_is_no_package(workshop: Any, word: str) -> None:
    """A keyword of Python is no package, nor a part of its name."""
    workshop.ops("mine.yaml", OP.format("bend"))
    assert f"got Python's keyword '{word}'" in wrong_name(workshop, f"lab.{word}")


def test_a_package_that_python_would_import_from_elsewhere_is_refused(
    workshop: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pack is not called as a package that is installed; an older version of the pack itself is no other package."""
    workshop.ops("mine.yaml", OP.format("bend"))
    workshop.write("site/theirs/__init__.py", "raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(str(workshop.folder / "site"))
    assert "got 'theirs', which Python would import from " in wrong_name(workshop, "theirs")
    assert "which Python would import from " in wrong_name(workshop, "theirs.ops", "--out", "here/ops")
    workshop.make("mine.yaml", "--package", "theirs.ops", "--out", "site/theirs/ops")
    workshop.make("mine.yaml", "--package", "theirs.ops", "--out", "here/ops")


def test_packs_in_a_circle_are_refused_however_long_it_is(workshop: Any) -> None:
    """A pack that needs itself through others is refused where it names the first of them; each pack is read once."""
    composite = "- name: {}(Tensor self) -> Tensor\n  composite: {}(self)\n" + BRACED
    workshop.ops("c.yaml", OP.format("one"))
    workshop.make("c.yaml", "--package", "c")
    workshop.ops("b.yaml", composite.format("two", "one"), above="uses: [c]")
    workshop.make("b.yaml", "--package", "b")
    workshop.ops("a.yaml", composite.format("three", "two"), above="uses: [b]")
    workshop.make("a.yaml", "--package", "a")
    workshop.ops("c.yaml", composite.format("one", "three"), above="uses: [a]")
    lines = refused(workshop, "c.yaml", "--package", "c").splitlines()
    assert any("uses: expected packs without a cycle, got c -> a -> b -> c" in line for line in lines), lines


def test_a_pack_that_uses_itself_is_refused(workshop: Any) -> None:
    """A pack that lists itself under `uses` is refused, whether it exists already or not."""
    entry = "- name: two(Tensor self) -> Tensor\n  composite: mine.two(self)\n" + CASES
    workshop.ops("mine.yaml", entry, above="uses: [mine]")
    cycle = "mine.yaml:2:8: uses: expected packs without a cycle, got mine -> mine"
    assert refused(workshop, "mine.yaml", "--package", "mine").startswith(cycle)
    workshop.ops("mine.yaml", OP.format("two"))
    workshop.make("mine.yaml", "--package", "mine")
    workshop.ops("mine.yaml", entry, above="uses: [mine]")
    assert refused(workshop, "mine.yaml", "--package", "mine").startswith(cycle)


def test_a_pack_whose_spec_was_changed_is_refused(workshop: Any) -> None:
    """A pack whose own spec is not what it was generated from cannot be used; generating it again cures that."""
    workshop.ops("theirs.yaml", OP.format("bend"))
    workshop.make("theirs.yaml", "--package", "theirs")
    use = "- name: use(Tensor self) -> Tensor\n  composite: theirs.{}(self)\n" + BRACED
    workshop.ops("mine.yaml", use.format("bend"), above="uses: [theirs]")
    workshop.make("mine.yaml", "--package", "mine")
    spec = workshop.folder / "theirs" / "spec.yaml"
    spec.write_bytes(spec.read_bytes().replace(b"\n", b"\r\n"))  # as git may do
    workshop.make("mine.yaml", "--package", "mine")
    spec.write_bytes(spec.read_bytes().replace(b"bend(", b"bent("))
    workshop.ops("mine.yaml", use.format("bent"), above="uses: [theirs]")
    line = refused(workshop, "mine.yaml", "--package", "mine").splitlines()[0]
    assert line.startswith(
        "mine.yaml:2:8: uses: expected the spec that 'theirs' was generated from, got one that was changed since; "
    )
    workshop.make("theirs/spec.yaml", "--package", "theirs")
    workshop.make("mine.yaml", "--package", "mine")
    assert workshop.run("import mine; print(mine.use(1.0).item())") == "2.0\n"


def test_names_of_derivata_and_of_several_packs_live_side_by_side(workshop: Any) -> None:
    """A pack's own `mul` is its `mul`, another pack's goes by its full name, and derivata's stays derivata's."""
    workshop.ops("theirs.yaml", OP.format("mul").replace("2 * self", "3 * self"))
    workshop.make("theirs.yaml", "--package", "theirs")
    use = "- name: use(Tensor self) -> Tensor\n  composite: mul(self) + theirs.mul(self) * 10\n" + CASES
    workshop.ops("mine.yaml", OP.format("mul") + use, above="uses: [theirs]")
    workshop.make("mine.yaml", "--package", "mine")
    program = """
        import derivata as dv, mine, theirs
        x = dv.tensor(1.0)
        print(mine.mul(x).item(), theirs.mul(x).item(), mine.use(x).item(), dv.mul(x, 5).item(), (x * 7).item())
    """
    assert workshop.run(program) == "2.0 3.0 32.0 5.0 7.0\n"


def test_out_is_keyword_only(workshop: Any) -> None:
    """`out` of a pack's functions is keyword-only, so that an entry may get another argument later."""
    overloads = "".join(
        f"- name: raised.{kind}(Tensor self, {kind} by) -> Tensor\n  forward: self + by\n"
        + "  samples: {cases: [{self: [2], by: "
        + value
        + "}]}\n"
        for kind, value in (("Tensor", "[2]"), ("Scalar", "2.0"))
    )
    composite = "- name: twice(Tensor self, *, int n=2) -> Tensor\n  composite: bend(self) * n\n" + CASES
    workshop.ops("mine.yaml", OP.format("bend") + overloads + composite)
    workshop.make("mine.yaml", "--package", "mine")
    program = """
        import derivata as dv, inspect, mine

        x, y = dv.ones(2), dv.zeros(2)
        for call in (mine.bend, mine.twice, lambda *a, **k: mine.raised(*a[:1], x, *a[1:], **k),
                     lambda *a, **k: mine.raised(*a[:1], 2.0, *a[1:], **k)):
            assert call(x, out=y) is y
            try:
                call(x, y)
            except TypeError as error:
                print(error)
        assert {str(p.kind) for p in inspect.signature(mine.bend).parameters.values()} >= {"KEYWORD_ONLY"}
    """
    lines = workshop.run(program).splitlines()
    assert len(lines) == 4
    assert all("positional argument" in line for line in lines), lines
