"""Programs for all sizes: `generalize` makes one trace of several, whose numbers are `expressions` of sizes.

`ranges` says for which sizes such a program is a good one.
"""
