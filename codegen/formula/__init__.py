"""Formulas: text -> tree, from a closed set of syntax; nothing is run."""
