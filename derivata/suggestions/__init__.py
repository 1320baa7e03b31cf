"""Suggestions in errors about missing names: the nearest name, what to use instead, an entry that adds the op."""
