"""Efficiency over the number of ranks, as a picture."""

from pathlib import Path
from typing import Any

from .networks import NETWORKS
from .report import PROCESSORS, RANKS, adding_of, steps_of
from .steps import seconds


def draw(two: dict[str, Any], path: Path) -> None:
    """Draw for each model the share of time that ranks compute, a line for each network; dashed: many processors."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "scaling"  # so that the same numbers are the same file
    from matplotlib import pyplot

    adding, models = adding_of(two), steps_of(two)
    figure, panels = pyplot.subplots(1, len(models), figsize=(10, 3.8), sharey=True)
    for axes, (name, step) in zip(panels, models.items(), strict=True):
        for number, network in enumerate(NETWORKS):
            for processors, style in zip(PROCESSORS, ("-", "--"), strict=True):
                fast = step.faster(processors)
                shares = [fast.alone / seconds("plain", fast, ranks, network, adding) for ranks in RANKS]
                label = network.name if processors == 1 else None
                axes.plot(RANKS, shares, style, color=f"C{number}", label=label)
        axes.set_xscale("log", base=2)
        axes.set_xticks(RANKS[::3], [f"{ranks:,}" for ranks in RANKS[::3]])
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("ranks")
        axes.set_title(f"{name}, {step.nbytes / 1e6:.3g} MB of gradients", fontsize=9)
    panels[0].set_ylabel("time of one rank alone / time of a step")
    lines = panels[0].get_legend_handles_labels()
    figure.legend(*lines, fontsize=8, frameon=False, loc="lower center", ncols=len(NETWORKS))
    figure.suptitle(
        "Predicted efficiency with the same batch on each rank of 1 processor, dashed: of 32", fontsize=10
    )
    figure.tight_layout(rect=(0, 0.07, 1, 1))
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
