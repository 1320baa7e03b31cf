"""Arrays of another shape or order, joined, cut, padded or copied."""
