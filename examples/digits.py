"""Train a small convolutional network on the 1,797 handwritten digits of scikit-learn.

    python examples/digits.py        # or: make demo

Takes a few seconds, prints the accuracy on digits that the network has never seen, and leaves two pictures
in examples/output/: the loss curve (loss.png) and the graph that `backward` walks (graph.svg). The exit code
is 1 if the accuracy is below 97 %.
"""

import argparse
import os
import sys
import time
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the matrices are small: NumPy's threads would wait for each other

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tqdm import tqdm

import derivata as dv
from derivata import nn
from derivata.utils.data import DataLoader, TensorDataset

OUTPUT = Path(__file__).parent / "output"
GOAL = 0.97
BATCH = 64


def load(seed: int) -> tuple[dv.Tensor, dv.Tensor, dv.Tensor, dv.Tensor]:
    """Return images of shape (n, 1, 8, 8) and labels: four fifths to train with, the rest to test."""
    digits = load_digits()
    images = (digits.images[:, None] / 16).astype(np.float32)
    parts = train_test_split(images, digits.target, test_size=0.2, random_state=seed, stratify=digits.target)
    train_x, test_x, train_y, test_y = [dv.from_numpy(part) for part in parts]
    return train_x, train_y, test_x, test_y


def build_model() -> nn.Sequential:
    """Return two convolutions, and a linear layer that scores the ten digits."""
    return nn.Sequential(
        nn.Conv2d(1, 16, kernel_size=3, padding=1),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, kernel_size=3, padding=1),
        nn.BatchNorm2d(32),
        nn.ReLU(),
        nn.Flatten(),
        nn.Dropout(0.4),
        nn.Linear(32 * 4 * 4, 10),
    )


def train(model: nn.Module, x: dv.Tensor, y: dv.Tensor, epochs: int) -> list[float]:
    """Train the model and return the loss of every step."""
    criterion = nn.CrossEntropyLoss()
    optimizer = dv.optim.AdamW(model.parameters(), lr=5e-3)
    schedule = dv.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=max(epochs, 1))
    loader = DataLoader(TensorDataset(x, y), batch_size=BATCH, shuffle=True)
    losses: list[float] = []
    model.train()
    with tqdm(total=epochs * len(loader), unit="step", disable=None) as progress:
        for _ in range(epochs):
            for inputs, targets in loader:
                optimizer.zero_grad()
                loss = criterion(model(inputs), targets)
                loss.backward()
                optimizer.step()
                losses.append(loss.item())
                progress.update()
            schedule.step()
            progress.set_postfix(loss=f"{losses[-1]:.4f}")
    return losses


def accuracy(model: nn.Module, x: dv.Tensor, y: dv.Tensor) -> float:
    """Return the share of the samples that the model labels rightly."""
    model.eval()
    with dv.no_grad():
        return float((model(x).argmax(1) == y).to(dv.float32).mean())


def draw_losses(losses: list[float], path: Path) -> None:
    """Write the loss curve as a picture."""
    import matplotlib

    matplotlib.use("Agg")  # needs no screen
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.semilogy(losses, linewidth=1)
    axes.set(xlabel="step", ylabel="cross entropy of the batch", title="Training loss")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)
    plt.close(figure)


def draw_graph(model: nn.Module, x: dv.Tensor, y: dv.Tensor, path: Path) -> None:
    """Write the graph of the training loss of a few samples as a picture."""
    model.train()
    loss = nn.functional.cross_entropy(model(x[:4]), y[:4])
    path.write_text(dv.viz.make_svg(loss, model.named_parameters()))


def main(arguments: list[str] | None = None) -> int:
    """Train, test, draw and report; return the exit code."""
    parser = argparse.ArgumentParser(description="Train a convolutional network on scikit-learn's digits.")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder of the pictures")
    options = parser.parse_args(arguments)

    dv.manual_seed(options.seed)
    train_x, train_y, test_x, test_y = load(options.seed)
    model = build_model()
    print(model)
    start = time.perf_counter()
    losses = train(model, train_x, train_y, options.epochs)
    seconds = time.perf_counter() - start
    remembered, reached = accuracy(model, train_x, train_y), accuracy(model, test_x, test_y)

    options.output.mkdir(parents=True, exist_ok=True)
    draw_losses(losses, options.output / "loss.png")
    draw_graph(model, test_x, test_y, options.output / "graph.svg")
    print(f"training   {seconds:.1f} s, {len(losses)} steps")
    print(f"accuracy   {remembered:.2%} of {len(train_y)} training images")
    print(f"           {reached:.2%} of {len(test_y)} test images (goal: {GOAL:.0%})")
    print(f"pictures   {options.output}/loss.png, {options.output}/graph.svg")
    if reached < GOAL:
        print(f"digits: expected a test accuracy of at least {GOAL:.0%}, got {reached:.2%}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
