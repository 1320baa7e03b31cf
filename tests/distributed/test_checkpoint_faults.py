"""Whatever ends a program while it writes a checkpoint, the one from before can be loaded, and nothing is left."""

import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata.distributed import checkpoint
from derivata.distributed.checkpoint import CheckpointException, Rows

Launch = Callable[..., Any]
COUNT = 50_000
"""Rows of each rank: 200 KB."""


def save(folder: str, number: float, count: int = COUNT) -> None:
    rank, size = (dist.get_rank(), dist.get_world_size()) if dist.is_initialized() else (0, 1)
    rows = Rows(dv.full((count,), number), rank * count, size * count)
    steps = {f"step {step}": step for step in range(50)}  # the index is larger than they are
    checkpoint.save({"x": rows, "number": number, **steps}, checkpoint_id=folder)


def loaded(folder: str) -> float:
    """Load a checkpoint alone; return the number that all of it is."""
    state: dict[str, Any] = {"x": None, "number": 0.0}
    checkpoint.load(state, checkpoint_id=folder)
    assert bool((state["x"] == state["number"]).all())
    return float(state["number"])


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


KILLED = """
import os, signal
import derivata as dv
from derivata import distributed as dist
from derivata.distributed.checkpoint import folder as files, saving
from derivata.saving import container
from distributed.test_checkpoint_faults import save

def kill(*args):
    os.kill(os.getpid(), signal.SIGKILL)

def killed_in(writes):
    def parts(arrays, text):
        for number, part in enumerate(whole(arrays, text)):
            if writes(arrays) and number == 2:
                kill()
            yield part
    whole, container.parts = container.parts, parts

dist.init_process_group("mpi", timeout=20)
save({folder!r}, 1.0)
{failure}
save({folder!r}, 2.0)
"""


@pytest.mark.parametrize(
    ("failure", "left"),
    [
        ("if dist.get_rank() == 1: killed_in(lambda arrays: arrays)", ".shard-"),
        ("if dist.get_rank() == 0: files.write_index = kill", "shard-"),
        ("if dist.get_rank() == 0: os.replace = lambda *to: kill() if 'index' in to[1].name else os.rename(*to)",
         ".index."),
    ],
    ids=["its part", "before the index", "the index"],
)  # fmt: skip
def test_a_rank_that_is_killed_while_it_writes_leaves_the_older_checkpoint(
    launch: Launch, tmp_path: Path, failure: str, left: str
) -> None:
    """What was not finished is removed by the next one."""
    run = launch(2, KILLED.format(folder=str(tmp_path), failure=failure))
    assert run.returncode != 0
    assert "Traceback" not in run.stderr
    assert len(files(tmp_path)) > 3
    assert sum(name.startswith(left) for name in files(tmp_path)) > (2 if left == "shard-" else 0)
    assert loaded(str(tmp_path)) == 1.0
    save(str(tmp_path), 3.0)
    assert [name[:6] for name in files(tmp_path)] == ["index.", "shard-"]
    assert loaded(str(tmp_path)) == 3.0


def failing_save(folder: str, *args: Any) -> str:
    with pytest.raises(CheckpointException) as caught:
        save(folder, *args)
    return str(caught.value).replace(folder, "FOLDER")


@contextmanager
def limited(count: int) -> Iterator[None]:
    """Have the system refuse files of more than so many bytes to this process."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (count, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def save_with_a_limit(folder: str, rank: int, count: int, size: int) -> str:
    if dist.get_rank() != rank:
        return failing_save(folder, 2.0, size)
    with limited(count):
        return failing_save(folder, 2.0, size)


@pytest.mark.parametrize(
    ("rank", "count", "size", "file"),
    [(1, 100_000, COUNT, "shard-"), (0, 3000, 10, "index.safetensors")],
    ids=["a part", "the index"],
)
def test_a_file_that_cannot_be_written_is_named_by_all_ranks(
    two: Ranks, tmp_path: Path, rank: int, count: int, size: int, file: str
) -> None:
    """The system refuses to write on, as a full disk does; the older checkpoint stays, and nothing else."""
    two(save, str(tmp_path), 1.0)
    before = files(tmp_path)
    (text,) = {*two(save_with_a_limit, str(tmp_path), rank, count, size)}
    assert text.startswith(f"checkpoint.save: rank {rank}: FOLDER/{file}")
    assert text.endswith("File too large; an older checkpoint in the folder is as it was")
    assert files(tmp_path) == before
    assert loaded(str(tmp_path)) == 1.0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on a file system of 600 KB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(
            "only root mounts file systems; the test above has the system refuse files that are too large"
        )
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_leaves_the_older_checkpoint(two: Ranks, small_disk: Path) -> None:
    """There is room for 400 KB: a second one is an error on all ranks. What was not finished makes way for others."""
    folder = str(small_disk / "run")
    two(save, folder, 1.0)
    before = files(Path(folder))
    (text,) = {*two(failing_save, folder, 2.0)}
    assert text.startswith("checkpoint.save: rank")
    assert "FOLDER/shard-" in text
    assert text.endswith("No space left on device; an older checkpoint in the folder is as it was")
    assert files(Path(folder)) == before
    assert loaded(folder) == 1.0
    for name in (
        ".shard-0123456789abcdef-0-of-2.safetensors.12.0123abcd",
        "shard-0123456789abcdef-1-of-2.safetensors",
    ):
        (small_disk / "run" / name).write_bytes(bytes(90_000))  # of a program that was ended
    two(save, folder, 3.0, 20_000)
    assert loaded(folder) == 3.0
