"""Wrappers of programs for several devices and processes: with one of each they change nothing."""

from typing import Any

import pytest

import derivata as dv


def model(lib: Any) -> Any:
    nn = lib.nn
    return nn.Sequential(
        nn.Conv1d(2, 3, 1), nn.Sequential(nn.BatchNorm1d(3), nn.BatchNorm1d(3, affine=False))
    )


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_a_converted_model_computes_the_same_with_the_same_tensors(library: str) -> None:
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    net = model(lib).eval()
    weight, names = net[1][0].weight, list(net.state_dict())
    x = lib.ones(4, 2, 5)
    expected = net(x)
    converted = lib.nn.SyncBatchNorm.convert_sync_batchnorm(net)
    assert converted is net and type(net[1][0]) is type(net[1][1]) is lib.nn.SyncBatchNorm
    assert net[1][0].weight is weight and list(net.state_dict()) == names and not net[1][0].training
    assert lib.equal(net(x), expected)
    net.train()(x * lib.arange(5.0)).sum().backward()
    assert weight.grad.shape == (3,) and int(net[1][1].num_batches_tracked) == 1
    alone = lib.nn.SyncBatchNorm.convert_sync_batchnorm(lib.nn.BatchNorm2d(3, momentum=None))
    assert type(alone) is lib.nn.SyncBatchNorm and alone.momentum is None
    with pytest.raises(ValueError):
        alone(lib.ones(3))


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_data_parallel_calls_the_module_whose_names_it_prefixes(library: str) -> None:
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    inner = lib.nn.Linear(2, 1)
    wrapped = lib.nn.DataParallel(inner, device_ids=[0])
    x = lib.ones(3, 2)
    assert wrapped.module is inner and wrapped.device_ids == []
    assert lib.equal(wrapped(input=x), inner(x))
    assert list(wrapped.state_dict()) == ["module.weight", "module.bias"]


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_batch_norms_lose_their_running_statistics(library: str) -> None:
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    net = lib.nn.Sequential(lib.nn.BatchNorm1d(2), lib.nn.InstanceNorm1d(2, track_running_stats=True))
    assert lib.func.replace_all_batch_norm_modules_(net) is net
    assert [name for name, _ in net.named_buffers()] == [
        "1.running_mean",
        "1.running_var",
        "1.num_batches_tracked",
    ]
    assert not net[0].track_running_stats
    x = lib.tensor([[[1.0], [2.0]], [[3.0], [6.0]]])
    assert lib.allclose(net[0].eval()(x)[:, :, 0].sum(), lib.tensor(0.0), atol=1e-5)
