"""Programs as graphs: `graph` has calls and values, `functions` what calls stand for; `interpret` runs one op by op.

`simplify` leaves out what need not be computed; `dimensions` are lengths that are inputs of a program for all sizes.
"""
