"""Pages with pictures are run, and become notebooks that run."""

from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="make setup EXTRAS=site: pictures are drawn by it")

from matplotlib import pyplot as plt

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


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_notebook_of_a_page_runs(page: Path) -> None:
    names: dict[str, object] = {}
    for cell in notebook(page.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code" and cell["metadata"]:
            with pytest.raises(Exception):  # noqa: B017 - which one is in the session, which other tests compare
                exec(cell["source"], names)
        elif cell["cell_type"] == "code":
            exec(cell["source"], names)
        plt.close("all")  # as notebooks do behind each cell


def test_the_tutorials_have_pictures() -> None:
    tutorials = {page.stem for page in PAGES if page.parent.name == "tutorials"}
    assert tutorials == {"gradients", "fit", "train", "nan", "fast"}
    assert all(len(BLOCK.findall(page.read_text(encoding="utf-8"))) > 4 for page in PAGES)


def test_how_it_works_draws_nodes_at_each_step(tmp_path: Path) -> None:
    """From the leaf by `MulBackward` to `AccumulateGrad`, then the sums, then the graph of a gradient."""
    path = "docs/how-it-works.md"
    page = illustrated({path: (DOCS.parent / path).read_text(encoding="utf-8")}, tmp_path)[path]
    steps = page.split("\n## ")[1:6]
    assert all(">AccumulateGrad</text>" in step for step in steps)
    assert [">MulBackward</text>" in step for step in steps] == [False, True, True, True, True]
    assert ">x.grad = 3.8805</text>" in steps[3] and ">CosBackward</text>" in steps[4]
