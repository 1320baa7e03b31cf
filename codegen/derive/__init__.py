"""Symbolic differentiation: gradients that an elementwise entry leaves out are derived from its forward."""
