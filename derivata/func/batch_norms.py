"""Batch normalisations made ready for `vmap`, which cannot update running statistics of all samples."""

from __future__ import annotations

from ..nn.module import Module
from ..nn.modules.batchnorm import _BatchNorm
from ..nn.modules.instancenorm import _InstanceNorm


def replace_all_batch_norm_modules_(root: Module) -> Module:
    """Take the running statistics from every batch normalisation in a module, which then uses those of its batch.

    Parameters
    ----------
    root : Module
        It is changed in place, with all modules in it.

    Returns
    -------
    Module
        `root` itself.

    Examples
    --------
    >>> import derivata as dv
    >>> model = dv.func.replace_all_batch_norm_modules_(dv.nn.Sequential(dv.nn.BatchNorm1d(3)))
    >>> list(dict(model.named_buffers()))
    []
    """
    for module in root.modules():
        if isinstance(module, _BatchNorm) and not isinstance(module, _InstanceNorm):
            module.track_running_stats = False
            module.running_mean = module.running_var = module.num_batches_tracked = None
    return root
