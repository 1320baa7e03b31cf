"""How steps of training scale to many ranks: measured parts of a step, and published figures of networks.

``python -m benchmarks.scaling`` measures on this machine, compares what is predicted for 2 and 4 ranks with what they
take, and prints what follows for 2 to 1,024 ranks on other networks; ``--write`` renews docs/scaling.md and its
picture.
"""
