"""The spec language as a JSON Schema, for editors: completion, hover texts and a first check while one types."""
