"""Random programs that run with derivata and with PyTorch: written, run, compared, shrunk."""
