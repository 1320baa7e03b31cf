"""Modes as decorators: of functions, generators and coroutines, whose bodies alone run in the mode."""

import functools
import inspect
import warnings
from collections.abc import Callable, Coroutine, Generator
from contextlib import AbstractContextManager
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
Mode = Callable[[], AbstractContextManager[Any]]


def decorated(mode: Mode, function: Callable[P, R], name: str) -> Callable[P, R]:
    """Return a function whose body runs in a mode, created anew at each call because it may run in many threads."""
    if inspect.isclass(function):
        warnings.warn(
            f"{name}: decorating the class {function.__name__!r} affects its construction only; decorate its methods",
            FutureWarning,
            stacklevel=3,
        )
    if inspect.isgeneratorfunction(function):
        return cast(Callable[P, R], _generator(mode, function))
    if inspect.iscoroutinefunction(function):
        return cast(Callable[P, R], _coroutine(mode, function))

    @functools.wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        with mode():
            return function(*args, **kwargs)

    return wrapper


def _coroutine(
    mode: Mode, function: Callable[..., Coroutine[Any, Any, Any]]
) -> Callable[..., Coroutine[Any, Any, Any]]:
    """Run the body of a coroutine in a mode; other tasks keep theirs while it waits."""

    @functools.wraps(function)
    async def wrapper(*args: Any, **kwargs: Any) -> Any:
        with mode():
            return await function(*args, **kwargs)

    return wrapper


def _generator(
    mode: Mode, function: Callable[..., Generator[Any, Any, Any]]
) -> Callable[..., Generator[Any, Any, Any]]:
    """Run the body of a generator in a mode; at every yield, its caller runs in the caller's own mode."""

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        generator = function(*args, **kwargs)
        resume: Callable[[], Any] = functools.partial(next, generator)
        while True:
            try:
                with mode():
                    item = resume()
            except StopIteration as stop:
                return stop.value
            try:
                sent = yield item
            except GeneratorExit:
                with mode():
                    generator.close()
                raise
            except BaseException as error:
                resume = functools.partial(generator.throw, error)
            else:
                resume = functools.partial(generator.send, sent)

    return wrapper
