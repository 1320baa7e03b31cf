"""Messages from one rank to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .calls import member, root
from .memory import readable, writable
from .mpi import as_bytes, mpi
from .process_group import ProcessGroup
from .work import Work

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor

__all__ = ["irecv", "isend", "recv", "send"]


def isend(
    tensor: Tensor,
    dst: int | None = None,
    group: Any = None,
    tag: int = 0,
    group_dst: int | None = None,
) -> Work | None:
    """Start to send a tensor to another rank; return a handle. `send` says what the arguments are."""
    one = member("isend", group)
    return None if one is None else _sending("isend", one, tensor, dst, tag, group_dst)


def send(
    tensor: Tensor,
    dst: int | None = None,
    group: Any = None,
    tag: int = 0,
    group_dst: int | None = None,
) -> None:
    """Send a tensor to another rank, which calls `recv`.

    Parameters
    ----------
    tensor : Tensor
        Contiguous, of any dtype.
    dst, group_dst : int
        The other rank, by its number among all or in the group; one of them is given.
    group : ProcessGroup, optional
    tag : int
        A message is received with the tag that it was sent with.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> x = dv.full((2,), 3.0) if dist.get_rank() == 0 else dv.empty(2)
    >>> if dist.get_world_size() > 1 and dist.get_rank() == 0:
    ...     dist.send(x, dst=1)
    >>> if dist.get_rank() == 1:
    ...     _ = dist.recv(x, src=0)
    >>> x if dist.get_rank() < 2 else dv.full((2,), 3.0)
    tensor([3., 3.])
    >>> dist.destroy_process_group()
    """
    one = member("send", group)
    if one is not None:
        _sending("send", one, tensor, dst, tag, group_dst).wait()


def _sending(
    caller: str, group: ProcessGroup, tensor: Tensor, dst: int | None, tag: int, group_dst: int | None
) -> Work:
    if dst is None and group_dst is None:
        raise ValueError(f"{caller}: expected dst or group_dst, the rank that gets the tensor, got neither")
    target = root(caller, group, "dst", dst, group_dst)
    if target == group.rank():
        raise ValueError(f"{caller}: expected another rank as dst, got {dst}, this one")
    array = readable(caller, "tensor", tensor)
    what = f"{caller} to rank {group.ranks[target]}"
    return Work(group, what, [group.comm.Isend(as_bytes(array), target, tag)], [])


def irecv(
    tensor: Tensor,
    src: int | None = None,
    group: Any = None,
    tag: int = 0,
    group_src: int | None = None,
) -> Work | None:
    """Start to receive a tensor from another rank; return a handle. `recv` says what the arguments are."""
    one = member("irecv", group)
    return None if one is None else _receiving("irecv", one, tensor, src, tag, group_src)


def recv(
    tensor: Tensor,
    src: int | None = None,
    group: Any = None,
    tag: int = 0,
    group_src: int | None = None,
) -> int:
    """Receive a tensor that another rank has sent.

    Parameters
    ----------
    tensor : Tensor
        What is written; of the shape and dtype of what was sent.
    src, group_src : int, optional
        The other rank, by its number among all or in the group; any if none is given.
    group : ProcessGroup, optional
    tag : int

    Returns
    -------
    int
        The rank it came from; -1 if this process is no member of the group.
    """
    one = member("recv", group)
    if one is None:
        return -1
    work = _receiving("recv", one, tensor, src, tag, group_src)
    work.wait()
    return work.source_rank()


def _receiving(
    caller: str, group: ProcessGroup, tensor: Tensor, src: int | None, tag: int, group_src: int | None
) -> Work:
    from_any = src is None and group_src is None
    origin = mpi().ANY_SOURCE if from_any else root(caller, group, "src", src, group_src)
    array = writable(caller, "tensor", tensor)
    what = f"{caller} from {'any rank' if from_any else f'rank {group.ranks[origin]}'}"
    return Work(
        group, what, [group.comm.Irecv(as_bytes(array), origin, tag)], [tensor], expected=array.nbytes
    )
