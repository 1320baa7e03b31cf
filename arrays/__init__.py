"""What ops compute: functions of NumPy arrays, by topic, and loops that Numba compiles. Nothing here knows tensors."""
