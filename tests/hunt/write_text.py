"""A write between forward and backward as a program of a few lines, which prints the gradients with it and without."""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .writing import Program

VALUE = 0.37

_WAY_LINES = {
    "t[...] = v": f"lambda t: t.__setitem__(..., {VALUE} if t.dtype.kind in 'fc' else 0)",
    "t[0] = v": f"lambda t: t.__setitem__(0, {VALUE} if t.dtype.kind in 'fc' else 0)",
    "t.mul_(v)": f"lambda t: t.mul_({VALUE} if t.dtype.kind in 'fc' else 0)",
    "t.copy_(...)": "lambda t: t.copy_(dv.zeros(t.shape, dtype=t.dtype))",
    "through t.detach()": "lambda t: t.detach().fill_(0)",
    "through a view made after": "lambda t: t.view_as(t).fill_(0)",
    "under no_grad": "dv.no_grad()(lambda t: t.fill_(0))",
    "as out=": "dv.no_grad()(lambda t: dv.mul(dv.zeros(t.shape, dtype=t.dtype), 1, out=t))",
    "by an optimiser": "lambda t: (setattr(t, 'grad', dv.ones_like(t.detach())), dv.optim.SGD([t], lr=0.5).step())",
    **dict.fromkeys(("t.fill_(v)", "through a view made before", "through its base"), "lambda t: t.fill_(0)"),
}
_ORDER_LINES = {
    "once": ["    write(target)", "    return dv.autograd.grad(loss, leaves, allow_unused=True)"],
    "again": [
        "    dv.autograd.grad(loss, leaves, retain_graph=True, allow_unused=True)",
        "    write(target)",
        "    return dv.autograd.grad(loss, leaves, allow_unused=True)",
    ],
    "recorded": [
        "    write(target)",
        "    first = dv.autograd.grad(loss, leaves, create_graph=True, allow_unused=True)",
        "    second = sum((g * 2).sum() for g in first if g is not None and g.requires_grad)",
        "    return first, dv.autograd.grad(second, leaves, allow_unused=True)",
    ],
    "twice": [
        "    first = dv.autograd.grad(loss, leaves, create_graph=True, allow_unused=True)",
        "    second = sum((g * 2).sum() for g in first if g is not None and g.requires_grad)",
        "    write(target)",
        "    return first, dv.autograd.grad(second, leaves, allow_unused=True)",
    ],
}


def program_text(program: "Program") -> str:
    """Return lines that print the gradients with the write and without it."""
    case, target, way = program.call.op.case, program.target, program.way
    lines = [
        "import numpy as np",
        "import derivata as dv",
        "",
        "def run(write):",
        "    dv.manual_seed(0)",
    ]
    module, _, function = case.call.rpartition(".")
    lines[1:1] = ["from importlib import import_module"]
    names: dict[str, Any] = {}
    before: list[str] = []
    for name, value in program.call.values.items():
        is_list = isinstance(value, list) and case.kind(name) == "Tensor[]"
        items = value if is_list else [value]
        if not isinstance(items[0] if items else None, np.ndarray):
            names[name] = f"np.dtype({str(value)!r})" if isinstance(value, np.dtype) else repr(value)
            continue
        made = []
        for index, item in enumerate(items):
            label = f"{name.strip('_')}{index if is_list else ''}"
            chosen = target.place == (name, index if is_list else None)
            needs = item.dtype.kind in "fc" and not (chosen and program.constant)
            before.append(
                f"    {label} = {label}_leaf = dv.tensor({item.tolist()!r}, dtype=dv.{item.dtype}"
                f"{', requires_grad=True' if needs else ''})"
            )
            if needs and not (chosen and program.leaf):
                before.append(f"    {label} = {label}_leaf * 1")
            if chosen:
                before.append(
                    f"    target = {label}.view_as({label})" if "before" in way else f"    target = {label}"
                )
            made.append(f"{label}.view_as({label})" if chosen and "base" in way else label)
        names[name] = f"[{', '.join(made)}]" if is_list else made[0]
    arguments = []
    for name, _kind in case.arguments:
        if name in names:
            keyword = name in case.keyword_only or len(arguments) < [n for n, _ in case.arguments].index(name)
            arguments.append(f"{name}={names[name]}" if keyword else names[name])
    lines += before
    lines.append(f"    outs = import_module({module!r}).{function}({', '.join(arguments)})")
    lines.append("    outs = list(outs) if isinstance(outs, (tuple, list)) else [outs]")
    if target.place is None:
        suffix = f".view_as(outs[{target.result}])" if "before" in way else ""
        lines.append(f"    target = outs[{target.result}]{suffix}")
    leaves = [line.split(" = ")[1] for line in before if "requires_grad" in line]
    lines += [
        f"    leaves = [{', '.join(leaves)}]",
        "    loss = sum((o * dv.arange(1, o.numel() + 1).reshape(o.shape).to(o.dtype)).sum()",
        "               for o in outs if o.requires_grad)",
        *_ORDER_LINES[program.order],
        "",
        "print('untouched', run(lambda target: None))",
        f"print('written  ', run({_WAY_LINES[way]}))",
    ]
    return "\n".join(lines)
