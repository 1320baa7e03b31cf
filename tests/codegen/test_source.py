"""YAML text to located nodes: places are exact in every style, and nothing but a small subset is read."""

import time

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from derivata.codegen.diagnostics import Location, SpecError
from derivata.codegen.source import reader as source
from derivata.codegen.source.nodes import Mapping, Node, Sequence, Text, complaints
from derivata.codegen.source.reader import decode, read_source


@pytest.fixture(params=["C parser", "Python parser"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "Python parser":
        monkeypatch.setattr(source, "_Loader", yaml.SafeLoader)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML was built without libyaml")


def read(text: str) -> Node:
    return read_source(text, "spec.yaml")


def value(text: str) -> Text:
    """The value of the key `x`."""
    root = read(text)
    assert isinstance(root, Mapping)
    (node,) = [node for key, node in root.entries if key.value == "x"]
    assert isinstance(node, Text)
    return node


def problems(text: str) -> list[str]:
    with pytest.raises(SpecError) as caught:
        read(text)
    return [str(diagnostic) for diagnostic in caught.value.diagnostics]


def character(text: str, place: Location) -> str:
    """The character of a file at a place."""
    return text.splitlines()[place.line - 1][place.column - 1]


STYLES = {
    "plain": "x: {first} {second}\n",
    "plain over lines": "a: 1\nx: {first}\n   {second}\n",
    "single quotes": "x: '{first} {second}'\n",
    "double quotes": 'a: 1\nx:    "{first} {second}"\n',
    "double quotes over lines": 'x: "{first}\n   {second}"\n',
    "literal block": "x: |\n  {first}\n\n    {second}\ny: 2\n",
    "literal block with indicators": "x: |2-  # a comment\n  {first}\n    {second}\ny: 2\n",
    "folded block": "a: 1\nx: >-\n    {first}\n    {second}\n",
    "flow mapping": "{{a: 1, x: {first} {second}}}\n",
    "carriage returns": "a: 1\r\nx: |\r\n  {first}\r\n  {second}\r\n",
    "byte order mark": "\ufeffa: 1\nx: {first} {second}\n",
}


@pytest.mark.parametrize("style", STYLES)
def test_a_word_within_a_text_is_found_in_the_file(style: str) -> None:
    text = STYLES[style].format(first="alpha", second="omega")
    node = value(text)
    visible = text.removeprefix("\ufeff")
    assert character(visible, node.locate(node.value.index("alpha"))) == "a"
    assert character(visible, node.locate(node.value.index("omega"))) == "o"
    assert character(visible, node.locate(node.value.index("mega"))) == "m"


words = st.lists(
    st.text(st.sampled_from("abcxyz()+*.=é\U0001d465"), min_size=1, max_size=5), min_size=1, max_size=8
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(words, st.sampled_from(["|", ">", "|-", ">-"]), st.integers(1, 6))
def test_every_visible_character_of_a_block_is_found(lines: list[str], header: str, indent: int) -> None:
    text = f"x: {header}\n" + "".join(" " * indent + line + "\n" for line in lines)
    node = value(text)
    for offset, sign in enumerate(node.value):
        if not sign.isspace():
            assert character(text, node.locate(offset)) == sign


def test_quotes_within_single_quotes_do_not_shift_places() -> None:
    node = value("x: 'a''b''c d'\n")
    assert node.value == "a'b'c d"
    assert node.locate(6).column == 13


def test_a_text_with_escapes_is_located_at_its_start() -> None:
    assert value('x: "a\\x41b"\n').locate(2) == Location("spec.yaml", 1, 4)


def test_the_end_of_a_text_is_behind_its_last_character() -> None:
    assert value("x: abc\n").locate(3) == Location("spec.yaml", 1, 7)
    assert value("x: |\n  abc\n").locate(4) == Location("spec.yaml", 2, 6)
    assert value("x: ''\n").locate(0).line == 1


def test_values_stay_text_whatever_yaml_would_make_of_them() -> None:
    root = read("- no\n- 1e5\n- 0x10\n- 2020-01-01\n- ~\n- '1'\n")
    assert isinstance(root, Sequence)
    assert [item.value for item in root.items if isinstance(item, Text)] == [
        *("no", "1e5", "0x10", "2020-01-01", "~", "1")
    ]
    assert [item.plain for item in root.items if isinstance(item, Text)] == [True] * 5 + [False]


def test_repeated_keys_and_bad_keys_keep_their_complaints() -> None:
    root = read("a: 1\n? [b]\n: 2\na: 3\n<<: {c: {d: 1, d: 2}}\n")
    assert isinstance(root, Mapping)
    assert [key.value for key, _ in root.entries] == ["a"]
    assert [f"{c.location.line}:{c.location.column} {c.message}" for c in complaints(root)] == [
        "2:3 expected a word as key, got a list",
        "4:1 expected each key once, got 'a' again (first at 1:1)",
        "5:1 expected a key, got YAML's merge key '<<'",
    ]
    nested = read("a: [{d: 1, d: 2}]\n")
    assert [c.location.column for c in complaints(nested)] == [12]


BILLION_LAUGHS = "a: &a [x, x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)
)

HOSTILE = {
    "billion laughs": (BILLION_LAUGHS, "anchor '&a'"),
    "alias to itself": ("a: &a [*a]\n", "alias '*a'"),
    "deep brackets": ("a: " + "[" * 100_000, "nested lists and mappings"),
    "deep mappings": ("".join("  " * i + "a:\n" for i in range(200)), "nested lists and mappings"),
    "deep list items": ("- " * 5_000 + "x", "nested lists and mappings"),
    "unclosed flow": ("a: [1, 2\n", "expected YAML"),
    "unclosed quote": ("a: 'x\n", "expected YAML"),
    "bad indentation": ("a: 1\n  b: 2\n", "got ': ' in it"),
    "python object": ("a: !!python/object/apply:os.system [ls]\n", "YAML tag"),
    "local tag": ("a: !include /etc/passwd\n", "YAML tag"),
    "unknown directive": ("%YAML 9.9\n---\na: 1\n", "expected YAML"),
    "second document": ("a: 1\n---\nb: 2\n", "second one"),
    "NUL": ("a: x\0y\n", "U+0000"),
    "escape sequence": ("a: \x1b[31m\n", "U+001B"),
    "next line": ("a: x\x85b: y\n", "U+0085"),
    "line separator": ("a: x\u2028b: y\n", "U+2028"),
    "right-to-left mark": ("a: x\u202ey\n", "U+202E"),
    "zero width space": ("a: x\u200by\n", "U+200B"),
    "byte order mark inside": ("a: x\ufeffy\n", "U+FEFF"),
    "lone surrogate": ("a: \ud800\n", "U+D800"),
    "tab": ("a:\tx\n", "got a tab"),
    "percent": ("a: %x\n", "cannot begin one"),
    "at sign": ("a: @x\n", "cannot begin one"),
    "too large": ("#" * (source.MAX_CHARACTERS + 1), "1000001"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_refused_at_once(name: str) -> None:
    text, expected = HOSTILE[name]
    started = time.process_time()
    found = problems(text)
    assert any(expected in problem for problem in found)
    assert found[0].startswith("spec.yaml:")
    assert time.process_time() - started < 10  # of this process alone: what grows with a power takes minutes


def test_invisible_characters_and_tabs_are_located() -> None:
    assert problems("a: 1\r\nb:\tx\r\nc: \0\n") == [
        "spec.yaml:2:3: expected spaces, got a tab; replace it by spaces",
        "spec.yaml:3:4: expected visible characters, got U+0000; delete it, or type the character that was meant",
    ]


def test_a_file_that_is_not_utf8_is_refused_at_the_byte() -> None:
    with pytest.raises(SpecError) as caught:
        decode("a: 1\nb: é".encode() + b"\xff\n", "spec.yaml")
    assert str(caught.value) == (
        "spec.yaml:2:5: expected a file in UTF-8, got the byte 0xFF; save the file in UTF-8"
    )
    assert decode("b: é".encode(), "spec.yaml") == "b: é"


def test_an_empty_text_is_an_empty_mapping() -> None:
    assert read("") == Mapping((), Location("spec.yaml", 1, 1))
    assert read("# nothing\n") == Mapping((), Location("spec.yaml", 1, 1))
