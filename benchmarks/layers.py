"""The layers of derivata, and which imports point upwards."""

from collections.abc import Iterator

from .imports_graph import Graph

PACKAGES = ("arrays", "runtime", "support", "generated", "derivata")
"""The lowest first: each imports itself and those before it. `codegen` stands beside them, below `derivata`."""

RUNTIME = (
    ("pack", "weakly"),
    ("modes",),
    ("graph",),
    ("views",),
    ("forward_mode",),
    ("engine",),
    ("memory",),
    ("tensors",),
)
"""The layers of `runtime`, the lowest first: its rooms, and the modules beside them."""


def place(module: str) -> str:
    """Return the package that a module is in: one of `PACKAGES`, or "codegen"."""
    inner = module.split(".")[1:2]
    return inner[0] if inner and inner[0] in (*PACKAGES, "codegen") else "derivata"


def layer(module: str) -> int:
    """Return the number of the layer of `runtime` that a module is in."""
    room = module.split(".")[2]
    return next(number for number, rooms in enumerate(RUNTIME) if room in rooms)


def upward_imports(graph: Graph) -> Iterator[str]:
    """Yield the imports from one package to another that is not below it; the cases of tests may have any."""
    allowed = {package: set(PACKAGES[: number + 1]) for number, package in enumerate(PACKAGES)}
    allowed["codegen"] = {"codegen"}
    allowed["derivata"].add("codegen")
    for name, targets in graph.items():
        if not name.startswith("derivata.generated.checks."):
            yield from (f"{name} imports {to}" for to in targets if place(to) not in allowed[place(name)])


def upward_imports_of_rooms(graph: Graph) -> Iterator[str]:
    """Yield the imports from one room of `runtime` to another that is above it."""
    for name, targets in graph.items():
        if place(name) == "runtime" and name.count(".") > 1:
            inside = [to for to in targets if place(to) == "runtime" and to.count(".") > 1]
            yield from (f"{name} imports {to}" for to in inside if layer(to) > layer(name))
