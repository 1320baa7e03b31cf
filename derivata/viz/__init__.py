"""Pictures of the graph behind a tensor: as Graphviz source, or as SVG without any other program."""

from .dot import make_dot as make_dot
from .svg import make_svg as make_svg

__all__ = ["make_dot", "make_svg"]
