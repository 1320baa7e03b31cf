"""Convolution of images and its gradients."""
