"""What the search finds first: the name that was typed, before longer names that begin with it.

The search completes words, and a rare word counts more than a frequent one: `Linear` would come behind
`LinearCrossEntropyLoss`. So a name counts twice as much as what it is the beginning of.
"""

import re
from functools import cache

from .pages import Pages

NAMES = ("docs/op/", "docs/reference/")
TUTORIALS = "docs/tutorials/"


def ranked(pages: Pages) -> Pages:
    """Return the pages, with the weight that the search gives to them; those that have one keep it."""
    titles = {path: title(text) for path, text in pages.items() if path.startswith(NAMES)}
    names = {last(one) for one in titles.values() if not one.endswith("_")}

    @cache
    def above(name: str) -> int:
        """Return the length of the longest chain of names that begin with this one."""
        return max(
            (1 + above(other) for other in names if other != name and other.startswith(name)), default=0
        )

    weights = {path: weight(one, above(last(one))) for path, one in titles.items()}
    weights |= {path: 2.0 for path in pages if path.startswith(TUTORIALS)}
    return {path: weighted(text, weights.get(path, 1.0)) for path, text in pages.items()}


def title(text: str) -> str:
    """Return the title of a page, which is its first heading."""
    found = re.search(r"^# (.*)", text, re.MULTILINE)
    return found[1].strip("`") if found else ""


def last(name: str) -> str:
    """Return a name without its module and without capitals, as the search compares it."""
    return name.rpartition(".")[2].lower()


def weight(name: str, above: int) -> float:
    """Return how much a page counts, a quarter more if its name is the whole title: `sum` before `masked.sum`."""
    whole = "." not in name or name.startswith("nn.functional.")
    return 2.0**above * (1.25 if above and whole else 1.0)


def weighted(text: str, weight: float) -> str:
    """Return a page with its weight."""
    return (
        text
        if weight == 1.0 or text.startswith("---\n")
        else f"---\nsearch: {{ boost: {weight:g} }}\n---\n\n{text}"
    )
