"""What errors say of names that derivata does not have: the nearest one, what to use, and the entry of an op to be."""
