"""Images, sequences and volumes at other sizes, and at any places."""
