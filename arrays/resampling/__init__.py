"""Interpolation and grid sampling of sequences, images and volumes."""
