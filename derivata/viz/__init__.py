"""Pictures of the graph behind a tensor: as Graphviz source, as SVG without any other program, or as text."""

from .dot import make_dot as make_dot
from .svg import make_svg as make_svg
from .tree import print_tensor_graph as print_tensor_graph
from .tree import tree as tree

__all__ = ["make_dot", "make_svg", "print_tensor_graph", "tree"]
