"""The layout holds: links are links, packages are listed, libraries are few, the wheel is complete."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement  # pytest needs it

ROOT = Path(__file__).resolve().parent.parent
LINKS = ("arrays", "codegen", "derivatives.yaml", "generated", "runtime", "templates")
SOURCES = ("derivata", "arrays", "codegen", "generated", "runtime")


def python_files(folder: str) -> list[Path]:
    """Return the modules below a folder of the root, without following the links inside `derivata/`."""
    files = [path for path in (ROOT / folder).rglob("*.py") if not has_linked_parent(path)]
    assert files, f"{folder}/ has no modules: the tests of this file would pass without looking at anything"
    return sorted(files)


def has_linked_parent(path: Path) -> bool:
    return any(parent.is_symlink() for parent in path.parents if parent.is_relative_to(ROOT))


def installed_name(path: Path) -> str:
    """Return the dotted name under which a file or folder of the checkout is installed."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] == "derivata" else ("derivata", *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_names(path: Path) -> Iterator[str]:
    """Yield the absolute dotted name of everything that a module imports to run, relative imports resolved."""
    package = installed_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in executed_nodes(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def executed_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes but those under `if TYPE_CHECKING:`, which only type checkers read."""
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            pending.extend(node.orelse)
        else:
            pending.extend(ast.iter_child_nodes(node))


def imports_below(folder: str, *forbidden: str) -> list[str]:
    """List the imports of a folder that lead to one of the forbidden packages or modules."""
    return [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in python_files(folder)
        for name in imported_names(path)
        if is_below(name, *forbidden)
    ]


def is_below(name: str, *targets: str) -> bool:
    """Say whether a dotted name is one of the targets or inside one."""
    return any(name == target or name.startswith(target + ".") for target in targets)


@pytest.mark.parametrize("name", LINKS)
def test_linked_folders_are_links_and_not_copies(name: str) -> None:
    link = ROOT / "derivata" / name
    assert link.is_symlink(), f"derivata/{name} should be a link: ln -s ../{name} derivata/{name}"
    assert link.resolve() == ROOT / name


def test_every_package_folder_is_listed_for_the_wheel() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    folders = {path.parent for source in SOURCES for path in python_files(source)}
    without_init = [str(folder) for folder in folders if not (folder / "__init__.py").exists()]
    assert without_init == []
    wanted = sorted(installed_name(folder) for folder in folders)
    entries = "".join(f'    "{name}",\n' for name in wanted)
    assert sorted(listed) == wanted, (
        f"[tool.setuptools] in pyproject.toml should say\npackages = [\n{entries}]"
    )


def test_generator_imports_neither_numpy_nor_numba() -> None:
    assert imports_below("codegen", "numba", "numpy") == []


def test_generated_code_imports_no_library_but_numpy() -> None:
    allowed = ["derivata", "numpy", *sys.stdlib_module_names]
    foreign = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in python_files("generated")
        for name in imported_names(path)
        if not is_below(name, *allowed)
    ]
    assert foreign == []
    assert imports_below("derivata", "derivata.generated.checks") == []


def test_import_loads_numpy_and_no_other_library() -> None:
    heavy = "numba llvmlite torch scipy sklearn matplotlib yaml jinja2 rich mpmath derivata.codegen derivata.commands"
    program = f"import sys, derivata; print(*[name for name in '{heavy}'.split() if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []


def test_numba_is_installed_where_it_has_wheels_and_nowhere_else() -> None:
    """Where Numba has no wheels, installing succeeds without it; the table is that of docs/platforms.md."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [Requirement(text) for text in project["dependencies"] if text.startswith("numba")]

    def installed(system: str, machine: str) -> list[str]:
        platform = {"sys_platform": system, "platform_machine": machine}
        pythons = [f"3.{minor}" for minor in range(11, 18)]
        return [
            python
            for python in pythons
            if any(
                one.marker and one.marker.evaluate({**platform, "python_version": python}) for one in wanted
            )
        ]

    assert installed("linux", "x86_64") == ["3.11", "3.12", "3.13", "3.14", "3.15"]
    assert installed("linux", "aarch64") == ["3.11", "3.12", "3.13", "3.14", "3.15"]
    assert installed("darwin", "arm64") == ["3.11", "3.12", "3.13", "3.14", "3.15"]
    assert installed("darwin", "x86_64") == ["3.11", "3.12", "3.13"]
    assert installed("win32", "AMD64") == ["3.11", "3.12", "3.13", "3.14", "3.15"]
    assert installed("win32", "ARM64") == ["3.12", "3.13", "3.14"]
    for system, machine in (
        ("linux", "ppc64le"),
        ("linux", "riscv64"),
        ("win32", "x86"),
        ("emscripten", "wasm32"),
    ):
        assert installed(system, machine) == []


def expected_in_wheel() -> set[str]:
    """Return the paths that a complete wheel holds, read from the tree."""
    sources = [path for folder in SOURCES for path in shipped_files(folder)]
    templates = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    files = (
        "derivatives.yaml",
        "generated/spec.schema.json",
        "derivata/not-here.md",
        "derivata/compiling.md",
        *[f"derivata/distributed/ops/{name}" for name in ("spec.yaml", "OPS.md", "py.typed")],
    )
    data = [ROOT / name for name in files]
    compiled = (ROOT / "arrays" / "compiled").glob("*/*")  # there after `make wheel`
    found = [path.relative_to(ROOT) for path in [*sources, *templates, *data, *compiled]]
    return {str(path if path.parts[0] == "derivata" else "derivata" / path) for path in found}


def shipped_files(folder: str) -> list[Path]:
    stubs = [path for path in (ROOT / folder).rglob("*.pyi") if not has_linked_parent(path)]
    return [*python_files(folder), *stubs, *(ROOT / folder).glob("py.typed")]


@pytest.mark.slow
def test_wheel_holds_exactly_the_files_of_the_tree(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        shipped = {name for name in opened.namelist() if ".dist-info/" not in name}
    assert shipped == expected_in_wheel()


def test_errors_name_no_page_that_is_not_installed() -> None:
    """A page in a message is a file of the package: who has installed derivata with pip has no docs/."""
    texts = [
        (path.relative_to(ROOT), node.value)
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*.py")
        if not has_linked_parent(path) and ".md" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not node.value.count("\n")
    ]
    assert [(path, text) for path, text in texts if re.search(r"\bdocs/[\w-]+\.md", text)] == []
    named = {page for _, text in texts for page in re.findall(r"\bderivata/[\w-]+\.md", text)}
    assert named == {"derivata/not-here.md", "derivata/compiling.md"}
    assert all((ROOT / page).is_file() for page in named)
