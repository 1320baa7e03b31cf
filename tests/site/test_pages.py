"""The site has a page for every op, and pages that link to one another."""

import doctest
import json
import re
from dataclasses import replace
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("griffe", reason="make setup EXTRAS=site: docstrings are parsed by it")
pytest.importorskip("latex2mathml", reason="make setup EXTRAS=site: formulas are typeset by it")

import derivata as dv
from derivata.codegen.pipeline import own_spec
from derivata.testing.modes import modes_of
from docs.ops import CASES_BY_OP, family_title, is_helper, public_names
from docs.site.docstrings import in_markdown
from docs.site.examples import BY_HAND, example
from docs.site.gallery import gallery_pages
from docs.site.images import IMAGES, SIZE, before_and_after, image
from docs.site.layout import lay_out
from docs.site.measured import accepted, error
from docs.site.op_pages import acts_on_each_number, page
from docs.site.pages import chapters, written_pages
from docs.site.plots import LEFT, RIGHT, STEPS, values
from docs.site.ranking import ranked
from docs.site.reference import contents, reference_pages
from docs.site.signatures import called, signature
from tests.api import public_modules

ROOT = Path(__file__).resolve().parents[2]


def op_page(name: str) -> str:
    ops = [op for op in own_spec().ops if name in public_names(op)]
    assert ops
    cases = [CASES_BY_OP[op.full_name] for op in ops]
    return page(name, [(op, case, modes_of(case)) for op, case in zip(ops, cases, strict=True)])


def test_the_page_of_an_op_has_all_that_its_entry_says() -> None:
    text = op_page("tanh")
    assert text.startswith("# tanh\n\n```{ .py .signature }\ndv.tanh(input: ")
    assert text.count("<math ") == 3
    assert text.count("<svg ") == 1 and text.count('stroke-width="2"') == 3
    assert "| gradients of gradients | yes |" in text
    assert "- name: tanh(Tensor self) -> Tensor" in text
    assert "(../../generated/ops/hyperbolic.py)" in text
    assert "| dtypes of tensors | all |" in text and "| error in float32, beside float64 | 0." in text


def test_examples_of_ops_show_results_and_gradients() -> None:
    """Those of `BY_HAND` are for ops whose samples would show nothing; random ones begin with a seed."""
    text = example("tanh", CASES_BY_OP["tanh"])
    numbers, result, grad = re.findall(r"(?:dv\.|^)tensor\((\[.*?\]\])", text, re.MULTILINE | re.DOTALL)
    x, y, g = (np.array(json.loads(re.sub(r"(?<=\d)\.(?!\d)", ".0", one))) for one in (numbers, result, grad))
    np.testing.assert_allclose(y, np.tanh(x), atol=1e-4)
    np.testing.assert_allclose(g, 1 - np.tanh(x) ** 2, atol=1e-4)
    assert ">>> result.sum().backward()\n>>> input.grad\n" in text
    assert ">>> result[0, 0].backward()\n" in example("cumsum", CASES_BY_OP["cumsum"])
    assert example("bernoulli", CASES_BY_OP["bernoulli"]).startswith(
        "```pycon\n>>> generator = dv.manual_seed(0)"
    )
    assert ">>> result = input.mH\n" in example("matrix_H", CASES_BY_OP["matrix_H"])
    assert ">>> result = input.half()\n" in example("half", CASES_BY_OP["half"])
    assert set(BY_HAND) <= set(CASES_BY_OP)


@pytest.mark.slow
def test_every_op_has_an_example_that_runs() -> None:
    for op in own_spec().ops:
        names = public_names(op)
        if names and not is_helper(names[0]):
            text = example(names[0], CASES_BY_OP[op.full_name])
            assert text.count(">>> result\n") == 1, op.full_name
            session = re.sub(r"\n(?=\n)", "\n<BLANKLINE>", text[9:-6])
            found = doctest.DocTestParser().get_doctest(f"{session}\n", {"dv": dv}, op.full_name, None, None)
            assert doctest.DocTestRunner().run(found).failed == 0, op.full_name


def test_dtypes_and_errors_are_found_by_calling() -> None:
    dtypes = {
        name: accepted(CASES_BY_OP[name]) for name in ("sin", "bitwise_and", "rfft", "floor", "complex")
    }
    assert dtypes == {
        "sin": "all",
        "bitwise_and": "bool, integers",
        "rfft": "bool, integers, float32, float64",
        "floor": "bool, integers, float16, float32, float64",
        "complex": "float32, float64",
    }
    assert error(CASES_BY_OP["argmax"]) == error(CASES_BY_OP["exponential_"]) == ""
    assert 0 < float(error(CASES_BY_OP["mul"]).split()[0]) <= 0.5
    wrong = replace(CASES_BY_OP["exp"], call=f"{__name__}.rough")
    assert float(error(wrong).split()[0]) > 50


def rough(x: dv.Tensor) -> dv.Tensor:
    """Return the exponential, in float32 with an error of 100 units."""
    return dv.exp(x) * (1 + 100 * 2.0**-23 * (x.dtype == dv.float32))


def test_curves_are_of_functions_of_one_number() -> None:
    """Found by calling, where an op is made of others: a sum is none, nor is what changes no number."""
    assert acts_on_each_number(dv.nn.functional.softsign)
    for function in (dv.fft.fftshift, dv.clone, dv.half, dv.flipud, dv.cumsum, dv.nn.functional.dropout):
        assert not acts_on_each_number(function)


@pytest.mark.slow
def test_curves_are_the_function_and_its_derivatives() -> None:
    x = np.linspace(LEFT, RIGHT, STEPS)
    for curve, true in zip(values(dv.sin), (np.sin(x), np.cos(x), -np.sin(x)), strict=True):
        np.testing.assert_allclose(curve, true, atol=1e-12)
    assert "<svg " not in op_page("add") and "<svg " not in op_page("clamp")


def test_overloads_share_a_page() -> None:
    text = op_page("max")
    assert "## `max.dim`" in text and "## `max.other`" in text


def test_a_docstring_becomes_markdown() -> None:
    def function() -> None:
        """Do it.

        >>> function()

        Parameters
        ----------
        x : int
            What to
            do.

        Examples
        --------
        >>> function()
        """

    text = in_markdown(function)
    assert text == (
        "Do it.\n\n```pycon\n>>> function()\n```\n\n**Parameters**\n\n- `x`, `int`: What to do.\n\n"
        "**Examples**\n\n```pycon\n>>> function()\n```\n"
    )


def test_a_long_page_becomes_one_for_each_chapter() -> None:
    text = "# Ops\n\nAll.\n\n- [First one](#first-one)\n\n## First one\n\n[a](../a.md), [b](#b)\n\n## Second\n\nText.\n"
    pages = chapters("docs/ops.md", text)
    assert sorted(pages) == ["docs/ops.md", "docs/ops/first-one.md", "docs/ops/second.md"]
    assert pages["docs/ops/first-one.md"] == "# First one\n\n[a](../../a.md), [b](#b)\n\n"
    assert "(#first-one)" not in pages["docs/ops.md"]
    assert "- [First one](ops/first-one.md)\n- [Second](ops/second.md)\n" in pages["docs/ops.md"]


def test_links_lead_to_pages_to_texts_of_sources_and_not_into_code(tmp_path: Path) -> None:
    text = "[a](../README.md#try-it) [b](../Makefile) [c](../tests) [d](https://x.org/y)\n```py\n[e](../Makefile)\n```\n"
    lay_out({"docs/x.md": text, "README.md": ""}, tmp_path)
    assert (tmp_path / "docs" / "x.md").read_text() == text.replace(
        "[b](../Makefile)", "[b](../Makefile.txt)"
    ).replace("(../tests)", "(../README.md)")
    assert (tmp_path / "Makefile.txt").read_text() == (ROOT / "Makefile").read_text()


def test_no_page_is_too_long_to_be_read() -> None:
    """A page of the site has less than 150 KB, and those above 100 KB are lists by their nature."""
    sizes = {path: len(text) for path, text in written_pages().items()}
    assert len(sizes) > 100
    assert {path for path, size in sizes.items() if size > 100_000} <= {"docs/semantics/the-ops.md"}
    assert max(sizes.values()) < 150_000


def test_the_reference_has_all_public_names() -> None:
    """Each has a page, a section, or a link to the page of its op, and is described once."""
    pages = reference_pages({name for op in own_spec().ops for name in public_names(op)[:1]})
    for module in ("nn", "optim", "func", "linalg", "distributions", "utils.data", "scipy.optimize", "numpy"):
        page = pages[f"docs/reference/{module}.md"]
        names = contents(public_modules()[f"derivata.{module}"])
        assert [name for name in names if f"`{name}" not in page and f"\n## {name}\n" not in page] == []
    assert "[`abs_`](../op/abs.md)" in pages["docs/reference/derivata.md"]
    assert "[`softmax`](../op/nn.functional.softmax.md)" in pages["docs/reference/nn.functional.md"]
    assert "[`linspace`](derivata/linspace.md)" in pages["docs/reference/derivata.md"]
    assert "**Ops as methods**: [`abs`](../../op/abs.md)" in pages["docs/reference/derivata/class-tensor.md"]
    assert max(map(len, pages.values())) < 100_000


def test_a_class_of_the_reference_has_its_methods() -> None:
    page = reference_pages([])["docs/reference/optim.md"]
    (adam,) = re.findall(r"^## Adam\n.*?(?=^## )", page, re.MULTILINE | re.DOTALL)
    assert adam.startswith("## Adam\n\n```{ .py .signature }\noptim.Adam(params: ")
    assert "betas: tuple[float, float] = (0.9, 0.999)" in adam
    assert "**Parameters**\n\n- `params`" in adam and "**Examples**" in adam


def test_signatures_are_as_python_writes_them() -> None:
    def function(a: "int", /, b: float = 1.0, *, kind: type = int) -> "None": ...

    assert called("f", function) == "f(a: int, /, b: float = 1.0, *, kind: type = int) -> None"
    assert called("x", property(function)) == "x"


def test_signatures_of_overloads_are_a_line_each() -> None:
    assert signature("max", dv.max).splitlines()[1:-2] == [
        "max(input: Tensor, *, out: Tensor | None = None) -> Tensor",
        "max(input: Tensor, dim: int, keepdim: bool = False, *, out: Sequence[Tensor] | None = None) -> MaxDimOutput",
        "max(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor",
    ]
    assert "batch_first=..., *, data=...," in called("dv.lstm", dv.lstm)


def test_images_show_what_functions_do() -> None:
    """Each picture is of a function that users call, and differs from the image before it."""
    for name, (caption, function) in IMAGES.items():
        assert caption and reduce(getattr, name.split("."), dv)
        result = function(image())
        assert result.shape != image().shape or not np.array_equal(result, image()), name
    picture = before_and_after("max_pool2d")
    assert picture.count("<svg ") == 2 and picture.count("<path ") == SIZE**2 + (SIZE // 3) ** 2
    assert before_and_after("sin") == ""


def test_the_search_puts_a_name_before_those_that_begin_with_it() -> None:
    titles = {"op/nn.functional.linear": "nn.functional.linear", "reference/nn/class-linear": "Linear"}
    titles |= {
        "op/x": "LinearCrossEntropyLoss",
        "op/exp": "exp",
        "op/expand": "expand",
        "op/expand_as": "expand_as",
    }
    titles |= {
        "op/sum": "sum",
        "op/masked.sum": "masked.sum",
        "op/sum_to_size": "sum_to_size",
        "op/exp_": "exp_",
    }
    pages = {f"docs/{path}.md": f"# {name}\n\nText.\n" for path, name in titles.items()}
    pages["docs/op/behind.md"] = "---\nsearch: { boost: 0.5 }\n---\n\n# expand_as_before\n"
    pages |= {"docs/tutorials/nan.md": "# Find a NaN\n", "docs/speed.md": "# S\n"}
    weighted = ranked(pages)
    found = {
        path: float(m[1])
        for path, text in weighted.items()
        if (m := re.match(r"---\nsearch: { boost: ([\d.]+)", text))
    }
    assert found == {
        "docs/op/nn.functional.linear.md": 2.5,
        "docs/reference/nn/class-linear.md": 2.5,
        "docs/op/exp.md": 10.0,
        "docs/op/expand.md": 5.0,
        "docs/op/expand_as.md": 2.5,
        "docs/op/sum.md": 2.5,
        "docs/op/masked.sum.md": 2.0,
        "docs/op/behind.md": 0.5,
        "docs/tutorials/nan.md": 2.0,
    }
    assert all(text.endswith(pages[path]) for path, text in weighted.items())


def test_families_and_programs_have_titles_that_people_write() -> None:
    assert family_title("nn_pooling") == "Neural networks: pooling"
    assert (
        family_title("linalg_lu") == "Linear algebra: LU" and family_title("fourier") == "Fourier transforms"
    )
    assert family_title("gamma_functions") == "Gamma functions"
    titles = [text.partition("\n")[0] for path, text in gallery_pages().items() if "README" not in path]
    assert len(titles) == 12
    assert "# Physics-informed network (PINN)" in titles and "# Independent component analysis" in titles


@pytest.mark.slow
def test_the_page_of_an_op_has_its_error() -> None:
    assert re.search(r"\| largest error found \| [\d.]+ in float32, [\d.]+ in float64, \[", op_page("tanh"))
    assert "largest error" not in op_page("max")
