"""`save` and `load`: what goes in comes out, files hold no code, and what is wrong with one is said."""

import io
import json
import os
import pickle
import struct
import zipfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.saving.container import CHECK_SUM, STRUCTURE, DamagedFile


def through(obj: Any) -> Any:
    file = io.BytesIO()
    dv.save(obj, file)
    return dv.load(io.BytesIO(file.getvalue()))


def damaged(table: Any, body: bytes = b"") -> bytes:
    header = table if isinstance(table, bytes) else json.dumps(table).encode()
    return struct.pack("<Q", len(header)) + header + body


PLAIN: list[Any] = [
    None, True, 3, -(2**70), 1.5, -0.0, float("inf"), 2 - 1j, "text é\0", b"\x00\xff", [], (), [1, (2, [3.0])],
    {"a": 1, 2: "b", (1, 2): None, 1.5: {}}, OrderedDict(a=1), {1, 2}, frozenset([3]), dv.float64, dv.device("cpu:0"),
    np.float64(0.1), np.int8(3),
]  # fmt: skip


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_plain_data_come_back(value: Any) -> None:
    """Plain data come back as they were, of the same classes."""
    back = through({"value": [value]})["value"][0]
    assert back == value and type(back) is type(value)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
                                   "complex64", "complex128"])  # fmt: skip
@pytest.mark.parametrize("shape", [(), (0, 2), (3,), (2, 3)])
def test_tensors_come_back_bit_for_bit(dtype: str, shape: tuple[int, ...]) -> None:
    """Tensors and arrays of every dtype and shape come back with the same bits; views in any order, too."""
    rng = np.random.default_rng(0)
    array = np.asarray(
        rng.standard_normal(shape) * 3 + (1j * rng.standard_normal(shape) if "c" in dtype else 0)
    )
    tensor = dv.from_numpy(array.astype(dtype))
    for given in (tensor, tensor.T if len(shape) == 2 else tensor):
        back = through({"x": given, "array": given.numpy()})
        assert back["x"].dtype == tensor.dtype and back["x"].shape == given.shape
        assert back["x"].numpy().tobytes() == given.numpy().tobytes() == back["array"].tobytes()
        back["x"].zero_()  # its memory can be written


def test_kinds_of_tensors_and_shared_memory_come_back() -> None:
    """Parameters are parameters, leaves require grad as they did, and tensors on one memory share it again."""
    weight = dv.nn.Parameter(dv.ones(2))
    x = dv.tensor([1.0], requires_grad=True)
    back = through({"a": weight, "b": weight.detach(), "frozen": dv.nn.Parameter(dv.ones(1), False), "x": x})
    assert isinstance(back["a"], dv.nn.Parameter) and back["a"].requires_grad and back["x"].requires_grad
    assert not back["frozen"].requires_grad and type(back["b"]) is dv.Tensor
    back["b"].add_(1)
    assert back["a"].tolist() == [2.0, 2.0]


def test_names_of_tensors_never_collide() -> None:
    """Keys whose joined names are equal, or are the format's own, are kept apart."""
    given = {"a.b": dv.ones(1), "a": {"b": dv.zeros(1)}, "__metadata__": dv.ones(2)}
    back = through(given)
    assert back["a.b"].tolist() == [1.0] and back["a"]["b"].tolist() == [0.0]
    assert back["__metadata__"].tolist() == [1.0, 1.0]


def test_states_of_training_come_back(tmp_path: Path) -> None:
    """State dictionaries of modules, optimizers and schedulers come back and are loaded by path."""
    model = dv.nn.Sequential(dv.nn.Linear(2, 3), dv.nn.BatchNorm1d(3))
    optimizer = dv.optim.Adam(model.parameters(), lr=0.1)
    schedule = dv.optim.lr_scheduler.StepLR(optimizer, 2)
    model(dv.ones(4, 2)).sum().backward()
    optimizer.step()
    schedule.step()
    states = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "schedule": schedule.state_dict(),
    }
    dv.save(states, tmp_path / "checkpoint.pt")
    back = dv.load(str(tmp_path / "checkpoint.pt"), map_location=dv.device("cpu"), weights_only=True)
    for name, tensor in model.state_dict().items():
        assert dv.equal(back["model"][name], tensor)
    model.load_state_dict(back["model"])
    optimizer.load_state_dict(back["optimizer"])
    schedule.load_state_dict(back["schedule"])
    assert os.listdir(tmp_path) == ["checkpoint.pt"]


@pytest.mark.parametrize("place", [None, "cpu", {"cuda:0": "cpu"}, lambda storage, location: storage])
def test_places_are_the_processor(place: Any) -> None:
    """`map_location` may say the processor in every way; any other device is an error."""
    file = io.BytesIO()
    dv.save(dv.ones(1), file)
    assert dv.load(io.BytesIO(file.getvalue()), map_location=place, mmap=False).tolist() == [1.0]
    with pytest.raises(RuntimeError, match="device: expected 'cpu'"):
        dv.load(io.BytesIO(file.getvalue()), map_location="cuda")


class Code:
    """What no file may hold."""


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (Code(), TypeError, "got Code at the object, whose code no file can hold"),
        ({"a": [Code]}, TypeError, r"got type at a\.0, whose code"),
        ({"model": dv.nn.Linear(1, 1)}, TypeError, r"got Linear at model, .* state_dict\(\) of a module"),
        ({"f": print}, TypeError, "got builtin_function_or_method at f"),
        (np.array(["a"]), TypeError, "expected arrays of numbers, got one of <U1"),
        (dv.sparse_coo_tensor([[0]], [1.0]), TypeError, "expected dense tensors"),
    ],
)
def test_what_is_no_plain_data_is_refused_and_nothing_is_written(
    value: Any, error: type[Exception], text: str, tmp_path: Path
) -> None:
    """Objects of other classes are refused with their place; a file that is there stays as it is."""
    place = tmp_path / "there"
    place.write_bytes(b"precious")
    with pytest.raises(error, match=f"^save: .*{text}"):
        dv.save(value, place)
    assert place.read_bytes() == b"precious" and os.listdir(tmp_path) == ["there"]


def test_data_that_contain_themselves_are_refused() -> None:
    data: list[Any] = []
    data.append(data)
    with pytest.raises(ValueError, match="data that contain themselves"):
        through(data)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is replaced as a whole or not at all, and nothing is left beside it."""
    place = tmp_path / "there"
    dv.save(dv.ones(1), place)

    def fails(descriptor: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="no space"):
        dv.save(dv.zeros(5), place)
    assert dv.load(place).tolist() == [1.0] and os.listdir(tmp_path) == ["there"]


def test_every_cut_and_every_changed_byte_is_noticed() -> None:
    """A file that is cut off anywhere, or of which any byte is changed, is an error."""
    file = io.BytesIO()
    dv.save({"a": dv.arange(3.0), "n": [1, "text", 2.5]}, file)
    whole = file.getvalue()
    for length in range(len(whole)):
        with pytest.raises(DamagedFile, match=r"^load: the file: .*(damaged|cut off|another format)"):
            dv.load(io.BytesIO(whole[:length]))
    for place in range(len(whole)):
        changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        with pytest.raises(DamagedFile):
            dv.load(io.BytesIO(changed))
    with pytest.raises(DamagedFile):
        dv.load(io.BytesIO(whole + b"\0"))


ROW = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}
NEST = '{"a":' * 100_000


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff" * 8,
        damaged(b"[]"),
        damaged(b"\xff\xfe"),
        damaged(NEST.encode()),
        damaged(b'{"a": 1, "a": 2}'),
        damaged({"a": 3}),
        damaged({"a": {**ROW, "extra": 1}}, b"1234"),
        damaged({"a": {**ROW, "dtype": "O"}}, b"1234"),
        damaged({"a": {**ROW, "dtype": ["F32"]}}, b"1234"),
        damaged({"a": {**ROW, "shape": [2**61]}}, b"1234"),
        damaged({"a": {**ROW, "shape": [-1]}}, b"1234"),
        damaged({"a": {**ROW, "shape": [1.0]}}, b"1234"),
        damaged({"a": {**ROW, "shape": [0] * 65, "data_offsets": [0, 0]}}),
        damaged({"a": {**ROW, "data_offsets": [4, 8]}}, b"12345678"),
        damaged({"a": {**ROW, "data_offsets": [-4, 0]}}, b"1234"),
        damaged({"a": {**ROW, "data_offsets": [0]}}, b"1234"),
        damaged({"a": ROW, "b": ROW}, b"1234"),
        damaged({"__metadata__": 3}),
        damaged({"__metadata__": {STRUCTURE: "{}", CHECK_SUM: "0"}}),
    ],
)
def test_hostile_files_are_errors(data: bytes) -> None:
    """A file that lies about its lengths, places, shapes or dtypes is an error, and takes no memory."""
    with pytest.raises(DamagedFile):
        dv.load(io.BytesIO(data))


@pytest.mark.parametrize(
    "text", ["{", "{}", '{"code": "os"}', '{"tensor": "b"}', '{"tensor": 3}', '{"dict": [1]}', '{"set": [[1]]}',
             '{"float": "x"}', '{"dtype": "O"}', '{"device": "cuda"}', "[" * 300 + "]" * 300, '{"array": ["b", "x"]}',
             '{"dict": [[[], 1]]}'],
)  # fmt: skip
def test_hostile_descriptions_are_errors(text: str) -> None:
    """A description of nested data that `save` did not write is an error, even with the right check sum."""
    from derivata.saving import container

    with pytest.raises(DamagedFile, match="expected a description of its data"):
        dv.load(io.BytesIO(b"".join(container.parts({"a": np.ones(1)}, text))))


def test_files_that_may_hold_code_are_refused(tmp_path: Path) -> None:
    """Pickles, and PyTorch's and NumPy's files, are refused by name; nothing of them is run."""
    with zipfile.ZipFile(tmp_path / "torch.pt", "w") as file:
        file.writestr("data.pkl", "x")
    (tmp_path / "code.pkl").write_bytes(pickle.dumps({"a": 1}))
    np.save(tmp_path / "a.npy", np.ones(1))
    for name, kind in [("torch.pt", "zip"), ("code.pkl", "pickle"), ("a.npy", "NumPy's")]:
        with pytest.raises(DamagedFile, match=rf"{name}: .* got one in .*{kind}.* may hold code"):
            dv.load(tmp_path / name, weights_only=False)


def test_safetensors_read_and_write_the_same_files(tmp_path: Path) -> None:
    """Files of safetensors are read, with bfloat16 as float32, and theirs reads ours."""
    half = np.array([1.5, -2.0], np.float32).view(np.uint32) >> 16
    body = half.astype("<u2").tobytes() + np.array([3], "<i8").tobytes()
    table = {
        "w": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]},
        "n": {"dtype": "I64", "shape": [], "data_offsets": [4, 12]},
        "__metadata__": {"format": "pt"},
    }
    (tmp_path / "model.safetensors").write_bytes(damaged({**table}, body))
    back = dv.load(tmp_path / "model.safetensors")
    assert back["w"].tolist() == [1.5, -2.0] and back["w"].dtype == dv.float32
    assert back["n"].item() == 3
    safetensors = pytest.importorskip("safetensors.numpy", reason="reads what we write")
    dv.save({"a": dv.arange(3.0), "b": {"c": dv.ones(1)}}, tmp_path / "ours")
    theirs = safetensors.load_file(tmp_path / "ours")
    assert theirs["a"].tolist() == [0.0, 1.0, 2.0] and theirs["b.c"].tolist() == [1.0]
    safetensors.save_file({"x": np.ones((2, 2), np.float16)}, tmp_path / "theirs")
    assert dv.load(tmp_path / "theirs")["x"].dtype == dv.float16
