"""Ops written in Python: `autograd.Function`, its context, and the node that runs its backward."""
