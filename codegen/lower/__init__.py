"""Lowering: the checked spec -> plans, in which every decision is made and every name is chosen."""
