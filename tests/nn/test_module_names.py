"""What type checkers are told of `nn` is what it has."""

import ast
from pathlib import Path

from derivata import nn


def test_type_checkers_know_the_classes_of_every_module() -> None:
    """The imports for type checkers name the module and the classes of each row of `HOMES`, and no others."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(Path(nn.__file__).read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("modules."):
            home = f".{node.module.removeprefix('modules.')}"
            found.setdefault(home, set()).update(alias.name for alias in node.names)
    assert found == {home: set(names.split()) for home, names in nn.modules.HOMES.items()}
