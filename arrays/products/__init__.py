"""Products of matrices, contractions of more dimensions, and distances between rows."""
