"""Machine code in memory, and the processor that it is for."""
