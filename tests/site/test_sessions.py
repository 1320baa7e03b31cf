"""Pages with pictures are run, and become notebooks that run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="make setup EXTRAS=site: pictures are drawn by it")


from docs.site.sessions import BLOCK, illustrated, notebook

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if "```py picture\n" in page.read_text(encoding="utf-8")]
PAGE = """\
# Title

```pycon
>>> a = 1
>>> a / 0
Traceback (most recent call last):
    ...
ZeroDivisionError: division by zero

```

Words.

```py picture
plt.plot([0, a])
```

```py picture
viz.make_svg(1 * __import__("derivata").ones(1, requires_grad=True))
```
"""


def test_a_page_gets_its_pictures(tmp_path: Path) -> None:
    pages = illustrated({"docs/x.md": PAGE, "docs/other.md": "# Other\n"}, tmp_path)
    assert list(pages) == ["docs/x.md"]
    assert "```py\nplt.plot([0, a])\n```\n\n![What these lines draw](x.1.png)\n" in pages["docs/x.md"]
    assert (
        "<figure><svg " in pages["docs/x.md"] and "[This page as a notebook](x.ipynb)" in pages["docs/x.md"]
    )
    assert (tmp_path / "docs" / "x.1.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "docs" / "x.ipynb").exists()


def test_a_notebook_has_the_code_without_prompts_and_the_prose() -> None:
    cells = notebook(PAGE)["cells"]
    assert [cell["cell_type"][0] for cell in cells] == list("cmcmcc")
    assert [cell["source"] for cell in cells[1:4]] == ["# Title", "a = 1\na / 0", "Words."]
    assert cells[2]["metadata"] == {"tags": ["raises-exception"]} and cells[4]["metadata"] == {}


def test_files_and_commands_are_cells_of_their_magics() -> None:
    """Blocks that are no files, and commands that install, stay prose."""
    text = "`a.yaml`:\n\n```yaml\nx: 1\n```\n\nAppend to `a.yaml`:\n\n```yaml\n\ny: 2\n```\n\n"
    text += (
        "```console\n$ derivata check a.yaml\nall\n$ ls\n```\n\n```console\n$ pip install derivata\n```\n\n"
    )
    text += "For example:\n\n```python\n1 / 0\n```\n"
    cells = notebook(text)["cells"][1:]
    assert [cell["source"] for cell in cells if cell["cell_type"] == "code"] == [
        "%%writefile a.yaml\nx: 1",
        "%%writefile -a a.yaml\n\ny: 2",
        "%%sh --no-raise-error\nderivata check a.yaml\nls",
    ]
    assert "pip install derivata" in cells[-1]["source"] and "1 / 0" in cells[-1]["source"]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_notebook_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    """All of its cells, by IPython, in an empty folder; those that are to raise do."""
    pytest.importorskip("IPython", reason="make setup: it runs notebooks")
    (tmp_path / "page.ipynb").write_text(json.dumps(notebook(page.read_text(encoding="utf-8"))))
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "MPLBACKEND": "agg", "IPYTHONDIR": str(tmp_path / "ipython")}
    environment["PYTHONPATH"] = str(DOCS.parent)
    done = subprocess.run(
        [sys.executable, "-c", CELLS], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


CELLS = """
import json
import sys

from IPython.core.interactiveshell import InteractiveShell
from matplotlib import pyplot

sys.path.insert(0, "")
shell = InteractiveShell.instance()
for cell in json.load(open("page.ipynb"))["cells"]:
    if cell["cell_type"] == "code":
        done = shell.run_cell(cell["source"])
        assert done.success != bool(cell["metadata"]), cell["source"]
        pyplot.close("all")  # as notebooks do behind each cell
"""
"""A notebook without a browser."""


def test_the_tutorials_have_pictures() -> None:
    """All that the list of tutorials names."""
    listed = re.findall(r"\]\((.*?\.md)\)", (DOCS / "tutorials" / "README.md").read_text(encoding="utf-8"))
    tutorials = [(DOCS / "tutorials" / name).resolve() for name in listed if "examples" not in name]
    assert len(tutorials) == 7 and set(tutorials) < set(PAGES)
    assert all(len(BLOCK.findall(page.read_text(encoding="utf-8"))) > 4 for page in PAGES)


def test_how_it_works_draws_nodes_at_each_step(tmp_path: Path) -> None:
    """From the leaf by `MulBackward` to `AccumulateGrad`, then the sums, then the graph of a gradient."""
    path = "docs/how-it-works.md"
    page = illustrated({path: (DOCS.parent / path).read_text(encoding="utf-8")}, tmp_path)[path]
    steps = page.split("\n## ")[1:6]
    assert all(">AccumulateGrad</text>" in step for step in steps)
    assert [">MulBackward</text>" in step for step in steps] == [False, True, True, True, True]
    assert ">x.grad = 3.8805</text>" in steps[3] and ">CosBackward</text>" in steps[4]
