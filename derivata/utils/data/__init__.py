"""Data for training: datasets, samplers, and loaders that make batches, in processes of their own if wanted."""

from typing import TYPE_CHECKING

from ...support.missing_names import only_these
from .collate import default_collate as default_collate
from .collate import default_convert as default_convert
from .datasets import ChainDataset as ChainDataset
from .datasets import ConcatDataset as ConcatDataset
from .datasets import Dataset as Dataset
from .datasets import IterableDataset as IterableDataset
from .datasets import StackDataset as StackDataset
from .datasets import Subset as Subset
from .datasets import TensorDataset as TensorDataset
from .datasets import random_split as random_split
from .loader import DataLoader as DataLoader
from .samplers import BatchSampler as BatchSampler
from .samplers import RandomSampler as RandomSampler
from .samplers import Sampler as Sampler
from .samplers import SequentialSampler as SequentialSampler
from .samplers import SubsetRandomSampler as SubsetRandomSampler
from .samplers import WeightedRandomSampler as WeightedRandomSampler
from .worker import get_worker_info as get_worker_info

__all__ = [
    "BatchSampler",
    "ChainDataset",
    "ConcatDataset",
    "DataLoader",
    "Dataset",
    "IterableDataset",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "StackDataset",
    "Subset",
    "SubsetRandomSampler",
    "TensorDataset",
    "WeightedRandomSampler",
    "default_collate",
    "default_convert",
    "get_worker_info",
    "random_split",
]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
