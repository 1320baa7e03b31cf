"""A step of training on many ranks, from measured parts and the costs of collectives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod

from .costs import Adding, Network, all_gather, all_reduce, reduce_scatter

FIRST = 2**20  # bytes of the first bucket, as DistributedDataParallel has it
LIMIT = 25 * 2**20
SINGLE = 4  # bytes of a number


@dataclass(frozen=True)
class Gradient:
    """A gradient: its shape, and how many seconds after the start of backward it is there."""

    shape: tuple[int, ...]
    ready: float

    @property
    def nbytes(self) -> int:
        return SINGLE * prod(self.shape)


@dataclass(frozen=True)
class Step:
    """What one rank computes in a step, in seconds; gradients in the order in which they come.

    `extra` is what communication hooks compute, by their names.
    """

    forward: float
    backward: float
    optimizer: float
    gradients: Sequence[Gradient]
    extra: dict[str, float] = field(default_factory=dict)

    @property
    def alone(self) -> float:
        return self.forward + self.backward + self.optimizer

    @property
    def nbytes(self) -> int:
        return sum(gradient.nbytes for gradient in self.gradients)

    def faster(self, factor: float) -> "Step":
        """Return the step of a rank that computes faster."""
        return Step(
            self.forward / factor,
            self.backward / factor,
            self.optimizer / factor,
            [Gradient(one.shape, one.ready / factor) for one in self.gradients],
            {way: took / factor for way, took in self.extra.items()},
        )


@dataclass(frozen=True)
class Message:
    """What is sent of a bucket: bytes, when they are there, and what adding a byte takes."""

    ready: float
    nbytes: float
    gamma: float


def buckets(step: Step, limit: float = LIMIT) -> list[list[Gradient]]:
    """Return the gradients of each bucket: it is full with so many bytes, the first one with at most `FIRST`."""
    done: list[list[Gradient]] = []
    filling: list[Gradient] = []
    for gradient in step.gradients:
        filling.append(gradient)
        if sum(one.nbytes for one in filling) >= (limit if done else min(FIRST, limit)):
            done.append(filling)
            filling = []
    return [*done, filling] if filling else done


def behind_backward(
    step: Step, messages: Sequence[Message], cost: Callable[[Message], float], overlap: bool
) -> float:
    """Return how many seconds after the end of backward the last message has arrived.

    Messages go one after the other, each when it is ready: hidden behind backward, or not before it has ended.
    """
    end = 0.0 if overlap else step.backward
    for message in messages:
        end = max(end, message.ready) + cost(message)
    return max(end - step.backward, 0.0)


def plain(step: Step, adding: Adding, limit: float) -> list[Message]:
    """Return a message for each bucket."""
    return [
        Message(one[-1].ready, sum(gradient.nbytes for gradient in one), adding.single)
        for one in buckets(step, limit)
    ]


def thin(gradient: Gradient, rank: int = 1, rate: float = 2) -> tuple[float, float]:
    """Return the bytes of a gradient in the first and second message of PowerSGD."""
    if len(gradient.shape) > 1:
        height, width = gradient.shape[0], prod(gradient.shape[1:])
        columns = min(rank, height, width)
        if (height + width) * columns * rate < height * width:
            return SINGLE * height * columns, SINGLE * width * columns
    return gradient.nbytes, 0


def seconds(
    way: str,
    step: Step,
    ranks: int,
    network: Network,
    adding: Adding,
    overlap: bool = True,
    limit: float = LIMIT,
) -> float:
    """Return the seconds of a step.

    Parameters
    ----------
    way : str
        One of `WAYS`.
    step : Step
    ranks : int
    network : Network
    adding : Adding
    overlap : bool
        Whether messages go on while backward computes, as with a network card that works for itself.
    limit : float
        Bytes of a bucket.
    """

    def cost(message: Message) -> float:
        return all_reduce(ranks, message.nbytes, network, message.gamma)

    messages = plain(step, adding, limit)
    rest = step.alone
    if way == "float16":
        messages = [Message(one.ready, one.nbytes / 2, adding.half) for one in messages]
        rest += step.extra[way]
    elif way == "PowerSGD":
        parts = buckets(step, limit)
        sent = [[sum(two) for two in zip(*map(thin, part), strict=True)] for part in parts]
        messages = [
            Message(part[-1].ready, first, adding.single)
            for part, (first, _) in zip(parts, sent, strict=True)
        ]
        rest += step.extra[way]
        rest += sum(cost(Message(0.0, second, adding.single)) for _, second in sent if second)
    elif way == "sharded state":
        rest += step.optimizer * (1 / ranks - 1) + all_gather(ranks, step.nbytes, network)
    elif way == "sharded parameters":
        rest += step.optimizer * (1 / ranks - 1)
        rest += 2 * sum(
            all_gather(ranks, one.nbytes, network) for one in messages
        )  # for forward, and for backward

        def cost(message: Message) -> float:
            return reduce_scatter(ranks, message.nbytes, network, message.gamma)

    return rest + behind_backward(step, messages, cost, overlap)


WAYS = ("plain", "float16", "PowerSGD", "sharded state", "sharded parameters")


def memory(way: str, step: Step, ranks: int) -> float:
    """Return the bytes of parameters, gradients and the state of Adam on each rank, without what forward keeps."""
    parts = {"sharded state": 2 + 2 / ranks, "sharded parameters": 4 / ranks}
    return step.nbytes * parts.get(way, 4.0)
