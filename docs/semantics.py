"""Write docs/semantics.md: what the tests promise, in the words of their docstrings.

A test of a behaviour states it in the first paragraph of its docstring; tests with the same sentence prove it together.
``python docs/semantics.py`` rewrites the page, ``--check`` only tells whether it is up to date.
"""

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "semantics.md"
FOLDERS = (
    "tests/runtime",
    "tests/autograd",
    "tests/errors",
    "tests/functions",
    "tests/kernels",
    "tests/parity",
)
OPS = "The ops"
CHAPTERS = {  # test modules by what their promises are about; those that are not named here are about ops
    "Tensors": """tensor factories torch_queries comparing printing pickle_copy numpy_interplay promotion resizing""",
    "Nodes and edges": """node graph_edges custom_node running_pass graph_saved_values deep_graphs lifetime""",
    "What tensors know of the graph": """retain_grad hooks lifetime_hooks graph_multi_hook""",
    "Leaves and their gradients": """accumulate_grad layout leaf_scheduling sparse_gradients sparse_tensor""",
    "The backward pass": """backward grad engine batched_grads complex_gradients failures threads scale""",
    "What backward needs": """saved_values graph_saved_hooks graph_mutation graph_checkpoint graph_checkpoint_passes
        graph_checkpoint_selective""",
    "Writes and views": """views_inplace inplace_errors view_creation_modes metadata_in_place out_argument
        boolean_writes random_programs""",
    "Modes": """grad_mode inference_mode""",
    "Forward mode": """forward_ad dual_level forward_ad_writes forward_over_reverse""",
    "Functions written in Python": """custom_function custom_function_arguments custom_function_backward
        custom_function_boxed custom_function_context custom_function_dirty custom_function_forward_ad
        custom_function_gradients custom_function_lifetime custom_function_nesting custom_function_once
        custom_function_outputs""",
    "Transforms and functionals": """func functional functional_call notes_examples""",
    "Checks of gradients": """gradcheck""",
    "Errors and diagnosis": """errors messages lines_of_calls anomaly first_bad_value live_graphs debugging_page
        profiler""",
    OPS: "",
    "Kernels": """batch_norm_kernels broadcasting column_kernels convolution_kernels kernel_names launch places
        rows vector_math warmup""",
}
DIFFERENCES = "Differences from PyTorch, on purpose"
DIFFERENCE = "Differs from PyTorch: "

INTRODUCTION = """\
<!-- Generated from the docstrings of the tests by `python docs/semantics.py`. Do not edit. -->
# Semantics

What holds of tensors, graphs and derivatives, one line each, with the tests that show it. Names, defaults and error
classes are PyTorch's (2.13). Most of these tests run on both libraries, so that PyTorch confirms them; the last section
lists where derivata differs on purpose.
"""


class Promise(NamedTuple):
    """A test and the sentence that it proves."""

    path: Path
    test: str
    sentence: str

    @property
    def link(self) -> str:
        """The test as a link of the page."""
        target = self.path.relative_to(ROOT).as_posix()
        return f"[`{self.path.name}::{self.test}`](../{target})"


def test_modules() -> list[Path]:
    """Return the modules whose tests may make promises, in the order of the page."""
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("test_*.py"))]


def promises_of(path: Path) -> Iterator[Promise]:
    """Yield the promises of one test module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            docstring = ast.get_docstring(node)
            if docstring:
                yield Promise(path, node.name, _first_paragraph(docstring))


def chapter_of(path: Path) -> str:
    """Return the chapter to which a test module belongs."""
    stem = path.stem.removeprefix("test_")
    return next((title for title, stems in CHAPTERS.items() if stem in stems.split()), OPS)


def chapter(title: str, promises: dict[Path, list[Promise]]) -> str:
    """Return one chapter: a section for each module."""
    sections = [section(path, kept) for path, kept in promises.items() if kept and chapter_of(path) == title]
    return f"\n## {title}\n{''.join(sections)}"


def section(path: Path, promises: list[Promise]) -> str:
    """Return one module's part of the page."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    title = path.stem.removeprefix("test_").replace("_", " ").capitalize()
    return f"\n### {title}\n\n{_first_paragraph(docstring)}\n\n{_items(promises)}"


def _first_paragraph(docstring: str) -> str:
    return " ".join(docstring.split("\n\n")[0].split())


def _items(promises: list[Promise]) -> str:
    sentences: dict[str, list[str]] = {}
    for promise in promises:
        sentences.setdefault(promise.sentence, []).append(promise.link)
    items = [[f"- {sentence}", "  " + ",\n  ".join(links)] for sentence, links in sentences.items()]
    return "".join(f"{line}\n" for item in items for line in item)


def page() -> str:
    """Return the text of the page."""
    promises = {path: list(promises_of(path)) for path in test_modules()}
    kept = {path: [promise for promise in own if not _differs(promise)] for path, own in promises.items()}
    differences = [
        promise._replace(sentence=_capitalized(promise.sentence.removeprefix(DIFFERENCE)))
        for own in promises.values()
        for promise in own
        if _differs(promise)
    ]
    contents = "".join(f"- [{title}](#{_anchor(title)})\n" for title in [*CHAPTERS, DIFFERENCES])
    chapters = [chapter(title, kept) for title in CHAPTERS]
    return "".join([INTRODUCTION, "\n", contents, *chapters, f"\n## {DIFFERENCES}\n\n{_items(differences)}"])


def _differs(promise: Promise) -> bool:
    return promise.sentence.startswith(DIFFERENCE)


def _anchor(title: str) -> str:
    return title.lower().replace(",", "").replace(" ", "-")


def _capitalized(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def main(arguments: list[str]) -> int:
    """Write the page, or with ``--check`` compare it."""
    parser = argparse.ArgumentParser(description="Write the page.")
    parser.add_argument("--check", action="store_true", help="compare the page instead")
    if parser.parse_args(arguments).check:
        return int(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
