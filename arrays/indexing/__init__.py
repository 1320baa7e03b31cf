"""Reading, writing and adding at places that indices, masks and arrays name, and the search for places."""
