"""What a formula needs of an argument besides its values: shape, dtype, or whether it was given at all.

`self.shape` becomes the name `shape_self`, `weight is None` becomes `not given_weight`, and
`[t.shape[dim] for t in tensors]` becomes `[t.shape[dim] for t in like_tensors]`: a node then keeps these instead of the
tensors.
"""

from __future__ import annotations

import ast

from ..spec import Op
from . import trees

METADATA = ("shape", "dtype", "given", "like")
"""What pseudo-names of what a node keeps begin with."""

NEEDED = "needed"
"""What the pseudo-name of `self.needs_grad` begins with: known when a node runs, and not kept."""


def separate(op: Op, tree: ast.expr) -> ast.expr:
    """Return the formula with pseudo-names in place of metadata."""
    return _Separation(op).visit(tree)


class _Separation(trees.Rewriter):
    def __init__(self, op: Op) -> None:
        arguments = op.tensor_arguments
        self.single = {a.name for a in arguments if not a.type.is_list}
        self.lists = {a.name for a in arguments if a.type.is_list}
        self.optional = {a.name for a in arguments if a.type.optional}

    def visit(self, node: ast.expr) -> ast.expr:
        """Return the new form of a node."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return self._attribute(node, node.value.id)
        if (
            isinstance(node, ast.Compare)
            and isinstance(node.left, ast.Name)
            and node.left.id in self.optional
        ):
            given = trees.name(f"given_{node.left.id}")
            if isinstance(node.ops[0], ast.IsNot):
                return given
            if isinstance(node.ops[0], ast.Is):
                return trees.negation(given)
        if isinstance(node, ast.ListComp):
            return self._comprehension(node)
        return super().visit(node)

    def call(self, node: ast.Call) -> ast.expr:
        """Return the new form of a call: the length of a list is known without its tensors."""
        if trees.calls(node, "len") and isinstance(node.args[0], ast.Name) and node.args[0].id in self.lists:
            return trees.call("len", trees.name(f"like_{node.args[0].id}"))
        return super().call(node)

    def _attribute(self, node: ast.Attribute, variable: str) -> ast.expr:
        if variable in self.single and node.attr in ("shape", "dtype"):
            return trees.name(f"{node.attr}_{variable}")
        if variable in self.single and node.attr == "needs_grad":
            return trees.name(f"{NEEDED}_{variable}")
        if variable in self.single and node.attr == "ndim":
            return trees.call("len", trees.name(f"shape_{variable}"))
        return node

    def _comprehension(self, node: ast.ListComp) -> ast.expr:
        parts = [self._generator(part, node) for part in node.generators]
        return ast.ListComp(self.visit(node.elt), parts)

    def _generator(self, part: ast.comprehension, node: ast.ListComp) -> ast.comprehension:
        """Iterate over the metadata of tensors, if the loop variable is used for nothing else."""
        iterated = part.iter
        if isinstance(iterated, ast.Call) and isinstance(part.target, ast.Tuple):
            pairs = zip(iterated.args, part.target.elts, strict=True)
            iterated = ast.Call(
                iterated.func, [self._iterable(item, target, node) for item, target in pairs], []
            )
        else:
            iterated = self._iterable(iterated, part.target, node)
        return ast.comprehension(part.target, iterated, [self.visit(test) for test in part.ifs], 0)

    def _iterable(self, iterated: ast.expr, target: ast.expr, node: ast.ListComp) -> ast.expr:
        if isinstance(iterated, ast.Name) and iterated.id in self.lists and isinstance(target, ast.Name):
            asked = [child for child in ast.walk(node.elt) if _is_metadata_of(child, target.id)]
            if len(asked) == trees.count_name(node.elt, target.id):
                return trees.name(f"like_{iterated.id}")
        return self.visit(iterated)


def _is_metadata_of(node: ast.AST, variable: str) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr in ("shape", "dtype", "ndim")
        and isinstance(node.value, ast.Name)
        and node.value.id == variable
    )
