"""The comment at the top of derivatives.yaml lists the families; this file, run as a program, writes it."""

import re
import textwrap
from pathlib import Path

SPEC = Path(__file__).resolve().parents[2] / "derivatives.yaml"
TITLE = "# The families, in this order; an editor finds one as 'family: NAME', and `derivata codegen --list` its ops."


def contents(spec: str) -> str:
    """Return the comment that a spec should have."""
    names = ", ".join(re.findall(r"^- family: (\w+)", spec, re.MULTILINE))
    lines = textwrap.wrap(names, 110, initial_indent="#   ", subsequent_indent="#   ")
    return "\n".join([TITLE, *lines, ""])


def with_contents(spec: str) -> str:
    """Return a spec with the comment, in the place of the one that it has."""
    head, rest = spec.split("\n", 1)
    rest = re.sub(rf"\A{re.escape(TITLE)}\n(#   .*\n)*", "", rest)
    return f"{head}\n{contents(spec)}{rest}"


def test_the_spec_begins_with_its_table_of_contents() -> None:
    spec = SPEC.read_text(encoding="utf-8")
    assert spec == with_contents(spec), f"run `python {Path(__file__).name}`, which writes it"
    assert "\n#   arithmetic, " in spec


if __name__ == "__main__":
    SPEC.write_text(with_contents(SPEC.read_text(encoding="utf-8")), encoding="utf-8")
