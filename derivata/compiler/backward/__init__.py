"""Backward passes over ordinary graphs as programs: `autograd.compiled`.

`block` is what users enter, and `running` finds the plan of a pass, which the engine runs. `plan` says which nodes are
programs and which stay alone, `part` runs nodes by their formulas and makes a program of what is heard, and `lines`
writes the check that another graph is alike.
"""
