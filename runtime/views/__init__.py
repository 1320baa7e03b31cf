"""Views: how each was made, new edges for those that are live when memory is written, and which became invalid."""
