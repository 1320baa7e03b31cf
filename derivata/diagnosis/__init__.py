"""Diagnosis: what anomaly mode records (lines of calls, writes, exits from the graph), and listing live graphs."""
