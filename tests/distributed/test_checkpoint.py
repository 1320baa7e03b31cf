"""Checkpoints of several ranks: written once, read by any number of ranks, and never half."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.distributed import checkpoint
from derivata.distributed.checkpoint import CheckpointException, Elements, Rows

ROWS = np.arange(21, dtype=np.float32).reshape(7, 3)
BOUNDS = {1: [0, 7], 2: [0, 2, 7], 4: [0, 3, 3, 4, 7]}
"""Where the rows of each rank begin; one of four has none."""


def network() -> nn.Module:
    return nn.Sequential(nn.Linear(3, 40), nn.BatchNorm1d(40), nn.Dropout(0.5), nn.Linear(40, 1))


def trained() -> tuple[nn.Module, dv.optim.Optimizer]:
    """Return a model and its optimizer after steps with other data, and hence other statistics, on each rank."""
    dv.manual_seed(dist.get_rank())
    model = nn.parallel.DistributedDataParallel(network())
    optimizer = dv.optim.Adam(model.parameters())
    for _ in range(3):
        optimizer.zero_grad()
        model(dv.randn(5, 3)).sum().backward()
        optimizer.step()
    return model.module, optimizer


def as_plain(value: Any) -> Any:
    """Return a state with lists in the place of tensors."""
    if isinstance(value, dict):
        return {key: as_plain(item) for key, item in value.items()}
    return [str(value.dtype), value.tolist()] if isinstance(value, dv.Tensor) else value


def save_training(folder: str) -> tuple[Any, Any, Any]:
    model, optimizer = trained()
    state = {"model": model, "optimizer": optimizer, "rng": dv.get_rng_state(), "step": 3}
    checkpoint.save(state, checkpoint_id=folder)
    return as_plain(model.state_dict()), as_plain(optimizer.state_dict()), state["rng"]


def load_training(folder: str, wanted: tuple[str, ...] = ()) -> tuple[Any, Any, Any, Any]:
    model = network()
    optimizer = dv.optim.Adam(model.parameters())
    everything = {"model": model, "optimizer": optimizer, "rng": dv.get_rng_state(), "step": 0}
    state = {name: everything[name] for name in wanted or everything}
    checkpoint.load(state, checkpoint_id=folder)
    return (
        as_plain(model.state_dict()),
        as_plain(optimizer.state_dict()),
        state.get("rng"),
        state["step"],
    )


def test_each_rank_gets_its_state_back(ranks: Ranks, tmp_path: Path) -> None:
    """Parameters, moments, the running statistics of each rank, and the state of its generator are the same bits."""
    before = ranks(save_training, str(tmp_path))
    after = ranks(load_training, str(tmp_path))
    assert [one[:3] for one in after] == before
    assert {one[3] for one in after} == {3}
    assert before[0][1] == before[1][1], "moments are alike, by averaged gradients"
    assert before[0][0] != before[1][0], "running statistics are not"
    assert before[0][2] != before[1][2]


@pytest.mark.parametrize("wanted", [("model", "optimizer", "step"), ("model", "step")])
def test_another_number_of_ranks_goes_on_with_what_ranks_share(
    two: Ranks, four: Ranks, tmp_path: Path, wanted: tuple[str, ...]
) -> None:
    """From 2 ranks to 4, 4 to 2, and 2 to a process without MPI; running statistics are those of rank 0."""
    for saving, loading in ((two, four), (four, two), (two, None)):
        folder = str(tmp_path / f"{saving.count} {loading is None}")
        model, optimizer, _ = saving(save_training, folder)[0]
        found = loading(load_training, folder, wanted) if loading else [load_training(folder, wanted)]
        for one in found:
            assert one[0] == model
            assert one[1] == optimizer or "optimizer" not in wanted
            assert one[3] == 3


def test_plain_values_of_each_rank_need_as_many_ranks(two: Ranks, four: Ranks, tmp_path: Path) -> None:
    """The state of generators is no other rank's: 4 ranks would draw the same numbers."""
    two(save_training, str(tmp_path))
    (text,) = {*four(failing_load, str(tmp_path), {"rng": None})}
    assert text.startswith(
        "checkpoint.load: ranks 0, 1, 2, 3: FOLDER: rng.seed: each of 2 ranks has saved a value of "
    )
    assert text.endswith(
        "load it on the ranks that saved it, or leave it out of state_dict; nothing was loaded"
    )


def rank_and_size() -> tuple[int, int]:
    """Return those of this process, which may be alone."""
    return (dist.get_rank(), dist.get_world_size()) if dist.is_initialized() else (0, 1)


def own_rows(array: np.ndarray[Any, Any]) -> Rows:
    rank, size = rank_and_size()
    start, stop = BOUNDS[size][rank : rank + 2]
    return Rows(dv.tensor(array[start:stop]), start, len(array))


def own_elements(array: np.ndarray[Any, Any]) -> Elements:
    """Return equal parts of the elements in one dimension, with padding behind the last."""
    rank, size = rank_and_size()
    length = -(-array.size // size)
    padded = np.full(size * length, -7, array.dtype)
    padded[: array.size] = array.reshape(-1)
    return Elements(dv.tensor(padded[rank * length : (rank + 1) * length]), rank * length, array.shape)


def save_rows(folder: str) -> None:
    flat, pairs = ROWS[:, 0].copy(), (ROWS[:, :2] * (1 + 2j)).astype(np.complex64)
    state = {"weight": own_rows(ROWS), "flat": {"moment": own_rows(flat)}, "pairs": own_rows(pairs)}
    state |= {"elements": own_elements(ROWS), "one": own_elements(np.float64([3]))}
    checkpoint.save(
        {**state, "whole": dv.tensor(ROWS), "none": Rows(dv.empty(0, 2), 0, 0)}, checkpoint_id=folder
    )


def load_rows(folder: str) -> None:
    """Load rows in another partition, rows of what was whole, and as a whole what was in rows."""
    size = rank_and_size()[1]
    buffer = dv.full((30,), -1.0)
    flat = own_rows(ROWS[:, 0].copy())
    view = buffer[5 : 5 + len(flat.tensor)]
    state: dict[str, Any] = {
        "weight": own_rows(np.zeros_like(ROWS)),
        "flat": {"moment": Rows(view, flat.start, 7)},
        "pairs": dv.zeros(7, 2, dtype=dv.complex64),
        "whole": own_rows(np.zeros_like(ROWS)),
        "elements": own_rows(np.zeros_like(ROWS)),
        "one": own_elements(np.zeros(1)),  # on one rank, and padding on the others
        "none": Rows(dv.empty(0, 2), 0, 0),
    }
    objects = dict(state)
    checkpoint.load(state, checkpoint_id=folder)
    assert all(state[name] is objects[name] for name in state)
    expected = own_rows(ROWS).tensor
    assert state["weight"].tensor.tolist() == state["whole"].tensor.tolist() == expected.tolist(), size
    assert buffer.tolist() == [-1.0] * 5 + flat.tensor.tolist() + [-1.0] * (25 - len(view))
    assert state["pairs"].tolist() == (ROWS[:, :2] * (1 + 2j)).tolist()
    assert state["elements"].tensor.tolist() == expected.tolist()
    assert state["one"].tensor.tolist() == [-7.0 if rank_and_size()[0] else 3.0], "padding is left alone"
    parts = {name: own_elements(np.zeros_like(ROWS)) for name in ("weight", "elements", "whole")}
    checkpoint.load(parts, checkpoint_id=folder)
    wanted = own_elements(ROWS).tensor.tolist()
    assert all(part.tensor.tolist() == wanted for part in parts.values())
    state = {"weight": None, "elements": dv.zeros(7, 3)}
    checkpoint.load(state, checkpoint_id=folder)
    assert state["weight"].tolist() == state["elements"].tolist() == ROWS.tolist()


def test_rows_are_dealt_out_anew(two: Ranks, four: Ranks, tmp_path: Path) -> None:
    """Of 1, 2 and 4 ranks that save, by 1, 2 and 4 that load."""

    def alone(function: Callable[..., Any], *args: Any) -> Any:
        return function(*args)

    for number, saving in enumerate((alone, two, four)):
        folder = str(tmp_path / str(number))
        saving(save_rows, folder)
        for loading in (alone, two, four):
            loading(load_rows, folder)


def save_replicas(folder: str) -> None:
    dv.manual_seed(0)
    checkpoint.save({"model": {str(i): dv.rand(1000 * i) for i in range(1, 11)}}, checkpoint_id=folder)


def test_replicas_are_written_once_in_equal_parts(ranks: Ranks, tmp_path: Path) -> None:
    ranks(save_replicas, str(tmp_path))
    sizes = [file.stat().st_size for file in tmp_path.glob("shard-*")]
    assert len(sizes) == ranks.count
    assert 220_000 < sum(sizes) < 230_000
    assert max(sizes) < 1.2 * min(sizes)


FOREIGN = [
    "notes.txt",
    "shard-1.safetensors",
    "model.safetensors",
    ".shard",
    "shard-0123456789abcdef-0-of-2.safetensors.bak",
]


def save_number(folder: str, number: float) -> None:
    checkpoint.save({"x": dv.full((3,), number), "own": rank_and_size()[0]}, checkpoint_id=folder)


def load_number(folder: str) -> float:
    state = {"x": dv.zeros(3)}
    checkpoint.load(state, checkpoint_id=folder)
    return float(state["x"][0].item())


def own_files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.name not in FOREIGN)


def test_a_new_checkpoint_takes_the_place_of_the_older(two: Ranks, four: Ranks, tmp_path: Path) -> None:
    """Files of the older one and such that were not finished are removed; all others are left alone."""
    for name in FOREIGN:
        (tmp_path / name).write_text(name)
    folder = str(tmp_path)
    four(save_number, folder, 1.0)
    unfinished = tmp_path / ".shard-0123456789abcdef-0-of-2.safetensors.12.0123abcd"
    unfinished.write_text("half")
    assert load_number(folder) == 1.0
    two(save_number, folder, 2.0)
    assert load_number(folder) == 2.0
    names = own_files(tmp_path)
    assert [name[:6] for name in names] == ["index.", "shard-", "shard-"]
    assert all((tmp_path / name).read_text() == name for name in FOREIGN)


def failing_load(folder: str, state: dict[str, Any]) -> str:
    """Return the error of a load, after which the state is as it was."""
    before = json.dumps(as_plain(state), default=str)
    with pytest.raises(CheckpointException) as caught:
        checkpoint.load(state, checkpoint_id=folder)
    assert json.dumps(as_plain(state), default=str) == before
    assert caught.value.speaker == 0
    assert caught.value.failures
    return str(caught.value).replace(folder, "FOLDER")


def save_parts(folder: str) -> None:
    state = {"a": dv.ones(2000), "b": dv.ones(2, 2000), "step": 7, "rows": own_rows(ROWS)}
    checkpoint.save({"model": state}, checkpoint_id=folder)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"a": (2000,), "c": (2,)},
         "ranks 0, 1: FOLDER: Missing key(s): 'model.c'; the checkpoint has 'model.a', 'model.b', 'model.step', "),
        ({"a": (2000,), "b": (2000, 2)},
         "ranks 0, 1: FOLDER: model.b: expected a float32 tensor of shape (2000, 2), as state_dict has it, got a "
         "float32 tensor of shape (2, 2000)"),
        ({"b": "double"}, "expected a float64 tensor of shape (2,), as state_dict has it, got a float32 tensor"),
        ({"step": (1,)}, "model.step: expected a float32 tensor of shape (1,), as state_dict has it, got a value that "
         "is no tensor"),
        ({"rows": (6, 3)}, "model.rows: expected a float32 tensor of shape (6, 3), as state_dict has it, got a float32 "
         "tensor of shape (7, 3)"),
        ({"a": {"b": (3,)}}, "Missing key(s): 'model.a.b'"),
    ],
    ids=["key", "shape", "dtype", "no tensor", "rows", "nested"],
)  # fmt: skip
def test_what_does_not_fit_is_an_error_that_names_the_key(
    two: Ranks, tmp_path: Path, asked: dict[str, Any], says: str
) -> None:
    two(save_parts, str(tmp_path))
    (text,) = {*two(load_asked, str(tmp_path), asked)}
    assert text.startswith("checkpoint.load: ranks 0, 1: FOLDER: ")
    assert says in text
    assert text.endswith("; nothing was loaded")


def load_asked(folder: str, asked: dict[str, Any]) -> str:
    """Load tensors of shapes, and return the error."""

    def made(wish: Any) -> Any:
        if isinstance(wish, dict):
            return {key: made(item) for key, item in wish.items()}
        return dv.zeros(2, dtype=dv.float64) if wish == "double" else dv.zeros(wish)

    return failing_load(folder, {"model": made(asked)})


def load_different_things(folder: str) -> str:
    rank = dist.get_rank()
    return failing_load(folder, {"model": {"a": dv.zeros(2000 + rank), "step": 0}})


def test_an_error_of_one_rank_is_one_of_all(two: Ranks, tmp_path: Path) -> None:
    """Nothing is loaded on the others either, and all say which rank it is."""
    two(save_parts, str(tmp_path))
    (text,) = {*two(load_different_things, str(tmp_path))}
    assert text.startswith(
        "checkpoint.load: rank 1: FOLDER: model.a: expected a float32 tensor of shape (2001,)"
    )


def shards(folder: Path) -> list[Path]:
    return sorted(folder.glob("shard-*"))


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[-100] ^= 1
    file.write_bytes(data)


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "no checkpoint": (shutil.rmtree, "FOLDER: expected a checkpoint, found no index.safetensors"),
    "no index": (lambda folder: (folder / "index.safetensors").unlink(), "FOLDER: expected a checkpoint, found no"),
    "missing shard": (
        lambda folder: shards(folder)[1].unlink(), "expected a part of the checkpoint, found no such file"),
    "cut shard": (lambda folder: cut(shards(folder)[1]), "the file is cut off or damaged"),
    "changed shard": (lambda folder: flip(shards(folder)[0]), "the check sum differs from the one in the header"),
    "swapped shards": (lambda folder: shards(folder)[0].replace(shards(folder)[1]), "found no such file"),
    "shard of another": (
        lambda folder: shutil.copy(shards(folder)[0], shards(folder)[1]), "the file is not of this checkpoint"),
    "cut index": (lambda folder: cut(folder / "index.safetensors"), "FOLDER/index.safetensors: "),
    "changed index": (lambda folder: flip(folder / "index.safetensors"), "FOLDER/index.safetensors: "),
    "other index": (lambda folder: dv.save({"format": 1}, folder / "index.safetensors"),
        "FOLDER/index.safetensors: expected the index of a checkpoint, got a file with other content"),
    "later index": (lambda folder: dv.save(
        {**dv.load(folder / "index.safetensors"), "format": 2}, folder / "index.safetensors"),
        "expected an index of format 1, got format 2, of another release of derivata"),
    "foreign names": (lambda folder: dv.save(
        {**dv.load(folder / "index.safetensors"), "token": "../x"}, folder / "index.safetensors"),
        "FOLDER/index.safetensors: expected 16 hexadecimal digits as the name of its files, got '../x'"),
    "pickle": (lambda folder: (folder / "index.safetensors").write_bytes(b"\x80\x04\x95" + bytes(100)),
        "got one in pickle format, which may hold code"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_errors_that_name_them(two: Ranks, tmp_path: Path, damage: str) -> None:
    """Whatever is wrong with a file, all ranks say which one it is, and the state is as it was."""
    folder = tmp_path / "checkpoint"
    two(save_parts, str(folder))
    do, says = DAMAGES[damage]
    do(folder)
    (text,) = {*two(load_asked, str(folder), {"a": (2000,), "b": (2, 2000), "rows": (7, 3)})}
    assert text.startswith("checkpoint.load: ranks 0, 1: ")
    assert says in text
    assert "FOLDER" in text


def failing_saves(folder: str) -> list[str]:
    rank = dist.get_rank()
    two_rows = dv.ones(2, 3)
    states: list[Any] = [
        {"x": Rows(two_rows, 3 * rank, 5)},
        {"x": Rows(two_rows, 2 * rank, 4 + rank)},
        {"x": Rows(two_rows if rank else two_rows.double(), 2 * rank, 4)},
        {"x": Rows(two_rows, 0, 2) if rank else two_rows},
        {"model": {"x": print if rank else 1}},
        {"a": {"b": 1}, "a.b": 2},
        [1],
        {("a", 1): 2},
    ]
    texts = []
    for state in states:
        with pytest.raises(CheckpointException) as caught:
            checkpoint.save(state, checkpoint_id=folder)
        texts.append(str(caught.value))
    return texts


def test_what_cannot_be_saved_is_an_error_of_all_ranks(two: Ranks, tmp_path: Path) -> None:
    """It names rank and key, and leaves the checkpoint that is there."""
    two(save_number, str(tmp_path), 1.0)
    files = own_files(tmp_path)
    here, there = two(failing_saves, str(tmp_path))
    assert here == there
    wanted = [
        "x: expected ranks to have all of 15 elements, got none with element 6",
        "x: rank 1 has a part of float32 (5, 3), rank 0 has a part of float32 (4, 3)",
        "x: rank 1 has a part of float32 (4, 3), rank 0 has a part of float64 (4, 3)",
        "x: rank 1 has a part of float32 (2, 3), rank 0 has a value that is no part",
        "rank 1: save: expected tensors and plain data, got builtin_function_or_method at model.x",
        "expected each key once, got 'a.b' twice",
        "ranks 0, 1: state_dict: expected a dictionary, got list",
        "state_dict: expected a dictionary whose keys are texts or ints, got dict with the keys [('a', 1)]",
    ]
    for text, says in zip(here, wanted, strict=True):
        assert text.startswith("checkpoint.save: rank")
        assert says in text
        assert text.endswith("an older checkpoint in the folder is as it was")
    assert own_files(tmp_path) == files
    assert load_number(str(tmp_path)) == 1.0


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: Rows([1.0], 0, 1), "Rows: expected a dense tensor with this rank's rows, got list"),  # type: ignore[arg-type]
        (lambda: Rows(dv.tensor(1.0), 0, 1), "expected a tensor with a dimension of rows"),
        (lambda: Rows(dv.ones(3), 2, 4), "expected rows between 0 and 4, got 2:5"),
        (lambda: Rows(dv.ones(3), -1, 4), "expected rows between 0 and 4, got -1:2"),
        (
            lambda: Elements(dv.ones(3, 2), 0, (6,)),
            r"Elements: expected a tensor in one dimension .* got shape \(3, 2\)",
        ),
        (lambda: Elements(dv.ones(3), -1, (6,)), "a start of at least 0, got shape .3,. and start -1"),
    ],
)
def test_parts_lie_inside_of_the_tensor(build: Callable[[], Rows], says: str) -> None:
    with pytest.raises((TypeError, ValueError), match=says):
        build()


def save_under_other_names(folder: str) -> str:
    with pytest.raises(dist.RankMismatchError) as caught:
        checkpoint.save({"x": 1}, checkpoint_id=f"{folder}/{dist.get_rank()}")
    return str(caught.value)


def test_ranks_name_one_folder(two: Ranks, tmp_path: Path) -> None:
    here, there = two(save_under_other_names, str(tmp_path))
    assert here == there
    assert (
        f"rank 1 calls checkpoint.save of {tmp_path}/1, while rank 0 calls checkpoint.save of {tmp_path}/0"
        in here
    )
    assert [*tmp_path.iterdir()] == []


def save_in_a_group(folder: str) -> float | None:
    first = dist.new_group([1])
    if dist.get_rank() == 1:
        checkpoint.save({"x": dv.full((3,), 5.0)}, checkpoint_id=folder, process_group=first)
        state = {"x": dv.zeros(3)}
        checkpoint.load(state, checkpoint_id=folder, process_group=first)
        with pytest.raises(
            CheckpointException, match=r"checkpoint.save: rank 1: save: expected tensors and plain"
        ):
            checkpoint.save({"x": print}, checkpoint_id=folder, process_group=first)
        return float(state["x"][2].item())
    with pytest.warns(UserWarning, match=r"checkpoint.save: this process is no member"):
        checkpoint.save({"x": 1}, checkpoint_id=folder, process_group=first)
    return None


def test_some_ranks_save_by_themselves(two: Ranks, tmp_path: Path) -> None:
    assert two(save_in_a_group, str(tmp_path)) == [None, 5.0]
    assert load_number(str(tmp_path)) == 5.0


def save_where_one_has_nothing(folder: str) -> str:
    rank = dist.get_rank()
    checkpoint.save({"a": {} if rank else {"b": {"c": 5}}}, checkpoint_id=folder)
    with pytest.raises(CheckpointException) as caught:
        checkpoint.save({"a": rank if rank else {"b": 1}}, checkpoint_id=folder)
    return str(caught.value)


def test_a_dictionary_may_be_empty_on_some_ranks(two: Ranks, tmp_path: Path) -> None:
    """A value in its place is an error, as it would have to be there and not."""
    (text,) = {*two(save_where_one_has_nothing, str(tmp_path))}
    assert "a: rank 1 has a value there, another rank a.b" in text
    state: dict[str, Any] = {}
    checkpoint.load(state, checkpoint_id=tmp_path)
    assert state == {"a": {"b": {"c": 5}}}


def test_an_empty_dictionary_gets_what_is_there(tmp_path: Path) -> None:
    """Also one for a part, or a value that is no tensor, such as None."""
    saved = {"a": {"b": {0: dv.ones(2), 1: "text"}}, "c": {}, "d": (1.5, None)}
    checkpoint.save(saved, checkpoint_id=tmp_path)
    found: list[dict[Any, Any]] = [{}, {"a": {}, "c": {}, "d": None}, {"a": {"b": None}, "c": None, "d": 0}]
    for state in found:
        checkpoint.load(state, checkpoint_id=tmp_path)
        assert as_plain(state) == as_plain(saved)


def test_a_module_is_loaded_as_it_lies(tmp_path: Path) -> None:
    """Parameters are written to in place, also by their tensors, and count the write."""
    first, second = nn.Linear(3, 2), nn.Linear(3, 2)
    checkpoint.save({"model": first}, checkpoint_id=tmp_path)
    weight, version = second.weight, second.weight._version
    checkpoint.load({"model": {"weight": second.weight}}, checkpoint_id=tmp_path)
    assert second.weight is weight and weight.is_leaf and weight.requires_grad
    assert weight._version > version
    assert dv.equal(weight, first.weight) and not dv.equal(second.bias, first.bias)


def test_an_optimizer_of_other_groups_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    """The model before it, which would fit, is as it was."""
    first = nn.Linear(3, 2)
    state = {"model": first, "optimizer": dv.optim.Adam([first.weight, first.bias])}
    checkpoint.save(state, checkpoint_id=tmp_path)
    second = nn.Linear(3, 2)
    weight = second.weight.detach().clone()
    other = {"model": second, "optimizer": dv.optim.Adam([second.weight])}
    says = (
        r"rank 0: optimizer, Adam: expected groups of \[1\] parameters, got groups of .*; nothing was loaded"
    )
    with pytest.raises(CheckpointException, match=says):
        checkpoint.load(other, checkpoint_id=tmp_path)
    assert dv.equal(second.weight, weight)


def test_an_object_that_refuses_its_state_is_told_of(tmp_path: Path) -> None:
    """What only its own method can tell comes when values before it are loaded, as the error says."""

    class Picky:
        def state_dict(self) -> dict[str, Any]:
            return {"kind": 1}

        def load_state_dict(self, state: dict[str, Any]) -> None:
            raise ValueError("wants another kind")

    checkpoint.save({"step": 3, "picky": Picky()}, checkpoint_id=tmp_path)
    state = {"step": 0, "picky": Picky()}
    with pytest.raises(CheckpointException, match="rank 0: wants another kind; values that came before were"):
        checkpoint.load(state, checkpoint_id=tmp_path)
    assert state["step"] == 3


def test_a_file_in_the_place_of_the_folder_is_told_of_and_stays(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("mine")
    with pytest.raises(
        CheckpointException, match="run: expected a folder, or a name that is free, got a file"
    ):
        checkpoint.save({"step": 3}, checkpoint_id=tmp_path / "run")
    assert (tmp_path / "run").read_text() == "mine"


OPTIMIZERS = [name for name, one in vars(dv.optim).items() if isinstance(one, type) and name[0].isupper()]


@pytest.mark.parametrize("name", sorted({*OPTIMIZERS} - {"Optimizer", "SparseAdam"}))
def test_every_optimizer_goes_on_with_its_schedules(tmp_path: Path, name: str) -> None:
    """One that has made no step takes the state of one that has: the next steps are the same bits."""

    def build() -> tuple[nn.Module, dv.optim.Optimizer, dict[str, Any]]:
        model = nn.Linear(3, 2, bias=name != "Muon")
        optimizer = getattr(dv.optim, name)(model.parameters(), lr=0.01)
        plateau = dv.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=0)
        decay = dv.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)
        return model, optimizer, {"model": model, "optimizer": optimizer, "plateau": plateau, "decay": decay}

    def train(model: nn.Module, optimizer: dv.optim.Optimizer, state: dict[str, Any]) -> list[float]:
        def closure() -> dv.Tensor:
            optimizer.zero_grad()
            loss = (model(dv.ones(4, 3)) ** 2).sum()
            loss.backward()
            return loss

        losses = []
        for _ in range(3):
            losses.append(optimizer.step(closure).item())
            state["plateau"].step(1.0)
            state["decay"].step()
        return [*losses, optimizer.param_groups[0]["lr"]]

    first, second = build(), build()
    train(*first)
    checkpoint.save(first[2], checkpoint_id=tmp_path)
    checkpoint.load(second[2], checkpoint_id=tmp_path)
    assert train(*first) == train(*second)
