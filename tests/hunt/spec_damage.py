"""Specs that people write, and what can be done to them: lines, entries, tokens, bytes, and pieces that mean harm.

The fuzzer (`tests/fuzz/fuzz_loader.py`) and the hunter `hostile_specs` share it.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAD = "schema_version: 1\nfunctions: arrays\nops:\n- family: fuzz\n"
WORDS = (
    *r"""
    self other grad result auto auto_linear zero non_differentiable not_implemented ( ) [ ] { } , : : '
    " | > * ** / // + - ~ & | == != < if else and or not is None for t in zip(x, y) functions. ops. 0 1
    -1 0.5 1e999 1e308 1e-320 1j 9223372036854775808 ** 9 True False Tensor Tensor? Tensor[] Scalar int
    int[] int[2] bool str dtype float -> * {{ }} {% %} {# #} & * !!python/object:os.system << --- ... ?
    | # @ % ` __class__ import lambda exec print exp log sin sqrt abs where sum mean mul conj square pow
    max amax sign shape ndim dtype mT real imag numel len range name: doc: forward: composite: let:
    self: variants: alias: namespace: dtypes: kinks: samples: cases: domain: shape: low: high: function
    method inplace operator property out node np data same dtype cast error counter wanted
    """.split(),  # noqa: SIM905
    '"""',
    "\\",
    "\n",
    "\r\n",
    "\x0c",
    "\u202e",
    "\u200b",
    "\ufeff",
    "\u0430",
    "\u212b",
    "\ud7a3",
    "\U0001d465",
)


def seeds() -> list[str]:
    """Return specs: one per entry of derivata's own, those of the docs, of the tests, of the examples."""
    entries = re.split(r"\n(?=- )", (ROOT / "derivatives.yaml").read_text(encoding="utf-8"))[1:]
    named = [entry for entry in entries if entry.startswith("- name:")]
    found = [HEAD + re.sub(r"^- name: (\"?)", r"- name: \1my_", entry) + "\n" for entry in named]
    for page in (ROOT / "docs").rglob("*.md"):
        blocks = re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        found += [block if "schema_version" in block else HEAD + block for block in blocks]
    for folder in ("tests/codegen", "examples", "tests/proof"):
        found += [
            path.read_text(encoding="utf-8", errors="replace") for path in (ROOT / folder).rglob("*.yaml")
        ]
    return found


POOL = seeds()
LINES = sorted({line for seed in POOL for line in seed.splitlines()})
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def damaged(text: str, chance: random.Random) -> str:
    """Change a spec in one to six ways that leave most of it readable."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        text = chance.choice((_lines, _lines, _entries, _tokens, _tokens, _tokens, _tokens))(text, chance)
    return text


def _lines(text: str, chance: random.Random) -> str:
    lines = text.splitlines() or [""]
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.randrange(5)
    if kind == 0:
        lines[at] = chance.choice(LINES)
    elif kind == 1:
        lines.insert(at, chance.choice(LINES))
    elif kind == 2:
        lines.insert(at, lines[other])
    elif kind == 3:
        del lines[at]
    else:  # a value of another spec under this key
        key, value = lines[at].partition(": ")[0], chance.choice(LINES).partition(": ")[2]
        lines[at] = f"{key}: {value}"
    return "\n".join(lines) + "\n"


def _entries(text: str, chance: random.Random) -> str:
    """Put an entry of another spec behind the others."""
    return text + "- " + chance.choice(POOL).partition("\n- name:")[2].join(("name:", "\n"))


def _tokens(text: str, chance: random.Random) -> str:
    """Change tokens of one line, more often near its end, where the values are."""
    lines = text.splitlines() or [""]
    at = chance.randrange(len(lines))
    tokens = TOKEN.findall(lines[at]) or [""]
    place = chance.randrange(len(tokens))
    kind = chance.randrange(6)
    if kind == 0:
        tokens[place] = chance.choice(WORDS)
    elif kind == 1:
        tokens.insert(place, chance.choice(WORDS))
    elif kind == 2:
        tokens[place] = chance.choice(tokens)
    elif kind == 3:
        tokens[place] = chance.choice(TOKEN.findall(chance.choice(LINES)) or [""])
    elif kind == 4:
        stop = place + chance.randrange(1, 12)
        tokens[place:place] = tokens[place:stop] * chance.choice((1, 1, 1, 3, 30))
    else:
        del tokens[place : place + chance.choice((1, 1, 2, 5))]
    lines[at] = "".join(tokens)
    return "\n".join(lines) + "\n"
