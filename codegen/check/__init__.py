"""Rules between the parts of a spec: every violation is reported."""
