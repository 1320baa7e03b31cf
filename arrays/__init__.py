"""What ops compute: functions of NumPy arrays, by topic, and loops, which Numba compiles. Tensors are unknown here."""
