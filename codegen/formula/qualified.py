"""Ops of packs by their full names, `lab.robust.huber(x)`: in the tree they become names with dots."""

from __future__ import annotations

import ast


def name_op_of_pack(node: ast.Call, packs: frozenset[str]) -> None:
    """Make the function of a call one name, if it is an op of one of the packs."""
    function = node.func
    if not packs or not isinstance(function, ast.Attribute):
        return
    if dotted(function.value) in packs:
        name = ast.Name(f"{dotted(function.value)}.{function.attr}", ast.Load())
        node.func = ast.copy_location(name, function)


def dotted(node: ast.expr) -> str:
    """Return a name with attributes as it is written, "" for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def bare(name: str) -> str:
    """Return the name of an op without its pack."""
    return name.rpartition(".")[2]
