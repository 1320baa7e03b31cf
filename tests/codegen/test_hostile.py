"""Specs that mean harm, or that a slip of the hand has made so: each is refused at once, at a place, in one line."""

import ast
import time
from pathlib import Path
from typing import Any

import pytest

from derivata.codegen.check.check import read_spec
from derivata.codegen.diagnostics import MAX_MESSAGE, Location, Report, SpecError
from derivata.codegen.lower.plans import lower
from derivata.codegen.pipeline import own_spec
from derivata.codegen.render.render import Target, render
from derivata.codegen.source.reader import decode

SECONDS = 5.0
"""Of processor time; most take milliseconds."""

MANY = 10**5
FINDS = sorted((Path(__file__).parent / "finds").iterdir())
HEAD = "schema_version: 1\nfunctions: arrays\nops:\n- family: tests\n"
ENTRY = "- name: f(Tensor self) -> Tensor\n  forward: 2 * self\n"
PACK = Target("hostile", command="derivata codegen hostile.yaml --package hostile", own=False)


def formula(text: str, more: str = "") -> str:
    return f"{HEAD}- name: f(Tensor self) -> Tensor\n  forward: {text}\n{more}"


def entry(more: str) -> str:
    return f"{HEAD}{ENTRY}{more}\n"


def array_op(arguments: str, returns: str = "Tensor") -> str:
    return f"{HEAD}- name: f({arguments}) -> {returns}\n  forward: functions.f\n"


def refusal(source: str | bytes) -> str:
    """Return the messages about a spec, which is refused within seconds and at places in it."""
    data = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    own_spec()
    started = time.process_time()
    with pytest.raises(SpecError) as caught:
        read_spec(decode(data, "hostile.yaml"), "hostile.yaml", base=own_spec())
    assert time.process_time() - started < SECONDS
    for diagnostic in caught.value.diagnostics:
        assert 1 <= diagnostic.location.line <= data.count(b"\n") + data.count(b"\r") + 2
        assert diagnostic.location.column >= 1
        assert str(diagnostic).isprintable()
        assert len(str(diagnostic)) < 3000
    return str(caught.value)


def files(source: str) -> dict[str, str]:
    """Return the files of a spec that is accepted; each of them is Python that compiles."""
    spec = read_spec(source, "hostile.yaml", base=own_spec())
    found = render(lower(spec, own_spec()), PACK)
    for path, text in found.items():
        if path.endswith((".py", ".pyi")):
            compile(text, path, "exec")
    return found


BOMB = "a: &a [x, x, x]\n" + "".join(
    f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)
YAML = {
    "bomb of aliases": (BOMB, "expected a value, got the YAML anchor '&a'"),
    "alias": ("a: *b", "expected a value, got the YAML alias '*b'"),
    "tag that would run a function": (
        "!!python/object/apply:os.system [ls]",
        "1:1: expected a value, got the YAML tag",
    ),
    "tag of its own": ("%TAG ! tag:x,2000:\n---\n!a b", "3:1: expected a value, got the YAML tag"),
    "merge key": (HEAD + ENTRY + "  <<: {doc: a}\n", "7:3: f: expected a key, got YAML's merge key '<<'"),
    "deep lists": ("[" * MANY, "1:25: expected at most 24 nested lists"),
    "deep mappings": ("{a: " * MANY, "expected at most 24 nested lists"),
    "deep blocks": ("- " * MANY, "expected at most 24 nested lists"),
    "deep keys": ("? " * MANY, "expected at most 24 nested lists"),
    "deep indentation": ("\n".join(" " * n + "a:" for n in range(1000)), "25:25: expected at most 24"),
    "many documents": ("---\n" * MANY, "2:1: expected one YAML document"),
    "huge file": ("#" * (10**6 + 1), "1:1: expected at most 1000000 characters"),
    "huge key": ("x" * 900_000 + ": 1", "expected one value"),
    "key that is a list": ("{[1, 2]: 3}", "1:2: expected a word as key, got a list"),
    "no end of a string": ("'''", "expected YAML, got a problem"),
    "nothing": ("", "1:1: expected 'schema_version', got none"),
    "empty lines": ("\n" * 900_000, "1:1: expected 'schema_version', got none"),
    "families without ops": (HEAD, "ops: expected at least one op, got families only"),
}
ENCODINGS = {
    "UTF-16": (HEAD.encode("utf-16"), "1:1: expected a file in UTF-8, got the byte 0xFF"),
    "no encoding": (b"schema_version: \x80", "1:17: expected a file in UTF-8, got the byte 0x80"),
    "lone surrogate": ("a: \ud800", "1:4: expected a file in UTF-8, got the byte 0xED"),
    "NUL": ("a: \0", "1:4: expected visible characters, got U+0000"),
    "second byte order mark": ("\ufeff\ufeffa: 1", "1:2: expected visible characters, got U+FEFF"),
    "form feed": (formula("self \f * 2"), "6:17: expected visible characters, got U+000C"),
    "vertical tab": (formula("self \v * 2"), "expected visible characters, got U+000B"),
    "next line": (formula("self \x85 * 2"), "expected visible characters, got U+0085"),
    "text that runs backwards": (entry("  doc: a\u202eb"), "7:9: expected visible characters, got U+202E"),
    "joiner in a name": (array_op("Tensor se\u200dlf"), "expected visible characters, got U+200D"),
    "escape that colours a terminal": (
        entry('  doc: "\\e[31m"'),
        "7:8: expected visible characters, got an escape for U+001B",
    ),
    "escape for NUL": (entry('  doc: "a\\0b"'), "7:8: expected visible characters, got an escape for U+0000"),
    "escape for a return": (
        entry('  doc: "a\\rb"'),
        "7:8: expected visible characters, got an escape for U+000D",
    ),
    "escape for a surrogate": (entry('  doc: "\\ud800"'), "expected YAML, got a problem"),
    "escape beyond Unicode": (entry('  doc: "\\UFFFFFFFF"'), "expected YAML, got a problem"),
    "name that Python would change": (array_op("Tensor self, int ﬁ"), "expected a name of ASCII letters"),
    "name that looks like another": (array_op("Tensor sеlf"), "expected a name of ASCII letters"),  # noqa: RUF001
    "digit of another script": (formula("self * ２"), "6:19: f: forward: expected ASCII characters"),  # noqa: RUF001
    "space that does not break": (formula("self\u00a0* 2"), "6:17: f: forward: expected ASCII characters"),
    "line break in a message": (
        entry('  dtypes: "real\\nx.yaml:1:1: nothing wrong"'),
        "expected any, real or floating",
    ),
}
FORMULAS = {
    "parentheses": ("(" * MANY + "self" + ")" * MANY, "expected at most 4000 characters"),
    "brackets": ("[" * 1000 + "self" + "]" * 1000, "expected at most 40 nested brackets"),
    "signs": ("-" * 500 + "self", "expected at most 80 nested operations"),
    "not": ("not " * 900 + "self", "expected at most 80 nested operations"),
    "sum": ("+".join(["self"] * MANY), "expected at most 4000 characters"),
    "sum of hundreds": ("+".join(["self"] * 400), "expected at most 80 nested operations"),
    "powers": ("**".join(["self"] * 300), "expected at most 80 nested operations"),
    "conditions": ("self if True else " * 200 + "self", "expected at most 80 nested operations"),
    "comprehensions": ("[t for t in " * 60 + "self" + "]" * 60, "expected at most 40 nested brackets"),
    "infinite number": ("self * 1e999999", "expected a number of 64 bits, got '1e999999'"),
    "million digits": ("self * " + "9" * 900_000, "expected at most 4000 characters"),
    "thousand digits": ("self * " + "9" * 1000, "expected a number of 64 bits, got one of 1000 characters"),
    "power of powers": (
        "self * 9**9**9",
        "7:12: f: forward: expected a number of 64 bits, got '9**9**9', which is too large",
    ),
    "power of parts": ("self * (9**(3 + 6)**9 + 1)", "which is too large"),
    "large product": ("self * (9223372036854775807 * 9)", "'9223372036854775807 * 9', which is too large"),
    "infinite product": ("self * (1e308 * -10)", "which is infinite"),
    "infinite power": ("self * 10.0**400", "which is too large"),
    "division by zero": (
        "self * (1 / 0)",
        "7:13: f: forward: expected a number of 64 bits, got '1 / 0', which divides by zero",
    ),
    "remainder by zero": ("self * (1 % (2 - 2))", "which divides by zero"),
    "zero to the minus one": ("self * 0**-1", "which divides by zero"),
    "quotient of complex numbers": ("self * (1j // 2)", "which has no value"),
    "repeated word": ("self * ('a' * 999999999)", "7:13: f: forward: expected a number, got \"'a'\""),
    "word less than a number": (
        "self if 1 < 'a' else -self",
        "expected a number to compare with, got \"'a'\"",
    ),
    "complex number less than another": (
        "self if 1j < 2 else -self",
        "expected a number to compare with, got '1j'",
    ),
    "attribute of Python": (
        "self.__class__",
        "expected .shape, .ndim, .dtype, .needs_grad, .mT or .mH, got '.__class__'",
    ),
    "import": ("__import__('os')", "expected a name without two leading underscores"),
    "evaluation": ("self * eval('1')", "expected an elementary function, got 'eval(...)'"),
    "file": ("self * open('x')", "expected an elementary function, got 'open(...)'"),
    "printing": ("print(self)", "expected an elementary function, got 'print(...)'"),
    "attribute by name": ("getattr(self, 'x')", "expected an elementary function, got 'getattr(...)'"),
    "method": (
        "'{0.__class__}'.format(self)",
        "expected a call 'op(...)', got the method call '.format(...)'",
    ),
    "f-string": ("f'{self}'", "expected a string without prefix"),
    "lambda": ("(lambda x: x)(self)", "expected the syntax of formulas, got a call of an expression"),
    "assignment": ("(a := self)", "expected an expression without ':='"),
    "Jinja": ("self * {{ 2 }}", "Jinja, dicts and sets have no meaning here"),
    "comment": ("self #", "expected an expression, got '#'"),
}
LONG = {
    "digits of a version": ("schema_version: " + "9" * 5000 + "\nops: []", "schema_version: expected 1"),
    "entries": (HEAD + ENTRY * 5_000, "4:1: ops: expected at most 5000 entries, got 5001"),
    "families": (HEAD + "- family: a\n" * 6_000, "ops: expected at most 5000 entries, got 6001"),
    "overloads": (
        HEAD + "".join(f"- name: f.a{n}(Tensor self) -> Tensor\n  forward: self\n" for n in range(100)),
        "expected at most 32 overloads of 'f', got more",
    ),
    "arguments": (
        array_op(", ".join(f"int a{n}" for n in range(50_000))),
        "expected at most 4000 characters",
    ),
    "outputs": (
        array_op("Tensor self", f"({', '.join(f'Tensor a{n}' for n in range(50_000))})"),
        "expected at most 4000",
    ),
    "packs": (
        "schema_version: 1\nuses: [" + "a, " * 5_000 + "]\nops: []",
        "uses: expected a list of 1 to 100 packs",
    ),
    "let": (
        entry(f"  let: {{{', '.join(f'a{n}: self' for n in range(3_000))}}}"),
        "let: expected at most 100 values",
    ),
    "let that doubles": (
        formula("a40", f"  let: {{a0: self, {', '.join(f'a{n + 1}: a{n} * a{n}' for n in range(40))}}}"),
        "expected at most 1000 operations",
    ),
    "cases": (
        entry(f"  samples: {{cases: [{'{self: [2]}, ' * 2_000}]}}"),
        "samples: cases: expected at most 1000",
    ),
    "kinks": (
        entry(f"  kinks: [{'{at: {self: 0}, self: 0}, ' * 2_000}]"),
        "kinks: expected at most 1000, got 2000",
    ),
    "elements of a sample": (
        entry("  samples: {cases: [{self: [1000000000, 1000000000]}]}"),
        "at most 1000000 elements",
    ),
    "digits of a length": (
        entry(f"  samples: {{cases: [{{self: [{'9' * 5000}]}}]}}"),
        "expected a number of 64 bits",
    ),
    "aliases": (entry("  alias: " + "a, " * 50_000), "alias: expected at most 1000 characters"),
    "variants": (entry("  variants: " + "method, " * 50_000), "variants: expected at most 1000 characters"),
    "unknown keys": (entry("".join(f"  k{n}: 1\n" for n in range(4_000))), "expected a known key, got 'k0'"),
}
NAMES = {
    "family that is a path": (
        HEAD.replace("tests", "../x") + ENTRY,
        "family: expected a name of lower-case letters",
    ),
    "family that is absolute": (
        HEAD.replace("tests", "/etc") + ENTRY,
        "family: expected a name of lower-case letters",
    ),
    "family that is a package's file": (HEAD.replace("tests", "__init__") + ENTRY, "family: expected a name"),
    "family that is a keyword": (
        HEAD.replace("tests", "class") + ENTRY,
        "4:11: family: expected a free name, got Python's",
    ),
    "namespace that is a path": (entry("  namespace: ../a"), "namespace: expected a name"),
    "namespace with double underscores": (entry("  namespace: __init__"), "without two leading underscores"),
    "op that is a path": (HEAD + ENTRY.replace("f(", "../f("), "name: expected a signature"),
    "op that is a keyword": (HEAD + ENTRY.replace("f(", "class("), "got Python's keyword 'class'"),
    "op with a line break": (
        HEAD + '- name: "f\\nimport os(Tensor self) -> Tensor"\n  forward: self\n',
        "name: expected a signature",
    ),
    "module that is a path": (HEAD.replace("arrays", "../arrays") + ENTRY, "functions: expected a name"),
    "pack that is a path": ("schema_version: 1\nuses: [../../etc]\nops: []", "uses: expected a name"),
}
HOSTILE = [*YAML.items(), *ENCODINGS.items(), *LONG.items(), *NAMES.items()]


@pytest.mark.parametrize(
    ("source", "words"), [case for _, case in HOSTILE], ids=[name for name, _ in HOSTILE]
)
def test_a_hostile_spec_is_refused_at_once_and_at_its_place(source: str | bytes, words: str) -> None:
    """A spec made to harm (bombs, depth, size, odd characters, paths as names) is refused at once, at its place."""
    assert words in refusal(source)


@pytest.mark.parametrize(("text", "words"), FORMULAS.values(), ids=FORMULAS)
def test_a_hostile_formula_is_refused_at_once_and_at_its_place(text: str, words: str) -> None:
    """A formula made to harm, or without a value that fits 64 bits, is refused before anything computes it."""
    assert words in refusal(formula(f"|\n    {text}"))


DOCS = {
    "Jinja": "{{ 7 * 7 }} {% for x in y %} {# gone #} {{ self }}.",
    "format strings": "{x} {0!r} %s %(a)s.",
    "quote at the end": 'It ends with "',
    "quotes at both ends": '"Quoted"',
    "two quotes": 'Two ""',
    "a quote alone": '"',
    "comment": "Not # a comment # noqa",
    "end of a comment": "--> # Heading",
    "page": "<script>alert(1)</script> | a `b | <c>` [x](y) ![x](y)",
    "letters": "Ünïcödé ∂ \U0001d465 日本語.",
}


@pytest.mark.parametrize("doc", DOCS.values(), ids=DOCS)
def test_the_words_of_a_doc_arrive_as_they_are(doc: str) -> None:
    """A doc may hold Jinja, quotes, braces and HTML: its words arrive in the docstring as they are and mean nothing."""
    found = files(entry(f"  doc: |-\n    {doc}"))
    functions = [
        node for node in ast.walk(ast.parse(found["ops/tests.py"])) if isinstance(node, ast.FunctionDef)
    ]
    words = [ast.get_docstring(node) or "" for node in functions if node.name == "f"]
    assert any(doc.rstrip(".") in text for text in words), words


LONG = "The sum of all that is not masked in any of the dimensions given, or in all dimensions if none of them is"
FIRST_LINES = {
    "The sum.": "The sum.",
    "The sum. And more of it.": "The sum.",
    f"The root: {LONG} given.": "The root.",
    f"The `a: b` of (c; d) and [e: f]; {LONG} given.": "The `a: b` of (c; d) and [e: f].",
    f"{LONG}, {LONG}: no more.": "Compute `f`.",
}


@pytest.mark.parametrize(("doc", "first"), FIRST_LINES.items())
def test_a_docstring_begins_with_a_sentence_or_what_it_says_before_a_colon(doc: str, first: str) -> None:
    """Of a sentence too long for a line, the part before a colon or semicolon comes first, and then all of it."""
    found = ast.parse(files(entry(f"  doc: |-\n    {doc}"))["ops/tests.py"])
    functions = [node for node in ast.walk(found) if isinstance(node, ast.FunctionDef)]
    (text,) = {ast.get_docstring(node) for node in functions if node.name == "f"}
    line, _, rest = (text or "").partition("\n")
    assert line == first
    assert doc.startswith(first) or " ".join(rest.split()).startswith(doc)


def test_html_of_a_doc_is_text_on_the_page_of_ops() -> None:
    """On a pack's page of ops, HTML and bars of a doc are text; they end neither the cell nor the page."""
    row = files(entry(f"  doc: '{DOCS['page']}'"))["OPS.md"].splitlines()[-1]
    assert "&lt;script>alert(1)&lt;/script>" in row
    assert "`b \\| <c>`" in row
    assert row.replace("\\|", "").count("|") == 4


def test_jinja_in_words_and_reasons_is_text() -> None:
    """Jinja in a default value, in a word of a formula or in a reason is text."""
    source = array_op("Tensor self, str mode='{{ 1 }}{% raw %}'") + (
        '  self: |\n    not_implemented("{{ because }} {# of # this #}")\n'
        "  samples: {cases: [{self: [2]}, {self: [2], mode: '{% endraw %}'}]}\n"
    )
    found = files(source)
    assert "{{ 1 }}{% raw %}" in found["ops/tests.py"]
    assert "{{ because }} {# of # this #}" in found["ops/tests.py"]
    assert "{% endraw %}" in found["checks/tests.py"]


@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_lines_may_end_as_they_do_elsewhere(end: str) -> None:
    """Lines of a spec may end with CRLF or CR."""
    source = formula("2 * self", "  doc: |\n    One.\n\n    Two.\n")
    assert files(source.replace("\n", end)) == files(source)


@pytest.mark.parametrize("find", FINDS, ids=lambda path: path.stem)
def test_what_a_fuzzer_found_is_read_or_refused(find: Path) -> None:
    """What tests/fuzz/fuzz_loader.py has found stays mended: such a spec is refused, or becomes Python."""
    data = find.read_bytes()
    try:
        files(decode(data, "hostile.yaml"))
    except SpecError:
        refusal(data)


def test_a_spec_without_an_end_is_refused(workshop: Any) -> None:
    """Of a file without an end, such as `/dev/zero`, no more is read than a spec may have."""
    done = workshop.codegen("/dev/zero", "--package", "endless")
    assert (done.code, done.err.splitlines()[0].split(";")[0]) == (
        1,
        "zero:1:1: expected at most 1000000 characters, got 4000001",
    )


@pytest.mark.parametrize(
    "name", ["..", "../up", "/abs", "a/b", "a\\b", "a..b", ".a", "", " ", "class", "__a__", "json", "numpy"]
)
def test_a_package_has_no_path_as_its_name(workshop: Any, name: str) -> None:
    """A package cannot be called as a path, a keyword, or a package that generated code imports; nothing is written."""
    workshop.ops("mine.yaml", ENTRY)
    assert workshop.codegen("mine.yaml", "--package", name).code == 2
    assert [path.name for path in workshop.folder.parent.rglob("*")] == [workshop.folder.name, "mine.yaml"]


def test_files_are_not_written_through_links_out_of_the_package(workshop: Any, tmp_path_factory: Any) -> None:
    """A link within a package is an error, a folder that leads out of it or a file; what it leads to is not touched."""
    outside = tmp_path_factory.mktemp("outside")
    workshop.ops("mine.yaml", ENTRY)
    (workshop.folder / "mine").mkdir()
    (workshop.folder / "mine" / "ops").symlink_to(outside)
    done = workshop.codegen("mine.yaml", "--package", "mine")
    assert (done.code, done.err.strip().split(": ", 1)[1].split(";")[0]) == (
        1,
        "expected a folder of the package, got a link that leads out of it",
    )
    assert (list(outside.iterdir()), workshop.files("mine")) == ([], {})
    (workshop.folder / "mine" / "ops").unlink()
    (workshop.folder / "mine" / "__init__.py").symlink_to(outside / "new.py")
    for options in ((), ("--force",)):
        done = workshop.codegen("mine.yaml", "--package", "mine", *options)
        assert (done.code, "expected a generated file or none, got a link" in done.err) == (1, True)
    assert list(outside.iterdir()) == []


def test_files_of_somebody_else_stay_as_they_are(workshop: Any) -> None:
    """A package that somebody has written by hand is neither replaced nor mixed with a generated one."""
    workshop.ops("mine.yaml", ENTRY)
    workshop.write("mine/__init__.py", "x = 1\n")
    assert workshop.codegen("mine.yaml", "--package", "mine").code == 1
    assert workshop.files("mine") == {"__init__.py": b"x = 1\n"}


def test_the_name_of_the_file_is_text(workshop: Any) -> None:
    """Quotes, line breaks, Jinja and the end of a comment in the name of the spec's file do no harm."""
    workshop.ops('we"ird\n""" {{ x }} %}\\ (a, b -->.yaml', ENTRY)
    workshop.make('we"ird\n""" {{ x }} %}\\ (a, b -->.yaml', "--package", "weird")
    assert workshop.run("import weird; print(weird.f.__name__)") == "f\n"
    assert (workshop.folder / "weird" / "OPS.md").read_text().count("-->") == 1


def test_a_hostile_pack_is_an_error_of_the_spec_that_uses_it(workshop: Any) -> None:
    """The spec of a pack in use is read as strictly as one's own, and its code is not run."""
    workshop.ops("mine.yaml", ENTRY, above="uses: [theirs]")
    workshop.write("theirs/__init__.py", "raise SystemExit('was imported')\n")
    workshop.write("theirs/spec.yaml", "[" * MANY)
    done = workshop.codegen("mine.yaml", "--package", "mine")
    assert done.code == 1
    assert (
        "mine.yaml:2:8: uses: expected a pack for this version of derivata, got 'theirs' with errors"
        in done.err
    )
    assert "theirs/spec.yaml:1:25: expected at most 24 nested lists and mappings" in done.err
    (workshop.folder / "theirs" / "spec.yaml").unlink()
    (workshop.folder / "theirs" / "spec.yaml").symlink_to("/dev/zero")
    assert "expected a pack that can be imported" in workshop.codegen("mine.yaml", "--package", "mine").err
    assert not (workshop.folder / "mine").exists()


@pytest.mark.slow
def test_an_array_function_that_ends_the_program_is_an_error(workshop: Any) -> None:
    """`derivata check` fails when an array function calls `sys.exit(0)`; what it prints is no part of the report."""
    entry = """\
        - name: f(Tensor self) -> Tensor
          forward: functions.f
          self: grad
          result: auto_linear
          samples: {cases: [{self: [2]}]}
        """
    workshop.ops("mine.yaml", entry, above="functions: arrays")
    workshop.write("arrays.py", "def f(self):\n    print('noise')\n    raise SystemExit(0)\n")
    done = workshop.command("-m", "derivata", "check", "mine.yaml", "--json")
    assert (done.returncode, "noise" in done.stdout, "noise" in done.stderr) == (1, False, True)
    assert "expected array functions that return, got sys.exit(0)" in done.stdout + done.stderr


def test_a_message_is_one_line_that_moves_no_cursor() -> None:
    """Characters that nobody sees are spaces in a message, and one that is too long ends in dots."""
    report = Report()
    report.add(Location("mine.yaml", 1, 1), "f", "expected a \x1b[31mword\n, got \u202ea", "write it")
    report.add(Location("mine.yaml", 2, 1), "f", "a" * 10_000)
    first, second = report.diagnostics
    assert str(first) == "mine.yaml:1:1: f: expected a  [31mword , got  a; write it"
    assert str(second).endswith("aaa...")
    assert len(second.message) == MAX_MESSAGE
