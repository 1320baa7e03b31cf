"""Views: how each was made, how live ones get new edges after a write, and which become invalid."""
