"""docs/checking.md says what the command prints."""

from pathlib import Path

import pytest

from derivata.commands import main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "checking.md"

SPEC = """\
schema_version: 1
ops:
- family: mine
- name: softclip(Tensor self, Tensor other) -> Tensor
  forward: tanh(self) * other
  self: -grad * conj((1 - square(tanh(self))) * other)
  other: grad * conj(tanh(self))
- name: excess(Tensor self) -> Tensor
  forward: log(1 + self)
  self: grad / (1 + self)
  dtypes: real
  samples: {domain: {self: [-0.9, 2.0]}}
"""


def test_the_example_of_the_page_is_what_the_command_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The output on the page is that of the command."""
    monkeypatch.chdir(tmp_path)
    Path("my_ops.yaml").write_text(SPEC)
    assert main(["check", "my_ops.yaml"]) == 1
    shown = PAGE.read_text(encoding="utf-8").split("$ derivata check my_ops.yaml\n")[1].split("```")[0]
    assert capsys.readouterr().err == shown
