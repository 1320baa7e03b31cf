"""Launches in compiled code: arguments are checked and loops are run without a line of Python."""
