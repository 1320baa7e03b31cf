"""Losses of elements and of classes, with their gradients."""
