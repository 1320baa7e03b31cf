"""A hunt for wrong answers: random programs, odd values, writes, interrupts, crashes, hostile files."""
