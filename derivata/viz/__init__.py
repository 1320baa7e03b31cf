"""Pictures of the graph behind a tensor: source for Graphviz, SVG, or text. And of its values."""

from typing import TYPE_CHECKING

from ..support.missing_names import only_these
from .dot import make_dot as make_dot
from .plot import plot as plot
from .svg import make_svg as make_svg
from .tree import print_tensor_graph as print_tensor_graph
from .tree import tree as tree

__all__ = ["make_dot", "make_svg", "plot", "print_tensor_graph", "tree"]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
