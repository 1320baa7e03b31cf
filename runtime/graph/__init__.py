"""The graph: nodes, edges, leaves, and the hooks of nodes and leaves."""
