"""What high precision has no number for."""


class Undefined(Exception):
    """A pole, NaN, a number out of reach, or something that has no form in high precision: nothing to compare with."""
