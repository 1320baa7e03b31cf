"""A fuzzer of everything that stands between a spec and its package.

Run `python tests/fuzz/fuzz_loader.py -max_total_time=3600`; options are libFuzzer's. It needs `pip install atheris`,
and is no test of pytest's; what it finds becomes one (tests/codegen/finds). With `--finds FOLDER` it goes on after a
find and keeps one input for each place in the code.

An input is the bytes of a spec of a pack. Only SpecError may come out, with places in the file, and within seconds;
what is not refused must render to files that Python compiles. Inputs change by bytes, by lines, by whole entries and
values of other specs, and by tokens within a line.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
import time
import traceback
from functools import partial
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 150
SLOW = 2.0
MEGABYTES = 2500

# The generator alone: the runtime's modules are neither needed nor to be instrumented.
_package = ModuleType("derivata")
_package.__path__ = [str(ROOT / "derivata")]
sys.modules.setdefault("derivata", _package)

sys.path.insert(0, str(ROOT / "tests"))

import atheris  # noqa: E402
from hunt.spec_damage import POOL, damaged  # noqa: E402

with atheris.instrument_imports(include=["derivata.codegen"]):
    from derivata.codegen.check.check import read_spec
    from derivata.codegen.diagnostics import Report, SpecError
    from derivata.codegen.lower.plans import lower
    from derivata.codegen.pipeline import own_spec
    from derivata.codegen.render.render import Target, render
    from derivata.codegen.source.reader import decode
    from derivata.codegen.spec import Spec

NAME = "fuzz.yaml"
TARGET = Target("fuzzed", command="derivata codegen fuzz.yaml --package fuzzed", own=False)


def run_and_go_on(data: bytes, finds: Path) -> None:
    """Keep an input that fails or takes long, and go on."""
    started = time.process_time()
    try:
        run(data)
        kind = "slow" if time.process_time() - started > SLOW else ""
    except Exception as error:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if "/codegen/" in f.filename] or [None]
        where = f"{Path(frames[-1].filename).stem}-{frames[-1].lineno}" if frames[-1] else "fuzz"
        kind = f"{type(error).__name__}-{where}" + (
            f"-{error.filename}" if isinstance(error, SyntaxError) else ""
        )
        kind = re.sub(r"[^\w.-]", "_", kind)
        report = "".join(traceback.format_exception(error))
    else:
        report = f"{time.process_time() - started:.1f} s"
    if kind and not (finds / f"{kind}.yaml").exists():
        (finds / f"{kind}.yaml").write_bytes(data)
        (finds / f"{kind}.txt").write_text(report)
        print(f"FIND {kind}", flush=True)


def run(data: bytes) -> None:
    """Do what `derivata codegen` does with these bytes, up to writing."""
    try:
        text = decode(data, NAME)
        spec = read_spec(text, NAME, base=own_spec(), with_packs=_without_packs)
    except SpecError as error:
        _check_places(error, data)
        return
    for path, source in render(lower(spec, own_spec()), TARGET).items():
        if path.endswith((".py", ".pyi")):
            compile(source, path, "exec", dont_inherit=True)


def _without_packs(spec: Spec, report: Report) -> Spec:
    for use in spec.uses:
        report.add(use.location, "", "uses: expected no packs here, got one")
    return spec


def _check_places(error: SpecError, data: bytes) -> None:
    assert error.diagnostics, "an error without a message"
    for diagnostic in error.diagnostics:
        place, lines = diagnostic.location, data.count(b"\n") + data.count(b"\r") + 2
        assert place.path == NAME and 1 <= place.line <= lines and place.column >= 1, diagnostic
        assert str(diagnostic).isprintable(), f"{str(diagnostic)!r} would not stand on one line"
        assert len(str(diagnostic)) < 5000, f"{len(str(diagnostic))} characters"


def mutate(data: bytes, size: int, seed: int) -> bytes:
    """Change an input: its bytes at random, or its text in ways that leave more of it readable."""
    chance = random.Random(seed)
    if chance.random() < 0.15:
        return bytes(atheris.Mutate(data, size))
    text = data.decode("utf-8", errors="ignore")
    return damaged(text, chance).encode("utf-8", errors="ignore")[:size]


def main() -> None:
    """Fuzz; options are libFuzzer's, a folder is a corpus that is kept."""
    sys.setrecursionlimit(1000)
    own_spec()
    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(POOL):
            Path(folder, f"seed{number}").write_text(seed, encoding="utf-8")
        limits = [f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}", "-max_len=20000"]
        target, arguments = run, sys.argv[1:]
        if "--finds" in arguments:
            place = arguments.index("--finds")
            _, finds = arguments[place : place + 2]
            del arguments[place : place + 2]
            Path(finds).mkdir(parents=True, exist_ok=True)
            target = partial(run_and_go_on, finds=Path(finds))
        given = [argument for argument in arguments if not argument.startswith("-")]
        options = [argument for argument in arguments if argument.startswith("-")]
        corpus = given if len(given) == 1 and Path(given[0]).is_file() else [*given, folder]
        atheris.Setup([sys.argv[0], *limits, *options, *corpus], target, custom_mutator=mutate)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
