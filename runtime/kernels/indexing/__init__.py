"""Reading, writing and adding at places that arrays name, and the search for such places."""
