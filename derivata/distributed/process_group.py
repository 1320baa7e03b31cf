"""Groups of processes that call the same functions together, over an MPI communicator each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import count
from typing import Any, ClassVar

from ..autograd.tracer import tracer
from ..compiler.refusal import CannotCompile
from . import failures, threads
from .agreement import Agreement
from .mpi import check_launch, is_available, mpi
from .versions import check_versions
from .work import Work, as_seconds

DEFAULT_TIMEOUT = timedelta(minutes=30)
"""How long a rank waits for the others, unless `init_process_group` is given a timeout; PyTorch's."""

_named: dict[str, ProcessGroup] = {}  # the groups that there are, by name: what ops take is numbers and text
_numbers = count(1)  # of the calls of `new_group`, in which all ranks take part


class ProcessGroup:
    """Ranks that communicate with each other.

    Attributes
    ----------
    ranks : list of int
        The numbers of its members in the group of all.
    timeout : float
        How many seconds a member waits for the others.
    group_name : str
        The same on all ranks, and of no other group: by it ops know their group.
    """

    def __init__(
        self, comm: Any, checks: Any, control: Any, ranks: list[int], timeout: float, group_name: str
    ) -> None:
        self.comm = comm
        self.checks = checks  # for comparisons of calls,
        self.control = control  # and messages about failures, apart from those of the program
        self.ranks = ranks
        self.timeout = timeout
        self.group_name = group_name
        self.abandoned: list[Any] = []  # keeps memory that MPI may still write to after an error
        self._calls = 0

    def rank(self) -> int:
        """Return the number of this process in the group."""
        return int(self.comm.rank)

    def size(self) -> int:
        """Return how many processes there are."""
        return int(self.comm.size)

    def global_rank(self) -> int:
        """Return the number of this process in the group of all."""
        return self.ranks[self.rank()]

    def next_call(self, caller: str) -> str:
        """Count a collective; return how errors speak of it. A trace is refused, before others wait for it in vain."""
        if tracer() is not None:
            raise CannotCompile(
                f"{caller}: ranks wait for each other, and a trace calls once more; call it outside"
            )
        self._calls += 1
        return f"{caller} (call {self._calls} of group {self.group_name})"

    def meet(self, what: str, call: str = "") -> None:
        """Wait until all members call the same thing.

        Raises
        ------
        RankMismatchError
            If one calls something else.
        """
        Work(self, what, [], [], agreement=Agreement(self, call or what)).wait()

    def __deepcopy__(self, memo: dict[int, Any]) -> ProcessGroup:
        return self  # copies of a module communicate in the same group

    def __repr__(self) -> str:
        return f"<ProcessGroup {self.group_name}: rank {self.rank()} of {self.size()}>"


class GroupMember:
    """``WORLD``, the group of all, and what `new_group` returns where this process is no member."""

    WORLD: ClassVar[ProcessGroup | None] = None
    NON_GROUP_MEMBER: ClassVar[Any] = object()


group = GroupMember


def init_process_group(
    backend: str | None = None,
    init_method: str | None = None,
    timeout: timedelta | float | None = None,
    world_size: int = -1,
    rank: int = -1,
) -> None:
    """Make the group of all processes that ``mpirun`` (or ``srun``) has started; all of them call it first.

    From then on an error that nobody catches ends all ranks, with its message and the number of the rank; threads
    times ranks do not exceed the processors, unless the environment asks for it.

    Parameters
    ----------
    backend : {"mpi"}, optional
        What carries messages.
    init_method : str, optional
        Without effect: the launcher has told MPI who is there.
    timeout : timedelta or float, optional
        How long, in seconds, a rank waits for the others before that is an error; 30 minutes if it is not given.
    world_size, rank : int, optional
        Compared with those of MPI.

    Raises
    ------
    ModuleNotFoundError
        Without mpi4py or an MPI library.
    ValueError
        For another backend, and for numbers that are not MPI's.
    RuntimeError
        If there is a group already.
    RankMismatchError
        On all ranks, if they run different releases of derivata, or of NumPy (but for its last number).

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> x = dv.ones(2)
    >>> dist.all_reduce(x)
    >>> bool((x == dist.get_world_size()).all())
    True
    >>> dist.destroy_process_group()
    """
    if backend not in (None, "mpi", "cpu:mpi"):
        raise ValueError(f"init_process_group: expected backend 'mpi', the only one, got {backend!r}")
    if GroupMember.WORLD is not None:
        raise RuntimeError("init_process_group: there is a group already; call destroy_process_group() first")
    seconds = as_seconds(DEFAULT_TIMEOUT if timeout is None else timeout)
    everybody = mpi().COMM_WORLD
    check_launch(everybody, world_size, rank)
    ranks = list(range(everybody.size))
    unborn = ProcessGroup(everybody, everybody, everybody, ranks, seconds, "WORLD")
    (comm, first), (checks, second), (control, third) = [everybody.Idup() for _ in range(3)]
    Work(unborn, "init_process_group", [first, second, third], []).wait()
    world = GroupMember.WORLD = ProcessGroup(comm, checks, control, ranks, seconds, "WORLD")
    _named[world.group_name] = world
    failures.install(everybody.rank, everybody.size)
    check_versions(comm)
    threads.share_processors(comm)


def destroy_process_group(group: ProcessGroup | None = None) -> None:
    """End a group, when all its members have called this; without an argument that of all ranks.

    A program that ends without an error need not call it.
    """
    one = resolve("destroy_process_group", group)
    if one is None:
        return
    one.meet(one.next_call("destroy_process_group"))
    for comm in (one.comm, one.checks, one.control):
        comm.Free()
    _named.pop(one.group_name, None)
    if one is GroupMember.WORLD:
        _named.clear()
        GroupMember.WORLD = None
        failures.uninstall()


def new_group(
    ranks: Sequence[int] | None = None, timeout: timedelta | float | None = None, backend: str | None = None
) -> Any:
    """Make a group of some ranks, which all ranks call with the same numbers.

    Parameters
    ----------
    ranks : sequence of int, optional
        The members; their numbers in the new group are those in ascending order. All if not given.
    timeout : timedelta or float, optional
        As that of `init_process_group`; that of the group of all if it is not given.
    backend : {"mpi"}, optional

    Returns
    -------
    ProcessGroup
        Or ``GroupMember.NON_GROUP_MEMBER`` where this process is none; collectives do nothing there.
    """
    world = _world("new_group")
    if backend not in (None, "mpi"):
        raise ValueError(f"new_group: expected backend 'mpi', the only one, got {backend!r}")
    members = world.ranks if ranks is None else sorted(ranks)
    if not members or len({*members}) < len(members) or not {*members} <= {*world.ranks}:
        raise ValueError(
            f"new_group: expected different ranks between 0 and {world.size() - 1}, at least one, got {ranks}"
        )
    world.meet(world.next_call("new_group"), f"new_group of ranks {members}")
    name = f"{next(_numbers)} of ranks {', '.join(map(str, members))}"
    if world.rank() not in members:
        return GroupMember.NON_GROUP_MEMBER
    chosen = world.comm.Get_group().Incl(members)
    comm, checks, control = [world.comm.Create_group(chosen) for _ in range(3)]
    seconds = world.timeout if timeout is None else as_seconds(timeout)
    made = _named[name] = ProcessGroup(comm, checks, control, list(members), seconds, name)
    return made


def is_initialized() -> bool:
    """Tell whether there is a group of all ranks."""
    return GroupMember.WORLD is not None


def _world(caller: str) -> ProcessGroup:
    if GroupMember.WORLD is None:
        cure = "" if is_available() else "pip install derivata[mpi], and "
        raise ValueError(
            f"{caller}: default process group has not been initialized; {cure}call init_process_group('mpi') first"
        )
    return GroupMember.WORLD


def resolve(caller: str, group: Any) -> ProcessGroup | None:
    """Return a group, that of all ranks for None; None if this process is no member of it."""
    if group is None:
        return _world(caller)
    if group is GroupMember.NON_GROUP_MEMBER:
        return None
    if not isinstance(group, ProcessGroup):
        raise TypeError(f"{caller}: argument 'group' must be a ProcessGroup, not {type(group).__name__}")
    _world(caller)
    return group


def named(group_name: str) -> ProcessGroup:
    """Return the group of a name, which is there until `destroy_process_group`."""
    found = _named.get(group_name)
    if found is None:
        known = ", ".join(map(repr, _named)) or "none, as before init_process_group"
        raise ValueError(
            f"group_name: expected the group_name of a process group that is there ({known}), got {group_name!r}; "
            "run backward before destroy_process_group"
        )
    return found
