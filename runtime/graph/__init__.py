"""The graph: nodes, edges, the leaves at its ends, and hooks of both."""
