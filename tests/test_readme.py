"""The README tells the truth: its sessions run, its excerpts and tables are the repository's, its links exist."""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PAGES = [
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    CONTRIBUTING,
    ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


RUN = """
import doctest, sys
test = doctest.DocTestParser().get_doctest(sys.stdin.read(), {}, "README.md", None, None)
sys.exit(min(doctest.DocTestRunner().run(test).failed, 1))
"""


def run_sessions(text: str, folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", RUN], cwd=folder, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_first_session_prints_what_it_shows() -> None:
    run_sessions(blocks("pycon")[0], ROOT)


def test_the_picture_is_the_graph_of_the_first_session() -> None:
    program = "\n".join(line[4:] for line in blocks("pycon")[0].splitlines()[:5] if line.startswith(">>> "))
    names: dict[str, Any] = {}
    exec(program.replace("loss.backward()", ""), names)
    drawn = names["dv"].viz.make_svg(names["loss"], {"w": names["w"], "b": names["b"]})
    assert drawn == (ROOT / "docs" / "pictures" / "graph.svg").read_text(encoding="utf-8")


def test_the_sessions_with_the_new_op_print_what_they_show(checkout_with_another_op: Path) -> None:
    later = blocks("pycon")[1:]
    assert len(later) == 1
    assert sum(len(doctest.DocTestParser().get_examples(text)) for text in later) > 6
    run_sessions("\n".join(later), checkout_with_another_op)


def test_the_excerpts_of_generated_code_are_generated_code(checkout_with_another_op: Path) -> None:
    generated = (checkout_with_another_op / "generated" / "ops" / "activations.py").read_text(
        encoding="utf-8"
    )
    _, found, after = generated.partition("class SquashedBackward(Node):\n")
    assert found
    excerpts = blocks("python")
    assert len(excerpts) == 1
    for excerpt in excerpts:
        assert excerpt in after.partition("\ndef ")[0]


def test_what_the_generator_prints_is_not_far_from_what_is_shown(checkout_with_another_op: Path) -> None:
    line = r"(\d+) files, (\d+) written, 0 deleted\n(\d+) files, 0 written, 0 deleted\n"
    shown, printed = (
        re.search(line, README),
        re.fullmatch(line, (checkout_with_another_op / "printed.txt").read_text()),
    )
    assert shown is not None and printed is not None
    assert abs(int(shown[1]) - int(printed[1])) < 30, printed[0]
    assert shown[2] == printed[2], printed[0]


def test_the_message_about_a_mistake_is_what_the_generator_prints(checkout_with_another_op: Path) -> None:
    path = checkout_with_another_op / "derivatives.yaml"
    spec = path.read_text(encoding="utf-8")
    right = "forward: self / (1 + abs(self))"
    assert spec.count(right) == 1
    path.write_text(spec.replace(right, "forward: selv / (1 + abs(self))"), encoding="utf-8")
    command = [sys.executable, "-m", "derivata.codegen", "--check"]
    done = subprocess.run(command, cwd=checkout_with_another_op, capture_output=True, text=True)
    path.write_text(spec, encoding="utf-8")
    message = re.sub(r"^derivatives\.yaml:\d+", "derivatives.yaml:LINE", done.stderr.splitlines()[0])
    assert message in re.sub(r"derivatives\.yaml:\d+", "derivatives.yaml:LINE", README)


def test_the_number_of_ops_is_not_far_from_what_the_command_prints() -> None:
    command = [sys.executable, "-m", "derivata.codegen", "--list"]
    table = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    ops = int(re.search(r"\| \*\*all\*\* \| \*\*(\d+)\*\*", table)[1])  # type: ignore[index]
    spec = (ROOT / "derivatives.yaml").read_text(encoding="utf-8")
    ops -= "- name: squashed(" in spec  # where somebody has followed the tutorial
    families = table.count("\n") - 3  # without the head and the sum
    said = re.search(r"More than (\d+) ops in (\d+) families", README)
    assert said is not None
    assert int(said[1]) <= ops < int(said[1]) + 20, f"README.md, What is there: there are {ops} ops"
    assert int(said[2]) == families


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    text = README + CONTRIBUTING.read_text(encoding="utf-8")
    targets = set(re.findall(r"(?:`|^\$ )make ([a-z]+)", text, re.MULTILINE))
    assert targets >= {"demo", "test", "codegen"}
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_make_help_has_a_line_for_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = "".join(re.findall(r"^\.PHONY:(.*)", makefile, re.MULTILINE)).split()
    said = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert [line.split()[0] for line in said.splitlines()] == phony


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert "://" in link or (page.parent / link).exists(), f"{page.name}: {link}"


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    decisions = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    for page in sorted((ROOT / "docs").glob("*.md")):
        assert page.name == "README.md" or f"]({page.name})" in index, page.name
    for page in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        assert page.name == "README.md" or f"]({page.name})" in decisions, page.name
