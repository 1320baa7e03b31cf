"""Arrays of random numbers."""
