"""What a notebook shows of tensors, modules, profiles and graphs; what a terminal shows stays as it is."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest

import derivata as dv
from derivata import nn
from derivata.profiler import profile


class Table(HTMLParser):
    """Rows of texts and of styles of a table, and what stands before it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.styles: list[list[str]] = []
        self.before = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
            self.styles.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.styles[-1].append(dict(attrs)["style"] or "")

    def handle_data(self, data: str) -> None:
        if self.rows:
            self.rows[-1][-1] += data
        else:
            self.before += data

    def shade(self, row: int, column: int) -> tuple[str, float]:
        found = re.search(r"rgba\((\d+), \d+, \d+, ([\d.]+)\)", self.styles[row][column])
        return (found[1], float(found[2])) if found else ("", 0.0)


def table_of(tensor: dv.Tensor) -> Table:
    html = tensor._repr_html_()
    assert html is not None
    return Table(html)


def test_matrices_are_tables_with_their_numbers() -> None:
    x = dv.tensor([[1.0, -2.0], [0.25, 1 / 3]], requires_grad=True)
    table = table_of(x * 1)
    assert table.before == "Tensor of shape (2, 2), float32, grad_fn=<MulBackward>"
    assert table.rows == [["1.", "-2."], ["0.25", "0.3333"]]
    assert table_of(x).before.endswith("requires_grad=True")
    assert table_of(dv.tensor([True, False])).rows == [["True", "False"]]
    assert table_of(nn.Parameter(dv.ones(2))).before == "Parameter of shape (2,), float32, requires_grad=True"


def test_the_largest_number_is_darkest_and_the_sign_is_the_colour() -> None:
    table = table_of(dv.tensor([4.0, 2.0, 0.0, -4.0, float("nan"), float("inf")]))
    blue, orange = table.shade(0, 0)[0], table.shade(0, 3)[0]
    assert blue != orange != ""
    assert [table.shade(0, k) for k in range(6)] == [
        *[(blue, 0.5), (blue, 0.25), ("", 0.0), (orange, 0.5), ("", 0.0), ("", 0.0)]
    ]
    assert table_of(dv.tensor([1 + 1j])).shade(0, 0) == ("", 0.0)


def test_of_large_matrices_the_corners_are_shown() -> None:
    x = dv.arange(13 * 40).reshape(13, 40)
    table = table_of(x)
    kept = [*range(6), *range(34, 40)]
    assert [len(row) for row in table.rows] == [13] * 13
    assert table.rows[0] == [*map(str, kept[:6]), "⋯", *map(str, kept[6:])]
    assert table.rows[6] == ["⋯"] * 13 and table.rows[-1][-1] == "519"
    assert len(table_of(dv.arange(12)).rows[0]) == 12


def test_digits_are_those_of_set_printoptions() -> None:
    try:
        dv.set_printoptions(precision=2)
        assert table_of(dv.tensor([1 / 3])).rows == [["0.33"]]
    finally:
        dv.set_printoptions(profile="default")


def test_what_no_table_tells_stays_a_text() -> None:
    class Own(dv.Tensor):
        def __repr__(self) -> str:
            return "mine"

    for shown in (
        *(dv.tensor(1.0), dv.ones(2, 2, 2), dv.ones(0), dv.ones(2, 0)),
        *(dv.ones(2, 2).to_sparse(), nn.LazyLinear(2).weight, Own([1.0])),
    ):
        assert shown._repr_html_() is None


def test_modules_unfold_and_count_their_parameters() -> None:
    class Named(nn.Module):
        def extra_repr(self) -> str:
            return "a < b"

    model = nn.Sequential(nn.Linear(3, 4), nn.ModuleList([nn.ReLU(), Named()]))
    html = model._repr_html_()
    text = re.sub("<[^>]*>", "|", html)
    assert html.count("<details") == 2 and html.count("<details open") == 1
    assert re.findall(r"[^|]+", text) == [
        *("Sequential()", " 16 parameters", "0: ", "Linear(in_features=3, out_features=4, bias=True)"),
        *(" 16 parameters", "1: ", "ModuleList()", " ", "0: ", "ReLU()", " ", "1: ", "Named(a &lt; b)", " "),
    ]
    assert "parameters without a shape yet" in nn.LazyLinear(2)._repr_html_()
    ElementTree.fromstring(html.replace("<details open>", "<details>"))  # every element is closed


def test_profiles_are_tables_of_averages_the_slowest_first() -> None:
    x = dv.ones(200, 200, requires_grad=True)
    unfinished = profile()
    assert unfinished._repr_html_() is None
    with unfinished as recorded:
        for _ in range(3):
            (x @ x).sum().backward()
    table = Table(recorded._repr_html_() or "")
    averages = recorded.key_averages()
    assert table.rows[0] == re.split(r"  +", averages.table().splitlines()[1].strip())
    slowest = [event.name for event in sorted(averages, key=lambda event: -event.self_cpu_time_total)]
    assert [row[0] for row in table.rows[1:]] == slowest
    assert {row[-1] for row in table.rows[1:]} == {"3"}
    assert table.shade(1, 0)[1] >= table.shade(2, 0)[1]


def test_printing_a_profile_is_its_table() -> None:
    with profile() as recorded:
        dv.ones(2) * 2
    assert str(recorded) == recorded.table() and "Self CPU %" in str(recorded)
    assert str(recorded.key_averages()) == recorded.key_averages().table()


def test_graphs_are_drawn_where_they_can_be_and_are_texts_all_the_same() -> None:
    x = dv.ones(2, requires_grad=True)
    svg, dot = dv.viz.make_svg((x * 2).sum(), {"x": x}), dv.viz.make_dot((x * 2).sum(), {"x": x})
    assert isinstance(svg, str) and svg._repr_svg_() == svg == dot._repr_svg_()
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert str(dot).startswith("digraph") and repr(dot) == repr(str(dot))
    assert repr(svg).startswith("<SVG picture of ") and "\n" not in repr(svg)


def test_ipython_finds_what_to_show() -> None:
    formatters = pytest.importorskip("IPython.core.formatters", reason="IPython is not installed")
    shown = formatters.DisplayFormatter()

    def kinds(value: object) -> set[str]:
        return set(shown.format(value)[0])

    x = dv.ones(2, requires_grad=True)
    with profile() as recorded:
        y = x * 2
    text, html, svg = "text/plain", "text/html", "image/svg+xml"
    assert (
        kinds(x)
        == kinds(nn.Linear(1, 1))
        == kinds(recorded)
        == kinds(recorded.key_averages())
        == {text, html}
    )
    assert kinds(dv.viz.make_svg(y)) == kinds(dv.viz.make_dot(y)) == {text, svg}
    assert kinds(dv.tensor(1.0)) == kinds(x.to_sparse()) == kinds(profile()) == kinds(y.grad_fn) == {text}


def test_nothing_of_it_is_loaded_before_it_is_asked_for() -> None:
    program = (
        "import sys, derivata as dv\n"
        "x = dv.ones(2, requires_grad=True); repr(x); (x * 2).sum().backward(); dv.nn.Linear(2, 2)\n"
        "assert not [name for name in sys.modules if name.startswith(('derivata.viz', 'matplotlib', 'tqdm'))]\n"
        "x._repr_html_(); dv.viz.make_svg(x)\n"
        "assert 'matplotlib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.fixture
def matplotlib() -> object:
    """Let matplotlib draw without a screen."""
    library = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    library.use("Agg")
    return library


def test_vectors_are_plotted_as_lines(matplotlib: object) -> None:
    x = dv.tensor([1.0, 4.0, 9.0], requires_grad=True)
    axes = dv.viz.plot(x * 1)
    assert axes.lines[0].get_ydata().tolist() == [1.0, 4.0, 9.0]
    again = dv.viz.plot(dv.tensor([1 + 2j, 3 + 4j]), axes)
    assert again is axes
    assert [line.get_ydata().tolist() for line in axes.lines[1:]] == [[1.0, 3.0], [2.0, 4.0]]


def test_matrices_are_plotted_as_maps_with_zero_in_the_middle(matplotlib: object) -> None:
    axes = dv.viz.plot(dv.tensor([[1.0, -4.0], [2.0, 0.5]]))
    (image,) = axes.images
    assert image.get_array().tolist() == [[1.0, -4.0], [2.0, 0.5]] and image.get_clim() == (-4.0, 4.0)
    assert [text.get_text() for text in axes.texts] == ["1", "-4", "2", "0.5"]
    large = dv.viz.plot(dv.ones(20, 20).to_sparse())
    assert large.texts[:] == [] and large.images[0].get_clim() == (0.0, 1.0)
    modulus = dv.viz.plot(dv.tensor([[3 + 4j]])).images[0].get_array()
    assert np.allclose(modulus, 5.0)
    dv.viz.plot(dv.tensor([[float("nan")]]))


def test_what_cannot_be_plotted_is_refused() -> None:
    with pytest.raises(TypeError, match=r"viz\.plot: expected a Tensor, got list; make one"):
        dv.viz.plot([1.0])  # type: ignore[arg-type]
    for shape in ((), (2, 2, 2), (0,), (3, 0)):
        with pytest.raises(
            ValueError, match=r"viz\.plot: expected a tensor of one or two dimensions with elements"
        ):
            dv.viz.plot(dv.zeros(shape))


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ModuleNotFoundError, match=r"viz\.plot: needs matplotlib.*pip install matplotlib"):
        dv.viz.plot(dv.ones(2))
