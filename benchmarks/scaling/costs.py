"""What collectives cost by the alpha-beta model, after Thakur, Rabenseifner and Gropp (2005).

A message of n bytes takes ``alpha + n * beta`` seconds, adding n bytes to others ``n * gamma``. For numbers of ranks
that are no power of two, pairs of ranks are folded into one before, and unfolded behind, as MPICH does.

R. Thakur, R. Rabenseifner, W. Gropp: Optimization of collective communication operations in MPICH. International
Journal of High Performance Computing Applications 19(1), 2005, 49-66. The ring: P. Patarasuk, X. Yuan: Bandwidth
optimal all-reduce algorithms for clusters of workstations. Journal of Parallel and Distributed Computing 69(2), 2009,
117-124.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Network:
    """Ranks that are connected.

    Parameters
    ----------
    name : str
    alpha : float
        Seconds of a message without content.
    beta : float
        Seconds of a byte.
    source : str
        Where the figures are from.
    """

    name: str
    alpha: float
    beta: float
    source: str = ""


@dataclass(frozen=True)
class Adding:
    """Seconds that a rank takes to add a byte to another, of float32 and of float16."""

    single: float
    half: float


def ring(ranks: int, nbytes: float, network: Network, gamma: float) -> float:
    """Return the seconds of an all-reduce in which each rank talks to its neighbours."""
    part = nbytes / ranks
    return (ranks - 1) * (2 * (network.alpha + part * network.beta) + part * gamma)


def recursive_doubling(ranks: int, nbytes: float, network: Network, gamma: float) -> float:
    """Return the seconds of an all-reduce in which pairs exchange everything: few messages, for short ones."""
    rounds = ranks.bit_length() - 1
    one = network.alpha + nbytes * network.beta
    return rounds * (one + nbytes * gamma) + _folding(ranks, nbytes, network, gamma)


def rabenseifner(ranks: int, nbytes: float, network: Network, gamma: float) -> float:
    """Return the seconds of an all-reduce by halves: a reduce-scatter, then an all-gather."""
    rounds = ranks.bit_length() - 1
    share = 1 - 1 / 2**rounds
    moved = 2 * rounds * network.alpha + share * nbytes * (2 * network.beta + gamma)
    return moved + _folding(ranks, nbytes, network, gamma)


def all_reduce(ranks: int, nbytes: float, network: Network, gamma: float) -> float:
    """Return the seconds of the fastest of the three, of which MPI libraries choose one by size; 0 for one rank."""
    if ranks == 1:
        return 0.0
    return min(one(ranks, nbytes, network, gamma) for one in (ring, recursive_doubling, rabenseifner))


def reduce_scatter(ranks: int, nbytes: float, network: Network, gamma: float) -> float:
    """Return the seconds in which each rank gets its share of the sum, by recursive halving, without folding."""
    return all_gather(ranks, nbytes, network) + (1 - 1 / ranks) * nbytes * gamma


def all_gather(ranks: int, nbytes: float, network: Network) -> float:
    """Return the seconds in which all ranks get the shares of all, `nbytes` together, by recursive doubling."""
    return (ranks - 1).bit_length() * network.alpha + (1 - 1 / ranks) * nbytes * network.beta


def _folding(ranks: int, nbytes: float, network: Network, gamma: float) -> float:
    """Return what it costs that a number of ranks is no power of two."""
    if ranks & (ranks - 1) == 0:
        return 0.0
    return 2 * (network.alpha + nbytes * network.beta) + nbytes * gamma
