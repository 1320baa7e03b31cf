"""Maxima and means of the windows of images."""
