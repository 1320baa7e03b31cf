"""The files that a hosting service and editors read are what these expect, and name what is there."""

import json
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
TARGETS = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    "form", [form for form in FORMS if form.name != "config.yml"], ids=lambda form: form.stem
)
def test_a_form_of_issues_has_the_fields_that_it_needs(form: Path) -> None:
    loaded = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert loaded["name"] and loaded["description"]
    questions = [field for field in loaded["body"] if field["type"] != "markdown"]
    assert len({question["id"] for question in questions}) == len(questions) > 2
    assert all(question["attributes"]["label"] for question in questions)
    assert any(question.get("validations", {}).get("required") for question in questions)


def test_the_devcontainer_runs_a_target_and_finds_the_schema() -> None:
    loaded = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    command, target = loaded["postCreateCommand"].split()
    assert command == "make" and target in TARGETS
    (schema,) = loaded["customizations"]["vscode"]["settings"]["yaml.schemas"]
    assert (ROOT / schema).exists()


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "README.md", ".github/PULL_REQUEST_TEMPLATE.md"])
def test_the_targets_that_a_page_names_are_there(page: str) -> None:
    named = re.findall(r"`make (?:\w+= )?([a-z-]+)", (ROOT / page).read_text(encoding="utf-8"))
    assert named and set(named) <= set(TARGETS)


def test_hooks_of_commits_run_what_is_installed() -> None:
    loaded = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (repository,) = loaded["repos"]
    assert repository["repo"] == "local"
    assert all(hook["entry"].startswith(".venv/bin/python -m ") for hook in repository["hooks"])
