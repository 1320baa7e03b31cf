"""The programs of the gallery find what is known, and each has its picture."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import derivata as dv

pytest.importorskip("scipy", reason="the programs need SciPy")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def load(name: str) -> SimpleNamespace:
    return SimpleNamespace(**runpy.run_path(str(EXAMPLES / f"{name}.py")))


def test_fastest_slide_is_the_cycloid() -> None:
    """No chain of straight pieces is faster than the cycloid, and the best of them is hardly slower."""
    program = load("brachistochrone")
    radius, angle = program.cycloid()
    fastest = angle * np.sqrt(radius / program.GRAVITY)
    depths = program.fastest()
    assert 1 <= program.time(depths).item() / fastest < 1.0005
    turned = np.linspace(0, angle, 1000)
    on_cycloid = np.interp(
        program.joints()[1:-1], radius * (turned - np.sin(turned)), radius * (1 - np.cos(turned))
    )
    np.testing.assert_allclose(depths.numpy(), on_cycloid, atol=0.01)


def test_back_of_the_lens_is_a_hyperbola() -> None:
    program = load("lens")
    coefficients = program.grind()
    y = program.heights()
    np.testing.assert_allclose(program.back(coefficients, y).numpy(), program.hyperbola(y.numpy()), atol=1e-6)
    assert program.misses(coefficients).abs().max() < 1e-5
    paths = program.INDEX * program.hyperbola(y.numpy()) + np.hypot(
        program.FOCUS - program.hyperbola(y.numpy()), y.numpy()
    )
    np.testing.assert_allclose(paths, program.FOCUS, rtol=1e-12)


def test_learned_filter_has_the_least_squares() -> None:
    program = load("learned_filter")
    clean, noisy = program.images()
    kernel = program.learn(noisy, clean).numpy()
    taps = program.TAPS
    padded = np.pad(noisy.numpy()[0, 0], taps // 2, mode="reflect")
    patches = np.lib.stride_tricks.sliding_window_view(padded, (taps, taps)).reshape(-1, taps**2)
    best = np.linalg.lstsq(patches, clean.numpy().ravel())[0]
    np.testing.assert_allclose(kernel.ravel(), best, atol=1e-3)
    _, other = program.images(seed=1)
    assert program.misfit(dv.tensor(kernel), other, clean) < 0.1 * (other - clean).square().mean()


def test_double_pendulum_keeps_its_energy() -> None:
    """The equations of motion are right: kinetic and potential energy add up to the same at all times."""
    program = load("double_pendulum")
    length, mass = 0.7, 0.5
    turns = dv.tensor([[1.5, 0.3], [-0.5, 1.1]], dtype=dv.float64)
    speeds = dv.tensor([[0.7, -1.0], [1.3, 0.4]], dtype=dv.float64)

    def energy(angles: dv.Tensor, speeds: dv.Tensor) -> dv.Tensor:
        (a, b), (u, v) = angles, speeds
        across = u * dv.cos(a) + length * v * dv.cos(b), u * dv.sin(a) + length * v * dv.sin(b)
        moving = 0.5 * u.square() + 0.5 * mass * (across[0].square() + across[1].square())
        return moving - program.GRAVITY * ((1 + mass) * dv.cos(a) + mass * length * dv.cos(b))

    pushed = program.accelerations(
        tuple(turns), tuple(speeds), dv.tensor(length).double(), dv.tensor(mass).double()
    )
    _, change = dv.func.jvp(energy, (turns, speeds), (speeds, dv.stack(pushed)))
    np.testing.assert_allclose(change.numpy(), 0, atol=1e-6)


@pytest.mark.slow
def test_double_pendulum_is_found() -> None:
    program = load("double_pendulum")
    found, errors = program.fit(program.observations())
    assert (abs(found - program.TRUE) < 3 * errors).all()
    assert (errors < 0.05).all()


def test_source_of_the_field_is_that_of_its_solution() -> None:
    program = load("pinn")
    x, y, step = *program.grid(7), 1e-4
    around = [program.known(x + a, y + b) for a, b in ((step, 0), (-step, 0), (0, step), (0, -step))]
    laplacian = (sum(around) - 4 * program.known(x, y)) / step**2
    np.testing.assert_allclose(laplacian.numpy(), -program.source(x, y).numpy(), atol=1e-4)


@pytest.mark.slow
def test_field_is_the_solution() -> None:
    program = load("pinn")
    assert program.error(program.fit()) < program.GOAL


@pytest.mark.slow
def test_spirals_are_told_apart() -> None:
    program = load("spirals")
    model, losses = program.train()
    assert losses[-1] < 0.1 * losses[0]
    assert program.accuracy(model, *program.spirals(seed=1)) > program.GOAL


@pytest.mark.slow
def test_a_compiled_simulation_finds_the_value_of_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    program = load("options")
    program.main()
    assert "vega" in capsys.readouterr().out
    assert len(program.simulate.programs) == 1
    plain = dv.func.value_and_grad(program.simulated, argnums=(0, 1, 2))
    dv.manual_seed(1)
    ours = program.greeks(program.simulate)
    dv.manual_seed(1)
    np.testing.assert_allclose(ours, program.greeks(plain), rtol=1e-5)


def test_pictures_are_drawn(tmp_path: Path) -> None:
    """Each is of a program, says in its docstring what it shows, and is not empty."""
    pytest.importorskip("matplotlib", reason="draws")
    pictures = SimpleNamespace(**runpy.run_path(str(EXAMPLES / "pictures.py")))
    assert len(pictures.PICTURES) == 12
    for picture in pictures.PICTURES:
        assert (EXAMPLES / f"{picture.__name__}.py").exists() and picture.__doc__
    drawn = pictures.draw(pictures.brachistochrone, tmp_path)
    assert drawn.read_bytes().startswith(b"\x89PNG") and drawn.stat().st_size > 10_000
