"""The table as a picture."""

from pathlib import Path


def draw(table: dict[str, dict[str, float]], names: list[str], path: Path, note: str) -> None:
    """Draw bars of every rival's time over derivata's, problem by problem."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 4.2))
    width = 0.8 / len(names)
    for number, name in enumerate(names):
        places = [row + (number - (len(names) - 1) / 2) * width for row in range(len(table))]
        heights = [ratios.get(name, float("nan")) - 1 for ratios in table.values()]
        axes.bar(places, heights, width, bottom=1, label=name)
    axes.axhline(1.0, color="black", linewidth=1)
    axes.set_yscale("log")
    axes.set_ylabel("time / time of derivata")
    axes.set_xticks(range(len(table)), list(table), rotation=15, ha="right", fontsize=8)
    axes.set_title(
        f"Gradients on the CPU, {note}: bars up: derivata is faster, bars down: the other one", fontsize=10
    )
    axes.legend(fontsize=8, ncols=len(names), loc="upper center", bbox_to_anchor=(0.5, -0.2), frameon=False)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
