"""Spoilt, foreign and outdated code on disk: a new process computes what its modules say, whatever the cache holds.

Entries are damaged (bits, length, names, what is in them swapped), replaced by links, pipes, files and folders of
others, and by whole entries that compute something else, in places where they must not be read: under a name that
they are not for, in the shared folder for temporary files, behind a link, in a folder that others may write to, and
in one that takes the place of another while it is opened. Constants and functions that a loop uses through up to
three other modules change in all ways. NumPy, the settings and the processor change. What a process prints is
compared with numbers that the hunter knows.
"""

import itertools
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from ..finding import Finding
from ..loops import SHARED, Programs, evil

HANGS_AFTER = 300.0
WANTED = {"scaled": "[2469.0]", "raised": "[1236.5]"}


def attempt(seed: int) -> Finding | None:
    """Try one of the ways, which follow each other with the seeds."""
    rng = random.Random(seed)
    way = WAYS[seed % len(WAYS)]
    with tempfile.TemporaryDirectory(prefix="hunt-caches-") as folder:
        programs = Programs(Path(folder))
        found = way(programs, rng)
        if found is None:
            return None
        return Finding(
            f"caches: {way.__name__.strip('_').replace('_', ' ')}: {found}"[:500], programs.program()
        )


def _expect(got: list[str], *wanted: str, compiled: bool | None = None) -> str | None:
    """Return what is wrong with what a process printed."""
    if got[:-1] != list(wanted):
        return f"expected {wanted}, got {got}"
    if compiled is not None and got[-1] != ("compiled" if compiled else "loaded"):
        return f"expected that it is {'compiled' if compiled else 'loaded'}, got {got[-1]}"
    return None


def _damaged(programs: Programs, rng: random.Random) -> str | None:
    programs.loops()
    both = "scaled", "raised"
    wanted = [WANTED[name] for name in both]
    programs.run("", both)
    first, second = programs.entries()
    for how in (
        rng.choice(["swapped", "renamed"]),
        *rng.sample(["bit", "short", "long", "zeros", "empty"], 2),
    ):
        data = first.read_bytes()
        place = rng.randrange(len(data))
        if how == "swapped":
            first.write_bytes(second.read_bytes())
            second.write_bytes(data)
        elif how == "renamed":
            shutil.copy(second, first)
        else:
            spoilt = {
                "bit": data[:place] + bytes([data[place] ^ (1 << rng.randrange(8))]) + data[place + 1 :],
                "short": data[:place],
                "long": data + bytes(rng.randrange(1, 99)),
                "zeros": data[:place].ljust(len(data), b"\0"),
                "empty": b"",
            }
            first.write_bytes(spoilt[how])
        programs.say(f"# {how}, at byte {place} of {first.name}")
        if wrong := _expect(programs.run("", both), *wanted):
            return f"{how}: {wrong}"
    return _expect(programs.run("", both), *wanted, compiled=False)


def _of_others(programs: Programs, rng: random.Random) -> str | None:
    """A whole entry that computes something else, in a place that is not this user's alone."""
    entry = _evil_entry(programs)
    shutil.copytree(programs.cache, programs.folder / "kept")
    hows = ["link", "folder for all", "file for all", "pipe", "a folder"]
    hows += ["owner of folder", "owner of file"] if os.geteuid() == 0 else []
    for how in rng.sample(hows, len(hows)):
        shutil.rmtree(programs.cache)
        shutil.copytree(programs.folder / "kept", programs.cache)
        programs.say(f"# {how}")
        if how == "link":
            elsewhere = programs.folder / "elsewhere"
            entry.rename(elsewhere)
            entry.symlink_to(elsewhere)
        elif how in ("folder for all", "file for all"):
            (programs.cache if how.startswith("folder") else entry).chmod(0o777)
        elif how in ("pipe", "a folder"):
            entry.unlink()
            os.mkfifo(entry) if how == "pipe" else entry.mkdir()
        else:
            os.chown(programs.cache if how.endswith("folder") else entry, 12345, -1)
        if wrong := _expect(programs.run(), WANTED["scaled"]):
            return f"{how}: {wrong}"
    return None


def _evil_entry(programs: Programs) -> Path:
    programs.loops()
    programs.run()
    (entry,) = programs.entries()
    evil(entry)
    programs.say("# the number in the entry is another now")
    return entry


def _in_the_shared_folder(programs: Programs, rng: random.Random) -> str | None:
    """Where there is another folder, or one is named, or where it is behind a link."""
    _evil_entry(programs)
    shared, own, elsewhere = (programs.folder / name for name in (SHARED, "own", "elsewhere"))
    programs.cache.rename(shared)
    for how in ("named", "named and there", "another", "link"):
        shutil.rmtree(own, ignore_errors=True)
        programs.variables = {"DERIVATA_CACHE_DIR": str(own), "XDG_CACHE_HOME": "nowhere"}
        if how == "named and there":
            own.mkdir()
        elif how == "another":
            programs.variables = {"XDG_CACHE_HOME": str(own)}
            (own / "derivata").mkdir(parents=True)
        elif how == "link":
            programs.variables = {"XDG_CACHE_HOME": "nowhere"}
            shared.rename(elsewhere)
            shared.symlink_to(elsewhere)
        programs.say(f"# the entry is in {shared.name}: {how}; {programs.variables}")
        if wrong := _expect(programs.run(), WANTED["scaled"]):
            return f"{how}: {wrong}"
    return None


SWAP = """
import os, sys
def swap(event, arguments):
    entry = event == "open" and os.path.basename(str(arguments[0])).startswith("hunted_loops.scaled-")
    if entry and os.path.isdir({evil!r}):
        os.rename({cache!r}, {cache!r} + ".before")
        os.rename({evil!r}, {cache!r})
sys.addaudithook(swap)
"""


def _swapped_while_opened(programs: Programs, rng: random.Random) -> str | None:
    """Another folder, which others may write to, takes the place of the one that was looked at."""
    programs.loops()
    programs.run()
    (entry,) = programs.entries()
    place = programs.folder / "evil"
    shutil.copytree(programs.cache, place)
    evil(place / entry.name)
    place.chmod(0o777)
    return _expect(
        programs.run(SWAP.format(evil=str(place), cache=str(programs.cache))),
        WANTED["scaled"],
        compiled=False,
    )


REPLACE = """
import os, threading, random
def replace(rng=random.Random({seed})):
    while True:
        for name in os.listdir({cache!r}):
            path = os.path.join({cache!r}, name)
            data = WHOLE.get(name)
            if data:
                with open(path, "wb") as file:
                    file.write(data[:rng.randrange(len(data))] if rng.random() < 0.7 else data)
WHOLE = {{name: open(os.path.join({cache!r}, name), "rb").read() for name in os.listdir({cache!r})}}
threading.Thread(target=replace, daemon=True).start()
import sys
sys.setswitchinterval(1e-5)
"""


def _written_while_read(programs: Programs, rng: random.Random) -> str | None:
    """Somebody writes into the files all the time."""
    programs.loops()
    both = "scaled", "raised"
    programs.run("", both)
    before = REPLACE.format(cache=str(programs.cache), seed=rng.randrange(1 << 30))
    return _expect(programs.run(before, both), *map(WANTED.get, both))  # type: ignore[arg-type]


def _other_versions(programs: Programs, rng: random.Random) -> str | None:
    """What code depends on beside its text: the entries of others are not loaded."""
    programs.loops()
    programs.run()
    if _wrong := _expect(programs.run(), WANTED["scaled"], compiled=False):
        return _wrong
    changes = {
        "NumPy": "import numpy; numpy.__version__ += '.dev1'",
        "processor": "import derivata.arrays.jit.loading.host as h; h.host = lambda: 'other'",
        "settings": "import os; os.environ['NUMBA_OPT'] = '1'",
        "-O": "",
    }
    change = rng.choice(sorted(changes))
    flags = ("-O",) if change == "-O" else ()
    return _expect(programs.run(changes[change] + "\n", ("scaled",), *flags), WANTED["scaled"], compiled=True)


def _emulated(programs: Programs, rng: random.Random) -> str | None:
    """Valgrind knows no vectors of 512 bits: where this processor has them, valgrind's is another one."""
    from numpy._core._multiarray_umath import __cpu_features__

    if not __cpu_features__.get("AVX512F") or shutil.which("valgrind") is None:
        return None
    import subprocess

    ask = "from derivata.arrays.jit.loading.host import host; print(host())"
    commands = ([sys.executable, "-c", ask], ["valgrind", "-q", "--tool=none", sys.executable, "-c", ask])
    answers = [
        subprocess.run(
            command, capture_output=True, text=True, env=programs.environment(), timeout=100
        ).stdout
        for command in commands
    ]
    programs.say(f"# {ask!r}, with and without valgrind")
    return f"expected another processor, got {answers[0]!r}" if answers[0] == answers[1] else None


VALUES = {
    "plain": "{name} = {value}",
    "annotated": "{name}: float = {value}",
    "sign": "{name} = -(-{value})",
    "computed": "{name} = {value} * 2 / 2",
    "chosen": "{name} = max({value}, 1.0)",
    "NumPy": "import numpy\n{name} = float(numpy.float64({value}))",
    "environment": "import os\n{name} = float(os.environ['HUNTED'])",
    "file": "{name} = float(open(__file__ + '.txt').read())",
    "condition": "import os\nif os.environ['HUNTED'] == '1234.5':\n    {name} = 1234.5\nelse:\n    {name} = 77.5",
    "function": "def compute():\n    return {value}\n{name} = compute()",
    "dictionary": "{name} = {{'it': {value}}}['it']",
    "two": "{name}, OTHER = {value}, 1.0",
    "again": "{name} = 1.0\n{name} = {value}",
    "hidden": "globals()['{name}'] = {value}",
}
LINKS = {
    "from": "from {module} import {name}",
    "renamed": "from {module} import {name} as other\n{name} = other",
    "attribute": "import {module} as m\n{name} = m.{name}",
    "computed": "import {module}\n{name} = 0.5 * {module}.{name} + {module}.{name} / 2",
}
HELPER = """
from derivata.arrays.jit.decorators import part
{link}

@part
def helper(x):
    return {use}
"""


def _constants(programs: Programs, rng: random.Random) -> str | None:
    """A number changes that the loop uses through other modules, or that the program changes."""
    depth = rng.randrange(4)
    modules = ["hunted_loops", *(f"hunted{k}" for k in range(depth))]
    name, value = "FACTOR", rng.choice(sorted(VALUES))
    texts = {
        module: rng.choice(sorted(LINKS.values())).format(module=below, name=name)
        for module, below in itertools.pairwise(modules)
    }
    helper = depth > 0 and rng.random() < 0.4

    def write(number: str) -> None:
        programs.variables["HUNTED"] = number
        last = VALUES[value].format(name=name, value=number)
        (programs.folder / f"{modules[-1]}.py.txt").write_text(number)
        for module in modules[:0:-1]:
            text = texts.get(module, last)
            if module == "hunted0" and helper:
                text = HELPER.format(link=text, use="x * FACTOR")
            programs.write(module, text)
        if helper:
            loops = "helper(a[i]) * 1.0 + 0.0 * a[i]"
            programs.write(
                "hunted_loops",
                f"from hunted0 import helper\ndef scaled(lo, hi, out, a):\n    for i in range(lo, hi):\n"
                f"        out[i] = {loops}",
            )
        else:
            programs.loops(before=texts.get("hunted_loops", last))

    write("1234.5")
    if wrong := _expect(programs.run(), "[2469.0]"):
        return wrong
    if rng.random() < 0.2:
        programs.run()
    write("77.5")
    return _expect(programs.run(), "[155.0]")


def _changed_by_a_program(programs: Programs, rng: random.Random) -> str | None:
    """A program gives another number to the module of the loop, or to the one that it is from, before the first use."""
    module = rng.choice(["hunted_loops", "hunted0"])
    programs.write("hunted0", "FACTOR = 1234.5")
    if module == "hunted_loops":
        programs.loops(before=rng.choice(["FACTOR = 1234.5", "from hunted0 import FACTOR"]))
    else:
        programs.loops("hunted0.FACTOR", "import hunted0")
    change = f"import {module}\n{module}.FACTOR = 3.5\n"
    runs = [("", "[2469.0]"), (change, "[7.0]")]
    for before, wanted in (*rng.sample(runs, 2), *runs):
        if wrong := _expect(programs.run(before), wanted):
            return wrong
    return None


WAYS: tuple[Callable[[Programs, random.Random], str | None], ...] = (
    _constants, _damaged, _of_others, _constants, _emulated, _swapped_while_opened, _constants, _damaged,
    _other_versions, _constants, _in_the_shared_folder, _written_while_read, _emulated,
    _changed_by_a_program,
)  # fmt: skip
