"""What anomaly mode remembers, and how errors tell it: lines of calls, writes, ways out of the graph, live graphs."""
