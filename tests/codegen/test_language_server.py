"""Specs in the language server that VS Code and most other editors use: what it underlines, offers and explains."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from derivata.codegen.json_schema import schema as json_schema

ROOT = Path(__file__).resolve().parents[2]
_CLIENT = importlib.util.spec_from_file_location(
    "language_server", Path(__file__).parent / "language_server.py"
)
assert _CLIENT is not None and _CLIENT.loader is not None
client: Any = importlib.util.module_from_spec(_CLIENT)
_CLIENT.loader.exec_module(client)

pytestmark = pytest.mark.skipif(
    not client.COMMAND,
    reason="no yaml-language-server: npm install --global yaml-language-server, or name it in $YAML_LANGUAGE_SERVER",
)

HEAD = "# yaml-language-server: $schema=derivata.schema.json\nschema_version: 1\nops:\n- family: tests\n"
ENTRY = "- name: f(Tensor self, Tensor target) -> Tensor\n  forward: self * target\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    """Start the server once: it takes a second."""
    started = client.LanguageServer()
    yield started
    started.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the schema, as `derivata new` makes it."""
    (tmp_path / "derivata.schema.json").write_text(json_schema.text(), encoding="utf-8")
    return tmp_path


def completions(server: Any, folder: Path, text: str) -> dict[str, dict[str, Any]]:
    """Return what is offered at the sign | of a spec."""
    path = folder / f"{len(list(folder.iterdir()))}.yaml"
    path.touch()  # the next one has another name
    before, _, behind = (HEAD + text).partition("|")
    server.open(path, before + behind)
    found = server.complete(path, before.count("\n"), len(before.rpartition("\n")[2]))
    return dict(found)


def test_right_specs_have_no_complaints(server: Any, workshop: Any) -> None:
    """Nothing is underlined in derivata's own spec, in the example packs, in what `derivata new` writes, in a copy."""
    assert workshop.command("-m", "derivata", "new").returncode == 0
    workshop.make("my_ops.yaml", "--package", "my_ops")
    new = workshop.folder / "my_ops.yaml"
    assert new.read_text(encoding="utf-8").startswith(
        "# yaml-language-server: $schema=derivata.schema.json\n"
    )
    examples = sorted((ROOT / "examples" / "packs").glob("*.yaml"))
    for path in (ROOT / "derivatives.yaml", *examples, new, workshop.folder / "my_ops" / "spec.yaml"):
        assert server.open(path, path.read_text(encoding="utf-8")) == [], path


WRONG = {
    "- name: f(Tensr self) -> Tensor\n  forward: self\n": (0, 8, "expected a signature"),
    ENTRY + "  dtypes: reel\n": (2, 10, 'Value must be "any" | "real" | "floating"'),
    ENTRY + "  variants: metod\n": (2, 12, "expected some of function, method"),
    ENTRY + "  samples: {case: []}\n": (2, 12, "Property case is not allowed"),
    ENTRY + "  self: not_implemented\n": (2, 8, 'auto, zero, non_differentiable, not_implemented("why")'),
    ENTRY + "  class: auto\n": (2, 2, "Property class is not allowed"),
    "- name: f(Tensor self) -> Tensor\n  forward: [self]\n": (1, 11, "expected a formula"),
    "- name: f(Tensor self) -> Tensor\n  forward: self; 2\n": (1, 11, "expected a formula"),
    "- name: f(Tensor self) -> Tensor\n": (0, 2, 'Missing property "forward"'),
    "- family: Con Air\n": (0, 10, "expected a name of lower-case letters"),
    "- family: a\n  lod: lazily\n": (1, 2, "Property lod is not allowed"),
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text.splitlines()[-1].strip())
def test_what_is_wrong_is_underlined_where_it_stands(server: Any, folder: Path, text: str) -> None:
    """A wrong key, word, type or signature is underlined at its place, with a message in the language of specs."""
    (found,) = server.open(folder / "spec.yaml", HEAD + text)
    line, column, words = WRONG[text]
    start = found["range"]["start"]
    assert (start["line"] - HEAD.count("\n"), start["character"]) == (line, column)
    assert words in found["message"]


def test_keys_are_offered_with_what_they_mean(server: Any, folder: Path) -> None:
    """At the beginning of an item and of a key completion offers the keys of an entry, each with its meaning."""
    new = completions(server, folder, "- |\n")
    assert {"name", "doc", "forward", "samples", "self", "new op: elementwise", "new family"} <= new.keys()
    assert "The signature" in str(new["name"]["documentation"])
    assert new["new op: composite"]["insertText"].splitlines()[2].strip().startswith("composite: ")
    more = completions(server, folder, ENTRY + "  d|\n")
    assert {"doc", "dtypes"} <= more.keys()
    assert not {"name", "forward", "input", "property"} & more.keys()


WORDS = {
    "self": ["auto", "non_differentiable", "not_implemented", "zero"],
    "target": ["auto", "non_differentiable", "not_implemented", "zero"],
    "dtypes": ["any", "floating", "real"],
}


@pytest.mark.parametrize("key", WORDS)
def test_words_are_offered_and_nothing_else(server: Any, folder: Path, key: str) -> None:
    """The value of a key is completed to the words that it may have, with their meaning, and to nothing else."""
    found = completions(server, folder, f"{ENTRY}  {key}: |\n")
    assert sorted(found) == WORDS[key]
    assert all(offered.get("documentation") for offered in found.values())


def test_a_key_is_explained(server: Any, folder: Path) -> None:
    """The text shown for a key explains it, with code as code, and says of which signature examples are."""
    path = folder / "spec.yaml"
    server.open(path, HEAD + ENTRY + "  self: auto\n")
    first = HEAD.count("\n")
    assert "The signature: `name(arguments) -> returns`." in server.hover(path, first, 3)
    assert "What the op computes" in server.hover(path, first + 1, 3)
    assert "The gradient of this Tensor argument" in server.hover(path, first + 2, 3)
