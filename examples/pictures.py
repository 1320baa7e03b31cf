"""Draw what the programs find, one picture for each: `python examples/pictures.py FOLDER`.

Needs matplotlib, which `derivata[demo]` has. Backgrounds are transparent, and axes and letters are gray: the pictures
are for pages both light and dark.
"""

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import matplotlib
import numpy as np

import derivata as dv

matplotlib.use("svg")
from matplotlib import pyplot as plt

HERE = Path(__file__).resolve().parent
FIRST, SECOND, THIRD, GRAY = "#5c6bc0", "#ef6c00", "#43a047", "#888888"
STYLE = {
    "axes.edgecolor": GRAY,
    "axes.facecolor": "none",
    "axes.labelcolor": GRAY,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": GRAY,
    "axes.titlesize": "medium",
    "figure.facecolor": "none",
    "figure.figsize": (6.4, 3.6),
    "image.cmap": "RdBu_r",
    "legend.frameon": False,
    "legend.labelcolor": GRAY,
    "savefig.dpi": 150,
    "xtick.color": GRAY,
    "ytick.color": GRAY,
}

Program = SimpleNamespace


def gaussian_process(program: Program) -> None:
    """The data, the function that is expected, and twice its standard deviation."""
    x, y = program.data()
    logarithms, _, _ = program.fit(x, y)
    places = dv.linspace(-0.5, 12, 300, dtype=dv.float64)
    mean, deviation = (one.numpy() for one in program.predict(places, x, y, logarithms))
    plt.fill_between(places.numpy(), mean - 2 * deviation, mean + 2 * deviation, color=FIRST, alpha=0.3)
    plt.plot(places.numpy(), mean, color=FIRST)
    plt.plot(x.numpy(), y.numpy(), ".", color=SECOND, markersize=3)


def kalman_filter(program: Program) -> None:
    """The likelihood of both deviations, its greatest value, and the truth."""
    seen = program.observations()
    found, errors, rest = program.fit(seen)
    pushes, sights = (np.linspace(at - 3 * by, at + 3 * by, 9) for at, by in zip(found, errors, strict=True))
    points = dv.tensor([[push, sight] for sight in sights for push in pushes])
    values = [rest - program.negative_log_likelihood(point, seen).item() for point in points]
    heights = np.reshape(values, (len(sights), len(pushes)))
    levels = [-4.5, -2.0, -0.5, 0.0]
    plt.contourf(
        np.exp(pushes),
        np.exp(sights),
        heights,
        levels,
        colors=[FIRST + depth for depth in ("30", "70", "b0")],
    )
    plt.plot(*np.exp(found), "o", color=FIRST, label="found")
    plt.plot(*np.exp(program.TRUE), "x", color=SECOND, label="true")
    plt.xlabel("deviation of the pushes")
    plt.ylabel("deviation of what is seen")
    plt.legend()


def gaussian_mixture(program: Program) -> None:
    """The points, and the clouds that were found: ellipses at once and twice the deviation."""
    points = program.sample()
    mixture = program.fit(points, len(program.WEIGHTS))
    plt.plot(*points.T, ".", color=GRAY, markersize=2)
    turn = np.linspace(0, 2 * np.pi, 100)
    circle = np.stack([np.cos(turn), np.sin(turn)])
    for mean, factor, color in zip(
        mixture.means.numpy(), mixture.factors.numpy(), (FIRST, SECOND, THIRD), strict=True
    ):
        for size in (1, 2):
            plt.plot(*(mean[:, None] + size * factor @ circle), color=color, linewidth=2)
    plt.gca().set_aspect("equal")


def ica(program: Program) -> None:
    """What the microphones recorded, and the voices that were found in it."""
    recorded = program.MIXTURE @ program.voices()
    found = program.separate(dv.tensor(recorded)) @ recorded
    for column, (title, signals) in enumerate({"recorded": recorded, "found": found}.items()):
        axes = plt.subplot(1, 2, column + 1)
        axes.set_title(title)
        axes.set_axis_off()
        for row, (signal, color) in enumerate(zip(signals, (FIRST, SECOND, THIRD), strict=True)):
            axes.plot(signal / abs(signal).max() - 2 * row, color=color, linewidth=0.4, rasterized=True)


def spectrogram(program: Program) -> None:
    """The spectrogram that was wanted, and that of the signal that was found."""
    wanted = program.spectrogram(program.song())
    found = program.spectrogram(program.found(wanted, 150))
    for place, (title, image) in enumerate({"wanted": wanted, "found": found}.items()):
        plt.subplot(1, 2, place + 1, title=title, xticks=[], yticks=[])
        plt.imshow(np.log(image.numpy() + 0.1), origin="lower", aspect="auto", cmap="magma")


def neural_ode(program: Program) -> None:
    """The pendulum's motion, and that of the law that was learned from the points."""
    start = dv.tensor([1.5, 0.0], dtype=dv.float64)
    seen = program.Solve.apply(program.pendulum, program.TIMES, 1e-6, start)
    parameters = program.learn(seen, 25)
    fine = np.linspace(0, program.TIMES[-1], 200)
    for law, more, color, label in (
        (program.pendulum, (), SECOND, "true"),
        (program.network, parameters, FIRST, "learned"),
    ):
        places = program.Solve.apply(law, fine, 1e-6, start, *more)
        plt.plot(*places.detach().numpy().T, color=color, label=label)
    plt.plot(*seen.numpy().T, ".", color=SECOND)
    plt.xlabel("angle")
    plt.ylabel("angular velocity")
    plt.legend()


def pinn(program: Program) -> None:
    """The field that the network says, and how far it is from the solution."""
    weights = program.fit()
    count = 60
    x, y = program.grid(count)
    field, true = program.solution(weights, x, y).detach(), program.known(x, y)
    for place, (title, values) in enumerate({"the field": field, "its error": field - true}.items()):
        plt.subplot(1, 2, place + 1, title=title, xticks=[], yticks=[])
        plt.imshow(values.numpy().reshape(count, count).T, origin="lower")
        plt.colorbar(shrink=0.7)


def learned_filter(program: Program) -> None:
    """An image with other noise before and after the filter, and the filter."""
    clean, noisy = program.images()
    kernel = program.learn(noisy, clean)
    _, other = program.images(seed=1)
    shown = {
        "with noise": other[0, 0],
        "filtered": program.filtered(kernel, other)[0, 0],
        "the filter": kernel,
    }
    for place, (title, image) in enumerate(shown.items()):
        plt.subplot(1, 3, place + 1, title=title, xticks=[], yticks=[])
        plt.imshow(image.numpy(), vmin=-abs(image).max().item(), vmax=abs(image).max().item())


def double_pendulum(program: Program) -> None:
    """The angles with noise, and those of the pendulum that was found."""
    seen = program.observations()
    found, _ = program.fit(seen)
    times = program.STEP * np.arange(len(seen))
    angles = program.motion(dv.tensor(found)).numpy()
    for number, (color, label) in enumerate(((FIRST, "upper rod"), (SECOND, "lower rod"))):
        plt.plot(times, seen.numpy()[:, number], ".", color=color)
        plt.plot(times, angles[:, number], color=color, label=label)
    plt.xlabel("seconds")
    plt.ylabel("angle")
    plt.legend()


def brachistochrone(program: Program) -> None:
    """The slide that was found, over the arc of the cycloid."""
    radius, angle = program.cycloid()
    turned = np.linspace(0, angle, 200)
    depths = np.concatenate([[0], program.fastest().numpy(), [program.DROP]])
    x, y = radius * (turned - np.sin(turned)), radius * (np.cos(turned) - 1)
    plt.plot(x, y, color=SECOND, linewidth=5, alpha=0.5, label="cycloid")
    plt.plot(program.joints().numpy(), -depths, color=FIRST, label="found")
    plt.plot([0, program.WIDTH], [0, -program.DROP], "--", color=GRAY, label="straight")
    plt.gca().set_aspect("equal")
    plt.legend()


def lens(program: Program) -> None:
    """Rays through the lens that was found."""
    coefficients = program.grind()
    y = program.heights()
    out, fall = (
        one.detach().numpy() for one in (program.back(coefficients, y), program.deflections(coefficients, y))
    )
    for height, start, slope in zip(y.numpy()[3::4], out[3::4], fall[3::4], strict=True):
        for side in (1, -1):
            across = [-1.2, start, program.FOCUS + 0.6]
            end = height - slope * (across[-1] - start)
            plt.plot(across, np.multiply(side, [height, height, end]), color=SECOND, linewidth=0.8)
    edge = out.min() - 0.1
    heights = np.concatenate([-y.numpy()[::-1], y.numpy()])
    plt.fill_betweenx(heights, edge, np.concatenate([out[::-1], out]), color=FIRST, alpha=0.4)
    plt.gca().set_aspect("equal")
    plt.axis("off")


def spirals(program: Program) -> None:
    """The points, and what the network thinks everywhere."""
    model, losses = program.train(500)
    points, arm = program.spirals()
    side = np.linspace(-1.15, 1.15, 120)
    places = np.stack(np.meshgrid(side, side), -1).reshape(-1, 2)
    with dv.no_grad():
        chances = model(dv.tensor(places, dtype=dv.float32)).sigmoid().numpy().reshape(120, 120)
    plt.subplot(1, 2, 1, xticks=[], yticks=[], aspect="equal")
    plt.contourf(side, side, chances, [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1], cmap="PuOr_r", alpha=0.4)
    for kind, color in ((0, FIRST), (1, SECOND)):
        plt.plot(*points.numpy()[arm.numpy() == kind].T, ".", color=color, markersize=4)
    plt.subplot(1, 2, 2, xlabel="step", ylabel="loss")
    plt.semilogy(losses, color=FIRST)


PICTURES: tuple[Callable[[Program], None], ...] = (
    gaussian_process, kalman_filter, gaussian_mixture, ica, spectrogram, neural_ode,
    pinn, learned_filter, double_pendulum, brachistochrone, lens, spirals,
)  # fmt: skip


def draw(picture: Callable[[Program], None], folder: Path) -> Path:
    """Run a program and draw what it finds; return the file."""
    program = SimpleNamespace(**runpy.run_path(str(HERE / f"{picture.__name__}.py")))
    with plt.rc_context(STYLE):
        figure = plt.figure(layout="tight")
        picture(program)
        file = folder / f"{picture.__name__}.png"
        figure.savefig(file)
        plt.close(figure)
    return file


def main() -> None:
    """Draw all pictures."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        print(draw(picture, folder))


if __name__ == "__main__":
    main()
