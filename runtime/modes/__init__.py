"""Modes: what is recorded, watched or replayed while they are on."""
