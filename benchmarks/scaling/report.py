"""Tables of what was measured and of what follows from it."""

import os
from collections.abc import Iterator, Sequence
from typing import Any

from .costs import Adding, Network, all_reduce
from .networks import NETWORKS
from .steps import LIMIT, WAYS, Gradient, Step, memory, seconds

HEAD = ["network", "model", "processors of a rank"]
PROCESSORS = (1, 32)
RANKS = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
SHOWN = (2, 8, 64, 256, 1024)
MANY = 64
BUCKETS = {"one for all": float("inf"), "25 MB": LIMIT, "4 MB": 4 * 2**20, "one each": 0.0}


def steps_of(found: dict[str, Any]) -> dict[str, Step]:
    """Return the step of each model that was measured."""
    return {
        name: Step(
            one["forward"],
            one["backward"],
            one["optimizer"],
            [Gradient(tuple(shape), ready) for shape, ready in one["gradients"]],
            one["extra"],
        )
        for name, one in found["models"].items()
    }


def largest(two: dict[str, Any]) -> str:
    """Return the name of the model with the most parameters."""
    return max(steps_of(two), key=lambda name: steps_of(two)[name].nbytes)


def adding_of(found: dict[str, Any]) -> Adding:
    """Return what adding a byte takes."""
    return Adding(found["adding"]["float32"], found["adding"]["float16"])


def network_of(found: dict[str, Any]) -> Network:
    """Return the line through the shortest and the longest message between two ranks here."""
    sizes = sorted((int(size), took) for size, took in found["messages"].items())
    (short, alpha), (long, most) = sizes[0], sizes[-1]
    return Network("memory of this machine", alpha, (most - alpha) / (long - short))


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def told(took: float) -> str:
    """Return seconds or milliseconds with three digits that count."""
    number, unit = (took, "s") if took >= 1 else (took * 1e3, "ms")
    return f"{number:#.3g}".rstrip(".") + f" {unit}" if took else "0"


def compared(two: dict[str, Any], four: dict[str, Any]) -> str:
    """Return what was predicted for this machine, beside what was measured."""
    network, adding, processors = network_of(two), adding_of(two), os.cpu_count() or 1
    rows = []
    for name, step in steps_of(two).items():
        for found in (two, four):
            ranks = found["ranks"]
            share = max(1.0, ranks / processors)  # ranks that compute in turns
            hidden, open_ = [
                seconds("plain", step, ranks, network, adding, overlap) + (share - 1) * step.alone
                for overlap in (True, False)
            ]
            measured = found["models"][name]["step"]
            rows.append(
                [name, str(ranks), told(hidden), told(open_), told(measured), f"{measured / open_:.2f}"]
            )
    head = [
        "model",
        "ranks",
        "predicted, messages hidden",
        "predicted, none hidden",
        "measured",
        "ratio to the latter",
    ]
    return table(head, rows)


def compared_sums(two: dict[str, Any], four: dict[str, Any]) -> str:
    """Return predicted and measured times of an all-reduce here."""
    network, adding = network_of(two), adding_of(two)
    rows = []
    for found in (two, four):
        for size in found["Allreduce"]:
            expected = all_reduce(found["ranks"], int(size), network, adding.single)
            cells = [told(found[call][size]) for call in ("Allreduce", "Iallreduce")]
            rows.append([str(found["ranks"]), f"{int(size):,}", told(expected), *cells])
    return table(["ranks", "bytes", "predicted", "`Allreduce`", "`Iallreduce`"], rows)


def parts(two: dict[str, Any]) -> str:
    """Return the measured parts of steps."""
    rows = [
        [
            name,
            f"{step.nbytes / 1e6:.1f} MB",
            *[told(part) for part in (step.forward, step.backward, step.optimizer)],
            *[told(step.extra[way]) for way in ("float16", "PowerSGD")],
        ]
        for name, step in steps_of(two).items()
    ]
    return table(
        ["model", "gradients", "forward", "backward", "AdamW", "float16 adds", "PowerSGD adds"], rows
    )


def networks(two: dict[str, Any]) -> str:
    """Return the figures of networks."""
    rows = [
        [one.name, f"{one.alpha * 1e6:.3g} us", f"{8e-9 / one.beta:.3g} Gb/s", one.source or "measured"]
        for one in (network_of(two), *NETWORKS)
    ]
    return table(["network", "alpha", "1 / beta", "source"], rows)


def ranks_of(two: dict[str, Any], names: Sequence[str]) -> Iterator[tuple[list[str], Network, Step]]:
    """Yield cells of a table, network and step, of ranks with one processor and with many."""
    for network in NETWORKS:
        for name in names:
            for processors in PROCESSORS:
                yield [network.name, name, str(processors)], network, steps_of(two)[name].faster(processors)


def efficiencies(two: dict[str, Any]) -> str:
    """Return the share of its time that a rank computes."""
    adding = adding_of(two)
    rows = []
    for cells, network, step in ranks_of(two, list(steps_of(two))):
        shares = [step.alone / seconds("plain", step, ranks, network, adding) for ranks in SHOWN]
        rows.append([*cells, *[f"{share:.0%}" for share in shares]])
    return table([*HEAD, *[f"{ranks:,} ranks" for ranks in SHOWN]], rows)


def ways(two: dict[str, Any]) -> str:
    """Return the seconds of a step of the largest model in each way on many ranks; the fastest one in bold."""
    adding = adding_of(two)
    rows = []
    for cells, network, step in ranks_of(two, [largest(two)]):
        took = [seconds(way, step, MANY, network, adding) for way in WAYS]
        rows.append([*cells, *[f"**{told(one)}**" if one == min(took) else told(one) for one in took]])
    return table([*HEAD, *WAYS], rows)


def of_buckets(two: dict[str, Any]) -> str:
    """Return the seconds of a step of the largest model on many ranks, by the size of buckets."""
    adding = adding_of(two)
    rows = []
    for cells, network, step in ranks_of(two, [largest(two)]):
        took = [seconds("plain", step, MANY, network, adding, limit=limit) for limit in BUCKETS.values()]
        rows.append([*cells, *map(told, took)])
    return table([*HEAD, *BUCKETS], rows)


def memories(two: dict[str, Any]) -> str:
    """Return the bytes on each rank."""
    step = steps_of(two)[largest(two)]
    rows = [
        [way, *[f"{memory(way, step, ranks) / 1e6:,.0f} MB" for ranks in SHOWN]]
        for way in ("plain", "sharded state", "sharded parameters")
    ]
    return table(["way", *[f"{ranks:,} ranks" for ranks in SHOWN]], rows)


TABLES = {
    "parts": lambda two, four: parts(two),
    "networks": lambda two, four: networks(two),
    "all-reduce": compared_sums,
    "check": compared,
    "efficiency": lambda two, four: efficiencies(two),
    "ways": lambda two, four: ways(two),
    "buckets": lambda two, four: of_buckets(two),
    "memory": lambda two, four: memories(two),
}
"""What each table of docs/scaling.md is called there, and what makes it."""
