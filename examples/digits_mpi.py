"""Train the network of `digits.py` on several processes, each with a part of every batch.

    mpirun -n 2 python examples/digits_mpi.py        # or: make demo-mpi

Rank 0 prints the accuracy on digits that the network has never seen; the exit code is 1 if it is below 97 %.
"""

import argparse
import os
import sys
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the matrices are small: NumPy's threads would wait for each other

from digits import BATCH, GOAL, accuracy, build_model, load

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.utils.data import DataLoader, DistributedSampler, TensorDataset


def train(model: nn.Module, x: dv.Tensor, y: dv.Tensor, epochs: int, seed: int) -> list[float]:
    """Train the model with this rank's part of each batch; return the mean loss over ranks of every step."""
    dataset = TensorDataset(x, y)
    sampler = DistributedSampler(dataset, seed=seed)
    loader = DataLoader(dataset, batch_size=BATCH // dist.get_world_size(), sampler=sampler)
    criterion = nn.CrossEntropyLoss()
    optimizer = dv.optim.AdamW(model.parameters(), lr=5e-3)
    schedule = dv.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=max(epochs, 1))
    losses: list[float] = []
    model.train()
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for inputs, targets in loader:
            optimizer.zero_grad()
            loss = criterion(model(inputs), targets)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        schedule.step()
    mean = dv.tensor(losses, dtype=dv.float64)
    dist.all_reduce(mean, op=dist.ReduceOp.AVG)
    return [float(loss) for loss in mean.tolist()]


def main(arguments: list[str] | None = None) -> int:
    """Train, test and report; return the exit code."""
    parser = argparse.ArgumentParser(description="Train a convolutional network on several processes.")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)

    dist.init_process_group("mpi", timeout=120)
    rank, size = dist.get_rank(), dist.get_world_size()
    dv.manual_seed(options.seed)
    train_x, train_y, test_x, test_y = load(options.seed)
    model = nn.parallel.DistributedDataParallel(build_model())
    dv.manual_seed(options.seed + rank)  # ranks drop out different neurons
    start = time.perf_counter()
    losses = train(model, train_x, train_y, options.epochs, options.seed)
    seconds = time.perf_counter() - start
    remembered, reached = accuracy(model, train_x, train_y), accuracy(model, test_x, test_y)
    dist.destroy_process_group()
    if rank == 0:
        print(f"training   {seconds:.1f} s on {size} ranks, {len(losses)} steps, last loss {losses[-1]:.4f}")
        print(f"accuracy   {remembered:.2%} of {len(train_y)} training images")
        print(f"           {reached:.2%} of {len(test_y)} test images (goal: {GOAL:.0%})")
    if rank == 0 and reached < GOAL:
        print(
            f"digits_mpi: expected a test accuracy of at least {GOAL:.0%}, got {reached:.2%}", file=sys.stderr
        )
    return int(reached < GOAL)


if __name__ == "__main__":
    sys.exit(main())
