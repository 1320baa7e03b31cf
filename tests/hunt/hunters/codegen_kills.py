"""Kills `derivata codegen`, or the power of its computer, at any call that changes files; what is not its own stays.

A small pack is generated over an older one. There are files of somebody else (some begin as generated files do, or
stand where a new one belongs), changes by hand, a list that was lost, line ends of another system. The run, and what
is called to undo it, is ended at calls that the seed chooses (`sudden_end`). Compared, byte for byte, is the folder
after the next run or `--recover` with the folder before, and with what the same spec becomes in an empty folder: it
must be one of the two as a whole, without leftovers, and the files of others must be untouched. Refusals must change
nothing.
"""

import contextlib
import io
import random
import tempfile
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from derivata.codegen.__main__ import main
from derivata.codegen.write import LIST

from ..finding import Finding
from ..sudden_end import ENDED, MEMORY, run_until

OPS = {
    "twice": "2 * self\n  self: 2 * grad",
    "cube": "self * self * self\n  self: 3 * self * self * grad",
    "wave": "sin(self)\n  self: grad * cos(self)",
    "damp": "exp(-self)\n  self: -grad * result",
    "same": "self\n  self: grad",
}
TEXTS = (
    "by hand\n",
    "# Generated from Foo.g4 by ANTLR 4.13.2\n",
    "# Generated from ops.yaml by `somebody else`; template: t. Do not edit.\n",
    "",
)
PLACES = (
    "notes.md",
    "mine.py",
    "ops/mine.py",
    "kernels/helper.py",
    "grammar/FooLexer.py",
    "data.json",
    ".hidden",
)

Files = dict[str, bytes]


@dataclass(frozen=True)
class Scene:
    """What is there, and what happens.

    `old` and `new` are the ops of the two specs, `odd` is what is unusual about the folder, `ends` are the runs that
    are ended: what is called, at which call that changes files, and a seed of what is lost with the power, 0 for a
    kill.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    foreign: tuple[tuple[str, str], ...] = ()
    odd: str = ""
    ends: tuple[tuple[str, int, int], ...] = ()
    last: str = "new"


def attempt(seed: int) -> Finding | None:
    """Play one scene."""
    scene = chosen(random.Random(seed))
    title = play(scene)
    if title is None:
        return None
    scene, title = shrunk(scene, title)
    return Finding(title, f"from tests.hunt.hunters.codegen_kills import Scene, play\n\nprint(play({scene}))")


def chosen(chance: random.Random) -> Scene:
    """Return a scene."""
    old, new = (tuple(sorted(chance.sample(list(OPS), chance.randint(1, 3)))) for _ in range(2))
    foreign = [(place, chance.choice(TEXTS)) for place in chance.sample(PLACES, chance.randint(0, 3))]
    odd = chance.choice(("", "", "", "", "changed", "lost list", "collision", "line ends"))
    ends = [_end("new", chance)]
    if chance.random() < 0.5:
        ends += [
            _end(chance.choice(("new", "recover", "recover")), chance)
            for _ in range(chance.choice((1, 1, 2)))
        ]
    return Scene(
        old, new, tuple(foreign), odd, tuple(ends), chance.choice(("recover", "recover", "new", "old"))
    )


def _end(what: str, chance: random.Random) -> tuple[str, int, int]:
    """Return where a run is ended; undoing takes fewer calls."""
    return (
        what,
        chance.randint(1, 20 if what == "recover" else 90),
        chance.choice((0, chance.getrandbits(30) + 1)),
    )


def shrunk(scene: Scene, title: str) -> tuple[Scene, str]:
    """Return a scene with less in it that goes wrong as well."""
    less: list[Callable[[Scene], Scene]] = [
        lambda scene: replace(scene, foreign=()),
        lambda scene: replace(scene, odd=""),
        lambda scene: replace(scene, ends=()),
        lambda scene: replace(scene, ends=scene.ends[:1]),
        lambda scene: replace(scene, ends=scene.ends[1:]),
        lambda scene: replace(scene, foreign=scene.foreign[:1]),
        lambda scene: replace(scene, foreign=scene.foreign[1:]),
        lambda scene: replace(scene, ends=tuple([(what, count, 0) for what, count, _ in scene.ends])),
        lambda scene: replace(scene, old=scene.old[:1]),
        lambda scene: replace(scene, new=scene.new[:1]),
    ]
    for change in less:
        smaller = change(scene)
        if smaller != scene and (found := play(smaller)) is not None:
            scene, title = smaller, found
    return scene, title


def play(scene: Scene) -> str | None:
    """Return what goes wrong in a scene."""
    with tempfile.TemporaryDirectory(prefix="hunt-", dir=MEMORY) as root:
        stage = Stage(Path(root))
        stage.run(scene.old)
        return next(acts(stage, scene), None)


def acts(stage: "Stage", scene: Scene) -> Iterator[str]:
    """Yield what goes wrong, act by act."""
    for place, text in scene.foreign:
        stage.put(place, text.encode())
    foreign = {place: text.encode() for place, text in scene.foreign}
    old, new = reference(scene.old) | foreign, reference(scene.new) | foreign
    if stage.files() != old:
        yield f"a first run: {difference(stage.files(), [old])}"
    force = yield from oddities(stage, scene, new)
    if scene.odd == "lost list":  # then nobody knows what is left over
        new = old | new
    before, done = stage.files(), False
    for what, count, power in scene.ends:
        code = stage.end(what, scene.new, force, count, power)
        done = done or (what, code) == ("new", 0)
        if code not in (0, ENDED):
            yield f"{what}: expected exit code 0, got {code}"
    last = {"recover": (), "new": scene.new, "old": scene.old}[scene.last]
    code = stage.run(last, force) if last else stage.recover()
    wanted = {"recover": [new] if done else [before, new], "new": [new], "old": [old]}[scene.last]
    if code != 0:
        yield f"{scene.last} after a sudden end: expected exit code 0, got {code}"
    if plain(stage.files()) not in [plain(files) for files in wanted]:
        yield f"{scene.last} after a sudden end: {difference(stage.files(), wanted)}"


def oddities(stage: "Stage", scene: Scene, new: Files) -> Generator[str, None, bool]:
    """Make the folder unusual; yield what a run gets wrong that is to be refused, return whether it needs `--force`."""
    files = stage.files()
    theirs = sorted([path for path, data in reference(scene.old).items() if data and path != LIST])
    path = theirs[sum([count for _, count, _ in scene.ends]) % len(theirs)]
    if scene.odd == "line ends":
        for name in reference(scene.old):
            stage.put(name, files[name].replace(b"\n", b"\r\n"))
        return False
    if scene.odd == "changed":
        stage.put(path, files[path] + b"# by hand\n")
        yield from refused(stage, scene, False)
        return True
    if scene.odd == "lost list" and scene.old != scene.new:
        (stage.out / LIST).unlink()
        yield from refused(stage, scene, False)
        return True
    if scene.odd == "collision" and (only := sorted(set(new) - set(files))):
        for text in filter(None, TEXTS):
            stage.put(only[0], text.encode())
            yield from refused(stage, scene, False)
            yield from refused(stage, scene, True)
        (stage.out / only[0]).unlink()
    return False


def refused(stage: "Stage", scene: Scene, force: bool) -> Iterator[str]:
    """Yield what is wrong with a run that must be refused."""
    before = stage.files()
    code = stage.run(scene.new, force)
    if code != 1:
        yield f"{scene.odd}{' with --force' * force}: expected exit code 1, got {code}"
    if stage.files() != before:
        yield f"{scene.odd}{' with --force' * force}: {difference(stage.files(), [before])}"


class Stage:
    """A folder with a spec and a pack."""

    def __init__(self, root: Path) -> None:
        self.root, self.spec, self.out = root, root / "ops.yaml", root / "pack"

    def run(self, ops: tuple[str, ...], force: bool = False) -> int:
        """Generate the pack of these ops."""
        entries = [f"- name: {name}(Tensor self) -> Tensor\n  forward: {OPS[name]}\n" for name in ops]
        self.spec.write_text("schema_version: 1\nops:\n- family: tests\n" + "".join(entries))
        return quiet([str(self.spec), "--package", "pack", "--out", str(self.out), *["--force"] * force])

    def recover(self) -> int:
        """Undo what was begun."""
        self.spec.unlink(missing_ok=True)
        return quiet(["--package", "pack", "--out", str(self.out), "--recover"])

    def end(self, what: str, ops: tuple[str, ...], force: bool, count: int, power: int) -> int:
        """Do something and end it; the spec is there before."""
        work = self.recover if what == "recover" else lambda: self.run(ops, force)
        return run_until(count, work, self.out, random.Random(power) if power else None)

    def put(self, place: str, data: bytes) -> None:
        """Write a file as somebody else."""
        path = self.out / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def files(self) -> Files:
        """Return all that is in the folder of the pack."""
        paths = [path for path in sorted(self.out.rglob("*")) if path.is_file()]
        return {path.relative_to(self.out).as_posix(): path.read_bytes() for path in paths}


def quiet(arguments: list[str]) -> int:
    """Run the command line of the generator; return its exit code."""
    nowhere = io.StringIO()
    with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        return main(arguments)


@cache
def reference(ops: tuple[str, ...]) -> Files:
    """Return what these ops become in an empty folder."""
    with tempfile.TemporaryDirectory(prefix="hunt-", dir=MEMORY) as root:
        stage = Stage(Path(root))
        stage.run(ops)
        return stage.files()


def plain(files: Files) -> Files:
    """Return files with the line ends of this system."""
    return {path: data.replace(b"\r\n", b"\n") for path, data in files.items()}


def difference(got: Files, wanted: list[Files]) -> str:
    """Say how a folder differs from the nearest of those that it may be."""
    found: list[Any] = []
    for files in wanted:
        missing, more = sorted(set(files) - set(got)), sorted(set(got) - set(files))
        other = [
            path for path in files if path in got and plain({path: got[path]}) != plain({path: files[path]})
        ]
        found.append((len(missing + more + other), missing, more, other))
    _, missing, more, other = min(found)
    return f"expected all or nothing, got missing {missing}, left over {more}, with another text {other}"
