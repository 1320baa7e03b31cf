"""The first lines of programs for PyTorch: devices, names of dtypes, classes of tensors, settings, seeds."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import derivata as dv


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Any:
    return dv if request.param == "derivata" else pytest.importorskip("torch", reason="the same test on both")


def test_programs_choose_the_processor(lib: Any) -> None:
    """`cuda.is_available()` and its relatives say no, so that programs choose the processor, which any call accepts."""
    asked = (lib.cuda, lib.backends.mps, lib.xpu, lib.accelerator)
    assert not any(place.is_available() for place in asked)
    device = lib.device("cuda" if lib.cuda.is_available() else "cpu")
    assert (device.type, device.index, str(device), repr(device)) == (
        "cpu",
        None,
        "cpu",
        "device(type='cpu')",
    )
    x = lib.ones(2, device=device)
    assert x.device == device == lib.get_default_device()
    assert lib.device("cpu:0").index == lib.device("cpu", 0).index == 0
    assert {lib.device(device): 1}[lib.device("cpu")] == 1
    assert pickle.loads(pickle.dumps(device)) == device
    with device:
        assert lib.zeros(1, device="cpu:0").cpu().tolist() == [0.0]
    lib.set_default_device("cpu")
    lib.set_default_device(None)  # while one is set, PyTorch's `l1_loss` drops its weights
    assert lib.cuda.device_count() == 0
    lib.cuda.manual_seed_all(0)


def test_to_takes_devices_and_dtypes_in_every_form(lib: Any) -> None:
    """`to` takes a device, a dtype, both, or another tensor, by position and by name."""
    x = lib.ones(2)
    for same in (
        x.to("cpu"),
        x.to(device="cpu"),
        x.to(x.device),
        x.to(lib.float32),
        x.to(x),
        x.to("cpu", lib.float),
    ):
        assert same is x
    for double in (
        x.to(lib.double),
        x.to("cpu", lib.float64),
        x.to(device="cpu", dtype=lib.float64),
        x.to("cpu", dtype=lib.float64, non_blocking=True),
        x.to(x.double()),
        x.to(lib.float64, False, True),
    ):
        assert double.dtype == lib.float64
    assert x.to("cpu", lib.float32, False, True) is not x
    assert x.to("cpu", copy=True) is not x
    layer = lib.nn.Linear(2, 1)
    assert layer.to("cpu") is layer.cpu() is layer
    assert layer.to(device="cpu", dtype=lib.float64).weight.dtype == lib.float64
    assert layer.to("cpu", lib.float32).bias.dtype == lib.float32


@pytest.mark.parametrize(
    "call",
    [
        lambda: dv.device("cuda"),
        lambda: dv.ones(1, device="cuda:0"),
        lambda: dv.ones(1).to("mps"),
        lambda: dv.ones(1).to(device="meta"),
        lambda: dv.ones(1).new_ones(1, device="cuda"),
        lambda: dv.nn.Linear(1, 1).to("cuda"),
        lambda: dv.set_default_device("xpu"),
        lambda: dv.asarray([1.0], device="cuda"),
        lambda: dv.sparse_coo_tensor([[0]], [1.0]).to("cuda"),
    ],
)
def test_other_devices_are_errors(call: Any) -> None:
    """Any other device is an error that names the only one."""
    with pytest.raises(RuntimeError, match=r"^device: expected 'cpu', the only device of derivata, got '"):
        call()


def test_devices_cannot_be_changed_and_are_other_things_for_nobody() -> None:
    device = dv.device("cpu")
    with pytest.raises(AttributeError, match="cannot be changed"):
        device.type = "cuda"
    assert device != 3 and device != dv.device("cpu:0")


NAMES = {
    "float": "float32", "double": "float64", "half": "float16", "long": "int64", "int": "int32", "short": "int16",
    "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_dtypes_have_their_short_names(lib: Any, name: str) -> None:
    """`float`, `long` and their like are dtypes."""
    assert getattr(lib, name) is getattr(lib, NAMES[name])
    assert lib.zeros(1, dtype=getattr(lib, name)).dtype == getattr(lib, NAMES[name])


def test_classes_of_tensors_make_tensors_and_ask_for_them(lib: Any) -> None:
    """`Tensor` and classes of one dtype make tensors of data or sizes; `isinstance` asks the latter for the dtype."""
    assert lib.Tensor([1, 2]).dtype == lib.float32 and lib.Tensor([[1.0, 2.0]]).tolist() == [[1.0, 2.0]]
    assert lib.Tensor(2, 3).shape == (2, 3) and lib.Tensor().shape == (0,)
    assert lib.Tensor(np.ones(2)).dtype == lib.float32
    x = lib.ones(2)
    assert lib.Tensor(x).data_ptr() == x.data_ptr()
    for name, kind in [("FloatTensor", "float32"), ("LongTensor", "int64"), ("BoolTensor", "bool")]:
        cls = getattr(lib, name)
        made = cls([1, 0])
        assert made.dtype == getattr(lib, kind) and made.tolist() == [1, 0] and isinstance(made, cls)
        assert cls(2, 3).shape == (2, 3) and x.type(cls).dtype == getattr(lib, kind)
    assert not isinstance(x, lib.LongTensor) and lib.LongTensor([1.7]).tolist() == [1]
    for wrong in (
        lambda: lib.Tensor(1.5),
        lambda: lib.FloatTensor(lib.ones(1).double()),
        lambda: lib.Tensor("a", 1),
    ):
        with pytest.raises(TypeError):
            wrong()


def test_subclasses_of_tensor_are_made_by_calls() -> None:
    """A subclass of Tensor that does not say how its tensors are made is called with data; `__init__` gets it, too."""

    class Named(dv.Tensor):
        def __init__(self, data: Any) -> None:
            self.length = len(data)

    named = Named([1.0, 2.0])
    assert type(named) is Named and named.length == 2 and named.tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    "options", [{}, {"precision": 2}, {"precision": 6}, {"sci_mode": True}, {"sci_mode": False}]
)
def test_printed_digits(lib: Any, options: dict[str, Any]) -> None:
    """`set_printoptions` sets the digits of tensors, as in PyTorch."""
    try:
        lib.set_printoptions(**options)
        text = repr(lib.tensor([0.123456789, 1.5])).replace(" ", "")
    finally:
        lib.set_printoptions(profile="default")
    digits = options.get("precision", 4)
    if options.get("sci_mode"):
        assert text == "tensor([1.2346e-01,1.5000e+00])"
    else:
        assert text.startswith(f"tensor([{0.123456789:.{digits}f},1.5")


def test_long_tensors_are_shortened_from_a_threshold_on() -> None:
    """`set_printoptions` sets from how many elements on the middle is left out, and how much of the ends stays."""
    try:
        dv.set_printoptions(threshold=5, edgeitems=1)
        assert repr(dv.arange(6)) == "tensor([0, ..., 5])"
        dv.set_printoptions(profile="full")
        assert "..." not in repr(dv.arange(2000))
    finally:
        dv.set_printoptions(profile="default")
    with pytest.raises(ValueError, match="set_printoptions: expected precision of at least 0"):
        dv.set_printoptions(precision=-1)
    with pytest.raises(
        ValueError, match="set_printoptions: expected one of default, short, full, got 'long'"
    ):
        dv.set_printoptions(profile="long")


def test_settings_that_change_nothing_are_accepted(lib: Any) -> None:
    """Determinism, precision of products and settings of cuDNN can be set and read; other words are errors."""
    try:
        lib.use_deterministic_algorithms(True, warn_only=True)
        assert lib.are_deterministic_algorithms_enabled()
        assert lib.is_deterministic_algorithms_warn_only_enabled()
        assert lib.get_deterministic_debug_mode() == 1
    finally:
        lib.use_deterministic_algorithms(False)
    assert not lib.are_deterministic_algorithms_enabled()
    with pytest.raises(RuntimeError):
        lib.set_deterministic_debug_mode("loud")
    try:
        lib.set_float32_matmul_precision("high")
        assert lib.get_float32_matmul_precision() == "high"
        with pytest.raises(RuntimeError, match="expected one of 'highest', 'high', 'medium', got 'low'"):
            dv.set_float32_matmul_precision("low")
    finally:
        lib.set_float32_matmul_precision("highest")
    before = lib.backends.cudnn.benchmark
    if lib is dv:  # PyTorch's own test helpers, once imported, forbid it there
        lib.backends.cudnn.benchmark = True
        assert lib.backends.cudnn.benchmark
        lib.backends.cudnn.benchmark = before
    lib.backends.cuda.matmul.allow_tf32 = False
    with pytest.raises(AttributeError):
        lib.backends.cudnn.nothing  # noqa: B018


def test_misspelt_settings_are_errors() -> None:
    """A setting that a library does not have is an error that names the nearest."""
    with pytest.raises(AttributeError, match="did you mean 'benchmark'"):
        dv.backends.cudnn.benchmrak = True


def test_seeds_repeat_numbers(lib: Any) -> None:
    """`manual_seed` makes numbers repeat, `initial_seed` tells it, `random.fork_rng` leaves the generator as it was."""
    lib.manual_seed(7)
    first = lib.rand(3)
    lib.random.manual_seed(7)
    assert lib.equal(lib.rand(3), first) and lib.initial_seed() == lib.random.initial_seed() == 7
    state = lib.random.get_rng_state()
    with lib.random.fork_rng():
        lib.rand(5)
    after = lib.rand(3)
    lib.random.set_rng_state(state)
    assert lib.equal(lib.rand(3), after)
    assert isinstance(lib.seed(), int)


def test_mixed_precision_is_refused_on_the_processor_and_nothing_elsewhere() -> None:
    """`autocast` on the processor is an error that says why; for an absent device it warns and does nothing."""
    for call in (lambda: dv.autocast("cpu"), lambda: dv.amp.autocast("cpu", dtype=dv.float16)):
        with pytest.raises(RuntimeError, match="mixed precision is not here: NumPy has no bfloat16"):
            call()
    with pytest.raises(ValueError, match="expected the name of a device"):
        dv.autocast(dv.device("cpu"))
    with pytest.warns(UserWarning, match="device 'cuda' is not available"), dv.cuda.amp.autocast():
        assert (dv.ones(1) @ dv.ones(1)).dtype == dv.float32


def test_a_scaler_of_losses_that_is_off_passes_them_on(lib: Any) -> None:
    """`amp.GradScaler` without effect passes losses and steps on."""
    x = lib.ones(1, requires_grad=True)
    optimizer, scaler = lib.optim.SGD([x], lr=0.25), lib.amp.GradScaler(enabled=False)
    scaler.scale((x * x).sum()).backward()
    scaler.unscale_(optimizer)
    scaler.step(optimizer)
    scaler.update()
    scaler.load_state_dict(scaler.state_dict())
    assert x.tolist() == [0.5] and not scaler.is_enabled() and scaler.get_scale() == 1.0


def test_parameters_carry_tags(lib: Any) -> None:
    """Programs can put attributes on parameters; pickles and copies keep them."""
    weight = lib.nn.Parameter(lib.ones(2))
    weight.no_decay = True
    assert pickle.loads(pickle.dumps(weight)).no_decay
    assert copy.copy(weight).no_decay
    layer = lib.nn.Linear(1, 1)
    layer.weight.group = [1]
    assert layer.weight.group == [1]


def test_deep_copies_keep_tags() -> None:
    """A deep copy of a parameter has copies of the attributes that programs put on it."""
    weight = dv.nn.Parameter(dv.ones(2))
    weight.group = [1]
    copied = copy.deepcopy(weight)
    assert copied.group == [1] and copied.group is not weight.group


def test_tensors_on_memory_of_others(lib: Any) -> None:
    """`asarray`, `frombuffer` and DLPack share memory where they can, both ways."""
    array = np.zeros(2, np.float32)
    for make in (lib.asarray, lib.from_dlpack, lambda memory: lib.frombuffer(memory, dtype=lib.float32)):
        make(array).add_(1)
    assert array.tolist() == [3.0, 3.0]
    assert np.from_dlpack(lib.ones(2)).tolist() == [1.0, 1.0]
    assert lib.from_dlpack(lib.ones(2)).tolist() == [1.0, 1.0]
    copied = lib.asarray(array, copy=True)
    copied.add_(1)
    assert array.tolist() == [3.0, 3.0]
    assert lib.asarray(array, dtype=lib.float64).dtype == lib.float64
    assert lib.asarray([1, 2]).tolist() == [1, 2] and lib.asarray([1.0], requires_grad=True).requires_grad
    assert lib.frombuffer(bytearray(b"\x01\x02\x03"), dtype=lib.uint8, count=1, offset=1).tolist() == [2]
    with pytest.raises(ValueError):
        lib.asarray(array, dtype=lib.float64, copy=False)
    x = lib.ones(1, requires_grad=True)
    assert lib.asarray(x).requires_grad and not lib.asarray(x, requires_grad=False).requires_grad


def test_tensors_pass_between_libraries() -> None:
    """DLPack takes tensors to PyTorch and back on the same memory; what requires grad is refused."""
    torch = pytest.importorskip("torch")
    x = dv.arange(3.0)
    theirs = torch.from_dlpack(x)
    theirs.add_(1)
    assert x.tolist() == [1.0, 2.0, 3.0]
    dv.from_dlpack(theirs).mul_(2)
    assert theirs.tolist() == [2.0, 4.0, 6.0]
    assert torch.utils.dlpack.from_dlpack(dv.to_dlpack(x)).tolist() == [2.0, 4.0, 6.0]
    with pytest.raises(TypeError, match="from_dlpack: expected an object that has __dlpack__, got list"):
        dv.from_dlpack([1.0])


def test_the_random_module_of_python_is_another(lib: Any) -> None:
    """`manual_seed` leaves Python's own numbers alone."""
    random.seed(0)
    expected = random.random()
    random.seed(0)
    lib.manual_seed(5)
    assert random.random() == expected


@pytest.mark.parametrize("name", ["DoubleTensor", "derivata.DoubleTensor"])
def test_the_default_dtype_by_a_class(name: str) -> None:
    """`set_default_tensor_type` takes a class or its name."""
    try:
        dv.set_default_tensor_type(name if "." in name else getattr(dv, name))
        assert dv.ones(1).dtype == dv.float64
    finally:
        dv.set_default_tensor_type(dv.FloatTensor)
    with pytest.raises(TypeError):
        dv.set_default_tensor_type(dv.LongTensor)


def test_shapes_and_dtypes_have_classes(lib: Any) -> None:
    """`Size` and `dtype` name the classes of shapes and dtypes, as in annotations and questions."""

    def cast(x: lib.Tensor, dtype: lib.dtype = lib.float32) -> Any:
        return x.to(dtype)

    x = lib.ones(2, 3, dtype=lib.int64)
    assert x.shape == lib.Size([2, 3])
    assert isinstance(x.shape, lib.Size)
    assert isinstance(cast(x).dtype, lib.dtype)
    assert not isinstance("float32", lib.dtype)
