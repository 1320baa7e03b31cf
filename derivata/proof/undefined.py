"""The error for values that have no number in high precision."""


class Undefined(Exception):
    """A pole, NaN, a number out of reach, or something that has no form in high precision: nothing to compare with."""
