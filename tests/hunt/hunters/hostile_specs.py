"""Gives damaged and hostile specs to `derivata codegen`: each is accepted, or refused at places in the file.

A spec of derivata, its docs or its tests, or one of the hostile ones of `tests/codegen/test_hostile.py`, is damaged:
its lines, entries, tokens and bytes, with YAML's anchors and tags, deep nesting, odd characters, formulas that look
like code, and names that are paths. Some stand in a pack that another spec uses; some come with a damaged
`generated.txt`, or a journal, whose paths lead out of the folder. Demanded are: exit code 0 or 1 within seconds of
processor time; with 1, messages with line and column on lines of their own, and a folder that is as it was; with 0,
Python that compiles and a second run that changes nothing. An audit hook sees that nothing outside of the folder of the
package is written, renamed or deleted, that no process or connection is started, and that no module of the spec's is
imported.
"""

import contextlib
import hashlib
import io
import os
import random
import re
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from derivata.codegen.__main__ import main
from derivata.codegen.pipeline import own_spec
from derivata.codegen.write import LIST
from derivata.codegen.write.transaction import STAGING
from tests.codegen.test_hostile import ENTRY, FORMULAS, HEAD, HOSTILE, formula

from ..finding import Finding
from ..spec_damage import POOL, damaged

HANGS_AFTER = 90.0

SECONDS = 12.0
"""Of processor time; most take milliseconds."""
MEGABYTES = 1500
LONGEST = 20_000
PIECES = (
    "&a [*a, *a, *a]",
    "&a [x, x]",
    "*a",
    "!!python/object/apply:os.system [touch canary]",
    "!!python/name:canary.run",
    "<<: {doc: a}",
    "---\n",
    "%TAG ! tag:x,2000:\n",
    "[" * 30,
    "{a: " * 30,
    "- " * 30,
    "(" * 60,
    "\u202e",
    "\u200b",
    "\ufeff",
    "\u0430",
    "\x00",
    "\x1b[31m",
    "\U000e0041",
    "e\u0301",
    "__import__('canary').run()",
    "open('canary', 'w')",
    "().__class__.__base__.__subclasses__()",
    "eval('1')",
    "{{ cycler.__init__.__globals__.os.popen('touch canary') }}",
    "{% raw %}",
    '"""\nimport canary\n"""',
    "\\N{BULLET}",
    "9**9**9",
    "1e999",
    "9" * 400,
    "../../canary",
    "/tmp/canary",
    "..\\canary",
    "C:canary",
    "canary.py",
    "__init__",
    "con",
    "canary\nimport canary",
)
PATHS = (
    "../canary.txt",
    "ops/../../canary.txt",
    "/{root}/canary.txt",
    "canary.txt/../../canary.txt",
    "link/canary.txt",
)
PLACED = re.compile(r"[^\n]*?:\d+:\d+: .+")
CANARY = b"by hand\n"
CANARY_SUM = hashlib.sha256(CANARY).hexdigest()[:16]
USES = f"schema_version: 1\nuses: [theirs]\nops:\n- family: tests\n{ENTRY}"


def attempt(seed: int) -> Finding | None:
    """Generate a package from a spec of this seed."""
    chance = random.Random(seed)
    data, kind = hostile(chance), chance.choice(("own",) * 6 + ("used", "list", "journal"))
    title = tried(data, kind, chance.getrandbits(30))
    if title is None:
        return None
    data, title = shrunk(data, title, lambda less: tried(less, kind, seed))
    program = (
        f"from tests.hunt.hunters.hostile_specs import tried\n\nprint(tried({data!r}, {kind!r}, {seed}))"
    )
    return Finding(title, program)


def hostile(chance: random.Random) -> bytes:
    """Return the bytes of a spec."""
    source: str | bytes = chance.choice(POOL)
    if chance.random() < 0.2:
        source = chance.choice([source for _, (source, _) in HOSTILE])
    elif chance.random() < 0.2:
        source = formula(f"|\n    {chance.choice(list(FORMULAS.values()))[0]}")
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    text = text[:LONGEST]
    for change in chance.choices((damaged, _inserted, _repeated), k=chance.choice((1, 1, 2, 4))):
        text = change(text, chance)
    data = text.encode("utf-8", "surrogatepass")
    return _flipped(data, chance) if chance.random() < 0.2 else data


def _inserted(text: str, chance: random.Random) -> str:
    """Put a piece that means harm behind a key, into a name, or anywhere."""
    places = [match.end() for match in re.finditer(r": |name: |\(|- ", text)] or [0]
    at = chance.choice(places) if chance.random() < 0.8 else chance.randint(0, len(text))
    end = text.find("\n", at) if chance.random() < 0.5 else at
    return text[:at] + chance.choice(PIECES) + text[max(end, at) :]


def _repeated(text: str, chance: random.Random) -> str:
    """Repeat a part many times."""
    at = chance.randint(0, len(text))
    part = text[at : at + chance.choice((1, 3, 10, 60))]
    return text[:at] + part * chance.choice((2, 20, 200)) + text[at:]


def _flipped(data: bytes, chance: random.Random) -> bytes:
    """Change bytes at random."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 10)) if changed else 0):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def shrunk(data: bytes, title: str, play: Callable[[bytes], str | None]) -> tuple[bytes, str]:
    """Return less of a spec that goes wrong as well: without some of its lines."""
    lines, size, end = data.splitlines(keepends=True), 64, time.monotonic() + 20
    while size and time.monotonic() < end:
        at = 0
        while at < len(lines) and time.monotonic() < end:
            less = lines[:at] + lines[at + size :]
            if (found := play(b"".join(less))) is not None:
                lines, title = less, found
            else:
                at += size
        size //= 2
    return b"".join(lines), title


def tried(data: bytes, kind: str, seed: int) -> str | None:
    """Return what goes wrong with a spec: its own, that of a pack that it uses, or beside a damaged list or journal."""
    chance = random.Random(seed)
    own_spec()
    with tempfile.TemporaryDirectory(prefix="hunt-") as folder:
        root = Path(folder).resolve()
        _prepare(root, data, kind, chance)
        return next((told for told in _told(root, kind) if told), None)


def _prepare(root: Path, data: bytes, kind: str, chance: random.Random) -> None:
    (root / "canary.txt").write_bytes(CANARY)
    for name in ("arrays.py", "canary.py", "my_ops_functions.py"):
        (root / name).write_text("raise SystemExit('was imported')\n")
    spec = root / "ops.yaml"
    if kind == "own":
        spec.write_bytes(data)
    elif kind == "used":
        (root / "theirs").mkdir()
        (root / "theirs" / "spec.yaml").write_bytes(data)
        spec.write_text(USES)
    else:
        spec.write_text(HEAD + ENTRY)
        _run(root)
        (root / "pack" / "link").symlink_to(root)
        spec.write_text((HEAD + ENTRY).replace("2 * self", "3 * self"))
        (_damage_list if kind == "list" else _leave_journal)(root, chance)


def _damage_list(root: Path, chance: random.Random) -> None:
    path = root / "pack" / LIST
    lines = path.read_text().splitlines(keepends=True)
    lines.append(f"{chance.choice((CANARY_SUM, '0' * 16))}  {_path(chance, root)}\n")
    lines += chance.choices((*lines, "\n", "<<<<<<< HEAD\n", "x" * 99), k=chance.randint(0, 2))
    path.write_bytes(
        _flipped("".join(lines).encode(), chance) if chance.random() < 0.3 else "".join(lines).encode()
    )


def _leave_journal(root: Path, chance: random.Random) -> None:
    """Leave what would be left by a run that was interrupted, had it worked on files outside."""
    staging = root / "pack" / STAGING
    staging.mkdir()
    kinds = chance.choices(("create", "replace", "delete", "folder"), k=3)
    steps = "".join([f"{kind} {CANARY_SUM} {_path(chance, root)}\n" for kind in kinds])
    data = f"derivata codegen: what an interrupted run was about to do, version 1\n{steps}".encode()
    (staging / "journal").write_bytes(_flipped(data, chance) if chance.random() < 0.2 else data)
    (staging / "0.old").write_text("not theirs\n")


def _path(chance: random.Random, root: Path) -> str:
    return chance.choice(PATHS).replace("{root}", str(root).lstrip("/"))


def _told(root: Path, kind: str) -> Any:
    """Yield what is wrong with runs."""
    before = _files(root)
    code, errors, seconds = _run(root)
    after = _files(root)
    yield WATCH.told
    if seconds > SECONDS:
        yield f"expected an answer within {SECONDS} s of processor time, got it after {seconds:.1f} s"
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if used > MEGABYTES:
        yield f"expected less than {MEGABYTES} MB of memory in use, got {used:.0f} MB"
    outside = [
        path for path in {*before, *after} if before.get(path) != after.get(path) and path.parts[0] != "pack"
    ]
    if outside:
        yield f"expected no change outside of the package, got {sorted(map(str, outside))}"
    if code == 1:
        if before != after and kind != "journal":
            yield "expected a folder that is as it was, got files written"
        lines = errors.splitlines()
        unplaced = [line for line in lines[:-1] if not PLACED.fullmatch(line)]
        refusal = kind in ("list", "journal") and "expected" in errors
        if not refusal and (unplaced or not re.fullmatch(r"\d+ errors?; nothing was written", lines[-1])):
            yield f"expected messages with their places, got {(unplaced or lines)[:1]}"
        if not errors.replace("\n", "").isprintable():
            yield "expected messages that can be printed, got other characters"
    elif code == 0:
        yield from _accepted(root, after)
    else:
        yield f"expected exit code 0 or 1, got {code}: {errors[-300:]}"


def _accepted(root: Path, files: dict[Path, bytes]) -> Any:
    """Yield what is wrong with what a spec has become."""
    for path, text in files.items():
        if path.suffix in (".py", ".pyi") and path.parts[0] == "pack":
            try:
                compile(text, str(path), "exec", dont_inherit=True)
            except (SyntaxError, ValueError) as error:
                yield f"{path}: expected Python, got {error}"
    code, errors, _ = _run(root)
    if code != 0 or _files(root) != files:
        yield f"a second run: expected no change, got exit code {code}: {errors[:200]}"


def _run(root: Path) -> tuple[int, str, float]:
    """Run the generator on the spec in a folder; return its exit code, its messages, and its time."""
    out, err, code = io.StringIO(), io.StringIO(), -1
    with (
        contextlib.chdir(root),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        WATCH.on(root),
    ):
        started = time.process_time()
        try:
            code = main(["ops.yaml", "--package", "pack"])
        except SystemExit as end:
            code = int(str(end.code))
        except BaseException:
            err.write(traceback.format_exc())
        seconds = time.process_time() - started
    return code, err.getvalue(), seconds


def _files(root: Path) -> dict[Path, bytes]:
    paths = [path for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
    return {path.relative_to(root): path.read_bytes() for path in paths}


class Watch:
    """Sees by an audit hook what a run does that it should not."""

    def __init__(self) -> None:
        self.root = ""
        self.told = ""

    @contextlib.contextmanager
    def on(self, root: Path) -> Any:
        """Look at what happens in this block."""
        self.root, self.told = str(root), ""
        try:
            yield
        finally:
            self.root = ""

    def hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Judge an event."""
        if not self.root:
            return
        if event == "import" and arguments[0].partition(".")[0] in (
            "canary",
            "arrays",
            "my_ops_functions",
            "theirs",
        ):
            self.told = f"expected no import of what a spec names, got {arguments[0]}"
        if event.startswith(
            ("os.system", "os.exec", "os.fork", "os.posix_spawn", "subprocess.", "socket.", "ctypes.")
        ):
            self.told = f"expected nothing to be started, got {event} {arguments!r}"[:300]
        if event in (
            "os.remove",
            "os.rename",
            "os.rmdir",
            "os.mkdir",
            "os.link",
            "os.symlink",
            "os.truncate",
        ):
            self._judge(
                event, *[path for path in arguments[:2] if isinstance(path, str | bytes | os.PathLike)]
            )
        writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
        if event == "open" and isinstance(arguments[0], str | bytes) and (arguments[2] or 0) & writes:
            self._judge(event, arguments[0])

    def _judge(self, event: str, *paths: Any) -> None:
        for path in paths:
            full = os.path.realpath(os.path.dirname(os.path.abspath(os.fsdecode(path))))
            place = os.path.join(full, os.path.basename(os.fsdecode(path)))
            if not place.startswith(f"{self.root}/pack") and place != self.root:
                self.told = f"expected changes of files of the package, got {event} of {place}"


WATCH = Watch()
sys.addaudithook(WATCH.hook)
