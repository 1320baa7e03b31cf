"""Forward mode: tangents, and the levels that they belong to."""
